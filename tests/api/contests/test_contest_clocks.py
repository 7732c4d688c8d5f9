"""The referee's clock of a contest: set at the draw or later, and taken by each match opened after that."""

from typing import Any

from tests.support.organizing import Contest
from tests.support.service import Caller, refusal_of

CLOCK = {"turn_seconds": 60, "match_seconds": 2_700}


def league(organizer: Caller, **more: Any) -> Contest:
    return Contest(organizer, "Ana", "Beto", "Carla", format="league", **more)


def test_every_match_of_a_contest_takes_its_clock_and_what_its_own_opening_says_otherwise(organizer: Caller) -> None:
    contest = league(organizer, timing=CLOCK)
    assert contest.view()["timing"] == CLOCK
    first, second, *_ = contest.view()["fixtures"]
    view = organizer.post("/v1/matches", json={"fixture": first["id"]}).json()
    assert (view["timing"], view["match_clock"]["left"]) == (CLOCK, 2_700)
    own = organizer.post("/v1/matches", json={"fixture": second["id"], "timing": {"turn_seconds": 30}}).json()
    assert (own["timing"], own["match_clock"]["left"]) == (CLOCK | {"turn_seconds": 30}, 2_700)


def test_a_contest_without_a_clock_says_nothing_of_it(organizer: Caller) -> None:
    contest = league(organizer)
    assert "timing" not in contest.view()
    match = organizer.post("/v1/matches", json={"fixture": contest.view()["fixtures"][0]["id"]}).json()
    assert not {"timing", "clock", "match_clock"} & match.keys()


def test_what_no_match_of_it_could_take_is_refused_at_the_draw(organizer: Caller) -> None:
    championship = organizer.post(
        "/v1/championships", json={"name": "Feria", "players": ["Ana", "Beto", "Carla", "Dani"], "distinct": True}
    ).json()["id"]
    body = {"ruleset": "hearts.yppedia", "format": "single"}
    for timing, status, path in (({"turn_seconds": 60}, 422, "$.timing.turn_seconds"), ({}, 400, "$.timing")):
        answer = organizer.post(f"/v1/championships/{championship}/contests", json=body | {"timing": timing})
        assert (answer.status_code, answer.json()["errors"][0]["path"]) == (status, path)
    assert organizer.get(f"/v1/championships/{championship}").json()["contests"] == []


def change(contest: Contest, timing: Any, **more: Any) -> Any:
    body = {"timing": timing, "reason": "son pocos minutos"} | more
    return contest.client.put(f"/v1/contests/{contest.id}/timing", json=body)


def test_a_clock_changed_later_holds_for_the_matches_opened_from_then_on(organizer: Caller, public: Caller) -> None:
    """clock.contest: an open match keeps its own clock. The log says which person changed it, when and why."""
    contest = league(organizer, timing=CLOCK)
    first, second, third = (one["id"] for one in contest.view()["fixtures"][:3])
    early = organizer.post("/v1/matches", json={"fixture": first}).json()["id"]
    longer = {"match_seconds": 3_000}
    response = change(contest, longer)
    assert (response.status_code, response.json()["timing"]) == (200, longer)
    assert public.get(f"/v1/contests/{contest.id}").json()["timing"] == longer
    assert public.get(f"/v1/matches/{early}").json()["timing"] == CLOCK
    late = organizer.post("/v1/matches", json={"fixture": second}).json()
    assert (late["timing"], late["match_clock"]["seconds"]) == (longer, 3_000)
    assert "timing" not in change(contest, None, reason="sin prisa").json()
    assert "timing" not in organizer.post("/v1/matches", json={"fixture": third}).json()
    log = public.get(f"/v1/championships/{contest.championship}/events", params={"limit": 500}).json()["items"]
    entries = [one for one in log if one["type"] == "timing_changed"]
    assert [(one["contest"], one.get("timing"), one["reason"]) for one in entries] == [
        (contest.id, longer, "son pocos minutos"),
        (contest.id, None, "sin prisa"),
    ]
    assert all(one["recorded_by"] and one["recorded_at"] for one in entries)


def test_a_clock_that_no_match_could_take_is_not_stored(organizer: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto", "Carla", "Dani", ruleset="hearts.yppedia", format="single")
    for timing, status, path in (
        ({"turn_seconds": 60}, 422, "$.timing.turn_seconds"),
        ({}, 400, "$.timing"),
        ({"match_seconds": 0}, 400, "$.timing.match_seconds"),
    ):
        answer = change(contest, timing)
        assert (answer.status_code, answer.json()["errors"][0]["path"]) == (status, path)
    assert change(contest, None, reason="").status_code == 400
    assert contest.view()["version"] == organizer.get(f"/v1/championships/{contest.championship}").json()["version"]
    assert "timing" not in contest.view()


def test_a_contest_that_is_over_keeps_its_clock(organizer: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto", timing=CLOCK)
    contest.report({"Ana": 40, "Beto": 64})
    assert contest.view()["phase"] == "finished"
    body = refusal_of(change(contest, None), 409, "closed")
    assert body["rule"] == "clock.contest"
    assert contest.view()["timing"] == CLOCK
