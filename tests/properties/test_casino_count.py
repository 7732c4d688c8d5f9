"""Casino: a deal recorded by its figures has the points of the same deal recorded by its cards."""

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.casino.facts import CardsTaken, RestTaken
from referee.games.casino.state import CasinoState
from referee.match.facts import Fact, InfractionProven
from tests.support.casino_playouts import Playout, playouts
from tests.support.table import Table
from tests.support.told_twins import play_twice

NAMED = {"big": "TD", "little": "2S"}
ACES = ("AS", "AC", "AH", "AD")
FEW = settings(max_examples=min(25, settings().max_examples))


def figures_of(facts: Sequence[Fact], table: Table) -> dict[str, Any]:
    """The figures of the sides, counted from the cards that they were seen to take."""
    state = table.match.state
    assert isinstance(state, CasinoState)
    piles: list[set[str]] = [set() for _ in range(state.sides)]
    sweeps, penalties = [0] * state.sides, [0] * state.sides
    for fact in facts:
        if isinstance(fact, CardsTaken | RestTaken):
            piles[state.side(fact.seat)] |= set(fact.cards)
        if isinstance(fact, CardsTaken):
            sweeps[state.side(fact.seat)] += fact.sweep
        if isinstance(fact, InfractionProven) and fact.code == "casino.improper-build":
            penalties[state.side(fact.seat)] += 1

    def holder(card: str) -> int | None:
        return next((side for side, pile in enumerate(piles) if card in pile), None)

    figures: dict[str, Any] = {
        "cards": [len(pile) for pile in piles],
        "spades": [sum(card[1] == "S" for card in pile) for pile in piles],
        **{name: holder(card) for name, card in NAMED.items()},
        "aces": [holder(card) for card in ACES],
        "sweeps": sweeps,
    }
    if any(penalties):
        figures["penalties"] = penalties
    if state.options.each_spade:
        figures["jack_of_spades"] = holder("JS")
    return figures


@FEW
@given(playouts(), st.randoms(use_true_random=False))
def test_a_deal_told_by_its_figures_comes_to_what_its_cards_come_to(playout: Playout, chance: Random) -> None:
    play_twice(chance, playout, figures_of)


@FEW
@given(playouts(mischief=0.2), st.randoms(use_true_random=False))
def test_so_does_one_with_illegal_plays(playout: Playout, chance: Random) -> None:
    play_twice(chance, playout, figures_of)


@FEW
@given(playouts(single_deal=True, seats=2), st.randoms(use_true_random=False))
def test_so_does_a_deal_that_is_a_game(playout: Playout, chance: Random) -> None:
    play_twice(chance, playout, figures_of)
