"""Attack, defence, combat, and the powers of the suits, blocked and not."""

from typing import Any

import pytest

from tests.support.corona_table import close, deal_battle, lies, refusal_of, skip, strike, unknown
from tests.support.table import Table

FILLERS = ("2E", "3E", "4E", "5E", "6E", "7E", "8E")
"""Cards that fill up the hands: the armies below are hired from the rest."""


def facing(attackers: str, defenders: str = "", enforcement: str = "strict") -> Table:
    """Seat 0 is to attack with these cards upright, seat 1 has `defenders`: up to two each, hired by jokers as income."""
    mine, theirs = attackers.split(), defenders.split()
    # Seat 0 turns its 8th and 10th card as income, seat 1 its 9th and 11th: it has drawn before.
    packs = [[*_hand(mine), "X1", "10C", "X2"], [*_hand(theirs), "10C", "X1", "11C", "X2"]]
    table = deal_battle(" ".join(packs[0]), " ".join(packs[1]), enforcement)
    for turn in range(2):
        for seat, cards in enumerate((mine, theirs)):
            table.say("income", seat=seat)
            for card in cards[turn : turn + 1]:
                table.say("hire", seat=seat, card=card)
            close(table)
    table.say("income", seat=0)
    return table


def _hand(army: list[str]) -> list[str]:
    return [*army, *(card for card in FILLERS if card not in army)][:7]


def pack(table: Table, seat: int) -> int:
    size: int = lies(table, seat)["pack"]
    return size


def tags(facts: list[Any]) -> list[str]:
    return [fact.__struct_config__.tag for fact in facts]


# The attack


def test_attack_not_in_the_turn_of_hiring() -> None:
    table = deal_battle("5B 5O 1C 6O 7O 8O 9O 12E")
    table.say("income", seat=0)
    table.say("hire", seat=0, card="5B")
    assert refusal_of(table, "attack", seat=0, cards=["5B"]) == (409, "irregular", "corona.attack")


def test_attack_copas_in_the_turn_they_enter() -> None:
    table = deal_battle("5B 5O 1C 6O 7O 8O 9O 12E")
    table.say("income", seat=0)
    table.say("hire", seat=0, card="5B")
    table.say("hire", seat=0, card="1C")
    choice = [event for event in table.moves() if event["type"] == "attack"]
    assert choice == [{"type": "attack", "seat": 0, "choose": {"cards": ["1C"], "min": 0, "max": 1}}]
    strike(table, "1C")
    assert lies(table, 0)["turned"] == ["1C"]


def test_attack_in_the_turn_of_hiring_is_recorded_where_it_was_observed() -> None:
    table = deal_battle("5B 5O 1C 6O 7O 8O 9O 12E", enforcement="record")
    table.say("income", seat=0)
    table.say("hire", seat=0, card="5B")
    table.say("attack", seat=0, cards=["5B"], observed=True)
    assert table.proven_infractions() == [("corona.attack", 0, 6, 6)]
    table.say("defend", seat=1, blocks=[])
    assert pack(table, 1) == 38


@pytest.mark.parametrize("cards", [["9O"], ["4O", "4O"], ["4O", "9O"], ["1O"]])
def test_attack_with_cards_of_the_army_only(cards: list[str]) -> None:
    table = facing("4O 5C")
    assert refusal_of(table, "attack", seat=0, cards=cards) == (409, "impossible", "corona.attack")


def test_attack_once_a_turn() -> None:
    table = facing("4O 5C", enforcement="record")
    strike(table, "4O", draw=0)
    assert [event["type"] for event in table.moves() if event["type"] != "recover"] == ["end_turn"]
    assert refusal_of(table, "attack", seat=0, cards=["5C"]) == (409, "irregular", "corona.attack")
    assert refusal_of(table, "attack", seat=1, cards=[])[1] == "impossible"


def test_attack_a_second_one_observed_is_defended_too() -> None:
    table = facing("4O 5C", enforcement="record")
    strike(table, "4O", draw=0)
    before = pack(table, 1)
    table.say("attack", seat=0, cards=["5C"], observed=True)
    at = table.match.version
    assert refusal_of(table, "end_turn", seat=0)[1] == "impossible"
    table.say("defend", seat=1, blocks=[])
    assert pack(table, 1) == before - 5
    table.say("end_turn", seat=0)
    assert table.proven_infractions() == [("corona.attack", 0, at, at)]


def test_attack_is_defended_before_another() -> None:
    table = facing("4O 5C", enforcement="record")
    table.say("attack", seat=0, cards=["4O"])
    assert refusal_of(table, "attack", seat=0, cards=["5C"], observed=True)[1] == "impossible"


def test_attack_of_none_is_defended_too() -> None:
    table = facing("4O 5C", "3B")
    table.say("attack", seat=0, cards=[])
    choice = table.moves()
    assert choice == [{"type": "defend", "seat": 1, "choose": {"attackers": [], "defenders": ["3B"]}}]
    assert table.say("defend", seat=1, blocks=[]) == []


