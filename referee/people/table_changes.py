"""Making and changing the tables beside the log, by one process at a time."""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa

from referee.store.log import TABLES_LOCK


@contextmanager
def changing_tables(store: sa.Engine) -> Iterator[sa.Connection]:
    """A connection on which tables are made or changed, by one process at a time."""
    with store.begin() as connection:
        if store.dialect.name == "postgresql":
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": TABLES_LOCK})
        else:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        yield connection
