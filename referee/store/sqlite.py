"""The recorder of a log in an SQLite file, which writes rows of other tables in the same transaction."""

import sqlite3
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from time import monotonic, sleep
from typing import Any
from uuid import UUID
from weakref import WeakValueDictionary

import sqlalchemy as sa
from eventsourcing import persistence
from eventsourcing.persistence import OperationalError, PersistenceError, StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore

from referee.store.row_writes import RowWrite
from referee.store.timeouts.failures import driver_error, is_contention

LOCK_SECONDS = 4
"""How long an append waits for another program that writes to the file. Then it says so: who waits is not kept any longer, and
neither are those whose requests wait behind it.
"""
LEAVE_SECONDS = 5.0
"""How long whoever still reads has to come to an end when the log is closed."""
LOOK_SECONDS = 0.005
"""How soon it is noticed that they have."""
MOST_PAGES = 4_000
"""Of the write-ahead log, before an append itself brings it into the file. What else writes to the file does so after 1,000, in a
thread, and no request waits for it.
"""

MOST_AT_ONCE = 64
"""Records in one statement."""
ONE_MORE = ", (?, ?, ?, ?)"
BEFORE_ALL, AFTER_ALL = -1, 2**63 - 1
"""Versions that no record has."""
NO_LIMIT = -1
WAITS_FOR_THE_DISK = "PRAGMA synchronous = FULL"
"""A commit is on the disk before it is acknowledged. SQLite can be built to wait less where it is not told."""


@dataclass(slots=True, eq=False)
class _InLine:
    """Of somebody who waits."""

    come: Lock = field(default_factory=Lock)
    locked: BaseException | None = None
    """Why the turn will not come, where it will not."""


