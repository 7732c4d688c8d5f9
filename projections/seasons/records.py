"""The records of a series: the highest figures of players, each with the match in which it was reached.

Of equal figures the earliest is the record. A correction of a match may take a record away or make one.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from msgspec import Struct
from sqlalchemy import Connection, Row, Select, func, select

from projections.championships import CHAMPIONSHIPS
from projections.rating.finishes import FINISHERS, FINISHES, won_by
from projections.records import DEEDS
from projections.seasons.projection import EDITIONS
from referee.championship.recorded_contest import Names
from referee.championship.views import Somebody

Now = Callable[[str], str]
"""The id that a person has now."""
LEAST_RUN = 2
"""Wins in a row that make a run."""
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
    """The records of a series: for each game the biggest win and the most of each deed, and the longest run over all games."""
    records = _Records(connection, series, now, names)
    return [*records.biggest_wins(), *records.longest_run(), *records.deeds()]


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
        """The biggest win in each game, by the points between the only winner and the next side."""
        margin = FINISHES.c.margin
        place = func.row_number().over(partition_by=FINISHES.c.ruleset, order_by=(margin.desc(), *self.in_order))
        ranking = self.matches.where(margin.is_not(None)).add_columns(place.label("nth")).subquery()
        for row in self.connection.execute(select(ranking).where(ranking.c.nth == 1).order_by(ranking.c.ruleset)):
            is_winner = FINISHERS.c.finish == row.id, FINISHERS.c.place == 1
            winners = self.connection.execute(
                select(FINISHERS.c.player).where(*is_winner).order_by(FINISHERS.c.n)
            ).scalars()
            yield SeriesRecord("biggest_win", row.margin, row.ruleset, None, self._people(*winners), _match(row))

    def longest_run(self) -> Iterator[SeriesRecord]:
        """The longest run of wins, over all games."""
        query = self._with_players().add_columns(FINISHERS.c.player, won_by(FINISHERS.table).label("won"))
        running: dict[str, int] = {}
        best, who, last = LEAST_RUN - 1, "", ""
        for row in self.connection.execute(query.order_by(*self.in_order, FINISHERS.c.n)):
            player = self.now(row.player)
            running[player] = running.get(player, 0) + 1 if row.won else 0
            if running[player] > best:
                best, who, last = running[player], player, row.id
        for row in self.connection.execute(self.matches.where(FINISHES.c.id == last)):
            yield SeriesRecord("longest_run", best, None, None, self._people(who), _match(row))

    def deeds(self) -> Iterator[SeriesRecord]:
        """The most of each deed in one match, as games name deeds. Infractions have the code of their rule, and are left out."""
        n = func.sum(DEEDS.c.n).label("n")
        counts = (
            self.matches.join(DEEDS.table, DEEDS.c.match == FINISHES.c.match)
            .where(DEEDS.c.counts, DEEDS.c.what.not_like("%.%"))
            .add_columns(DEEDS.c.what, DEEDS.c.player, n)
            .group_by(*self.matches.selected_columns, DEEDS.c.what, DEEDS.c.player)
            .subquery()
        )
        kind, by = (counts.c.ruleset, counts.c.what), (counts.c.n.desc(), counts.c.ended_at, counts.c.position)
        ranking = select(counts, func.row_number().over(partition_by=kind, order_by=by).label("nth")).subquery()
        best = select(ranking).where(ranking.c.nth == 1, ranking.c.n > 0).order_by(ranking.c.ruleset, ranking.c.what)
        for row in self.connection.execute(best):
            people = self._people(*self._who_did(row.match, row.what, row.n))
            yield SeriesRecord("most_deeds", int(row.n), row.ruleset, row.what, people, _match(row))

    def _who_did(self, match: str, deed: str, n: int) -> Sequence[str]:
        """The players with this number of a deed in a match: both players of a pair, as a deed belongs to the pair."""
        deeds = select(DEEDS.c.player).where(DEEDS.c.match == match, DEEDS.c.what == deed, DEEDS.c.counts)
        query = deeds.group_by(DEEDS.c.player).having(func.sum(DEEDS.c.n) == n).order_by(DEEDS.c.player)
        return self.connection.execute(query).scalars().all()

    def _with_players(self) -> Select[tuple[object, ...]]:
        return self.matches.join(FINISHERS.table, FINISHERS.c.finish == FINISHES.c.id)

    def _people(self, *players: str) -> tuple[Somebody, ...]:
        return tuple(Somebody(self.now(player), self.names(player)) for player in players)


def _match(row: Row[tuple[object, ...]]) -> RecordMatch:
    return RecordMatch(row.edition, row.championship, row.name, row.fixture, row.match, row.ended_at)
