"""The busiest tables of every game that names some: the list is long there, and tells no reader where unseen cards lie."""

import msgspec
import pytest

from referee.match.choice import Choice, SumChoice
from referee.match.game import Busiest
from referee.match.registry import ruleset
from referee.match.state import ALL, NOBODY
from tests.support.busiest import EVERY, NAMED, busiest

LONG = 1_000
"""The least number of moves in a long list. A game with shorter lists needs no busiest table."""


@pytest.mark.parametrize(("name", "of"), EVERY)
def test_a_match_comes_to_it(name: str, of: Busiest | None) -> None:
    assert busiest(name, of).match.legal(ALL)


@pytest.mark.parametrize(("name", "of"), NAMED)
def test_the_list_is_long_there(name: str, of: Busiest) -> None:
    """A list is long, or has choices in place of plays that are too many to list."""
    moves = busiest(name, of).match.legal(ALL)
    assert len(moves) > LONG or any(isinstance(move, Choice) and isinstance(move.choose, SumChoice) for move in moves)


@pytest.mark.parametrize(("name", "of"), NAMED)
def test_its_list_depends_on_no_card_that_the_reader_has_not_seen(name: str, of: Busiest) -> None:
    table = busiest(name, of)
    state, pack = table.match.state, ruleset(name).pack
    hand = next(seat for seat in range(state.seats) if state.knowledge.known_cards[seat])
    first_card = pack.cards(state.knowledge.known_cards[hand])[0]
    log = msgspec.json.encode([entry.event for entry in table.entries]).decode()
    nowhere = next(card for card in reversed(pack.names) if f'"{card}"' not in log)
    twin = busiest(name, of, {first_card: nowhere})
    assert twin.match.legal(ALL) != table.match.legal(ALL)
    for reader in (NOBODY, *(1 << seat for seat in range(state.seats) if seat != hand)):
        assert twin.match.legal(reader) == table.match.legal(reader)
        assert msgspec.json.encode(twin.match.view(reader)) == msgspec.json.encode(table.match.view(reader))
