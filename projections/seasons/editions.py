"""Series for readers: their list, and the palmarés, edition by edition, from the general table of each."""

from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy import Connection, func, select

from projections.championships import CHAMPIONSHIPS, PLAYERS
from projections.general import GENERAL, GeneralRow
from projections.seasons.projection import EDITIONS, SERIES
from projections.standings import CONTESTS
from referee.championship.recorded_contest import Names
from referee.championship.views import PodiumView, Somebody
from referee.contests.settlement import OVER

STEPS = 3
"""The places of a podium."""


class SeriesSummary(Struct, frozen=True):
    """A series in a list: `editions` is how many championships it has."""

    id: str
    name: str
    editions: int
    opened_at: str


class SeriesEdition(Struct, frozen=True):
    """A championship of a series. Its podium is empty until each of its contests is over.

    `podium`: the first three places of the general table, of whoever stood on a podium of a contest.
    """

    edition: int
    championship: str
    name: str
    finished: bool
    podium: tuple[PodiumView, ...]


def find(
    connection: Connection, *, player: tuple[str, ...] | None = None, before: int | None = None, limit: int = 50
) -> tuple[list[SeriesSummary], int | None]:
    """Returns a page of series, newest first, and its end if there are more. The page starts before `before`.

    With `player`, the ids of one person, only series in which this person took part in an edition.
    """
    query = select(SERIES.table).order_by(SERIES.c.opened_position.desc())
    if player is not None:
        championships = select(PLAYERS.c.championship).where(PLAYERS.c.player.in_(player))
        query = query.where(
            SERIES.c.id.in_(select(EDITIONS.c.series).where(EDITIONS.c.championship.in_(championships)))
        )
    if before is not None:
        query = query.where(SERIES.c.opened_position < before)
    rows = [SERIES.of(row) for row in connection.execute(query.limit(limit + 1))]
    page = rows[:limit]
    edition_counts = select(EDITIONS.c.series, func.count()).where(EDITIONS.c.series.in_([row.id for row in page]))
    editions = {series: int(n) for series, n in connection.execute(edition_counts.group_by(EDITIONS.c.series))}
    items = [SeriesSummary(row.id, row.name, editions.get(row.id, 0), row.opened_at) for row in page]
    return items, page[-1].opened_position if len(rows) > limit else None


def summary(connection: Connection, series: str) -> SeriesSummary | None:
    """One series; None if there is no such series."""
    row = next(map(SERIES.of, connection.execute(select(SERIES.table).where(SERIES.c.id == series))), None)
    if row is None:
        return None
    editions = connection.execute(select(func.count()).where(EDITIONS.c.series == series)).scalar_one()
    return SeriesSummary(row.id, row.name, editions, row.opened_at)


def of_series(connection: Connection, series: str, names: Names) -> list[SeriesEdition]:
    """The championships of a series in the order of their editions."""
    query = (
        select(EDITIONS.c.edition, CHAMPIONSHIPS.c.id, CHAMPIONSHIPS.c.name)
        .join_from(EDITIONS.table, CHAMPIONSHIPS.table, EDITIONS.c.championship == CHAMPIONSHIPS.c.id)
        .where(EDITIONS.c.series == series)
        .order_by(EDITIONS.c.edition)
    )
    rows = connection.execute(query).all()
    finished_ids = finished_of(connection, [row.id for row in rows])
    podiums: dict[str, list[PodiumView]] = {}
    for row in GENERAL.of_groups(connection, sorted(finished_ids)):
        if on_podium(row):
            who = Somebody(row.player, names(row.player))
            podiums.setdefault(row.championship, []).append(PodiumView(row.place, who, row.points))
    return [
        SeriesEdition(
            row.edition,
            row.id,
            row.name,
            row.id in finished_ids,
            tuple(sorted(podiums.get(row.id, ()), key=lambda step: step.place)),
        )
        for row in rows
    ]


def finished_of(connection: Connection, championships: Sequence[str]) -> set[str]:
    """Selects of these championships those that have contests, all of them over."""
    phases: dict[str, set[str]] = {}
    contests = select(CONTESTS.c.championship, CONTESTS.c.phase).where(CONTESTS.c.championship.in_(championships))
    for championship, phase in connection.execute(contests.distinct()):
        phases.setdefault(championship, set()).add(phase)
    return {championship for championship, own in phases.items() if own <= {*OVER}}


def on_podium(row: GeneralRow) -> bool:
    """True if a player of a finished championship is on its podium."""
    return row.place <= STEPS and row.golds + row.silvers + row.bronzes > 0
