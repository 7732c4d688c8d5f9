"""Whether anything was left out of a record: a stream that it must have, or the end of one.

Two things tell. The championship's log names every match opened in it, and how far its log was when it gave a result; that is so
without a key. The proofs have the end of every stream under the service's signature.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from msgspec import Struct

from referee.evidence.chains import Head
from referee.evidence.flaws import EvidenceFlaw, Problem
from referee.evidence.heads import StreamHead
from referee.text import Text

CHAMPIONSHIP = "championship_opened"
NAMING = ("match_opened", "match_finished", "match_reopened")
"""The events of a championship that name a match by its `match`; those with `match_version` say how far its log was."""


class NamedMatch(Struct, frozen=True):
    """Where a championship's log names a match: line of the file, log, version; and how long the match's log was at least."""

    match: str
    line: int
    stream: str
    version: int
    length: int


class Completeness:
    """What a record must have, as far as its lines have come."""

    def __init__(self) -> None:
        self._championships: set[str] = set()
        self._named: list[NamedMatch] = []

    def take(self, number: int, stream: str, line: Mapping[str, Any]) -> None:
        """Takes in a line whose place in its chain is right."""
        type_ = line.get("type")
        if type_ == CHAMPIONSHIP:
            self._championships.add(stream)
        elif stream in self._championships and type_ in NAMING and isinstance(line.get("match"), str):
            length = line.get("match_version", 1)
            known = length if isinstance(length, int) else 1
            self._named.append(NamedMatch(line["match"], number, stream, line["version"], known))

    def flaw(self, heads: Mapping[str, Head], signed: Collection[StreamHead] | None) -> EvidenceFlaw | None:
        """What is missing of a record with these streams, or does not belong there. `signed` are the ends that were signed."""
        ends = _against_ends(heads, signed) if signed is not None else iter(())
        return next(chain(self._named_and_missing(heads), ends, self._not_named(heads)), None)

    def _named_and_missing(self, heads: Mapping[str, Head]) -> Iterator[EvidenceFlaw]:
        for named in self._named:
            length = heads[named.match].version if named.match in heads else 0
            if not length:
                yield EvidenceFlaw(
                    "left_out", line=named.line, stream=named.stream, version=named.version, expected=named.match
                )
            elif length < named.length:
                yield _cut(named.match, named.length, length)

    def _not_named(self, heads: Mapping[str, Head]) -> Iterator[EvidenceFlaw]:
        known = self._championships | {named.match for named in self._named}
        for stream in heads:
            if self._championships and stream not in known:
                yield EvidenceFlaw("stray", stream=stream, version=1)


def _against_ends(heads: Mapping[str, Head], signed: Collection[StreamHead]) -> Iterator[EvidenceFlaw]:
    for end in signed:
        head = heads.get(end.stream) or Head()
        if head.version < end.version:
            yield _cut(end.stream, end.version, head.version)
        elif head.version > end.version:
            yield _not_so_long(end.stream, end.version, head.version)
        elif head.hash.hex() != end.hash:
            found = Text(
                es=f"con la huella {end.hash}, y aquí es {head.hash.hex()}",
                en=f"with hash {end.hash}, and here it is {head.hash.hex()}",
            )
            yield EvidenceFlaw("end", stream=end.stream, version=head.version, found=found)
    known = {end.stream for end in signed}
    for stream, head in heads.items():
        if stream not in known:
            yield _not_so_long(stream, 0, head.version)


def _cut(stream: str, expected: int, found: int) -> EvidenceFlaw:
    problem: Problem = "missing" if found else "absent"
    return EvidenceFlaw(problem, stream=stream, version=found + 1, expected=expected, found=found)


def _not_so_long(stream: str, expected: int, found: int) -> EvidenceFlaw:
    words = Text(
        es=f"tenía {expected} entradas, y aquí son {found}", en=f"it had {expected} entries, and here are {found}"
    )
    return EvidenceFlaw("end", stream=stream, version=found, found=words)


class ChainPlace(NamedTuple):
    """Where a line of a record stands: its chain, its version in it, its hash."""

    stream: str
    version: Any
    hash: Any


def gap(places: Sequence[ChainPlace], at: int, proven: Sequence[tuple[str, int]] | None) -> EvidenceFlaw | None:
    """What is missing before the line at an index whose version is not the next of its chain; None where it is only moved.

    `proven` are the entries that the proofs are of, in order, where there are proofs.
    """
    here, there = places[at], {(place.stream, place.version) for place in places}
    if proven is not None:
        gone = next((entry for entry in proven if entry not in there), None)
        if gone:
            return gone_at(gone, here)
    before = [place for place in places[:at] if place.stream == here.stream]
    expected = before[-1].version + 1 if before else 1
    if not isinstance(here.version, int) or (here.stream, expected) in there or here in before:
        return None
    if here.version > expected:
        return gone_at((here.stream, expected), here)
    return EvidenceFlaw("headless", stream=here.stream, version=expected, expected=expected, found=here.version)


def gone_at(entry: tuple[str, int], here: ChainPlace) -> EvidenceFlaw:
    """That an entry is missing where a line stands."""
    stream, version = entry
    found = Text(
        es=f"{here.stream} versión {here.version}",
        en=f"{here.stream} version {here.version}",
    )
    return EvidenceFlaw("gone", stream=stream, version=version, found=found)
