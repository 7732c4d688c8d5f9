"""The migrations make the tables that the code asks: the same names, columns, types and keys, on both databases."""

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import MetaData, Table

from api.webhooks import outbox
from referee.evidence import notary, tree
from referee.followers import lease
from referee.matches.timing import times
from referee.people import pins, presence, register, tokens
from referee.people.register import People, engine

OWNERS = (lease, notary, outbox, pins, presence, register, times, tokens, tree)
"""The modules whose tables migrations make. Read models are made from their metadata, and the log by its library."""


def wanted() -> MetaData:
    """All tables that these modules ask."""
    tables = MetaData()
    for module in OWNERS:
        for table in [one for one in vars(module).values() if isinstance(one, Table)]:
            table.to_metadata(tables)
    return tables


def test_migrations_make_the_tables_that_the_code_asks(database: str) -> None:
    tables = wanted()
    store = engine(database)
    People(store)
    with store.connect() as connection:
        options = {"include_name": lambda name, kind, _: kind != "table" or name in tables.tables}
        found = compare_metadata(MigrationContext.configure(connection, opts=options), tables)
    store.dispose()
    assert len(tables.tables) >= 12
    assert found == []
