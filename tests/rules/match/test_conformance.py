"""Whole matches with every step's expected answer: the cases in `tests/data/conformance`, played against the rules."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.errors import ServiceRefusal
from tests.support.table import Table

CASES = Path(__file__).parents[2] / "data" / "conformance"
LISTED = {"play", "cante", "exchange", "trail", "take", "build", "duplicate", "raise", "hire", "income", "end_turn"}
ALWAYS = {"play", "trail", "take", "build", "duplicate", "raise"}


def cases() -> Iterator[Any]:
    for file in sorted(CASES.glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            if "steps" in case:
                yield pytest.param(case, id=f"{file.stem}:{case['name']}")


def plain(event: dict[str, Any]) -> str:
    """An event as text, without optional fields and without the order of its cards."""
    fields = {key: value for key, value in event.items() if value is not None and (key, value) != ("builds", [])}
    if (fields["type"], fields.get("value")) == ("cante", 40):
        fields.pop("suit", None)
    for key in {"cards", "builds"} & fields.keys():
        fields[key] = sorted(fields[key])
    return json.dumps(fields, sort_keys=True)


def same_legal(table: Table, legal: list[dict[str, Any]]) -> None:
    kinds = LISTED & ({event["type"] for event in legal} | ALWAYS)
    ours = {plain(event) for event in table.moves() if event["type"] in kinds}
    assert ours == {plain(event) for event in legal if event["type"] in LISTED}


@pytest.mark.parametrize("case", list(cases()))
def test_conformance(case: dict[str, Any]) -> None:
    opening = {"params": case.get("params") or {}, "enforcement": case["enforcement"]}
    if case.get("first_dealer") is not None:
        opening["first_dealer"] = case["first_dealer"]
    table = Table(case["ruleset"], case["seats"], **opening)
    for step in case["steps"]:
        if step.get("legal") is not None:
            same_legal(table, step["legal"])
        if step["expect"] == "ok":
            table.tell(step["event"])
            if step.get("totals") is not None:
                assert table.match.ledger.totals == step["totals"], step["event"]
            continue
        with pytest.raises(ServiceRefusal) as error:
            table.tell(step["event"])
        assert error.value.status == step["expect"]["status"], (step["event"], error.value)
        assert error.value.code == step["expect"]["code"]
        assert step["expect"].get("rule") in {None, error.value.rule}
    same_end(table, case["final"])


def same_end(table: Table, final: dict[str, Any]) -> None:
    view = table.view()
    result = view["result"] or {}
    assert final.get("status") in {None, view["status"]}
    for key in ("totals", "stars", "rounds_won", "partidas"):
        if final.get(key) is not None:
            assert view["score"][key] == final[key], key
    for key in ("ranking", "winner_sides", "margin"):
        if final.get(key) is not None:
            assert result.get(key) == final[key], key
    if final.get("infractions") is not None:
        proofs = [(i["code"], i["seat"], i["version"], i["proven_at"]) for i in final["infractions"]]
        assert table.proven_infractions() == sorted(proofs)
