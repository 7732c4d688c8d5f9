"""Finds what was left out of a record: a stream that it must have, or the end of one.

Two sources show it. The championship's log names every match opened in it, and the length of the match's log at its result; this
needs no key. The proofs have the end of every stream under the service's signature.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from msgspec import Struct

from referee.evidence.chains import Head
from referee.evidence.flaws import EvidenceFlaw, Problem
from referee.evidence.stream_ends import StreamHead
from referee.text import Text

CHAMPIONSHIP = "championship_opened"
NAMING = (
    "match_opened",
    "match_finished",
    "match_reopened",
    "board_match_opened",
    "board_match_finished",
    "board_match_reopened",
)
"""The events of a championship that name a match by its `match`; those with `match_version` give the length of its log."""


class NamedMatch(Struct, frozen=True):
    """A mention of a match in a championship's log: line of the file, log, version; the least length of the match's own log."""

    match: str
    line: int
    stream: str
    version: int
    length: int


class Completeness:
    """The requirements of the lines of a record that were read so far."""

    def __init__(self) -> None:
        self._championships: set[str] = set()
        self._named_matches: list[NamedMatch] = []

    def take(self, number: int, stream: str, line: Mapping[str, Any]) -> None:
        """Takes in a line. Its place in its chain was checked before."""
        type_ = line.get("type")
        if type_ == CHAMPIONSHIP:
            self._championships.add(stream)
        elif stream in self._championships and type_ in NAMING and isinstance(line.get("match"), str):
            length = line.get("match_version", 1)
            least = length if isinstance(length, int) else 1
            self._named_matches.append(NamedMatch(line["match"], number, stream, line["version"], least))

    def flaw(self, heads: Mapping[str, Head], signed_ends: Collection[StreamHead] | None) -> EvidenceFlaw | None:
        """The first stream or end that a record lacks, or that does not belong in it; None if it is complete.

        `heads` are the ends of its streams, `signed_ends` those under the service's signature, None without proofs.
        """
        ends = _against_ends(heads, signed_ends) if signed_ends is not None else iter(())
        return next(chain(self._named_and_missing(heads), ends, self._not_named(heads)), None)

    def _named_and_missing(self, heads: Mapping[str, Head]) -> Iterator[EvidenceFlaw]:
        for mention in self._named_matches:
            length = heads[mention.match].version if mention.match in heads else 0
            if not length:
                yield EvidenceFlaw(
                    "left_out",
                    line=mention.line,
                    stream=mention.stream,
                    version=mention.version,
                    expected=mention.match,
                )
            elif length < mention.length:
                yield _cut(mention.match, mention.length, length)

    def _not_named(self, heads: Mapping[str, Head]) -> Iterator[EvidenceFlaw]:
        streams = self._championships | {mention.match for mention in self._named_matches}
        for stream in heads:
            if self._championships and stream not in streams:
                yield EvidenceFlaw("stray", stream=stream, version=1)


def _against_ends(heads: Mapping[str, Head], signed_ends: Collection[StreamHead]) -> Iterator[EvidenceFlaw]:
    for end in signed_ends:
        head = heads.get(end.stream) or Head()
        if head.version < end.version:
            yield _cut(end.stream, end.version, head.version)
        elif head.version > end.version:
            yield _not_so_long(end.stream, end.version, head.version)
        elif head.hash.hex() != end.hash:
            end_text = Text(
                es=f"con la huella {end.hash}, y aquí es {head.hash.hex()}",
                en=f"with hash {end.hash}, and here it is {head.hash.hex()}",
            )
            yield EvidenceFlaw("end", stream=end.stream, version=head.version, found=end_text)
    signed_streams = {end.stream for end in signed_ends}
    for stream, head in heads.items():
        if stream not in signed_streams:
            yield _not_so_long(stream, 0, head.version)


def _cut(stream: str, signed_length: int, length: int) -> EvidenceFlaw:
    problem: Problem = "missing" if length else "absent"
    return EvidenceFlaw(problem, stream=stream, version=length + 1, expected=signed_length, found=length)


def _not_so_long(stream: str, signed_length: int, length: int) -> EvidenceFlaw:
    words = Text(
        es=f"tenía {signed_length} entradas, y aquí son {length}",
        en=f"it had {signed_length} entries, and here are {length}",
    )
    return EvidenceFlaw("end", stream=stream, version=length, found=words)


class ChainPlace(NamedTuple):
    """The place of a line of a record: its chain, its version in it, its hash."""

    stream: str
    version: Any
    hash: Any


def gap(places: Sequence[ChainPlace], at: int, proof_entries: Sequence[tuple[str, int]] | None) -> EvidenceFlaw | None:
    """The entry that is missing before the line at index `at`, which is not the next of its chain; None if it was only moved.

    `proof_entries` are the entries of the proofs, in order, where there are proofs.
    """
    here, there = places[at], {(place.stream, place.version) for place in places}
    if proof_entries is not None:
        missing = next((entry for entry in proof_entries if entry not in there), None)
        if missing:
            return gone_at(missing, here)
    before = [place for place in places[:at] if place.stream == here.stream]
    due_version = before[-1].version + 1 if before else 1
    if not isinstance(here.version, int) or (here.stream, due_version) in there or here in before:
        return None
    if here.version > due_version:
        return gone_at((here.stream, due_version), here)
    return EvidenceFlaw("headless", stream=here.stream, version=due_version, expected=due_version, found=here.version)


def gone_at(entry: tuple[str, int], here: ChainPlace) -> EvidenceFlaw:
    """The flaw of an entry that is missing at the place of another line."""
    stream, version = entry
    place = Text(
        es=f"{here.stream} versión {here.version}",
        en=f"{here.stream} version {here.version}",
    )
    return EvidenceFlaw("gone", stream=stream, version=version, found=place)
