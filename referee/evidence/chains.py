"""Follows the chains of many matches and championships at once, line by line, to the first that does not fit.

What a line says by itself, a `ChainStep`, is most of the work, and can be made anywhere; whether the step fits is said here.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from referee.evidence.flaws import EvidenceFlaw
from referee.match.entries import GENESIS, canonical, linked
from referee.text import Text

OPENINGS = {
    "open": "match",
    "championship_opened": "championship",
    "register_opened": "register",
    "administration_opened": "administration",
    "person_entered": "person",
}
"""The types of the events that begin a chain, and the field with its id: of a match, a championship, the logs of merges and of
the acts of administration, the chain of a person.
"""
UNCHAINED = ("key", "where")
"""Topics of records that belong to no chain: what remembers an Idempotency-Key, and where a contest belongs."""


NO_CANON = Text(
    es="no tiene forma canónica de la que sacar la huella", en="it has no canonical form to take the hash of"
)


class Head(Struct, frozen=True):
    """Where a chain stands: its last version, and the hash of that."""

    version: int = 0
    hash: bytes = GENESIS


class ChainStep(Struct, frozen=True):
    """What a line says of its place in a chain: its `version`, `hash` and `type`, whatever they are; the id that it opens.

    `form` is what its hash is over; None where the line has no canonical form. `seeded`: whether chance decided something in it.
    """

    version: Any
    hash: Any
    type: Any
    opens: str | None
    form: bytes | None
    seeded: bool = False


class Chains:
    """The chains so far, by the id of their match or championship."""

    def __init__(self) -> None:
        self.heads: dict[str, Head] = {}

    def follow(self, stream: str, line: Mapping[str, Any]) -> EvidenceFlaw | None:
        """Takes the next line of a chain, unless it does not fit: then says why."""
        return self.take(stream, step_of(line))

    def take(self, stream: str, step: ChainStep) -> EvidenceFlaw | None:
        """Takes the next step of a chain, unless it does not fit: then says why."""
        head = self.heads.get(stream) or Head()
        at = head.version + 1
        if step.version != at or isinstance(step.version, bool):
            return EvidenceFlaw("order", stream=stream, version=at, expected=at, found=_told(step.version))
        if at == 1 and step.opens != stream:
            return EvidenceFlaw("opening", stream=stream, version=at, expected=stream, found=_told(step.type))
        if step.form is None:
            return EvidenceFlaw("unreadable", stream=stream, version=at, found=NO_CANON)
        expected = linked(head.hash, step.form)
        if step.hash != expected.hex():
            return EvidenceFlaw("chain", stream=stream, version=at, expected=expected.hex(), found=_told(step.hash))
        self.heads[stream] = Head(at, expected)
        return None


def step_of(line: Mapping[str, Any]) -> ChainStep:
    """What a line says of its place in a chain."""
    try:
        form = canonical(line)
    except (TypeError, ValueError, OverflowError, RecursionError):
        form = None
    return ChainStep(line.get("version"), line.get("hash"), line.get("type"), opened_by(line), form, _is_seeded(line))


def _is_seeded(line: Mapping[str, Any]) -> bool:
    """Whether a line has a seed, or a draw of a contest, by which chance decided."""
    return line.get("seed") is not None or isinstance(line.get("draw"), dict)


def opened_by(line: Mapping[str, Any]) -> str | None:
    """The id of the chain that a line opens; None for any other line."""
    type_ = line.get("type")
    found = line.get(OPENINGS[type_]) if isinstance(type_, str) and type_ in OPENINGS else None
    return found if isinstance(found, str) else None


def _told(value: object) -> str | int | None:
    return value if isinstance(value, str | int) or value is None else str(value)
