"""The state of the database: cached answers stay valid while it is unchanged.

For a file, one number tells: SQLite increments it with each write to the file, by any program.
"""

import asyncio
from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING

from msgspec import Struct

from api.reads.coalescing import QueryCoalescer
from api.runtime.threads import in_time, off_loop
from referee.log.log import Log
from referee.log.queries import LogSnapshot
from referee.log.timeouts import budget
from referee.log.timeouts.failures import server_failures
from referee.people import changed_names

if TYPE_CHECKING:
    from referee.log.postgres.async_query import AsyncQuery

ASKED = -1
"""The `change` of a state from a query."""


class DatabaseSnapshot(Struct, frozen=True):
    """A snapshot: the number of the last change, the log's last position, and the count of changes of names.

    `version` is the last one of the stream in the query; None for a file, where no query is needed.
    """

    change: int
    position: int
    names: int
    version: int | None = None


class DatabaseState:
    """The state of the database, as one process knows it.

    `names` takes the count of changes of names by all processes, or queries it if that is None. It drops cached names after a
    change, and returns the count.
    """

    def __init__(self, log: Log, names: Callable[[int | None], int]) -> None:
        self._log = log
        self._names_now = names
        self._state: DatabaseSnapshot | None = None
        self.names_last: int | None = None
        """The count of changes of names at the last query; None before the first one."""
        self.answered_at = monotonic()
        """The time of the server's last answer; before the first one, that of the creation of this object."""
        self._queries = QueryCoalescer(self._query_streams)
        self._query = log.snapshot_query(changed_names.COUNT)
        statement = self._query.statement("$1")
        self._loop_query = _query_in_loop(log.address, statement) if log.address else None

    def close(self) -> None:
        """Closes the connection."""
        if self._loop_query:
            self._loop_query.close()

    def state(self) -> DatabaseSnapshot | None:
        """The current state; None if the database is across a network, or unreadable."""
        file = self._log.state()
        if file is None:
            return None
        if self._state is None or self._state.change != file.change:
            # Read after the state of the file: a write in between makes another change, and the next call sees it.
            names = self._names_now(self._log.number(changed_names.COUNT))
            self._state = DatabaseSnapshot(file.change, file.position, names)
            self.names_last = names
        return self._state

    def names(self) -> int:
        """The count of changes of names."""
        state = self.state()
        return self._names_now(None) if state is None else state.names

    def is_known_to(self, other: DatabaseSnapshot) -> bool:
        """True if another server has everything that this process knows of."""
        return other.position >= self._log.known_position and other.names >= (self.names_last or 0)

    async def query_state(self, stream: str = "") -> DatabaseSnapshot:
        """Queries the state and the version of a stream, in one statement that begins after this call.

        Raises the database's errors, and Unavailable.
        """
        return await in_time(asyncio.ensure_future(self._queries.of(stream)))

    async def _query_streams(self, streams: Sequence[str]) -> dict[str, DatabaseSnapshot]:
        budget.begin(of=self._log.health)
        states = await self._states(streams)
        self._log.reported_position, self.answered_at = max(self._log.reported_position, states.position), monotonic()
        names = self.names_last = self._names_now(states.number)
        return {
            one: DatabaseSnapshot(ASKED, states.position, names, version) for one, version in states.versions.items()
        }

    async def _states(self, streams: Sequence[str]) -> LogSnapshot:
        """Queries the database. Raises its errors."""
        if self._loop_query:
            # After an error, the query in a thread finds another server, or raises the reason.
            try:
                rows = await self._loop_query.ask(self._query.value(streams))
                self._log.health.mark_up()
                return self._query.read(rows)
            except server_failures():
                self._log.health.mark_down()
        return await off_loop(self._log.read_snapshot, streams, changed_names.COUNT)

    def is_at(self, stream: str, version: int) -> bool:
        """True if a stream of the log is known to have no version above this one."""
        return self._log.is_at(stream, version)


def _query_in_loop(address: str, statement: str) -> "AsyncQuery":
    # The driver of servers is loaded for them alone.
    from referee.log.postgres.async_query import AsyncQuery

    return AsyncQuery(address, statement)
