"""Late entries over HTTP: into leagues and groups, and the answer once entries are closed."""

from collections.abc import Callable
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


def enter_late(contest: Contest, player: Any = "Zoe", **more: Any) -> httpx.Response:
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
    fixtures = contest.fixtures()
    trial = client.post(f"/v1/contests/{contest.id}/entrants?dry_run=true", json={"player": "Zoe"})
    assert (trial.status_code, contest.fixtures()) == (200, fixtures)
    answer = assert_ok(enter_late(contest))
    [row] = [one for one in answer["difference"]["rows"] if one["before"] is None]
    assert row["player"]["name"] == "Zoe"
    assert contest.fixtures()[: len(fixtures)] == fixtures
    assert len(contest.fixtures()) == len(fixtures) + 4
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
    version = assert_ok(enter_late(contest))["version"]
    path = f"/v1/contests/{contest.id}/decisions/{version}"
    play_round(contest, 4)
    refusal = client.delete(path, params=WHY)
    assert (refusal.status_code, refusal.json()["code"]) == (409, "closed"), refusal.text
    fixture = next(one for one in contest.fixtures() if one["round"] == 4)
    taken_back(contest, f"/v1/fixtures/{fixture['id']}/result")
    taken_back(contest, path)
    assert tables(contest) == before
    assert_ok(enter_late(contest))


def test_a_pair_comes_into_a_league_of_pairs(client: Caller) -> None:
    contest = Contest(client, *TEN[:8], ruleset="guinote", format="league", order=PAIRS, params=LATE)
    newcomers(contest, "Zoe", "Yago")
    alone = enter_late(contest, "Zoe")
    assert (alone.status_code, alone.json()["code"]) == (422, "inconsistent")
    assert_ok(enter_late(contest, ["Zoe", "Yago"]))
    assert contest.view()["entrants"][-1]["name"] == "Zoe / Yago"
    again = enter_late(contest, ["Zoe", "Yago"])
    assert (again.status_code, again.json()["code"]) == (422, "inconsistent")


def test_a_free_place_of_a_group_is_taken_once(client: Caller) -> None:
    """A player left: the place is free, and the player cannot come back while it is taken."""
    contest = Contest(client, *TEN[:6], ruleset="corona", format="groups", params=GROUPS | LATE)
    newcomers(contest, "Zoe", "Yago")
    refused_with(enter_late(contest), "no place is free", "cancel the contest")
    assert_ok(contest.do("withdrawals", player="Beto", reason="se va"))
    version = assert_ok(enter_late(contest))["version"]
    rows = [row["player"]["name"] for row in contest.standings()["groups"][0]["rows"]]
    assert sorted(rows) == ["Ana", "Carla", "Zoe"]
    refused_with(enter_late(contest, "Yago"), "no place is free")
    refusal = client.delete(f"/v1/contests/{contest.id}/withdrawals/Beto", params=WHY)
    assert [one["version"] for one in refusal.json()["undo_first"]] == [version]
    for number in range(1, 6):
        play_round(contest, number)
    assert contest.view()["phase"] == "final"


def test_too_late_says_until_when_and_what_else_can_be_done(client: Caller) -> None:
    contest = league(client)
    play_round(contest, 1)
    play_round(contest, 2)
    refused_with(enter_late(contest), "until round 2", "round 2 is being played", "another contest")
    assert_ok(contest.do("withdrawals", player="Beto", reason="se va"))
    refused_with(enter_late(contest), "(Beto)", "once that is undone")


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
    version = contest.view()["version"]
    refused_with(enter_late(contest), "cancel the contest, and draw it again")
    assert contest.view()["version"] == version


@pytest.mark.parametrize("pairs", [False, True], ids=["persons", "pairs"])
def test_a_late_entry_stays_while_the_newcomer_has_another_place(client: Caller, pairs: bool) -> None:
    """The late entrant is called up in another's place. Without the entry, a call-up from outside would be left."""
    people = (*TEN, "Kiko", "Lola")[: 12 if pairs else 6]
    order = [[*people[n : n + 2]] for n in range(0, 12, 2)] if pairs else [*people]
    ruleset = "guinote" if pairs else "corona"
    contest = Contest(client, *people, ruleset=ruleset, format="groups", order=order, params=GROUPS | LATE)
    newcomers(contest, "Zoe", "Yago")
    entrants = [one["id"] for one in contest.view()["entrants"]]
    assert_ok(contest.do("withdrawals", player=entrants[0], reason="se va"))
    answer = assert_ok(enter_late(contest, ["Zoe", "Yago"] if pairs else "Zoe"))
    newcomer = answer["entrants"][-1]["id"]
    assert_ok(contest.do("substitutions", out=entrants[3], reason="enferma", **{"in": newcomer}))
    before = tables(contest)
    refusal = client.delete(f"/v1/contests/{contest.id}/decisions/{answer['version']}", params=WHY)
    assert (refusal.status_code, refusal.json()["code"]) == (409, "impossible"), refusal.text
    assert [one["type"] for one in refusal.json()["undo_first"]] == ["entrant_substituted"]
    assert tables(contest) == before


