"""The records of Por la Corona that ship with the demonstration are whole and true to the rules."""

import json
from pathlib import Path

import pytest

from tests.support.table import Table

RECORDS = Path(__file__).parents[2] / "api" / "cli" / "demo" / "records"


def played(name: str) -> Table:
    first, *events = (RECORDS / f"corona-{name}.match.jsonl").read_text(encoding="utf-8").splitlines()
    opening = json.loads(first)
    table = Table("corona", len(opening["seats"]), params=opening["params"], enforcement=opening["enforcement"])
    for event in events:
        table.tell(json.loads(event))
    return table


@pytest.mark.parametrize(
    ("name", "totals", "proven"),
    [
        ("known", [1, 0], []),
        ("unknown", [1, 0], [("corona.defend", 0), ("corona.hire", 1)]),
    ],
)
def test_record(name: str, totals: list[int], proven: list[tuple[str, int]]) -> None:
    table = played(name)
    view = table.view()
    assert (view["status"], view["score"]["totals"], view["table"]["lost_at"]) == ("finished", totals, "damage")
    assert [(code, seat) for code, seat, _, _ in table.proven()] == proven
    assert all(hand is not None for hand in view["hands"]) or name == "unknown"
