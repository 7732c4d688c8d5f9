"""A defence recorded combat by combat: the assignment of stoppers, then each combat by itself, with jokers in between."""

from typing import Any

import pytest

from referee.match.state import NOBODY
from tests.support.corona_table import close, lies, refusal_of, strike, whole
from tests.support.table import Table

STEPS = {"combats": "one_by_one"}
MINE = "4O 5B 2E 3E 6E 7E 8E X1 10C X2 11C"
THEIRS = "9C 5E X2 2O 3O 4E 6O 10C X1 11C 12C"
TWO = ("4O", "5B")
SAVED = "X1 12O 2O 3O 4O 5O 6O"
NINE = [{"attacker": "5B", "defender": "9C"}]


def facing(**opening: Any) -> Table:
    """Seat 0 is to attack with 4O and 5B; 9C of seat 1 stands upright, and it holds X2 and 5E among others."""
    table = Table("corona", 2, params=STEPS, **opening)
    table.say("start", shown=[["12B", "1O"]])
    table.say("deal", packs=[whole(MINE, "12B"), whole(THEIRS, "1O")])
    for hires in (("4O", "9C"), ("5B", None)):
        for seat in (0, 1):
            table.say("income", seat=seat)
            if hires[seat]:
                table.say("hire", seat=seat, card=hires[seat])
            close(table)
    table.say("income", seat=0)
    return table


def declare_attack(*cards: str, blocks: Any = NINE, **opening: Any) -> Table:
    """The same, once the attack and its stoppers are declared."""
    table = facing(**opening)
    table.say("attack", seat=0, cards=list(cards or TWO))
    table.say("defend", seat=1, blocks=blocks)
    return table


def combats_offered(table: Table, visible: int = -1) -> list[dict[str, Any]]:
    """The combats that may come next, as they are listed."""
    return [event["choose"] for event in table.moves(visible) if event["type"] == "combat"]


# The steps


def test_defence_says_who_stops_whom_and_resolves_nothing() -> None:
    table = facing()
    before = [lies(table, seat) for seat in (0, 1)]
    table.say("attack", seat=0, cards=list(TWO))
    (choice,) = [event for event in table.moves() if event["type"] == "defend"]
    assert choice["choose"] == {"attackers": list(TWO), "defenders": ["9C"]}
    assert table.say("defend", seat=1, blocks=NINE) == []
    view = table.view()
    assert (view["phase"], view["turn"], view["table"]["attackers"]) == ("combat", 1, list(TWO))
    assert view["table"]["combats"] == [
        {"attacker": "4O", "defender": None, "outcome": None},
        {"attacker": "5B", "defender": "9C", "outcome": None},
    ]
    assert [lies(table, seat)["pack"] for seat in (0, 1)] == [one["pack"] for one in before]
    assert [event["type"] for event in table.moves() if event["type"] != "recover"] == ["combat"]


def test_each_combat_has_its_outcome_in_the_view_and_the_last_completes_the_defence() -> None:
    table = declare_attack()
    packs = [lies(table, seat)["pack"] for seat in (0, 1)]
    facts = table.say("combat", seat=1, attacker="4O", draw=1)
    assert [fact.__struct_config__.tag for fact in facts] == ["attack_met", "pack_drawn"]
    view = table.view()
    first = view["table"]["combats"][0]["outcome"]
    assert (first["fallen"], len(first["cost"]), first["drawn"]) == ([], 4, 1)
    assert set(first["cost"]) <= set(lies(table, 1)["cementerio"])
    assert (view["phase"], view["table"]["attackers"]) == ("combat", ["5B"])
    assert [lies(table, seat)["pack"] for seat in (0, 1)] == [packs[0] - 1, packs[1] - 4]
    table.say("combat", seat=1, attacker="5B")
    view = table.view()
    assert (view["phase"], view["turn"], view["table"]["attackers"]) == ("end", 0, [])
    assert view["table"]["combats"][1]["outcome"]["fallen"] == ["5B"]
    assert len(view["table"]["combats"][1]["outcome"]["cost"]) == 2
    table.say("end_turn", seat=0)
    assert table.view()["table"]["combats"] == []


def test_all_that_may_be_drawn_is_drawn_where_nothing_is_said() -> None:
    table = declare_attack()
    hand = lies(table, 0)["hand"]
    table.say("combat", seat=1, attacker="4O")
    assert lies(table, 0)["hand"] == hand + 2


def test_defence_against_nobody_is_complete_at_once() -> None:
    table = facing()
    strike(table)
    assert (table.view()["phase"], table.view()["table"]["combats"]) == ("end", [])


def test_second_attack_that_was_seen_has_combats_of_its_own() -> None:
    table = declare_attack("4O", blocks=[])
    table.say("combat", seat=1, attacker="4O")
    table.say("attack", seat=0, cards=["5B"], observed=True)
    assert table.view()["table"]["combats"] == []
    table.say("defend", seat=1, blocks=NINE)
    table.say("combat", seat=1, attacker="5B")
    assert table.view()["phase"] == "end"


