"""PostgreSQL: connections of the service, and a recorder of the log that tries once and reports its progress.

The library's recorder repeats an insert by itself, and does not report the outcome of the first one. Here `referee.log.log`
repeats it, since it can look for its own records.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from select import select
from typing import Any, ClassVar

import psycopg
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import (
    BasePostgresFactory,
    ConnectionPool,
    PostgresApplicationRecorder,
    PostgresDatastore,
    PostgresFactory,
)
from eventsourcing.utils import Environment
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import PipelineStatus, TransactionStatus
from psycopg.rows import DictRow, dict_row
from psycopg_pool import PoolTimeout

from referee.log.attempt import CommitProgress
from referee.log.from_loop.connection import BINARY, TEXT, AsyncConnection
from referee.log.notify import CHANNEL, encode_notification, new_sender_id
from referee.log.row_writes import RowWrite
from referee.log.sync_barrier import SYNC_BARRIER
from referee.log.timeouts import budget
from referee.log.timeouts.nonblocking import require_blocking_allowed

NO_LOCK_LIMIT = "SET LOCAL lock_timeout = 0"
"""For a transaction that waits for others without a limit."""
CONNINFO = "REFEREE_CONNINFO"
"""Setting of the factory: the address. The library's own settings lack most parameters of libpq."""
CONNECT_SECONDS = 3
"""Timeout of a new connection, unless the address has another one."""
ANSWER_SECONDS = 10.0
"""Timeout of a statement of the log while no request waits for it."""
POOL_SIZE, POOL_MOST = 5, 15
"""Connections of the log that stay open, and the most at once."""
LOCK_SECONDS = 2.0
"""Longest wait of a statement for a lock. Then the server refuses it and stores nothing: two tries fit into the time of
a request.
"""
IDLE_SECONDS = 30
"""Time after which the server ends an idle transaction, so that a process that hangs blocks no other node."""
_LIMITS = f"""
SELECT set_config(name, value, false)
FROM (VALUES
    ('lock_timeout', '{LOCK_SECONDS}s'),
    ('idle_in_transaction_session_timeout', '{IDLE_SECONDS}s')
) AS ours (name, value)
WHERE current_setting(name) = '0'
"""
"""Sets what the address does not: as a statement, since proxies pass on few options."""
READ_ONLY = "REFEREE_READ_ONLY_LOG"
"""Setting of the factory: the server refuses all writes."""
_NO_WRITES = "SET default_transaction_read_only = on"
APPEND_LOCK = 0x7265666572656501
"""Advisory lock on the positions of new records: "referee" in ASCII, one above the lock on tables."""
MOST_PREPARED = 64
"""Most records in a prepared statement; larger ones are rare."""
INTERVAL = 0.1
"""Seconds between two checks of psycopg on a connection that it waits for; its default."""
_SILENCE: dict[str, Any] = {
    "connect_timeout": CONNECT_SECONDS,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "application_name": "referee",
}
"""Parameters of libpq that detect a lost server within seconds; the address may override them."""


def connection_string(database: str) -> str:
    """Returns the address for libpq, with the parameters that detect a silent server."""
    parameters = conninfo_to_dict(database)
    return make_conninfo("", **_SILENCE | parameters)


class AnsweringConnection(psycopg.Connection[Any]):
    """A connection that closes itself if the server does not answer in time: its state is then unknown."""

    quiet_seconds: ClassVar[float | None] = None
    """Timeout of an answer while no request waits for it. None is no limit: changes of large tables take long."""
    health: ClassVar[budget.ServerHealth] = budget.MAIN
    """The health of the server."""

    def wait(self, gen: PQGen[Any], interval: float = INTERVAL, timeout: float | None = None) -> Any:
        try:
            answer = super().wait(gen, interval, timeout or budget.answer_seconds() or self.quiet_seconds)
        except psycopg.OperationalError:
            if timeout is None and self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.pgconn.finish()
            if self.closed:
                self.health.mark_down()
            raise
        # In a pipeline the statement may only have been sent.
        if self.pgconn.pipeline_status == PipelineStatus.OFF:
            self.health.mark_up()
        return answer


class LogConnection(AnsweringConnection):
    """A connection of the log, with short statements only."""

    quiet_seconds = ANSWER_SECONDS


class ReadingConnection(AnsweringConnection):
    """A read-only connection to another server than the main database."""

    health = budget.STANDBY


class ReadingLogConnection(LogConnection):
    """A read-only connection of the log."""

    health = budget.STANDBY


class AnsweringPool(ConnectionPool[psycopg.Connection[DictRow]]):
    """A pool that gives a connection within the time of a request, and records the `health` of its server.

    Raises WouldBlock if the context forbids to block.
    """

    health: budget.ServerHealth

    def getconn(self, timeout: float | None = None) -> psycopg.Connection[DictRow]:
        require_blocking_allowed()
        try:
            return super().getconn(timeout or budget.answer_seconds())
        except PoolTimeout:
            self.health.mark_down()
            raise

    def _get_ready_connection(self, timeout: float | None) -> psycopg.Connection[DictRow] | None:
        """Returns the connection used last: its server process has warm caches."""
        self._pool.rotate()
        return super()._get_ready_connection(timeout)


def require_open(connection: psycopg.Connection[Any]) -> None:
    """Raises psycopg.OperationalError for a connection that the server has closed.

    It queries the server only if the server has sent unexpected data, which saves a round trip before every statement.
    """
    readable, _, _ = select([connection.fileno()], [], [], 0)
    if readable:
        ConnectionPool.check_connection(connection)


