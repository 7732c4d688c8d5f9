"""The course of a match, version by version, each `retract` folded from a version that is not far from where it goes back to."""

from collections.abc import Iterator, Sequence

from referee.cancellation import cancellable
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry
from referee.match.vocabulary import Retract

STRIDE = 32
"""Versions from one copy of the match that is kept to the next: a `retract` folds at most so many again."""


def course(id_: str, entries: Sequence[AnyEntry]) -> Iterator[tuple[Match, AnyEntry]]:
    """The match after each entry, with the entry. It goes on with the next: copy it to keep it."""
    match = Match.fold(id_, entries[:1])
    kept = [match.copy()]
    yield match, entries[0]
    for entry in cancellable(entries[1:]):
        if isinstance(entry.event, Retract):
            match.go_back(_at(kept, entries, entry.event.to), entry)
            kept.append(match.copy())
        else:
            match.follow([entry])
            if entry.version - kept[-1].version >= STRIDE:
                kept.append(match.copy())
        yield match, entry


def _at(kept: Sequence[Match], entries: Sequence[AnyEntry], version: int) -> Match:
    """The match as it was at a version. After the last copy before it there is no `retract`: each has a copy of its own."""
    nearest = next(copy for copy in reversed(kept) if copy.version <= version)
    then = nearest.copy()
    then.follow(entries[nearest.version : version])
    return then
