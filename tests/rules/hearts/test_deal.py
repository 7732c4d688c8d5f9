"""The beginning of a round of Hearts: hearts.deal, hearts.first-dealer, hearts.next-dealer, redeal."""

from hashlib import sha256

import msgspec
import pytest

from referee.cards import FRENCH
from tests.support.hearts import (
    SUITS,
    cards,
    castillar,
    deal,
    deal_unseen,
    deals,
    four,
    lay,
    play_out,
    play_round,
    yppedia,
)
from tests.support.table import Table


def hands_now(table: Table) -> list[list[str] | None]:
    hands: list[list[str] | None] = table.view()["hands"]
    return hands


# hearts.deal


def test_deal_gives_13_cards_each_to_four_and_26_each_to_two() -> None:
    for table, each in ((castillar(4), 13), (castillar(2), 26), (yppedia(), 13)):
        table.say("deal")
        assert table.view()["hand_sizes"] == [each] * table.match.state.seats
        assert hands_now(table) == [None] * table.match.state.seats


@pytest.mark.parametrize(
    "hands",
    [
        ["23456789TJQKAC", "23456789TJQKAD", "23456789TJQKAH"],
        ["23456789TJQKAC", "23456789TJQKAD", "23456789TJQKAH", "23456789TJQKS"],
        ["23456789TJQKAC", "23456789TJQKAD", "23456789TJQKAH", "23456789TJQKS 2C"],
        ["23456789TJQKAC", "23456789TJQKAD", "23456789TJQKAH", "23456789TJQKKS"],
        ["23456789TJQKAC", "23456789TJQKAD", "23456789TJQKAH", "23456789TJQKAS", ""],
    ],
    ids=["three hands", "twelve cards", "a card twice", "a card twice in one hand", "five hands"],
)
def test_deal_of_other_than_the_whole_pack_evenly_is_impossible(hands: list[str]) -> None:
    cards_by_seat = [[rank + group[-1] for group in hand.split() for rank in group[:-1]] for hand in hands]
    refusal = castillar().refusal("deal", hands=cards_by_seat)
    assert (refusal.code, refusal.rule) == ("impossible", "hearts.deal")


def test_deal_may_leave_some_hands_unseen() -> None:
    table = castillar(2)
    table.say("deal", hands=[None, cards("23456789TJQKAC 23456789TJQKAD")])
    assert hands_now(table) == [None, cards("23456789TJQKAC 23456789TJQKAD")]


def test_deal_of_an_unseen_hand_may_not_repeat_a_card_either() -> None:
    table = castillar(4)
    refusal = table.refusal("deal", hands=[cards(SUITS[0]), None, None, cards(SUITS[0])])
    assert (refusal.code, refusal.rule) == ("impossible", "hearts.deal")


def test_deal_before_the_round_is_over_is_impossible() -> None:
    table = castillar()
    deal(table, *SUITS)
    lay(table, "2C")
    refusal = table.refusal("deal")
    assert (refusal.code, refusal.rule) == ("impossible", "hearts.deal")


def test_deal_is_stored_with_hands_in_pack_order_and_its_dealer() -> None:
    table = castillar(first_dealer=2)
    facts = table.say("deal", hands=[list(reversed(hand)) for hand in four(*SUITS)])
    assert hands_now(table) == four(*SUITS)
    assert facts[0].dealer == 2  # type: ignore[attr-defined]


def test_deal_of_a_card_of_no_french_pack_is_not_in_this_game() -> None:
    for card in ("1O", "X1", "10C", "ZZ", "qs", ""):
        refusal = castillar(2).refusal("deal", hands=[[card], None])
        assert refusal.code == "not-in-this-game"


def test_deal_shuffled_is_what_its_seed_deals() -> None:
    """One card at a time from the seat after the dealer, the pack in the order of SHA-256 of seed, hand, card."""
    table = castillar(first_dealer=1)
    table.say("deal", shuffle=True, seed="azar")
    order = sorted(FRENCH.names, key=lambda card: sha256(f"azar\n1\n{card}".encode()).digest())
    assert hands_now(table) == [list(FRENCH.in_order(order[(seat - 2) % 4 :: 4])) for seat in range(4)]


def test_deal_shuffled_in_the_second_round_counts_its_number() -> None:
    table = castillar(2)
    play_round(table, 13, 13)
    table.say("deal", shuffle=True, seed="azar")
    order = sorted(FRENCH.names, key=lambda card: sha256(f"azar\n2\n{card}".encode()).digest())
    assert table.view()["dealer"] == 1
    assert hands_now(table) == [list(FRENCH.in_order(order[seat::2])) for seat in range(2)]


def test_deal_recorded_with_its_seed_must_be_what_the_seed_deals() -> None:
    source = castillar()
    source.say("deal", shuffle=True, seed="azar")
    hands_then = hands_now(source)
    castillar().say("deal", shuffle=True, seed="azar", hands=hands_then)
    for seed, hands in (("otro", hands_then), ("azar", four(*SUITS)), ("azar", [None, *hands_then[1:]])):
        refusal = castillar().refusal("deal", shuffle=True, seed=seed, hands=hands)
        assert (refusal.code, refusal.rule) == ("impossible", "hearts.deal")