# Names


def try_and_enter(client: Caller, contest: Contest, player: Any, **more: Any) -> httpx.Response:
    """Tries an entry, which stores nothing, and then makes it: both answers are the same."""
    path, body = f"/v1/contests/{contest.id}/entrants", {"player": player} | more
    version = contest.view()["version"]
    trial = client.post(f"{path}?dry_run=true", json=body)
    assert contest.view()["version"] == version
    response = client.post(path, json=body)
    assert (trial.is_success, trial.json().get("code")) == (response.is_success, response.json().get("code")), (
        trial.text
    )
    return response


def players(contest: Contest) -> list[str]:
    view = contest.client.get(f"/v1/championships/{contest.championship}").json()
    return [one["name"] for one in view["players"]]


def test_somebody_new_comes_to_the_championship_too(client: Caller) -> None:
    contest = league(client)
    answer = assert_ok(try_and_enter(client, contest, "Wenceslao"))
    assert ([one["name"] for one in answer["entrants"]][-1], players(contest)[-1]) == ("Wenceslao", "Wenceslao")
    again = try_and_enter(client, contest, "Wenceslao")
    assert (again.status_code, again.json()["code"]) == (422, "inconsistent")
    taken_back(contest, f"/v1/contests/{contest.id}/decisions/{answer['version']}")
    assert len(assert_ok(try_and_enter(client, contest, "Wenceslao"))["entrants"]) == 5
    assert players(contest).count("Wenceslao") == 1


def part_in_nothing(contest: Contest, name: str) -> None:
    """Checks that the newcomer takes part in nothing else."""


def a_card(contest: Contest, name: str) -> None:
    body = {"player": name, "card": "yellow", "reason": "grita"}
    assert_ok(contest.client.post(f"/v1/championships/{contest.championship}/sanctions", json=body))


def another_contest(contest: Contest, name: str) -> None:
    body = {"ruleset": "corona", "format": "league", "entrants": [TEN[0], name]}
    assert_ok(contest.client.post(f"/v1/championships/{contest.championship}/contests", json=body))


@pytest.mark.parametrize(("part", "stays"), [(part_in_nothing, False), (a_card, True), (another_contest, True)])
@pytest.mark.parametrize("pairs", [False, True], ids=["persons", "pairs"])
def test_who_came_to_the_championship_with_an_entry_leaves_it_with_that(
    client: Caller, pairs: bool, part: Callable[[Contest, str], None], stays: bool
) -> None:
    """A player of the championship from before stays, and so does one with another part in it."""
    people = TEN[:8] if pairs else TEN[:4]
    order = PAIRS if pairs else [*people]
    contest = Contest(
        client, *people, ruleset="guinote" if pairs else "corona", format="league", order=order, params=LATE
    )
    newcomers(contest, "Zoe")
    before = tables(contest)
    answer = assert_ok(enter_late(contest, ["Zoe", "Novata"] if pairs else "Novata", distinct=False))
    assert players(contest)[-1] == "Novata"
    part(contest, "Novata")
    path = f"/v1/contests/{contest.id}/decisions/{answer['version']}"
    change = taken_back(contest, path)["difference"]["general"]
    leavers = [row["player"]["name"] for row in change if row["after"] is None]
    assert leavers == ([] if stays else ["Novata"])
    assert players(contest) == [*people, "Zoe", *(["Novata"] if stays else [])]
    if not stays:
        assert tables(contest) == before


def test_who_was_in_the_championship_before_the_entry_stays(client: Caller) -> None:
    contest = league(client)
    answer = assert_ok(enter_late(contest))
    taken_back(contest, f"/v1/contests/{contest.id}/decisions/{answer['version']}")
    assert players(contest)[-1] == "Zoe"


@pytest.mark.parametrize("answer", ["alone", "whole"])
def test_a_name_that_is_there_already_is_asked_about(client: Caller, answer: str) -> None:
    """One letter is Cyrillic: the name reads like that of one player of the championship, and of no other."""
    contest = league(client)
    newcomers(contest, f"Rosa {answer}")
    name = f"Rоsa {answer}"
    [rosa] = client.get(f"/v1/championships/{contest.championship}").json()["players"][-1:]
    response = try_and_enter(client, contest, name)
    assert (response.status_code, response.json()["code"]) == (422, "ambiguous"), response.text
    assert ([one["id"] for one in response.json()["people"]], response.json()["errors"][0]["path"]) == (
        [rosa["id"]],
        "$.player",
    )

    def enter_by_name(**flags: bool) -> httpx.Response:
        return (
            try_and_enter(client, contest, {"name": name} | flags)
            if answer == "alone"
            else try_and_enter(client, contest, name, **flags)
        )

    both = enter_by_name(distinct=True, reuse=True)
    assert (both.status_code, both.json()["code"]) == (400, "malformed"), both.text
    same = assert_ok(enter_by_name(reuse=True))
    assert same["entrants"][-1] == rosa
    other = assert_ok(enter_by_name(distinct=True))
    assert (other["entrants"][-1]["name"], len(players(contest))) == (name, 7)


