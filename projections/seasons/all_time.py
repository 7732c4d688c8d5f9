"""What a series comes to, player by player: titles and medals, and the table of all its editions."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct
from sqlalchemy import Connection, Select, case, func, select

from projections.general import GENERAL, GeneralRow
from projections.rating.finishes import FINISHERS, FINISHES, won_by
from projections.seasons.editions import finished_of, on_podium
from projections.seasons.projection import EDITIONS
from referee.championship.record.contest import Names
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
    """Who won anything, the most titles first, then golds, silvers, bronzes. Medals count as soon as a contest is over."""
    rows = _general(connection, series)
    finished = finished_of(connection, sorted({row.championship for row in rows}))
    won: dict[str, Counter[str]] = {}
    for row in rows:
        own = won.setdefault(now(row.player), Counter())
        own["titles"] += row.championship in finished and row.place == 1 and on_podium(row)
        for medal in ("golds", "silvers", "bronzes"):
            own[medal] += getattr(row, medal)
    figures = {who: (own["titles"], own["golds"], own["silvers"], own["bronzes"]) for who, own in won.items()}
    ranked = _ranked({who: own for who, own in figures.items() if any(own)}, names)
    return [MedalRow(place, who, *figures[who.id]) for place, who in ranked]


def table(connection: Connection, series: str, names: Names, now: Now) -> list[AllTimeRow]:
    """Everybody who took part, the most points first, then wins, then fewer matches."""
    points, entered = Counter[str](), Counter[str]()
    for row in _general(connection, series):
        points[now(row.player)] += row.points
        entered[now(row.player)] += 1
    matches, wins = Counter[str](), Counter[str]()
    for played in connection.execute(_played(series)):
        matches[now(played.player)] += played.matches
        wins[now(played.player)] += played.won
    figures = {who: (points[who], wins[who], -matches[who]) for who in entered | matches}
    return [
        AllTimeRow(place, who, entered[who.id], matches[who.id], wins[who.id], points[who.id])
        for place, who in _ranked(figures, names)
    ]


def championships(series: str) -> Select[tuple[str]]:
    """The championships of a series, for a query."""
    return select(EDITIONS.c.championship).where(EDITIONS.c.series == series)


def _played(series: str) -> Select[tuple[str, int, int]]:
    """How many matches everybody played, under each id that they were recorded with, and how many they won."""
    won = func.sum(case((won_by(FINISHERS.table), 1), else_=0))
    return (
        select(FINISHERS.c.player, func.count().label("matches"), won.label("won"))
        .join_from(FINISHERS.table, FINISHES.table, FINISHERS.c.finish == FINISHES.c.id)
        .where(FINISHES.c.championship.in_(championships(series)))
        .group_by(FINISHERS.c.player)
    )


def _general(connection: Connection, series: str) -> list[GeneralRow]:
    query = select(GENERAL.table).where(GENERAL.c.championship.in_(championships(series)))
    return list(map(GENERAL.of, connection.execute(query)))


def _ranked(figures: Mapping[str, tuple[int, ...]], names: Names) -> Iterable[tuple[int, Somebody]]:
    """People by their figures, more first, at shared places where they are level; those by name, the erased last."""
    people = [Somebody(who, names(who)) for who in figures]
    people.sort(key=lambda who: (tuple(-n for n in figures[who.id]), who.name is None, spanish(who.name or ""), who.id))
    place = 0
    for n, who in enumerate(people, 1):
        if n == 1 or figures[who.id] != figures[people[n - 2].id]:
            place = n
        yield place, who


def page_of(rows: Sequence[R], after: int, limit: int) -> tuple[list[R], int | None]:
    """Rows after so many; and after how many the next page begins, None on the last."""
    until = after + limit
    return list(rows[after:until]), until if until < len(rows) else None
