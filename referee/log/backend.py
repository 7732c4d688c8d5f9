"""The two kinds of database: a file of this machine, and a PostgreSQL server. What differs between them is asked of these."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa

from referee.log.queries import LogTable
from referee.log.records import Commit, PoolState, Write
from referee.log.sqlite.backend import SQLITE
from referee.log.sqlite.changes import FileState
from referee.log.sqlite.write_queue import WriteQueue
from referee.work import ServerHealth

T = TypeVar("T")


class Scrubber(Protocol):
    """Removes the copies that deleted rows of a table leave in the database."""

    @property
    def is_needed(self) -> bool:
        """True if there may be copies."""

    def note_deletion(self) -> None:
        """Records that rows were deleted."""

    def scrub(self) -> bool:
        """Removes the copies. Returns False if a reader or a writer was in the way: then call it again."""


class Backend(Protocol):
    """A kind of database. All stores of one kind share one instance."""

    @property
    def is_local(self) -> bool:
        """True if it lies in a file of this machine: to read it takes less time than a switch to a thread and back."""

    @property
    def is_shared(self) -> bool:
        """True if services on several machines may have it open."""

    @property
    def notifies(self) -> bool:
        """True if it notifies processes of the records of others."""

    @property
    def poll_seconds(self) -> float:
        """Seconds between two polls for records of other processes."""

    @property
    def code_points(self) -> str:
        """The collation that orders texts by code points."""

    async def run_read(self, call: Callable[[], T]) -> T:
        """Runs a read of no request without blocking the event loop on a network."""

    def write_queue(self, store: sa.Engine) -> WriteQueue | None:
        """Returns the queue of the writers of a store; None if the database orders them."""

    def write_turn(self, store: sa.Engine) -> AbstractContextManager[None]:
        """Runs the block when it is its turn to write. Raises OperationalError like `WriteQueue.hold`.

        Open the connection first, so that the holder of the turn never waits for one.
        """

    def commit(self, store: sa.Engine, connection: sa.Connection) -> None:
        """Commits. Raises Unavailable if the answer is lost and the outcome cannot be found out."""

    def changing_tables(self, store: sa.Engine) -> AbstractContextManager[sa.Connection]:
        """Opens a transaction that makes or changes tables, one process at a time."""

    def connect_unsynced(self, store: sa.Engine) -> AbstractContextManager[sa.Connection]:
        """Opens a connection that commits without waiting for the disk: for rows that are derived from the log.

        Its transactions stay whole and in order.
        """

    def snapshot(self, store: sa.Engine) -> AbstractContextManager[sa.Connection]:
        """Opens a connection that reads everything as of one moment, also while others write."""

    def now(self, connection: sa.Connection) -> datetime:
        """Returns the time of day of the database: one clock for all processes, as those of their machines may differ."""

    def scrubber(self, store: sa.Engine, *tables: sa.Table) -> Scrubber:
        """Returns what removes the copies of the deleted rows of tables with an `id`."""

    def folder(self, store: sa.Engine) -> Path | None:
        """Returns the folder of the database's file; None without one."""

    def copy(self, store: sa.Engine, file: Path, make_tables: Callable[[Path], Sequence[str]]) -> None:
        """Copies a database that may be in use, as it is at one moment, to an empty SQLite file.

        `make_tables` makes the tables of a new database in the file, and returns the names of those to copy row by row.
        """


class LogRecorder(Protocol):
    """A recorder of the eventsourcing library, with what the log needs beyond the library's own methods."""

    @property
    def backend(self) -> Backend:
        """The kind of its database."""

    @property
    def address(self) -> str | None:
        """The libpq address of its server; None for a file."""

    @property
    def sender_id(self) -> str:
        """The name of this process in the notifications that it sends; empty if it sends none."""

    @property
    def health(self) -> ServerHealth:
        """The health of its server."""

    @property
    def table(self) -> LogTable:
        """The table of the log, as queries name it."""

    def pool_state(self) -> PoolState:
        """Returns the state of its pool of connections."""

    def prepare(self, writes: Sequence[Write]) -> Commit:
        """Returns the commit that stores several writes."""

    def commit(self, commit: Commit, clock: Callable[[], float]) -> Sequence[int]:
        """Stores the records and rows of a commit, all or none. Returns the positions of the records.

        Raises Clash, or Unavailable, which says whether they may be stored.
        """

    def rows(self, query: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        """Returns the rows of an answer."""

    def position(self) -> int:
        """Returns the position of the last record; 0 for an empty log."""

    def file_state(self) -> FileState | None:
        """Returns the state of its file; None for a server, or an unreadable file."""

    def number(self, query: str) -> int | None:
        """Returns the number that a query of its file gives; None for a server, or an unreadable file."""

    def ends_at(self, stream: str, version: int) -> bool:
        """True if a stream certainly ends at this version; False if it goes on or must be read."""

    def close(self) -> None:
        """Closes its own connections, once no thread uses them."""


def backend_of(store: sa.Engine | sa.Connection) -> Backend:
    """Returns the backend of a store, or of a connection to one."""
    if store.dialect.name != "postgresql":
        return SQLITE
    from referee.log.postgres.backend import POSTGRES

    return POSTGRES
