"""Answers to repeated requests: what an Idempotency-Key stored when it first came, with the same body, alone or in a queue.

A tablet's queue comes as a file, so the bodies in which its events would have been sent, and their digests, are unknown. The
contents of the events are compared instead: their keys identify them, from any sender.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from referee.log.idempotency import ClientKey, reuse_refusal
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, Key, line
from referee.match.events import Event
from referee.matches.append import Append, StoredAppend
from referee.matches.preconditions import read_events
from referee.matches.queries import MatchReader
from referee.matches.shared_deals import fields_of_service

QUEUE = "queue"
"""Stands in a stored key of an event that came in a queue: for the digest of a body, and for the name of the owner."""
Span = Callable[[int, int], Sequence[AnyEntry]]
"""The entries of the match after a version, and up to another."""


def stored_key(key: ClientKey, by: str, last: int) -> Key:
    """Returns the stored form of an Idempotency-Key, for the first of its entries; `last` is the version of the last."""
    return Key(f"{QUEUE} {key[0]}", QUEUE, last) if key[1] == QUEUE else Key(f"{by} {key[0]}", key[1], last)


def is_stored(matches: MatchReader, id_: str, key: ClientKey, by: str) -> bool:
    """True if an append with this idempotency key, by the same writer and with the same body, is stored. Raises NotFound."""
    entry_key = matches.match(id_).keys.get(f"{by} {key[0]}")
    return entry_key is not None and entry_key.digest == key[1]


def queued_before(matches: MatchReader, id_: str, body: bytes | msgspec.Raw, by: str, digest: str) -> AnyEntry | None:
    """The entry of a queued event that the match has already, by its key. Raises KeyReused, NotFound, and for the event
    what `read_events` does.
    """
    match = matches.match(id_)
    [event] = read_events(match, [body])
    return sent_before(match, event, digest, by, _span(matches, match))


def appended_before(matches: MatchReader, match: Match, append: Append, client_key: ClientKey) -> StoredAppend | None:
    """Returns the result of an earlier append with its key; None for the first. Raises KeyReused for another body."""
    key, digest = client_key
    entry_key = match.keys.get(f"{append.by} {key}")
    if entry_key is None or digest == QUEUE:
        return _replay_queued(matches, match, append, key, is_queue=digest == QUEUE)
    if entry_key.digest != digest:
        raise reuse_refusal()
    entries = matches.entries(match.id, through=entry_key.last)
    first = next(i for i, entry in enumerate(entries) if entry.key == entry_key)
    then = Match.fold(match.id, entries)
    return _again(matches, then, entries[first:])


def _replay_queued(
    matches: MatchReader, match: Match, append: Append, key: str, *, is_queue: bool
) -> StoredAppend | None:
    """Returns the stored result of a single event with this key that came in a queue, or comes in one now; else None."""
    if len(append.bodies) != 1 or not (is_queue or f"{QUEUE} {key}" in match.keys):
        return None
    look = sent_before if is_queue else sent_alone
    [event] = read_events(match, append.bodies)
    entry = look(match, event, key, append.by, _span(matches, match))
    if entry is None:
        return None
    return _again(matches, matches.match_at(match.id, entry.version), [entry])


def _again(matches: MatchReader, then: Match, entries: list[AnyEntry]) -> StoredAppend:
    """Returns the result of an earlier append of these entries, after which the match was as `then`."""
    position = matches.position_of(then.id, entries[-1].version)
    return StoredAppend(then, entries, [*map(line, entries)], position, again=True)


def _span(matches: MatchReader, match: Match) -> Span:
    return lambda after, through: matches.entries(match.id, after, through)


def sent_alone(match: Match, event: Event, client_key: str, by: str, span: Span) -> AnyEntry | None:
    """The entry that this event became when it came in a queue, with the same key. Raises KeyReused, as `sent_before`."""
    key = match.keys.get(f"{QUEUE} {client_key}")
    return None if key is None else _under(key, event, by, span, fields_of_service(match, event))


def sent_before(match: Match, event: Event, client_key: str, by: str, span: Span) -> AnyEntry | None:
    """The entry that this event became when any sender sent it with the same key; None if it was never sent.

    Raises KeyReused where `by` sent another event with that key. What others did with a key of that text does not matter.
    """
    of_that_text = [key for name, key in match.keys.items() if name.endswith(f" {client_key}")]
    free = fields_of_service(match, event)
    entries = [_under(key, event, by, span, free) for key in of_that_text]
    return next((entry for entry in entries if entry is not None), None)


def _under(key: Key, event: Event, by: str, span: Span, free: frozenset[str]) -> AnyEntry | None:
    """The entry stored with this key that says what the event says. Raises KeyReused where none does and the key is `by`'s."""
    entries = _stored_with(key, span)
    for entry in entries:
        if _says(entry.event, event, free):
            return entry
    if any(entry.recorded_by == by for entry in entries):
        raise reuse_refusal()
    return None


def _stored_with(key: Key, span: Span) -> Sequence[AnyEntry]:
    """The entries that came with this key: it is kept with the first of them, and names the last."""
    last = span(key.last - 1, key.last)
    if last[0].key == key:
        return last
    entries = span(0, key.last)
    first = next(i for i, entry in enumerate(entries) if entry.key == key)
    return entries[first:]


def _says(event: Event, query: Event, free: frozenset[str]) -> bool:
    """True if a stored event equals `query`, apart from fields that the rules and chance fill in; `free` are not compared."""
    whole: dict[str, Any] = msgspec.to_builtins(event)
    return type(event) is type(query) and all(
        field in free or whole.get(field) == value for field, value in msgspec.to_builtins(query).items()
    )
