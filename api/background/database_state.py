"""What the database has come to: answers that stand for it need not be made again while it stays there.

In a file this is told without asking for anything but a number, which SQLite counts up whenever anybody has written to the file.
"""

import asyncio
from collections.abc import Callable, Sequence

from msgspec import Struct

from api.background.shared_looks import SharedLooks
from api.threads import in_time, off_loop
from referee.people import changed_names
from referee.store import patience
from referee.store.log import Log

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
        self._looks = SharedLooks(self._looked)

    def state(self) -> DatabaseState | None:
        """It as it is now; None where the database is across a network, or cannot be read."""
        file = self._log.state()
        if file is None:
            return None
        if self._state is None or self._state.change != file.change:
            # Asked after the file: what is written in between makes another change, and is asked for then.
            names = self._names_now(self._log.number(changed_names.COUNT))
            self._state = DatabaseState(file.change, file.position, names)
        return self._state

    def names(self) -> int:
        """How often a name has changed."""
        state = self.state()
        return self._names_now(None) if state is None else state.names

    async def asked(self, stream: str = "") -> DatabaseState:
        """It, and the version of a stream, as the database says in one answer, asked for after this was called.

        Raises what the database does where it gives none, and Unavailable.
        """
        return await in_time(asyncio.ensure_future(self._looks.of(stream)))

    def _look(self, streams: Sequence[str]) -> dict[str, DatabaseState]:
        position, names, versions = self._log.asked_states(streams, changed_names.COUNT)
        return {one: DatabaseState(ASKED, position, names, version) for one, version in versions.items()}

    async def _looked(self, streams: Sequence[str]) -> dict[str, DatabaseState]:
        patience.begin()
        states = await off_loop(self._look, streams)
        self._names_now(states[streams[0]].names)
        return states

    def is_at(self, stream: str, version: int) -> bool:
        """Whether a stream of the log is known to have nothing above this version."""
        return self._log.is_at(stream, version)
