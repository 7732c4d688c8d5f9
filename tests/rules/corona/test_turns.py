"""The turn: draw, income, standing upright again, the end of the turn."""

from typing import Any

from tests.support.corona_table import deal_battle, lies, refusal_of, skip, strike, unknown


def test_draw_the_first_turn_of_the_match_draws_nothing() -> None:
    table = deal_battle("")
    assert (lies(table, 0)["hand"], lies(table, 1)["hand"]) == (7, 7)


def test_draw_happens_when_the_opponent_ends_the_turn() -> None:
    table = deal_battle("", "1C 2C 3C 4C 5C 6C 7C 8C")
    skip(table)
    assert table.view()["hands"][1] == ["1C", "2C", "3C", "4C", "5C", "6C", "7C", "8C"]
    assert lies(table, 1)["pack"] == 42
    skip(table)
    assert (lies(table, 0)["hand"], lies(table, 0)["pack"]) == (8, 41)


def test_draw_names_what_was_drawn() -> None:
    table = unknown()
    assert refusal_of(table, "draw", seat=1, card="7C")[1] == "impossible"
    skip(table, "5O")
    table.say("draw", seat=1)
    table.say("draw", seat=1, card="7C")
    assert table.view()["hands"][1] == ["7C"]
    assert refusal_of(table, "draw", seat=1, card="8C") == (409, "impossible", "corona.draw")
    assert refusal_of(table, "draw", seat=0, card="8C")[1] == "impossible"


def test_draw_of_a_card_that_lies_elsewhere_is_impossible() -> None:
    table = unknown()
    skip(table, "5O", "6O", "7O")
    for seat, card in ((1, "6O"), (1, "1O"), (0, "5O")):
        assert refusal_of(table, "draw", seat=seat, card=card)[1] == "impossible"
    table.say("draw", seat=1, card="5O")


def test_draw_of_a_known_pack_follows_from_it() -> None:
    table = deal_battle("", "1C 2C 3C 4C 5C 6C 7C 8C")
    skip(table)
    assert refusal_of(table, "draw", seat=1, card="9C")[1] == "impossible"
    table.say("draw", seat=1, card="8C")


def test_income_goes_to_the_cementerio() -> None:
    table = deal_battle("1C 2C 3C 4C 5C 6C 7C 9O")
    fact: Any = table.say("income", seat=0)[0]
    assert (fact.seat, fact.card) == (0, "9O")
    assert lies(table, 0)["cementerio"] == ["9O"]
    assert table.view()["table"]["income_left"] == 9


def test_income_of_a_known_order_is_its_next_card() -> None:
    table = deal_battle("1C 2C 3C 4C 5C 6C 7C 9O")
    assert refusal_of(table, "income", seat=0, card="8O") == (409, "impossible", "corona.income")
    table.say("income", seat=0, card="9O")


def test_income_of_an_unknown_order_is_named() -> None:
    table = unknown()
    assert refusal_of(table, "income", seat=0) == (409, "impossible", "corona.income")
    assert refusal_of(table, "income", seat=0, card="12B")[1] == "impossible"
    table.say("income", seat=0, card="1O")


def test_income_comes_once_and_first() -> None:
    table = deal_battle("1C 2C 3C 4C 5C 6C 7C 9O")
    for type_, fields in (("hire", {"card": "1C"}), ("attack", {"cards": []}), ("end_turn", {})):
        assert refusal_of(table, type_, seat=0, **fields)[1] == "impossible"
    assert refusal_of(table, "income", seat=1)[1] == "impossible"
    assert refusal_of(table, "income", seat=2)[1] == "impossible"
    table.say("income", seat=0)
    assert refusal_of(table, "income", seat=0)[1] == "impossible"


def test_ready_attackers_stand_upright_at_the_next_income() -> None:
    table = deal_battle("1C 2C 3C 4C 5C 6C 7C 9O 8C 8E")
    table.say("income", seat=0)
    table.say("hire", seat=0, card="7C")
    strike(table, "7C")
    assert (lies(table, 0)["upright"], lies(table, 0)["turned"]) == ([], ["7C"])
    table.say("end_turn", seat=0)
    skip(table)
    table.say("income", seat=0)
    assert (lies(table, 0)["upright"], lies(table, 0)["turned"]) == (["7C"], [])


def test_turn_end_the_defence_comes_first() -> None:
    table = deal_battle("")
    table.say("income", seat=0)
    assert refusal_of(table, "end_turn", seat=0) == (409, "impossible", "corona.turn-end")
    table.say("attack", seat=0, cards=[])
    assert refusal_of(table, "end_turn", seat=0)[1] == "impossible"
    table.say("defend", seat=1, blocks=[])
    assert refusal_of(table, "end_turn", seat=1)[1] == "impossible"
    table.say("end_turn", seat=0)
    assert (table.view()["phase"], table.view()["turn"]) == ("income", 1)
