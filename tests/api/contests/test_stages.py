"""Contests in stages over HTTP: from the draw to the podium, corrected, shown, checked (stages.chain)."""

import csv
import io
from typing import Any

import pytest

from tests.support.in_stages import MOST_ACTS
from tests.support.organizing import TEN, Contest
from tests.support.service import Caller

SEVEN = TEN[:7]
SWISS = {"format": "rounds", "round_count": 2, "through": 4}
REDRAWN = {"format": "knockout", "redraw": True, "third_place": True}


class InStages(Contest):
    """A contest in stages of Hearts."""

    def __init__(self, client: Caller, *players: str, stages: list[dict[str, Any]], **params: Any) -> None:
        super().__init__(client, *players, format="stages", params={"stages": stages, **params})
        self.path = f"/v1/contests/{self.id}"

    def decide(self, fixture: dict[str, Any]) -> None:
        """The earlier name of the two wins."""
        names = [entrant["name"] for entrant in fixture["entrants"]]
        points = [40, 64] if names == sorted(names) else [64, 40]
        answer = self.client.post(f"/v1/fixtures/{fixture['id']}/result", json={"points": points})
        assert answer.status_code == 201, answer.text

    def go_on(self) -> None:
        view = self.view()
        kinds = {one["kind"] for one in view["pending"]}
        if kinds == {"pairing"}:
            assert self.client.post(f"{self.path}/rounds", json={}).status_code == 200
        elif "ruling" in kinds:
            tied = [one["id"] for one in next(one for one in view["pending"] if one["kind"] == "ruling")["tied"]]
            body = {"tie": tied, "order": [[one] for one in tied], "reason": "a la carta más alta"}
            assert self.client.post(f"{self.path}/rulings", json=body).status_code == 201
        else:
            for fixture in view["fixtures"]:
                if fixture["state"] == "pending":
                    self.decide(fixture)

    def play(self, stages: int | None = None) -> None:
        """Plays on until so many stages have begun, or to the end."""
        for _ in range(MOST_ACTS):
            if self.view()["phase"] in {"finished", "null"} or len(self.standings()["stages"]) == stages:
                return
            self.go_on()
        raise AssertionError(f"the contest is not over after {MOST_ACTS} acts")


def names(rows: list[dict[str, Any]]) -> list[str]:
    return [row["player"]["name"] for row in rows]


CHAINS: dict[str, list[dict[str, Any]]] = {
    "rounds and a bracket": [SWISS, {"format": "knockout", "third_place": True}],
    "rounds and a knockout drawn anew": [SWISS, REDRAWN],
    "a league and rounds": [{"format": "league", "through": 4}, {"format": "rounds", "round_count": 1}],
    "groups with a repesca and a knockout": [
        {"format": "groups", "size": 3, "through": 1, "repesca": 2},
        {"format": "knockout"},
    ],
    "rounds, a league, a knockout": [SWISS, {"format": "league", "through": 2}, {"format": "knockout"}],
}


@pytest.mark.parametrize("chain", CHAINS)
def test_a_whole_contest_in_stages(desk: Caller, chain: str) -> None:
    contest = InStages(desk, *SEVEN, stages=CHAINS[chain])
    contest.play()
    view, standings = contest.view(), contest.standings()
    assert [stage["format"] for stage in standings["stages"]] == [one["format"] for one in CHAINS[chain]]
    assert sorted(names(standings["rows"])) == sorted(SEVEN)
    assert [step["player"]["name"] for step in view["podium"]] == names(standings["rows"])[: len(view["podium"])]
    assert contest.general()[view["podium"][0]["player"]["name"]] == 5
    assert {one["format"] for one in view["options"]["stages"]} == {one["format"] for one in CHAINS[chain]}
    first = [stage["first_round"] for stage in standings["stages"]]
    assert first == sorted({*first})
    rounds = {fixture["round"] for fixture in view["fixtures"]}
    assert rounds == {*range(1, max(rounds) + 1)}


def test_rounds_are_counted_on_through_the_stages(desk: Caller) -> None:
    contest = InStages(
        desk, *SEVEN, stages=[{"format": "league", "through": 3}, {"format": "rounds", "round_count": 1}]
    )
    assert desk.get(f"{contest.path}/rounds").json()["waits_for"] is None
    assert desk.post(f"{contest.path}/rounds", json={}).status_code == 409
    contest.play(stages=2)
    listed = desk.get(f"{contest.path}/rounds").json()
    assert (listed["waits_for"], listed["rounds"]) == ("pair", 8)
    # A league of seven takes seven rounds.
    assert desk.post(f"{contest.path}/rounds", json={}).json()["round"] == 8
    assert desk.get(f"{contest.path}/rounds/8").json()["rest"]["player"]["name"] in SEVEN
    assert desk.get(f"{contest.path}/rounds/7").status_code == 409
    assert desk.get(f"{contest.path}/rounds/9").status_code == 404


