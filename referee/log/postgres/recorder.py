"""The recorder of a log on a PostgreSQL server, which reports how far a commit came.

The library's recorder repeats an insert by itself, and does not report the outcome of the first one. This one looks for its own
records before it tries again.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain
from secrets import token_urlsafe
from time import sleep
from typing import Any

import psycopg
from eventsourcing.persistence import IntegrityError, OperationalError, StoredEvent
from eventsourcing.postgres import BasePostgresFactory, PostgresApplicationRecorder, PostgresFactory
from eventsourcing.utils import Environment
from psycopg.pq import TransactionStatus
from psycopg.rows import DictRow

from referee.errors import Unavailable
from referee.log.postgres.async_connection import BINARY, TEXT
from referee.log.postgres.backend import POSTGRES
from referee.log.postgres.connections import SYNC_BARRIER, connection_string
from referee.log.postgres.notify import CHANNEL, encode_notification, new_sender_id
from referee.log.postgres.pool import Datastore
from referee.log.queries import LogTable
from referee.log.records import Clash, Commit, PoolState, Write
from referee.log.row_writes import RowWrite
from referee.log.timeouts.budget import deadline
from referee.log.timeouts.failures import FAILURES, is_outage
from referee.work import ServerHealth

CONNINFO = "REFEREE_CONNINFO"
"""Setting of the factory: the address. The library's own settings lack most parameters of libpq."""
READ_ONLY = "REFEREE_READ_ONLY_LOG"
"""Setting of the factory: the server refuses all writes."""
APPEND_LOCK = 0x7265666572656501
"""Advisory lock on the positions of new records: "referee" in ASCII, one above the lock on tables."""
MOST_PREPARED = 64
"""Most records whose number has a prepared statement of its own; larger commits are rare."""
BATCH = 500
"""Most records in one statement: it takes some 10 ms, far less than the timeout of an answer."""
PATIENCE_SECONDS = 4.0
"""Time for retries of a commit while the server does not answer."""
PAUSE_SECONDS = 0.1
"""Pause between two tries."""
MARK_BYTES = 12
"""Random bytes in the mark of an append: two equal marks are less likely than an undetected error of a disk."""


