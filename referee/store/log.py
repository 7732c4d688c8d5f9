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
from referee.store import request_flags
from referee.store.address import is_postgres, private_file, require_address, sqlite_path
from referee.store.attempt import CommitAttempt, CommitProgress, attempt_at, last_of_each
from referee.store.change_counter import FileState, StreamHeads
from referee.store.dry_run import current_dry_run
from referee.store.notify import OwnWrites
from referee.store.pooler_check import require_session
from referee.store.postgres import CONNINFO, READ_ONLY, connection_string, server_environment
from referee.store.row_writes import RowWrite
from referee.store.snapshot_query import LogSnapshot, SnapshotQuery
from referee.store.sqlite import SQLiteRecorder, file_environment
from referee.store.timeouts.budget import MAIN, STANDBY, deadline
from referee.store.timeouts.failures import FAILURES, is_outage

TABLES_LOCK = 0x7265666572656500
"""What PostgreSQL locks while tables are made: "referee" in ASCII."""
PATIENCE_SECONDS = 4.0
"""How long an append is tried again while the database does not answer."""
AppendOutcome = Literal["stored", "clash", "unavailable"]
"""What an append comes to."""
NO_TABLES = {"CREATE_TABLE": "no"}
"""What the eventsourcing library is told so that it makes no table."""
PAUSE_SECONDS = 0.1
"""Between two tries."""
Record = StoredEvent
"""`originator_id`: the stream; `originator_version`; `topic`: the event's tag; `state`: the JSON of the entry."""


class Clash(Exception):
    """Somebody else has appended this version first."""


class Write(Struct, frozen=True):
    """Records, of which there is one at least, and the rows that are written in the same transaction."""

    records: Sequence[Record]
    rows: Sequence[RowWrite] = ()


class PoolState(Struct, frozen=True):
    """The most connections that a process may have, those in use, and who waits for one; None where nobody counts that."""

    most: int
    in_use: int
    waiting: int | None


class _AsStored(Mapper[str]):
    """Entries come as the JSON that msgspec made of them; their readers know the types."""

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        stored: StoredEvent = domain_event
        return stored

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        return stored_event


