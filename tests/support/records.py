"""The records that ship with the demonstration, played again at a table."""

import json
from collections.abc import Collection
from pathlib import Path
from typing import Any, TypeVar

from tests.support.service import Caller
from tests.support.table import Table

RECORDS = Path(__file__).parents[2] / "api" / "cli" / "demo" / "records"
T = TypeVar("T", bound=Table)


def replay_record(client: Caller, name: str, until: int | None = None, without: Collection[str] = ()) -> str:
    """The match that the service made of the record: of all of it, or up to a line, without events of these types."""
    opening, *events = (line for line in _lines(name)[:until] if line["type"] not in without)
    names = ("ruleset", "params", "seats", "enforcement", "first_dealer")
    body = {key: opening[key] for key in names if key in opening}
    match = str(client.post("/v1/matches", json=body).json()["id"])
    client.tell(match, events)
    return match


def play_record(name: str, kind: type[T]) -> T:
    """A table of this kind with the record played at it: opened in the same way, with every event."""
    opening, *events = _lines(name)
    terms = {field: opening[field] for field in ("params", "first_dealer", "enforcement") if field in opening}
    table = kind(opening["ruleset"], len(opening["seats"]), **terms)
    for event in events:
        table.tell(event)
    return table


def _lines(name: str) -> list[Any]:
    """The lines of a record."""
    return [json.loads(line) for line in (RECORDS / f"{name}.match.jsonl").read_text("utf-8").splitlines()]
