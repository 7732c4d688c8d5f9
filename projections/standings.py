"""Standings and podiums of every contest, each row with the step that gave it its place. People are ids here."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict, replace
from sqlalchemy import Connection, String, select

from projections.championships import CHAMPIONSHIPS, decided_versions
from projections.projection import Past, Projection
from projections.rows import Batch, Id, RowTable
from referee.championship.presenters import ContestPresenter, entrant_view
from referee.championship.recorded_contest import Names
from referee.championship.views import (
    ComparedView,
    ContestSummary,
    LineView,
    PersonRowView,
    PodiumView,
    RowView,
    Somebody,
    StageView,
    StandingsView,
    TableView,
)
from referee.contests.contest import Phase, numbers_of_other_rows
from referee.contests.standings.tables import LineName
from referee.contests.standings.ties import Step
from referee.contests.tallies import with_tallies
from referee.followers.feed import LogRecord
from referee.match.registry import contest_tallies


class ContestRow(Struct, frozen=True):
    """A contest, the `n`th of its championship. `version` is that of the championship at which it was computed last.

    `persons` are the rows of the persons of a contest of teams, as JSON (`PersonAtBoards`).
    """

    id: Id
    championship: Id
    n: int
    version: int
    ruleset: Id
    format: Id
    phase: Annotated[Phase, String(16)]
    entrants: int
    grouped: bool
    provisional: bool
    name: str | None = None
    persons: str | None = None


class PersonAtBoards(Struct, frozen=True):
    """A row of the persons' table of a contest of teams, with ids (teams.persons)."""

    player: Id
    team: Id
    place: int
    decided_by: Step
    above_by: Step | None
    j: int
    g: int
    e: int
    p: int
    f: int
    c: int
    diff: int
    boards: int | float


class EntrantRow(Struct, frozen=True):
    """One player of an entrant: a single player's id is the entrant's. `team` is the name of an entrant that is a team."""

    contest: Id
    entrant: Id
    seat: int
    player: Id
    team: str | None


class StageRow(Struct, frozen=True):
    """The `n`th stage of a contest in stages; its tables stand behind those of the contest."""

    contest: Id
    n: int
    format: Id
    first_round: int
    grouped: bool


class TableRow(Struct, frozen=True):
    """One table of a contest, in draw order; `stage` where it is one of a stage, `line` where it is that of a line."""

    contest: Id
    table: int
    provisional: bool
    stage: int | None = None
    line: Annotated[LineName, String(8)] | None = None


@with_tallies(int)
class StandingRow(Struct, frozen=True):
    """The `n`th row of a table. A league has `j` to `diff`; a single match has `points` and the tallies of its game.

    `tie_breaks` are the figures of those of a contest in rounds, by name, as JSON.
    """

    contest: Id
    table: int
    n: int
    place: int
    entrant: Id
    sanctions: int
    decided_by: Annotated[Step, String(32)]
    above_by: Annotated[Step, String(32)] | None
    qualified: bool
    j: int | None
    g: int | None
    p: int | None
    f: int | None
    c: int | None
    ptos: float | None
    diff: int | None
    points: int | None
    tie_breaks: str | None


class ComparedRow(Struct, frozen=True):
    """The `n`th row of a comparison of those that were not among the first of their groups; `stage` where it is of a stage."""

    contest: Id
    n: int
    stage: int | None
    place: int
    entrant: Id
    group: int
    group_place: int
    wins: float | None
    diff: float | None
    made: float | None
    qualified: bool


class PodiumRow(Struct, frozen=True):
    """A place of a podium and its points; `consolation` where it is that of those that lost their first match."""

    contest: Id
    n: int
    place: int
    entrant: Id
    points: int
    consolation: bool = False


CONTESTS = RowTable(ContestRow, "contest", index=("championship",))
ENTRANTS = RowTable(EntrantRow, "entrant", key=3, index=("player",))
STAGES = RowTable(StageRow, "standing_stage", key=2)
TABLES = RowTable(TableRow, "standing_table", key=2)
STANDINGS = RowTable(StandingRow, "standing", key=3)
PODIUMS = RowTable(PodiumRow, "podium", key=2)
COMPARISONS = RowTable(ComparedRow, "standing_repesca", key=2)
FIGURES = ("j", "g", "p", "f", "c", "ptos", "diff", "points", *(tally.name for tally in contest_tallies()))


