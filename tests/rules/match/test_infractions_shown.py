"""Where infractions are shown once a hand is over: what a proof moved in the hand stands for others as if nothing were proven."""

import msgspec
import pytest

from referee.match.entries import line
from referee.match.state import NOBODY
from tests.support.casino import CasinoTable
from tests.support.guinote_hands import LIAR, dealt
from tests.support.guinote_table import arrastre
from tests.support.logged import LoggedTable


def test_a_false_cante_stands_as_it_was_sung() -> None:
    """With the hand known its points do not count; those who see no hand see them counted, in the totals and on the table."""
    table = arrastre(*LIAR, turn_up="3C", leader=0, infractions_shown="hand_end")
    before = table.view()["score"]["totals"]
    table.say("cante", seat=0, value=40)
    known, seen = table.view(), table.view(NOBODY)
    assert [i["code"] for i in known["infractions"]] == ["guinote.cante"]
    assert (known["score"]["totals"], known["table"]["cantes"][0]["points"]) == (before, 0)
    assert seen["infractions"] == []
    assert seen["score"]["totals"] == [before[0] + 40, before[1]]
    assert seen["table"]["cantes"][0]["points"] == 40
    assert table.legal(NOBODY) != []
    table.say("reveal", seat=0, cards=LIAR[0].split())
    assert table.view(NOBODY)["infractions"] == []


@pytest.mark.parametrize("true", [True, False])
def test_a_cante_shows_its_cards_to_those_who_are_not_told_whether_it_held(true: bool) -> None:
    """A 20 sung with its suit before the pack is drawn lies on the table, as far as a reader knows who sees no hand."""
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


def test_an_opening_that_does_not_choose_is_stored_as_ever() -> None:
    """Chains from before the choice verify: nothing is written where it is not made."""
    plain = LoggedTable("hearts.castillar", 2, first_dealer=0)
    chosen = LoggedTable("hearts.castillar", 2, first_dealer=0, infractions_shown="hand_end")
    assert "infractions_shown" not in line(plain.entries[0])
    assert line(chosen.entries[0])["infractions_shown"] == "hand_end"
    assert b"infractions_shown" not in msgspec.json.encode(plain.entries[0])
