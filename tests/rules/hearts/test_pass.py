"""Passes of cards in Hearts: hearts.pass."""

import pytest

from tests.support.hearts import SUITS, cards, castillar, deal_unseen, four, lay, play_round, yppedia
from tests.support.table import Table


def hands_now(table: Table) -> list[list[str] | None]:
    hands: list[list[str] | None] = table.view()["hands"]
    return hands


@pytest.mark.parametrize(
    ("hand", "passing_to"), [(1, [1, 2, 3, 0]), (2, [3, 0, 1, 2]), (3, [2, 3, 0, 1]), (5, [1, 2, 3, 0])]
)
def test_pass_goes_left_right_across_and_round_again(hand: int, passing_to: list[int]) -> None:
    for table in (castillar(limit=1000), yppedia(closing_score=1000)):
        for _ in range(hand - 1):
            play_round(table, 13, 13, 0, 0)
        table.say("deal", hands=four(*SUITS))
        assert table.view()["table"]["passing_to"] == passing_to
        for seat in range(4):
            table.say("pass", seat=seat, cards=four(*SUITS)[seat][:3])
        for seat, to in enumerate(passing_to):
            assert set(four(*SUITS)[seat][:3]) < set(hands_now(table)[to] or ())


def test_pass_of_the_fourth_round_is_none() -> None:
    table = castillar(limit=1000)
    for _ in range(3):
        play_round(table, 13, 13, 0, 0)
    table.say("deal", hands=four(*SUITS))
    assert (table.view()["phase"], table.view()["table"]["passing_to"]) == ("play", None)
    refusal = table.refusal("pass", seat=0, cards=["2C", "3C", "4C"])
    assert (refusal.code, refusal.rule) == ("impossible", "hearts.pass")


def test_pass_with_two_seats_is_impossible() -> None:
    table = castillar(2)
    table.say("deal")
    for passes in (["2C", "3C", "4C"], None):
        refusal = table.refusal("pass", seat=0, cards=passes)
        assert (refusal.code, refusal.rule) == ("impossible", "hearts.pass")


def test_pass_is_picked_up_only_when_all_four_have_chosen() -> None:
    table = castillar()
    table.say("deal", hands=four(*SUITS))
    for seat in (2, 0, 3):
        table.say("pass", seat=seat, cards=four(*SUITS)[seat][:3])
        assert hands_now(table) == four(*SUITS)
    assert table.view()["table"]["passed"] == [0, 2, 3]
    table.say("pass", seat=1, cards=["2D", "3D", "4D"])
    assert hands_now(table)[0] == cards("56789TJQKAC 234S")


def test_pass_of_a_card_just_received_is_impossible_for_it_is_not_picked_up_yet() -> None:
    table = castillar()
    table.say("deal", hands=four(*SUITS))
    table.say("pass", seat=0, cards=["2C", "3C", "4C"])
    refusal = table.refusal("pass", seat=1, cards=["2C", "3D", "4D"])
    assert (refusal.code, refusal.rule, refusal.seat) == ("impossible", "hearts.pass", 1)


def test_pass_twice_by_one_seat_is_impossible() -> None:
    table = castillar()
    table.say("deal")
    table.say("pass", seat=1)
    refusal = table.refusal("pass", seat=1)
    assert (refusal.code, refusal.rule) == ("impossible", "hearts.pass")


def test_pass_before_the_deal_or_after_the_passes_is_impossible() -> None:
    table = castillar()
    assert table.refusal("pass", seat=0).rule == "hearts.pass"
    deal_unseen(table)
    assert table.refusal("pass", seat=0).rule == "hearts.pass"


@pytest.mark.parametrize("cards", [["2C", "3C"], ["2C", "3C", "4C", "5C"], []])
def test_pass_of_other_than_three_cards_is_malformed(cards: list[str]) -> None:
    table = castillar()
    table.say("deal")
    assert table.refusal("pass", seat=0, cards=cards).code == "malformed"


def test_pass_of_a_card_named_twice_is_impossible() -> None:
    table = castillar()
    table.say("deal")
    assert table.refusal("pass", seat=0, cards=["2C", "2C", "3C"]).rule == "hearts.pass"


def test_pass_of_a_card_that_another_seat_has_shown_to_pass_is_impossible() -> None:
    table = castillar()
    table.say("deal")
    table.say("pass", seat=0, cards=["2C", "3C", "4C"])
    assert table.refusal("pass", seat=2, cards=["2C", "7H", "8H"]).rule == "hearts.pass"


def test_pass_is_stored_in_pack_order_and_waits_for_play() -> None:
    table = castillar()
    table.say("deal")
    refusal = table.refusal("play", seat=0, card="2C")
    assert (refusal.code, refusal.rule) == ("impossible", "hearts.pass")


def test_pass_legal_lists_a_choice_for_each_seat_still_to_pass() -> None:
    table = castillar()
    table.say("deal", hands=[*four(*SUITS)[:3], None])
    table.say("pass", seat=1, cards=["2D", "3D", "4D"])
    assert table.moves() == [
        {"type": "pass", "seat": 0, "choose": {"cards": cards(SUITS[0]), "min": 3, "max": 3}},
        {"type": "pass", "seat": 2, "choose": {"cards": cards(SUITS[2]), "min": 3, "max": 3}},
        {"type": "pass", "seat": 3, "choose": {"cards": None, "min": 3, "max": 3}},
    ]


def test_pass_seen_places_its_cards_in_the_hand_that_received_them() -> None:
    table = castillar()
    table.say("deal")
    table.say("pass", seat=0, cards=["AS", "KS", "2C"])
    assert hands_now(table) == [["2C", "KS", "AS"], None, None, None]
    for seat in (1, 2, 3):
        table.say("pass", seat=seat)
    assert hands_now(table) == [None, ["2C", "KS", "AS"], None, None]
    assert table.view()["turn"] == 1
    lay(table, "2C 3C 4C 5C")
    assert table.refusal("play", seat=0, card="KS").code == "impossible"


def test_pass_unseen_from_a_known_hand_leaves_its_cards_in_one_of_two_hands() -> None:
    table = castillar()
    table.say("deal", hands=[cards(SUITS[0]), None, None, None])
    for seat in range(4):
        table.say("pass", seat=seat)
    assert hands_now(table) == [None] * 4
    assert [event["seat"] for event in table.moves()] == [0, 1]
    for seat in (2, 3):
        refusal = table.refusal("play", seat=seat, card="2C")
        assert (refusal.code, refusal.rule) == ("impossible", "hearts.opening-lead")
        assert "known" not in refusal.text.en
    table.say("play", seat=1, card="2C")


def test_pass_by_a_seat_that_does_not_exist_is_impossible() -> None:
    table = castillar()
    table.say("deal")
    assert table.refusal("pass", seat=4).code == "impossible"