def take(batch: Batch, records: Sequence[LogRecord], past: Past) -> None:
    """Computes the contests of every championship with a decision among these records.

    Of a contest that goes on from what these tables have of it, only the rows that changed are looked at.
    """
    for id_, version in decided_versions(records).items():
        now = past.championship(id_, version)
        before, pages = past.before(now, records), {contest: past.page(now, contest) for contest in now.contests}
        earlier_pages = before.pages if before else {}
        changes = {
            contest: None if (earlier := earlier_pages.get(contest)) is None else _changes(earlier, page)
            for contest, page in pages.items()
        }
        batch.load(CONTESTS, pages)
        for row_table in PROJECTION.tables:
            batch.load(row_table, [contest for contest, rows in changes.items() if rows is None])
        for n, (contest, page) in enumerate(pages.items()):
            rows, own = changes[contest], batch.get(CONTESTS, contest)
            if rows is None or own is None:
                _work_out(batch, page, n, version)
            else:
                batch.put(CONTESTS, replace(own, n=n, version=version, name=page.recorded_contest.name))
                batch.exchange(STANDINGS, rows)


def _changes(before: ContestPresenter, after: ContestPresenter) -> list[tuple[StandingRow, StandingRow]] | None:
    """The rows of a contest that are others than before, each then and now; None where more of it may be."""
    numbers = numbers_of_other_rows(before.state, after.state)
    if (
        numbers is None
        or after.contest.teams is not None
        or before.championship.merges is not after.championship.merges
    ):
        return None
    if not numbers:
        return []
    id_ = after.recorded_contest.id
    [then, now] = ([page.state.tables[0].rows[n] for n in numbers] for page in (before, after))
    views = zip(numbers, before.view_rows(then).values(), after.view_rows(now).values(), strict=True)
    return [(_standing(id_, 0, n, earlier), _standing(id_, 0, n, own)) for n, earlier, own in views]


def _work_out(batch: Batch, page: ContestPresenter, n: int, version: int) -> None:
    id_, standings = page.recorded_contest.id, page.standings()
    batch.put(CONTESTS, _contest(page, standings, n, version))
    stages = standings.stages or ()
    batch.set(
        STAGES,
        id_,
        (StageRow(id_, n, one.format, one.first_round, one.groups is not None) for n, one in enumerate(stages)),
    )
    views: list[tuple[int | None, StandingsView | StageView]] = [(None, standings), *enumerate(stages)]
    tables = [(n, table) for n, view in views for table in (*view.tables, *view.lines)]
    batch.set(
        TABLES,
        id_,
        (
            TableRow(id_, number, table.provisional, stage, table.line if isinstance(table, LineView) else None)
            for number, (stage, table) in enumerate(tables)
        ),
    )
    rows = ((number, n, row) for number, (_, table) in enumerate(tables) for n, row in enumerate(table.rows))
    batch.set(STANDINGS, id_, (_standing(id_, *row) for row in rows))
    comparisons = enumerate((stage, row) for stage, view in views for row in view.repesca)
    batch.set(COMPARISONS, id_, (_comparison(id_, n, stage, row) for n, (stage, row) in comparisons))
    podium = [*((step, False) for step in page.podium()), *((step, True) for step in page.consolation())]
    batch.set(
        PODIUMS,
        id_,
        (
            PodiumRow(id_, n, step.place, step.player.id, step.points, is_consolation)
            for n, (step, is_consolation) in enumerate(podium)
        ),
    )
    batch.set(ENTRANTS, id_, _entrants(page))


def _contest(page: ContestPresenter, standings: StandingsView, n: int, version: int) -> ContestRow:
    return ContestRow(
        id=page.recorded_contest.id,
        championship=page.championship.id,
        n=n,
        version=version,
        ruleset=page.recorded_contest.ruleset,
        format=page.contest.format,
        phase=page.state.phase,
        entrants=len(page.contest.places),
        grouped=page.state.is_grouped,
        provisional=standings.provisional,
        name=page.recorded_contest.name,
        persons=msgspec.json.encode(tuple(map(_stored_person, standings.persons))).decode()
        if standings.persons
        else None,
    )


def _comparison(contest: str, n: int, stage: int | None, row: ComparedView) -> ComparedRow:
    return ComparedRow(
        contest,
        n,
        stage,
        row.place,
        row.player.id,
        row.group,
        row.group_place,
        row.wins,
        row.diff,
        row.made,
        row.qualified,
    )


def _stored_person(row: PersonRowView) -> PersonAtBoards:
    return PersonAtBoards(**asdict(row) | {"player": row.player.id, "team": row.team.id})


