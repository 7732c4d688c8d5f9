"""Follows the chains of many matches and championships at once, line by line, to the first line that does not fit.

The work on a line by itself, a `ChainStep`, is most of the work, and any process can do it; `Chains` checks that the step fits.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from referee.evidence.flaws import EvidenceFlaw
from referee.match.entries import GENESIS, forms, hash_after
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
"""Topics of records that belong to no chain: of an Idempotency-Key, and of the championship of a contest."""


NO_CANON = Text(
    es="no tiene forma canónica de la que sacar la huella", en="it has no canonical form to take the hash of"
)


class Head(Struct, frozen=True):
    """The end of a chain: its last version, and the hash of that."""

    version: int = 0
    hash: bytes = GENESIS


class ChainStep(Struct, frozen=True):
    """The claims of a line about its place in a chain: its `version`, `hash` and `type`, of any type; the id that it opens.

    Its hash is made of one of its `forms`; a line without a canonical form has none. `has_seed` is True if chance decided
    something in it.
    """

    version: Any
    hash: Any
    type: Any
    opens: str | None
    forms: tuple[bytes, ...]
    has_seed: bool = False


class Chains:
    """The ends of the chains so far, by the id of their match or championship."""

    def __init__(self) -> None:
        self.heads: dict[str, Head] = {}

    def follow(self, stream: str, line: Mapping[str, Any]) -> EvidenceFlaw | None:
        """Takes the next line of a chain. Returns the flaw of a line that does not fit, and does not take it."""
        return self.take(stream, step_of(line))

    def take(self, stream: str, step: ChainStep) -> EvidenceFlaw | None:
        """Takes the next step of a chain. Returns the flaw of a step that does not fit, and does not take it."""
        head = self.heads.get(stream) or Head()
        at = head.version + 1
        # `True` equals 1 in Python, but is no version.
        if step.version != at or isinstance(step.version, bool):
            return EvidenceFlaw("order", stream=stream, version=at, expected=at, found=_as_written(step.version))
        if at == 1 and step.opens != stream:
            return EvidenceFlaw("opening", stream=stream, version=at, expected=stream, found=_as_written(step.type))
        if not step.forms:
            return EvidenceFlaw("unreadable", stream=stream, version=at, found=NO_CANON)
        hash_ = hash_after(head.hash, step.forms, step.hash)
        if step.hash != hash_.hex():
            return EvidenceFlaw("chain", stream=stream, version=at, expected=hash_.hex(), found=_as_written(step.hash))
        self.heads[stream] = Head(at, hash_)
        return None


def step_of(line: Mapping[str, Any]) -> ChainStep:
    """The step of a line in its chain."""
    try:
        input_forms = forms(line)
    except (TypeError, ValueError, OverflowError, RecursionError):
        input_forms = ()
    return ChainStep(
        line.get("version"), line.get("hash"), line.get("type"), opened_by(line), input_forms, _is_seeded(line)
    )


def _is_seeded(line: Mapping[str, Any]) -> bool:
    """True if a line has a seed, or a draw of a contest: chance decided something in it."""
    return line.get("seed") is not None or isinstance(line.get("draw"), dict)


def opened_by(line: Mapping[str, Any]) -> str | None:
    """The id of the chain that a line opens; None for any other line."""
    type_ = line.get("type")
    id_ = line.get(OPENINGS[type_]) if isinstance(type_, str) and type_ in OPENINGS else None
    return id_ if isinstance(id_, str) else None


def _as_written(value: object) -> str | int | None:
    return value if isinstance(value, str | int) or value is None else str(value)
