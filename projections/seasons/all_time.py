"""Totals of a series, player by player: titles and medals, and the table of all its editions."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct
from sqlalchemy import Connection, Select, case, func, select

from projections.general import GENERAL, GeneralRow
from projections.rating.finishes import FINISHERS, FINISHES, won_by
from projections.seasons.editions import finished_of, on_podium
from projections.seasons.projection import EDITIONS
from referee.championship.recorded_contest import Names
from referee.championship.views import Somebody
from referee.contests.standings.alphabet import spanish

Now = Callable[[str], str]
"""The id that a person has now."""


class MedalRow(Struct, frozen=True):
    """What a player won in a series: titles are editions, medals are places on the podiums of their contests."""

    place: int
    player: Somebody
    titles: int
    golds: int
    silvers: int
    bronzes: int


class AllTimeRow(Struct, frozen=True):
    """What a player did in all editions of a series: `points` are those of their general tables.

    `matches` are those that were played to an end, and `wins` those of them that nobody else won.
    """

    place: int
    player: Somebody
    editions: int
    matches: int
    wins: int
    points: int


R = TypeVar("R")


def medals(connection: Connection, series: str, names: Names, now: Now) -> list[MedalRow]:
    """The players with a title or medal, most titles first, then golds, silvers, bronzes. Medals count once a contest is over."""
    rows = _general(connection, series)
    finished_ids = finished_of(connection, sorted({row.championship for row in rows}))
    tallies: dict[str, Counter[str]] = {}
    for row in rows:
        own = tallies.setdefault(now(row.player), Counter())
        own["titles"] += row.championship in finished_ids and row.place == 1 and on_podium(row)
        for medal in ("golds", "silvers", "bronzes"):
            own[medal] += getattr(row, medal)
    figures = {who: (own["titles"], own["golds"], own["silvers"], own["bronzes"]) for who, own in tallies.items()}
    order = _in_order({who: own for who, own in figures.items() if any(own)}, names)
    return [MedalRow(place, who, *figures[who.id]) for place, who in order]


def table(connection: Connection, series: str, names: Names, now: Now) -> list[AllTimeRow]:
    """All players of the series, most points first, then most wins, then fewest matches."""
    points, editions = Counter[str](), Counter[str]()
    for row in _general(connection, series):
        points[now(row.player)] += row.points
        editions[now(row.player)] += 1
    matches, wins = Counter[str](), Counter[str]()
    for match_counts in connection.execute(_match_counts(series)):
        matches[now(match_counts.player)] += match_counts.matches
        wins[now(match_counts.player)] += match_counts.won
    figures = {who: (points[who], wins[who], -matches[who]) for who in editions | matches}
    return [
        AllTimeRow(place, who, editions[who.id], matches[who.id], wins[who.id], points[who.id])
        for place, who in _in_order(figures, names)
    ]


def championships(series: str) -> Select[tuple[str]]:
    """Selects the ids of the championships of a series."""
    return select(EDITIONS.c.championship).where(EDITIONS.c.series == series)


def _match_counts(series: str) -> Select[tuple[str, int, int]]:
    """Selects the number of matches and of wins of each player, under each recorded id."""
    wins = func.sum(case((won_by(FINISHERS.table), 1), else_=0))
    return (
        select(FINISHERS.c.player, func.count().label("matches"), wins.label("won"))
        .join_from(FINISHERS.table, FINISHES.table, FINISHERS.c.finish == FINISHES.c.id)
        .where(FINISHES.c.championship.in_(championships(series)))
        .group_by(FINISHERS.c.player)
    )


def _general(connection: Connection, series: str) -> list[GeneralRow]:
    query = select(GENERAL.table).where(GENERAL.c.championship.in_(championships(series)))
    return list(map(GENERAL.of, connection.execute(query)))


def _in_order(figures: Mapping[str, tuple[int, ...]], names: Names) -> Iterable[tuple[int, Somebody]]:
    """Orders people by their figures, higher first, and gives them places. Level people share one, by name, the erased last."""
    people = [Somebody(who, names(who)) for who in figures]
    people.sort(
        key=lambda person: (
            tuple(-n for n in figures[person.id]),
            person.name is None,
            spanish(person.name or ""),
            person.id,
        )
    )
    place = 0
    for n, who in enumerate(people, 1):
        if n == 1 or figures[who.id] != figures[people[n - 2].id]:
            place = n
        yield place, who


def page_of(rows: Sequence[R], after: int, limit: int) -> tuple[list[R], int | None]:
    """The rows of a page after the first `after`; and the number of rows before the next page, None on the last page."""
    until = after + limit
    return list(rows[after:until]), until if until < len(rows) else None
