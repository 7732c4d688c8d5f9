"""PostgreSQL: how the service connects to it, and a recorder of the log that tries once and says how far it came.

The library's recorder repeats an insert by itself and does not say what became of the earlier one; here `referee.store.log`
repeats it, since it knows what to look for.
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

from referee.store.attempt import CommitProgress
from referee.store.from_loop.connection import BINARY, TEXT, AsyncConnection
from referee.store.notify import CHANNEL, encode_notification, new_sender_id
from referee.store.row_writes import RowWrite
from referee.store.sync_barrier import SYNC_BARRIER
from referee.store.timeouts import budget
from referee.store.timeouts.nonblocking import require_blocking_allowed

NO_LOCK_LIMIT = "SET LOCAL lock_timeout = 0"
"""For a transaction that waits for others however long they take."""
CONNINFO = "REFEREE_CONNINFO"
"""How the factory is told the address: the library's own settings have no place for most of libpq's."""
CONNECT_SECONDS = 3
"""How long the service waits for a server to take a connection, unless the address says otherwise."""
ANSWER_SECONDS = 10.0
"""How long a statement of the log may take while no request waits for it."""
POOL_SIZE, POOL_MOST = 5, 15
"""Connections of the log that are kept, and the most at once."""
LOCK_SECONDS = 2.0
"""How long a statement waits for a lock. Then the server refuses it, and nothing of it is stored: two tries fit into the time of
a request.
"""
IDLE_SECONDS = 30
"""After which the server ends a transaction whose process says nothing more: one that stands still holds up no other node."""
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
"""How the factory is told that the server is to refuse whatever would write."""
_NO_WRITES = "SET default_transaction_read_only = on"
APPEND_LOCK = 0x7265666572656501
"""What PostgreSQL locks while records get their positions: "referee" in ASCII, and one more than what it locks for tables."""
MOST_PREPARED = 64
"""Records in a statement that a connection keeps prepared; larger ones come too seldom."""
INTERVAL = 0.1
"""Seconds between two looks of psycopg at a connection that it waits for; its own default."""
_SILENCE: dict[str, Any] = {
    "connect_timeout": CONNECT_SECONDS,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "application_name": "referee",
}
"""Parameters of libpq with which a server that is gone is noticed within seconds; the address may set others."""


def connection_string(database: str) -> str:
    """The address as libpq takes it, whole, completed by what notices a silent server."""
    given = conninfo_to_dict(database)
    return make_conninfo("", **_SILENCE | given)


class AnsweringConnection(psycopg.Connection[Any]):
    """A connection that is closed when the server does not answer in time: what it was doing is then unknown."""

    quiet_seconds: ClassVar[float | None] = None
    """How long an answer may take while no request waits for it; None: a change of a large table takes what it takes."""
    health: ClassVar[budget.ServerHealth] = budget.MAIN
    """What is known of the server."""

    def wait(self, gen: PQGen[Any], interval: float = INTERVAL, timeout: float | None = None) -> Any:
        try:
            answer = super().wait(gen, interval, timeout or budget.answer_seconds() or self.quiet_seconds)
        except psycopg.OperationalError:
            if timeout is None and self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.pgconn.finish()
            if self.closed:
                self.health.mark_down()
            raise
        # In a pipeline this may have been sent only.
        if self.pgconn.pipeline_status == PipelineStatus.OFF:
            self.health.mark_up()
        return answer


class LogConnection(AnsweringConnection):
    """A connection of the log, none of whose statements takes long."""

    quiet_seconds = ANSWER_SECONDS


class ReadingConnection(AnsweringConnection):
    """A connection that only reads, beside those of the database of this process."""

    health = budget.STANDBY


class ReadingLogConnection(LogConnection):
    """The same, of the log."""

    health = budget.STANDBY


class AnsweringPool(ConnectionPool[psycopg.Connection[DictRow]]):
    """Connections that are there within the time that a request may wait. `health`: what is known of their server.

    Raises WouldBlock where nobody may wait for it.
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
        """The one that was used last: its process at the server has at hand what the next one needs as well."""
        self._pool.rotate()
        return super()._get_ready_connection(timeout)


def require_open(connection: psycopg.Connection[Any]) -> None:
    """Raises psycopg.OperationalError for a connection that the other side has closed. The server is asked only where it has sent
    what nobody asked for: nothing goes to it and back before every statement.
    """
    readable, _, _ = select([connection.fileno()], [], [], 0)
    if readable:
        ConnectionPool.check_connection(connection)


