"""The SQLAlchemy engine of the tables beside the log: the connections of one process, with a count of waiting threads."""

from threading import get_ident
from typing import Any, Self, cast

import sqlalchemy as sa
from sqlalchemy import Engine, QueuePool
from sqlalchemy.pool import ConnectionPoolEntry

from referee.log.address import is_postgres, private_file, sqlite_path
from referee.log.records import PoolState
from referee.log.sqlite.recorder import WAITS_FOR_THE_DISK
from referee.log.sqlite.write_queue import LOCK_SECONDS
from referee.log.timeouts.budget import require_blocking_allowed


class CountingPool(QueuePool):
    """SQLAlchemy's queue pool with a count of waiting threads, that leaves no connection open after `dispose`."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.waiting: set[int] = set()
        """The threads that wait for a connection, or make one."""
        self._is_disposed = False

    def _do_get(self) -> ConnectionPoolEntry:
        thread = get_ident()
        self.waiting.add(thread)
        try:
            return super()._do_get()
        finally:
            self.waiting.discard(thread)

    def dispose(self) -> None:
        self._is_disposed = True
        super().dispose()

    def recreate(self) -> Self:
        pool = cast(Self, super().recreate())
        pool._is_disposed = self._is_disposed
        return pool

    def _do_return_conn(self, record: ConnectionPoolEntry) -> None:
        super()._do_return_conn(record)
        # A thread went on after the end: SQLAlchemy would keep its connection in a queue that is never emptied again.
        if self._is_disposed:
            super().dispose()

    def state(self) -> PoolState:
        """The size of the pool, its connections in use, and the waiting threads."""
        return PoolState(self.size() + self._max_overflow, self.checkedout(), len(self.waiting))


class ServerPool(CountingPool):
    """A pool of connections to a server. Raises WouldBlock if the context forbids to block."""

    def _do_get(self) -> ConnectionPoolEntry:
        require_blocking_allowed()
        return super()._do_get()


def engine(database: str, *, read_only: bool = False) -> sa.Engine:
    """Returns the engine of a database address as `referee.log.log.open_log` takes it; a server can be opened for reading only.

    Its errors have the statement that failed, never its values: names and secrets stay out of logs.
    """
    if is_postgres(database):
        from referee.log.postgres.connections import CONNECT_SECONDS, connecting, connection_string

        store = sa.create_engine(
            "postgresql+psycopg://",
            hide_parameters=True,
            poolclass=ServerPool,
            pool_pre_ping=True,
            pool_timeout=CONNECT_SECONDS,
        )
        sa.event.listen(store, "do_connect", connecting(connection_string(database), read_only=read_only))
        return store
    path = sqlite_path(database)
    private_file(path)
    store = sa.create_engine(
        f"sqlite:///{path}", connect_args={"timeout": LOCK_SECONDS}, hide_parameters=True, poolclass=CountingPool
    )
    sa.event.listen(store, "connect", _keep_as_promised)
    return store


def _keep_as_promised(connection: Any, _: object) -> None:
    """Sets up a connection to a file: acknowledged data is on the disk, and deleted data is overwritten there."""
    connection.execute(WAITS_FOR_THE_DISK)
    connection.execute("PRAGMA secure_delete = ON")


def pool_of(store: Engine) -> PoolState | None:
    """The state of a store's pool; None for another kind of pool."""
    return store.pool.state() if isinstance(store.pool, CountingPool) else None
