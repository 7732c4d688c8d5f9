"""The migrations make the tables that the code names: the same names, columns, types and keys, on both databases."""

from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from referee.log.opening.engine import engine
from referee.log.tables import BESIDE_LOG
from referee.people.register import open_people
from referee.people.schema import MIGRATIONS, VERSION_TABLE, age, last_migration, revisions

ROOT = Path(__file__).parents[2]
SCHEMAS = {
    "projections/follower.py": "reads that of an earlier release",
    "projections/rows.py": "that of the read models",
    "referee/evidence/witnesses/memory.py": "that of a witness, which has a database of its own",
    "referee/log/tables.py": "that of all beside the log",
}
"""The modules with a schema, and the schema of each."""


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "empty.sqlite")
    return str(request.getfixturevalue("postgres_database"))


def test_migrations_make_exactly_the_tables_beside_the_log(database: str) -> None:
    store = engine(database)
    open_people(store)
    with store.connect() as connection:
        assert {*sa.inspect(connection).get_table_names()} == {*BESIDE_LOG.tables, VERSION_TABLE}
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, BESIDE_LOG) == []
    store.dispose()


def test_a_database_that_does_not_last_has_the_same_tables_and_rows(tmp_path: Path) -> None:
    contents = []
    for name in ("lasts", "is thrown away"):
        store = engine(str(tmp_path / name))
        open_people(store, lasts=name == "lasts")
        with store.connect() as connection:
            context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
            assert compare_metadata(context, BESIDE_LOG) == []
            contents.append(
                {name: connection.execute(table.select()).all() for name, table in BESIDE_LOG.tables.items()}
            )
        store.dispose()
    assert contents[0] == contents[1]


def test_the_names_of_the_files_say_what_alembic_reads_in_them(database: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert revisions() == tuple(script.revision for script in ScriptDirectory.from_config(config).walk_revisions())
    store = engine(database)
    with store.connect() as connection:
        assert (last_migration(connection), age(connection)) == (None, "older")
    open_people(store)
    with store.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert last_migration(connection) == context.get_current_revision() == revisions()[0]
        assert age(connection) == "current"
    store.dispose()


def test_there_are_no_more_schemas() -> None:
    files = [file for folder in ("api", "projections", "referee") for file in (ROOT / folder).rglob("*.py")]
    assert {file.relative_to(ROOT).as_posix() for file in files if "MetaData()" in file.read_text("utf-8")} == {
        *SCHEMAS
    }
