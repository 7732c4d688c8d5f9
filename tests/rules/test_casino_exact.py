"""Small logs of Casino with what logic says of them, and what older logs hold that were judged by other rules."""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.errors import Refused
from tests.support.table import Table

LOGS = sorted((Path(__file__).parents[1] / "data" / "exact").glob("casino-*.json"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_log_is_judged_as_logic_has_it(path: Path) -> None:
    log: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    table = Table(log["ruleset"], log["seats"], params=log["params"], **log["opening"])
    for event in log["events"]:
        table.tell(event)
    if "said" in log:
        assert status(table, *log["said"]) == log["exact"]
    if "ask" in log:
        try:
            table.tell(log["ask"])
            answer = "ok"
        except Refused as refused:
            answer = refused.code
        assert answer == log["exact"]


def status(table: Table, code: str, seat: int, version: int) -> str:
    """How an assertion stands."""
    if any(said.code == code and said.version == version for said in table.match.state.knowledge.open[seat]):
        return "open"
    return "proven" if (code, seat, version) in {found[:3] for found in table.proven()} else "upheld"