def _person(row: PersonAtBoards, people: dict[str, Somebody], names: Names) -> PersonRowView:
    """A row as readers see it: the person with their name, the team with its own."""
    team = replace(people[row.team], players=())
    return PersonRowView(**asdict(row) | {"player": Somebody(row.player, names(row.player)), "team": team})


def _entrants(page: ContestPresenter) -> Iterator[EntrantRow]:
    for entrant in page.contest.entrants:
        person = page.view_entrant(entrant.id)
        for seat, player in enumerate(person.players or (person,)):
            yield EntrantRow(page.recorded_contest.id, person.id, seat, player.id, entrant.name)


def _standing(contest: str, table: int, n: int, row: RowView) -> StandingRow:
    figures = {name: None if (value := getattr(row, name)) is UNSET else value for name in FIGURES}
    if figures["ptos"] is not None:
        figures["ptos"] = float(figures["ptos"])
    return StandingRow(
        contest=contest,
        table=table,
        n=n,
        place=row.place,
        entrant=row.player.id,
        sanctions=row.sanctions,
        decided_by=row.decided_by,
        above_by=row.above_by,
        qualified=row.qualified,
        tie_breaks=None if row.tie_breaks is UNSET else msgspec.json.encode(row.tie_breaks).decode(),
        **figures,
    )


PROJECTION = Projection("standings", (CONTESTS, ENTRANTS, STAGES, TABLES, STANDINGS, COMPARISONS, PODIUMS), take)


class ContestBoard(Struct, frozen=True):
    """A contest from its read models: the name of its championship, its row, its tables, its podium and its consolation's."""

    championship: str
    contest: ContestRow
    standings: StandingsView
    podium: tuple[PodiumView, ...]
    consolation: tuple[PodiumView, ...] = ()


def board(connection: Connection, contest: str, names: Names) -> ContestBoard | None:
    """A contest's tables and podium, with people's names; None if there is no such contest."""
    row = next(map(CONTESTS.of, connection.execute(select(CONTESTS.table).where(CONTESTS.c.id == contest))), None)
    if row is None:
        return None
    who = people_of(connection, contest, names)
    rows: dict[int, list[RowView]] = {}
    row_query = select(STANDINGS.table).where(STANDINGS.c.contest == contest).order_by(STANDINGS.c.table, STANDINGS.c.n)
    for standing in map(STANDINGS.of, connection.execute(row_query)):
        rows.setdefault(standing.table, []).append(row_view(standing, who))
    comparisons = _comparisons(connection, contest, who)
    standings = tables_with(connection, row, tables_of(connection, contest), rows, comparisons)
    standings = replace(standings, persons=tuple(_person(one, who, names) for one in _stored_persons(row)))
    name_query = select(CHAMPIONSHIPS.c.name).where(CHAMPIONSHIPS.c.id == row.championship)
    podium, consolation = _podiums(connection, contest, who)
    name = str(connection.execute(name_query).scalar())
    return ContestBoard(name, row, standings, podium, consolation)


def tables_of(connection: Connection, contest: str) -> list[TableRow]:
    """The tables of a contest, in their order: its own, then those of its stages."""
    rows = select(TABLES.table).where(TABLES.c.contest == contest).order_by(TABLES.c.table)
    return [TABLES.of(row) for row in connection.execute(rows)]


def tables_with(
    connection: Connection,
    contest: ContestRow,
    tables: Sequence[TableRow],
    rows: Mapping[int, Sequence[RowView]],
    comparisons: Mapping[int | None, tuple[ComparedView, ...]],
) -> StandingsView:
    """The tables of a contest with these rows, by the number of their table, and comparisons, by stage; persons are left out."""
    groups: dict[int | None, list[TableView]] = {}
    lines: dict[int | None, tuple[LineView, ...]] = {}
    for table in tables:
        own_rows = tuple(rows.get(table.table, ()))
        if table.line is None:
            groups.setdefault(table.stage, []).append(TableView(own_rows, table.provisional))
        else:
            own_line = LineView(own_rows, table.provisional, table.line)
            lines[table.stage] = (*lines.get(table.stage, ()), own_line)
    stage_query = select(STAGES.table).where(STAGES.c.contest == contest.id).order_by(STAGES.c.n)
    stages = tuple(
        _stage(stage, groups[stage.n], lines.get(stage.n, ()), comparisons.get(stage.n, ()))
        for stage in map(STAGES.of, connection.execute(stage_query))
    )
    own: tuple[TableView, ...] = tuple(groups[None])
    return StandingsView(
        contest=contest.id,
        version=contest.version,
        provisional=contest.provisional,
        rows=None if contest.grouped else own[0].rows,
        groups=own if contest.grouped else None,
        stages=stages or None,
        lines=lines.get(None, ()),
        repesca=comparisons.get(None, ()),
    )


