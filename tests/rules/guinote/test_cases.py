"""Answers of the conformance cases of Guiñote beyond those of every game: readings, partidas, claims, the dealer."""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.errors import ServiceRefusal
from tests.support.table import Table

FILE = Path(__file__).parents[2] / "data" / "conformance" / "guinote.jsonl"
CASES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def score_of(table: Table, kind: str) -> Any:
    view = table.view()
    if kind == "claims":
        return [claim["status"] for claim in view["claims"]]
    return view["score"][kind]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    table = Table(
        case["ruleset"],
        case["seats"],
        params=case["params"],
        first_dealer=case["first_dealer"],
        enforcement=case["enforcement"],
    )
    for step in case["steps"]:
        try:
            table.tell(step["event"])
        except ServiceRefusal as refused:
            assert step["expect"] != "ok", (step["event"], refused)
            continue
        assert step["expect"] == "ok"
        for what in {"totals", "reading", "partidas", "claims"} & step.keys():
            assert score_of(table, what) == step[what], (step["event"], what)
    final = case["final"]
    view = table.view()
    assert view["score"]["partidas"] == final["partidas"]
    assert [{"hand": hand["hand"], "points": hand["points"]} for hand in view["score"]["hands"]] == final["hands"]
    if final["next_dealer"] is not None:
        assert (view["phase"], view["dealer"]) == ("deal", final["next_dealer"])
    claims = [
        {key: claim[key] for key in claim_then}
        for claim, claim_then in zip(view["claims"], final["claims"], strict=True)
    ]
    assert claims == final["claims"]
