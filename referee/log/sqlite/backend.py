"""SQLite files as the backend of the service."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from datetime import datetime
from pathlib import Path
from typing import TypeVar

import sqlalchemy as sa

from referee.log.sqlite.scrub import FileScrubber
from referee.log.sqlite.write_queue import LOCK_SECONDS, WriteQueue, write_queue_at

T = TypeVar("T")
CHANGE_SECONDS = 15
"""Seconds that a starting process waits for another one that changes the tables."""


class SQLiteBackend:
    """A database in a file of this machine. See `referee.log.backend.Backend`."""

    is_local = True
    is_shared = False
    notifies = False
    poll_seconds = 0.25
    code_points = "BINARY"

    async def run_read(self, call: Callable[[], T]) -> T:
        """Runs the read here: the pages of the file are in memory."""
        return call()

    def write_queue(self, store: sa.Engine) -> WriteQueue | None:
        """Returns the queue of the file's writers; None for a store without a file."""
        file = store.url.database
        return write_queue_at(file) if file else None

    def write_turn(self, store: sa.Engine) -> AbstractContextManager[None]:
        """Holds the turn of the file's write queue during the block."""
        queue = self.write_queue(store)
        return queue.hold() if queue else nullcontext()

    def commit(self, store: sa.Engine, connection: sa.Connection) -> None:
        """Commits. The outcome is certain."""
        connection.commit()

    @contextmanager
    def changing_tables(self, store: sa.Engine) -> Iterator[sa.Connection]:
        """Opens a transaction that locks the file from its beginning."""
        with store.begin() as connection:
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {CHANGE_SECONDS * 1000}")
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {LOCK_SECONDS * 1000}")
            yield connection

    @contextmanager
    def connect_unsynced(self, store: sa.Engine) -> Iterator[sa.Connection]:
        """Opens a connection that commits without waiting for the disk: appends wait less for the file's lock.

        A later synced commit on any connection brings its transactions to the disk first
        (https://www.sqlite.org/pragma.html#pragma_synchronous, NORMAL in WAL mode).
        """
        with store.connect() as connection:
            connection.exec_driver_sql("PRAGMA synchronous = NORMAL")
            try:
                yield connection
            finally:
                connection.rollback()
                connection.exec_driver_sql("PRAGMA synchronous = FULL")

    @contextmanager
    def snapshot(self, store: sa.Engine) -> Iterator[sa.Connection]:
        """Opens a connection in a transaction that reads as of one moment."""
        with store.connect() as connection:
            # The driver opens no transaction for reads alone.
            connection.exec_driver_sql("BEGIN")
            yield connection
            connection.rollback()

    def now(self, connection: sa.Connection) -> datetime:
        """Returns the time of day of this machine, in UTC."""
        text = connection.exec_driver_sql("SELECT strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now')").scalar_one()
        return datetime.fromisoformat(text)

    def scrubber(self, store: sa.Engine, *tables: sa.Table) -> FileScrubber:
        """Returns what removes the copies of the deleted rows of tables with an `id` from the file."""
        return FileScrubber(store, tables)

    def folder(self, store: sa.Engine) -> Path:
        """Returns the folder of the file."""
        return Path(str(store.url.database)).parent

    def copy(self, store: sa.Engine, file: Path, make_tables: Callable[[Path], Sequence[str]]) -> None:
        """Copies the file page by page, so that positions stay what they are; VACUUM may count rows differently."""
        with closing(sqlite3.connect(str(store.url.database))) as source, closing(sqlite3.connect(file)) as copy:
            source.backup(copy)


SQLITE = SQLiteBackend()
