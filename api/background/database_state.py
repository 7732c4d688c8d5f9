"""What the database has come to: answers that stand for it need not be made again while it stays there.

In a file this is told without asking for anything but a number, which SQLite counts up whenever anybody has written to the file.
"""

import asyncio
from collections.abc import Callable, Sequence
from time import monotonic

import psycopg
from msgspec import Struct

from api.background.shared_looks import SharedLooks
from api.threads import in_time, off_loop
from referee.people import changed_names
from referee.store.from_loop.query import AsyncQuery
from referee.store.log import Log
from referee.store.snapshot_query import LogSnapshot
from referee.store.timeouts import budget

ASKED = -1
"""The `change` of a state for which the database was asked."""


class DatabaseState(Struct, frozen=True):
    """Another `change` than before where anybody wrote anything; the log's last position; how often a name has changed.

    `version`: the last of the stream for which the database was asked; None in a file, where that is known without asking.
    """

    change: int
    position: int
    names: int
    version: int | None = None


class CurrentState:
    """What the database of one process has come to.

    `names` tells what counts the changes of names, by whichever process, or asks for it, and lets names be looked up again after
    one.
    """

    def __init__(self, log: Log, names: Callable[[int | None], int]) -> None:
        self._log = log
        self._names_now = names
        self._state: DatabaseState | None = None
        self.names_last: int | None = None
        """How often a name had changed when the database was last asked; None before."""
        self.told_at = monotonic()
        """When a server told last what it has come to; before, when this was made."""
        self._looks = SharedLooks(self._looked)
        self._query = log.snapshot_query(changed_names.COUNT)
        self._loop_query = AsyncQuery(log.address, self._query.statement("$1")) if log.address else None

    def close(self) -> None:
        """Lets go of the database."""
        if self._loop_query:
            self._loop_query.close()

    def state(self) -> DatabaseState | None:
        """It as it is now; None where the database is across a network, or cannot be read."""
        file = self._log.state()
        if file is None:
            return None
        if self._state is None or self._state.change != file.change:
            # Asked after the file: what is written in between makes another change, and is asked for then.
            names = self._names_now(self._log.number(changed_names.COUNT))
            self._state = DatabaseState(file.change, file.position, names)
            self.names_last = names
        return self._state

    def names(self) -> int:
        """How often a name has changed."""
        state = self.state()
        return self._names_now(None) if state is None else state.names

    def is_known_to(self, other: DatabaseState) -> bool:
        """Whether another server has all that this process knows of."""
        return other.position >= self._log.known_position and other.names >= (self.names_last or 0)

    async def asked(self, stream: str = "") -> DatabaseState:
        """It, and the version of a stream, as the database says in one answer, asked for after this was called.

        Raises what the database does where it gives none, and Unavailable.
        """
        return await in_time(asyncio.ensure_future(self._looks.of(stream)))

    async def _looked(self, streams: Sequence[str]) -> dict[str, DatabaseState]:
        budget.begin(of=self._log.health)
        states = await self._states(streams)
        self._log.reported_position, self.told_at = max(self._log.reported_position, states.position), monotonic()
        names = self.names_last = self._names_now(states.number)
        return {one: DatabaseState(ASKED, states.position, names, version) for one, version in states.versions.items()}

    async def _states(self, streams: Sequence[str]) -> LogSnapshot:
        """What the database says. Raises what it does where it gives no answer."""
        if self._loop_query:
            # The way through a thread finds another server, or says why there is none.
            try:
                rows = await self._loop_query.ask(self._query.value(streams))
                self._log.health.mark_up()
                return self._query.read(rows)
            except (psycopg.Error, OSError):
                self._log.health.mark_down()
        return await off_loop(self._log.read_snapshot, streams, changed_names.COUNT)

    def is_at(self, stream: str, version: int) -> bool:
        """Whether a stream of the log is known to have nothing above this version."""
        return self._log.is_at(stream, version)
