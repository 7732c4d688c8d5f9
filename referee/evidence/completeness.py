"""Whether anything was left out of a record: a stream that it must have, or the end of one.

Two things tell. The championship's log names every match opened in it, and how far its log was when it gave a result; that is so
without a key. The proofs have the end of every stream under the service's signature.
"""

from collections.abc import Collection, Iterator, Mapping
from itertools import chain
from typing import Any

from msgspec import Struct

from referee.evidence.chains import Head
from referee.evidence.flaws import EvidenceFlaw
from referee.evidence.heads import StreamHead

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
        found = _against_ends(heads, signed) if signed is not None else iter(())
        return next(chain(self._against_championship(heads), found), None)

    def _against_championship(self, heads: Mapping[str, Head]) -> Iterator[EvidenceFlaw]:
        for named in self._named:
            length = heads[named.match].version if named.match in heads else 0
            if not length:
                yield EvidenceFlaw(
                    "left_out", line=named.line, stream=named.stream, version=named.version, expected=named.match
                )
            elif length < named.length:
                yield _cut(named.match, named.length, length)
        known = self._championships | {named.match for named in self._named}
        for stream in heads:
            if self._championships and stream not in known:
                yield EvidenceFlaw("stray", stream=stream, version=1)


def _against_ends(heads: Mapping[str, Head], signed: Collection[StreamHead]) -> Iterator[EvidenceFlaw]:
    for end in signed:
        head = heads.get(end.stream) or Head()
        if head.version < end.version:
            yield _cut(end.stream, end.version, head.version)
        elif (head.version, head.hash.hex()) != (end.version, end.hash):
            yield EvidenceFlaw("end", stream=end.stream, version=head.version, expected=end.hash, found=head.hash.hex())
    known = {end.stream for end in signed}
    for stream, head in heads.items():
        if stream not in known:
            yield EvidenceFlaw("end", stream=stream, version=head.version, expected=0, found=head.version)


def _cut(stream: str, expected: int, found: int) -> EvidenceFlaw:
    return EvidenceFlaw("missing", stream=stream, version=found + 1, expected=expected, found=found)
