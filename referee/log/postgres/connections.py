"""Connections to PostgreSQL that fail in time, and statements with which they are used."""

from collections.abc import Callable
from typing import Any, ClassVar

import psycopg
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import PipelineStatus, TransactionStatus

from referee.log.timeouts import budget
from referee.work import ServerHealth

TABLES_LOCK = 0x7265666572656500
"""Advisory lock on the creation of tables: "referee" in ASCII."""
SYNC_BARRIER = "SELECT pg_logical_emit_message(true, 'referee', '')"
"""To run before acknowledging what was found stored although its own commit gave no answer.

A primary that failed while a commit waited for its standbys shows the rows, though no standby has them yet. Only another commit
that writes waits for the standbys again. This one writes to the log of the server, to no table
(https://www.postgresql.org/docs/current/functions-admin.html#FUNCTIONS-REPLICATION).
"""
NO_LOCK_LIMIT = "SET LOCAL lock_timeout = 0"
"""For a transaction that waits for others without a limit."""
CONNECT_SECONDS = 3
"""Timeout of a new connection, unless the address has another one."""
ANSWER_SECONDS = 10.0
"""Timeout of a statement of the log while no request waits for it."""
LOCK_SECONDS = 2.0
"""Longest wait of a statement for a lock. Then the server refuses it and stores nothing: two tries fit into the time of
a request.
"""
IDLE_SECONDS = 30
"""Time after which the server ends an idle transaction, so that a process that hangs blocks no other node."""
ABANDONED_MILLISECONDS = 500
"""Interval at which the server looks whether the client of a running statement is still connected.

A closed connection does not end its statement: the server would go on, wait for the lock on appends or hold it, and the next try
would wait for the one before. PostgreSQL 13 and older lack this setting, and servers on Windows refuse it
(https://www.postgresql.org/docs/current/runtime-config-connection.html#GUC-CLIENT-CONNECTION-CHECK-INTERVAL).
"""
_LIMITS = f"""
SELECT set_config(name, value, false)
FROM (VALUES
    ('lock_timeout', '{LOCK_SECONDS}s'),
    ('idle_in_transaction_session_timeout', '{IDLE_SECONDS}s'),
    ('client_connection_check_interval', '{ABANDONED_MILLISECONDS}ms')
) AS ours (name, value)
WHERE current_setting(name, true) = '0'
AND (name <> 'client_connection_check_interval' OR version() !~* 'windows|mingw|visual c')
"""
"""Sets what the address does not: as a statement, since proxies pass on few options."""
_NO_WRITES = "SET default_transaction_read_only = on"
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
    health: ClassVar[ServerHealth] = budget.MAIN
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


def limit(connection: psycopg.Connection[Any], *, read_only: bool) -> None:
    """Sets the time limits of a new connection."""
    connection.execute((f"{_LIMITS}; {_NO_WRITES}" if read_only else _LIMITS).encode())


def connect_limited(address: str) -> LogConnection:
    """Opens a connection of the log in autocommit mode, with its time limits. Raises psycopg.OperationalError."""
    connection = LogConnection.connect(address, autocommit=True)
    try:
        limit(connection, read_only=False)
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
                limit(connection, read_only=read_only)
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
