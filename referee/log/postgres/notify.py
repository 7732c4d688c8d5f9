"""Notifications between processes on one PostgreSQL about stored records: NOTIFY, in the transaction that stores them.

A notification says only that there is something new. A listener that was disconnected misses it, so it also polls now and then.
"""

from collections.abc import Iterable
from secrets import token_urlsafe

CHANNEL = "referee_appended"
MOST_BYTES = 7_900
"""In one notification; the server takes less than 8,000 (https://www.postgresql.org/docs/current/sql-notify.html)."""


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
