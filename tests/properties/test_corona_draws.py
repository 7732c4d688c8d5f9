"""The cards that attackers of Por la Corona draw: the list, the judge and a count of its own say the same number.

Random battles whose packs are soon short, so that the pack of the defender can often not pay for all attackers.
"""

import json
from random import Random
from typing import Any

import pytest

from referee.errors import Irregular
from referee.match.aggregate import Match
from tests.support.by_legal import OnTable, most_drawn, step
from tests.support.corona_tolls import HOUSES, some_blocks
from tests.support.exact import corona
from tests.support.table import Table

Json = dict[str, Any]
BATTLES = 40
MANY = 1_000


def is_taken(table: Table, event: Json) -> bool:
    """True if the judge takes the event; what it refuses are draws."""
    match = table.match.copy()
    try:
        list(match.decide(match.codec.read(json.dumps(event).encode()), never))
    except Irregular as refusal:
        assert refusal.rule == "corona.oros", event
        return False
    return True


def never(version: int) -> Match:
    raise AssertionError(f"nobody goes back to version {version}")


def agree(rng: Random, table: Table, params: Json) -> list[tuple[int, int]]:
    """Asks about the draws of the next defence or combat. Returns, for each way, what the oros could draw, and what they may."""
    counts: list[tuple[int, int]] = []
    view = table.view()["table"]
    for entry in table.moves():
        base, choose = {"type": entry["type"], "seat": entry.get("seat")}, entry.get("choose", {})
        if entry["type"] == "defend" and "tolls" in choose:
            packs = [view["pack_sizes"][1 - entry["seat"]], view["pack_sizes"][entry["seat"]]]
            for blocks in some_blocks(rng, choose):
                blocked_attackers = {block["attacker"] for block in blocks}
                most = corona.most_drawn(params, choose["attackers"], blocked_attackers, packs)
                due = sum(toll[kind_of(toll, blocked_attackers)] for toll in choose["tolls"])
                event = base | {"blocks": blocks, "lost": [None] * min(due, choose["lost_at_most"])}
                if "draw_at_most" in choose:
                    assert most_drawn(choose, blocks) == most, (choose, blocks)
                    free_tolls = [toll for toll in choose["tolls"] if toll["attacker"] not in blocked_attackers]
                    # A client that does not read `draws_if_paid` is never refused.
                    assert min(sum(toll["draws"] for toll in free_tolls), choose["draw_at_most"]) <= most
                    full = sum(toll.get("draws_if_paid", toll["draws"]) for toll in free_tolls)
                    counts.append((min(full, choose["draw_at_most"]), most))
                else:
                    assert most == 0
                agree_on(table, event, most)
        elif entry["type"] == "combat":
            packs = [view["pack_sizes"][1 - entry["seat"]], view["pack_sizes"][entry["seat"]]]
            attacker, defender = choose["attacker"], choose["defender"]
            most = corona.most_drawn(params, [attacker], [attacker] if defender else [], packs)
            assert choose["draws"] == most
            agree_on(table, base | {"attacker": attacker, "lost": [None] * choose["lost"]}, most)
            counts.append((most, most))
    return counts


def kind_of(toll: Json, blocked_attackers: set[str]) -> str:
    return "blocked" if toll["attacker"] in blocked_attackers else "unblocked"


def agree_on(table: Table, event: Json, most: int) -> None:
    """The judge takes every number of draws up to the most, and no other."""
    for draw in range(most + 3):
        assert is_taken(table, event | {"draw": draw}) == (draw <= most), (event, draw, most)
    assert is_taken(table, event)


@pytest.mark.parametrize("way", ["whole", "one_by_one"])
@pytest.mark.parametrize("battles", [range(BATTLES), pytest.param(range(BATTLES, MANY), marks=pytest.mark.long)])
def test_the_list_and_the_judge_let_attackers_draw_as_much_as_the_packs_can_pay_for(battles: range, way: str) -> None:
    counts: list[tuple[int, int]] = []
    for seed in battles:
        rng = Random(f"draws {way} {seed}")
        params = rng.choice(HOUSES) | ({"combats": way} if way == "one_by_one" else {})
        table = Table("corona", 2, params=params)
        while table.match.ledger.status == "open":
            counts += agree(rng, table, params)
            step(rng, OnTable(table), 0, True)
    assert sum(most > 0 for _, most in counts) > len(battles)
    if way == "whole":
        assert sum(most < full for full, most in counts) > len(battles) // 4
