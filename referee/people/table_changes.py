"""Making and changing the tables beside the log, by one process at a time."""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa

from referee.log.log import TABLES_LOCK
from referee.log.postgres import NO_LOCK_LIMIT
from referee.log.sqlite import LOCK_SECONDS

CHANGE_SECONDS = 15
"""Seconds that a starting process waits for another one that changes the tables of an SQLite file."""


@contextmanager
def changing_tables(store: sa.Engine) -> Iterator[sa.Connection]:
    """Yields a connection to make or change tables on, to one process at a time."""
    with store.begin() as connection:
        if store.dialect.name == "postgresql":
            connection.exec_driver_sql(NO_LOCK_LIMIT)
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": TABLES_LOCK})
        else:
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {CHANGE_SECONDS * 1000}")
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {LOCK_SECONDS * 1000}")
        yield connection
