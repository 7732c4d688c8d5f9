"""Plays the cases of `tests/data/conformance/championship.jsonl` over HTTP, and compares every row, place, phase and point."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.rules.championship.test_conformance import CASES, FIRST, PHASE
from tests.support.service import Caller


def cases() -> Iterator[Any]:
    for line in CASES.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        yield pytest.param(case, id=case["name"])


def tell(client: Caller, contest: str, kinds: set[str], results: list[dict[str, Any]]) -> None:
    fixtures = client.get(f"/v1/contests/{contest}/fixtures").json()["items"]
    for result in results:
        names = result["fixture"]
        fixture = next(f for f in fixtures if f["kind"] in kinds and {e["name"] for e in f["entrants"]} == {*names})
        seats = [names.index(entrant["name"]) for entrant in fixture["entrants"]]
        body: dict[str, Any] = {
            field: [result[field][n] for n in seats] for field in ("points", "stars", "rounds_won") if field in result
        }
        if result.get("extra_rounds"):
            body["extra_rounds"] = [[points[n] for n in seats] for points in result["extra_rounds"]]
        if result.get("cards"):
            body["cards"] = [result["cards"].get(names[n], [0, 0]) for n in seats]
        if result.get("winner"):
            body["winner"] = [names[n] for n in seats].index(result["winner"])
        answer = client.post(f"/v1/fixtures/{fixture['id']}/result", json=body)
        assert answer.status_code == 201, answer.text


def hold(client: Caller, case: dict[str, Any], championship: str) -> None:
    pairings = [name for result in case["results"] for name in result["fixture"]]
    order = pairings if len(case["players"]) == 8 else case["players"]
    body = {"ruleset": "hearts.castillar", "format": "castillar", "entrants": case["players"], "order": order}
    contest = client.post(f"/v1/championships/{championship}/contests", json=body).json()["id"]
    tell(client, contest, FIRST, case["results"])
    for ruling in case.get("rulings", []):
        body = {"tie": ruling["order"], "order": [[name] for name in ruling["order"]], "reason": ruling["reason"]}
        assert client.post(f"/v1/contests/{contest}/rulings", json=body).status_code == 201
    for kind in ("tie_break", "final"):
        if case.get(kind):
            tell(client, contest, {kind}, [case[kind]])
    want = case["expect"]
    view = client.get(f"/v1/contests/{contest}").json()
    assert view["phase"] in PHASE[want["state"]]
    assert [one["name"] for one in view["qualified"]] == want["qualified"]
    assert [step["player"]["name"] for step in view["podium"]] == want["podium"]
    extras: dict[str, int] = {}
    for extra in view["extras"]:
        extras[extra["player"]["name"]] = extras.get(extra["player"]["name"], 0) + extra["points"]
    assert extras == want["extras"]
    table = client.get(f"/v1/contests/{contest}/standings").json()
    theirs = [group["rows"] for group in table["groups"]] if "groups" in table else [table["rows"]]
    ours = want["standings"] if isinstance(want["standings"][0], list) else [want["standings"]]
    for rows, mine in zip(theirs, ours, strict=True):
        assert [{"name": row["player"]["name"], **{k: row[k] for k in mine[0] if k != "name"}} for row in rows] == mine


@pytest.mark.parametrize("case", list(cases()))
def test_championship(organizer: Caller, case: dict[str, Any]) -> None:
    players = [{"name": name} for name in case["players"]]
    body = {"name": case["name"], "players": players, "distinct": True}
    championship = organizer.post("/v1/championships", json=body).json()["id"]
    for part in case.get("contests") or [case]:
        hold(organizer, part, championship)
    want = case["expect"].get("general")
    if want is not None:
        rows = organizer.get(f"/v1/championships/{championship}").json()["general"]
        assert [{"name": r["player"]["name"], **{k: r[k] for k in want[0] if k != "name"}} for r in rows] == want
