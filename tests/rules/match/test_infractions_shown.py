"""Infractions shown after the hand: while it is played, other readers see the points as if nothing had been proven."""

from typing import Any

import msgspec
import pytest

from referee.match.entries import line
from referee.match.state import NOBODY
from tests.support.casino import CasinoTable
from tests.support.guinote_hands import HANDS, LIAR, dealt
from tests.support.guinote_table import arrastre
from tests.support.logged import LoggedTable
from tests.support.table import Table


def test_a_false_cante_stands_as_it_was_sung() -> None:
    """Points do not count once the hand is known; readers that see no hand see them counted, in the totals and on the table."""
    table = arrastre(*LIAR, turn_up="3C", leader=0, infractions_shown="hand_end")
    before = table.view()["score"]["totals"]
    table.say("cante", seat=0, value=40)
    whole, public = table.view(), table.view(NOBODY)
    assert [i["code"] for i in whole["infractions"]] == ["guinote.cante"]
    assert (whole["score"]["totals"], whole["table"]["cantes"][0]["points"]) == (before, 0)
    assert public["infractions"] == []
    assert public["score"]["totals"] == [before[0] + 40, before[1]]
    assert public["table"]["cantes"][0]["points"] == 40
    assert table.legal(NOBODY) != []
    table.say("reveal", seat=0, cards=LIAR[0].split())
    assert table.view(NOBODY)["infractions"] == []


@pytest.mark.parametrize("true", [True, False])
def test_a_cante_shows_its_cards_to_those_who_are_not_told_whether_it_held(true: bool) -> None:
    """A 20 sung with its suit before the pack is drawn lies on the table, for a reader that sees no hand."""
    table = dealt(infractions_shown="hand_end")
    table.plays("1C", "5C", "6C", "2O")
    suit = "O" if true else "E"
    table.say("cante", seat=0, value=20, suit=suit)
    assert (table.view()["infractions"] == []) == true
    assert table.view(NOBODY)["hands"][0] == [f"10{suit}", f"12{suit}"]
    assert table.view(1 << 0)["hands"][0] == table.view()["hands"][0]


def test_what_an_improper_build_costs_is_told_with_it() -> None:
    table = CasinoTable(infractions_shown="hand_end")
    table.deal(table="7C 3C KC KD")
    table.build("2C", "7C", 9)
    table.say("reveal", seat=0, cards=["JC", "JD", "JH"])
    assert [code for code, *_ in table.proven()] == ["casino.improper-build"]
    assert table.view()["score"]["totals"] == [-1, 1]
    assert (table.view(NOBODY)["score"]["totals"], table.view(NOBODY)["infractions"]) == ([0, 0], [])
    assert table.match.ledger.totals == [-1, 1]


@pytest.mark.parametrize("known", [True, False])
def test_a_casino_play_taken_back_does_not_tell_what_a_hidden_hand_lacks(known: bool) -> None:
    """casino.illegal-play: the card is owed by what everyone sees, so a build that only its hand disproves leaves no duty."""
    table = CasinoTable(infractions_shown="hand_end")
    hand = "2C JC JD JH" if known else None
    table.deal(hand, None, table="7C 3C KC KD")
    table.build("2C", "7C", 9)
    assert bool(table.match.ledger.infractions) == known
    table.say("retract", to=2, reason="se anotó mal")
    public = table.view(NOBODY)
    assert (public["hands"], public["table"]["must_trail"]) == ([None, None], [])
    table.build("2C", "3C", 9)
    table.say("retract", to=4, reason="no suma")
    assert table.view(NOBODY)["table"]["must_trail"] == [{"seat": 0, "cards": ["2C"], "rule": "casino.illegal-play"}]


def test_a_casino_play_taken_back_leaves_its_duty_where_infractions_are_told_at_once() -> None:
    table = CasinoTable()
    table.deal("2C JC JD JH", None, table="7C 3C KC KD")
    table.build("2C", "7C", 9)
    table.say("retract", to=2, reason="no le queda un 9")
    assert table.view(NOBODY)["table"]["must_trail"] == [{"seat": 0, "cards": ["2C"], "rule": "casino.illegal-play"}]


def test_an_opening_that_does_not_choose_is_stored_as_ever() -> None:
    """Chains from before the choice verify: nothing is written if it is not made."""
    plain = LoggedTable("hearts.castillar", 2, first_dealer=0)
    table = LoggedTable("hearts.castillar", 2, first_dealer=0, infractions_shown="hand_end")
    assert "infractions_shown" not in line(plain.entries[0])
    assert line(table.entries[0])["infractions_shown"] == "hand_end"
    assert b"infractions_shown" not in msgspec.json.encode(plain.entries[0])


@pytest.mark.parametrize("opening", [{}, {"infractions_shown": "hand_end"}], ids=["at once", "hand end"])
def test_the_suits_that_a_cante_can_be_of_are_those_that_its_reader_can_think_of(opening: dict[str, Any]) -> None:
    """Seat 0 holds the pair of oros alone and names no suit: a reader that sees no hand may think of espadas, too."""
    hands = ("10O 12O 10E 7O 1B 4B", LIAR[1].replace("7O", "12E"), *LIAR[2:])
    lists = []
    for seats_known in (range(4), ()):
        table = arrastre(*hands, turn_up="3C", leader=0, known=seats_known, **opening)
        table.say("cante", seat=0, value=20)
        lists.append([event for event in table.legal(NOBODY) if event["type"] == "cante"])
    assert lists[0] == lists[1] != []


def test_a_card_that_its_holder_sees_was_not_shown_by_a_false_cante() -> None:
    """Seat 0 sings espadas with neither card. Seat 1 holds them, and has drawn an unseen card."""
    table = Table("guinote", 4, first_dealer=3, infractions_shown="hand_end")
    table.say("deal", hands=[hand.split() for hand in HANDS], turn_up="1B")
    table.plays("1C", "5C", "6C", "2O")
    table.say("cante", seat=0, value=20, suit="E")
    assert table.view(NOBODY)["hands"][0] == ["10E", "12E"]
    table.plays("10O")
    assert {"type": "play", "seat": 1, "card": "10E"} in table.legal(1 << 1)
    table.plays("10E")
    assert table.view(NOBODY)["hands"][0] is None
