"""Guiñote: the exchange of the 7. Each test carries the code of the rule that it is about."""

import pytest

from referee.errors import Impossible, Irregular
from referee.match.facts import TrickTaken
from tests.support.guinote_hands import HANDS, after_first_trick, deal_guinote, kind_of, offers
from tests.support.guinote_table import arrastre
from tests.support.table import Table

# guinote.exchange


def test_exchange_moves_the_two_cards() -> None:
    table = after_first_trick(enforcement="strict")
    assert offers(table, "exchange") == [(0, None, None)]
    table.say("exchange", seat=0)
    assert table.view()["table"]["turn_up"] == "7B"
    assert "1B" in table.view()["hands"][0]
    assert "7B" not in table.view()["hands"][0]
    assert table.view(0)["hands"][0] == ["1B"]
    assert offers(table, "exchange") == []


def test_exchange_of_a_hidden_hand_leaves_the_7_for_all_to_see() -> None:
    table = after_first_trick(is_hidden=True, enforcement="strict")
    assert offers(table, "exchange") == [(0, None, None), (2, None, None)]
    table.say("exchange", seat=2)
    assert table.view()["hands"] == [None, None, ["1B"], None]
    assert table.view()["table"]["turn_up"] == "7B"
    table.plays("4E")
    assert kind_of(table.refusal("play", seat=1, card="7B")) == (Impossible, "guinote.deal")
    assert kind_of(table.refusal("play", seat=1, card="1B")) == (Impossible, "guinote.deal")


def test_exchange_and_the_cante_that_it_makes() -> None:
    hands = ["10O 12O 1C 2C 7B 10B", *HANDS[1:2], "4E 11B 6C 7C 2E 3E", HANDS[3]]
    table = Table("guinote", 4, first_dealer=3, enforcement="strict")
    table.say("deal", hands=[hand.split() for hand in hands], turn_up="12B")
    table.plays("1C", "3C", "6C", "2O")
    assert kind_of(table.refusal("cante", seat=2, value=40)) == (Irregular, "guinote.cante")
    table.say("exchange", seat=0)
    table.say("cante", seat=0, value=40)


@pytest.mark.parametrize("is_hidden", [False, True])
def test_exchange_of_the_other_side_or_outside_the_window_is_impossible(is_hidden: bool) -> None:
    table = after_first_trick(is_hidden=is_hidden)
    other = table.refusal("exchange", seat=3)
    table.plays("4E")
    late = table.refusal("exchange", seat=0)
    assert [kind_of(r) for r in (other, late)] == [(Impossible, "guinote.exchange")] * 2
    early = deal_guinote()
    assert kind_of(early.refusal("exchange", seat=0)) == (Impossible, "guinote.exchange")


@pytest.mark.parametrize("turn_up", ["6B", "2B", "4B", "5B", "7B"])
def test_exchange_against_a_lower_turn_up_is_impossible(turn_up: str) -> None:
    table = Table("guinote", 4, first_dealer=3)
    table.say("deal", turn_up=turn_up)
    table.plays("1C", "3C", "6C", "2O")
    assert kind_of(table.refusal("exchange", seat=0)) == (Impossible, "guinote.exchange")
    assert offers(table, "exchange") == []


@pytest.mark.parametrize("turn_up", ["1B", "3B", "10B", "11B", "12B"])
def test_exchange_for_these_five(turn_up: str) -> None:
    table = Table("guinote", 4, first_dealer=3)
    table.say("deal", turn_up=turn_up)
    table.plays("1C", "3C", "6C", "2O")
    table.say("exchange", seat=0)


def test_exchange_without_the_7_moves_no_card() -> None:
    strict = after_first_trick(enforcement="strict")
    assert kind_of(strict.refusal("exchange", seat=2)) == (Irregular, "guinote.exchange")
    table = after_first_trick()
    before = table.view()
    table.say("exchange", seat=2)
    assert table.proven_infractions() == [("guinote.exchange", 2, 7, 7)]
    assert (table.view()["hands"], table.view()["table"]) == (before["hands"], before["table"])


def test_exchange_of_a_7_that_was_played() -> None:
    table = after_first_trick(is_hidden=True)
    table.plays("2C", "7B", "4C", "5C")
    assert offers(table, "exchange") == []
    table.say("exchange", seat=1)
    assert table.proven_infractions() == [("guinote.exchange", 1, 11, 11)]
    assert table.view()["table"]["turn_up"] == "1B"


