"""A database that is looked at without changing it: not a table is made, and not a byte of its file is written."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import sqlalchemy as sa

from referee.store.address import is_postgres, sqlite_path
from referee.store.log import NO_TABLES, Log, environment
from referee.store.postgres import READ_ONLY, connecting, connection_string


@contextmanager
def read_only(database: str) -> Iterator[tuple[Log, sa.Engine]]:
    """The log and the tables of a database that is there, until the block ends. Whatever would write to it fails."""
    if is_postgres(database):
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
    log = Log(env | NO_TABLES, takes_writes=False)
    try:
        yield log, store
    finally:
        log.close()
        store.dispose()


def read_only_uri(path: Path) -> str:
    """How SQLite is told to open a file for reading only.

    Where there is a write-ahead log it is read too, which needs SQLite's own file of locks beside it. Where there is none, the
    file holds everything, and SQLite is told that nobody changes it: then it makes no file beside it either.
    """
    beside = path.with_name(f"{path.name}-wal")
    alone = not (beside.exists() and beside.stat().st_size)
    return f"{path.resolve().as_uri()}?mode=ro" + ("&immutable=1" if alone else "")
