"""Follows the chains of many matches and championships at once, line by line, to the first that does not fit."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from referee.evidence.flaws import EvidenceFlaw
from referee.match.entries import GENESIS, link
from referee.text import Text

OPENINGS = {"open": "match", "championship_opened": "championship", "register_opened": "register"}
"""The types of the events that begin a chain, and the field with its id: of a match, a championship, the log of merges."""
UNCHAINED = ("key", "where")
"""Topics of records that belong to no chain: what remembers an Idempotency-Key, and where a contest belongs."""


NO_CANON = Text(
    es="no tiene forma canónica de la que sacar la huella", en="it has no canonical form to take the hash of"
)


class Head(Struct, frozen=True):
    """Where a chain stands: its last version, and the hash of that."""

    version: int = 0
    hash: bytes = GENESIS


class Chains:
    """The chains so far, by the id of their match or championship."""

    def __init__(self) -> None:
        self.heads: dict[str, Head] = {}

    def follow(self, stream: str, line: Mapping[str, Any]) -> EvidenceFlaw | None:
        """Takes the next line of a chain, unless it does not fit: then says why."""
        head = self.heads.get(stream, Head())
        version, hash_ = line.get("version"), line.get("hash")
        at = head.version + 1
        if version != at or isinstance(version, bool):
            return EvidenceFlaw("order", stream=stream, version=at, expected=at, found=_told(version))
        if at == 1 and opened_by(line) != stream:
            return EvidenceFlaw("opening", stream=stream, version=at, expected=stream, found=_told(line.get("type")))
        try:
            expected = link(head.hash, dict(line))
        except (TypeError, ValueError, OverflowError, RecursionError):
            return EvidenceFlaw("unreadable", stream=stream, version=at, found=NO_CANON)
        if hash_ != expected.hex():
            return EvidenceFlaw("chain", stream=stream, version=at, expected=expected.hex(), found=_told(hash_))
        self.heads[stream] = Head(at, expected)
        return None


def opened_by(line: Mapping[str, Any]) -> str | None:
    """The id of the chain that a line opens; None for any other line."""
    type_ = line.get("type")
    found = line.get(OPENINGS[type_]) if isinstance(type_, str) and type_ in OPENINGS else None
    return found if isinstance(found, str) else None


def _told(value: object) -> str | int | None:
    return value if isinstance(value, str | int) or value is None else str(value)