# The last card named of a hand is dealt, the first is drawn last.
LAST = ("2E 4E 5E 2B 4B 7C", "4O 10O 1C 2C 3E 6B", "6O 4C 5C 7E 10E 5B", "3C 11C 1E 12E 7B 10B")
TOO_LATE = ("7C 2E 4E 5E 2B 4B", *LAST[1:])


def test_exchange_before_the_last_draw_needs_the_7_before_drawing() -> None:
    strict = arrastre(*TOO_LATE, turn_up="3C", leader=0, enforcement="strict")
    assert offers(strict, "exchange") == []
    refusal = strict.refusal("exchange", seat=0)
    assert kind_of(refusal) == (Irregular, "guinote.exchange")
    assert "last draw" in refusal.text.en
    table = arrastre(*TOO_LATE, turn_up="3C", leader=0)
    table.say("exchange", seat=0)
    assert [code for code, *_ in table.proven_infractions()] == ["guinote.exchange"]
    assert "7C" in table.view()["hands"][0]


def test_exchange_before_the_last_draw_with_a_7_seen_to_be_drawn() -> None:
    table = arrastre(*TOO_LATE, turn_up="3C", leader=0, known_seats=(), enforcement="strict")
    assert offers(table, "exchange") == [(0, None, None), (2, None, None)]
    table.say("draw", seat=0, card="7C")
    assert offers(table, "exchange") == []
    assert kind_of(table.refusal("exchange", seat=0)) == (Irregular, "guinote.exchange")


def test_exchange_before_the_last_draw_of_a_hand_that_was_seen_without_the_7() -> None:
    too_late = arrastre(*TOO_LATE, turn_up="3C", leader=0, known_seats=(), enforcement="strict")
    last = [fact.cards for _, fact in too_late.facts if isinstance(fact, TrickTaken)][-1]
    table = Table("guinote", 4, enforcement="strict")
    table.match = too_late.past[13].copy()
    leader = table.match.state.turn or 0
    mine = last[(0 - leader) % 4]
    table.say("reveal", seat=0, cards=[mine, *TOO_LATE[0].split()[1:]])
    table.plays(*last)
    assert offers(table, "exchange") == [(2, None, None)]
    assert kind_of(table.refusal("exchange", seat=0)) == (Irregular, "guinote.exchange")


def test_exchange_at_an_earlier_draw_with_a_7_just_drawn() -> None:
    table = Table("guinote", 4, first_dealer=3, enforcement="strict")
    stock = ["7B", *["5O", "6O", "7O", "11O", "4C", "10C", "11C", "12C", "7E", "11E", "3B", "5B", "6B", "11B"]]
    hands = [HANDS[0].replace("7B", "4O"), *HANDS[1:]]
    table.say("deal", hands=[hand.split() for hand in hands], turn_up="1B", stock=stock)
    table.plays("1C", "3C", "6C", "2O")
    table.say("exchange", seat=0)
    assert "1B" in table.view()["hands"][0]


def test_exchange_in_the_last_window_gives_the_7_to_the_last_to_draw() -> None:
    table = arrastre(*LAST, turn_up="3C", leader=0, enforcement="strict")
    assert offers(table, "exchange") == [(0, None, None)]
    table.say("exchange", seat=0)
    assert "3C" in table.view()["hands"][0]
    assert "7C" in table.view()["hands"][3]
    assert table.view(0)["hands"] == [["3C"], None, None, ["7C"]]
    table.plays("2E")
    assert kind_of(table.refusal("exchange", seat=0)) == (Impossible, "guinote.exchange")


def test_exchange_in_the_last_window_of_hidden_hands() -> None:
    table = arrastre(*LAST, turn_up="3C", leader=0, known_seats=(), enforcement="strict")
    assert table.view()["hands"] == [None, None, None, ["3C"]]
    table.say("cante", seat=0, value=20)
    table.say("exchange", seat=0)
    assert table.view()["hands"] == [["3C"], None, None, ["7C"]]
    table.plays("2E", "3E", "10E")
    assert isinstance(table.refusal("play", seat=3, card="3C"), Impossible)
