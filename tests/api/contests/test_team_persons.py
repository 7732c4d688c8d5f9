"""The persons beside the table of teams, over HTTP (teams.persons)."""

from csv import DictReader
from io import StringIO
from itertools import cycle
from typing import Any

import pytest

from referee.contests.formats import formats
from tests.support.service import Caller
from tests.support.teams_at_work import TEAMS, WON, TeamContest

FIRST, SECOND, THIRD = TEAMS
BOTH = (FIRST, SECOND)
FOUR = {**TEAMS, "San José": ("Mara", "Nuria", "Óscar", "Paco")}
FIGURES = ("j", "g", "e", "p", "boards", "f", "c", "diff")
FORMATS = [id_ for id_, one in formats().items() if one.takes_teams]
PARAMS: dict[str, dict[str, Any]] = {
    "groups": {"size": 2, "through": 1, "then": "final"},
    "rounds": {"round_count": 2},
    "stages": {"stages": [{"format": "rounds", "round_count": 1, "through": 2}, {"format": "knockout"}]},
}
RESULTS = (([3, 1], [1, 3]), ([21, 15], [15, 21]), ([64, 40], [40, 64], [52, 52]))
"""Results of each board, of which the contest takes one after the other."""


@pytest.fixture
def league(desk: Caller) -> TeamContest:
    """A league in which the first encounter has its line-ups."""
    contest = TeamContest(desk)
    contest.line_up(contest.encounter(*BOTH))
    return contest


def persons(contest: TeamContest) -> dict[str | None, tuple[Any, ...]]:
    """The figures of each person, after the place and the team."""
    rows = contest.standings().get("persons", [])
    return {row["player"]["name"]: (row["place"], row["team"]["name"], *(row[one] for one in FIGURES)) for row in rows}


def plainly(contest: TeamContest) -> dict[str, tuple[Any, ...]]:
    """The same, counted from the boards of the fixtures as their readers see them; points are bad at the last board."""
    rows: dict[str, list[Any]] = {}
    teams: dict[str, str] = {}
    for fixture in contest.fixtures():
        if fixture["state"] != "played":
            continue
        for board in fixture["boards"]:
            for side, people in enumerate(board.get("players", [])):
                own, theirs = board["board_points"][side], board["board_points"][1 - side]
                points = board["result"].get("points", [0, 0])
                points = points[::-1] if board["board"] == 3 else points
                more = (1, own > theirs, own == theirs, own < theirs, own, points[side], points[1 - side])
                for one in people:
                    row = rows.setdefault(one["name"], [0] * 7)
                    row[:] = [was + now for was, now in zip(row, more, strict=True)]
                    teams[one["name"]] = fixture["entrants"][side]["name"]
    worth = {name: (row[4], row[1], row[5] - row[6]) for name, row in rows.items()}
    return {
        name: (1 + sum(other > worth[name] for other in worth.values()), teams[name], *row, row[5] - row[6])
        for name, row in rows.items()
    }


@pytest.mark.parametrize("format_", FORMATS)
def test_every_format_of_teams_has_its_persons(desk: Caller, format_: str) -> None:
    contest = TeamContest(desk, FOUR, format=format_, params=PARAMS.get(format_, {}))
    assert persons(contest) == {}
    results = [cycle(results) for results in RESULTS]
    for n in range(12):
        waiting = [one for one in contest.fixtures() if one["state"] == "pending"]
        if not waiting:
            if contest.view()["phase"] == "finished" or not contest.do("rounds").is_success:
                break
            continue
        for fixture in waiting:
            # One without line-ups names nobody.
            if n or fixture is not waiting[-1]:
                contest.line_up(fixture)
            for number, points in enumerate(results, 1):
                answer = desk.post(
                    f"/v1/fixtures/{fixture['id']}/boards/{number}/result", json={"points": next(points)}
                )
                assert answer.status_code == 201, answer.text
            assert persons(contest) == plainly(contest)
    rows = contest.standings()["persons"]
    assert [row["place"] for row in rows] == sorted(row["place"] for row in rows)
    assert [(row["decided_by"], row["above_by"]) for row in rows[:1]] in (
        [[(step, None)] for step in ("boards", "wins", "diff", "open")]
    )


def test_who_sat_when_the_board_was_decided_has_it(league: TeamContest) -> None:
    fixture = league.encounter(*BOTH)
    body = {"out": "Ana", "in": "Dani", "reason": "se va"}
    # Dani sits at the last board, and comes to the first once that is decided.
    assert league.board(BOTH, 3, WON[2]).is_success
    assert league.client.post(f"/v1/fixtures/{fixture['id']}/boards/1/substitutions", json=body).is_success
    assert league.board(BOTH, 1, WON[0]).is_success
    # The encounter has not ended: none of its boards counts for the teams either.
    assert persons(league) == {}
    assert league.board(BOTH, 2, [15, 21]).is_success
    own = {name: figures for name, figures in persons(league).items() if figures[1] == FIRST}
    assert own == {
        "Dani": (1, FIRST, 2, 2, 0, 0, 2, 67, 41, 26),
        "Beto": (3, FIRST, 1, 1, 0, 0, 1, 3, 1, 2),
        "Carla": (6, FIRST, 1, 0, 0, 1, 0, 15, 21, -6),
    }
    assert persons(league) == plainly(league)