class WriteQueue:
    """One after the other writes, in the order in which they asked.

    SQLite itself has whoever finds its lock taken look again now and then: where one commit follows the other on a slow disk, who
    looks so never finds it free.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._is_taken = False
        self._waiting = deque[_InLine]()

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return len(self._waiting)

    @contextmanager
    def hold(self) -> Iterator[None]:
        """The turn of who asks, for as long as the block runs.

        Raises OperationalError where another program keeps the file locked: whose block found it so waited for it long enough,
        and those behind it, who waited meanwhile, would each wait as long again.
        """
        if (mine := self._in_line()) is not None:
            mine.come.acquire()
            if mine.locked is not None:
                raise OperationalError(str(mine.locked)) from mine.locked
        try:
            yield
        except BaseException as error:
            self._leave(driver_error(error) if is_contention(error) else None)
            raise
        self._leave()

    def _in_line(self) -> _InLine | None:
        """Where to wait; None where the turn is free, and taken now."""
        with self._lock:
            if not self._is_taken:
                self._is_taken = True
                return None
            mine = _InLine()
            mine.come.acquire()
            self._waiting.append(mine)
            return mine

    def _leave(self, locked: BaseException | None = None) -> None:
        with self._lock:
            if locked is None:
                if self._waiting:
                    self._waiting.popleft().come.release()
                    return
            else:
                for place in self._waiting:
                    place.locked = locked
                    place.come.release()
                self._waiting.clear()
            self._is_taken = False


_turns = WeakValueDictionary[Path, WriteQueue]()
_making = Lock()
_elsewhere: ContextVar[WriteQueue | None] = ContextVar("elsewhere", default=None)


def write_queue_at(path: str) -> WriteQueue:
    """The turns of those in this process who write to a file."""
    if lent := _elsewhere.get():
        return lent
    with _making:
        return _turns.setdefault(Path(path).resolve(), WriteQueue())


@contextmanager
def using_write_queue(turns: WriteQueue) -> Iterator[None]:
    """Has whoever writes to a file within the block take these turns, of another process that writes to it."""
    token = _elsewhere.set(turns)
    try:
        yield
    finally:
        _elsewhere.reset(token)


def write_queue_of(store: sa.Engine) -> WriteQueue | None:
    """The turns of those in this process who write to the file that a store is in; None where it is in none."""
    file = store.url.database if store.dialect.name == "sqlite" else None
    return write_queue_at(file) if file else None


@contextmanager
def write_turn(connection: sa.Connection) -> Iterator[None]:
    """Runs the block when it is its turn in the file's write queue; on a server at once.

    A caller in the queue already has its connection, so the holder of the turn never waits for one. Raises OperationalError like
    `WriteQueue.hold`.
    """
    turns = write_queue_of(connection.engine)
    with turns.hold() if turns else nullcontext():
        yield


class SQLiteRecorder(SQLiteApplicationRecorder):
    """The library's recorder, with rows beside the records.

    It writes on one connection of its own: another one each time would read again what the one before has written, and the
    library's remember one statement only.
    """

    def __init__(self, datastore: SQLiteDatastore, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name)
        self._select = (
            f"SELECT originator_id, originator_version, topic, state FROM {events_table_name} WHERE originator_id = ? "
            "AND originator_version > ? AND originator_version <= ? ORDER BY originator_version {order} LIMIT ?"
        )
        self._turns = write_queue_at(str(datastore.pool.db_name))
        self._writer: sqlite3.Connection | None = None
        self._writing = Lock()

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        rows: Sequence[RowWrite] = kwargs["rows"]
        with self._turns.hold(), self._writing:
            try:
                if self._writer is None:
                    self._writer = self._open()
                if not rows and len(stored_events) <= MOST_AT_ONCE:
                    # One statement is a transaction of its own, and the interpreter is given away and taken back once.
                    return self._insert_at_once(self._writer, stored_events)
                return self._insert_all(self._writer, stored_events, rows)
            except sqlite3.Error as error:
                raise _told(error) from error

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """The records of a stream. The library's own looks every value of every row up by its name."""
        query = self._select.format(order="DESC" if desc else "ASC")
        values = (
            str(originator_id),
            BEFORE_ALL if gt is None else gt,
            AFTER_ALL if lte is None else lte,
            NO_LIMIT if limit is None else limit,
        )
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(query, values)
            return [StoredEvent(*row) for row in cursor.fetchall()]

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.datastore.pool.db_name,
            uri=True,
            check_same_thread=False,
            isolation_level=None,
            timeout=LOCK_SECONDS,
        )
        connection.execute(WAITS_FOR_THE_DISK)
        connection.execute(f"PRAGMA wal_autocheckpoint = {MOST_PAGES}")
        # The rows beside the records are those of people, too.
        connection.execute("PRAGMA secure_delete = ON")
        return connection

    def close(self) -> None:
        """Lets go of the connection on which it writes, and has the library let go of those on which nobody reads any more.

        Python calls it too when nobody has the log any more, at any moment and in any thread: also in one that has the turn of
        this file, for which it must not wait.
        """
        with self._writing:
            if self._writer is not None:
                self._writer.close()
                self._writer = None
        # The library closes a connection that a thread is reading on as well, and SQLite would go on in memory that is freed.
        given_up = monotonic() + LEAVE_SECONDS
        while self.datastore.pool.num_in_use and monotonic() < given_up:
            sleep(LOOK_SECONDS)

    def _insert_all(
        self, writer: sqlite3.Connection, stored_events: Sequence[StoredEvent], rows: Sequence[RowWrite]
    ) -> list[int]:
        """Stores all in one transaction, or nothing. Returns the positions of the records."""
        writer.execute("BEGIN")
        try:
            for row in rows:
                writer.execute(row.sql(lambda _: "?"), tuple(row.values.values()))
            positions = [self._insert(writer, record) for record in stored_events]
            writer.execute("COMMIT")
        except BaseException:
            # SQLite has ended it already where the disk is full.
            writer.rollback()
            raise
        return positions

    def _insert_at_once(self, writer: sqlite3.Connection, records: Sequence[StoredEvent]) -> list[int]:
        """Stores records, all or none, and returns their positions: those of one statement follow each other."""
        statement = self.insert_events_statement + ONE_MORE * (len(records) - 1)
        values = [value for r in records for value in (str(r.originator_id), r.originator_version, r.topic, r.state)]
        last = writer.execute(statement, values).lastrowid
        assert last is not None
        return [*range(last - len(records) + 1, last + 1)]

    def _insert(self, writer: sqlite3.Connection, record: StoredEvent) -> int:
        """Stores a record, and returns its position."""
        values = (str(record.originator_id), record.originator_version, record.topic, record.state)
        position = writer.execute(self.insert_events_statement, values).lastrowid
        assert position is not None
        return position


def _told(error: sqlite3.Error) -> PersistenceError:
    """An error of SQLite as the library calls it: by the same name."""
    kind: type[PersistenceError] = getattr(persistence, type(error).__name__, PersistenceError)
    return kind(error)


def file_environment(path: Path) -> dict[str, str]:
    """What the eventsourcing library has to be told to open this file."""
    return {
        "PERSISTENCE_MODULE": "eventsourcing.sqlite",
        "SQLITE_DBNAME": str(path),
        "SQLITE_LOCK_TIMEOUT": str(LOCK_SECONDS),
        "APPLICATION_RECORDER_TOPIC": f"{SQLiteRecorder.__module__}:{SQLiteRecorder.__qualname__}",
        "ORIGINATOR_ID_TYPE": "text",
    }
