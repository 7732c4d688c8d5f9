"""Events of a tablet's queue that the match has already: their Idempotency-Keys identify them, from any sender.

A queue comes as a file, so the bodies in which its events would have been sent, and their digests, are unknown. The contents
of the events are compared instead.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, Key
from referee.match.events import Event
from referee.matches.idempotency import reused

QUEUE = "queue"
"""Stands for the digest of a body if the event came in a queue. It also replaces the owner in the name of the key."""
Span = Callable[[int, int], Sequence[AnyEntry]]
"""The entries of the match after a version, and up to another."""


def queue_key(digest: str, version: int) -> Key:
    """Returns the stored form of the key of a queued event that became `version`."""
    return Key(f"{QUEUE} {digest}", QUEUE, version)


def sent_alone(match: Match, event: Event, digest: str, by: str, span: Span) -> AnyEntry | None:
    """The entry that this event became when it came in a queue, with the same key. Raises KeyReused, as `sent_before`."""
    key = match.keys.get(f"{QUEUE} {digest}")
    return None if key is None else _under(key, event, by, span)


def sent_before(match: Match, event: Event, digest: str, by: str, span: Span) -> AnyEntry | None:
    """The entry that this event became when any sender sent it with the same key; None if it was never sent.

    Raises KeyReused where `by` sent another event with that key. What others did with a key of that text does not matter.
    """
    of_that_text = [key for name, key in match.keys.items() if name.endswith(f" {digest}")]
    entries = [_under(key, event, by, span) for key in of_that_text]
    return next((entry for entry in entries if entry is not None), None)


def _under(key: Key, event: Event, by: str, span: Span) -> AnyEntry | None:
    """The entry stored with this key that says what the event says. Raises KeyReused where none does and the key is `by`'s."""
    entries = _stored_with(key, span)
    for entry in entries:
        if _says(entry.event, event):
            return entry
    if any(entry.recorded_by == by for entry in entries):
        raise reused()
    return None


def _stored_with(key: Key, span: Span) -> Sequence[AnyEntry]:
    """The entries that came with this key: it is kept with the first of them, and names the last."""
    last = span(key.last - 1, key.last)
    if last[0].key == key:
        return last
    entries = span(0, key.last)
    first = next(i for i, entry in enumerate(entries) if entry.key == key)
    return entries[first:]


def _says(event: Event, query: Event) -> bool:
    """True if a stored event equals `query`, apart from fields that the rules and chance fill in."""
    whole: dict[str, Any] = msgspec.to_builtins(event)
    return type(event) is type(query) and all(
        whole.get(field) == value for field, value in msgspec.to_builtins(query).items()
    )
