"""Transactions of followers. They need not wait for the disk: rows that a power cut takes back are derived from the log again."""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa


@contextmanager
def unsynced(store: sa.Engine) -> Iterator[sa.Connection]:
    """Opens a connection that, in an SQLite file, commits without waiting for the disk: appends wait less for the file's lock.

    Its transactions stay whole and in order: a later synced commit on any connection brings them to the disk first
    (https://www.sqlite.org/pragma.html#pragma_synchronous, NORMAL in WAL mode).
    """
    with store.connect() as connection:
        if connection.dialect.name != "sqlite":
            yield connection
            return
        connection.exec_driver_sql("PRAGMA synchronous = NORMAL")
        try:
            yield connection
        finally:
            connection.rollback()
            connection.exec_driver_sql("PRAGMA synchronous = FULL")
