"""The records that ship with the demonstration, played again at a table."""

import json
from pathlib import Path
from typing import TypeVar

from tests.support.table import Table

RECORDS = Path(__file__).parents[2] / "api" / "cli" / "demo" / "records"
T = TypeVar("T", bound=Table)


def played(name: str, kind: type[T]) -> T:
    """A table of this kind that was told the record: opened as it was opened, and every event said."""
    opening, *events = map(json.loads, (RECORDS / f"{name}.match.jsonl").read_text("utf-8").splitlines())
    asked = {field: opening[field] for field in ("params", "first_dealer", "enforcement") if field in opening}
    table = kind(opening["ruleset"], len(opening["seats"]), **asked)
    for event in events:
        table.tell(event)
    return table
