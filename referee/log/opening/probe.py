"""A check that a database of the service exists, without creating one."""

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from referee.log.address import is_postgres, sqlite_path
from referee.log.queries import LOG_TABLE, POSTGRES_LOG_TABLE

if TYPE_CHECKING:
    import psycopg


class DatabaseAccessError(Exception):
    """The server answers, but it has no such database, or does not know this user or password."""


def database_exists(database: str) -> bool:
    """True if this address leads to a database that holds a log. Creates and changes nothing.

    Raises DatabaseAccessError if a server answers and does not open it, sqlite3.Error or psycopg.Error if it does not answer.
    """
    if is_postgres(database):
        with _connect(database) as connection:
            return connection.execute("SELECT to_regclass(%s)", (POSTGRES_LOG_TABLE,)).fetchone() != (None,)
    path = sqlite_path(database)
    if not path.is_file():
        return False
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)) as connection:
        row = connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (LOG_TABLE,)).fetchone()
    return row is not None


def _connect(database: str) -> "psycopg.Connection":
    import psycopg
    from psycopg.pq import PGconn, Ping

    try:
        return psycopg.connect(database)
    except psycopg.OperationalError as error:
        # The server's reason has no code of its own before a connection stands; its words follow the server's language.
        if PGconn.ping(database.encode()) == Ping.OK:
            raise DatabaseAccessError(str(error).splitlines()[0]) from error
        raise
