"""Transactions of followers, which need not wait for the disk: what a power cut takes back is made of the log again."""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa


@contextmanager
def unsynced(store: sa.Engine) -> Iterator[sa.Connection]:
    """A connection whose commits do not wait for the disk, in an SQLite file: appends wait that much less for its lock.

    Its transactions stay whole and in their order: what is committed later on any connection, and synced, brings them to the
    disk before it (https://www.sqlite.org/pragma.html#pragma_synchronous, NORMAL in WAL mode).
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
