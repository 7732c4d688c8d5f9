"""Two people and the matches that both played: as opponents, and as partners."""

from collections.abc import Callable, Sequence

from msgspec import Struct
from sqlalchemy import Connection, case, func, select, tuple_

from projections.rating.finishes import FINISHERS, FINISHES, FinisherRow, won_by
from referee.championship.recorded_contest import Names
from referee.championship.views import Somebody

Now = Callable[[str], str]
"""The id that a person has now."""
Place = tuple[str, int]
"""The end of a page: the time when its last match ended, and the position of that record."""


class Meetings(Struct, frozen=True):
    """How many matches two people played, and how they came out.

    As `opponents`: `ahead` came to a better place than the other, `behind` to a worse one, and `level` shared it. As `partners`:
    `won` together, with the first place for themselves.
    """

    matches: int
    opponents: int
    ahead: int
    behind: int
    level: int
    partners: int
    won: int


class MeetingSide(Struct, frozen=True):
    """One side of a match: its place, who it was, and its points as the championship counts them; null for others."""

    place: int
    players: tuple[Somebody, ...]
    points: int | None


class Meeting(Struct, frozen=True):
    """A match that both played, the sides by their places. `partners`: they were one side of it."""

    ended_at: str
    ruleset: str
    championship: str | None
    fixture: str | None
    match: str | None
    partners: bool
    sides: tuple[MeetingSide, ...]


_ONE, _OTHER = FINISHERS.table.alias("one"), FINISHERS.table.alias("other")
_TOGETHER = _ONE.c.side == _OTHER.c.side


def totals(connection: Connection, one: Sequence[str], other: Sequence[str]) -> Meetings:
    """The totals of the matches of two people, each given by all their ids."""
    wins = _TOGETHER & won_by(_ONE)
    sums = [
        func.coalesce(func.sum(case((so, 1), else_=0)), 0)
        for so in (
            ~_TOGETHER,
            ~_TOGETHER & (_ONE.c.place < _OTHER.c.place),
            ~_TOGETHER & (_ONE.c.place > _OTHER.c.place),
            ~_TOGETHER & (_ONE.c.place == _OTHER.c.place),
            _TOGETHER,
            wins,
        )
    ]
    query = (
        select(func.count(), *sums)
        .join_from(_ONE, _OTHER, _ONE.c.finish == _OTHER.c.finish)
        .where(_ONE.c.player.in_(one), _OTHER.c.player.in_(other))
    )
    return Meetings(*map(int, connection.execute(query).one()))


def find(
    connection: Connection,
    one: Sequence[str],
    other: Sequence[str],
    now: Now,
    names: Names,
    *,
    before: Place | None = None,
    limit: int = 50,
) -> tuple[list[Meeting], Place | None]:
    """Returns a page of the matches that both played, the last first, and its end if there are more.

    The page starts before `before`.
    """
    finish = FINISHES.c
    query = (
        select(FINISHES.table, _TOGETHER.label("together"))
        .join_from(FINISHES.table, _ONE, finish.id == _ONE.c.finish)
        .join(_OTHER, finish.id == _OTHER.c.finish)
        .where(_ONE.c.player.in_(one), _OTHER.c.player.in_(other))
        .order_by(finish.ended_at.desc(), finish.position.desc())
    )
    if before is not None:
        query = query.where(tuple_(finish.ended_at, finish.position) < tuple_(*before))
    rows = connection.execute(query.limit(limit + 1)).all()
    page = rows[:limit]
    players: dict[str, list[FinisherRow]] = {}
    for player in FINISHERS.of_groups(connection, [row.id for row in page]):
        players.setdefault(player.finish, []).append(player)
    meetings = [
        Meeting(
            row.ended_at,
            row.ruleset,
            row.championship,
            row.fixture,
            row.match,
            bool(row.together),
            _sides(players[row.id], now, names),
        )
        for row in page
    ]
    return meetings, (page[-1].ended_at, page[-1].position) if len(rows) > limit else None


def _sides(players: Sequence[FinisherRow], now: Now, names: Names) -> tuple[MeetingSide, ...]:
    sides: dict[int, list[FinisherRow]] = {}
    for player in sorted(players, key=lambda one: (one.place, one.side, one.n)):
        sides.setdefault(player.side, []).append(player)
    return tuple(
        MeetingSide(side[0].place, tuple(Somebody(now(one.player), names(one.player)) for one in side), side[0].points)
        for side in sides.values()
    )
