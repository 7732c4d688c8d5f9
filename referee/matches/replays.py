"""Answers to repeated requests: the result of the first one with the same Idempotency-Key, alone or in a queue."""

from collections.abc import Sequence

import msgspec

from referee.match.aggregate import Match
from referee.match.entries import AnyEntry
from referee.matches.draft import read_all
from referee.matches.idempotency import ClientKey, reused
from referee.matches.queries import MatchReader
from referee.matches.queue import QUEUE, Span, sent_alone, sent_before


class StoredAppend(msgspec.Struct, frozen=True):
    """The result of an append: the match as it then was, the entries, and the log position of the last."""

    match: Match
    entries: list[AnyEntry]
    position: int
    again: bool = False
    """True if this answers a retry of an earlier append."""


def is_stored(matches: MatchReader, id_: str, key: ClientKey, by: str) -> bool:
    """True if an append with this idempotency key, by the same writer and with the same body, is stored. Raises NotFound."""
    entry_key = matches.match(id_).keys.get(f"{by} {key[0]}")
    return entry_key is not None and entry_key.digest == key[1]


def queued_before(matches: MatchReader, id_: str, body: bytes | msgspec.Raw, by: str, digest: str) -> AnyEntry | None:
    """The entry of a queued event that the match has already, by its key. Raises KeyReused, NotFound, and for the event
    what `read_all` does.
    """
    match = matches.match(id_)
    [event] = read_all(match, [body])
    return sent_before(match, event, digest, by, _span(matches, match))


def appended_before(
    matches: MatchReader, match: Match, bodies: Sequence[bytes | msgspec.Raw], key: ClientKey, by: str
) -> StoredAppend | None:
    """Returns the result of an earlier append with this key; None for the first. Raises KeyReused for another body."""
    entry_key = match.keys.get(f"{by} {key[0]}")
    if entry_key is None or key[1] == QUEUE:
        return _queued(matches, match, bodies, key, by)
    if entry_key.digest != key[1]:
        raise reused()
    entries = matches.entries(match.id, through=entry_key.last)
    first = next(i for i, entry in enumerate(entries) if entry.key == entry_key)
    then = Match.fold(match.id, entries)
    return StoredAppend(then, entries[first:], matches.position_of(match.id, entry_key.last), again=True)


def _queued(
    matches: MatchReader, match: Match, bodies: Sequence[bytes | msgspec.Raw], key: ClientKey, by: str
) -> StoredAppend | None:
    """Returns the stored result of a single event with this key that came in a queue, or comes in one now; else None."""
    if len(bodies) != 1 or (key[1] != QUEUE and f"{QUEUE} {key[0]}" not in match.keys):
        return None
    look = sent_before if key[1] == QUEUE else sent_alone
    [event] = read_all(match, bodies)
    entry = look(match, event, key[0], by, _span(matches, match))
    if entry is None:
        return None
    then = matches.match_at(match.id, entry.version)
    return StoredAppend(then, [entry], matches.position_of(match.id, entry.version), again=True)


def _span(matches: MatchReader, match: Match) -> Span:
    return lambda after, through: matches.entries(match.id, after, through)