class Datastore(PostgresDatastore):
    """The library's store of connections, on an address of libpq."""

    def __init__(self, address: str, *, read_only: bool = False) -> None:
        super().__init__("", "", "", "", "", originator_id_type="text")
        self._read_only = read_only
        self.require_recent: Callable[[psycopg.Connection[Any]], None] = lambda _: None
        """Raises psycopg.OperationalError for a connection to a server that is not as far as it must be."""
        kind = ReadingLogConnection if read_only else LogConnection
        self.pool = pool = AnsweringPool(
            address,
            connection_class=kind,
            kwargs={"row_factory": dict_row},
            min_size=POOL_SIZE,
            max_size=POOL_MOST,
            open=False,
            configure=self.after_connect_func(),
            check=self._checked,
            timeout=CONNECT_SECONDS,
            # Its pauses double: a pool that goes on for long sleeps on when the server is back.
            reconnect_timeout=CONNECT_SECONDS,
        )
        pool.health = kind.health
        self.async_connection = AsyncConnection(lambda: limited(address))
        """A connection for whoever stores records from the event loop."""

    def close(self) -> None:
        self.async_connection.close()
        super().close()

    def _checked(self, connection: psycopg.Connection[Any]) -> None:
        require_open(connection)
        self.require_recent(connection)

    def after_connect_func(self) -> Callable[[psycopg.Connection[Any]], None]:
        prepare = super().after_connect_func()

        def configured(connection: psycopg.Connection[Any]) -> None:
            prepare(connection)
            _limit(connection, read_only=self._read_only)

        return configured


def _limit(connection: psycopg.Connection[Any], *, read_only: bool) -> None:
    connection.execute((f"{_LIMITS}; {_NO_WRITES}" if read_only else _LIMITS).encode())


