"""What a request that comes again is answered: what its Idempotency-Key stored when it first came, alone or in a queue."""

from collections.abc import Sequence

import msgspec

from referee.match.aggregate import Match
from referee.match.entries import AnyEntry
from referee.service.draft import read_all
from referee.service.idempotency import ClientKey, reused
from referee.service.queue import QUEUE, Span, sent_alone, sent_before
from referee.service.reading import MatchReader


class Appended(msgspec.Struct, frozen=True):
    """What an append wrote: the match as it then was, the entries, and the log position of the last."""

    match: Match
    entries: list[AnyEntry]
    position: int
    again: bool = False
    """Whether this answers a retry of what had been written before."""


def is_stored(matches: MatchReader, id_: str, key: ClientKey, by: str) -> bool:
    """Whether an append with this idempotency key, by the same and with the same body, was stored. Raises NotFound."""
    known = matches.match(id_).keys.get(f"{by} {key[0]}")
    return known is not None and known.digest == key[1]


def queued_before(matches: MatchReader, id_: str, body: bytes | msgspec.Raw, by: str, digest: str) -> AnyEntry | None:
    """The entry of a queued event that the match has already, by its key. Raises KeyReused, NotFound, and for the event
    what `read_all` does.
    """
    match = matches.match(id_)
    [event] = read_all(match, [body])
    return sent_before(match, event, digest, by, _span(matches, match))


def appended_before(
    matches: MatchReader, match: Match, bodies: Sequence[bytes | msgspec.Raw], key: ClientKey, by: str
) -> Appended | None:
    """What an append with this key wrote before; None where it is the first. Raises KeyReused for another body."""
    known = match.keys.get(f"{by} {key[0]}")
    if known is None or key[1] == QUEUE:
        return _queued(matches, match, bodies, key, by)
    if known.digest != key[1]:
        raise reused()
    entries = matches.entries(match.id, through=known.last)
    first = next(i for i, entry in enumerate(entries) if entry.key == known)
    then = Match.fold(match.id, entries)
    return Appended(then, entries[first:], matches.position_of(match.id, known.last), again=True)


def _queued(
    matches: MatchReader, match: Match, bodies: Sequence[bytes | msgspec.Raw], key: ClientKey, by: str
) -> Appended | None:
    """What was stored of a single event that a queue held, or that is in a queue now, with this key."""
    if len(bodies) != 1 or (key[1] != QUEUE and f"{QUEUE} {key[0]}" not in match.keys):
        return None
    look = sent_before if key[1] == QUEUE else sent_alone
    [event] = read_all(match, bodies)
    entry = look(match, event, key[0], by, _span(matches, match))
    if entry is None:
        return None
    then = matches.match_at(match.id, entry.version)
    return Appended(then, [entry], matches.position_of(match.id, entry.version), again=True)


def _span(matches: MatchReader, match: Match) -> Span:
    return lambda after, through: matches.entries(match.id, after, through)
