"""corona.lose: at the draw, at the income, by damage; a pack emptied exactly; a joker that saves; withdrawing."""

from typing import Any

import pytest

from tests.support.corona_table import close, deal_battle, lies, refusal_of, skip, strike, unknown
from tests.support.table import Table


def fifteen_left(theirs: str = "") -> Table:
    """Packs unknown; seat 0 is to attack, with 12C upright, and the pack of seat 1 holds 15 cards, 1O the last.

    Seat 1 has hired `theirs`, if any, in its last turn, for an income of 2.
    """
    table = unknown()
    table.say("income", seat=0, card="X1")
    table.say("hire", seat=0, card="12C")
    for mine, income, hires in (("5O", "1C", ""), ("6O", "2C", theirs)):
        strike(table, "12C", lost=[None] * 12)
        table.say("end_turn", seat=0)
        table.say("income", seat=1, card=income)
        if hires:
            table.say("hire", seat=1, card=hires)
        close(table)
        table.say("income", seat=0, card=mine)
    assert lies(table, 1)["pack"] == 15
    return table


def one_left() -> Table:
    """The same a round later: one card is left, 1O."""
    table = fifteen_left()
    strike(table, "12C", lost=[None] * 12)
    table.say("end_turn", seat=0)
    skip(table, "3C")
    table.say("income", seat=0, card="7O")
    assert lies(table, 1)["pack"] == 1
    return table


def empty_pack() -> Table:
    """The pack of seat 1 is emptied exactly, by the 12 of copas and a 3 of copas hired for it."""
    table = fifteen_left()
    table.say("hire", seat=0, card="3C")
    strike(table, "12C", "3C", lost=[None] * 15)
    return table


def end(table: Table) -> tuple[str, list[int], str | None]:
    view = table.view()
    return view["status"], view["score"]["totals"], view["table"]["lost_at"]


def test_lose_by_damage() -> None:
    table = one_left()
    facts = strike(table, "12C", lost=["1O"])
    assert [fact.__struct_config__.tag for fact in facts[-3:]] == ["pack_spent", "hand_scored", "match_ended"]
    assert end(table) == ("finished", [1, 0], "damage")
    result = table.view()["result"]
    assert (result["ranking"], result["winner_sides"], result["reason"]) == ([[0], [1]], [0], "corona.lose")


def test_lose_at_the_income() -> None:
    table = one_left()
    strike(table)
    table.say("end_turn", seat=0)
    assert lies(table, 1)["pack"] == 0
    assert table.view()["hands"][1] == ["1O"]
    assert [event for event in table.moves() if event["type"] == "income"] == [{"type": "income", "seat": 1}]
    assert refusal_of(table, "income", seat=1, card="1C")[1] == "impossible"
    table.say("income", seat=1)
    assert end(table) == ("finished", [1, 0], "income")


def test_lose_at_the_draw() -> None:
    table = empty_pack()
    assert end(table) == ("open", [0, 0], None)
    table.say("end_turn", seat=0)
    assert end(table) == ("finished", [1, 0], "draw")


def test_lose_a_pack_emptied_exactly_is_not_lost_yet() -> None:
    table = empty_pack()
    assert lies(table, 1)["pack"] == 0
    # The last card was shown at the start: it is one of the unnamed ones.
    assert "1O" in lies(table, 1)["cementerio"]


def test_lose_a_joker_before_the_end_of_the_turn_saves() -> None:
    table = empty_pack()
    table.say("recover", seat=1, joker="X2", card="2E", cards=["1C", "1O"])
    table.say("end_turn", seat=0)
    assert (end(table)[0], lies(table, 1)["pack"]) == ("open", 1)


def test_lose_a_joker_after_the_draw_saves_from_the_income() -> None:
    table = one_left()
    strike(table)
    table.say("end_turn", seat=0)
    table.say("recover", seat=1, joker="X2", card="2E", cards=["1C", "2C"])
    table.say("income", seat=1, card="2C")
    assert end(table)[0] == "open"


@pytest.mark.parametrize(
    ("type_", "fields"),
    [
        ("income", {"seat": 1}),
        ("end_turn", {"seat": 0}),
        ("redeal", {"reason": "x"}),
        ("withdraw", {"seat": 1, "reason": "x"}),
    ],
)
def test_lose_ends_the_match(type_: str, fields: dict[str, Any]) -> None:
    table = empty_pack()
    table.say("end_turn", seat=0)
    assert refusal_of(table, type_, **fields)[:2] == (409, "finished")
    assert table.moves() == []


def test_lose_a_later_attacker_is_not_resolved() -> None:
    table = fifteen_left("2O")
    strike(table, "12C", lost=[None] * 12)
    table.say("end_turn", seat=0)
    skip(table, "3C")
    table.say("income", seat=0, card="7O")
    table.say("hire", seat=0, card="7C")
    facts = strike(table, "7C", "12C", blocks={"12C": "2O"}, lost=["1O"])
    assert end(table) == ("finished", [1, 0], "damage")
    assert [fact.attacker for fact in facts if hasattr(fact, "attacker")] == ["7C"]
    assert lies(table, 1)["upright"] == ["2O"]


