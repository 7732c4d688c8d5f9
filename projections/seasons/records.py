"""The records of a series: who did most of something, each with the match in which it happened.

Of those who did the same it is the one who did it first. A correction takes a record away, or gives it.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from msgspec import Struct
from sqlalchemy import Connection, Row, Select, func, select

from projections.championships import CHAMPIONSHIPS
from projections.rating.finishes import FINISHERS, FINISHES, won_by
from projections.records import DEEDS
from projections.seasons.projection import EDITIONS
from referee.championship.record.contest import Names
from referee.championship.views import Somebody

Now = Callable[[str], str]
"""The id that a person has now."""
LEAST_RUN = 2
"""Wins that are a run."""
RecordKind = Literal["biggest_win", "longest_run", "most_deeds"]


class RecordMatch(Struct, frozen=True):
    """A match of a series: the edition in which it was played, its fixture, and the match itself where it was recorded."""

    edition: int
    championship: str
    name: str
    fixture: str | None
    match: str | None
    ended_at: str


class SeriesRecord(Struct, frozen=True):
    """A record: how much, by whom, and in which match; that of a run is its last.

    `biggest_win`: points between the winner and the next, by game. `longest_run`: matches won one after the other, in all games.
    `most_deeds`: how often in one match somebody did what the game calls `deed`.
    """

    kind: RecordKind
    value: int
    ruleset: str | None
    deed: str | None
    players: tuple[Somebody, ...]
    match: RecordMatch


def of_series(connection: Connection, series: str, now: Now, names: Names) -> list[SeriesRecord]:
    """The records of a series: of each game its biggest win and what it counts, and the longest run."""
    found = _Records(connection, series, now, names)
    return [*found.biggest_wins(), *found.longest_run(), *found.deeds()]


class _Records:
    def __init__(self, connection: Connection, series: str, now: Now, names: Names) -> None:
        self.connection = connection
        self.now = now
        self.names = names
        finish = FINISHES.c
        self.matches = (
            select(FINISHES.table, EDITIONS.c.edition, CHAMPIONSHIPS.c.name)
            .join_from(FINISHES.table, EDITIONS.table, finish.championship == EDITIONS.c.championship)
            .join(CHAMPIONSHIPS.table, finish.championship == CHAMPIONSHIPS.c.id)
            .where(EDITIONS.c.series == series)
        )
        self.in_order = (finish.ended_at, finish.position)

    def biggest_wins(self) -> Iterator[SeriesRecord]:
        """By the points that parted the only winner from the next, of each game."""
        margin = FINISHES.c.margin
        place = func.row_number().over(partition_by=FINISHES.c.ruleset, order_by=(margin.desc(), *self.in_order))
        ranked = self.matches.where(margin.is_not(None)).add_columns(place.label("nth")).subquery()
        for row in self.connection.execute(select(ranked).where(ranked.c.nth == 1).order_by(ranked.c.ruleset)):
            won = FINISHERS.c.finish == row.id, FINISHERS.c.place == 1
            winners = self.connection.execute(select(FINISHERS.c.player).where(*won).order_by(FINISHERS.c.n)).scalars()
            yield SeriesRecord("biggest_win", row.margin, row.ruleset, None, self._people(*winners), _match(row))

    def longest_run(self) -> Iterator[SeriesRecord]:
        """Wins one after the other, whatever was played."""
        played = self._with_players().add_columns(FINISHERS.c.player, won_by(FINISHERS.table).label("won"))
        running: dict[str, int] = {}
        best, who, last = LEAST_RUN - 1, "", ""
        for row in self.connection.execute(played.order_by(*self.in_order, FINISHERS.c.n)):
            player = self.now(row.player)
            running[player] = running.get(player, 0) + 1 if row.won else 0
            if running[player] > best:
                best, who, last = running[player], player, row.id
        for row in self.connection.execute(self.matches.where(FINISHES.c.id == last)):
            yield SeriesRecord("longest_run", best, None, None, self._people(who), _match(row))

    def deeds(self) -> Iterator[SeriesRecord]:
        """What games say that somebody did, of each the most in one match; infractions, which go by their rule, are none."""
        n = func.sum(DEEDS.c.n).label("n")
        counted = (
            self.matches.join(DEEDS.table, DEEDS.c.match == FINISHES.c.match)
            .where(DEEDS.c.counts, DEEDS.c.what.not_like("%.%"))
            .add_columns(DEEDS.c.what, DEEDS.c.player, n)
            .group_by(*self.matches.selected_columns, DEEDS.c.what, DEEDS.c.player)
            .subquery()
        )
        kind, by = (counted.c.ruleset, counted.c.what), (counted.c.n.desc(), counted.c.ended_at, counted.c.position)
        ranked = select(counted, func.row_number().over(partition_by=kind, order_by=by).label("nth")).subquery()
        best = select(ranked).where(ranked.c.nth == 1, ranked.c.n > 0).order_by(ranked.c.ruleset, ranked.c.what)
        for row in self.connection.execute(best):
            people = self._people(*self._who_did(row.match, row.what, row.n))
            yield SeriesRecord("most_deeds", int(row.n), row.ruleset, row.what, people, _match(row))

    def _who_did(self, match: str, deed: str, n: int) -> Sequence[str]:
        """Who did something so often in a match: both of a pair, whose deed it is together."""
        did = select(DEEDS.c.player).where(DEEDS.c.match == match, DEEDS.c.what == deed, DEEDS.c.counts)
        own = did.group_by(DEEDS.c.player).having(func.sum(DEEDS.c.n) == n).order_by(DEEDS.c.player)
        return self.connection.execute(own).scalars().all()

    def _with_players(self) -> Select[tuple[object, ...]]:
        return self.matches.join(FINISHERS.table, FINISHERS.c.finish == FINISHES.c.id)

    def _people(self, *players: str) -> tuple[Somebody, ...]:
        return tuple(Somebody(self.now(player), self.names(player)) for player in players)


def _match(row: Row[tuple[object, ...]]) -> RecordMatch:
    return RecordMatch(row.edition, row.championship, row.name, row.fixture, row.match, row.ended_at)
