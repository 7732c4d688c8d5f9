"""The append-only log, on the eventsourcing library: SQLite in a file, or PostgreSQL.

A stream is the log of one match (or championship), by its id; a record is one version of it. Versions are unique, so two
writers can never both append the same one; records of one `append` are stored all together or not at all. Positions count
through the whole log in the order of storing.
"""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from time import monotonic, perf_counter, sleep
from typing import Any, Literal

import psycopg
from eventsourcing.application import Application
from eventsourcing.persistence import (
    IntegrityError,
    JSONTranscoder,
    Mapper,
    Notification,
    OperationalError,
    StoredEvent,
    Transcoder,
)
from msgspec import Struct

from referee.errors import Unavailable
from referee.log import request_flags
from referee.log.address import is_postgres, private_file, require_address, sqlite_path
from referee.log.attempt import CommitAttempt, CommitProgress, attempt_at, last_of_each
from referee.log.change_counter import FileState, StreamHeads
from referee.log.dry_run import current_dry_run
from referee.log.notify import OwnWrites
from referee.log.pooler_check import require_session
from referee.log.postgres import CONNINFO, READ_ONLY, connection_string, server_environment
from referee.log.row_writes import RowWrite
from referee.log.snapshot_query import LogSnapshot, SnapshotQuery
from referee.log.sqlite import SQLiteRecorder, file_environment
from referee.log.timeouts.budget import MAIN, STANDBY, deadline
from referee.log.timeouts.failures import FAILURES, is_outage

TABLES_LOCK = 0x7265666572656500
"""Advisory lock on the creation of tables: "referee" in ASCII."""
PATIENCE_SECONDS = 4.0
"""Time for retries of an append while the database does not answer."""
AppendOutcome = Literal["stored", "clash", "unavailable"]
"""The outcome of an append."""
NO_TABLES = {"CREATE_TABLE": "no"}
"""Settings with which the eventsourcing library creates no table."""
PAUSE_SECONDS = 0.1
"""Pause between two tries."""
Record = StoredEvent
"""`originator_id`: the stream; `originator_version`; `topic`: the event's tag; `state`: the JSON of the entry."""


class Clash(Exception):
    """This version of the stream exists already: another writer was first."""


class Write(Struct, frozen=True):
    """One record or more, and the rows to write in the same transaction."""

    records: Sequence[Record]
    rows: Sequence[RowWrite] = ()


class PoolState(Struct, frozen=True):
    """The most connections of a process, those in use, and the requests that wait for one; None if not counted."""

    most: int
    in_use: int
    waiting: int | None


class _EntryMapper(Mapper[str]):
    """Passes records through: msgspec has encoded their entries, and the readers know the types."""

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        record: StoredEvent = domain_event
        return record

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        return stored_event


