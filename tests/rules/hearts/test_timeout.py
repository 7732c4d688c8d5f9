"""The clock of YPPedia: hearts.timeout."""

from hashlib import sha256

import pytest

from tests.support.hearts import MIXED, cards, castillar, deal, deal_unseen, lay, legal, yppedia
from tests.support.table import Table

RULE = "hearts.timeout"


def clock_table(*hands: str, enforcement: str = "record", unseen: tuple[int, ...] = ()) -> Table:
    table = yppedia(enforcement, turn_seconds=20)
    deal(table, *hands, unseen=unseen)
    return table


def unseen_table() -> Table:
    table = yppedia(turn_seconds=20)
    deal_unseen(table)
    return table


def first_by_seed(candidates: list[str], seed: str, hand: int) -> str:
    """The first of the candidates by SHA-256 of seed, hand and card."""
    return min(candidates, key=lambda card: sha256(f"{seed}\n{hand}\n{card}".encode()).digest())


@pytest.mark.parametrize("seed", ["azar", "", "7"])
def test_timeout_plays_the_legal_card_that_the_seed_draws(seed: str) -> None:
    table = clock_table(*MIXED)
    lay(table, "2C")
    candidates = legal(table)
    assert candidates == cards("678C")
    table.say("timeout", seat=1, seed=seed)
    assert table.view()["table"]["trick"] == ["2C", first_by_seed(candidates, seed, 1)]


def test_timeout_without_a_seed_gets_one_that_is_recorded() -> None:
    table = clock_table(*MIXED)
    lay(table, "2C")
    work = table.match.complete(table.match.codec.read(b'{"type": "timeout", "seat": 1}'), lambda: "server")
    assert (work.seed, work.card) == ("server", first_by_seed(cards("678C"), "server", 1))  # type: ignore[attr-defined]


def test_timeout_on_the_opening_lead_plays_the_two_of_clubs() -> None:
    table = clock_table(*MIXED)
    table.say("timeout", seat=0)
    assert table.view()["table"]["trick"] == ["2C"]


def test_timeout_on_the_opening_lead_of_unknown_hands_is_stated() -> None:
    table = unseen_table()
    assert table.refusal("timeout", seat=2).rule == RULE
    refusal = table.refusal("timeout", seat=2, card="3C")
    assert (refusal.code, refusal.rule) == ("impossible", "hearts.opening-lead")
    table.say("timeout", seat=2, card="2C")
    assert (table.view()["table"]["trick"], table.view()["turn"]) == (["2C"], 3)


def test_timeout_recorded_with_its_seed_must_be_what_the_seed_draws() -> None:
    card = first_by_seed(cards("678C"), "azar", 1)
    other = next(c for c in cards("678C") if c != card)
    table = clock_table(*MIXED)
    lay(table, "2C")
    refusal = table.refusal("timeout", seat=1, seed="azar", card=other)
    assert (refusal.code, refusal.rule, refusal.seat) == ("impossible", RULE, 1)
    table.say("timeout", seat=1, seed="azar", card=card)


@pytest.mark.parametrize("enforcement", ["record", "strict"])
def test_timeout_stated_for_a_known_hand_must_be_legal(enforcement: str) -> None:
    table = clock_table(*MIXED, enforcement=enforcement)
    lay(table, "2C")
    for card in ("5D", "5H"):
        refusal = table.refusal("timeout", seat=1, card=card)
        assert (refusal.code, refusal.rule, refusal.seat) == ("impossible", RULE, 1)
    table.say("timeout", seat=1, card="8C")
    assert table.proven_infractions() == []


def test_timeout_stated_for_a_known_hand_must_be_in_it() -> None:
    table = clock_table(*MIXED)
    lay(table, "2C")
    assert table.refusal("timeout", seat=1, card="9C").code == "impossible"
    assert table.refusal("timeout", seat=1, card="2C").code == "impossible"


def test_timeout_of_an_unknown_hand_is_stated_by_the_referee() -> None:
    table = unseen_table()
    lay(table, "2C", first=0)
    for fields in ({}, {"seed": "azar"}, {"seed": "azar", "card": "5D"}):
        refusal = table.refusal("timeout", seat=1, **fields)
        assert (refusal.code, refusal.rule) == ("impossible", RULE)
    table.say("timeout", seat=1, card="5D")
    assert table.view()["table"]["trick"] == ["2C", "5D"]


def test_timeout_of_an_unknown_hand_asserts_what_any_play_asserts() -> None:
    table = unseen_table()
    lay(table, "2C", first=0)
    table.say("timeout", seat=1, card="5D")
    lay(table, "3C 4C AC 5C 6C")
    assert table.proven_infractions() == [("hearts.follow-suit", 1, 8, 13)]


def test_timeout_of_a_partly_known_hand_must_not_be_what_the_known_cards_forbid() -> None:
    table = unseen_table()
    lay(table, "2C", first=0)
    table.say("reveal", seat=1, cards=["6C"])
    assert table.refusal("timeout", seat=1, card="5D").rule == RULE
    table.say("timeout", seat=1, card="7C")


@pytest.mark.parametrize("seat", [0, 2, 3])
def test_timeout_out_of_turn_is_impossible(seat: int) -> None:
    table = clock_table(*MIXED)
    lay(table, "2C")
    refusal = table.refusal("timeout", seat=seat)
    assert (refusal.code, refusal.rule, refusal.seat) == ("impossible", RULE, seat)


def test_timeout_before_the_play_is_impossible() -> None:
    table = yppedia(turn_seconds=20)
    assert table.refusal("timeout", seat=0).rule == RULE
    table.say("deal")
    assert table.refusal("timeout", seat=0, card="2C").rule == RULE


def test_timeout_without_a_clock_is_impossible() -> None:
    table = yppedia()
    deal(table, *MIXED)
    refusal = table.refusal("timeout", seat=0)
    assert (refusal.code, refusal.rule) == ("impossible", RULE)


def test_timeout_of_a_seat_that_does_not_exist_is_impossible() -> None:
    assert clock_table(*MIXED).refusal("timeout", seat=4).code == "impossible"


def test_timeout_at_el_castillar_is_not_in_this_game() -> None:
    table = castillar()
    deal(table, *MIXED)
    assert table.refusal("timeout", seat=0).code == "not-in-this-game"


def test_timeout_is_no_legal_event() -> None:
    table = clock_table(*MIXED)
    lay(table, "2C")
    assert {event["type"] for event in table.moves()} == {"play"}


def test_timeout_takes_tricks_and_ends_rounds_like_a_play() -> None:
    table = clock_table(*MIXED)
    for _ in range(52):
        table.say("timeout", seat=table.match.state.turn)
    view = table.view()
    assert (view["phase"], len(view["score"]["hands"]), table.proven_infractions()) == ("deal", 1, [])
