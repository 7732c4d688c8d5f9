"""What chance decided in a portable record whose chains are whole: its matches are folded as they stand, without a log."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from referee.errors import UNREADABLE, NotFound
from referee.evidence.flaws import EvidenceFlaw
from referee.match.aggregate import Match
from referee.match.entries import CONFIRMS, STORED_FIELDS, AnyEntry, decode
from referee.review.seeds import ChanceChecked, chance_checked

Line = tuple[int, dict[str, Any]]
"""A line of the record by its number, counted from 1."""


class ChanceOfRecord(Struct, frozen=True):
    """What the matches of a record decided by chance: how many seeds give what came, how many of them were committed to, how
    many commitments nothing opened; the first seed that does not fit, and how many matches could not be read.
    """

    seeds: int = 0
    committed: int = 0
    never_opened: int = 0
    unread: int = 0
    flaw: EvidenceFlaw | None = None


def chance_of(text: bytes) -> ChanceOfRecord:
    """Checks every seed and commitment of a record."""
    total = ChanceOfRecord()
    for lines in _matches(text):
        try:
            checked = _checked([line for _, line in lines])
        except (msgspec.ValidationError, NotFound, *UNREADABLE):
            total = msgspec.structs.replace(total, unread=total.unread + 1)
            continue
        total = ChanceOfRecord(
            total.seeds + len(checked.seeds),
            total.committed + sum(seed.commitment is not None for seed in checked.seeds),
            total.never_opened + sum(one.state != "opened" for one in checked.commitments),
            total.unread,
            total.flaw or _flaw(lines, checked),
        )
    return total


def _matches(text: bytes) -> Iterator[list[Line]]:
    """The lines of each match of the record in which chance decided something, or was to."""
    match: list[Line] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = msgspec.json.decode(raw, type=dict[str, Any])
        if line.get("version") == 1:
            yield from [match] if _has_chance(match) else []
            match = []
        if match or line.get("type") == "open":
            match.append((number, line))
    yield from [match] if _has_chance(match) else []


def _has_chance(lines: Sequence[Line]) -> bool:
    return any("seed" in line or line.get("type") == "shuffle_commitment" for _, line in lines[1:])


def _checked(lines: Sequence[dict[str, Any]]) -> ChanceChecked:
    entries = [_entry(line, lines[0]["ruleset"]) for line in lines]
    return chance_checked(Match.fold(str(lines[0]["match"]), entries), entries)


def _entry(line: dict[str, Any], ruleset: str) -> AnyEntry:
    """The entry of a line. Raises msgspec.ValidationError, and NotFound for a ruleset that is not known here."""
    event = {"version" if field == CONFIRMS else field: line[field] for field in line if field not in STORED_FIELDS}
    state = {field: line[field] for field in STORED_FIELDS if field in line} | {"event": event}
    return decode(msgspec.json.encode(state), str(line["type"]), ruleset)


def _flaw(lines: Sequence[Line], checked: ChanceChecked) -> EvidenceFlaw | None:
    wrong = next((seed for seed in checked.seeds if not seed.fits), None)
    if wrong is None:
        return None
    number, _ = lines[wrong.version - 1]
    return EvidenceFlaw("seed", line=number, stream=str(lines[0][1]["match"]), version=wrong.version, found=wrong.text)
