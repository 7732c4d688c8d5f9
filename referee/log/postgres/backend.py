"""PostgreSQL servers as the backend of the service."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import datetime
from pathlib import Path
from typing import TypeVar

import sqlalchemy as sa

from referee.log.postgres.connections import NO_LOCK_LIMIT, TABLES_LOCK
from referee.log.postgres.copy import copy_rows
from referee.log.postgres.marked_commit import marked_commit

T = TypeVar("T")


class NoScrubber:
    """Removes nothing: the copies of deleted rows on a server are the server's own matter."""

    is_needed = False

    def note_deletion(self) -> None:
        """Does nothing."""

    def scrub(self) -> bool:
        """Returns True: there is nothing to remove."""
        return True


class PostgresBackend:
    """A database on a server, across a network. See `referee.log.backend.Backend`."""

    is_local = False
    is_shared = True
    notifies = True
    poll_seconds = 1.0
    code_points = "C"

    async def run_read(self, call: Callable[[], T]) -> T:
        """Runs the read in a thread."""
        return await asyncio.to_thread(call)

    def write_queue(self, store: sa.Engine) -> None:
        """Returns None: the server orders its writers."""

    def write_turn(self, store: sa.Engine) -> AbstractContextManager[None]:
        """Runs the block at once."""
        return nullcontext()

    def commit(self, store: sa.Engine, connection: sa.Connection) -> None:
        """Commits with a mark, which tells the outcome if the answer is lost. Raises Unavailable."""
        marked_commit(store, connection)

    @contextmanager
    def changing_tables(self, store: sa.Engine) -> Iterator[sa.Connection]:
        """Opens a transaction that holds the advisory lock on the tables."""
        with store.begin() as connection:
            connection.exec_driver_sql(NO_LOCK_LIMIT)
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": TABLES_LOCK})
            yield connection

    @contextmanager
    def connect_unsynced(self, store: sa.Engine) -> Iterator[sa.Connection]:
        """Opens a connection as usual: appends do not wait for the commits of others."""
        with store.connect() as connection:
            yield connection

    @contextmanager
    def snapshot(self, store: sa.Engine) -> Iterator[sa.Connection]:
        """Opens a connection that reads as of its first statement."""
        with store.connect() as connection:
            connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection
            connection.rollback()

    def now(self, connection: sa.Connection) -> datetime:
        """Returns the time of day of the server."""
        time: datetime = connection.exec_driver_sql("SELECT clock_timestamp()").scalar_one()
        return time

    def scrubber(self, store: sa.Engine, *tables: sa.Table) -> NoScrubber:
        """Returns one that has nothing to remove."""
        return NoScrubber()

    def folder(self, store: sa.Engine) -> None:
        """Returns None: its files are on the server."""

    def copy(self, store: sa.Engine, file: Path, make_tables: Callable[[Path], Sequence[str]]) -> None:
        """Copies the rows, those of the log with their positions."""
        copy_rows(store, file, make_tables(file))


POSTGRES = PostgresBackend()
