"""The append-only log, on the eventsourcing library: SQLite in a file, or PostgreSQL.

A stream is the log of one match (or championship), by its id; a record is one version of it. Versions are unique, so two
writers can never both append the same one; records of one `append` are stored all together or not at all. Positions count
through the whole log in the order of storing.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from time import monotonic, perf_counter
from typing import Any, cast

from eventsourcing.application import Application
from eventsourcing.persistence import (
    ApplicationRecorder,
    JSONTranscoder,
    Mapper,
    Notification,
    StoredEvent,
    Transcoder,
)

from referee.errors import Unavailable
from referee.log.address import is_postgres, private_file, require_address, sqlite_path
from referee.log.backend import LogRecorder
from referee.log.queries import LogSnapshot, SnapshotQuery
from referee.log.records import AppendOutcome, Clash, Commit, PoolState, Record, Write
from referee.log.row_writes import RowWrite
from referee.log.sqlite.changes import FileState
from referee.log.sqlite.recorder import file_environment
from referee.work import STORED

NO_TABLES = {"CREATE_TABLE": "no"}
"""Settings with which the eventsourcing library creates no table."""
CommitHook = Callable[[Set[str]], None]
"""(streams): the streams that a commit wrote to."""
AppendHook = Callable[[AppendOutcome, int, float], None]
"""(outcome, records, seconds) of an append."""
MOST_OWN = 20_000
"""Own positions that a process remembers: those of some seconds of writing."""


class OwnWrites:
    """The positions that this process stored since it last looked at the records of others. Safe between threads."""

    def __init__(self) -> None:
        self._positions = deque[int](maxlen=MOST_OWN)

    def add(self, positions: Sequence[int]) -> None:
        """Adds positions of this process."""
        self._positions.extend(positions)

    def are_all(self, after: int, through: int) -> bool:
        """True if this process stored all records above `after` through `through`. Forgets its positions."""
        own = {self._positions.popleft() for _ in range(len(self._positions))}
        return sum(after < position <= through for position in own) == through - after


class _EntryMapper(Mapper[str]):
    """Passes records through: msgspec has encoded their entries, and the readers know the types."""

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        record: StoredEvent = domain_event
        return record

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        return stored_event


class _LogApplication(Application[str]):
    """The application of the eventsourcing library that opens a log. The library closes it when it is dropped."""

    name = "referee"

    def close(self) -> None:
        """Closes the database."""
        cast(LogRecorder, self.recorder).close()
        super().close()

    def construct_transcoder(self) -> Transcoder:
        return JSONTranscoder()

    def construct_mapper(self) -> Mapper[str]:
        return _EntryMapper(self.construct_transcoder())


class Log:
    """The log that a recorder of the eventsourcing library stores and reads."""

    def __init__(self, recorder: ApplicationRecorder, *, takes_writes: bool = True) -> None:
        self.recorder = recorder
        self.takes_writes = takes_writes
        """True if the database took writes when it was opened: a standby takes none."""
        self._recorder = own = cast(LogRecorder, recorder)
        self._table = own.table
        self.backend = own.backend
        """The kind of its database."""
        self.health = own.health
        """The health of its server."""
        self.address = own.address
        """The libpq address of a database on a server; None for a file."""
        self.sender_id = own.sender_id
        """The name of this process in the notifications that it sends."""
        self.last_written = 0
        """Highest position that this process has written."""
        self._own = OwnWrites()
        self.reported_position = 0
        """Highest position the server has reported."""
        self._commit_hooks: list[CommitHook] = []
        self._append_hooks: list[AppendHook] = []

    def close(self) -> None:
        """Closes what was opened for it alone: nothing, as the recorder has its own end."""

    def add_commit_hook(self, hook: CommitHook) -> None:
        """Adds a hook that is called after each commit of this process."""
        self._commit_hooks.append(hook)

    def add_append_hook(self, hook: AppendHook) -> None:
        """Adds a hook that is called after each append, in its thread."""
        self._append_hooks.append(hook)

    def pool(self) -> PoolState:
        """Returns the state of this process's pool of connections to the log."""
        return self._recorder.pool_state()

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

        If the answer to a commit is lost, it looks for its own records.

        Raises Clash, or Unavailable, which says whether they may be stored.
        """
        return self.store(self._recorder.prepare(writes), clock)

    def store(self, commit: Commit, clock: Callable[[], float] = monotonic) -> list[int]:
        """Stores a commit like `append_all`; its first try may have an unknown outcome. Returns the same positions."""
        start = perf_counter()
        try:
            positions = self._recorder.commit(commit, clock)
        except (Clash, Unavailable) as error:
            outcome: AppendOutcome = "clash" if isinstance(error, Clash) else "unavailable"
            seconds = perf_counter() - start
            for hook in self._append_hooks:
                hook(outcome, len(commit.records), seconds)
            raise
        return self.note_stored(commit, positions, perf_counter() - start)

    def note_stored(self, commit: Commit, positions: Sequence[int], seconds: float) -> list[int]:
        """Notes that the records of a commit are stored at these positions. Returns the last position of each write."""
        self._own.add(positions)
        ends = commit.ends(positions)
        for hook in self._append_hooks:
            hook("stored", len(positions), seconds)
        STORED.set()
        self.last_written = max(self.last_written, *ends)
        return ends

    def publish(self, streams: Set[str]) -> None:
        """Tells the hooks of commits which streams were written to: so the followers and clients of this process wake."""
        for hook in self._commit_hooks:
            hook(streams)

    def is_taken(self, records: Sequence[Record]) -> bool:
        """True if the version of one of these records is stored already."""
        return any(self.read(str(r.originator_id), r.originator_version - 1, r.originator_version) for r in records)

    def read(self, stream: str, after: int = 0, through: int | None = None) -> Sequence[Record]:
        """Returns the records of a stream above version `after` through version `through`."""
        return self.recorder.select_events(stream, gt=after or None, lte=through)

    def last(self, stream: str) -> Record | None:
        """Returns the last record of a stream; None for an empty one."""
        return next(iter(self.recorder.select_events(stream, desc=True, limit=1)), None)

    def follow(self, after: int, limit: int = 1000, through: int | None = None) -> Sequence[Notification]:
        """Returns the records of all streams above position `after`, in order of position."""
        return self.recorder.select_notifications(after, limit, stop=through, inclusive_of_start=False)

    def position(self) -> int:
        """Returns the position of the last record; 0 for an empty log."""
        return self._recorder.position()

    @property
    def known_position(self) -> int:
        """Highest position known to this process: every later read includes it."""
        return max(self.reported_position, self.last_written)

    def state(self) -> FileState | None:
        """Returns the state of the log's file; None for a log on a server, or an unreadable file."""
        return self._recorder.file_state()

    def number(self, query: str) -> int | None:
        """Returns the number that a query of the log's file gives; None for a log on a server, or an unreadable file."""
        return self._recorder.number(query)

    def snapshot_query(self, count: str) -> SnapshotQuery:
        """Returns the query of a snapshot of the database; `count` is a subquery of one number."""
        return SnapshotQuery(self._table, count)

    def read_snapshot(self, streams: Sequence[str], count: str) -> LogSnapshot:
        """Reads a snapshot of the database, with the versions of one stream or more."""
        query = self.snapshot_query(count)
        return query.read(self._recorder.rows(query.statement(self._table.mark), (query.value(streams),)))

    def is_at(self, stream: str, version: int) -> bool:
        """True if a stream certainly ends at this version; False if it goes on or must be read."""
        return self._recorder.ends_at(stream, version)

    def position_of(self, stream: str, version: int) -> int | None:
        """Returns the position of one record; None without such a record."""
        table, column, mark, _ = self._table
        query = f"SELECT {column} FROM {table} WHERE originator_id = {mark} AND originator_version = {mark}"
        row = self._ask(query, (stream, version))
        return int(row[0]) if row else None

    def streams_after(self, position: int) -> set[str]:
        """Returns the streams of the records above a position."""
        table, column, mark, _ = self._table
        query = f"SELECT DISTINCT originator_id FROM {table} WHERE {column} > {mark}"
        return {str(stream) for (stream,) in self._recorder.rows(query, (position,))}

    def streams_of_others(self, position: int, through: int) -> set[str]:
        """Returns the streams of the records above a position; none if this process wrote all records through `through`."""
        return set() if self._own.are_all(position, through) else self.streams_after(position)

    def unplaced_record(self) -> tuple[str, int] | None:
        """Returns stream and version of a record without a position above 0, which `all` skips; None in a sound log."""
        table, column, *_ = self._table
        query = "SELECT originator_id, originator_version"
        row = self._ask(f"{query} FROM {table} WHERE {column} IS NULL OR {column} < 1 LIMIT 1", ())
        return (str(row[0]), int(row[1])) if row else None

    def _ask(self, query: str, values: tuple[object, ...]) -> tuple[Any, ...] | None:
        """Returns the first row of an answer; None for an empty one."""
        return next(iter(self._recorder.rows(query, values)), None)

    def of_topics(self, topics: Sequence[str], through: int) -> list[Record]:
        """Returns the records of these topics through a position, in order of position."""
        table, column, mark, _ = self._table
        query = f"SELECT originator_id, originator_version, topic, state FROM {table} WHERE {column} <= {mark}"
        query += f" AND topic IN ({', '.join([mark] * len(topics))}) ORDER BY {column}"
        return [Record(*row) for row in self._recorder.rows(query, (through, *topics))]

    @property
    def position_query(self) -> str:
        """A query of one number, the position of the last record, to join with reads of tables beside the log."""
        table, column, *_ = self._table
        return f"SELECT coalesce(max({column}), 0) FROM {table}"

    def all(self, through: int | None = None) -> Iterator[Notification]:
        """Yields every record of the log in order of position."""
        after = 0
        while batch := self.follow(after, through=through):
            yield from batch
            after = batch[-1].id


