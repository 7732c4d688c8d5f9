"""The latest results of all championships, from every source. The last decided is the first, and no void result is listed."""

from typing import Any

import pytest

from tests.support.organizing import Contest
from tests.support.service import Caller

FOUR = ("Ana", "Beto", "Carla", "Dani")


def results(public: Caller, **query: Any) -> list[dict[str, Any]]:
    return list(public.get("/v1/results", params=query).json()["items"])


def ids(items: list[dict[str, Any]]) -> list[str]:
    return [one["fixture"]["id"] for one in items]


@pytest.fixture
def league(organizer: Caller) -> Contest:
    return Contest(organizer, *FOUR, format="league")


def test_every_way_to_a_result_is_there_the_last_first(organizer: Caller, public: Caller, league: Contest) -> None:
    by_result = league.report({"Ana": 40, "Beto": 64})
    absent = league.fixture("Carla", "Dani")
    response = organizer.post(f"/v1/fixtures/{absent['id']}/walkover", json={"absent": ["Dani"], "reason": "no viene"})
    assert response.status_code == 201, response.text
    by_match = league.fixture("Ana", "Carla")
    match = organizer.post("/v1/matches", json={"fixture": by_match["id"], "first_dealer": 0}).json()["id"]
    for _ in range(4):
        organizer.tell(match, {"type": "count", "figures": {"points": [10, 16]}})
    items = results(public, championship=league.championship)
    assert ids(items) == [by_match["id"], absent["id"], by_result["id"]]
    assert [one["fixture"] for one in items] == [
        organizer.get(f"/v1/fixtures/{one}").json() for one in (by_match["id"], absent["id"], by_result["id"])
    ]
    assert {(one["name"], one["ruleset"]) for one in items} == {("Fiestas", "hearts.castillar")}
    assert sorted((one["decided_at"] for one in items), reverse=True) == [one["decided_at"] for one in items]


def test_a_correction_comes_first_and_the_old_result_is_gone(public: Caller, league: Contest) -> None:
    first = league.report({"Ana": 40, "Beto": 64})
    second = league.report({"Carla": 44, "Dani": 60})
    assert ids(results(public, championship=league.championship)) == [second["id"], first["id"]]
    assert league.correct({"Ana": 64, "Beto": 40}).status_code == 200
    items = results(public, championship=league.championship)
    assert ids(items) == [first["id"], second["id"]]
    assert sorted(items[0]["fixture"]["result"]["points"]) == [40, 64]


def test_a_match_that_goes_on_after_all_has_no_result(organizer: Caller, public: Caller, league: Contest) -> None:
    fixture = league.fixture("Ana", "Beto")
    match = organizer.post("/v1/matches", json={"fixture": fixture["id"], "first_dealer": 0}).json()["id"]
    for _ in range(4):
        organizer.tell(match, {"type": "count", "figures": {"points": [10, 16]}})
    assert ids(results(public, championship=league.championship)) == [fixture["id"]]
    organizer.tell(match, {"type": "retract", "to": 3, "reason": "mal contada"})
    assert results(public, championship=league.championship) == []


def test_it_is_bounded_whatever_there_is(public: Caller, league: Contest) -> None:
    for pair in (("Ana", "Beto"), ("Carla", "Dani"), ("Ana", "Carla")):
        league.report(dict(zip(pair, (40, 64), strict=True)))
    answer = public.get("/v1/results", params={"limit": 2})
    assert len(answer.json()["items"]) == 2
    assert (
        public.get("/v1/results", params={"limit": 2}, headers={"If-None-Match": answer.headers["etag"]}).status_code
        == 304
    )


def test_the_names_in_it_go_with_an_erasure(organizer: Caller, public: Caller, league: Contest) -> None:
    league.report({"Ana": 40, "Beto": 64})
    before = results(public, championship=league.championship)
    ana = next(one for one in before[0]["fixture"]["entrants"] if one["name"] == "Ana")
    assert organizer.delete(f"/v1/players/{ana['id']}").status_code == 204
    assert "Ana" not in str(results(public, championship=league.championship))