class Log(Application[str]):
    """The log of one database."""

    name = "referee"

    def __init__(self, env: Mapping[str, str], *, takes_writes: bool = True) -> None:
        super().__init__(env)
        self.takes_writes = takes_writes
        """Whether the database took writes when it was opened: a standby takes none."""
        recorder = self.recorder
        self._heads = (
            StreamHeads(env["SQLITE_DBNAME"], recorder.events_table_name)
            if isinstance(recorder, SQLiteRecorder)
            else None
        )

        self.health = STANDBY if READ_ONLY in env else MAIN
        """What is known of whether its server answers."""
        self.address = env.get(CONNINFO)
        """Where the database is across a network, its address as libpq takes it."""
        self.sender_id: str = getattr(recorder, "sender_id", "")
        """By what this process knows its own announcements (see referee/store/notify.py)."""
        self.last_written = 0
        """The highest position that this process has written."""
        self._own = OwnWrites()
        self.reported_position = 0
        """The highest position that its server has told whoever asked it what it has come to."""
        self.on_commit: Callable[[Set[str]], None] = lambda _: None
        """Told of the streams to which this process wrote, after each commit."""
        self.on_append: Callable[[AppendOutcome, int, float], None] = lambda _outcome, _records, _seconds: None
        """Told what came of each append, with its records and the seconds it took, in the thread that made it."""

    def close(self) -> None:
        """Lets go of the database."""
        if self._heads:
            self._heads.close()
        if isinstance(self.recorder, SQLiteRecorder):
            self.recorder.close()
        super().close()

    def construct_transcoder(self) -> Transcoder:
        return JSONTranscoder()

    def construct_mapper(self) -> Mapper[str]:
        return _AsStored(self.construct_transcoder())

    @property
    def is_file(self) -> bool:
        """Whether the log is in a file of this machine."""
        return isinstance(self.recorder, SQLiteRecorder)

    def pool(self) -> PoolState:
        """How many of this process's connections to the log are taken."""
        pool: Any = self.recorder.datastore.pool  # type: ignore[attr-defined]
        if self.is_file:
            return PoolState(pool.pool_size + pool.max_overflow, pool.num_in_use, None)
        told = pool.get_stats()
        return PoolState(pool.max_size, told["pool_size"] - told["pool_available"], told.get("requests_waiting", 0))

    def append(
        self, records: Sequence[Record], rows: Sequence[RowWrite] = (), clock: Callable[[], float] = monotonic
    ) -> int:
        """Stores the records with the rows beside them, all or none, and returns the position of the last record.

        Raises what `append_all` does.
        """
        [position] = self.append_all([Write(records, rows)], clock)
        self.publish({str(record.originator_id) for record in records})
        return position

    def append_all(self, writes: Sequence[Write], clock: Callable[[], float] = monotonic) -> list[int]:
        """Stores all of several writes, or none, and returns for each the position of its last record. Whoever calls tells of it.

        Where the answer to a commit is lost, it looks for its own records before it says anything. In a rehearsal nothing
        is stored: the records are there until it ends, for nobody else, and the position is that of the log as it is.

        Raises Clash, and Unavailable, which says whether they may be stored.
        """
        if tried := current_dry_run():
            return [self._rehearse(tried.records, write.records) for write in writes]
        rows, sent = [row for write in writes for row in write.rows], [write.records for write in writes]

        def store() -> list[int]:
            return self._to_file(sent, rows) if self.is_file else self._to_server(attempt_at(sent), rows, clock)

        return self._counted(sum(map(len, sent)), store)

    def append_after(self, attempt: CommitAttempt) -> list[int]:
        """The same after an attempt at a server of which nobody knows that it succeeded."""
        return self._counted(len(attempt.records), lambda: self._to_server(attempt, (), monotonic))

    def record_stored(self, sent: Sequence[Sequence[Record]], positions: Sequence[int], seconds: float) -> list[int]:
        """Takes note of records of several writes that are stored at these positions. Returns that of the last of each."""
        self._own.add(positions)
        ends = last_of_each(sent, positions)
        self._note_stored(ends, len(positions), seconds)
        return ends

    def _counted(self, records: int, store: Callable[[], list[int]]) -> list[int]:
        began = perf_counter()
        try:
            ends = store()
        except (Clash, Unavailable) as error:
            self.on_append("clash" if isinstance(error, Clash) else "unavailable", records, perf_counter() - began)
            raise
        self._note_stored(ends, records, perf_counter() - began)
        return ends

    def _note_stored(self, ends: Sequence[int], records: int, seconds: float) -> None:
        self.on_append("stored", records, seconds)
        request_flags.STORED.set()
        self.last_written = max(self.last_written, *ends)

    def publish(self, streams: Set[str]) -> None:
        """Tells of streams to which something was stored. Of what a rehearsal tries nobody hears."""
        if current_dry_run() is None:
            self.on_commit(streams)

    def _to_file(self, records: Sequence[Sequence[Record]], rows: Sequence[RowWrite]) -> list[int]:
        """One try: SQLite says at once what became of it, and has waited for other programs by itself."""
        try:
            return self._insert(records, rows, CommitProgress())
        except FAILURES as error:
            if is_outage(error):
                raise Unavailable(stored="no") from error
            raise

    def _to_server(self, attempt: CommitAttempt, rows: Sequence[RowWrite], clock: Callable[[], float]) -> list[int]:
        """As many tries as there is time for."""
        # Written for several requests at once: what one of them has waited already is not taken from the others.
        with deadline(PATIENCE_SECONDS - attempt.seconds, clock) as asking:
            while True:
                try:
                    return self._insert(attempt.writes, rows, attempt.progress)
                except FAILURES as error:
                    if not is_outage(error):
                        raise
                    if asking.remaining() <= 0:
                        raise Unavailable(stored="unknown" if attempt.progress.commit_sent else "no") from error
                    sleep(PAUSE_SECONDS)

    def _rehearse(self, tried: list[Record], records: Sequence[Record]) -> int:
        if self.is_taken(records):
            raise Clash
        tried += records
        return self.position()

    def _insert(
        self, sent: Sequence[Sequence[Record]], rows: Sequence[RowWrite], progress: CommitProgress
    ) -> list[int]:
        """One try, and the position of the last record of each. Raises Clash, and what the recorder raises."""
        try:
            positions = self.recorder.insert_events(
                [r for records in sent for r in records], rows=rows, progress=progress
            )
        except IntegrityError as error:
            if len(sent) == 1 and not rows and not self.is_taken(sent[0]):
                # A former primary refuses what the new one does not know. Who writes now shows soon.
                raise OperationalError("what was refused is not there") from error
            raise Clash from error
        assert positions
        self._own.add(positions)
        return last_of_each(sent, positions)

    def is_taken(self, records: Sequence[Record]) -> bool:
        """Whether somebody else has stored the version of one of these records."""
        return any(self.read(str(r.originator_id), r.originator_version - 1, r.originator_version) for r in records)

    def read(self, stream: str, after: int = 0, through: int | None = None) -> Sequence[Record]:
        """The records of a stream, those above version `after` up to version `through`."""
        stored = self.recorder.select_events(stream, gt=after or None, lte=through)
        tried = current_dry_run()
        return stored if tried is None else [*stored, *tried.of(stream, after, through)]

    def last(self, stream: str) -> Record | None:
        """The last record of a stream; None where there is none."""
        tried = current_dry_run()
        if tried is not None and (rehearsed := tried.of(stream, 0, None)):
            return rehearsed[-1]
        return next(iter(self.recorder.select_events(stream, desc=True, limit=1)), None)

    def follow(self, after: int, limit: int = 1000, through: int | None = None) -> Sequence[Notification]:
        """The records of all streams above position `after`, in order of position."""
        return self.recorder.select_notifications(after, limit, stop=through, inclusive_of_start=False)

    def position(self) -> int:
        """The position of the last record; 0 for an empty log."""
        if self._heads:
            with suppress(sqlite3.Error):
                return self._heads.position()
        # Where the file cannot be read either, the recorder says so in its own words.
        return self.recorder.max_notification_id() or 0

    @property
    def known_position(self) -> int:
        """The highest position of which this process knows: whatever is read afterwards has it."""
        return max(self.reported_position, self.last_written)

    def state(self) -> FileState | None:
        """What the file of the log has come to; None where it is in no file, or cannot be read."""
        if self._heads:
            with suppress(sqlite3.Error):
                return self._heads.state()
        return None

    def number(self, query: str) -> int | None:
        """The one number that a query to the file of the log gives; None where it is in no file, or cannot be read."""
        if self._heads:
            with suppress(sqlite3.Error):
                return self._heads.number(query)
        return None

    def snapshot_query(self, count: str) -> SnapshotQuery:
        """How to ask for what the database has come to; `count` is a query that gives one number."""
        column, table, _ = self._columns()
        return SnapshotQuery(column, table, count, is_file=self.is_file)

    def read_snapshot(self, streams: Sequence[str], count: str) -> LogSnapshot:
        """What the database has come to, with the versions of these streams, of which there is one at least."""
        _, _, mark = self._columns()
        query = self.snapshot_query(count)
        return query.read(self._rows(query.statement(mark), (query.value(streams),)))

    def is_at(self, stream: str, version: int) -> bool:
        """Whether a stream is known to have nothing above this version; where it is not, reading it tells."""
        if self._heads and current_dry_run() is None:
            with suppress(sqlite3.Error):
                return self._heads.version(stream) <= version
        return False

    def position_of(self, stream: str, version: int) -> int | None:
        """The position of one record; None where there is none."""
        column, table, mark = self._columns()
        wanted = f"SELECT {column} FROM {table} WHERE originator_id = {mark} AND originator_version = {mark}"
        found = self._ask(wanted, (stream, version))
        return int(found[0]) if found else None

    def streams_after(self, position: int) -> set[str]:
        """The streams of the records above a position."""
        column, table, mark = self._columns()
        wanted = f"SELECT DISTINCT originator_id FROM {table} WHERE {column} > {mark}"
        return {str(stream) for (stream,) in self._rows(wanted, (position,))}

    def streams_of_others(self, position: int, through: int) -> set[str]:
        """The streams of the records above a position; none where this process wrote all of those up to another one."""
        return set() if self._own.are_all(position, through) else self.streams_after(position)

    def unplaced(self) -> tuple[str, int] | None:
        """Stream and version of a record that `all` passes over, since no position above 0 is its; None in a sound log."""
        column, table, _ = self._columns()
        wanted = "SELECT originator_id, originator_version"
        found = self._ask(f"{wanted} FROM {table} WHERE {column} IS NULL OR {column} < 1 LIMIT 1", ())
        return (str(found[0]), int(found[1])) if found else None

    def _columns(self) -> tuple[str, str, str]:
        """The column of positions, the table of the log, and how a parameter is written."""
        recorder: Any = self.recorder
        if self.is_file:
            return "rowid", recorder.events_table_name, "?"
        return "notification_id", f"{recorder.datastore.schema}.{recorder.events_table_name}", "%s"

    def _ask(self, wanted: str, values: tuple[object, ...]) -> tuple[Any, ...] | None:
        """The first row of an answer."""
        return next(iter(self._rows(wanted, values)), None)

    def _rows(self, wanted: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        """The rows of an answer."""
        recorder: Any = self.recorder
        if self.is_file:
            with recorder.datastore.transaction(commit=False) as cursor:
                cursor.execute(wanted, values)
                return [tuple(row) for row in cursor.fetchall()]
        # One statement needs no transaction around it, which would go to the server twice more.
        with recorder.datastore.get_connection() as connection:
            return [tuple(row.values()) for row in connection.execute(wanted, values, prepare=True).fetchall()]

    def of_topics(self, topics: Sequence[str], through: int) -> list[Record]:
        """The records of these topics up to a position, in order of position."""
        column, table, mark = self._columns()
        wanted = f"SELECT originator_id, originator_version, topic, state FROM {table} WHERE {column} <= {mark}"
        wanted += f" AND topic IN ({', '.join([mark] * len(topics))}) ORDER BY {column}"
        return [Record(*row) for row in self._rows(wanted, (through, *topics))]

    @property
    def position_query(self) -> str:
        """A query of one number: the position of the last record, for who reads tables beside the log as of the same moment."""
        column, table, _ = self._columns()
        return f"SELECT coalesce(max({column}), 0) FROM {table}"

    def all(self, through: int | None = None) -> Iterator[Notification]:
        """Every record of the log in order of position."""
        after = 0
        while batch := self.follow(after, through=through):
            yield from batch
            after = batch[-1].id


def open_log(database: str) -> Log:
    """The log of a database: `postgresql://...`, `sqlite:///path`, or a file's path. Creates what is missing, but for a server
    that takes no writes.

    Raises Inconsistent for an address that is none of these, or that leads to a pooler which does not keep sessions.
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
        # PostgreSQL fails one of two processes that make the same tables at once.
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (TABLES_LOCK,))
        return Log(env=environment(database))


def environment(database: str) -> dict[str, str]:
    """What the eventsourcing library has to be told to open this database."""
    return server_environment(database) if is_postgres(database) else file_environment(sqlite_path(database))
