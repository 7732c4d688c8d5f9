"""Whether a database of the service is there, without making one."""

import sqlite3
from contextlib import closing

import psycopg

from referee.store.address import is_postgres, sqlite_path

LOG_TABLE = "stored_events"


def is_there(database: str) -> bool:
    """Whether this address leads to a database that holds a log. Nothing is made or changed.

    Raises sqlite3.Error or psycopg.Error where it cannot be asked.
    """
    if is_postgres(database):
        with psycopg.connect(database) as connection:
            return connection.execute("SELECT to_regclass(%s)", (LOG_TABLE,)).fetchone() != (None,)
    path = sqlite_path(database)
    if not path.is_file():
        return False
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)) as connection:
        found = connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (LOG_TABLE,)).fetchone()
    return found is not None
