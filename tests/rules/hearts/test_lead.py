"""The leader in Hearts and the lead: hearts.opening-lead, hearts.lead-hearts, hearts.broken; the seat to act: hearts.trick."""

import pytest

from tests.support.hearts import (
    HALVES,
    MIXED,
    SUITS,
    cards,
    castillar,
    deal,
    deal_unseen,
    lay,
    legal,
    refusal_of_card,
    with_hands,
    yppedia,
)

LEAD, FIRST, FOLLOW = "hearts.lead-hearts", "hearts.first-trick", "hearts.follow-suit"
OPENING = "hearts.opening-lead"

# hearts.opening-lead


def test_opening_lead_is_the_two_of_clubs_by_its_holder() -> None:
    table = with_hands(*MIXED)
    assert table.moves() == [{"type": "play", "seat": 0, "card": "2C"}]
    table.say("play", seat=0, card="2C")


@pytest.mark.parametrize("enforcement", ["strict", "record"])
def test_opening_lead_of_another_card_is_impossible(enforcement: str) -> None:
    table = with_hands(*MIXED, enforcement=enforcement)
    assert refusal_of_card(table, "3C") == ("impossible", OPENING, 0)


@pytest.mark.parametrize("card", ["6C", "2C"])
def test_opening_lead_by_a_seat_known_not_to_hold_it_is_impossible(card: str) -> None:
    refusal = with_hands(*MIXED, enforcement="record").refusal("play", seat=1, card=card)
    assert (refusal.code, refusal.rule, refusal.seat) == ("impossible", OPENING, 1)


@pytest.mark.parametrize("seat", range(4))
def test_opening_lead_by_any_seat_where_no_hand_is_known(seat: int) -> None:
    table = castillar()
    deal_unseen(table)
    assert table.view()["turn"] is None
    assert table.moves() == [{"type": "play", "seat": s, "card": "2C"} for s in range(4)]
    refusal = table.refusal("play", seat=seat, card="3C")
    assert (refusal.code, refusal.rule, refusal.seat) == ("impossible", OPENING, seat)
    table.say("play", seat=seat, card="2C")
    assert table.view()["turn"] == (seat + 1) % 4


def test_opening_lead_with_hands_partly_known_is_by_a_seat_that_may_hold_it() -> None:
    table = castillar(2)
    deal(table, *HALVES, unseen=(0,))
    assert table.moves() == [{"type": "play", "seat": 0, "card": "2C"}]
    assert table.refusal("play", seat=1, card="2C").rule == OPENING
    table.say("play", seat=0, card="2C")


def test_opening_lead_is_by_the_seat_that_a_reveal_shows_to_hold_it() -> None:
    table = castillar()
    deal_unseen(table)
    table.say("reveal", seat=2, cards=["2C", "AS"])
    assert table.view()["turn"] == 2
    assert table.moves() == [{"type": "play", "seat": 2, "card": "2C"}]
    assert table.refusal("play", seat=1, card="2C").rule == OPENING


# hearts.lead-hearts, hearts.broken


def test_lead_hearts_not_until_they_are_broken() -> None:
    table = with_hands(*MIXED)
    lay(table, "2C 6C 9C QC")
    assert legal(table) == cards("KAC QKAD JQKAS")
    assert refusal_of_card(table, "QH") == ("irregular", LEAD, 3)
    refusal = table.refusal("play", seat=3, card="QH")
    assert "KC AC" in refusal.text.en


def test_lead_hearts_with_any_hand_once_they_are_broken() -> None:
    table = with_hands(*MIXED, enforcement="record")
    lay(table, "2C 5H 9C QC")
    assert legal(table) == cards("KAC QKAD QKAH JQKAS")


def test_lead_hearts_from_a_hand_of_hearts_alone() -> None:
    table = castillar(2, "strict")
    deal(table, f"{SUITS[0]} {SUITS[2]}", f"{SUITS[1]} {SUITS[3]}")
    for club, diamond in zip("23456789TJQKA", "23456789TJQKA", strict=True):
        assert not any(card.endswith("H") for card in legal(table))
        lay(table, f"{club}C {diamond}D")
    assert table.view()["table"]["hearts_broken"] is False
    assert legal(table) == cards(SUITS[2])
    lay(table, "5H")
    assert (table.proven_infractions(), table.view()["table"]["hearts_broken"]) == ([], True)


def test_broken_by_the_first_heart_discarded() -> None:
    table = with_hands(SUITS[0], "23456D 23456789H", "789TJQKAD TJQKAH")
    lay(table, "2C 2D 7D 2S")
    assert table.view()["table"]["hearts_broken"] is False
    lay(table, "3C 2H")
    assert table.view()["table"]["hearts_broken"] is True


def test_broken_by_no_queen_of_spades() -> None:
    table = with_hands(*MIXED)
    lay(table, "2C 6C 9C QC QS 2S 5S 8S")
    assert table.view()["table"]["hearts_broken"] is False
    assert refusal_of_card(table, "QH") == ("irregular", LEAD, 3)