class Datastore(PostgresDatastore):
    """The library's connections, for an address of libpq."""

    def __init__(self, address: str, *, read_only: bool = False) -> None:
        super().__init__("", "", "", "", "", originator_id_type="text")
        self._read_only = read_only
        self.require_recent: Callable[[psycopg.Connection[Any]], None] = lambda _: None
        """Raises psycopg.OperationalError for a connection to a server that is behind."""
        kind = ReadingLogConnection if read_only else LogConnection
        self.pool = pool = AnsweringPool(
            address,
            connection_class=kind,
            kwargs={"row_factory": dict_row},
            min_size=POOL_SIZE,
            max_size=POOL_MOST,
            open=False,
            configure=self.after_connect_func(),
            check=self._check,
            timeout=CONNECT_SECONDS,
            # Pauses double: a pool that retries for long would still sleep when the server is back.
            reconnect_timeout=CONNECT_SECONDS,
        )
        pool.health = kind.health
        self.async_connection = AsyncConnection(lambda: limited(address))
        """The connection that stores records from the event loop."""

    def close(self) -> None:
        self.async_connection.close()
        super().close()

    def _check(self, connection: psycopg.Connection[Any]) -> None:
        require_open(connection)
        self.require_recent(connection)

    def after_connect_func(self) -> Callable[[psycopg.Connection[Any]], None]:
        prepare = super().after_connect_func()

        def configure(connection: psycopg.Connection[Any]) -> None:
            prepare(connection)
            _limit(connection, read_only=self._read_only)

        return configure


def _limit(connection: psycopg.Connection[Any], *, read_only: bool) -> None:
    connection.execute((f"{_LIMITS}; {_NO_WRITES}" if read_only else _LIMITS).encode())


def limited(address: str) -> LogConnection:
    """Opens a connection of the log in autocommit mode, with its time limits. Raises psycopg.OperationalError."""
    connection = LogConnection.connect(address, autocommit=True)
    try:
        _limit(connection, read_only=False)
    except BaseException:
        connection.close()
        raise
    return connection


def connecting(
    address: str, *, read_only: bool = False
) -> Callable[[Any, Any, Any, dict[str, Any]], AnsweringConnection]:
    """Returns the function that connects SQLAlchemy to an address of libpq, which its own URLs cannot express."""
    kind = ReadingConnection if read_only else AnsweringConnection

    def connect(_dialect: Any, _record: Any, _arguments: Any, options: dict[str, Any]) -> AnsweringConnection:
        try:
            connection = kind.connect(address, **options)
            try:
                _limit(connection, read_only=read_only)
                connection.commit()
            except BaseException:
                connection.close()
                raise
        except psycopg.OperationalError:
            kind.health.mark_down()
            raise
        kind.health.mark_up()
        return connection

    return connect


class PostgresRecorder(PostgresApplicationRecorder):
    """The library's recorder, with rows beside the records, and without its repetitions of an insert.

    An insert takes one round trip, where the library's own takes four: a single statement, which is a transaction of its own, or,
    with rows, one text of all statements from BEGIN to COMMIT. After an error the server skips the rest of the text, also the
    COMMIT.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.sender_id = new_sender_id()
        """The name of this process in its notifications."""
        table = f'"{self.datastore.schema}"."{self.events_table_name}"'
        self._into = f"INSERT INTO {table} (originator_id, originator_version, topic, state)"
        self._find = (
            "SELECT notification_id, state FROM unnest(%s::text[], %s::bigint[]) WITH ORDINALITY AS wanted (stream, version, n) "
            f"LEFT JOIN {table} ON originator_id = stream AND originator_version = version ORDER BY n"
        ).encode()

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        """Stores the records and the rows, all or none. Returns the positions of the records.

        If an earlier try has stored them and its answer was lost, the mark of the first record shows it.
        """
        progress: CommitProgress = kwargs["progress"]
        was_sent, rows = progress.commit_sent, kwargs["rows"]
        with self.datastore.get_connection() as connection:
            progress.commit_sent = True
            try:
                return (
                    self._with_rows(connection, stored_events, rows) if rows else self._alone(connection, stored_events)
                )
            except Exception as error:
                status = connection.info.transaction_status
                # The server refused the single statement, or is still in the transaction: no COMMIT reached it.
                if status == (TransactionStatus.INERROR if rows else TransactionStatus.IDLE):
                    progress.commit_sent = was_sent
                if status == TransactionStatus.INERROR:
                    connection.execute("ROLLBACK", prepare=False)
                if not (progress.commit_sent and isinstance(error, psycopg.IntegrityError)):
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
        many = len(stored_events)
        query = _statement(self._into, many) if many <= MOST_PREPARED else _insert_statement(self._into, many)
        rows = connection.execute(query, self._values(stored_events), prepare=many <= MOST_PREPARED)
        return [row["notification_id"] for row in rows]

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
        values: list[object] = [APPEND_LOCK, CHANNEL, payload]
        for record in stored_events:
            values += (str(record.originator_id), record.originator_version, record.topic, bytes(record.state))
        return values


def _insert_statement(into: str, many: int) -> bytes:
    """Returns the statement that stores a number of records and notifies of them.

    Positions follow the order of commits, so it takes the lock before a position, until its transaction ends.
    """
    new = ", ".join(["(%s::text, %s::bigint, %s::text, %s::bytea)"] * many)
    statement = (
        "WITH locked AS MATERIALIZED (SELECT pg_advisory_xact_lock(%s)), told AS MATERIALIZED (SELECT pg_notify(%s, %s)) "
        f"{into} SELECT new.* FROM locked, told, (VALUES {new}) AS new RETURNING notification_id"
    )
    return statement.encode()


_statement = lru_cache(MOST_PREPARED)(_insert_statement)


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
