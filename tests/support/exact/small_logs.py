"""The small logs of `tests/data/exact`, each with the verdict of logic."""

import json
from pathlib import Path
from typing import Any, NamedTuple

from referee.errors import ServiceRefusal
from tests.support.table import Table

DIRECTORY = Path(__file__).parents[2] / "data" / "exact"


class SmallLog(NamedTuple):
    """A log played to its end: `case` as the file has it, and the answer to its last event."""

    case: dict[str, Any]
    table: Table
    answer: str | None


def logs_of(game: str) -> list[Path]:
    """The logs of a game, by the first part of its ruleset."""
    return sorted(DIRECTORY.glob(f"{game}*.json"))


def play_log(path: Path) -> SmallLog:
    """Plays a log: its answer is `ok`, the code of the refusal, or None if it asks nothing."""
    case: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    table = Table(case["ruleset"], case["seats"], params=case["params"], **case["opening"])
    for event in case["events"]:
        table.tell(event)
    answer = None
    if "ask" in case:
        try:
            table.tell(case["ask"])
            answer = "ok"
        except ServiceRefusal as refusal:
            answer = refusal.code
    return SmallLog(case, table, answer)
