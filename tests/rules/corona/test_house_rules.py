"""The house rules of Por la Corona, each by itself: its changes, and the paper's rules without it."""

from typing import Any

import msgspec
import pytest

from referee.errors import BadRequest
from referee.games.corona import RULESETS
from referee.games.corona.params import CoronaParams
from referee.match.registry import read_params
from tests.support.corona_table import close, lies, refusal_of, strike, whole
from tests.support.table import Table

RULES = RULESETS[0]
SUITS = ("oros", "copas", "espadas", "bastos")
MINE = "5O 5C 5E 5B 6O 6C 6E"
THEIRS = "1C 2C 3C 4C 8C 9C 10C"


def battle_of_house(mine: str = MINE, theirs: str = THEIRS, **house: Any) -> Table:
    """A battle of this house that seat 0 begins: the first cards of both packs; 12B and 1O lie last."""
    table = Table("corona", 2, enforcement="strict", params=house)
    table.say("start", shown=[["12B", "1O"]])
    table.say("deal", packs=[whole(mine, "12B"), whole(theirs, "1O")])
    return table


def charge(card: str, defender: str | None = None, **house: Any) -> tuple[Table, dict[str, int]]:
    """Seat 0 attacks with a card hired in its turn before; its cost to seat 1's pack, and the cards that seat 0 drew."""
    table = battle_of_house(f"{MINE} X1 7O 7C", f"{THEIRS} 11O X1", **house)
    table.say("income", seat=0)
    table.say("hire", seat=0, card=card)
    close(table)
    table.say("income", seat=1)
    if defender:
        table.say("hire", seat=1, card=defender)
    close(table)
    table.say("income", seat=0)
    before = [lies(table, seat) for seat in (0, 1)]
    strike(table, card, blocks={card: defender} if defender else {})
    after = [lies(table, seat) for seat in (0, 1)]
    return table, {"cost": before[1]["pack"] - after[1]["pack"], "drawn": after[0]["hand"] - before[0]["hand"]}


def test_every_house_rule_is_a_parameter_that_is_off_and_has_its_clause() -> None:
    fields = {field.name: field for field in msgspec.structs.fields(CoronaParams)}
    assert [rule.param for rule in RULES.house_rules] == ["hand", "extra_income", *SUITS, "combats"]
    codes = {clause.code for clause in RULES.clauses}
    for rule in RULES.house_rules:
        assert fields[rule.param].default is msgspec.UNSET
        assert rule.clause.ruling is not None
        assert RULES.clause(rule.clause.code) is rule.clause
        assert rule.changes
        assert codes.issuperset(rule.changes)


def test_what_says_the_same_as_the_paper_is_not_stored() -> None:
    usual = {"hand": 7, "extra_income": 0, "oros": "draw", "copas": "charge", "espadas": "pierce", "bastos": "drain"}
    usual["combats"] = "whole"
    assert msgspec.json.encode(read_params(RULES, usual)) == b'{"jokers":2}'
    house_params = read_params(RULES, {"hand": 9, "copas": "draw"})
    assert msgspec.to_builtins(house_params) == {"jokers": 2, "hand": 9, "copas": "draw"}


@pytest.mark.parametrize(
    "params",
    [
        {"hand": 0},
        {"hand": 21},
        {"extra_income": -1},
        {"extra_income": 13},
        {"oros": "fly"},
        {"copas": 2},
        {"combats": "all"},
        {"suits": {}},
    ],
)
def test_what_no_house_rule_has_is_malformed(params: dict[str, Any]) -> None:
    with pytest.raises(BadRequest):
        Table("corona", 2, params=params)


@pytest.mark.parametrize("size", [1, 4, 20])
def test_hand_of_another_size_is_drawn_from_the_pack(size: int) -> None:
    table = battle_of_house(hand=size)
    assert [lies(table, seat)["hand"] for seat in (0, 1)] == [size, size]
    assert [lies(table, seat)["pack"] for seat in (0, 1)] == [50 - size, 50 - size]


