"""The connections of one process to the tables beside the log, which tell who waits for one."""

from threading import get_ident
from typing import Any

from sqlalchemy import Engine, QueuePool
from sqlalchemy.pool import ConnectionPoolEntry

from referee.store.log import PoolState
from referee.store.outage.at_once import need_may_wait
from referee.store.sqlite import WAITS_FOR_THE_DISK


class CountingPool(QueuePool):
    """SQLAlchemy's own pool, which knows how many wait."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.waiting: set[int] = set()
        """The threads that wait for a connection, or make one."""

    def _do_get(self) -> ConnectionPoolEntry:
        thread = get_ident()
        self.waiting.add(thread)
        try:
            return super()._do_get()
        finally:
            self.waiting.discard(thread)

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
