"""How processes on one PostgreSQL tell each other what they stored: NOTIFY, in the transaction that stores it.

What is announced is only that there is something. A listener that was away hears nothing of it, so it looks by itself now and
then. What it stored itself it need not look for.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from secrets import token_urlsafe

CHANNEL = "referee_appended"
MOST_BYTES = 7_900
"""In one notification; the server takes less than 8,000 (https://www.postgresql.org/docs/current/sql-notify.html)."""

MOST_OWN = 20_000
"""Positions that a process remembers as its own: what it writes in some seconds."""


def new_sender_id() -> str:
    """The name by which a process knows what it announced itself."""
    return token_urlsafe(6)


def encode_notification(announcer: str, streams: Iterable[str]) -> str:
    """What is sent when records of these streams are stored; where they are too many to name, without them."""
    whole = " ".join([announcer, *dict.fromkeys(streams)])
    return whole if len(whole.encode()) <= MOST_BYTES else announcer


def decode_notification(payload: str) -> tuple[str, list[str]]:
    """Who stored something, and the streams that it was stored in; none: it may be any."""
    announcer, *streams = payload.split(" ")
    return announcer, streams


class OwnWrites:
    """Where in the log a process stored something, since it looked last what others did. Safe between threads."""

    def __init__(self) -> None:
        self._kept = deque[int](maxlen=MOST_OWN)

    def add(self, positions: Sequence[int]) -> None:
        """It stored something there."""
        self._kept.extend(positions)

    def are_all(self, after: int, through: int) -> bool:
        """Whether all records above a position, up to another one, are its own. It forgets them then."""
        own = {self._kept.popleft() for _ in range(len(self._kept))}
        return sum(after < position <= through for position in own) == through - after
