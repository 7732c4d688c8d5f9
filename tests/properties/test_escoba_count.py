"""Escoba, Scopa and Scopone: a hand recorded by its figures has the points of the same hand recorded by its cards."""

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.escoba.facts import EscobaCardsTaken, EscobaRestTaken, TableTaken
from referee.games.escoba.state import EscobaState
from referee.match.facts import Fact, HandDealt, HandScored
from tests.support.escoba_playouts import EscobaPlayout, escoba_playouts
from tests.support.table import Table
from tests.support.told_twins import play_twice

FEW = settings(max_examples=min(25, settings().max_examples))
BEST = ("escoba.sevens", "scopa.primiera")


def figures_of(facts: Sequence[Fact], table: Table) -> dict[str, Any]:
    """The figures of the sides, counted from the cards that they were seen to take."""
    state = table.match.state
    assert isinstance(state, EscobaState)
    piles: list[set[str]] = [set() for _ in range(state.sides)]
    sweeps = [0] * state.sides
    best = None
    for fact in facts:
        if isinstance(fact, HandDealt):
            piles, sweeps = [set() for _ in range(state.sides)], [0] * state.sides
        if isinstance(fact, EscobaCardsTaken | EscobaRestTaken | TableTaken):
            piles[state.side(fact.seat)] |= set(fact.cards)
        if isinstance(fact, EscobaCardsTaken):
            sweeps[state.side(fact.seat)] += fact.sweep
        if isinstance(fact, TableTaken):
            sweeps[state.side(fact.seat)] += fact.sweeps
        if isinstance(fact, HandScored):
            best = next((item.side for item in fact.items if item.rule in BEST), None)
    figures: dict[str, Any] = {
        "cards": [len(pile) for pile in piles],
        "oros": [sum(card[-1] == "O" for card in pile) for pile in piles],
        "sevens": [sum(card[:-1] == "7" for card in pile) for pile in piles],
        "seven_of_oros": next((side for side, pile in enumerate(piles) if "7O" in pile), None),
        "sweeps": sweeps,
    }
    return {**figures, "best": best} if state.rules.setenta else figures


@FEW
@given(escoba_playouts(), st.randoms(use_true_random=False))
def test_a_hand_told_by_its_figures_comes_to_what_its_cards_come_to(playout: EscobaPlayout, chance: Random) -> None:
    play_twice(chance, playout, figures_of)
