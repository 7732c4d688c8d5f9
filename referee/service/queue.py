"""What a tablet's queue holds that its match has already: an event is known again by its Idempotency-Key, whoever sent it.

A queue comes as a file, so of the bodies that its events would have been sent in nothing is known, and neither is their
digest. What is compared instead is what the events say.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, Key
from referee.match.vocabulary import Event
from referee.service.idempotency import reused

QUEUE = "queue"
"""In place of the digest of a body: the event came in a queue. It also stands where other keys have whose they are."""
Span = Callable[[int, int], Sequence[AnyEntry]]
"""The entries of the match after a version, and up to another."""


def queue_key(digest: str, version: int) -> Key:
    """What is kept of the key of a queued event that was stored as `version`."""
    return Key(f"{QUEUE} {digest}", QUEUE, version)


def sent_alone(match: Match, event: Event, digest: str, by: str, span: Span) -> AnyEntry | None:
    """The entry that this event became when it came in a queue, with the same key. Raises KeyReused, as `sent_before`."""
    key = match.keys.get(f"{QUEUE} {digest}")
    return None if key is None else _under(key, event, by, span)


def sent_before(match: Match, event: Event, digest: str, by: str, span: Span) -> AnyEntry | None:
    """The entry that this event became when it was sent with the same key, by whomever; None where it never was.

    Raises KeyReused where `by` sent another event with that key. What others did with a key of that text does not matter.
    """
    of_that_text = [key for name, key in match.keys.items() if name.endswith(f" {digest}")]
    found = [_under(key, event, by, span) for key in of_that_text]
    return next((entry for entry in found if entry is not None), None)


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


def _says(stored: Event, sent: Event) -> bool:
    """Whether a stored event is this one, with nothing added but what the rules and chance fill in."""
    whole: dict[str, Any] = msgspec.to_builtins(stored)
    return type(stored) is type(sent) and all(
        whole.get(field) == value for field, value in msgspec.to_builtins(sent).items()
    )