def test_the_exact_name_of_a_player_is_theirs_unless_it_is_said_otherwise(client: Caller) -> None:
    contest = league(client)
    assert_ok(try_and_enter(client, contest, "Zoe", distinct=True))
    assert players(contest)[-2:] == ["Zoe", "Zoe"]
    two = try_and_enter(client, contest, "Zoe")
    assert (two.status_code, two.json()["code"], len(two.json()["people"])) == (422, "ambiguous", 2), two.text


def test_a_name_of_another_championship_is_warned_of(client: Caller) -> None:
    Contest(client, "Nicanor", "Olegario", ruleset="corona", format="league")
    contest = league(client)
    path, body = f"/v1/contests/{contest.id}/entrants", {"player": "Nicanor"}
    response = client.post(path, json=body, headers={"Idempotency-Key": f"nicanor-{contest.id}"})
    [warning] = assert_ok(response)["warnings"]
    assert (warning["code"], warning["path"]) == ("namesake", "$.player")
    again = client.post(path, json=body, headers={"Idempotency-Key": f"nicanor-{contest.id}"})
    assert again.json() == response.json()
    elsewhere = warning["people"][0]["id"]
    answer = assert_ok(try_and_enter(client, contest, elsewhere))
    assert ("warnings" in answer, answer["entrants"][-1]["id"]) == (False, elsewhere)


def test_a_pair_of_somebody_there_and_somebody_new_comes(client: Caller) -> None:
    contest = Contest(client, *TEN[:8], ruleset="guinote", format="league", order=PAIRS, params=LATE)
    newcomers(contest, "Zoe")
    twice = try_and_enter(client, contest, ["Zoe", TEN[0]])
    assert (twice.status_code, TEN[0] in twice.json()["detail"]) == (422, True), twice.text
    response = try_and_enter(client, contest, ["Zoe", "Zоe"])
    assert [one["path"] for one in response.json()["errors"]] == ["$.player[1]"], response.text
    answer = assert_ok(try_and_enter(client, contest, ["Zoe", {"name": "Zоe", "distinct": True}]))
    assert (answer["entrants"][-1]["name"], players(contest)[-1]) == ("Zoe / Zоe", "Zоe")


def test_nobody_is_entered_where_nobody_comes_in(client: Caller) -> None:
    contest = Contest(client, *TEN[:4], ruleset="corona", format="knockout")
    newcomers(contest, "Zoe")
    for player in ("Wenceslao", "Zоe", "Zoe"):
        refused_with(try_and_enter(client, contest, player), "cancel the contest, and draw it again")
    assert players(contest) == [*TEN[:4], "Zoe"]
    unknown = try_and_enter(client, league(client), "01920000-0000-7000-8000-000000000099")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "not-found")


def test_a_newcomer_is_in_two_matches_at_once_as_anybody_is(client: Caller) -> None:
    contest = league(client)
    assert_ok(enter_late(contest))
    body = {"ruleset": "corona", "format": "league", "entrants": ["Zoe", "Ana"], "order": ["Zoe", "Ana"]}
    other = assert_ok(client.post(f"/v1/championships/{contest.championship}/contests", json=body))["fixtures"][0]
    at = {"starts_at": "2026-08-15T17:00:00Z"}
    assert_ok(client.put(f"/v1/fixtures/{other['id']}/schedule", json=at))
    own = contest.fixture("Zoe", "Beto")
    [warning] = assert_ok(client.put(f"/v1/fixtures/{own['id']}/schedule", json=at))["warnings"]
    assert (warning["fixture"], [one["name"] for one in warning["people"]]) == (other["id"], ["Zoe"])


def test_what_is_offered_in_place_of_a_late_entry_works(client: Caller) -> None:
    contest = Contest(client, *TEN[:6], format="groups", params=GROUPS | {"late_until": 3})
    newcomers(contest, "Zoe")
    first = contest.fixtures("group")[0]
    leaver, other = first["entrants"][0], 3 - first["group"]
    fixture = next(one for one in contest.fixtures("group") if leaver not in one["entrants"])
    contest.report({one["name"]: points for one, points in zip(fixture["entrants"], (40, 64), strict=True)})
    assert_ok(contest.do("withdrawals", player=leaver["id"], **WHY))
    detail = enter_late(contest, group=other).json()["detail"]
    assert detail == f"no place is free in that group: there is one in group {first['group']}"
    change = {"out": leaver["id"], "in": "Zoe", **WHY}
    assert "undo the withdrawal first" in contest.do("substitutions", **change).json()["detail"]
    assert_ok(client.delete(f"/v1/contests/{contest.id}/withdrawals/{leaver['id']}", params=WHY))
    assert_ok(contest.do("substitutions", **change))
