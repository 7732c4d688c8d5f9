"""Answers of the conformance cases of Por la Corona beside the common ones: sizes, choices, hands, the way to lose."""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.errors import ServiceRefusal
from tests.support.table import Table

CASES = Path(__file__).parents[2] / "data" / "conformance" / "corona.jsonl"
ELSEWHERE = {"trail", "cante"}
"""Words of other games: they are known here if those games are installed."""


def cases() -> list[Any]:
    read = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    return [pytest.param(case, id=case["name"]) for case in read]


def sizes(table: Table) -> list[list[int]]:
    """Per seat: hand, pack, cementerio, army, out of the match."""
    view = table.view()
    lies = view["table"]
    return [
        [
            view["hand_sizes"][seat],
            lies["pack_sizes"][seat],
            lies["cementerio_sizes"][seat],
            len(lies["armies"][seat]["upright"]) + len(lies["armies"][seat]["turned"]),
            len(lies["out"][seat]),
        ]
        for seat in (0, 1)
    ]


@pytest.mark.parametrize("case", cases())
def test_sizes_choices_and_end(case: dict[str, Any]) -> None:
    table = Table("corona", 2, params=case["params"], enforcement=case["enforcement"])
    for step in case["steps"]:
        if "legal_choose" in step:
            assert [event for event in table.moves() if "choose" in event] == step["legal_choose"]
        if step["expect"] == "ok":
            table.tell(step["event"])
            assert sizes(table) == step["sizes"], step["event"]
        elif step["event"]["type"] not in ELSEWHERE:
            with pytest.raises(ServiceRefusal):
                table.tell(step["event"])
    view, final = table.view(), case["final"]
    assert view["table"]["lost_at"] == final["lost_at"]
    assert (view["result"] or {"reason": None})["reason"] == final["reason"]
    if final["hands"] is not None:
        assert view["hands"] == final["hands"]
    if final["winner_sides"]:
        assert view["score"]["totals"] == [int(seat in final["winner_sides"]) for seat in (0, 1)]
