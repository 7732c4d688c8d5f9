"""The referee's clock of all matches of a contest: given at its draw, taken by each of its matches."""

from typing import Any

from tests.support.organizing import Contest
from tests.support.service import Caller

CLOCK = {"turn_seconds": 60, "match_seconds": 2_700}


def league(organizer: Caller, **more: Any) -> Contest:
    return Contest(organizer, "Ana", "Beto", "Carla", format="league", **more)


def test_every_match_of_a_contest_takes_its_clock_and_what_its_own_opening_says_otherwise(organizer: Caller) -> None:
    contest = league(organizer, timing=CLOCK)
    assert contest.view()["timing"] == CLOCK
    first, second, *_ = contest.view()["fixtures"]
    taken = organizer.post("/v1/matches", json={"fixture": first["id"]}).json()
    assert (taken["timing"], taken["match_clock"]["left"]) == (CLOCK, 2_700)
    own = organizer.post("/v1/matches", json={"fixture": second["id"], "timing": {"turn_seconds": 30}}).json()
    assert (own["timing"], own["match_clock"]["left"]) == (CLOCK | {"turn_seconds": 30}, 2_700)


def test_a_contest_without_a_clock_says_nothing_of_it(organizer: Caller) -> None:
    contest = league(organizer)
    assert "timing" not in contest.view()
    match = organizer.post("/v1/matches", json={"fixture": contest.view()["fixtures"][0]["id"]}).json()
    assert not {"timing", "clock", "match_clock"} & match.keys()


def test_what_no_match_of_it_could_take_is_refused_at_the_draw(organizer: Caller) -> None:
    championship = organizer.post(
        "/v1/championships", json={"name": "Feria", "players": ["Ana", "Beto", "Carla", "Dani"]}
    ).json()["id"]
    body = {"ruleset": "hearts.yppedia", "format": "single"}
    for timing, status, path in (({"turn_seconds": 60}, 422, "$.timing.turn_seconds"), ({}, 400, "$.timing")):
        answer = organizer.post(f"/v1/championships/{championship}/contests", json=body | {"timing": timing})
        assert (answer.status_code, answer.json()["errors"][0]["path"]) == (status, path)
    assert organizer.get(f"/v1/championships/{championship}").json()["contests"] == []