@pytest.mark.parametrize("way", ["correction", "walkover", "board taken back", "encounter's walkover"])
def test_whatever_changes_a_board_changes_its_persons(league: TeamContest, way: str) -> None:
    fixture = league.boards(*BOTH)
    before = persons(league)
    assert before == plainly(league)
    path, version = f"/v1/fixtures/{fixture['id']}", league.encounter(*BOTH)["version"]
    headers = {"If-Match": f'"{version}"'}
    absence = {"absent": [FIRST], "reason": "no era quien decía"}
    is_first = fixture["entrants"][0]["name"] == FIRST
    if way == "correction":
        answer = league.client.put(
            f"{path}/boards/2/result", json={"points": [15, 21] if is_first else [21, 15], "reason": "mal apuntado"}
        )
    elif way == "walkover":
        answer = league.client.post(f"{path}/boards/2/walkover", json=absence, headers=headers)
    elif way == "board taken back":
        [at, *_] = [
            one["version"] for one in decisions(league) if one["type"] == "board_reported" and one["board"] == 2
        ]
        answer = league.client.delete(f"/v1/contests/{league.id}/decisions/{at}", params={"reason": "otro día"})
    else:
        for number in (1, 2, 3):
            headers = {"If-Match": f'"{league.encounter(*BOTH)["version"]}"'}
            answer = league.client.post(f"{path}/boards/{number}/walkover", json=absence, headers=headers)
    assert answer.is_success, answer.text
    assert persons(league) == plainly(league) != before
    assert bool(persons(league)) == (way in {"correction", "walkover"})
    if way == "walkover":
        assert persons(league)["Carla"][2:] == (1, 0, 0, 1, 0, 0, 0, 0)
    if way in {"correction", "walkover"}:
        at = decisions(league)[-1]["version"]
        removal = league.client.delete(f"/v1/contests/{league.id}/decisions/{at}", params={"reason": "no fue así"})
        assert removal.is_success, removal.text
        assert persons(league) == before


def decisions(contest: TeamContest) -> list[dict[str, Any]]:
    return list(contest.client.get(f"/v1/contests/{contest.id}/decisions").json()["items"])


def test_a_person_merged_is_one_row_and_an_erased_one_has_no_name(desk: Caller, league: TeamContest) -> None:
    league.boards(*BOTH)
    before = persons(league)
    people = {one["name"]: one["id"] for team in league.view()["entrants"] for one in team["players"]}
    twin = desk.post("/v1/players", json={"name": "Elena García", "distinct": True}).json()["id"]
    path = f"/v1/players/{people['Elena']}/merge"
    assert desk.post(path, json={"into": twin, "reason": "es la misma"}).is_success
    now = persons(league)
    assert now == {("Elena García" if name == "Elena" else name): figures for name, figures in before.items()}
    assert twin in [row["player"]["id"] for row in league.standings()["persons"]]
    assert desk.delete(path, params={"reason": "era otra"}).is_success
    assert persons(league) == before
    assert desk.delete(f"/v1/players/{people['Carla']}").status_code == 204
    now = persons(league)
    assert now[None] == before["Carla"]
    assert "Carla" not in desk.get(f"/v1/contests/{league.id}/standings").text
    assert [row["place"] for row in league.standings()["persons"]] == sorted(figures[0] for figures in before.values())


def test_members_of_one_team_that_are_one_person_have_one_row(desk: Caller, league: TeamContest) -> None:
    league.boards(*BOTH)
    before = persons(league)
    people = {one["name"]: one["id"] for team in league.view()["entrants"] for one in team["players"]}
    merge = desk.post(f"/v1/players/{people['Carla']}/merge", json={"into": people["Dani"], "reason": "es la misma"})
    if merge.is_success:
        assert persons(league)["Dani"][2:] == tuple(map(sum, zip(before["Carla"][2:], before["Dani"][2:], strict=True)))
    else:
        assert persons(league) == before


def test_they_are_in_the_spreadsheet_and_on_paper_and_nowhere_without_line_ups(
    desk: Caller, league: TeamContest
) -> None:
    league.boards(*BOTH)
    path = f"/v1/contests/{league.id}/standings"
    lines = [*DictReader(StringIO(desk.get(path, headers={"Accept": "text/csv"}).text))]
    own = {line["player"]: line for line in lines if line["team"]}
    assert {
        name: (int(line["place"]), line["team"], *(float(line[one]) for one in FIGURES)) for name, line in own.items()
    } == persons(league)
    assert {line["table"] for line in own.values()} == {"2"}
    assert {line["player"] for line in lines if not line["team"]} == {*TEAMS}
    titles = {"es": "Por personas", "en": "Persons", "ca": "Per persones", "eu": "Pertsonaka", "it": "Per persone"}
    for language, title in (titles | {"pt": "Por pessoas"}).items():
        page = desk.get(f"{path}?format=html&lang={language}").text
        assert title in page and "Carla" in page and f"<small>{FIRST}</small>" in page, language
    bare = TeamContest(desk)
    bare.boards(*BOTH)
    assert "persons" not in bare.standings()
    assert "Por personas" not in desk.get(f"/v1/contests/{bare.id}/standings?format=html&lang=es").text
