"""Cards that may be laid on a lead in Hearts: hearts.follow-suit, hearts.first-trick; hands known, partly known, unknown."""

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
    play_out,
    refusal_of_card,
    with_hands,
)

FOLLOW, FIRST = "hearts.follow-suit", "hearts.first-trick"

# hearts.follow-suit


def test_follow_suit_leaves_the_led_suit_only() -> None:
    table = with_hands(*MIXED)
    lay(table, "2C")
    assert legal(table) == cards("678C")
    assert refusal_of_card(table, "5D") == ("irregular", FOLLOW, 1)
    assert refusal_of_card(table, "5H") == ("irregular", FOLLOW, 1)


def test_follow_suit_refusal_says_what_the_hand_holds_and_gives_the_legal_cards() -> None:
    table = with_hands(*MIXED)
    lay(table, "2C")
    refusal = table.refusal("play", seat=1, card="5D")
    assert "6C 7C 8C" in refusal.text.en and "6C 7C 8C" in refusal.text.es
    assert [event.card for event in refusal.extra["alternatives"]] == cards("678C")


def test_follow_suit_leaves_any_card_to_a_hand_without_it() -> None:
    table = with_hands("23456789C TJQKAD", "TJQKAC 23456789D", SUITS[2])
    lay(table, "2C TC 2H 2S AC")
    assert legal(table) == cards("3456789TJQKAH")


def test_follow_suit_revoke_with_the_hand_known_is_proven_at_once_in_record() -> None:
    table = with_hands(*MIXED, enforcement="record")
    lay(table, "2C 5D")
    assert table.proven_infractions() == [(FOLLOW, 1, 8, 8)]
    assert table.view()["turn"] == 2


@pytest.mark.parametrize("enforcement", ["strict", "record"])
def test_follow_suit_revoke_with_the_hand_unknown_is_proven_when_a_card_of_the_suit_shows(enforcement: str) -> None:
    table = castillar(enforcement=enforcement)
    deal_unseen(table)
    lay(table, "2C 5D 9C QC", first=0)
    assert table.proven_infractions() == []
    lay(table, "AC 3C 6C")
    assert table.proven_infractions() == [(FOLLOW, 1, 8, 13)]


def test_follow_suit_upheld_by_a_hand_that_ends_without_the_suit_is_no_infraction() -> None:
    table = castillar()
    deal(table, *SUITS, unseen=(0, 1, 2, 3))
    lay(table, "2C 3D 2H 3S", first=0)
    for club, diamond, heart, spade in zip("3456789TJQKA", "2456789TJQKA", "3456789TJQKA", "2456789TJQKA", strict=True):
        lay(table, f"{club}C {diamond}D {heart}H {spade}S")
    assert (table.view()["phase"], table.view()["infractions"]) == ("deal", [])


def test_follow_suit_each_revoke_of_a_hand_is_proven_by_the_same_card() -> None:
    table = castillar(2)
    table.say("deal")
    lay(table, "2C 5D 3C 6D 4C 7C", first=0)
    assert table.proven_infractions() == [(FOLLOW, 1, 4, 8), (FOLLOW, 1, 6, 8)]


def test_follow_suit_with_the_hand_partly_known_is_judged_by_what_is_known() -> None:
    table = castillar()
    table.say("deal")
    table.say("pass", seat=0, cards=["6C", "7H", "8S"])
    for seat in (1, 2, 3):
        table.say("pass", seat=seat)
    lay(table, "2C", first=0)
    lay(table, "AD", first=1)
    assert table.proven_infractions() == [(FOLLOW, 1, 8, 8)]


def test_follow_suit_with_the_hand_partly_known_is_refused_in_strict() -> None:
    table = castillar(enforcement="strict")
    deal_unseen(table)
    lay(table, "2C", first=0)
    table.say("reveal", seat=1, cards=["6C"])
    assert refusal_of_card(table, "AD") == ("irregular", FOLLOW, 1)
    assert set(legal(table)) == set(cards("3456789TJQKAC"))