class Log(Application[str]):
    """The log of one database."""

    name = "referee"

    def __init__(self, env: Mapping[str, str], *, takes_writes: bool = True) -> None:
        super().__init__(env)
        self.takes_writes = takes_writes
        """True if the database took writes when it was opened: a standby takes none."""
        recorder = self.recorder
        self._heads = (
            StreamHeads(env["SQLITE_DBNAME"], recorder.events_table_name)
            if isinstance(recorder, SQLiteRecorder)
            else None
        )

        self.health = STANDBY if READ_ONLY in env else MAIN
        """The health of its server."""
        self.address = env.get(CONNINFO)
        """The libpq address of a database on a server; None for a file."""
        self.sender_id: str = getattr(recorder, "sender_id", "")
        """The name of this process in notifications (see referee/log/notify.py)."""
        self.last_written = 0
        """Highest position that this process has written."""
        self._own = OwnWrites()
        self.reported_position = 0
        """Highest position the server has reported."""
        self.on_commit: Callable[[Set[str]], None] = lambda _: None
        """Called after each commit of this process, with the streams it wrote to."""
        self.on_append: Callable[[AppendOutcome, int, float], None] = lambda _outcome, _records, _seconds: None
        """Called after each append, in its thread: outcome, number of records, seconds."""

    def close(self) -> None:
        """Closes the database."""
        if self._heads:
            self._heads.close()
        if isinstance(self.recorder, SQLiteRecorder):
            self.recorder.close()
        super().close()

    def construct_transcoder(self) -> Transcoder:
        return JSONTranscoder()

    def construct_mapper(self) -> Mapper[str]:
        return _EntryMapper(self.construct_transcoder())

    @property
    def is_file(self) -> bool:
        """True if the log is in a file of this machine."""
        return isinstance(self.recorder, SQLiteRecorder)

    def pool(self) -> PoolState:
        """Returns the state of this process's pool of connections to the log."""
        pool: Any = self.recorder.datastore.pool  # type: ignore[attr-defined]
        if self.is_file:
            return PoolState(pool.pool_size + pool.max_overflow, pool.num_in_use, None)
        stats = pool.get_stats()
        return PoolState(pool.max_size, stats["pool_size"] - stats["pool_available"], stats.get("requests_waiting", 0))

    def append(
        self, records: Sequence[Record], rows: Sequence[RowWrite] = (), clock: Callable[[], float] = monotonic
    ) -> int:
        """Stores the records and the rows, all or none, and publishes them. Returns the position of the last record.

        Raises like `append_all`.
        """
        [position] = self.append_all([Write(records, rows)], clock)
        self.publish({str(record.originator_id) for record in records})
        return position

    def append_all(self, writes: Sequence[Write], clock: Callable[[], float] = monotonic) -> list[int]:
        """Stores all of several writes, or none. Returns for each the position of its last record. The caller publishes them.

        If the answer to a commit is lost, it looks for its own records. In a dry run nothing is stored: the records exist only
        within the run, until its end, and the position is the last one of the log.

        Raises Clash, or Unavailable, which says whether they may be stored.
        """
        if run := current_dry_run():
            return [self._append_in_dry_run(run.records, write.records) for write in writes]
        rows, records = [row for write in writes for row in write.rows], [write.records for write in writes]

        def store() -> list[int]:
            return self._to_file(records, rows) if self.is_file else self._to_server(attempt_at(records), rows, clock)

        return self._observe(sum(map(len, records)), store)

    def append_after(self, attempt: CommitAttempt) -> list[int]:
        """Appends like `append_all`, after an attempt with an unknown or failed outcome. Returns the same positions."""
        return self._observe(len(attempt.records), lambda: self._to_server(attempt, (), monotonic))

    def record_stored(self, writes: Sequence[Sequence[Record]], positions: Sequence[int], seconds: float) -> list[int]:
        """Records that several writes are stored at these positions. Returns the last position of each."""
        self._own.add(positions)
        ends = last_of_each(writes, positions)
        self._note_stored(ends, len(positions), seconds)
        return ends

    def _observe(self, records: int, store: Callable[[], list[int]]) -> list[int]:
        start = perf_counter()
        try:
            ends = store()
        except (Clash, Unavailable) as error:
            self.on_append("clash" if isinstance(error, Clash) else "unavailable", records, perf_counter() - start)
            raise
        self._note_stored(ends, records, perf_counter() - start)
        return ends

    def _note_stored(self, ends: Sequence[int], records: int, seconds: float) -> None:
        self.on_append("stored", records, seconds)
        request_flags.STORED.set()
        self.last_written = max(self.last_written, *ends)

    def publish(self, streams: Set[str]) -> None:
        """Calls `on_commit` with streams that were written to; not in a dry run."""
        if current_dry_run() is None:
            self.on_commit(streams)

    def _to_file(self, records: Sequence[Sequence[Record]], rows: Sequence[RowWrite]) -> list[int]:
        """Tries once: SQLite itself waits for other programs, and its outcome is certain."""
        try:
            return self._insert(records, rows, CommitProgress())
        except FAILURES as error:
            if is_outage(error):
                raise Unavailable(stored="no") from error
            raise

    def _to_server(self, attempt: CommitAttempt, rows: Sequence[RowWrite], clock: Callable[[], float]) -> list[int]:
        """Tries as often as the time allows."""
        # The writes may be of several requests: the wait of one of them so far must not shorten the others.
        with deadline(PATIENCE_SECONDS - attempt.seconds, clock) as limit:
            while True:
                try:
                    return self._insert(attempt.writes, rows, attempt.progress)
                except FAILURES as error:
                    if not is_outage(error):
                        raise
                    if limit.remaining() <= 0:
                        raise Unavailable(stored="unknown" if attempt.progress.commit_sent else "no") from error
                    sleep(PAUSE_SECONDS)

    def _append_in_dry_run(self, own: list[Record], records: Sequence[Record]) -> int:
        if self.is_taken(records):
            raise Clash
        own += records
        return self.position()

    def _insert(
        self, writes: Sequence[Sequence[Record]], rows: Sequence[RowWrite], progress: CommitProgress
    ) -> list[int]:
        """Tries once. Returns the position of the last record of each write. Raises Clash, or an error of the recorder."""
        try:
            positions = self.recorder.insert_events(
                [r for records in writes for r in records], rows=rows, progress=progress
            )
        except IntegrityError as error:
            if len(writes) == 1 and not rows and not self.is_taken(writes[0]):
                # A former primary may refuse records that the new one does not have: try again.
                raise OperationalError("what was refused is not there") from error
            raise Clash from error
        assert positions
        self._own.add(positions)
        return last_of_each(writes, positions)

    def is_taken(self, records: Sequence[Record]) -> bool:
        """True if the version of one of these records is stored already."""
        return any(self.read(str(r.originator_id), r.originator_version - 1, r.originator_version) for r in records)

    def read(self, stream: str, after: int = 0, through: int | None = None) -> Sequence[Record]:
        """Returns the records of a stream above version `after` through version `through`."""
        records = self.recorder.select_events(stream, gt=after or None, lte=through)
        run = current_dry_run()
        return records if run is None else [*records, *run.of(stream, after, through)]

    def last(self, stream: str) -> Record | None:
        """Returns the last record of a stream; None for an empty one."""
        run = current_dry_run()
        if run is not None and (own := run.of(stream, 0, None)):
            return own[-1]
        return next(iter(self.recorder.select_events(stream, desc=True, limit=1)), None)

    def follow(self, after: int, limit: int = 1000, through: int | None = None) -> Sequence[Notification]:
        """Returns the records of all streams above position `after`, in order of position."""
        return self.recorder.select_notifications(after, limit, stop=through, inclusive_of_start=False)

    def position(self) -> int:
        """Returns the position of the last record; 0 for an empty log."""
        if self._heads:
            with suppress(sqlite3.Error):
                return self._heads.position()
        # If the file cannot be read, the recorder raises its own error.
        return self.recorder.max_notification_id() or 0

    @property
    def known_position(self) -> int:
        """Highest position known to this process: every later read includes it."""
        return max(self.reported_position, self.last_written)

    def state(self) -> FileState | None:
        """Returns the state of the log's file; None for a log on a server, or an unreadable file."""
        if self._heads:
            with suppress(sqlite3.Error):
                return self._heads.state()
        return None

    def number(self, query: str) -> int | None:
        """Returns the number that a query of the log's file gives; None for a log on a server, or an unreadable file."""
        if self._heads:
            with suppress(sqlite3.Error):
                return self._heads.number(query)
        return None

    def snapshot_query(self, count: str) -> SnapshotQuery:
        """Returns the query of a snapshot of the database; `count` is a subquery of one number."""
        column, table, _ = self._columns()
        return SnapshotQuery(column, table, count, is_file=self.is_file)

    def read_snapshot(self, streams: Sequence[str], count: str) -> LogSnapshot:
        """Reads a snapshot of the database, with the versions of one stream or more."""
        _, _, mark = self._columns()
        query = self.snapshot_query(count)
        return query.read(self._rows(query.statement(mark), (query.value(streams),)))

    def is_at(self, stream: str, version: int) -> bool:
        """True if a stream certainly ends at this version; False if it goes on or must be read."""
        if self._heads and current_dry_run() is None:
            with suppress(sqlite3.Error):
                return self._heads.version(stream) <= version
        return False

    def position_of(self, stream: str, version: int) -> int | None:
        """Returns the position of one record; None without such a record."""
        column, table, mark = self._columns()
        query = f"SELECT {column} FROM {table} WHERE originator_id = {mark} AND originator_version = {mark}"
        row = self._ask(query, (stream, version))
        return int(row[0]) if row else None

    def streams_after(self, position: int) -> set[str]:
        """Returns the streams of the records above a position."""
        column, table, mark = self._columns()
        query = f"SELECT DISTINCT originator_id FROM {table} WHERE {column} > {mark}"
        return {str(stream) for (stream,) in self._rows(query, (position,))}

    def streams_of_others(self, position: int, through: int) -> set[str]:
        """Returns the streams of the records above a position; none if this process wrote all records through `through`."""
        return set() if self._own.are_all(position, through) else self.streams_after(position)

    def unplaced(self) -> tuple[str, int] | None:
        """Returns stream and version of a record without a position above 0, which `all` skips; None in a sound log."""
        column, table, _ = self._columns()
        query = "SELECT originator_id, originator_version"
        row = self._ask(f"{query} FROM {table} WHERE {column} IS NULL OR {column} < 1 LIMIT 1", ())
        return (str(row[0]), int(row[1])) if row else None

    def _columns(self) -> tuple[str, str, str]:
        """Returns the column of positions, the table of the log, and the placeholder of parameters."""
        recorder: Any = self.recorder
        if self.is_file:
            return "rowid", recorder.events_table_name, "?"
        return "notification_id", f"{recorder.datastore.schema}.{recorder.events_table_name}", "%s"

    def _ask(self, query: str, values: tuple[object, ...]) -> tuple[Any, ...] | None:
        """Returns the first row of an answer; None for an empty one."""
        return next(iter(self._rows(query, values)), None)

    def _rows(self, query: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        """Returns the rows of an answer."""
        recorder: Any = self.recorder
        if self.is_file:
            with recorder.datastore.transaction(commit=False) as cursor:
                cursor.execute(query, values)
                return [tuple(row) for row in cursor.fetchall()]
        # One statement needs no transaction around it, which would cost two more round trips.
        with recorder.datastore.get_connection() as connection:
            return [tuple(row.values()) for row in connection.execute(query, values, prepare=True).fetchall()]

    def of_topics(self, topics: Sequence[str], through: int) -> list[Record]:
        """Returns the records of these topics through a position, in order of position."""
        column, table, mark = self._columns()
        query = f"SELECT originator_id, originator_version, topic, state FROM {table} WHERE {column} <= {mark}"
        query += f" AND topic IN ({', '.join([mark] * len(topics))}) ORDER BY {column}"
        return [Record(*row) for row in self._rows(query, (through, *topics))]

    @property
    def position_query(self) -> str:
        """A query of one number, the position of the last record, to join with reads of tables beside the log."""
        column, table, _ = self._columns()
        return f"SELECT coalesce(max({column}), 0) FROM {table}"

    def all(self, through: int | None = None) -> Iterator[Notification]:
        """Yields every record of the log in order of position."""
        after = 0
        while batch := self.follow(after, through=through):
            yield from batch
            after = batch[-1].id


def open_log(database: str) -> Log:
    """Opens the log of a database: `postgresql://...`, `sqlite:///path`, or the path of a file. Creates missing files and tables,
    except on a server that takes no writes.

    Raises Inconsistent for any other address, and for one that leads to a pooler which does not keep sessions.
    """
    require_address(database)
    if not is_postgres(database):
        private_file(sqlite_path(database))
        return Log(env=environment(database))
    address = connection_string(database)
    require_session(address)
    with psycopg.connect(address) as connection:
        if connection.execute("SHOW transaction_read_only").fetchone() == ("on",):
            return Log(environment(database) | NO_TABLES, takes_writes=False)
        # Of two processes that create the same tables at once, PostgreSQL would fail one.
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (TABLES_LOCK,))
        return Log(env=environment(database))


def environment(database: str) -> dict[str, str]:
    """Returns the settings with which the eventsourcing library opens this database."""
    return server_environment(database) if is_postgres(database) else file_environment(sqlite_path(database))
