"""Events that the log disproves at once: refused in strict, and stored with their proof in record, for any known hands."""

from typing import Any

import pytest

from referee.errors import Irregular
from tests.support.guinote_table import arrastre
from tests.support.table import Table

HANDS = ("10O 12O 10E 12E 1B 4B", "7O 10C 12C 3E 6B 5B", "6O 4C 5C 7E 11O 2B", "3C 11C 1E 2E 7B 10B")
"""Hands at the first lead of the arrastre, seat 0 leading; triunfo is copas."""
CANTE = "guinote.cante"


SAID: dict[str, tuple[list[dict[str, Any]], dict[str, Any]]] = {
    "both cards are seen in another hand": (
        [{"type": "reveal", "seat": 1, "cards": ["10C", "12C"]}],
        {"type": "cante", "seat": 0, "value": 40},
    ),
    "one card is seen in another hand": (
        [{"type": "reveal", "seat": 3, "cards": ["10B"]}],
        {"type": "cante", "seat": 2, "value": 20, "suit": "B"},
    ),
    "a card was laid": (
        [],
        {"type": "cante", "seat": 0, "value": 20, "suit": "B"},
    ),
    "the hand was seen whole": (
        [{"type": "reveal", "seat": 2, "cards": HANDS[2].split()}],
        {"type": "cante", "seat": 2, "value": 20, "suit": "E"},
    ),
    "so much of the hand was seen that no pair fits": (
        [{"type": "reveal", "seat": 2, "cards": HANDS[2].split()[:5]}],
        {"type": "cante", "seat": 2, "value": 20, "suit": "E"},
    ),
    "no pair fits a 20 that names no suit": (
        [{"type": "reveal", "seat": 2, "cards": HANDS[2].split()[:5]}],
        {"type": "cante", "seat": 2, "value": 20},
    ),
}


def prepare(enforcement: str, before: list[dict[str, Any]]) -> Table:
    table = arrastre(*HANDS, turn_up="3C", leader=0, known_seats=(), enforcement=enforcement)
    for event in before:
        table.tell(event)
    return table


CASES = pytest.mark.parametrize(("before", "cante"), SAID.values(), ids=SAID)


@CASES
def test_cante_that_the_log_disproves_is_refused_in_strict(before: list[dict[str, Any]], cante: dict[str, Any]) -> None:
    table = prepare("strict", before)
    assert cante not in table.moves()
    refusal = table.refusal(cante["type"], **{key: value for key, value in cante.items() if key != "type"})
    assert (type(refusal), refusal.rule, refusal.seat) == (Irregular, CANTE, cante["seat"])


@CASES
def test_cante_that_the_log_disproves_is_stored_with_its_proof(
    before: list[dict[str, Any]], cante: dict[str, Any]
) -> None:
    table = prepare("record", before)
    table.tell(cante)
    at = table.match.version
    assert table.proven_infractions() == [(CANTE, cante["seat"], at, at)]
    assert table.match.ledger.totals == table.past[at - 2].ledger.totals


@pytest.mark.parametrize("enforcement", ["strict", "record"])
def test_cante_of_a_hand_of_one_card(enforcement: str) -> None:
    apart = ("6O 12O 10E 12E 1B 4B", HANDS[1], "10O 4C 5C 7E 11O 2B", HANDS[3])
    table = arrastre(*apart, turn_up="3C", leader=0, known_seats=(), enforcement=enforcement)
    last_cards = {0: "12O", 1: "7O", 2: "10O", 3: "1E"}
    left = {seat: [card for card in hand.split() if card != last_cards[seat]] for seat, hand in enumerate(apart)}
    while any(left.values()):
        table.plays(left[table.match.state.turn or 0].pop())
    cante = {"seat": table.match.state.turn, "value": 20, "suit": "O"}
    if enforcement == "strict":
        assert table.refusal("cante", **cante).rule == CANTE
    else:
        table.say("cante", **cante)
        assert (CANTE, cante["seat"], table.match.version, table.match.version) in table.proven_infractions()
