"""Guiñote judged exactly: draws of cards that were seen since, cantes and renuncios proven by counting, and the consequences.

The cases of `tests/data/exact` come with their logical consequences; the property is in `tests/properties/test_exact_guinote.py`.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.errors import Impossible, Irregular
from referee.match.ledger import Evidence
from tests.support.guinote_hands import LIAR, after_first_trick, claims, kind_of, partidas
from tests.support.guinote_table import arrastre
from tests.support.table import Table

CASES = sorted((Path(__file__).parents[2] / "data" / "exact").glob("guinote-*.json"))


@pytest.mark.parametrize("path", CASES, ids=[path.stem for path in CASES])
def test_case(path: Path) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    table = Table(case["ruleset"], case["seats"], params=case["params"], **case["opening"])
    for event in case["events"]:
        try:
            table.tell(event)
        except Impossible:
            # The claim has ended the hand.
            assert partidas(table) == [0, 1]
    if "ask" in case:
        table.tell(case["ask"])
        return
    _, seat, version = case["said"]
    # Of two rules that a play broke, the one that is proven first may end the hand.
    assert (seat, version) in [(i.seat, i.version) for i in table.match.ledger.infractions if i.proven_at]
    assert claims(table) == [case["final"]["claim"]]
    if "partida_of_side" in case["final"]:
        assert partidas(table)[case["final"]["partida_of_side"]] == 1
    else:
        assert [cante["points"] for cante in table.view()["table"]["cantes"]] == [0]


# guinote.descarte: the seen draws of a seat

SEEN_SINCE: dict[str, tuple[list[dict[str, Any]], str]] = {
    "revealed": ([{"type": "reveal", "seat": 0, "cards": ["7C"]}], "7C"),
    "the whole hand revealed": ([{"type": "reveal", "seat": 0, "cards": ["7C", "4E", "5E", "6E", "2B", "3B"]}], "6E"),
    "sung and shown": ([{"type": "cante", "seat": 0, "value": 20, "suit": "O"}], "12O"),
    "left in an exchange": ([{"type": "exchange", "seat": 0}], "7B"),
    "laid": ([{"type": "play", "seat": 0, "card": "4E"}], "4E"),
}


@pytest.mark.parametrize(("before", "card"), SEEN_SINCE.values(), ids=SEEN_SINCE)
def test_a_card_seen_since_the_draw_may_be_the_one_drawn(before: list[dict[str, Any]], card: str) -> None:
    table = after_first_trick(is_hidden=True)
    for event in before:
        table.tell(event)
    table.say("draw", seat=0, card=card)
    assert kind_of(table.refusal("draw", seat=0, card="11E")) == (Impossible, "guinote.descarte")
    table.say("draw", seat=0, card=card)


NOT_DRAWN: dict[str, tuple[list[dict[str, Any]], str]] = {
    "taken in an exchange": ([{"type": "exchange", "seat": 0}], "1B"),
    "taken in an exchange and laid": (
        [{"type": "exchange", "seat": 0}, {"type": "play", "seat": 0, "card": "1B"}],
        "1B",
    ),
    "revealed in another hand": ([{"type": "reveal", "seat": 1, "cards": ["7C"]}], "7C"),
    "laid by another seat": (
        [{"type": "play", "seat": 0, "card": "4E"}, {"type": "play", "seat": 1, "card": "5E"}],
        "5E",
    ),
    "not among the six that were revealed": (
        [{"type": "reveal", "seat": 0, "cards": ["7C", "4E", "5E", "6E", "2B", "3B"]}],
        "7E",
    ),
}


@pytest.mark.parametrize(("before", "card"), NOT_DRAWN.values(), ids=NOT_DRAWN)
def test_a_card_that_came_otherwise_was_not_drawn(before: list[dict[str, Any]], card: str) -> None:
    table = after_first_trick(is_hidden=True)
    for event in before:
        table.tell(event)
    assert kind_of(table.refusal("draw", seat=0, card=card)) == (Impossible, "guinote.descarte")


def test_a_card_seen_before_the_draw_was_not_drawn() -> None:
    table = Table("guinote", 4, first_dealer=3)
    table.say("deal", turn_up="1B")
    table.say("reveal", seat=0, cards=["7C"])
    table.plays("1C", "3C", "6C", "2O")
    assert kind_of(table.refusal("draw", seat=0, card="7C")) == (Impossible, "guinote.descarte")


def test_the_7_left_in_the_last_window_was_not_drawn_last() -> None:
    table = arrastre(
        "2E 4E 5E 2B 4B 7C",
        "4O 10O 1C 2C 3E 6B",
        "6O 4C 5C 7E 10E 5B",
        "3C 11C 1E 12E 7B 10B",
        turn_up="3C",
        leader=0,
        known_seats=(),
    )
    table.say("exchange", seat=0)
    assert kind_of(table.refusal("draw", seat=0, card="7C")) == (Impossible, "guinote.descarte")


# guinote.cante: no room is left for the two cards


def test_a_cante_falls_as_soon_as_the_hand_that_sang_has_no_room_for_it() -> None:
    table = after_first_trick(is_hidden=True)
    table.say("cante", seat=0, value=40)
    at = table.match.version
    table.say("claim", by=1, against=0, kind="cante", at=at)
    assert table.match.ledger.totals == [40 + 21, 0]
    table.say("reveal", seat=0, cards=["4E", "5E", "6E", "7E"])
    assert claims(table) == ["pending"]
    # The fifth card of six that is none of the two.
    table.plays("11E")
    assert (claims(table), table.match.ledger.totals) == (["upheld"], [21, 0])
    proof = table.match.ledger.infractions[0]
    assert (proof.version, proof.proven_at, proof.evidence and proof.evidence.how) == (
        at,
        table.match.version,
        "counted",
    )


def test_a_card_that_a_later_draw_may_have_brought_takes_no_room_of_the_hand_that_sang() -> None:
    table = after_first_trick(is_hidden=True)
    table.say("cante", seat=0, value=40)
    table.say("reveal", seat=0, cards=["4E", "5E", "6E"])
    table.plays("4E", "2E", "3E", "1E")
    # The card drawn now is unseen: it may be one more of the hidden cards.
    table.say("reveal", seat=0, cards=["7E"])
    assert table.proven_infractions() == []
    table.say("draw", seat=0, card="11E")
    assert table.proven_infractions() == []
    table.say("reveal", seat=0, cards=["2B"])
    assert [code for code, *_ in table.proven_infractions()] == ["guinote.cante"]


def test_a_false_cante_that_ended_the_partida_falls_by_counting_and_the_hand_goes_on() -> None:
    table = arrastre(*LIAR, turn_up="3C", leader=0, known_seats=(), vueltas=(-200, -200))
    table.match.ledger.totals = [70, 60]
    table.say("cante", seat=0, value=40)
    assert partidas(table) == [1, 0]
    table.say("reveal", seat=0, cards=LIAR[0].split()[:5])
    assert (partidas(table), table.match.ledger.totals, table.view()["turn"]) == ([0, 0], [70, 60], 0)


# guinote.arrastre-follow and guinote.arrastre-beat

OROS = ("1E 3E 1B 3B 2O 4O", "2E 4E 2B 4B 5O 6O", "5E 6E 5B 6B 7O 11O", "7E 11E 7B 11B 10O 3C")


def last_two(**opening: Any) -> Table:
    """Two cards are left to each: seven oros, of which the 2O is led, and the 3C that seat 3 was seen to draw."""
    table = arrastre(*OROS, turn_up="3C", leader=0, known_seats=(), **opening)
    table.plays("1E", "2E", "5E", "7E", "1B", "2B", "5B", "7B", "3E", "4E", "6E", "11E", "3B", "4B", "6B", "11B")
    table.plays("2O", "6O", "11O")
    return table


def test_a_play_that_is_a_renuncio_in_every_deal_is_refused_in_strict() -> None:
    table = last_two(enforcement="strict")
    assert "3C" not in [event["card"] for event in table.moves() if event["type"] == "play"]
    refusal = table.refusal("play", seat=3, card="3C")
    assert (type(refusal), refusal.rule, refusal.seat) == (Irregular, "guinote.arrastre-follow", 3)
    assert "4 cards are left to see" in refusal.text.en
    assert "quedan 4 cartas por ver y todas son oros" in refusal.text.es
    table.say("play", seat=3, card="10O")


def test_a_play_that_is_a_renuncio_in_every_deal_is_proven_at_once() -> None:
    table = last_two()
    facts = table.say("play", seat=3, card="3C")
    at = table.match.version
    assert table.proven_infractions() == [("guinote.arrastre-follow", 3, at, at)]
    proof = table.match.ledger.infractions[0].evidence
    assert proof == Evidence("counted", ("4O", "5O", "7O", "10O"))
    assert facts
    table.say("claim", by=0, against=3, kind="renuncio", at=at)
    assert (claims(table), partidas(table)) == (["upheld"], [1, 0])


def test_a_claim_of_what_is_true_in_every_deal_is_rejected_at_once() -> None:
    table = last_two()
    table.plays("10O")
    # Only seat 3 can hold a card that beats the 11O, and it followed with it.
    at = table.match.version - 2
    table.say("claim", by=0, against=1, kind="renuncio", at=at)
    assert claims(table) == ["rejected"]