# The defence


def test_defend_lists_the_attackers_as_declared_and_the_upright_cards() -> None:
    table = facing("4O 5C", "3B 9C")
    table.say("attack", seat=0, cards=["5C", "4O"])
    (choice,) = table.moves()
    assert choice["choose"] == {"attackers": ["5C", "4O"], "defenders": ["9C", "3B"]}


def test_defend_not_with_a_card_that_attacked() -> None:
    table = facing("4O 5C", "3B 9B", enforcement="record")
    strike(table)
    table.say("end_turn", seat=0)
    table.say("income", seat=1)
    strike(table, "3B")
    table.say("end_turn", seat=1)
    table.say("income", seat=0)
    table.say("attack", seat=0, cards=["4O"])
    (choice,) = table.moves()
    assert choice["choose"] == {"attackers": ["4O"], "defenders": ["9B"]}
    blocks = [{"attacker": "4O", "defender": "3B"}]
    assert refusal_of(table, "defend", seat=1, blocks=blocks) == (409, "irregular", "corona.defend")
    table.say("defend", seat=1, blocks=blocks, observed=True)
    assert [(code, seat) for code, seat, _, _ in table.proven_infractions()] == [("corona.defend", 1)]
    assert "3B" in lies(table, 1)["cementerio"]


@pytest.mark.parametrize(
    "blocks", [[("4O", "3B"), ("4O", "9B")], [("4O", "3B"), ("5C", "3B")], [("4O", "3B"), ("4O", "3B")]]
)
def test_defend_one_defender_to_an_attacker_and_one_attacker_to_a_defender(blocks: list[tuple[str, str]]) -> None:
    for enforcement in ("record", "strict"):
        table = facing("4O 5C", "3B 9B", enforcement)
        table.say("attack", seat=0, cards=["4O", "5C"])
        pairs = [{"attacker": attacker, "defender": defender} for attacker, defender in blocks]
        answer = refusal_of(table, "defend", seat=1, blocks=pairs, observed=True)
        assert answer == (409, "irregular", "corona.defend")


@pytest.mark.parametrize(("attacker", "defender"), [("5C", "3B"), ("4O", "2E"), ("4O", "7B"), ("3B", "4O")])
def test_defend_against_attackers_with_cards_of_the_army_only(attacker: str, defender: str) -> None:
    table = facing("4O 5C", "3B 9B")
    table.say("attack", seat=0, cards=["4O"])
    blocks = [{"attacker": attacker, "defender": defender}]
    assert refusal_of(table, "defend", seat=1, blocks=blocks) == (409, "impossible", "corona.defend")


def test_defend_is_the_opponent_s_and_follows_the_attack() -> None:
    table = facing("4O 5C", "3B 9B")
    assert refusal_of(table, "defend", seat=1, blocks=[])[1] == "impossible"
    table.say("attack", seat=0, cards=["4O"])
    assert refusal_of(table, "defend", seat=0, blocks=[])[1] == "impossible"
    assert refusal_of(table, "defend", seat=2, blocks=[])[1] == "impossible"


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"blocks": [{"attacker": "QS", "defender": "3B"}]}, 422),
        ({"blocks": [], "lost": ["13O"]}, 422),
        ({"blocks": [{"attacker": "4O"}]}, 400),
        ({"blocks": [{"attacker": "4O", "defender": "3B", "how": 1}]}, 400),
        ({}, 400),
        ({"blocks": [], "draw": -1}, 400),
        ({"blocks": [], "draw": "2"}, 400),
        ({"blocks": [], "observed": 1}, 400),
    ],
)
def test_defend_of_another_shape(fields: dict[str, Any], status: int) -> None:
    table = facing("4O 5C", "3B 9B")
    table.say("attack", seat=0, cards=["4O"])
    assert refusal_of(table, "defend", seat=1, **fields)[0] == status


# Combat


@pytest.mark.parametrize(
    ("attacker", "defender", "mine", "theirs"),
    [("5C", "3C", True, False), ("3C", "5C", False, True), ("5C", "5O", False, False), ("5C", "5C", False, False)],
)
def test_combat_the_lower_falls_and_equals_both(attacker: str, defender: str, mine: bool, theirs: bool) -> None:
    table = facing(attacker, defender)
    before = pack(table, 1)
    strike(table, attacker, blocks={attacker: defender})
    assert (lies(table, 0)["turned"] == [attacker]) is mine
    assert (attacker in lies(table, 0)["cementerio"]) is not mine
    assert (lies(table, 1)["upright"] == [defender]) is theirs
    assert (defender in lies(table, 1)["cementerio"]) is not theirs
    assert pack(table, 1) == before


