"""Late entries over HTTP: into leagues and groups, and what is said where nobody comes in any more."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.desk import PAIRS, WHY, assert_ok, tables, taken_back
from tests.support.inside import Clock, inside
from tests.support.organizing import TEN, Contest
from tests.support.service import BEARER, Caller

LATE = {"late_until": 2}
GROUPS = {"size": 3, "through": 1, "then": "final"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path: Path = tmp_path_factory.mktemp("late") / "late.sqlite"
    with inside(str(path), Clock()) as caller:
        caller.headers.update(BEARER)
        yield caller


def newcomers(contest: Contest, *names: str) -> None:
    body = {"players": [{"name": name, "distinct": True} for name in names]}
    assert_ok(contest.client.post(f"/v1/championships/{contest.championship}/players", json=body))


def come(contest: Contest, player: Any = "Zoe", **more: Any) -> httpx.Response:
    return contest.do("entrants", player=player, reason="venía de lejos", **more)


def league(client: Caller, **params: Any) -> Contest:
    contest = Contest(client, *TEN[:4], ruleset="corona", format="league", params=LATE | params)
    newcomers(contest, "Zoe")
    return contest


def play_round(contest: Contest, number: int) -> None:
    for fixture in contest.fixtures():
        if fixture["round"] == number and fixture["state"] == "pending":
            assert_ok(contest.client.post(f"/v1/fixtures/{fixture['id']}/result", json={"points": [1, 0]}))


def refused_with(answer: httpx.Response, *words: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (409, "impossible"), answer.text
    assert answer.json()["rule"] == "format.late"
    assert all(word in answer.json()["detail"] for word in words), answer.json()["detail"]


def test_a_newcomer_plays_everybody_and_nothing_drawn_changes(client: Caller) -> None:
    contest = league(client)
    play_round(contest, 1)
    drawn = contest.fixtures()
    tried = client.post(f"/v1/contests/{contest.id}/entrants?dry_run=true", json={"player": "Zoe"})
    assert (tried.status_code, contest.fixtures()) == (200, drawn)
    done = assert_ok(come(contest))
    [row] = [one for one in done["difference"]["rows"] if one["before"] is None]
    assert row["player"]["name"] == "Zoe"
    assert contest.fixtures()[: len(drawn)] == drawn
    assert len(contest.fixtures()) == len(drawn) + 4
    assert [one["name"] for one in contest.view()["entrants"]] == [*TEN[:4], "Zoe"]
    for number in range(2, 9):
        play_round(contest, number)
    assert contest.view()["phase"] == "finished"
    assert {row["player"]["name"]: row["j"] for row in contest.standings()["rows"]} == dict.fromkeys(
        (*TEN[:4], "Zoe"), 4
    )


def test_a_late_entry_is_taken_back(client: Caller) -> None:
    contest = league(client)
    play_round(contest, 1)
    before = tables(contest)
    version = assert_ok(come(contest))["version"]
    path = f"/v1/contests/{contest.id}/decisions/{version}"
    play_round(contest, 4)
    refusal = client.delete(path, params=WHY)
    assert (refusal.status_code, refusal.json()["code"]) == (409, "closed"), refusal.text
    played = next(one for one in contest.fixtures() if one["round"] == 4)
    taken_back(contest, f"/v1/fixtures/{played['id']}/result")
    taken_back(contest, path)
    assert tables(contest) == before
    assert_ok(come(contest))


def test_a_pair_comes_into_a_league_of_pairs(client: Caller) -> None:
    contest = Contest(client, *TEN[:8], ruleset="guinote", format="league", order=PAIRS, params=LATE)
    newcomers(contest, "Zoe", "Yago")
    alone = come(contest, "Zoe")
    assert (alone.status_code, alone.json()["code"]) == (422, "inconsistent")
    assert_ok(come(contest, ["Zoe", "Yago"]))
    assert contest.view()["entrants"][-1]["name"] == "Zoe / Yago"
    again = come(contest, ["Zoe", "Yago"])
    assert (again.status_code, again.json()["code"]) == (422, "inconsistent")


def test_a_free_place_of_a_group_is_taken_once(client: Caller) -> None:
    """Somebody left: their place is free, and they cannot come back while it is taken."""
    contest = Contest(client, *TEN[:6], ruleset="corona", format="groups", params=GROUPS | LATE)
    newcomers(contest, "Zoe", "Yago")
    refused_with(come(contest), "no place is free", "cancel the contest")
    assert_ok(contest.do("withdrawals", player="Beto", reason="se va"))
    version = assert_ok(come(contest))["version"]
    rows = [row["player"]["name"] for row in contest.standings()["groups"][0]["rows"]]
    assert sorted(rows) == ["Ana", "Carla", "Zoe"]
    refused_with(come(contest, "Yago"), "no place is free")
    refusal = client.delete(f"/v1/contests/{contest.id}/withdrawals/Beto", params=WHY)
    assert [one["version"] for one in refusal.json()["undo_first"]] == [version]
    for number in range(1, 6):
        play_round(contest, number)
    assert contest.view()["phase"] == "final"


def test_too_late_says_until_when_and_what_else_can_be_done(client: Caller) -> None:
    contest = league(client)
    play_round(contest, 1)
    play_round(contest, 2)
    refused_with(come(contest), "until round 2", "round 2 is being played", "another contest")
    assert_ok(contest.do("withdrawals", player="Beto", reason="se va"))
    refused_with(come(contest), "(Beto)", "substitution")


CLOSED: list[dict[str, Any]] = [
    {"ruleset": "corona", "format": "league"},
    {"ruleset": "corona", "format": "knockout"},
    {"ruleset": "corona", "format": "groups", "params": {"size": 2, "through": 1}},
    {"format": "single"},
    {"format": "castillar"},
]


@pytest.mark.parametrize("body", CLOSED, ids=lambda body: body["format"])
def test_a_contest_that_names_no_round_takes_nobody(client: Caller, body: dict[str, Any]) -> None:
    contest = Contest(client, *TEN[:4], **body)
    newcomers(contest, "Zoe")
    known = contest.view()["version"]
    refused_with(come(contest), "cancel the contest, and draw it again")
    assert contest.view()["version"] == known


@pytest.mark.parametrize("pairs", [False, True], ids=["persons", "pairs"])
def test_a_late_entry_stays_while_the_newcomer_has_another_place(client: Caller, pairs: bool) -> None:
    """Who came in late is called up in another's place: without the entry, that would be somebody from outside."""
    people = (*TEN, "Kiko", "Lola")[: 12 if pairs else 6]
    order = [[*people[n : n + 2]] for n in range(0, 12, 2)] if pairs else [*people]
    ruleset = "guinote" if pairs else "corona"
    contest = Contest(client, *people, ruleset=ruleset, format="groups", order=order, params=GROUPS | LATE)
    newcomers(contest, "Zoe", "Yago")
    entrants = [one["id"] for one in contest.view()["entrants"]]
    assert_ok(contest.do("withdrawals", player=entrants[0], reason="se va"))
    done = assert_ok(come(contest, ["Zoe", "Yago"] if pairs else "Zoe"))
    newcomer = done["entrants"][-1]["id"]
    assert_ok(contest.do("substitutions", out=entrants[3], reason="enferma", **{"in": newcomer}))
    known = tables(contest)
    refusal = client.delete(f"/v1/contests/{contest.id}/decisions/{done['version']}", params=WHY)
    assert (refusal.status_code, refusal.json()["code"]) == (409, "impossible"), refusal.text
    assert [one["type"] for one in refusal.json()["undo_first"]] == ["entrant_substituted"]
    assert tables(contest) == known
