"""Databases that have the tables of a service already, as one that has started and stopped leaves them: copies of one.

A service makes its tables when it first opens a database. That takes longer than most tests, and few are about it. Those begin
with an empty database: `tests/log/test_migrations.py`, `tests/cli`, and every test that names a file or a server of its own.
"""

import sqlite3
import tempfile
from contextlib import closing, suppress
from functools import cache
from pathlib import Path

from projections.follower import Follower
from referee.log.address import is_postgres, sqlite_path
from referee.log.log import open_log
from referee.log.opening.engine import engine
from referee.people.register import open_people


def make_tables(database: str) -> None:
    """Makes the tables of a service in an empty database, as a service does, and closes it."""
    log, store = open_log(database), engine(database)
    open_people(store)
    Follower(log, store)
    log.close()
    store.dispose()


@cache
def _content() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "prepared.sqlite"
        make_tables(str(path))
        # All of it in the one file.
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return path.read_bytes()


def prepare(database: str) -> None:
    """Gives a file that does not exist yet, in a folder that does, the tables of a service. Other databases stay as they are."""
    if is_postgres(database):
        return
    # Open to its owner alone, as the service makes it.
    with suppress(FileExistsError, FileNotFoundError):
        path = sqlite_path(database)
        path.touch(0o600, exist_ok=False)
        path.write_bytes(_content())
