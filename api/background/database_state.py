"""What the database has come to: answers that stand for it need not be made again while it stays there.

In a file this is told without asking for anything but a number, which SQLite counts up whenever anybody has written to the file.
"""

from collections.abc import Callable

from msgspec import Struct

from referee.store.log import Log


class DatabaseState(Struct, frozen=True):
    """Another `change` than before where anybody wrote anything; the log's last position; how often a name has changed."""

    change: int
    position: int
    names: int


class CurrentState:
    """What the database of one process has come to. `names` counts the changes of names, by whichever process."""

    def __init__(self, log: Log, names: Callable[[], int]) -> None:
        self._log = log
        self._ask_names = names
        self._state: DatabaseState | None = None

    def state(self) -> DatabaseState | None:
        """It as it is now; None where the database is across a network, or cannot be read."""
        file = self._log.state()
        if file is None:
            return None
        if self._state is None or self._state.change != file.change:
            # Asked after the file: what is written in between makes another change, and is asked for then.
            self._state = DatabaseState(file.change, file.position, self._ask_names())
        return self._state

    def names(self) -> int:
        """How often a name has changed."""
        state = self.state()
        return self._ask_names() if state is None else state.names

    def is_at(self, stream: str, version: int) -> bool:
        """Whether a stream of the log is known to have nothing above this version."""
        return self._log.is_at(stream, version)
