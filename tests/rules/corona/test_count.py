"""Por la Corona: a battle recorded by its loser."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.corona_battle import battle
from tests.support.corona_table import deal_battle, refusal_of, skip, unknown
from tests.support.table import Table

LOST = {"corona.lose": None, "corona.draw": "draw", "corona.income": "income", "corona.combat": "damage"}


@pytest.mark.parametrize("by", LOST)
@pytest.mark.parametrize("loser", [0, 1])
def test_a_battle_is_told_before_its_start_or_in_the_middle(by: str, loser: int) -> None:
    battle_dealt = deal_battle("")
    skip(battle_dealt)
    for table in (Table("corona", 2), unknown(), battle_dealt):
        table.say("count", figures={"loser": loser, "by": by})
        view = table.view()
        assert view["score"]["totals"] == [loser, 1 - loser]
        assert (view["status"], view["table"]["lost_at"]) == ("finished", LOST[by])
        assert view["score"]["hands"][0]["counted"] is True
        assert (view["result"]["reason"], view["result"]["winner_sides"]) == ("corona.lose", [1 - loser])


@pytest.mark.parametrize("figures", [{"loser": 2, "by": "corona.lose"}, {"loser": 0, "by": "corona.hire"}])
def test_no_battle_ends_so(figures: dict[str, Any]) -> None:
    table = Table("corona", 2)
    assert refusal_of(table, "count", figures=figures)[:2] == (409, "impossible")


@settings(max_examples=min(20, settings().max_examples))
@given(st.integers(0, 10**9))
def test_a_battle_comes_to_the_same_however_it_is_told(seed: int) -> None:
    chance = Random(seed)
    twin = Table("corona", 2)
    cut, version = chance.randrange(30), 0
    for table, event in battle(chance):
        if version < cut:
            twin.tell(event)
            version += 1
        last = table
    last_view = last.view()
    if twin.match.ledger.status == "open":
        by = next(by for by, defeat in LOST.items() if defeat == last_view["table"]["lost_at"])
        twin.say("count", figures={"loser": 1 - last_view["result"]["winner_sides"][0], "by": by})
    assert twin.view()["result"] == last_view["result"]
    assert twin.view()["score"]["totals"] == last_view["score"]["totals"]