def test_combat_unblocked_costs_the_attacker_s_number() -> None:
    table = facing("5C")
    before = lies(table, 1)
    (fact,) = strike(table, "5C")
    after = lies(table, 1)
    assert after["pack"] == before["pack"] - 5
    assert set(after["cementerio"]) - set(before["cementerio"]) == set(fact.cost)
    assert len(fact.cost) == 5


def test_combat_in_the_order_declared() -> None:
    table = facing("4E 5C", "9B")
    facts = strike(table, "5C", "4E", blocks={"4E": "9B"})
    assert [(fact.attacker, fact.defender, len(fact.cost)) for fact in facts] == [("5C", None, 5), ("4E", "9B", 0)]


def test_combat_lost_cards_of_a_known_pack_follow_from_it() -> None:
    table = facing("2C")
    game: Any = table.match.state
    first, second, third = (game.pack.name(card) for card in game.camps[1].order[-3:][::-1])
    table.say("attack", seat=0, cards=["2C"])
    for cards_lost in ([first, third], [first], [first, second, third], [first, first]):
        assert refusal_of(table, "defend", seat=1, blocks=[], lost=cards_lost)[:2] == (409, "impossible")
    table.say("defend", seat=1, blocks=[], lost=[second, None])


# The suits: blocked and not


@pytest.mark.parametrize(
    ("attacker", "is_blocked", "cost", "draws"),
    [
        ("4O", False, 4, 2),
        ("4O", True, 0, 0),
        ("4C", False, 4, 0),
        ("4C", True, 0, 0),
        ("4E", False, 6, 0),
        ("4E", True, 0, 0),
        ("4B", False, 4, 0),
        ("4B", True, 2, 0),
    ],
)
def test_suits(attacker: str, is_blocked: bool, cost: int, draws: int) -> None:
    table = facing(attacker, "9C")
    before = [lies(table, seat) for seat in (0, 1)]
    strike(table, attacker, blocks={attacker: "9C"} if is_blocked else None)
    after = [lies(table, seat) for seat in (0, 1)]
    assert before[1]["pack"] - after[1]["pack"] == cost
    assert before[0]["pack"] - after[0]["pack"] == draws
    assert after[0]["hand"] - before[0]["hand"] == draws


@pytest.mark.parametrize("draw", [0, 1, 2, 3, 4])
def test_oros_let_the_attacker_draw_up_to_two_each(draw: int) -> None:
    table = facing("4O 5O")
    hand = lies(table, 0)["hand"]
    facts = strike(table, "4O", "5O", draw=draw)
    assert lies(table, 0)["hand"] == hand + draw
    draws = [fact.count for fact in facts if fact.__struct_config__.tag == "pack_drawn"]
    assert draws == [n for n in (min(2, draw), max(0, draw - 2)) if n]


def test_oros_too_many_drawn() -> None:
    for enforcement in ("record", "strict"):
        table = facing("4O 5O", "9B", enforcement)
        table.say("attack", seat=0, cards=["4O", "5O"])
        blocks = [{"attacker": "4O", "defender": "9B"}]
        for cards, draw in ((blocks, 3), ([], 5)):
            answer = refusal_of(table, "defend", seat=1, blocks=cards, draw=draw, observed=True)
            assert answer == (409, "irregular", "corona.oros")
        table.say("defend", seat=1, blocks=blocks, draw=2)


def test_oros_none_attacking_draw_nothing() -> None:
    table = facing("4C")
    table.say("attack", seat=0, cards=["4C"])
    assert refusal_of(table, "defend", seat=1, blocks=[], draw=1) == (409, "irregular", "corona.oros")
    table.say("defend", seat=1, blocks=[], draw=0)


def test_oros_draw_after_the_damage_is_paid() -> None:
    facts = strike(facing("4O 5O"), "4O", "5O")
    assert tags(facts) == ["attack_met", "pack_drawn", "attack_met", "pack_drawn"]


# Packs unknown


def test_combat_unknown_packs_name_what_was_lost() -> None:
    table = unknown()
    table.say("income", seat=0, card="X1")
    table.say("hire", seat=0, card="3C")
    table.say("attack", seat=0, cards=["3C"])
    for cards_lost in (None, [], ["5O", "6O"], ["5O", "6O", "7O", "8O"], ["5O", "5O", "6O"], ["5O", "6O", "1O"]):
        fields = {} if cards_lost is None else {"lost": cards_lost}
        assert refusal_of(table, "defend", seat=1, blocks=[], **fields)[:2] == (409, "impossible")
    table.say("defend", seat=1, blocks=[], lost=["5O", None, "3C"])
    assert lies(table, 1)["cementerio"] == ["5O", "3C"]
    assert table.view()["table"]["cementerio_sizes"] == [1, 3]


def test_combat_unknown_packs_nothing_lost_needs_no_list() -> None:
    table = unknown()
    skip(table, "5O", "6O")
    assert lies(table, 1)["pack"] == 41
