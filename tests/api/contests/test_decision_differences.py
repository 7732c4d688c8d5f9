"""The changes that a decision makes to a championship: its answer lists them, and its dry run lists them before."""

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.support.organizing import TEN, WHOLE, Contest
from tests.support.quiet import quiet
from tests.support.service import BEARER, Caller, refusal_of

FIVE = TEN[:5]
SeenState = dict[str, Any]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Caller]:
    with quiet(str(tmp_path / "log.sqlite")) as (client, _):
        client.headers.update(BEARER)
        yield client


def view_of(contest: Contest) -> SeenState:
    """The view of a contest that readers get, without a difference."""
    view, standings = contest.view(), contest.standings()
    groups = standings.get("groups") or [{"rows": standings["rows"]}]
    general = contest.client.get(f"/v1/championships/{contest.championship}").json()["general"]
    return {
        "phase": view["phase"],
        "through": view["qualified"],
        "podium": view["podium"],
        "rows": {row["player"]["id"]: row for group in groups for row in group["rows"]},
        "general": {row["player"]["id"]: row for row in general},
        "states": {item["id"]: item["state"] for item in view["fixtures"]},
    }


def row_changes(before: dict[str, Any], after: dict[str, Any]) -> list[Any]:
    """The rows that changed, as a difference lists them."""
    ids = dict.fromkeys((*after, *before))
    return [
        {"player": (after.get(id_) or before[id_])["player"], "before": before.get(id_), "after": after.get(id_)}
        for id_ in ids
        if before.get(id_) != after.get(id_)
    ]


def expected_difference(before: SeenState, after: SeenState) -> SeenState:
    """The difference between two views, one from before and one from after. Matches that were voided are left out."""
    whole = {name: {"before": before[name], "after": after[name]} for name in ("phase", "through", "podium")}
    return whole | {name: row_changes(before[name], after[name]) for name in ("rows", "general")}


def decide(contest: Contest, method: str, path: str, **body: Any) -> SeenState:
    """Tries a decision, then makes it. Compares the changes that both list with the changes that readers see."""
    before = view_of(contest)
    dry = contest.client.request(method, path, json=body, params={"dry_run": "true"})
    assert view_of(contest) == before
    real = contest.client.request(method, path, json=body)
    assert real.status_code in (200, 201), real.text
    difference: SeenState = real.json()["difference"]
    after = view_of(contest)
    voids = difference.pop("voids", [])
    assert difference == {
        name: value for name, value in expected_difference(before, after).items() if name in difference
    }
    assert difference.keys() in ({"general"}, {"phase", "rows", "through", "podium", "general"})
    superseded = {id_ for id_, state in after["states"].items() if state == "superseded"}
    with_play = {id_ for id_, state in before["states"].items() if state in ("open", "played", "walkover")}
    assert {one["fixture"] for one in voids} == superseded & with_play
    assert dry.json()["difference"] == real.json()["difference"]
    return difference | {"voids": voids}


def result(contest: Contest, *names: str) -> str:
    return f"/v1/fixtures/{contest.fixture(*names)['id']}/result"


@pytest.mark.parametrize("seed", range(2))
def test_every_decision_says_what_readers_then_see(client: Caller, seed: int) -> None:
    """A whole random contest: results, corrections, absences, withdrawals, substitutions, cards, ties."""
    chance = Random(seed)
    contest = Contest(client, *FIVE)
    kinds = cycle(("corrected", "result", "walkover", "result"))
    while pending := [p for p in contest.view()["pending"] if p["kind"] in ("result", "final", "tie_break")]:
        fixture = next(f for f in contest.fixtures() if f["id"] == pending[0]["fixture"])
        path = f"/v1/fixtures/{fixture['id']}"
        if len(fixture["entrants"]) > 2:
            break
        kind = next(kinds)
        points = [chance.randrange(26, 79)]
        points = [*points, WHOLE - points[0]]
        if kind == "walkover":
            absent = [fixture["entrants"][chance.randrange(2)]["name"]]
            decide(contest, "POST", f"{path}/walkover", absent=absent, reason="no vino")
            continue
        if points[0] == points[1]:
            points = [50, 54]
        decide(contest, "POST", f"{path}/result", points=points)
        if kind == "corrected":
            decide(contest, "PUT", f"{path}/result", points=points[::-1], reason="al revés", reopen=True)
    for pending_ in contest.view()["pending"]:
        if pending_["kind"] == "ruling":
            tie = [one["id"] for one in pending_["tied"]]
            order = [[one] for one in tie]
            decide(contest, "POST", f"/v1/contests/{contest.id}/rulings", tie=tie, order=order, reason="sorteo")
    decide(
        contest, "POST", f"/v1/championships/{contest.championship}/sanctions", player="Ana", card="black", reason="x"
    )
    out = chance.choice(FIVE)
    body = {"out": out, "reason": "se puso mala", "reopen": True}
    if contest.client.post(
        f"/v1/contests/{contest.id}/substitutions", json=body, params={"dry_run": "true"}
    ).is_success:
        decide(contest, "POST", f"/v1/contests/{contest.id}/substitutions", **body)
    decide(contest, "POST", f"/v1/contests/{contest.id}/withdrawals", player=out, reason="se fue", reopen=True)


def test_the_last_result_says_who_is_through_and_that_a_final_comes(client: Caller) -> None:
    contest = Contest(client, *FIVE)
    contest.league(FIVE, but=("Dani-Elena",))
    difference = decide(contest, "POST", result(contest, "Dani", "Elena"), points=[40, 64])
    assert difference["phase"] == {"before": "playing", "after": "final"}
    assert difference["through"]["before"] != difference["through"]["after"]
    assert difference["podium"] == {"before": [], "after": []}


def test_a_correction_says_which_match_it_voids_whether_it_is_refused_or_not(client: Caller) -> None:
    contest = Contest(client, *FIVE)
    contest.league(FIVE)
    contest.report({"Ana": 104, "Beto": 20, "Carla": 30, "Dani": 54}, "final")
    path, body = result(contest, "Dani", "Elena"), {"points": [64, 40], "reason": "al revés"}
    refusal = refusal_of(client.put(path, json=body), 409, "closed")["difference"]
    difference = decide(contest, "PUT", path, **body, reopen=True)
    assert [one["kind"] for one in difference["voids"]] == ["final"]
    assert {name: difference[name] for name in refusal} == refusal
    assert difference["podium"]["before"] and not difference["podium"]["after"]
    assert difference["general"]


def test_a_repeated_decision_says_the_same(client: Caller) -> None:
    """The answer to a key is the first answer again, in spite of later acts."""
    contest = Contest(client, *FIVE)
    path, headers = result(contest, "Ana", "Beto"), {"Idempotency-Key": "k1"}
    first = client.post(path, json={"points": [40, 64]}, headers=headers)
    contest.report({"Carla": 40, "Dani": 64})
    again = client.post(path, json={"points": [40, 64]}, headers=headers)
    assert again.json() == first.json()
    assert first.json()["difference"]["rows"]


def test_a_schedule_changes_no_table(client: Caller) -> None:
    contest = Contest(client, *FIVE)
    fixture = contest.fixture("Ana", "Beto")
    answer = client.put(f"/v1/fixtures/{fixture['id']}/schedule", json={"table": 3})
    assert "difference" not in answer.json()