class DatabaseLog(Log):
    """The log of one database, which it opens."""

    def __init__(self, env: Mapping[str, str], *, takes_writes: bool = True) -> None:
        self._application = _LogApplication(env)
        super().__init__(self._application.recorder, takes_writes=takes_writes)

    def close(self) -> None:
        """Closes the database."""
        self._application.close()


def open_log(database: str) -> Log:
    """Opens the log of a database: `postgresql://...`, `sqlite:///path`, or the path of a file. Creates missing files and tables,
    except on a server that takes no writes.

    Raises Inconsistent for any other address, and for one that leads to a pooler which does not keep sessions.
    """
    require_address(database)
    if not is_postgres(database):
        private_file(sqlite_path(database))
        return DatabaseLog(env=environment(database))
    return _open_on_server(database)


def _open_on_server(database: str) -> Log:
    # The driver of servers is loaded for them alone.
    import psycopg

    from referee.log.postgres.connections import TABLES_LOCK, connection_string
    from referee.log.postgres.pooler_check import require_session

    address = connection_string(database)
    require_session(address)
    with psycopg.connect(address) as connection:
        if connection.execute("SHOW transaction_read_only").fetchone() == ("on",):
            return DatabaseLog(environment(database) | NO_TABLES, takes_writes=False)
        # Of two processes that create the same tables at once, PostgreSQL would fail one.
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (TABLES_LOCK,))
        return DatabaseLog(env=environment(database))


def environment(database: str) -> dict[str, str]:
    """Returns the settings with which the eventsourcing library opens this database."""
    if not is_postgres(database):
        return file_environment(sqlite_path(database))
    from referee.log.postgres.recorder import server_environment

    return server_environment(database)