def test_follow_suit_with_other_cards_known_stays_open() -> None:
    table = castillar()
    deal_unseen(table)
    lay(table, "2C", first=0)
    table.say("reveal", seat=1, cards=["6H"])
    assert len(legal(table)) == 51
    lay(table, "AD 3C 4C 5C")
    table.say("claim", by=0, against=1, kind="revoke", at=9)
    assert table.view()["claims"][0]["status"] == "pending"


def test_follow_suit_is_disproved_by_elimination() -> None:
    """One hand of two is known, so the other hand is the rest; no card of it has to be seen."""
    table = castillar(2)
    deal(table, "23456C 23456D 23456789H 23456789S", unseen=(1,))
    lay(table, "2C 8D")
    assert table.proven_infractions() == [(FOLLOW, 1, 4, 4)]


# hearts.first-trick


def test_first_trick_leaves_no_heart_and_no_queen_of_spades() -> None:
    table = with_hands(SUITS[0], "23D 23456H 2345Q9S", "456789TJD 789TJH")
    lay(table, "2C")
    assert legal(table) == cards("23D 23459S")
    assert refusal_of_card(table, "2H") == ("irregular", FIRST, 1)
    assert refusal_of_card(table, "QS") == ("irregular", FIRST, 1)
    lay(table, "9S")
    assert refusal_of_card(table, "7H") == ("irregular", FIRST, 2)


def test_first_trick_leaves_any_card_to_a_hand_of_hearts_and_the_queen_alone() -> None:
    table = with_hands(SUITS[0], SUITS[1], "23456789TJQKH QS")
    lay(table, "2C 2D")
    assert legal(table) == cards("23456789TJQKH QS")
    lay(table, "QS")
    assert table.proven_infractions() == []


def test_first_trick_binds_in_every_round() -> None:
    table = castillar(2, "strict")
    for _ in range(2):
        deal(table, *HALVES)
        lay(table, "2C")
        assert refusal_of_card(table, "2H") == ("irregular", FIRST, 1)
        assert legal(table) == cards("23456789TJKAS")
        play_out(table)


def test_first_trick_is_over_with_its_last_card() -> None:
    table = with_hands(SUITS[0], "23456D 23456789H", "789TJQKAD TJQKAH")
    lay(table, "2C 2D 7D 2S 3C")
    assert legal(table) == cards("3456D 23456789H")


def test_first_trick_heart_from_a_hand_with_clubs_names_follow_suit_first() -> None:
    table = with_hands(*MIXED)
    lay(table, "2C")
    assert refusal_of_card(table, "5H")[1] == FOLLOW
    table = with_hands(*MIXED, enforcement="record")
    lay(table, "2C 5H")
    assert [i["code"] for i in table.view()["infractions"]] == [FOLLOW, FIRST]


def test_first_trick_heart_from_a_hand_of_clubs_and_hearts_breaks_one_rule() -> None:
    """The hand holds nothing but clubs and hearts: without the clubs it might have laid any of them."""
    table = with_hands("2345678C 234567D", "9TJC 23456789TJH", "QKAC 89TJQKAD QKAH", enforcement="record")
    lay(table, "2C 2H")
    assert [i["code"] for i in table.view()["infractions"]] == [FOLLOW]


def test_first_trick_with_the_hand_unknown_is_proven_by_a_card_that_might_have_been_laid() -> None:
    table = castillar()
    deal_unseen(table)
    lay(table, "2C QS 3C 4C", first=0)
    lay(table, "2D 3D 4D")
    assert table.proven_infractions() == [(FIRST, 1, 8, 13)]


def test_first_trick_with_the_hand_unknown_is_not_proven_by_hearts() -> None:
    table = castillar()
    deal_unseen(table)
    lay(table, "2C QS 3C 4C", first=0)
    lay(table, "2H 3H 4H")
    assert FIRST not in {code for code, *_ in table.proven_infractions()}


@pytest.mark.parametrize("card", ["2H", "QS"])
def test_first_trick_with_the_hand_known_and_without_clubs_is_proven_at_once(card: str) -> None:
    table = with_hands(SUITS[0], "23D 23456H 2345Q9S", "456789TJD 789TJH", enforcement="record")
    lay(table, f"2C {card}")
    assert table.proven_infractions() == [(FIRST, 1, 8, 8)]
