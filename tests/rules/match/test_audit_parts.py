"""An audit in parts agrees with the audit of the whole, in every game."""

from itertools import pairwise
from typing import Any

import msgspec
import pytest

from referee.audit.audit import Audit, audit
from referee.audit.audit_parts import between, parts
from referee.match.entries import line
from tests.support.grown import TABLES, Grown

BESIDES: list[dict[str, Any]] = [
    {"type": "note", "text": "sigue"},
    {"type": "sanction", "seat": 0, "card": "yellow", "reason": "habla"},
    {"type": "retract", "to": 5, "reason": "mal anotado"},
]


def audit_middle(name: str, seats: int) -> Audit:
    """The audit of a match with an event beside the play in the middle of its second turns."""
    table = Grown(name, seats, 1).grow(6)
    for event in BESIDES:
        table.tell(event)
    table.grow(60)
    return audit(table.match, table.entries, [line(entry) for entry in table.entries])


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_an_audit_cut_anywhere_is_all_of_it_once(name: str, seats: int) -> None:
    whole = audit_middle(name, seats)
    cuts = [*range(0, whole.version, 3), whole.version]
    pieces = [between(whole, after, through) for after, through in pairwise(cuts)]
    for field in msgspec.structs.fields(Audit):
        value = getattr(whole, field.name)
        if not isinstance(value, list):
            assert all(getattr(piece, field.name) == value for piece in pieces)
        elif field.name != "hands":
            items = [item for piece in pieces for item in getattr(piece, field.name)]
            assert sorted(items, key=repr) == sorted(value, key=repr)
    sheets = [sheet for piece in pieces for sheet in piece.hands]
    for sheet in whole.hands:
        rows = [row for piece in sheets if piece.version == sheet.version for row in piece.rows]
        assert rows == sheet.rows
    assert {sheet.version for sheet in sheets} == {sheet.version for sheet in whole.hands}


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_item_of_an_audit_is_in_a_part_of_its_own(name: str, seats: int) -> None:
    whole = audit_middle(name, seats)
    every = list(parts(whole, 0))
    assert [part.version for part in every] == list(range(1, whole.version + 1))
    lists = [getattr(whole, field.name) for field in msgspec.structs.fields(Audit)]
    items = sum(len(value) for value in lists if isinstance(value, list))
    assert sum(len(part.items) for part in every) == items + sum(len(sheet.rows) for sheet in whole.hands)
    assert list(parts(whole, 5)) == every[5:]