class PostgresRecorder(PostgresApplicationRecorder):
    """The library's recorder, with rows beside the records, and with its own repetitions of an insert.

    An insert takes one round trip, where the library's own takes four: a single statement, which is a transaction of its own, or,
    with rows, one text of all statements from BEGIN to COMMIT. After an error the server skips the rest of the text, also the
    COMMIT.

    A large insert takes a round trip for each batch: the timeout of an answer need not grow with the number of records.
    """

    datastore: Datastore
    backend = POSTGRES

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.address: str = self.datastore.address
        self.health: ServerHealth = self.datastore.pool.health
        self.sender_id = new_sender_id()
        """The name of this process in its notifications."""
        self.table = LogTable(
            f"{self.datastore.schema}.{self.events_table_name}",
            "notification_id",
            "%s",
            "json_array_elements_text({}::json)",
        )
        table = f'"{self.datastore.schema}"."{self.events_table_name}"'
        self._into = f"INSERT INTO {table} (originator_id, originator_version, topic, state)"
        self._find = (
            "SELECT notification_id, state FROM unnest(%s::text[], %s::bigint[]) WITH ORDINALITY AS wanted (stream, version, n) "
            f"LEFT JOIN {table} ON originator_id = stream AND originator_version = version ORDER BY n"
        ).encode()

    def pool_state(self) -> PoolState:
        """Returns the state of its pool of connections."""
        pool = self.datastore.pool
        stats = pool.get_stats()
        return PoolState(pool.max_size, stats["pool_size"] - stats["pool_available"], stats.get("requests_waiting", 0))

    def prepare(self, writes: Sequence[Write]) -> Commit:
        """Returns a commit of these writes, each with a mark."""
        return commit_with_marks(writes)

    def commit(self, commit: Commit, clock: Callable[[], float]) -> Sequence[int]:
        """Tries as often as the time allows. Raises Clash or Unavailable."""
        # The writes may be of several requests: the wait of one of them so far must not shorten the others.
        with deadline(PATIENCE_SECONDS - commit.seconds, clock) as limit:
            while True:
                try:
                    return self._try(commit)
                except FAILURES as error:
                    if not is_outage(error):
                        raise
                    if limit.remaining() <= 0:
                        raise Unavailable(stored="unknown" if commit.is_sent else "no") from error
                    sleep(PAUSE_SECONDS)

    def _try(self, commit: Commit) -> Sequence[int]:
        """Tries once. Raises Clash, or an error of the library."""
        records = commit.records
        try:
            positions = self.insert_events(records, commit=commit)
        except IntegrityError as error:
            if len(commit.writes) == 1 and not commit.rows and not self.is_taken(records):
                # A former primary may refuse records that the new one does not have: try again.
                raise OperationalError("what was refused is not there") from error
            raise Clash from error
        assert positions
        return positions

    def is_taken(self, records: Sequence[StoredEvent]) -> bool:
        """True if the version of one of these records is stored already."""
        return any(
            self.select_events(r.originator_id, gt=r.originator_version - 1, lte=r.originator_version) for r in records
        )

    def rows(self, query: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        """Returns the rows of an answer."""
        # One statement needs no transaction around it, which would cost two more round trips.
        with self.datastore.get_connection() as connection:
            return [tuple(row.values()) for row in connection.execute(query.encode(), values, prepare=True).fetchall()]

    def position(self) -> int:
        """Returns the position of the last record; 0 for an empty log."""
        return self.max_notification_id() or 0

    def file_state(self) -> None:
        """Returns None: the log is in no file."""

    def number(self, query: str) -> None:
        """Returns None: the log is in no file."""

    def ends_at(self, stream: str, version: int) -> bool:
        """Returns False: only a query tells."""
        return False

    def close(self) -> None:
        """Does nothing: the library closes the connections."""

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        """Stores the records and the rows, all or none. Returns the positions of the records.

        If an earlier try has stored them and its answer was lost, the mark of the first record shows it.
        """
        commit: Commit = kwargs["commit"]
        was_sent, rows = commit.is_sent, commit.rows
        with self.datastore.get_connection() as connection:
            try:
                if len(stored_events) + len(rows) > BATCH:
                    return self._in_batches(connection, stored_events, commit)
                commit.is_sent = True
                return (
                    self._with_rows(connection, stored_events, rows) if rows else self._alone(connection, stored_events)
                )
            except Exception as error:
                status = connection.info.transaction_status
                # The server refused the single statement, or is still in the transaction: no COMMIT reached it.
                if status == (TransactionStatus.INERROR if rows else TransactionStatus.IDLE):
                    commit.is_sent = was_sent
                if status == TransactionStatus.INERROR:
                    connection.execute("ROLLBACK", prepare=False)
                if not (commit.is_sent and isinstance(error, psycopg.IntegrityError)):
                    raise
                # Look on this connection: another one may lead to another server.
                positions = self._stored_before(connection, stored_events)
                if not positions:
                    raise
                return positions

    def _stored_before(self, connection: psycopg.Connection[DictRow], records: Sequence[StoredEvent]) -> list[int]:
        """Returns the positions of exactly these records if they are stored, once the standbys have them; else none."""
        rows = connection.execute(
            self._find,
            ([str(record.originator_id) for record in records], [record.originator_version for record in records]),
        ).fetchall()
        # They were stored in one transaction: if the first one is there, all are.
        if not rows or bytes(rows[0]["state"] or b"") != bytes(records[0].state):
            return []
        connection.execute(SYNC_BARRIER)
        connection.commit()
        return [row["notification_id"] for row in rows]

    def _alone(self, connection: psycopg.Connection[DictRow], stored_events: Sequence[StoredEvent]) -> list[int]:
        """Stores records in one statement. Returns their positions."""
        query = _insert_statement(self._into, len(stored_events))
        rows = connection.execute(query, self._values(stored_events), prepare=True)
        return [row["notification_id"] for row in rows]

    def _in_batches(
        self, connection: psycopg.Connection[DictRow], stored_events: Sequence[StoredEvent], commit: Commit
    ) -> list[int]:
        """Stores records, and the rows of their commit, in one transaction of many statements. Returns the positions."""
        connection.execute("BEGIN", prepare=False)
        for row in commit.rows:
            connection.execute(row.sql(lambda _: "%s").encode(), tuple(row.values.values()))
        batches = (stored_events[start : start + BATCH] for start in range(0, len(stored_events), BATCH))
        positions = [position for batch in batches for position in self._alone(connection, batch)]
        commit.is_sent = True
        connection.execute("COMMIT", prepare=False)
        return positions

    def in_libpq(self, stored_events: Sequence[StoredEvent]) -> tuple[bytes, list[bytes], list[int]]:
        """Returns the statement of `_alone`, its values and their formats, for libpq."""
        values = self._values(stored_events)
        return (
            _numbered_statement(self._into, len(stored_events)),
            [value if isinstance(value, bytes) else str(value).encode() for value in values],
            # In text format a value would end at its first zero byte.
            [TEXT if isinstance(value, int) else BINARY for value in values],
        )

    def _with_rows(
        self, connection: psycopg.Connection[DictRow], stored_events: Sequence[StoredEvent], rows: Sequence[RowWrite]
    ) -> list[int]:
        """Stores records and rows in one transaction. Returns the positions of the records."""
        values = [value for row in rows for value in row.values.values()] + self._values(stored_events)
        steps = [
            b"BEGIN",
            *(row.sql(lambda _: "%s").encode() for row in rows),
            _insert_statement(self._into, len(stored_events)),
            b"COMMIT",
        ]
        with psycopg.ClientCursor(connection) as cursor:
            cursor.execute(b"; ".join(steps), values)
            return _positions(cursor)

    def _values(self, stored_events: Sequence[StoredEvent]) -> list[object]:
        """Returns the parameters of the statement that stores these records, in order."""
        payload = encode_notification(self.sender_id, (str(record.originator_id) for record in stored_events))
        records = [
            (str(one.originator_id), one.originator_version, one.topic, bytes(one.state)) for one in stored_events
        ]
        if len(records) <= MOST_PREPARED:
            return [APPEND_LOCK, CHANNEL, payload, *chain.from_iterable(records)]
        return [APPEND_LOCK, CHANNEL, payload, *map(list, zip(*records, strict=True))]


def commit_with_marks(writes: Sequence[Write]) -> Commit:
    """Returns a commit of several writes. A random mark in its first record identifies each write."""
    return Commit([Write([_with_mark(write.records[0]), *write.records[1:]], write.rows) for write in writes])


def _with_mark(record: StoredEvent) -> StoredEvent:
    """Returns the record with a random mark added: no hash includes the mark, and no reader of entries sees it."""
    mark = f',"write":"{token_urlsafe(MARK_BYTES)}"}}'.encode()
    return StoredEvent(record.originator_id, record.originator_version, record.topic, bytes(record.state)[:-1] + mark)


def _insert_statement(into: str, many: int) -> bytes:
    """Returns the statement that stores a number of records and notifies of them.

    Positions follow the order of commits, so it takes the lock before a position, until its transaction ends. It has a parameter
    for each value, or, above `MOST_PREPARED` records, an array for each column: the server plans many parameters slowly.
    """
    return _statement(into, many if many <= MOST_PREPARED else None)


@lru_cache(MOST_PREPARED + 1)
def _statement(into: str, many: int | None) -> bytes:
    """Returns the statement for a number of records, or for arrays of any length."""
    row = "(%s::text, %s::bigint, %s::text, %s::bytea)"
    new = f"(VALUES {', '.join([row] * many)})" if many else "unnest(%s::text[], %s::bigint[], %s::text[], %s::bytea[])"
    statement = (
        "WITH locked AS MATERIALIZED (SELECT pg_advisory_xact_lock(%s)), told AS MATERIALIZED (SELECT pg_notify(%s, %s)) "
        f"{into} SELECT new.* FROM locked, told, {new} AS new RETURNING notification_id"
    )
    return statement.encode()


@lru_cache(MOST_PREPARED)
def _numbered_statement(into: str, many: int) -> bytes:
    """Returns the same statement with numbered placeholders, as the server takes them."""
    first, *rest = _insert_statement(into, many).split(b"%s")
    return first + b"".join(b"$%d%s" % (number, part) for number, part in enumerate(rest, 1))


def _positions(cursor: psycopg.ClientCursor[DictRow]) -> list[int]:
    """Returns the positions from the INSERT among the results of a whole transaction."""
    positions: list[int] = []
    while True:
        if cursor.description and cursor.description[0].name == "notification_id":
            positions = [row["notification_id"] for row in cursor]
        if not cursor.nextset():
            return positions


class Factory(PostgresFactory):
    """Creates the recorder for an address of libpq."""

    application_recorder_class = PostgresRecorder

    def __init__(self, env: Environment) -> None:
        # The library's own constructor requires the parts of an address as settings.
        super(BasePostgresFactory, self).__init__(env)
        self.datastore = Datastore(env[CONNINFO], read_only=READ_ONLY in env)


def server_environment(address: str) -> dict[str, str]:
    """Returns the settings with which the eventsourcing library opens the database at this address."""
    return {
        "PERSISTENCE_MODULE": f"{Factory.__module__}:{Factory.__qualname__}",
        "ORIGINATOR_ID_TYPE": "text",
        CONNINFO: connection_string(address),
    }
