"""The connections of one process to the tables beside the log, with a count of waiting threads."""

from threading import get_ident
from typing import Any, Self, cast

from sqlalchemy import Engine, QueuePool
from sqlalchemy.pool import ConnectionPoolEntry

from referee.log.records import PoolState
from referee.log.sqlite.recorder import WAITS_FOR_THE_DISK
from referee.log.timeouts.nonblocking import require_blocking_allowed


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
    """A pool of connections to a server. Raises WouldWait in code that must not wait."""

    def _do_get(self) -> ConnectionPoolEntry:
        require_blocking_allowed()
        return super()._do_get()


def keep_as_promised(connection: Any, _: object) -> None:
    """Sets up a connection to a file: acknowledged data is on the disk, and deleted data is overwritten there."""
    connection.execute(WAITS_FOR_THE_DISK)
    connection.execute("PRAGMA secure_delete = ON")


def pool_of(store: Engine) -> PoolState | None:
    """The state of a store's pool; None for another kind of pool."""
    return store.pool.state() if isinstance(store.pool, CountingPool) else None
