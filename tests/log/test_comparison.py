"""Changes in a served table are found by the log and reported with the table and the row."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import sqlalchemy as sa

from api.cli.demo import championship
from projections.comparison import MERGES, RowFlaw, TablesVerdict, compare, differing, differing_in, every_table
from projections.follower import POSITIONS, SHAPES, Follower
from projections.rows import META
from referee.audit import portable
from referee.championship.drawing import DrawContest, draw_contest
from referee.championship.service import new_id
from referee.log.log import open_log
from referee.log.opening.engine import engine
from referee.matches.append import Append
from referee.matches.commands import MatchCommands
from referee.people import merge_log
from referee.people.register import open_people
from tests.support import postgres

RECORDS = Path(__file__).parents[2] / "api" / "cli" / "demo" / "records"
TABLES = sorted({*META.tables} - {SHAPES.table.name})
"""All tables but the one with their shape."""


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)], scope="module")
def service(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MatchCommands]:
    """A log with rows for every table: a championship, a contest in stages, its series, matches with infractions and a call, a
    match that no longer counts, a merge.
    """
    with ExitStack() as exits:
        if request.param == "sqlite":
            database = str(tmp_path_factory.mktemp("log") / "log.sqlite")
        else:
            database = exits.enter_context(postgres.database(request.getfixturevalue("postgres_url")))
        yield from fill_log(database)


@pytest.fixture(scope="module")
def rebuilt_tables(service: MatchCommands) -> Iterator[sa.Engine]:
    """The tables, made again once."""
    with TemporaryDirectory() as folder:
        beside = sa.create_engine(f"sqlite:///{folder}/beside.sqlite")
        Follower(service.log, beside).catch_up()
        yield beside
        beside.dispose()


def hold_groups(hall: championship.Hall, service: MatchCommands) -> None:
    """Holds two groups to their end, from which the best of the rest goes on too."""
    choices = {"size": 3, "through": 1, "repesca": 1}
    draw = DrawContest(championship.RULES.id, "groups", order=hall.players, params=choices)
    hall.decide(lambda now: draw_contest(draw, now, hall.names, new_id, service.seed_source))
    league = hall.contest
    *_, hall.contest = hall.championships.championship(hall.championship).contests
    for number, fixture in enumerate(hall.fixtures("group")):
        hall.tell(fixture, (40 + number, 64 - number))
    hall.contest = league


def fill_log(database: str) -> Iterator[MatchCommands]:
    service = MatchCommands(open_log(database), open_people(engine(database)))
    hall = championship.hold(service)
    stages = {"stages": [{"format": "league", "through": 2}, {"format": "knockout"}]}
    draw = DrawContest(championship.RULES.id, "stages", order=hall.players, params=stages)
    hall.decide(lambda now: draw_contest(draw, now, hall.names, new_id, service.seed_source))
    hold_groups(hall, service)
    # The record at the table of the final no longer counts: its result is reported by hand.
    [final] = hall.fixtures("final")
    totals = tuple(map(sum, zip(*championship.FINAL, strict=True)))
    hall.correct(final, totals[::-1], "el acta en papel dice otra cosa")
    for file in sorted(RECORDS.glob("*.match.jsonl")):
        match = portable.take(service, file.read_bytes(), "tests")
    call = {"type": "note", "text": "una duda", "seat": 0, "kind": "call"}
    service.append(Append(match.id, [json.dumps(call).encode()], "tests"))
    [one, other] = service.people.page("", 2)
    merge = merge_log.PersonMerged(one.id, other.id, "la misma")
    service.log.append(merge_log.records([], merge, service.clock(), "tests"), service.people.merge(one.id, other.id))
    Follower(service.log, service.people.store).catch_up()
    yield service
    service.log.close()
    service.people.store.dispose()


def compare_tables(service: MatchCommands) -> TablesVerdict:
    verdict = compare(service.log, service.people.store)
    assert verdict
    return verdict


def rows_of(service: MatchCommands, table: sa.Table) -> list[dict[str, Any]]:
    with service.people.store.connect() as connection:
        return [dict(row._mapping) for row in connection.execute(table.select().order_by(*table.primary_key.columns))]


def put(connection: sa.Connection, table: sa.Table, rows: list[dict[str, Any]]) -> None:
    """Sets the rows of a table."""
    connection.execute(table.delete())
    if rows:
        connection.execute(table.insert(), rows)


def find_differences(service: MatchCommands, table: sa.Table, rows: list[dict[str, Any]]) -> RowFlaw:
    """The differences found while these are the rows of a table."""
    whole = rows_of(service, table)
    with service.people.store.begin() as connection:
        put(connection, table, rows)
    try:
        flaw = compare_tables(service).flaw
    finally:
        with service.people.store.begin() as connection:
            put(connection, table, whole)
    assert flaw
    return flaw


class Beside:
    """A served table beside the tables made again, in which changes are searched before any is stored."""

    def __init__(self, live: sa.Connection, rebuilt_tables: sa.Connection, table: sa.Table) -> None:
        self.live, self.rebuilt_tables, self.table = live, rebuilt_tables, table
        [self.row_table] = [row_table for row_table in every_table() if row_table.table is table]

    def find_difference(self, row: dict[str, Any], change: dict[str, Any] | None, *, alone: bool = False) -> RowFlaw:
        """The differences found while a row is changed or missing; among all tables, or in this one `alone`."""
        its = sa.and_(*(column == row[column.name] for column in self.table.primary_key.columns))
        with self.live.begin_nested() as savepoint:
            self.live.execute(self.table.delete().where(its))
            if change is not None:
                self.live.execute(self.table.insert(), change)
            look = partial(differing_in, [self.row_table]) if alone else differing
            flaw = look(self.live, self.rebuilt_tables)[1]
            savepoint.rollback()
        assert flaw
        return flaw


@pytest.fixture
def beside(service: MatchCommands, rebuilt_tables: sa.Engine, name: str) -> Iterator[Beside]:
    with service.people.store.connect() as live, rebuilt_tables.connect() as again:
        yield Beside(live, again, META.tables[name])


def another(value: Any, column: sa.Column[Any]) -> Any:
    """Another value, which no row has, that fits in the column."""
    if isinstance(column.type, sa.Boolean):
        return not value
    if isinstance(column.type, sa.Integer | sa.Float):
        return (value or 0) + 100_000
    return f"~{value or ''}"[:10]


def key_of(table: sa.Table, row: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(row[column.name] for column in table.primary_key.columns)


def test_every_table_has_rows_and_they_agree(service: MatchCommands) -> None:
    for name in TABLES:
        assert rows_of(service, META.tables[name]), name
    verdict = compare_tables(service)
    assert (verdict.flaw, verdict.position) == (None, service.log.position())
    assert verdict.rows > 100


@pytest.mark.parametrize("name", TABLES)
def test_every_value_that_is_changed_is_found(service: MatchCommands, beside: Beside, name: str) -> None:
    """Changed values are found in every column, the keys too."""
    table = META.tables[name]
    first, *_ = rows_of(service, table)
    for column in table.columns:
        flaw = beside.find_difference(first, {**first, column.name: another(first[column.name], column)})
        assert flaw.table == name
        if not column.primary_key:
            assert (flaw.problem, flaw.key, flaw.columns) == ("changed", key_of(table, first), (column.name,))


@pytest.mark.parametrize("name", TABLES)
def test_every_row_that_is_changed_is_found(service: MatchCommands, beside: Beside, name: str) -> None:
    """Changed rows are found by the column after the key, or by a key without other columns; the first and last of all tables."""
    table = META.tables[name]
    columns = [column for column in table.columns if not column.primary_key] or list(table.columns)
    rows = rows_of(service, table)
    for at, row in enumerate(rows):
        column = columns[at % len(columns)]
        other_row = {**row, column.name: another(row[column.name], column)}
        assert beside.find_difference(row, other_row, alone=0 < at < len(rows) - 1).table == name, row


@pytest.mark.parametrize("name", TABLES)
def test_every_row_that_is_taken_out_is_found(service: MatchCommands, beside: Beside, name: str) -> None:
    table = META.tables[name]
    rows = rows_of(service, table)
    for at, row in enumerate(rows):
        flaw = beside.find_difference(row, None, alone=0 < at < len(rows) - 1)
        assert (flaw.table, flaw.key, flaw.problem) == (name, key_of(table, row), "missing")


def test_a_position_that_was_changed_is_found_by_the_rows_that_it_explains(service: MatchCommands) -> None:
    first, *rest = rows_of(service, POSITIONS.table)
    for position in (0, 1, first["position"] + 1, 10**9):
        assert find_differences(service, POSITIONS.table, [{**first, "position": position}, *rest]).table
    assert find_differences(service, POSITIONS.table, rest).problem == "extra"


def test_a_table_served_upside_down_is_found(service: MatchCommands) -> None:
    table = META.tables["projection_standing"]
    whole = rows_of(service, table)
    places = reversed([row["place"] for row in whole])
    flaw = find_differences(service, table, [{**row, "place": place} for row, place in zip(whole, places, strict=True)])
    assert (flaw.table, flaw.columns) == (table.name, ("place",))


@pytest.mark.parametrize("change", ["into", "taken out", "put in"])
def test_a_merge_that_the_log_does_not_give_is_found(service: MatchCommands, change: str) -> None:
    table = sa.Table(MERGES, sa.MetaData(), sa.Column("id", sa.Text, primary_key=True), sa.Column("into", sa.Text))
    [row] = rows_of(service, table)
    assert merge_log.in_force(service.log) == {row["id"]: row["into"]}
    rows = {"into": [{**row, "into": "x"}], "taken out": [], "put in": [row, {**row, "id": "zz"}]}[change]
    problem = {"into": "changed", "taken out": "missing", "put in": "extra"}[change]
    flaw = find_differences(service, table, rows)
    assert (flaw.table, flaw.problem) == (MERGES, problem)


def test_tables_of_another_release_are_not_taken_for_this_ones(service: MatchCommands) -> None:
    assert find_differences(service, SHAPES.table, [{"shape": "0" * 64}]).table == SHAPES.table.name


def test_what_the_tables_have_not_taken_yet_is_no_difference(service: MatchCommands, rebuilt_tables: sa.Engine) -> None:
    before = compare_tables(service)
    [first, *_] = rows_of(service, META.tables["projection_referee_call"])
    service.append(Append(first["match"], [b'{"type": "note", "text": "tarde"}'], "tests"))
    assert service.log.position() > before.position
    assert compare_tables(service) == before
    # Other tests compare the served tables with those made again.
    for tables in (service.people.store, rebuilt_tables):
        Follower(service.log, tables).catch_up()
    assert compare_tables(service).flaw is None


def test_it_writes_nothing_and_says_where_no_table_was_made(tmp_path: Path) -> None:
    database = str(tmp_path / "log.sqlite")
    service = MatchCommands(open_log(database), open_people(engine(database)))
    before = sa.inspect(service.people.store).get_table_names()
    assert compare(service.log, service.people.store) is None
    assert sa.inspect(service.people.store).get_table_names() == before
    Follower(service.log, service.people.store)
    assert compare_tables(service).flaw is None
    service.log.close()
    service.people.store.dispose()
