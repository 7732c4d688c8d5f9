"""The demonstration's coto, told to a service: with a renuncio that a later card proved."""

import json
from pathlib import Path

from tests.support.service import Caller

RECORDS = Path(__file__).parents[2] / "api" / "cli" / "demo" / "records"


def told_coto(organizer: Caller) -> str:
    """The id of its match."""
    lines = (RECORDS / "guinote-coto.match.jsonl").read_text(encoding="utf-8").splitlines()
    opening, *events = map(json.loads, lines)
    asked = {key: opening[key] for key in ("ruleset", "params", "seats", "enforcement", "first_dealer")}
    match = str(organizer.post("/v1/matches", json=asked).json()["id"])
    organizer.told(match, events)
    return match
