"""The judge by itself: its knowledge of hands, and the course of assertions: open, disproved, held."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards import FRENCH
from referee.match.knowledge import HandKnowledge, Proof

CLUBS, HEARTS = FRENCH.suits["C"], FRENCH.suits["H"]
RULE = "game.rule"


def mask(cards: str) -> int:
    return FRENCH.mask(cards.split())


def judge(*hands: str | None, size: int = 3) -> HandKnowledge:
    """A judge of hands with so many cards; named cards are known."""
    hand_knowledge = HandKnowledge(FRENCH.all, len(hands))
    hand_knowledge.deal([size] * len(hands), [None if hand is None else mask(hand) for hand in hands])
    return hand_knowledge


# Knowledge


def test_a_hand_unseen_may_hold_what_no_other_hand_is_known_to_hold() -> None:
    hands = judge(None, "2C 3C 4C", None)
    assert hands.possible(0) == FRENCH.all ^ mask("2C 3C 4C")
    assert hands.possible(1) == mask("2C 3C 4C")


def test_a_card_laid_is_gone_for_every_hand() -> None:
    hands = judge(None, None)
    hands.lay(0, mask("2C"))
    assert not hands.may_hold(0, mask("2C"))
    assert not hands.may_hold(1, mask("2C"))
    assert hands.size == [2, 3]


def test_a_hand_wholly_known_may_hold_nothing_else() -> None:
    hands = judge("2C 3C 4C", None)
    assert hands.complete(0)
    assert not hands.may_hold(0, mask("5C"))
    hands.lay(0, mask("3C"))
    assert (hands.known_cards[0], hands.complete(0)) == (mask("2C 4C"), True)


def test_a_hand_is_wholly_known_once_as_many_cards_are_learnt_as_it_has() -> None:
    hands = judge(None, None)
    hands.learn(0, mask("2C 3C"))
    assert not hands.complete(0)
    assert hands.may_hold(0, mask("4C"))
    assert not hands.may_hold(0, mask("4C 5C"))
    hands.learn(0, mask("4C"))
    assert hands.complete(0)


def test_cards_learnt_to_be_out_of_a_hand_may_not_be_in_it() -> None:
    hands = judge(None, None)
    hands.out[0] |= mask("2C")
    assert not hands.may_hold(0, mask("2C"))
    assert hands.may_hold(1, mask("2C"))


def test_a_card_received_unseen_leaves_the_hand_partly_known() -> None:
    hands = judge("2C 3C 4C", None)
    hands.receive(0)
    assert (hands.size[0], hands.complete(0)) == (4, False)
    hands.receive(0, mask("5C"))
    assert hands.known_cards[0] == mask("2C 3C 4C 5C")


def test_a_reader_knows_only_the_hands_it_sees() -> None:
    hands = judge("2C 3C 4C", "5C 6C 7C")
    assert hands.possible(0, visible=0b10) == FRENCH.all ^ mask("5C 6C 7C")
    assert hands.possible(0, visible=0b01) == mask("2C 3C 4C")
    assert hands.possible(0, visible=0) == FRENCH.all
    hands.lay(1, mask("5C"))
    assert hands.possible(0, visible=0) == FRENCH.all ^ mask("5C")


def test_cards_shown_to_everyone_are_known_to_every_reader() -> None:
    hands = judge(None, None)
    hands.show(1, mask("5C"))
    assert hands.visible_cards(1, visible=0) == mask("5C")
    assert hands.possible(0, visible=0) == FRENCH.all ^ mask("5C")
    hands.lay(1, mask("5C"))
    assert hands.visible_cards(1, visible=0) == 0


@given(
    st.lists(st.integers(0, 51), unique=True, max_size=12), st.integers(0, 2), st.integers(0, 51), st.integers(-1, 7)
)
def test_may_hold_one_card_is_being_possible(bits: list[int], seat: int, card: int, visible: int) -> None:
    hands = judge("2C 3C 4C", None, None)
    for turn, bit in enumerate(bits):
        if hands.size[turn % 3] and hands.may_hold(turn % 3, 1 << bit):
            hands.lay(turn % 3, 1 << bit) if bit % 2 else hands.learn(turn % 3, 1 << bit)
    assert hands.may_hold(seat, 1 << card, visible) == bool(hands.possible(seat, visible) & 1 << card)


def test_a_new_deal_forgets_everything() -> None:
    hands = judge("2C 3C 4C", None)
    hands.assert_absent(1, RULE, 5, CLUBS)
    hands.lay(0, mask("2C"))
    hands.out[1] |= HEARTS
    hands.deal([3, 3], None)
    fresh = judge(None, None)
    assert (hands.known_cards, hands.size, hands.out, hands.laid_cards) == (
        fresh.known_cards,
        fresh.size,
        fresh.out,
        fresh.laid_cards,
    )
    assert hands.open == [[], []]


# "I hold none of these"


def test_absent_is_disproved_at_once_by_a_hand_known_to_hold_one() -> None:
    hands = judge("2C 3H 4H", None)
    hands.assert_absent(0, RULE, 7, CLUBS)
    assert hands.drain() == [Proof(RULE, 0, 7, "known", mask("2C"))]
    assert hands.open[0] == []


def test_absent_holds_at_once_by_a_hand_known_to_hold_none() -> None:
    hands = judge("2H 3H 4H", None)
    hands.assert_absent(0, RULE, 7, CLUBS)
    assert (hands.drain(), hands.open[0]) == ([], [])


def test_absent_is_disproved_at_once_by_a_hand_partly_known() -> None:
    hands = judge(None, None)
    hands.learn(0, mask("9C"))
    hands.assert_absent(0, RULE, 7, CLUBS)
    assert hands.drain() == [Proof(RULE, 0, 7, "known", mask("9C"))]


def test_absent_stays_open_until_a_card_shows_that_disproves_it() -> None:
    hands = judge(None, None)
    hands.assert_absent(0, RULE, 7, CLUBS)
    hands.lay(0, mask("2H"))
    assert (hands.drain(), len(hands.open[0])) == ([], 1)
    hands.lay(0, mask("2C"))
    assert hands.drain() == [Proof(RULE, 0, 7, "shown", mask("2C"))]
    assert hands.open[0] == []


def test_absent_holds_when_a_disputed_hand_is_played_out() -> None:
    hands = judge(None, None)
    hands.assert_absent(0, RULE, 7, CLUBS)
    hands.dispute()
    for card in ("2H", "3H"):
        hands.lay(0, mask(card))
        assert hands.drain() == []
    hands.lay(0, mask("4H"))
    assert hands.drain() == [Proof(RULE, 0, 7, "held", 0)]


def test_absent_holds_by_the_first_dispute_after_the_hand_is_played_out() -> None:
    hands = judge(None, None)
    hands.assert_absent(0, RULE, 7, CLUBS)
    for card in ("2H", "3H", "4H"):
        hands.lay(0, mask(card))
    assert hands.drain() == []
    hands.dispute()
    assert (hands.drain(), hands.open[0]) == ([Proof(RULE, 0, 7, "held", 0)], [])


def test_absent_is_disproved_by_the_last_card() -> None:
    hands = judge(None, None)
    hands.assert_absent(0, RULE, 7, CLUBS)
    for card in ("2H", "3H", "4C"):
        hands.lay(0, mask(card))
    assert hands.drain() == [Proof(RULE, 0, 7, "shown", mask("4C"))]


def test_absent_is_settled_by_a_reveal_of_the_rest_of_the_hand() -> None:
    for cards_shown, how, cards in (("2H 3H 4H", "held", 0), ("2H 3H 4C", "shown", mask("4C"))):
        hands = judge(None, None)
        hands.assert_absent(0, RULE, 7, CLUBS)
        hands.learn(0, mask(cards_shown))
        assert hands.drain() == [Proof(RULE, 0, 7, how, cards)]  # type: ignore[arg-type]


def test_absent_is_not_disproved_by_what_another_hand_shows_or_by_elimination() -> None:
    hands = judge(None, "3C 4C 5C")
    hands.assert_absent(0, RULE, 7, CLUBS)
    hands.lay(1, mask("3C"))
    assert (hands.drain(), len(hands.open[0])) == ([], 1)


def test_one_card_may_settle_several_assertions_the_oldest_first() -> None:
    hands = judge(None, None)
    hands.assert_absent(0, "game.second", 9, CLUBS)
    hands.assert_absent(0, "game.first", 7, CLUBS)
    hands.assert_absent(0, "game.other", 8, HEARTS)
    hands.lay(0, mask("2C"))
    assert [(proof.code, proof.version) for proof in hands.drain()] == [("game.first", 7), ("game.second", 9)]
    assert [assertion.code for assertion in hands.open[0]] == ["game.other"]


# "I hold one of these"


def test_present_is_disproved_at_once_by_a_hand_known_to_lack_it() -> None:
    hands = judge("2H 3H 4H", None)
    hands.assert_present(0, RULE, 7, (mask("2C"), mask("3C")))
    assert hands.drain() == [Proof(RULE, 0, 7, "known", mask("2H 3H 4H"))]


@pytest.mark.parametrize("hand", ["2C 3H 4H", "3C 3H 4H"])
def test_present_holds_at_once_by_a_hand_known_to_hold_one_of_them(hand: str) -> None:
    hands = judge(hand, None)
    hands.assert_present(0, RULE, 7, (mask("2C"), mask("3C")))
    assert (hands.drain(), hands.open[0]) == ([], [])


def test_present_wants_all_the_cards_of_one_of_the_masks() -> None:
    hands = judge("KC 3H 4H", None)
    hands.assert_present(0, RULE, 7, (mask("KC QC"),))
    assert [proof.how for proof in hands.drain()] == ["known"]


def test_present_holds_by_cards_shown_one_after_the_other() -> None:
    hands = judge(None, None)
    hands.assert_present(0, RULE, 7, (mask("KC QC"),))
    hands.lay(0, mask("KC"))
    assert hands.drain() == []
    hands.lay(0, mask("QC"))
    assert hands.drain() == [Proof(RULE, 0, 7, "held", 0)]


def test_present_is_disproved_by_a_hand_played_out_without_it() -> None:
    hands = judge(None, None)
    hands.assert_present(0, RULE, 7, (mask("2C"),))
    for card in ("2H", "3H", "4H"):
        hands.lay(0, mask(card))
    assert hands.drain() == [Proof(RULE, 0, 7, "missing", mask("2H 3H 4H"))]


def test_present_is_disproved_when_the_card_turns_out_to_lie_elsewhere() -> None:
    hands = judge(None, None)
    hands.assert_present(0, RULE, 7, (mask("2C"), mask("3C")))
    hands.lay(1, mask("2C"))
    assert hands.drain() == []
    hands.lay(1, mask("3C"))
    assert [(proof.how, proof.cards) for proof in hands.drain()] == [("elsewhere", mask("3C"))]


# Keeping


def test_drain_tells_each_proof_once() -> None:
    hands = judge("2C 3H 4H", None)
    hands.assert_absent(0, RULE, 7, CLUBS)
    assert len(hands.drain()) == 1
    assert hands.drain() == []


def test_drop_takes_back_what_nothing_has_settled() -> None:
    hands = judge(None, None)
    hands.assert_absent(0, RULE, 7, CLUBS)
    hands.assert_absent(1, RULE, 8, HEARTS)
    assert [(seat, assertion.version) for seat, assertion in hands.drop()] == [(0, 7), (1, 8)]
    hands.lay(0, mask("2C"))
    assert hands.drain() == []


def test_a_copy_shares_nothing_that_changes() -> None:
    hands = judge(None, "2C 3C 4C")
    hands.assert_absent(0, RULE, 7, CLUBS)
    twin = hands.copy()
    twin.lay(0, mask("9C"))
    twin.learn(0, mask("8C"))
    twin.out[1] |= HEARTS
    assert (hands.laid_cards, hands.known_cards, hands.size, hands.out) == (0, [0, mask("2C 3C 4C")], [3, 3], [0, 0])
    assert (hands.drain(), len(hands.open[0])) == ([], 1)
    assert len(twin.drain()) == 1
