"""The Casino records that ship as examples: what they are there to show."""

import json
from pathlib import Path
from typing import Any

from tests.support.table import Table

RECORDS = Path(__file__).parents[2] / "api" / "cli" / "demo" / "records"


def played(name: str) -> Table:
    opening, *events = (json.loads(line) for line in (RECORDS / f"{name}.match.jsonl").read_text("utf-8").splitlines())
    table = Table(
        opening["ruleset"],
        len(opening["seats"]),
        params=opening["params"],
        first_dealer=opening["first_dealer"],
        enforcement=opening["enforcement"],
    )
    for event in events:
        table.tell(event)
    return table


def test_an_improper_build_is_proven_with_no_hand_seen() -> None:
    table = played("casino-royal")
    assert table.proven() == [("casino.improper-build", 1, 15, 20)]
    assert [claim["status"] for claim in table.view()["claims"]] == ["upheld"]
    result: dict[str, Any] = table.view()["result"]
    assert (table.view()["score"]["totals"], result["winner_sides"], result["margin"]) == ([11, 2], [0], 9)


def test_two_pairs_come_home_in_one_deal_and_the_order_of_counting_decides() -> None:
    table = played("casino-parejas")
    assert table.proven() == []
    assert [hand["points"] for hand in table.view()["score"]["hands"]] == [[10, 2], [4, 11]]
    result: dict[str, Any] = table.view()["result"]
    assert (result["ranking"], result["winner_sides"], result["margin"]) == ([[0, 2], [1, 3]], [0], 1)
