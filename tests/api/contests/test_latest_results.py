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


def test_the_results_of_a_person_are_found_under_every_id_of_theirs(organizer: Caller, public: Caller) -> None:
    pairs = Contest(organizer, *FOUR, ruleset="guinote", format="league", order=[["Ana", "Beto"], ["Carla", "Dani"]])
    of_pairs = pairs.fixtures()[0]
    absent = {"absent": [of_pairs["entrants"][1]["id"]], "reason": "no vienen"}
    assert organizer.post(f"/v1/fixtures/{of_pairs['id']}/walkover", json=absent).is_success
    [beto] = [one for one in of_pairs["entrants"][0]["players"] if one["name"] == "Beto"]
    assert ids(results(public, player=beto["id"])) == [of_pairs["id"]]
    alone = Contest(organizer, *FOUR, format="league")
    alone.report({"Carla": 40, "Dani": 64})
    by_beto = alone.report({"Ana": 40, "Beto": 64})
    twin = next(one for one in by_beto["entrants"] if one["name"] == "Beto")
    merge = {"into": beto["id"], "reason": "dos veces inscrito"}
    assert organizer.post(f"/v1/players/{twin['id']}/merge", json=merge).is_success
    for id_ in (beto["id"], twin["id"]):
        assert ids(results(public, player=id_)) == [by_beto["id"], of_pairs["id"]]
    assert ids(results(public, player=beto["id"], ruleset="guinote")) == [of_pairs["id"]]


def test_what_is_new_is_asked_for_by_time(public: Caller, league: Contest) -> None:
    first = league.report({"Ana": 40, "Beto": 64})
    second = league.report({"Carla": 44, "Dani": 60})
    at = {one["fixture"]["id"]: one["decided_at"] for one in results(public, championship=league.championship)}
    since = at[second["id"]]
    newest = [second["id"]] if at[first["id"]] < since else [second["id"], first["id"]]
    assert ids(results(public, championship=league.championship, since=since)) == newest
    assert league.correct({"Ana": 64, "Beto": 40}).is_success
    assert ids(results(public, championship=league.championship, since=since)) == [first["id"], second["id"]]
    assert results(public, championship=league.championship, since="2999-01-01T00:00:00Z") == []


def test_who_played_it_stays_after_a_substitution(organizer: Caller, public: Caller, league: Contest) -> None:
    fixture = league.report({"Ana": 40, "Beto": 64})
    league_players = organizer.get(f"/v1/championships/{league.championship}").json()["players"]
    ana = next(one["id"] for one in league_players if one["name"] == "Ana")
    body = {"players": [{"name": "Eva", "distinct": True}]}
    assert organizer.post(f"/v1/championships/{league.championship}/players", json=body).is_success
    assert league.do("substitutions", out="Ana", **{"in": "Eva"}, reason="lesión").is_success
    entrants = {one["id"] for item in results(public, player=ana) for one in item["fixture"]["entrants"]}
    assert ids(results(public, player=ana)) == [fixture["id"]] and ana in entrants
