"""The first dealer by cards drawn on the table, in every game with such a rule (*.first-dealer)."""

from random import Random
from typing import Any

import pytest

from referee.errors import ServiceRefusal
from referee.match.events import DrawForDeal
from referee.match.registry import rulesets
from tests.support.by_legal import OnTable, step
from tests.support.table import Table

DRAWS = sorted(name for name, rules in rulesets().items() if DrawForDeal in rules.game.own_events)
FOUR = {"guinote": ("4O", "1C", "12E", "1B"), "hearts.yppedia": ("4D", "AC", "KS", "AH")}
"""Seats 1 and 3 draw the same rank, the highest."""
TWO = {"guinote": ("5E", "3E"), "hearts.yppedia": ("5S", "JS")}
"""Then seat 3 draws higher than seat 1."""
DEAL = {"guinote": {"turn_up": "7B"}, "hearts.yppedia": {}}


def draw_level(ruleset: str, **opening: Any) -> Table:
    """A table on which seats 1 and 3 were level."""
    table = Table(ruleset, 4, **opening)
    table.say("draw_for_deal", cards=list(FOUR[ruleset]))
    return table


def again(ruleset: str) -> list[str | None]:
    one, three = TWO[ruleset]
    return [None, one, None, three]


def legal_types(table: Table) -> list[str]:
    return [entry["type"] for entry in table.legal()]


def place(refusal: ServiceRefusal) -> list[str]:
    return [flaw.path for flaw in refusal.flaws]


def test_games_whose_rules_draw_the_first_dealer_have_it() -> None:
    assert DRAWS == ["guinote", "hearts.yppedia"]


@pytest.mark.parametrize("ruleset", DRAWS)
def test_the_highest_deals_and_those_who_are_level_draw_again(ruleset: str) -> None:
    table = Table(ruleset, 4)
    assert "draw_for_deal" not in legal_types(table)
    assert table.say("draw_for_deal", cards=list(FOUR[ruleset])) == []
    assert legal_types(table) == ["draw_for_deal"]
    assert table.legal()[0]["choose"]["seats"] == [1, 3]
    [fact] = table.say("draw_for_deal", cards=again(ruleset))
    assert getattr(fact, "seat", None) == 3
    assert table.view()["dealer"] == 3
    assert "draw_for_deal" not in legal_types(table)
    table.say("deal", **DEAL[ruleset])
    assert table.view()["dealer"] == 3
    assert table.proven_infractions() == []


@pytest.mark.parametrize("ruleset", DRAWS)
def test_who_knows_the_legal_moves_alone_can_go_on_after_a_tie(ruleset: str) -> None:
    table, chance = draw_level(ruleset), Random(ruleset)
    while table.match.state.level:
        step(chance, OnTable(table), 0, True)
    assert table.match.state.first_dealer in (1, 3)
    assert legal_types(table) == ["deal", "deal", "count"]


@pytest.mark.parametrize("ruleset", DRAWS)
def test_a_suit_each_and_one_card_say_it_too(ruleset: str) -> None:
    table = Table(ruleset, 4)
    suits = list(table.match.rules.pack.suits)
    card = next(name for name in table.match.rules.pack.names if name[-1] == suits[2])
    table.say("draw_for_deal", cards=[card], suits=suits)
    assert table.view()["dealer"] == 2


def test_a_suit_that_nobody_was_given_is_drawn_again() -> None:
    table = Table("guinote", 2)
    table.say("draw_for_deal", cards=["4O"], suits=["C", "B"])
    assert legal_types(table) == ["draw_for_deal"]
    table.say("draw_for_deal", cards=["4B"], suits=["C", "B"])
    assert table.view()["dealer"] == 1


@pytest.mark.parametrize("ruleset", DRAWS)
def test_nobody_deals_or_counts_while_it_is_open_who_does(ruleset: str) -> None:
    table = draw_level(ruleset)
    assert table.refusal("deal", **DEAL[ruleset]).rule == table.match.state.FIRST_DEALER
    assert table.refusal("deal", dealer=1, **DEAL[ruleset]).code == "impossible"
    figures = {"points": [26, 0, 0, 0]} if "hearts" in ruleset else {"tricks": [70, 50], "last": 0, "cantes": []}
    assert table.refusal("count", figures=figures).rule == table.match.state.FIRST_DEALER


