"""The course of a match, version by version. A `retract` is folded from a copy not far before the version that it returns to."""

from collections.abc import Iterator, Sequence

from referee.match.aggregate import Match
from referee.match.entries import AnyEntry
from referee.match.events import Retract
from referee.work import cancellable

STRIDE = 32
"""Versions between two copies of the match: a `retract` folds this many again at most."""


def course(id_: str, entries: Sequence[AnyEntry]) -> Iterator[tuple[Match, AnyEntry]]:
    """Yields the match after each entry, with the entry. The same match moves on with the next: copy it to keep it."""
    match = Match.fold(id_, entries[:1])
    copies = [match.copy()]
    yield match, entries[0]
    for entry in cancellable(entries[1:]):
        if isinstance(entry.event, Retract):
            match.go_back(_at(copies, entries, entry.event.to), entry)
            copies.append(match.copy())
        else:
            match.follow([entry])
            if entry.version - copies[-1].version >= STRIDE:
                copies.append(match.copy())
        yield match, entry


def _at(copies: Sequence[Match], entries: Sequence[AnyEntry], version: int) -> Match:
    """The match as of a version. Each `retract` has a copy of its own, so none lies between the nearest copy and the version."""
    nearest = next(copy for copy in reversed(copies) if copy.version <= version)
    match = nearest.copy()
    match.follow(entries[nearest.version : version])
    return match
