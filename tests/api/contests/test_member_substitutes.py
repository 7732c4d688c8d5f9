"""Members of teams who give their place at a board to another, over HTTP (teams.substitutes)."""

from collections.abc import Mapping
from typing import Any

import httpx
import pytest

from tests.support.service import Caller, refusal_of
from tests.support.teams_at_work import TEAMS, WON, TeamContest

FIRST, SECOND, _ = TEAMS
BOTH = (FIRST, SECOND)
LARGE = {FIRST: (*TEAMS[FIRST], "Emilia"), SECOND: (*TEAMS[SECOND], "Íñigo")}
"""Ana and Beto sit at the first board, Carla and Dani at the others, and Emilia waits; so with the other team."""


def lined_up(desk: Caller, **teams_more: Any) -> TeamContest:
    contest = TeamContest(desk, LARGE, teams_more=teams_more)
    contest.line_up(contest.encounter(*BOTH))
    return contest


def names_at(contest: TeamContest, board: int, team: str = FIRST) -> list[str]:
    fixture = contest.encounter(*BOTH)
    place = [one["name"] for one in fixture["entrants"]].index(team)
    return [one["name"] for one in fixture["boards"][board - 1]["players"][place]]


def change(contest: TeamContest, board: int, out: str, into: str) -> httpx.Response:
    fixture = contest.encounter(*BOTH)
    body = {"out": out, "in": into, "reason": "se encuentra mal"}
    return contest.client.post(f"/v1/fixtures/{fixture['id']}/boards/{board}/substitutions", json=body)


def take_back(contest: TeamContest, version: int) -> httpx.Response:
    return contest.client.delete(f"/v1/contests/{contest.id}/decisions/{version}", params={"reason": "otra idea"})


def test_a_member_comes_in_before_the_board_is_decided(desk: Caller) -> None:
    contest = lined_up(desk)
    answer = change(contest, 1, "Beto", "Emilia")
    assert answer.status_code == 201, answer.text
    assert names_at(contest, 1) == ["Ana", "Emilia"]
    assert contest.board(BOTH, 1, WON[0]).is_success
    # Who has played the own board may come to one that is not decided.
    assert change(contest, 3, "Dani", "Ana").is_success
    assert (names_at(contest, 3), names_at(contest, 1)) == (["Ana"], ["Ana", "Emilia"])
    item = desk.get(f"/v1/contests/{contest.id}/decisions").json()["items"][-1]
    assert (item["type"], item["board"], [one["name"] for one in item["concerns"]], item["reason"]) == (
        "member_substituted",
        3,
        ["Dani", "Ana"],
        "se encuentra mal",
    )


@pytest.mark.parametrize(
    ("board", "out", "into", "path"),
    [
        pytest.param(2, "Ana", "Emilia", "$.out", id="sits elsewhere"),
        pytest.param(2, "Emilia", "Dani", "$.out", id="sits nowhere"),
        pytest.param(2, "Carla", "Dani", "$.in", id="sits at another board"),
        pytest.param(1, "Ana", "Beto", "$.in", id="is the partner"),
        pytest.param(2, "Carla", "Carla", "$.in", id="is the same"),
        pytest.param(2, "Carla", "Íñigo", "$.in", id="is of the other team"),
    ],
)
def test_what_cannot_be_says_where(desk: Caller, board: int, out: str, into: str, path: str) -> None:
    contest = lined_up(desk)
    version = contest.view()["version"]
    refusal = change(contest, board, out, into)
    assert (refusal.status_code, refusal.json()["rule"]) == (422, "teams.substitutes"), refusal.text
    assert [one["path"] for one in refusal.json()["errors"]] == [path]
    # A page names people by their ids: it is told the same, by name.
    ids = {one["name"]: one["id"] for team in contest.view()["entrants"] for one in team["players"]}
    assert change(contest, board, ids[out], ids[into]).json()["errors"] == refusal.json()["errors"]
    assert contest.view()["version"] == version


@pytest.mark.parametrize("is_walkover", [False, True])
def test_never_within_a_board_nor_without_line_ups(desk: Caller, is_walkover: bool) -> None:
    bare = TeamContest(desk, LARGE)
    assert change(bare, 1, "Beto", "Emilia").json()["rule"] == "teams.substitutes"
    contest = lined_up(desk)
    if is_walkover:
        path = f"/v1/fixtures/{contest.encounter(*BOTH)['id']}/boards/1/walkover"
        assert desk.post(path, json={"absent": [FIRST], "reason": "no vienen"}).is_success
    else:
        assert contest.board(BOTH, 1, WON[0]).is_success
    refusal = change(contest, 1, "Beto", "Emilia")
    assert refusal_of(refusal, 409, "impossible")
    assert change(contest, 4, "Beto", "Emilia").status_code == 404


@pytest.mark.parametrize(("terms", "most"), [({"substitutes": 0}, 0), ({"substitutes": 2}, 2), ({}, 6)])
def test_as_often_as_the_contest_allows(desk: Caller, terms: Mapping[str, int], most: int) -> None:
    contest = lined_up(desk, **terms)
    assert contest.view()["teams"].get("substitutes") == terms.get("substitutes")
    both_ways = [("Carla", "Emilia"), ("Emilia", "Carla")] * 4
    answers = [change(contest, 2, *pair).status_code for pair in both_ways[: most + 1]]
    assert answers == [201] * most + [409 if terms else 201]
    # The limit is of each team, and one that was taken back does not count.
    assert change(contest, 2, "Gala", "Íñigo").status_code == (201 if most else 409)
    if most == 2:
        [version] = [
            one["version"]
            for one in desk.get(f"/v1/contests/{contest.id}/decisions").json()["items"]
            if one["type"] == "member_substituted" and one["concerns"][0]["name"] == "Emilia"
        ]
        # That of the rivals, at the same board, came later.
        last = contest.view()["version"]
        assert take_back(contest, last).is_success
        assert take_back(contest, version).is_success
        assert change(contest, 2, "Emilia", "Carla").is_success


def test_it_is_taken_back_before_the_board_is_decided(desk: Caller) -> None:
    contest = lined_up(desk)
    assert change(contest, 2, "Carla", "Emilia").is_success
    version = contest.view()["version"]
    refusal = desk.delete(
        f"/v1/fixtures/{contest.encounter(*BOTH)['id']}/lineups/{contest.encounter(*BOTH)['entrants'][0]['id']}",
        params={"reason": "otra vez"},
    )
    assert refusal.json()["undo_first"] == [{"version": version, "type": "member_substituted"}]
    assert contest.board(BOTH, 2, WON[1]).is_success
    late = take_back(contest, version)
    assert late.json()["undo_first"] == [{"version": version + 1, "type": "board_reported"}]
    assert take_back(contest, version + 1).is_success
    assert take_back(contest, version).is_success
    assert names_at(contest, 2) == ["Carla"]


def test_a_board_that_is_open_again_has_nobody_who_sits_at_another(desk: Caller) -> None:
    contest = lined_up(desk)
    assert contest.board(BOTH, 2, WON[1]).is_success
    result = contest.view()["version"]
    assert change(contest, 3, "Dani", "Carla").is_success
    refusal = take_back(contest, result)
    assert refusal_of(refusal, 409, "impossible")
    assert refusal.json()["undo_first"] == [{"version": result + 1, "type": "member_substituted"}]
    assert take_back(contest, result + 1).is_success
    assert take_back(contest, result).is_success