def _stored_persons(row: ContestRow) -> tuple[PersonAtBoards, ...]:
    return msgspec.json.decode(row.persons, type=tuple[PersonAtBoards, ...]) if row.persons else ()


def _stage(
    row: StageRow, tables: Sequence[TableView], lines: tuple[LineView, ...], repesca: tuple[ComparedView, ...]
) -> StageView:
    head = (row.format, row.first_round, any(table.provisional for table in tables))
    return (
        StageView(*head, groups=tuple(tables), repesca=repesca)
        if row.grouped
        else StageView(*head, rows=tables[0].rows, lines=lines)
    )


def summaries(connection: Connection, championship: str, names: Names) -> tuple[ContestSummary, ...]:
    """The contests of a championship, one summary each, in the order in which they were drawn."""
    rows = select(CONTESTS.table).where(CONTESTS.c.championship == championship).order_by(CONTESTS.c.n)
    return tuple(
        ContestSummary(
            row.id,
            row.ruleset,
            row.format,
            row.phase,
            row.entrants,
            _podiums(connection, row.id, people_of(connection, row.id, names))[0],
            row.name,
        )
        for row in [CONTESTS.of(row) for row in connection.execute(rows)]
    )


def _comparisons(
    connection: Connection, contest: str, people: dict[str, Somebody]
) -> dict[int | None, tuple[ComparedView, ...]]:
    """The comparisons of a contest, by stage; None is its own."""
    rows = select(COMPARISONS.table).where(COMPARISONS.c.contest == contest).order_by(COMPARISONS.c.n)
    views: dict[int | None, tuple[ComparedView, ...]] = {}
    for row in map(COMPARISONS.of, connection.execute(rows)):
        view = ComparedView(
            row.place,
            people[row.entrant],
            row.group,
            row.group_place,
            row.wins,
            row.diff,
            row.made,
            row.qualified,
        )
        views[row.stage] = (*views.get(row.stage, ()), view)
    return views


def _podiums(
    connection: Connection, contest: str, people: dict[str, Somebody]
) -> tuple[tuple[PodiumView, ...], tuple[PodiumView, ...]]:
    """The podium of a contest, and that of its consolation."""
    rows = connection.execute(select(PODIUMS.table).where(PODIUMS.c.contest == contest).order_by(PODIUMS.c.n))
    podiums: tuple[list[PodiumView], list[PodiumView]] = ([], [])
    for row in map(PODIUMS.of, rows):
        podiums[row.consolation].append(PodiumView(row.place, people[row.entrant], row.points))
    return tuple(podiums[0]), tuple(podiums[1])


def people_of(
    connection: Connection, contest: str, names: Names, only: Sequence[str] | None = None
) -> dict[str, Somebody]:
    """The entrants of a contest as readers see them, all or some."""
    rows = select(ENTRANTS.table).where(ENTRANTS.c.contest == contest).order_by(ENTRANTS.c.entrant, ENTRANTS.c.seat)
    if only is not None:
        rows = rows.where(ENTRANTS.c.entrant.in_(only))
    people: dict[str, tuple[str, ...]] = {}
    teams: dict[str, str | None] = {}
    for row in map(ENTRANTS.of, connection.execute(rows)):
        people[row.entrant] = (*people.get(row.entrant, ()), row.player)
        teams[row.entrant] = row.team
    return {entrant: entrant_view(entrant, players, names, teams[entrant]) for entrant, players in people.items()}


def row_view(row: StandingRow, people: Mapping[str, Somebody]) -> RowView:
    """A row as readers see it, with the entrants by id."""
    figures: dict[str, int | float | UnsetType] = {
        name: UNSET if (value := getattr(row, name)) is None else value for name in FIGURES
    }
    if row.ptos is not None and row.ptos.is_integer():
        figures["ptos"] = int(row.ptos)
    return RowView(
        place=row.place,
        player=people[row.entrant],
        sanctions=row.sanctions,
        decided_by=row.decided_by,
        above_by=row.above_by,
        qualified=row.qualified,
        tie_breaks=UNSET
        if row.tie_breaks is None
        else msgspec.json.decode(row.tie_breaks, type=dict[str, int | float]),
        **figures,  # type: ignore[arg-type]
    )