@pytest.mark.parametrize("enforcement", ["record", "strict"])
@pytest.mark.parametrize("ruleset", DRAWS)
def test_another_dealer_than_the_one_drawn_is_refused_with_the_place(ruleset: str, enforcement: str) -> None:
    table = draw_level(ruleset, enforcement=enforcement)
    table.say("draw_for_deal", cards=again(ruleset))
    refusal = table.refusal("deal", dealer=1, **DEAL[ruleset])
    assert (refusal.code, refusal.rule, place(refusal)) == ("impossible", table.match.state.FIRST_DEALER, ["$.dealer"])
    table.say("deal", dealer=3, **DEAL[ruleset])


@pytest.mark.parametrize("ruleset", DRAWS)
def test_a_draw_has_to_agree_with_the_opening_that_names_the_dealer(ruleset: str) -> None:
    table = draw_level(ruleset, first_dealer=1)
    refusal = table.refusal("draw_for_deal", cards=again(ruleset))
    assert (refusal.code, place(refusal)) == ("impossible", ["$.cards[3]"])
    table.say("draw_for_deal", cards=[None, *reversed(again(ruleset)[1:])])
    assert table.view()["dealer"] == 1


@pytest.mark.parametrize("ruleset", DRAWS)
def test_whom_a_seed_drew_gives_way_to_the_cards_on_the_table(ruleset: str) -> None:
    table = draw_level(ruleset, first_dealer=0, seed="x")
    assert table.view()["dealer"] == 0
    table.say("draw_for_deal", cards=again(ruleset))
    assert table.view()["dealer"] == 3


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"cards": ["4O", "5O", "6O"]}, "$.cards"),
        ({"cards": ["4O", "5O", None, "6O"]}, "$.cards[2]"),
        ({"cards": ["4O", "5O", "4O", "6O"]}, "$.cards[2]"),
        ({"cards": ["4O", "5O"], "suits": ["O", "C", "E", "B"]}, "$.cards"),
        ({"cards": [None], "suits": ["O", "C", "E", "B"]}, "$.cards"),
        ({"cards": ["4O"], "suits": ["O", "C", "E"]}, "$.suits"),
        ({"cards": ["4O"], "suits": ["O", "C", "O", "B"]}, "$.suits[2]"),
        ({"cards": ["4O"], "suits": ["O", "C", "X", "B"]}, "$.suits[2]"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_the_place(fields: dict[str, Any], path: str) -> None:
    refusal = Table("guinote", 4).refusal("draw_for_deal", **fields)
    assert (refusal.code, refusal.rule, place(refusal)) == ("impossible", "guinote.first-dealer", [path])


def test_only_who_is_level_draws_again() -> None:
    refusal = draw_level("guinote").refusal("draw_for_deal", cards=["6O", "5E", None, "3E"])
    assert place(refusal) == ["$.cards[0]"]


def test_a_card_of_another_pack_is_not_of_this_game() -> None:
    assert Table("guinote", 4).refusal("draw_for_deal", cards=["QS", "5O", "4O", "6O"]).code == "not-in-this-game"


@pytest.mark.parametrize("ruleset", DRAWS)
def test_it_is_drawn_once_and_before_the_first_hand(ruleset: str) -> None:
    table = draw_level(ruleset)
    table.say("draw_for_deal", cards=again(ruleset))
    assert table.refusal("draw_for_deal", cards=list(FOUR[ruleset])).code == "impossible"
    table.say("retract", to=2, reason="mal apuntado")
    table.say("draw_for_deal", cards=again(ruleset))
    table.say("deal", **DEAL[ruleset])
    table.say("redeal", reason="carta vista")
    assert table.refusal("draw_for_deal", cards=list(FOUR[ruleset])).code == "impossible"
    assert table.view()["dealer"] == 3


def test_other_games_do_not_have_it() -> None:
    for ruleset in ("hearts.castillar", "casino.classic", "escoba", "corona"):
        table = Table(ruleset, min(rulesets()[ruleset].seats))
        assert table.refusal("draw_for_deal", cards=["4O", "5O"]).code == "not-in-this-game"
        assert "draw_for_deal" not in legal_types(table)