@pytest.mark.parametrize(
    "fields",
    [
        {"seed": "azar"},
        {"seed": "azar", "hands": four(*SUITS)},
        {"shuffle": True, "hands": four(*SUITS)},
    ],
    ids=["a seed alone", "a seed of hands not shuffled", "hands shuffled without a seed"],
)
def test_deal_has_a_seed_where_it_is_shuffled_and_nowhere_else(fields: dict[str, object]) -> None:
    assert castillar().refusal("deal", **fields).code == "malformed"


# hearts.first-dealer


@pytest.mark.parametrize("seat", range(4))
def test_first_dealer_is_who_the_opening_says(seat: int) -> None:
    for table in (castillar(first_dealer=seat), yppedia(first_dealer=seat)):
        assert table.view()["dealer"] == seat
        assert table.moves() == deals(seat)
        table.say("deal", dealer=seat)
        assert table.proven_infractions() == []


# hearts.next-dealer


def test_next_dealer_of_four_at_el_castillar_sits_at_the_right_of_the_last() -> None:
    table = castillar(first_dealer=1, limit=1000)
    dealers = []
    for _ in range(5):
        play_round(table, 13, 13, 0, 0)
        dealers.append(table.view()["dealer"])
    assert dealers == [0, 3, 2, 1, 0]


def test_next_dealer_of_two_alternates() -> None:
    table = castillar(2, first_dealer=1)
    dealers = []
    for _ in range(3):
        play_round(table, 12, 14)
        dealers.append(table.view()["dealer"])
    assert dealers == [0, 1, 0]


def test_next_dealer_at_yppedia_sits_at_the_left() -> None:
    table = yppedia(first_dealer=2)
    dealers = []
    for _ in range(3):
        play_round(table, 7, 6, 13, 0)
        dealers.append(table.view()["dealer"])
    assert dealers == [3, 0, 1]


def test_next_dealer_another_seat_is_refused_in_strict() -> None:
    table = castillar(enforcement="strict", first_dealer=1)
    refusal = table.refusal("deal", dealer=2)
    assert (refusal.code, refusal.rule, refusal.seat) == ("irregular", "hearts.next-dealer", 2)
    assert msgspec.to_builtins(refusal.extra["alternatives"]) == deals(1)


def test_next_dealer_another_seat_is_an_infraction_in_record_and_the_deal_goes_on_from_there() -> None:
    table = castillar(first_dealer=1)
    table.say("deal", dealer=2)
    assert table.proven_infractions() == [("hearts.next-dealer", 2, 2, 2)]
    for seat in range(4):
        table.say("pass", seat=seat)
    play_out(table)
    assert table.view()["dealer"] == 1


def test_next_dealer_that_does_not_exist_is_impossible() -> None:
    for enforcement in ("record", "strict"):
        assert castillar(2, enforcement).refusal("deal", dealer=2).code == "impossible"


# redeal


def test_redeal_voids_the_round_same_dealer_same_pass() -> None:
    table = castillar(first_dealer=1)
    play_round(table, 13, 13, 0, 0)
    deal_unseen(table)
    lay(table, "2C 3C 4C 5C 6C", first=0)
    table.say("redeal", reason="se vio una carta")
    view = table.view()
    assert (view["hand"], view["dealer"], view["phase"], view["turn"]) == (2, 0, "deal", None)
    assert view["score"]["totals"] == [13, 13, 0, 0]
    assert (view["table"]["trick"], view["table"]["tricks_taken"]) == ([], [0, 0, 0, 0])
    table.say("deal")
    view = table.view()
    assert (view["hand"], view["dealer"]) == (2, 0)
    assert "hearts.next-dealer" not in [infraction["code"] for infraction in view["infractions"]]
    assert view["table"]["passing_to"] == [3, 0, 1, 2]


def test_redeal_after_a_deal_by_the_wrong_seat_is_dealt_by_that_seat_again() -> None:
    table = castillar(first_dealer=1)
    table.say("deal", dealer=2)
    table.say("redeal", reason="otra vez")
    assert table.view()["dealer"] == 2
    table.say("deal", dealer=2)
    assert table.proven_infractions() == [("hearts.next-dealer", 2, 2, 2)]


def test_redeal_shuffled_by_the_same_seed_counts_the_same_hand() -> None:
    table = castillar()
    table.say("deal", shuffle=True, seed="azar")
    before = hands_now(table)
    table.say("redeal", reason="boca arriba")
    table.say("deal", shuffle=True, seed="azar")
    assert hands_now(table) == before


def test_redeal_with_no_round_in_progress_is_impossible() -> None:
    table = castillar()
    assert table.refusal("redeal", reason="").code == "impossible"
    play_round(table, 13, 13, 0, 0)
    assert table.refusal("redeal", reason="").code == "impossible"