def test_matches_without_the_house_rule_have_no_combats() -> None:
    assert "combats" not in Table("corona", 2).view()["table"]


# Possible choices


def test_next_combat_is_listed_with_what_it_comes_to() -> None:
    table = declare_attack()
    size = lies(table, 1)["pack"]
    first = {"attacker": "4O", "defender": None, "cost": 4, "pack_size": size, "draws": 2}
    assert combats_offered(table) == combats_offered(table, NOBODY) == [first]
    table.say("combat", seat=1, attacker="4O")
    assert combats_offered(table) == [
        {"attacker": "5B", "defender": "9C", "cost": 2, "pack_size": size - 4, "draws": 0}
    ]


# Refusals


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"seat": 0, "attacker": "4O"}, "impossible"),
        ({"seat": 2, "attacker": "4O"}, "impossible"),
        ({"seat": 1, "attacker": "5B"}, "impossible"),
        ({"seat": 1, "attacker": "9C"}, "impossible"),
        ({"seat": 1, "attacker": "4O", "lost": ["5O"]}, "impossible"),
        ({"seat": 1, "attacker": "4O", "lost": ["12O", None, None, None]}, "impossible"),
    ],
)
def test_combat_that_is_not_the_next_or_moves_other_cards(fields: dict[str, Any], code: str) -> None:
    assert refusal_of(declare_attack(), "combat", **fields)[1] == code


def test_combat_that_is_not_the_next_is_told_which_is() -> None:
    refusal = declare_attack().refusal("combat", seat=1, attacker="5B")
    assert refusal.rule == "corona.combat"
    assert refusal.text.es == "el asiento 1 no puede resolver el combate de 5B: el siguiente es el de 4O"
    assert refusal.text.en == "seat 1 cannot resolve the combat of 5B: the next is that of 4O"


@pytest.mark.parametrize("enforcement", ["record", "strict"])
def test_combat_draws_no_more_than_its_attacker_allows(enforcement: str) -> None:
    table = declare_attack(enforcement=enforcement)
    assert refusal_of(table, "combat", seat=1, attacker="4O", draw=3) == (409, "irregular", "corona.oros")
    table.say("combat", seat=1, attacker="4O", draw=2)
    assert refusal_of(table, "combat", seat=1, attacker="5B", draw=1) == (409, "irregular", "corona.oros")


@pytest.mark.parametrize("fields", [{"lost": []}, {"lost": [None]}, {"draw": 0}, {"draw": 2}])
def test_what_a_combat_moves_is_not_said_of_the_whole_defence(fields: dict[str, Any]) -> None:
    table = facing()
    table.say("attack", seat=0, cards=list(TWO))
    refusal = table.refusal("defend", seat=1, blocks=NINE, **fields)
    assert (refusal.code, refusal.rule) == ("impossible", "corona.combat")
    assert "combate a combate" in refusal.text.es
    assert "combat by combat" in refusal.text.en


def test_combat_by_itself_is_refused_where_a_defence_is_recorded_whole() -> None:
    table = Table("corona", 2)
    table.say("start", shown=[["12B", "1O"]])
    table.say("deal", packs=[whole(MINE, "12B"), whole(THEIRS, "1O")])
    refusal = table.refusal("combat", seat=1, attacker="4O")
    assert (refusal.status, refusal.code, refusal.rule) == (409, "impossible", "corona.combat")
    assert "`combats: one_by_one`" in refusal.text.es
    assert "`combats: one_by_one`" in refusal.text.en


def test_turn_does_not_end_and_nothing_is_hired_with_combats_due() -> None:
    table = declare_attack()
    for refusal in (
        table.refusal("end_turn", seat=0),
        table.refusal("hire", seat=0, card="2E"),
        table.refusal("attack", seat=0, cards=["5B"], observed=True),
        table.refusal("defend", seat=1, blocks=[]),
    ):
        assert refusal.code == "impossible"
        assert "el asiento 1 resuelve ahora el combate siguiente" in refusal.text.es
        assert "seat 1 resolves the next combat now" in refusal.text.en


def test_defence_with_a_turned_card_is_proven_where_it_was_said() -> None:
    table = declare_attack("4O", blocks=[])
    table.say("combat", seat=1, attacker="4O")
    table.say("end_turn", seat=0)
    table.say("income", seat=1)
    table.say("attack", seat=1, cards=["9C"])
    table.say("defend", seat=0, blocks=[{"attacker": "9C", "defender": "4O"}], observed=True)
    at = table.match.version
    table.say("combat", seat=0, attacker="9C")
    assert table.proven_infractions() == [("corona.defend", 0, at, at)]
    assert "4O" in lies(table, 0)["cementerio"]


# A joker in between


