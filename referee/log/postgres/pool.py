"""The connections of the log to PostgreSQL, within the time of a request."""

from collections.abc import Callable
from select import select
from typing import Any

import psycopg
from eventsourcing.postgres import ConnectionPool, PostgresDatastore
from psycopg.rows import DictRow, dict_row
from psycopg_pool import PoolTimeout

from referee.log.postgres.async_connection import AsyncConnection
from referee.log.postgres.connections import (
    CONNECT_SECONDS,
    LogConnection,
    ReadingLogConnection,
    connect_limited,
    limit,
)
from referee.log.timeouts import budget
from referee.log.timeouts.budget import require_blocking_allowed
from referee.work import ServerHealth

POOL_SIZE, POOL_MOST = 5, 15
"""Connections of the log that stay open, and the most at once."""


class AnsweringPool(ConnectionPool[psycopg.Connection[DictRow]]):
    """A pool that gives a connection within the time of a request, and records the `health` of its server.

    Raises WouldBlock if the context forbids to block.
    """

    health: ServerHealth

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
        self.address = address
        self._read_only = read_only
        self.require_recent: Callable[[psycopg.Connection[Any]], None] = lambda _: None
        """Raises psycopg.OperationalError for a connection to a server that is behind."""
        kind = ReadingLogConnection if read_only else LogConnection
        self.pool: AnsweringPool = AnsweringPool(
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
        self.pool.health = kind.health
        self.async_connection = AsyncConnection(lambda: connect_limited(address))
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
            limit(connection, read_only=self._read_only)

        return configure