def test_hand_of_the_paper_is_refused_where_the_table_draws_another() -> None:
    table = Table("corona", 2, params={"hand": 4})
    table.say("start", shown=[["12B", "1O"]])
    assert refusal_of(table, "deal", hands=[MINE.split(), None]) == (409, "impossible", "corona.hand")
    table.say("deal", hands=[MINE.split()[:4], None])


def test_income_pays_what_the_table_adds() -> None:
    table = battle_of_house(f"{MINE} 2O", extra_income=4)
    table.say("income", seat=0)
    assert table.view()["table"]["income_left"] == 6
    table.say("hire", seat=0, card="5O")
    assert table.view()["table"]["income_left"] == 1
    assert refusal_of(table, "hire", seat=0, card="5C") == (409, "irregular", "corona.hire")


def test_income_above_every_card_pays_for_any_of_them_and_what_is_left_for_more() -> None:
    table = battle_of_house(f"{MINE} 12O", extra_income=12)
    table.say("income", seat=0)
    for card, left in (("6O", 18), ("6C", 12), ("6E", 6), ("5O", 1)):
        table.say("hire", seat=0, card=card)
        assert table.view()["table"]["income_left"] == left


def test_income_of_a_joker_is_one_card_whatever_the_table_adds() -> None:
    table = battle_of_house(f"{MINE} X1", extra_income=12)
    table.say("income", seat=0)
    table.say("hire", seat=0, card="5O")
    assert refusal_of(table, "hire", seat=0, card="5C") == (409, "irregular", "corona.joker-income")


@pytest.mark.parametrize(("suit", "card"), list(zip(SUITS, ("5O", "5C", "5E", "5B"), strict=True)))
@pytest.mark.parametrize(
    ("ability", "unblocked_cost", "draws", "blocked_cost"),
    [("draw", 5, 2, 0), ("charge", 5, 0, 0), ("pierce", 7, 0, 0), ("drain", 5, 0, 2)],
)
def test_suit_does_what_the_table_has_it_do(
    suit: str, card: str, ability: str, unblocked_cost: int, draws: int, blocked_cost: int
) -> None:
    house = {suit: ability}
    assert charge(card, **house)[1] == {"cost": unblocked_cost, "drawn": draws}
    assert charge(card, "8C", **house)[1] == {"cost": blocked_cost, "drawn": 0}
    table = battle_of_house(f"{MINE} X1", **house)
    table.say("income", seat=0)
    table.say("hire", seat=0, card=card)
    if ability == "charge":
        strike(table, card)
    else:
        assert refusal_of(table, "attack", seat=0, cards=[card]) == (409, "irregular", "corona.attack")


def test_draw_beyond_what_these_suits_allow_is_refused() -> None:
    table = battle_of_house(f"{MINE} X1", copas="charge", oros="charge")
    table.say("income", seat=0)
    table.say("hire", seat=0, card="5O")
    table.say("attack", seat=0, cards=["5O"])
    assert refusal_of(table, "defend", seat=1, blocks=[], draw=1) == (409, "irregular", "corona.oros")


def test_tolls_are_told_as_the_table_has_them() -> None:
    table = Table("corona", 2, params={"copas": "pierce", "oros": "charge"})
    table.say("start", shown=[["12B", "1O"]])
    table.say("deal")
    table.say("income", seat=0, card="5E")
    table.say("hire", seat=0, card="5O")
    table.say("attack", seat=0, cards=["5O"])
    [choice] = [event["choose"] for event in table.moves() if event["type"] == "defend"]
    assert choice["tolls"] == [{"attacker": "5O", "unblocked": 5, "blocked": 0, "draws": 0}]
    assert "draw_at_most" not in choice


def test_clauses_of_the_paper_are_told_with_what_the_table_agreed_on() -> None:
    params = read_params(RULES, {"bastos": "draw"})
    clause, plain = RULES.clause("corona.bastos", params), RULES.clause("corona.bastos")
    assert clause is not None
    assert plain is not None
    assert clause.en.startswith(plain.en)
    assert "Where agreed on, attackers of bastos" in clause.en
    assert RULES.clause("corona.espadas", params) == RULES.clause("corona.espadas")