@pytest.mark.parametrize("first", [{"format": "league"}, {"format": "rounds", "round_count": 2}])
def test_nobody_enters_late_once_the_first_stage_is_over(desk: Caller, first: dict[str, Any]) -> None:
    contest = InStages(
        desk, *SEVEN[:5], stages=[{**first, "late_until": 99, "through": 2}, {"format": "knockout"}], ties="lots"
    )
    late = desk.post(f"{contest.path}/entrants", json={"player": {"name": "Zoe", "distinct": True}})
    assert late.status_code == 201, late.text
    contest.play(stages=2)
    entered = contest.view()["entrants"]
    later = desk.post(f"{contest.path}/entrants", json={"player": {"name": "Yago", "distinct": True}})
    assert (later.status_code, later.json()["code"]) == (409, "impossible"), later.text
    assert "first phase is over" in later.json()["detail"]
    assert contest.view()["entrants"] == entered


def test_a_correction_that_lets_others_through_asks_before_it_takes_what_was_played(desk: Caller) -> None:
    contest = InStages(desk, *SEVEN, stages=[{"format": "league", "through": 2}, REDRAWN])
    contest.play(stages=2)
    contest.go_on()
    [final] = [fixture for fixture in contest.view()["fixtures"] if fixture.get("stage") == "final"]
    assert sorted(one["name"] for one in final["entrants"]) == sorted(SEVEN[:2])
    opened = desk.post("/v1/matches", json={"fixture": final["id"], "first_dealer": 0})
    assert opened.status_code == 201, opened.text
    third = SEVEN[2]
    path = contest.path
    for rival in SEVEN[:2]:
        [fixture] = [
            one
            for one in contest.view()["fixtures"]
            if one["kind"] == "league" and {each["name"] for each in one["entrants"]} == {rival, third}
        ]
        points = [40, 64] if fixture["entrants"][0]["name"] == third else [64, 40]
        body = {"points": points, "reason": "apuntado al revés"}
        answer = desk.put(f"/v1/fixtures/{fixture['id']}/result", json=body)
        if answer.status_code == 409:
            assert answer.json()["code"] == "closed"
            assert [one["fixture"] for one in answer.json()["difference"]["voids"]] == [final["id"]]
            answer = desk.put(f"/v1/fixtures/{fixture['id']}/result", json={**body, "reopen": True})
        assert answer.status_code == 200, answer.text
    assert third in {one["name"] for one in contest.view()["qualified"]}
    assert desk.get(f"{path}/rounds").json()["waits_for"] == "pair"
    contest.play()
    assert contest.view()["phase"] == "finished"
    assert third in names(contest.standings()["rows"][:2])


def test_the_tables_of_stages_in_a_spreadsheet_and_on_paper(desk: Caller) -> None:
    contest = InStages(desk, *SEVEN, stages=CHAINS["rounds, a league, a knockout"])
    contest.play()
    rows = csv.DictReader(io.StringIO(desk.get(f"{contest.path}/standings?format=csv").text))
    stages = [row["stage"] for row in rows]
    assert [stages.count(stage) for stage in ("", "2", "1")] == [7, 4, 7]
    page = desk.get(f"{contest.path}/standings", headers={"Accept": "text/html"}).text
    assert page.count("<table>") == 4
    assert "Stage 2" in page


@pytest.mark.parametrize(
    ("stages", "path"),
    [
        ([{"format": "rounds"}, {"format": "knockout"}], "$.params.stages[0].through"),
        ([SWISS, {"format": "groups"}], "$.params.stages[1].format"),
        ([{"format": "knockout"}, {"format": "league"}], "$.params.stages[0].format"),
        ([{"format": "rounds", "through": 7}, {"format": "knockout"}], "$.entrants"),
        ([{"format": "league", "legs": 3, "through": 2}, {"format": "knockout"}], "$.params.stages[0].legs"),
        ([{"format": "bolos"}, {"format": "knockout"}], "$.params.stages[0].format"),
        ([{"format": "league", "through": 2}], "$.params.stages"),
    ],
)
def test_stages_that_cannot_be_held_are_refused_at_their_place(
    desk: Caller, stages: list[dict[str, Any]], path: str
) -> None:
    people = {"players": list(SEVEN), "distinct": True}
    championship = desk.post("/v1/championships", json={"name": "Fiestas", **people}).json()["id"]
    body = {"ruleset": "hearts.castillar", "format": "stages", "params": {"stages": stages}}
    answer = desk.post(f"/v1/championships/{championship}/contests", json=body)
    assert answer.status_code in {400, 422}, answer.text
    assert path in [error["path"] for error in answer.json()["errors"]]
    assert desk.get(f"/v1/championships/{championship}").json()["contests"] == []
