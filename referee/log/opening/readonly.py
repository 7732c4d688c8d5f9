"""Read-only access to a database, for commands that check one: creates no table, and writes no byte of its file.

A node that only reads refuses writes elsewhere: `begin` in `api.middleware.read_sources`.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import sqlalchemy as sa

from referee.log.address import is_postgres, sqlite_path
from referee.log.log import NO_TABLES, DatabaseLog, Log, environment


@contextmanager
def read_only(database: str) -> Iterator[tuple[Log, sa.Engine]]:
    """Opens the log and the tables of an existing database for the block. Every write to them fails."""
    if is_postgres(database):
        from referee.log.postgres.connections import connecting, connection_string
        from referee.log.postgres.recorder import READ_ONLY

        store = sa.create_engine("postgresql+psycopg://", hide_parameters=True)
        sa.event.listen(store, "do_connect", connecting(connection_string(database), read_only=True))
        env = environment(database) | {READ_ONLY: "1"}
    else:
        address = read_only_uri(sqlite_path(database))
        store = sa.create_engine(
            "sqlite://",
            creator=partial(sqlite3.connect, address, uri=True),
            poolclass=sa.NullPool,
            hide_parameters=True,
        )
        env = environment(database) | {"SQLITE_DBNAME": address}
    log = DatabaseLog(env | NO_TABLES, takes_writes=False)
    try:
        yield log, store
    finally:
        log.close()
        store.dispose()


def read_only_uri(path: Path) -> str:
    """Returns the URI that opens an SQLite file read-only.

    If there is a write-ahead log, SQLite reads it too, which needs its file of locks. Without one the file holds everything, and
    it is opened as immutable, so that SQLite creates no other file.
    """
    journal = path.with_name(f"{path.name}-wal")
    is_complete = not (journal.exists() and journal.stat().st_size)
    return f"{path.resolve().as_uri()}?mode=ro" + ("&immutable=1" if is_complete else "")