def test_joker_between_two_combats_brings_back_what_fell_in_the_first() -> None:
    table = declare_attack()
    table.say("combat", seat=1, attacker="4O")
    size = lies(table, 1)["pack"]
    [outcome] = [one["outcome"] for one in table.view()["table"]["combats"] if one["outcome"]]
    five = [*outcome["cost"], next(c for c in lies(table, 1)["cementerio"] if c not in outcome["cost"])]
    table.say("recover", seat=1, joker="X2", card="5E", cards=five)
    view = table.view()
    assert (view["phase"], view["turn"], view["table"]["attackers"]) == ("combat", 1, ["5B"])
    assert lies(table, 1)["pack"] == size + 5
    table.say("combat", seat=1, attacker="5B")
    assert lies(table, 1)["pack"] == size + 3


def near_the_end(params: dict[str, str]) -> Table:
    """Seat 1 meets 12E and 11E, and its pack holds too few cards for both; in hand it has a joker and 12O."""
    table = Table("corona", 2, params=params)
    table.say("start", shown=[["12B", "1O"]])
    table.say("deal", packs=[whole("12E 11E 2E 3E 6E 7E 8E X1 10C X2 11C 10E", "12B"), whole(SAVED, "1O")])
    for card in ("12E", "11E"):
        table.say("income", seat=0)
        table.say("hire", seat=0, card=card)
        close(table)
        table.say("income", seat=1)
        close(table)
    while lies(table, 1)["pack"] > 26:
        table.say("income", seat=0)
        strike(table, "12E")
        if params:
            table.say("combat", seat=1, attacker="12E")
        table.say("end_turn", seat=0)
        table.say("income", seat=1)
        close(table)
    table.say("income", seat=0)
    table.say("attack", seat=0, cards=["12E", "11E"])
    return table


def test_joker_saves_in_mid_combat_who_would_have_lost_in_a_whole_defence() -> None:
    loser = near_the_end({})
    loser.say("defend", seat=1, blocks=[])
    assert loser.view()["table"]["lost_at"] == "damage"
    survivor = near_the_end(STEPS)
    survivor.say("defend", seat=1, blocks=[])
    survivor.say("combat", seat=1, attacker="12E")
    (choice,) = combats_offered(survivor)
    assert choice["cost"] > choice["pack_size"] > 0
    survivor.say("recover", seat=1, joker="X1", card="12O", cards=lies(survivor, 1)["cementerio"][-12:])
    survivor.say("combat", seat=1, attacker="11E")
    assert (survivor.view()["status"], survivor.view()["phase"]) == ("open", "end")


def test_pack_that_cannot_pay_a_combat_loses_by_it() -> None:
    table = near_the_end(STEPS)
    table.say("defend", seat=1, blocks=[])
    table.say("combat", seat=1, attacker="12E")
    left = lies(table, 1)["pack"]
    table.say("combat", seat=1, attacker="11E")
    view = table.view()
    assert (view["status"], view["table"]["lost_at"], view["score"]["totals"]) == ("finished", "damage", [1, 0])
    assert len(view["table"]["combats"][1]["outcome"]["cost"]) == left


def test_retract_goes_back_between_two_combats() -> None:
    table = declare_attack()
    table.say("combat", seat=1, attacker="4O")
    between = table.match.version
    before = table.view()["table"]
    table.say("combat", seat=1, attacker="5B")
    table.say("retract", to=between, reason="mal apuntado")
    assert table.view()["table"] == before
    table.say("combat", seat=1, attacker="5B")


def test_battle_told_by_its_loser_in_mid_combat_is_over() -> None:
    table = declare_attack()
    table.say("count", figures={"loser": 1, "by": "corona.combat"})
    assert (table.view()["phase"], table.view()["table"]["combats"]) == ("over", [])


# Packs unknown


def test_unknown_packs_name_what_each_combat_lost() -> None:
    table = Table("corona", 2, params=STEPS)
    table.say("start", shown=[["12B", "1O"]])
    table.say("deal")
    table.say("income", seat=0, card="X1")
    table.say("hire", seat=0, card="3C")
    table.say("attack", seat=0, cards=["3C"])
    table.say("defend", seat=1, blocks=[])
    (choice,) = combats_offered(table)
    assert choice == {"attacker": "3C", "defender": None, "cost": 3, "pack_size": 43, "draws": 0, "lost": 3}
    assert "lost" not in combats_offered(table, NOBODY)[0]
    for cards_lost in (None, [], ["5O", "6O"], ["5O", "5O", "6O"], ["5O", "6O", "1O"]):
        fields = {} if cards_lost is None else {"lost": cards_lost}
        assert refusal_of(table, "combat", seat=1, attacker="3C", **fields)[:2] == (409, "impossible")
    table.say("combat", seat=1, attacker="3C", lost=["5O", None, "3C"])
    assert table.view()["table"]["combats"][0]["outcome"]["cost"] == ["5O", None, "3C"]
    assert table.view()["table"]["cementerio_sizes"] == [1, 3]


def test_combat_has_a_word_for_the_replay() -> None:
    table = declare_attack()
    table.say("combat", seat=1, attacker="4O")
    assert table.match.word(table.events[-1]) == "=4O"