def limited(address: str) -> LogConnection:
    """A connection of the log on which each statement is a transaction of its own. Raises psycopg.OperationalError."""
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
    """What makes SQLAlchemy's connections: to an address of libpq, which its own addresses cannot say whole."""
    kind = ReadingConnection if read_only else AnsweringConnection

    def connect(_dialect: Any, _record: Any, _given: Any, named: dict[str, Any]) -> AnsweringConnection:
        try:
            connection = kind.connect(address, **named)
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

    It goes to the server once, where the library's own way goes four times: with one statement, which is a transaction of its
    own, or where there are rows beside with one text of all that is to be stored and the COMMIT. After a refusal the server
    skips what comes behind it, the COMMIT too.
    """

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.sender_id = new_sender_id()
        """By what this process knows its own announcements."""
        table = f'"{self.datastore.schema}"."{self.events_table_name}"'
        self._into = f"INSERT INTO {table} (originator_id, originator_version, topic, state)"
        self._find = (
            "SELECT notification_id, state FROM unnest(%s::text[], %s::bigint[]) WITH ORDINALITY AS wanted (stream, version, n) "
            f"LEFT JOIN {table} ON originator_id = stream AND originator_version = version ORDER BY n"
        ).encode()

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        """Stores the records and the rows, all or none. Records that a try before has stored, though its answer was lost, are
        found: the first one tells, by its mark.
        """
        progress: CommitProgress = kwargs["progress"]
        sent_before, rows = progress.commit_sent, kwargs["rows"]
        with self.datastore.get_connection() as connection:
            progress.commit_sent = True
            try:
                return (
                    self._with_rows(connection, stored_events, rows) if rows else self._alone(connection, stored_events)
                )
            except Exception as error:
                status = connection.info.transaction_status
                # The server refused the one statement that it was sent, or waits within the transaction: no COMMIT came.
                if status == (TransactionStatus.INERROR if rows else TransactionStatus.IDLE):
                    progress.commit_sent = sent_before
                if status == TransactionStatus.INERROR:
                    connection.execute("ROLLBACK", prepare=False)
                if not (progress.commit_sent and isinstance(error, psycopg.IntegrityError)):
                    raise
                # Another connection may lead to another server, which does not know what this one refused.
                positions = self._stored_before(connection, stored_events)
                if not positions:
                    raise
                return positions

    def _stored_before(self, connection: psycopg.Connection[DictRow], records: Sequence[StoredEvent]) -> list[int]:
        """The positions of these very records where they are stored, once as many servers as the cluster promises have them."""
        found = connection.execute(
            self._find,
            ([str(record.originator_id) for record in records], [record.originator_version for record in records]),
        ).fetchall()
        # They were stored together: where the first one is, all are.
        if not found or bytes(found[0]["state"] or b"") != bytes(records[0].state):
            return []
        connection.execute(SYNC_BARRIER)
        connection.commit()
        return [row["notification_id"] for row in found]

    def _alone(self, connection: psycopg.Connection[DictRow], stored_events: Sequence[StoredEvent]) -> list[int]:
        """Stores records, and returns their positions."""
        many = len(stored_events)
        query = _statement(self._into, many) if many <= MOST_PREPARED else _written(self._into, many)
        stored = connection.execute(query, self._values(stored_events), prepare=many <= MOST_PREPARED)
        return [row["notification_id"] for row in stored]

    def in_libpq(self, stored_events: Sequence[StoredEvent]) -> tuple[bytes, list[bytes], list[int]]:
        """The statement that `_alone` sends, its values, and the format of each, as libpq takes them."""
        values = self._values(stored_events)
        return (
            _numbered(self._into, len(stored_events)),
            [value if isinstance(value, bytes) else str(value).encode() for value in values],
            # A text that comes as such would end at its first zero byte.
            [TEXT if isinstance(value, int) else BINARY for value in values],
        )

    def _with_rows(
        self, connection: psycopg.Connection[DictRow], stored_events: Sequence[StoredEvent], rows: Sequence[RowWrite]
    ) -> list[int]:
        """Stores records and the rows beside them, and returns the positions of the records."""
        values = [value for row in rows for value in row.values.values()] + self._values(stored_events)
        steps = [
            b"BEGIN",
            *(row.sql(lambda _: "%s").encode() for row in rows),
            _written(self._into, len(stored_events)),
            b"COMMIT",
        ]
        with psycopg.ClientCursor(connection) as cursor:
            cursor.execute(b"; ".join(steps), values)
            return _positions(cursor)

    def _values(self, stored_events: Sequence[StoredEvent]) -> list[object]:
        """What a statement that stores these records is sent, in the order of its parameters."""
        told = encode_notification(self.sender_id, (str(record.originator_id) for record in stored_events))
        values: list[object] = [APPEND_LOCK, CHANNEL, told]
        for record in stored_events:
            values += (str(record.originator_id), record.originator_version, record.topic, bytes(record.state))
        return values


def _written(into: str, many: int) -> bytes:
    """The statement that stores so many records at once and announces them.

    Positions count in the order of the commits, so it has the lock before it takes a position, until its transaction ends.
    """
    new = ", ".join(["(%s::text, %s::bigint, %s::text, %s::bytea)"] * many)
    statement = (
        "WITH locked AS MATERIALIZED (SELECT pg_advisory_xact_lock(%s)), told AS MATERIALIZED (SELECT pg_notify(%s, %s)) "
        f"{into} SELECT new.* FROM locked, told, (VALUES {new}) AS new RETURNING notification_id"
    )
    return statement.encode()


_statement = lru_cache(MOST_PREPARED)(_written)


@lru_cache(MOST_PREPARED)
def _numbered(into: str, many: int) -> bytes:
    """The same statement, with its parameters as the server itself numbers them."""
    first, *rest = _written(into, many).split(b"%s")
    return first + b"".join(b"$%d%s" % (number, part) for number, part in enumerate(rest, 1))


def _positions(cursor: psycopg.ClientCursor[DictRow]) -> list[int]:
    """What the INSERT returned, among the results of a whole transaction."""
    positions: list[int] = []
    while True:
        if cursor.description and cursor.description[0].name == "notification_id":
            positions = [row["notification_id"] for row in cursor]
        if not cursor.nextset():
            return positions


class Factory(PostgresFactory):
    """Makes the recorder from an address of libpq."""

    application_recorder_class = PostgresRecorder

    def __init__(self, env: Environment) -> None:
        # The library's own constructor insists on settings that are parts of an address.
        super(BasePostgresFactory, self).__init__(env)
        self.datastore = Datastore(env[CONNINFO], read_only=READ_ONLY in env)


def server_environment(address: str) -> dict[str, str]:
    """What the eventsourcing library has to be told to open the database at this address."""
    return {
        "PERSISTENCE_MODULE": f"{Factory.__module__}:{Factory.__qualname__}",
        "ORIGINATOR_ID_TYPE": "text",
        CONNINFO: connection_string(address),
    }