def test_lose_never_by_the_draw_of_oros() -> None:
    table = fifteen_left("2O")
    strike(table, "12C", lost=[None] * 12)
    table.say("end_turn", seat=0)
    table.say("income", seat=1, card="3C")
    table.say("attack", seat=1, cards=["2O"])
    assert lies(table, 1)["pack"] == 1
    defence = {"blocks": [], "lost": ["1E", "2E"]}
    assert refusal_of(table, "defend", seat=0, **defence, draw=2) == (409, "irregular", "corona.oros")
    table.say("defend", seat=0, **defence)
    assert (lies(table, 1)["pack"], end(table)[0]) == (0, "open")


def test_lose_withdrawing_gives_the_battle_away() -> None:
    table = deal_battle("")
    table.say("withdraw", seat=0, reason="fiebre")
    assert end(table) == ("finished", [0, 1], None)
    assert table.view()["result"]["winner_sides"] == [1]
    table.say("withdraw", seat=1, reason="fiebre")
    assert end(table) == ("abandoned", [0, 0], None)


# corona.oros: an attack that the pack cannot pay for


def nearly_paid(*attackers: str, size: int, **params: str) -> Table:
    """Seat 0 attacks with these of 11E and 9O, of which the pack of seat 1, with so many cards, cannot pay for all."""
    table = Table("corona", 2, params={"jokers": 0, "hand": 20, **params})
    table.say("start", shown=[["12B", "11B"]])
    table.say("deal")
    for card in ("3B", "3C", "4B", "4C")[: 11 - size]:
        skip(table, card)
    table.say("income", seat=0, card="12C")
    table.say("hire", seat=0, card="11E")
    close(table)
    skip(table, "1C")
    table.say("income", seat=0, card="11C")
    table.say("hire", seat=0, card="9O")
    table.say("attack", seat=0, cards=["11E"])
    table.say("defend", seat=1, blocks=[], **({} if params else {"lost": [None] * 13}))
    if params:
        table.say("combat", seat=1, attacker="11E", lost=[None] * 13)
    table.say("end_turn", seat=0)
    skip(table, "2C")
    table.say("income", seat=0, card="10C")
    table.say("attack", seat=0, cards=list(attackers))
    assert lies(table, 1)["pack"] == size
    return table


@pytest.mark.parametrize(("attackers", "limit"), [(("11E", "9O"), 0), (("9O", "11E"), 2)])
def test_attacker_behind_the_one_that_ends_the_battle_draws_nothing(attackers: tuple[str, ...], limit: int) -> None:
    table = nearly_paid(*attackers, size=11)
    hand = lies(table, 0)["hand"]
    fields = {"seat": 1, "blocks": [], "lost": [None] * 11}
    assert refusal_of(table, "defend", **fields, draw=limit + 1) == (409, "irregular", "corona.oros")
    table.say("defend", **fields)
    assert (table.match.ledger.status, lies(table, 0)["hand"]) == ("finished", hand + limit)


@pytest.mark.parametrize("step", ["defend", "combat"])
def test_attacker_that_ends_the_battle_draws_nothing(step: str) -> None:
    table = nearly_paid("9O", size=7, **({"combats": "one_by_one"} if step == "combat" else {}))
    hand = lies(table, 0)["hand"]
    fields: dict[str, Any] = {"blocks": []}
    if step == "combat":
        table.say("defend", seat=1, blocks=[])
        assert [event["choose"]["draws"] for event in table.moves() if event["type"] == "combat"] == [0]
        fields = {"attacker": "9O"}
    fields |= {"seat": 1, "lost": [None] * 7}
    assert refusal_of(table, step, **fields, draw=1) == (409, "irregular", "corona.oros")
    table.say(step, **fields, draw=0)
    assert (table.match.ledger.status, lies(table, 0)["hand"]) == ("finished", hand)


def test_list_tells_draws_of_an_attacker_that_the_pack_may_not_pay_for_apart() -> None:
    table = nearly_paid("9O", "11E", size=11)
    assert tolls(table) == [
        {"attacker": "9O", "unblocked": 9, "blocked": 0, "draws": 2},
        {"attacker": "11E", "unblocked": 13, "blocked": 0, "draws": 0},
    ]
    table = nearly_paid("11E", "9O", size=11)
    assert tolls(table)[1] == {"attacker": "9O", "unblocked": 9, "blocked": 0, "draws": 0, "draws_if_paid": 2}


def tolls(table: Table) -> list[dict[str, Any]]:
    [choose] = [event["choose"] for event in table.moves() if event["type"] == "defend"]
    return list(choose["tolls"])
