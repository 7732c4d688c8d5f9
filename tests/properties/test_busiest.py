"""The busiest table of every game that names one: the list is long there, and tells no reader where unseen cards lie."""

import msgspec
import pytest

from referee.match.registry import ruleset, rulesets
from referee.match.state import ALL, NOBODY
from tests.support.busiest import busiest

NAMED = [name for name, rules in rulesets().items() if rules.busiest]
LONG = 1_000
"""Moves. A game whose lists are shorter has no need to name a table."""


@pytest.mark.parametrize("name", NAMED)
def test_the_list_is_long_there(name: str) -> None:
    assert len(busiest(name).match.legal(ALL)) > LONG


@pytest.mark.parametrize("name", NAMED)
def test_its_list_depends_on_no_card_that_the_reader_has_not_seen(name: str) -> None:
    table = busiest(name)
    state, pack = table.match.state, ruleset(name).pack
    hand = next(seat for seat in range(state.seats) if state.knowledge.known[seat])
    held = pack.cards(state.knowledge.known[hand])[0]
    said = msgspec.json.encode([entry.event for entry in table.entries]).decode()
    nowhere = next(card for card in reversed(pack.names) if f'"{card}"' not in said)
    twin = busiest(name, {held: nowhere})
    assert twin.match.legal(ALL) != table.match.legal(ALL)
    for reader in (NOBODY, *(1 << seat for seat in range(state.seats) if seat != hand)):
        assert twin.match.legal(reader) == table.match.legal(reader)
        assert msgspec.json.encode(twin.match.view(reader)) == msgspec.json.encode(table.match.view(reader))
