"""The referee looks at a hand: `reveal`, of a part or the whole; its proofs and its limits."""

import pytest

from tests.support.hearts import MIXED, cards, castillar, deal, deal_unseen, lay, legal, with_hands
from tests.support.table import Table

FOLLOW = "hearts.follow-suit"


def unseen(line: str = "2C 5D") -> Table:
    """A table with unseen hands, after these cards."""
    table = castillar()
    deal_unseen(table)
    lay(table, line, first=0)
    return table


def test_reveal_of_a_part_makes_these_cards_known() -> None:
    table = unseen()
    table.say("reveal", seat=2, cards=["QS", "3H"])
    assert table.view()["hands"] == [None, None, ["3H", "QS"], None]
    assert table.view()["hand_sizes"] == [12, 12, 13, 13]
    assert len(legal(table)) == 50


def test_reveal_of_a_part_leaves_what_the_cards_seen_allow() -> None:
    """The hand has a card that is neither heart nor QS, so none of those may be laid on the first trick."""
    table = unseen()
    table.say("reveal", seat=2, cards=["AS"])
    assert not {"QS", *cards("23456789TJQKAH")} & set(legal(table))
    table.say("reveal", seat=2, cards=["3C"])
    assert set(legal(table)) == set(cards("3456789TJQKAC"))


def test_reveal_of_the_whole_hand_leaves_its_legal_cards_only() -> None:
    table = unseen()
    table.say("reveal", seat=2, cards=cards("34C 34678D 345678S"))
    assert legal(table) == ["3C", "4C"]


def test_reveal_of_nothing_changes_nothing() -> None:
    table = unseen()
    before = table.view()
    table.say("reveal", seat=2, cards=[])
    assert {**table.view(), "version": before["version"]} == before


def test_reveal_of_a_known_hand_says_nothing_new() -> None:
    table = with_hands(*MIXED)
    table.say("reveal", seat=3, cards=cards(MIXED[3]))
    table.say("reveal", seat=3, cards=["QC"])
    assert table.view()["hands"][3] == cards(MIXED[3])


def test_reveal_proves_an_earlier_revoke() -> None:
    table = unseen()
    table.say("reveal", seat=1, cards=["6C", "AS"])
    assert table.proven_infractions() == [(FOLLOW, 1, 8, 9)]
    assert table.view()["infractions"][0]["evidence"] == {"how": "shown", "cards": ["6C"]}


def test_reveal_proves_an_earlier_revoke_in_strict_too() -> None:
    table = castillar(enforcement="strict")
    deal_unseen(table)
    lay(table, "2C 5D", first=0)
    table.say("reveal", seat=1, cards=["6C"])
    assert table.proven_infractions() == [(FOLLOW, 1, 8, 9)]


def test_reveal_of_other_suits_leaves_the_assertion_open() -> None:
    table = unseen()
    table.say("reveal", seat=1, cards=["6D", "AS"])
    assert table.proven_infractions() == []
    table.say("reveal", seat=1, cards=["6C"])
    assert table.proven_infractions() == [(FOLLOW, 1, 8, 10)]


def test_reveal_of_the_whole_hand_upholds_what_it_does_not_disprove() -> None:
    table = unseen()
    table.say("reveal", seat=1, cards=cards("6789TJQD 23456S"))
    table.say("claim", by=0, against=1, kind="revoke", at=8)
    assert (table.view()["claims"][0]["status"], table.proven_infractions()) == ("rejected", [])


def test_reveal_before_a_play_lets_it_be_judged_at_once() -> None:
    table = unseen("2C")
    table.say("reveal", seat=1, cards=["6C"])
    lay(table, "5D")
    assert table.proven_infractions() == [(FOLLOW, 1, 9, 9)]


def test_reveal_before_the_pass_is_of_the_hand_as_dealt() -> None:
    table = castillar()
    table.say("deal")
    table.say("reveal", seat=0, cards=["2C", "AS"])
    assert table.view()["hands"][0] == ["2C", "AS"]
    for seat in range(4):
        table.say("pass", seat=seat)
    # The pass of seat 0 was unseen: the two cards are with it or with seat 1.
    assert table.view()["hands"] == [None] * 4
    assert [event["seat"] for event in table.moves()] == [0, 1]


def test_reveal_between_passes_leaves_cards_that_were_seen_to_be_passed_on() -> None:
    table = castillar()
    table.say("deal")
    table.say("pass", seat=0, cards=["2C", "3C", "4C"])
    assert table.refusal("reveal", seat=0, cards=cards("5678C 56789D 5678S")).code == "impossible"
    table.say("reveal", seat=0, cards=cards("5678C 5678D 56S"))
    for seat in (1, 2, 3):
        table.say("pass", seat=seat)
    assert table.view()["hands"][0] == cards("5678C 5678D 56S")
    assert table.view()["hands"][1] == ["2C", "3C", "4C"]


@pytest.mark.parametrize(
    ("seat", "hand"),
    [
        (2, "2C"),
        (2, "5D"),
        (2, "9S"),
        (2, "23456789TJQKAH 3S"),
        (1, "23456789TJQKAH"),
        (2, "33H"),
    ],
    ids=["laid", "laid by another", "known elsewhere", "fourteen", "thirteen of twelve", "a card twice"],
)
def test_reveal_of_what_the_hand_cannot_hold_is_impossible(seat: int, hand: str) -> None:
    table = unseen()
    table.say("reveal", seat=3, cards=["9S"])
    cards_shown = [rank + group[-1] for group in hand.split() for rank in group[:-1]]
    refusal = table.refusal("reveal", seat=seat, cards=cards_shown)
    assert (refusal.code, refusal.seat) == ("impossible", seat)


def test_reveal_of_more_than_the_hand_has_room_for_is_impossible() -> None:
    table = unseen()
    table.say("reveal", seat=1, cards=cards("6789TJD 23456S"))
    assert table.refusal("reveal", seat=1, cards=["2H", "3H"]).code == "impossible"
    table.say("reveal", seat=1, cards=["2H"])
    assert table.refusal("reveal", seat=1, cards=["3H"]).code == "impossible"


def test_reveal_of_a_card_that_a_known_hand_does_not_hold_is_impossible() -> None:
    table = with_hands(*MIXED)
    assert table.refusal("reveal", seat=3, cards=["2C"]).code == "impossible"


def test_reveal_between_rounds_is_impossible_for_there_is_no_hand() -> None:
    table = castillar()
    assert table.refusal("reveal", seat=0, cards=["2C"]).code == "impossible"


def test_reveal_of_a_seat_that_does_not_exist_is_impossible() -> None:
    assert unseen().refusal("reveal", seat=4, cards=["AS"]).code == "impossible"


def test_reveal_with_some_hands_known_may_not_show_their_cards_elsewhere() -> None:
    table = castillar()
    deal(table, *MIXED, unseen=(1, 2))
    assert table.refusal("reveal", seat=1, cards=["AS"]).code == "impossible"
    table.say("reveal", seat=1, cards=["7S"])
