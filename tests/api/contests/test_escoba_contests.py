"""Contests of Escoba, Scopa and Scopone: drawn, reported by result or by match. Impossible results are refused."""

import pytest

from tests.support.organizing import Contest
from tests.support.playout import play_out
from tests.support.service import Caller, refusal_of

PLAYERS = ("Ana", "Beto", "Carla")
PAIRS = [["Ana", "Beto"], ["Carla", "Dani"]]


@pytest.mark.parametrize(("ruleset", "target"), [("escoba", 21), ("scopa", 11)])
def test_a_league_takes_results_and_refuses_those_that_cannot_be(organizer: Caller, ruleset: str, target: int) -> None:
    contest = Contest(organizer, *PLAYERS, ruleset=ruleset, format="league", entrants=list(PLAYERS))
    for points in ((target, target), (target - 1, 3), (target + 2, -1)):
        refusal_of(contest.tell({"Ana": points[0], "Beto": points[1]}), 422, "inconsistent")
    refusal_of(contest.tell({"Ana": target, "Beto": 3}, winner=1), 422, "inconsistent")
    contest.report({"Ana": target, "Beto": 3})
    contest.report({"Ana": target + 1, "Carla": target})
    contest.report({"Beto": target, "Carla": 0})
    assert contest.rows("ptos") == [(1, "Ana", 2), (2, "Beto", 1), (3, "Carla", 0)]
    assert contest.view()["phase"] == "finished"


def test_a_knockout_is_played_to_its_end(organizer: Caller) -> None:
    four = [*PLAYERS, "Dani"]
    contest = Contest(organizer, *four, ruleset="scopa", format="knockout", entrants=four)
    for _ in range(2):
        for fixture in [item for item in contest.fixtures() if item["state"] == "pending"]:
            first, second = (entrant["name"] for entrant in fixture["entrants"])
            contest.report({first: 11, second: 4}, kind=fixture["kind"])
    assert contest.view()["phase"] == "finished"
    assert contest.podium()[0][0] == 1


def test_pairs_at_scopone_play_their_match_and_it_tells_its_contest(organizer: Caller) -> None:
    contest = Contest(
        organizer,
        *(name for pair in PAIRS for name in pair),
        ruleset="scopone",
        format="league",
        entrants=PAIRS,
        order=PAIRS,
        params={"target": 3},
    )
    [fixture] = contest.fixtures()
    response = organizer.post("/v1/matches", json={"fixture": fixture["id"], "first_dealer": 0})
    assert [seat["name"] for seat in response.json()["seats"]] == ["Ana", "Carla", "Beto", "Dani"]
    events = list(play_out("scopone", 4, "pairs", first_dealer=0, params=(("target", 3),)))
    view = organizer.tell(response.json()["id"], events)["view"]
    assert (view["status"], view["phase"]) == ("finished", "finished")
    fixture_after = contest.fixtures()[0]
    assert (fixture_after["state"], fixture_after["result"]["points"]) == ("played", view["score"]["totals"])
    [winner] = view["result"]["winner_sides"]
    assert contest.podium()[0][1] == ["Ana / Beto", "Carla / Dani"][winner]
