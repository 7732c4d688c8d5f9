"""Notifications between processes on one PostgreSQL about stored records: NOTIFY, in the transaction that stores them.

A notification says only that there is something new. A listener that was disconnected misses it, so it also polls now and then.
A process need not look for its own records.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from secrets import token_urlsafe

CHANNEL = "referee_appended"
MOST_BYTES = 7_900
"""In one notification; the server takes less than 8,000 (https://www.postgresql.org/docs/current/sql-notify.html)."""

MOST_OWN = 20_000
"""Own positions that a process remembers: those of some seconds of writing."""


def new_sender_id() -> str:
    """Returns a random name, by which a process recognizes its own notifications."""
    return token_urlsafe(6)


def encode_notification(sender: str, streams: Iterable[str]) -> str:
    """Returns the payload for records stored in these streams, without the streams if they are too many to name."""
    whole = " ".join([sender, *dict.fromkeys(streams)])
    return whole if len(whole.encode()) <= MOST_BYTES else sender


def decode_notification(payload: str) -> tuple[str, list[str]]:
    """Returns the sender and the streams of a payload. Without streams, it may be any."""
    sender, *streams = payload.split(" ")
    return sender, streams


class OwnWrites:
    """The positions that this process stored since it last looked at the records of others. Safe between threads."""

    def __init__(self) -> None:
        self._positions = deque[int](maxlen=MOST_OWN)

    def add(self, positions: Sequence[int]) -> None:
        """Adds positions of this process."""
        self._positions.extend(positions)

    def are_all(self, after: int, through: int) -> bool:
        """True if this process stored all records above `after` through `through`. Forgets its positions."""
        own = {self._positions.popleft() for _ in range(len(self._positions))}
        return sum(after < position <= through for position in own) == through - after
