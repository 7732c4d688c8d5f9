"""The connections of one process to the tables beside the log, which tell who waits for one."""

from threading import get_ident
from typing import Any, Self, cast

from sqlalchemy import Engine, QueuePool
from sqlalchemy.pool import ConnectionPoolEntry

from referee.store.log import PoolState
from referee.store.outage.at_once import need_may_wait
from referee.store.sqlite import WAITS_FOR_THE_DISK


class CountingPool(QueuePool):
    """SQLAlchemy's own pool, which knows how many wait, and leaves no connection open once it is disposed of."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
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
        """How much of it is taken."""
        return PoolState(self.size() + self._max_overflow, self.checkedout(), len(self.waiting))


class ServerPool(CountingPool):
    """Connections to a server. Raises WouldWait where nobody may wait for it."""

    def _do_get(self) -> ConnectionPoolEntry:
        need_may_wait()
        return super()._do_get()


def keep_as_promised(connection: Any, _: object) -> None:
    """In a file: what is acknowledged is on the disk, and what is deleted is overwritten there."""
    connection.execute(WAITS_FOR_THE_DISK)
    connection.execute("PRAGMA secure_delete = ON")


def pool_of(store: Engine) -> PoolState | None:
    """How much of the connections of a store is taken; None where it has another kind of pool."""
    return store.pool.state() if isinstance(store.pool, CountingPool) else None