def test_broken_by_no_queen_of_spades_discarded_either() -> None:
    table = with_hands("23456789TJQKC 2D", "AC 3456789TJQKD AD", "QS 23456789TJQKH")
    lay(table, "2C AC QS 2S")
    assert (table.view()["turn"], table.view()["table"]["hearts_broken"]) == (1, False)


def test_broken_by_an_irregular_heart_too() -> None:
    table = with_hands(*MIXED, enforcement="record")
    lay(table, "2C 5H 9C QC")
    assert table.view()["table"]["hearts_broken"] is True
    lay(table, "QH")
    assert [code for code, *_ in table.proven_infractions()] == [FIRST, FOLLOW]


def test_broken_by_an_irregular_lead_and_proven_at_once() -> None:
    table = with_hands(*MIXED, enforcement="record")
    lay(table, "2C 6C 9C QC QH")
    assert table.proven_infractions() == [(LEAD, 3, 11, 11)]
    assert table.view()["table"]["hearts_broken"] is True


def test_lead_hearts_with_the_hand_unknown_is_proven_by_any_other_suit() -> None:
    table = castillar()
    deal_unseen(table)
    lay(table, "2C 6C 9C QC QH 2D 5H 8D", first=0)
    assert table.proven_infractions() == []
    lay(table, "AC")
    assert table.proven_infractions() == [(LEAD, 3, 11, 15)]


def test_lead_hearts_with_the_hand_unknown_is_proven_once_fewer_hearts_are_left_than_it_has_cards() -> None:
    table = castillar()
    deal_unseen(table)
    lay(table, "2C 6C 9C QC QH 2H", first=0)
    assert table.proven_infractions() == []
    lay(table, "5H")
    assert table.proven_infractions() == [(LEAD, 3, 11, 13)]
    evidence = table.match.ledger.infractions[0].evidence
    assert evidence is not None
    assert evidence.how == "counted"
    assert len(evidence.cards or ()) == 52 - 7


def test_lead_of_the_queen_of_spades_at_any_time_after_the_first_trick() -> None:
    table = with_hands(*MIXED)
    lay(table, "2C 6C 9C QC")
    assert "QS" in legal(table)
    lay(table, "QS")
    assert table.proven_infractions() == []


# hearts.trick: the seat to act, the winner


def test_trick_goes_to_the_highest_card_of_the_led_suit_which_leads_next() -> None:
    table = with_hands(*MIXED)
    lay(table, "2C 8C TC AC")
    view = table.view()
    assert (view["turn"], view["table"]["tricks_taken"]) == (3, [0, 0, 0, 1])
    assert view["table"]["last_trick"] == {"seat": 3, "cards": ["2C", "8C", "TC", "AC"], "points": 0}


def test_trick_is_not_won_by_a_higher_card_of_another_suit() -> None:
    table = with_hands("2C 23456789TJQKD", "3C AD 23456789TJQS", "456789TJQKAC KAS")
    lay(table, "2C 3C 4C")
    lay(table, table.moves()[0]["card"])
    assert table.view()["table"]["last_trick"]["seat"] == 2


def test_trick_turn_goes_round_and_another_seat_is_impossible() -> None:
    table = with_hands(*MIXED, enforcement="record")
    lay(table, "2C")
    for seat, card in ((2, "9C"), (3, "QC"), (0, "3C")):
        refusal = table.refusal("play", seat=seat, card=card)
        assert (refusal.code, refusal.rule, refusal.seat) == ("impossible", "hearts.trick", seat)


@pytest.mark.parametrize("seats", [2, 4])
def test_trick_by_a_seat_that_does_not_exist_is_impossible(seats: int) -> None:
    table = castillar(seats)
    deal_unseen(table)
    refusal = table.refusal("play", seat=seats, card="2C")
    assert (refusal.code, refusal.rule) == ("impossible", None)


def test_trick_before_the_deal_is_impossible() -> None:
    refusal = yppedia().refusal("play", seat=0, card="2C")
    assert (refusal.code, refusal.rule) == ("impossible", "hearts.deal")


@pytest.mark.parametrize("unseen", [(), (0, 1, 2, 3)])
def test_trick_with_a_card_laid_already_is_impossible(unseen: tuple[int, ...]) -> None:
    table = castillar()
    deal(table, *MIXED, unseen=unseen)
    lay(table, "2C 6C 9C QC", first=0)
    for card in ("2C", "QC"):
        assert refusal_of_card(table, card)[0] == "impossible"


def test_trick_with_a_card_known_to_be_elsewhere_is_impossible() -> None:
    table = castillar()
    deal_unseen(table)
    table.say("reveal", seat=3, cards=["AC"])
    lay(table, "2C", first=0)
    assert refusal_of_card(table, "AC") == ("impossible", "hearts.deal", 1)
    assert "AC" not in legal(table)


def test_trick_with_a_card_that_the_whole_known_hand_does_not_hold_is_impossible() -> None:
    table = castillar()
    deal(table, *MIXED, unseen=(0, 2, 3))
    lay(table, "2C", first=0)
    assert refusal_of_card(table, "9C")[0] == "impossible"
