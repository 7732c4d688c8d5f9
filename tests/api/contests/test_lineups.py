"""Line-ups of an encounter of teams over HTTP: given apart, shown together, taken back, refused (teams.encounter)."""

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from referee.championship.chance_in_logs import chance_of
from referee.client import check_lineups
from referee.contests.formats import formats
from tests.support.organizing import Contest
from tests.support.service import Caller, refusal_of
from tests.support.teams_at_work import SIX, TEAMS, WON, TeamContest, TeamRounds

FORMATS = [id_ for id_, one in formats().items() if one.takes_teams]

ARRABAL, MAGDALENA, DELICIAS = TEAMS
BOTH = (ARRABAL, MAGDALENA)
SEATED: dict[str, list[list[str]]] = {
    name: [[*members[:2]], [members[2]], [members[3]]] for name, members in TEAMS.items()
}

PARAMS: dict[str, dict[str, Any]] = {
    "groups": {"size": 2, "through": 1, "then": "final"},
    "stages": {"stages": [{"format": "rounds", "round_count": 1, "through": 2}, {"format": "knockout"}]},
}


def path_of(contest: TeamContest, team: str, teams: Sequence[str] = BOTH) -> str:
    fixture = contest.encounter(*teams)
    ids = {one["name"]: one["id"] for one in fixture["entrants"]}
    return f"/v1/fixtures/{fixture['id']}/lineups/{ids[team]}"


def give(
    contest: TeamContest, team: str, boards: Sequence[Sequence[str]] | None = None, **options: Any
) -> httpx.Response:
    body = {"boards": boards or SEATED[team]}
    return contest.client.put(path_of(contest, team), json=body, **options)


def people_at_boards(fixture: dict[str, Any]) -> list[Any]:
    """The names at each board, of each team; None where they are not shown."""
    return [
        [[one["name"] for one in people] for people in board["players"]] if "players" in board else None
        for board in fixture["boards"]
    ]


def in_order(fixture: dict[str, Any]) -> list[list[list[str]]]:
    names = [one["name"] for one in fixture["entrants"]]
    return [[SEATED[name][n] for name in names] for n in range(3)]


def test_line_ups_are_shown_once_both_are_given(league: TeamContest) -> None:
    first = give(league, ARRABAL)
    assert first.status_code == 200, first.text
    assert people_at_boards(first.json()) == [None] * 3
    assert [one["shown"] for one in first.json()["lineups"]] == [False]
    second = give(league, MAGDALENA)
    assert second.status_code == 200, second.text
    assert people_at_boards(second.json()) == in_order(second.json())
    assert [one["shown"] for one in second.json()["lineups"]] == [True, True]
    assert people_at_boards(league.encounter(*BOTH)) == in_order(second.json())


@pytest.mark.parametrize("first", BOTH)
def test_a_line_up_is_changed_until_the_other_is_given(league: TeamContest, first: str) -> None:
    [second] = {*BOTH} - {first}
    wrong = [SEATED[first][1] + SEATED[first][2], [SEATED[first][0][0]], [SEATED[first][0][1]]]
    assert give(league, first, wrong).is_success
    assert give(league, first).is_success
    fixture = give(league, second).json()
    assert people_at_boards(fixture) == in_order(fixture)
    late = give(league, first, wrong)
    assert refusal_of(late, 409, "conflict")
    assert people_at_boards(league.encounter(*BOTH)) == in_order(fixture)


@pytest.mark.parametrize("format_", FORMATS)
def test_every_format_of_teams_shows_them(desk: Caller, format_: str) -> None:
    four = {**TEAMS, "San José": ("Mara", "Nuria", "Óscar", "Paco")}
    contest = TeamContest(desk, four, format=format_, params=PARAMS.get(format_, {}))
    if not contest.fixtures():
        assert contest.do("rounds").is_success
    fixture = contest.fixtures()[0]
    for team in fixture["entrants"]:
        members = four[team["name"]]
        body = {"boards": [[*members[:2]], [members[2]], [members[3]]]}
        answer = desk.put(f"/v1/fixtures/{fixture['id']}/lineups/{team['id']}", json=body)
        assert answer.is_success, answer.text
    assert people_at_boards(answer.json())[1] == [[four[team["name"]][2]] for team in fixture["entrants"]]
    for number, points in enumerate(WON, 1):
        answer = desk.post(f"/v1/fixtures/{fixture['id']}/boards/{number}/result", json={"points": points})
        assert answer.status_code == 201, answer.text
    assert answer.json()["state"] == "played"
    assert None not in people_at_boards(answer.json())


def test_a_line_up_is_taken_back_before_it_is_shown(league: TeamContest) -> None:
    assert give(league, ARRABAL).is_success
    path = path_of(league, ARRABAL)
    assert league.client.delete(path).status_code == 400
    back = league.client.delete(path, params={"reason": "falta uno"})
    assert back.status_code == 200, back.text
    assert "lineups" not in back.json()
    assert league.client.delete(path, params={"reason": "otra vez"}).status_code == 404
    # The other's is the first now, and waits.
    assert [one["shown"] for one in give(league, MAGDALENA).json()["lineups"]] == [False]
    assert give(league, ARRABAL).is_success
    assert None not in people_at_boards(league.encounter(*BOTH))


def test_shown_line_ups_are_taken_back_together(league: TeamContest) -> None:
    for team in BOTH:
        assert give(league, team).is_success
    back = league.client.delete(path_of(league, MAGDALENA), params={"reason": "hay un enfermo"})
    assert back.status_code == 200, back.text
    assert ("lineups" not in back.json(), people_at_boards(back.json())) == (True, [None] * 3)
    for team in BOTH:
        assert give(league, team).is_success
    assert None not in people_at_boards(league.encounter(*BOTH))


def test_what_has_begun_has_the_line_ups_that_it_began_with(league: TeamContest) -> None:
    for team in BOTH:
        assert give(league, team).is_success
    assert league.board(BOTH, 2, [21, 15]).is_success
    version = league.view()["version"]
    refusal = league.client.delete(path_of(league, ARRABAL), params={"reason": "tarde"})
    assert refusal_of(refusal, 409, "impossible")
    assert refusal.json()["undo_first"] == [{"version": version, "type": "board_reported"}]
    path = f"/v1/contests/{league.id}/decisions/{version}"
    assert league.client.delete(path, params={"reason": "era de otro"}).is_success
    assert league.client.delete(path_of(league, ARRABAL), params={"reason": "a tiempo"}).is_success


def test_an_encounter_begins_without_line_ups(league: TeamContest) -> None:
    assert give(league, ARRABAL).is_success
    fixture = league.board(BOTH, 1, [3, 1])
    assert fixture.status_code == 201
    # The one that waits is never shown: the other would be given after it began.
    assert refusal_of(give(league, MAGDALENA), 409, "impossible")
    for number in (2, 3):
        after = league.board(BOTH, number, WON[number - 1])
    assert (after.json()["state"], people_at_boards(after.json())) == ("played", [None] * 3)
    assert league.client.delete(path_of(league, ARRABAL), params={"reason": "no vale"}).is_success


def test_line_ups_of_a_draw_are_not_those_of_the_next(league: TeamContest) -> None:
    for team in BOTH:
        assert give(league, team).is_success
    assert league.do("draw", seed="otra", reason="faltaba una bola").is_success
    assert "lineups" not in league.encounter(*BOTH)
    assert give(league, ARRABAL).is_success
    assert [one["shown"] for one in league.encounter(*BOTH)["lineups"]] == [False]


@pytest.mark.parametrize(
    ("boards", "paths"),
    [
        pytest.param(SEATED[ARRABAL][:2], ["$.boards"], id="a board too few"),
        pytest.param([["Ana"], ["Carla"], ["Dani"]], ["$.boards[0]"], id="one of a pair"),
        pytest.param([["Ana", "Beto"], ["Carla", "Dani"], ["Dani"]], ["$.boards[2][0]", "$.boards[1]"], id="a pair"),
        pytest.param([["Ana", "Beto"], ["Ana"], ["Dani"]], ["$.boards[1][0]"], id="at two boards"),
        pytest.param([["Ana", "Ana"], ["Carla"], ["Dani"]], ["$.boards[0][1]"], id="twice at one"),
        pytest.param([["Ana", "Elena"], ["Carla"], ["Dani"]], ["$.boards[0][1]"], id="of the other team"),
        pytest.param([["Ana", "Beto"], ["Carla"], ["Zenón"]], ["$.boards[2][0]"], id="of no team"),
        pytest.param([["Ana", "Elena"], ["Zenón"], ["Dani"]], ["$.boards[0][1]", "$.boards[1][0]"], id="two of them"),
    ],
)
@pytest.mark.parametrize("is_second", [False, True])
def test_what_cannot_sit_there_says_where(
    league: TeamContest, boards: list[list[str]], paths: list[str], is_second: bool
) -> None:
    if is_second:
        assert give(league, MAGDALENA).is_success
    version = league.view()["version"]
    refusal = give(league, ARRABAL, boards)
    assert (refusal.status_code, refusal.json()["rule"]) == (422, "teams.encounter"), refusal.text
    assert [one["path"] for one in refusal.json()["errors"]] == paths
    # A page names people by their ids: it is told the same, by name.
    ids = {one["name"]: one["id"] for team in league.view()["entrants"] for one in team["players"]}
    by_ids = give(league, ARRABAL, [[ids.get(one, one) for one in board] for board in boards])
    assert by_ids.json()["errors"] == refusal.json()["errors"]
    assert league.view()["version"] == version
    assert give(league, ARRABAL).is_success


def test_it_needs_teams_and_one_of_the_encounter(league: TeamContest, desk: Caller) -> None:
    fixture = league.encounter(*BOTH)
    ids = {one["name"]: one["id"] for one in league.view()["entrants"]}
    stranger = desk.put(f"/v1/fixtures/{fixture['id']}/lineups/{ids[DELICIAS]}", json={"boards": SEATED[DELICIAS]})
    assert stranger.status_code == 404
    by_name = desk.put(f"/v1/fixtures/{fixture['id']}/lineups/{ARRABAL}", json={"boards": SEATED[ARRABAL]})
    assert by_name.is_success, by_name.text
    pair = Contest(desk, "Ana", "Beto", format="league").fixtures()[0]
    person = pair["entrants"][0]["id"]
    refusal = desk.put(f"/v1/fixtures/{pair['id']}/lineups/{person}", json={"boards": [["Ana"]]})
    assert refusal_of(refusal, 409, "impossible")


def test_a_withdrawn_team_gives_none(league: TeamContest) -> None:
    assert league.do("withdrawals", player=ARRABAL, reason="se deshace la peña").is_success
    assert refusal_of(give(league, MAGDALENA), 409, "impossible")


def test_members_speak_for_their_own_team(league: TeamContest, desk: Caller) -> None:
    people = {one["name"]: one["id"] for team in league.view()["entrants"] for one in team["players"]}
    captain, rival, stranger = (desk.bearer("player", player=people[name]) for name in ("Ana", "Elena", "Inés"))
    elsewhere = desk.bearer("player", player=people["Ana"], championship=Contest(desk, "Zoe", "Abel").championship)
    for headers in (rival, stranger, elsewhere):
        assert give(league, ARRABAL, headers=headers).status_code == 403
    mine = give(league, ARRABAL, headers=captain)
    assert mine.is_success, mine.text
    reason = {"reason": "otra idea"}
    assert desk.delete(path_of(league, ARRABAL), params=reason, headers=rival).status_code == 403
    assert desk.delete(path_of(league, ARRABAL), params=reason, headers=captain).is_success
    for team, headers in ((ARRABAL, captain), (MAGDALENA, rival)):
        assert give(league, team, headers=headers).is_success
    # Who has seen the other's does not give the own once more.
    assert desk.delete(path_of(league, ARRABAL), params=reason, headers=captain).status_code == 403
    assert desk.delete(path_of(league, ARRABAL), params=reason).is_success


@pytest.mark.parametrize("is_second", [False, True])
def test_a_line_up_sent_twice_is_one(league: TeamContest, is_second: bool) -> None:
    if is_second:
        assert give(league, MAGDALENA).is_success
    key = {"Idempotency-Key": f"lineup-{league.id}"}
    first = give(league, ARRABAL, headers=key)
    again = give(league, ARRABAL, headers=key)
    assert (again.status_code, again.json()) == (200, first.json())
    other = give(league, ARRABAL, [["Beto", "Ana"], ["Carla"], ["Dani"]], headers=key)
    assert refusal_of(other, 422, "key-reused")


def test_two_that_come_at_once_are_shown_together(league: TeamContest, desk: Caller) -> None:
    paths = {team: path_of(league, team) for team in BOTH}

    def send(team: str) -> int:
        return desk.put(paths[team], json={"boards": SEATED[team]}).status_code

    with ThreadPoolExecutor(2) as pool:
        assert [*pool.map(send, BOTH)] == [200, 200]
    fixture = league.encounter(*BOTH)
    assert people_at_boards(fixture) == in_order(fixture)


def test_the_log_says_who_decided_what(league: TeamContest, desk: Caller) -> None:
    for team in BOTH:
        assert give(league, team).is_success
    items = desk.get(f"/v1/contests/{league.id}/decisions").json()["items"][-3:]
    assert [(one["type"], one["means"], [who["name"] for who in one["concerns"]]) for one in items] == [
        ("lineup_given", "call", [ARRABAL]),
        ("lineup_given", "call", [MAGDALENA]),
        ("lineups_shown", "call", [one["name"] for one in league.encounter(*BOTH)["entrants"]]),
    ]
    for one in items:
        path = f"/v1/contests/{league.id}/decisions/{one['version']}"
        assert refusal_of(desk.delete(path, params={"reason": "no"}), 409, "impossible")


def test_anybody_checks_them_by_the_export(league: TeamContest, desk: Caller) -> None:
    wrong = [["Carla", "Dani"], ["Ana"], ["Beto"]]
    assert give(league, ARRABAL, wrong).is_success
    for team in BOTH:
        assert give(league, team).is_success
    assert desk.delete(path_of(league, ARRABAL), params={"reason": "a empezar"}).is_success
    for team in BOTH[::-1]:
        assert give(league, team).is_success
    text = desk.get(f"/v1/championships/{league.championship}/export").content
    assert (chance_of(text).lineups, chance_of(text).flaw) == (4, None)
    assert [one.wrong for one in check_lineups(text)] == [None] * 4
    lines = [json.loads(line) for line in text.splitlines()]
    last = next(line for line in reversed(lines) if line["type"] == "lineups_shown")
    own = last["lineups"][0]["members"]
    own[1], own[2] = own[2], own[1]
    other_export = b"\n".join(json.dumps(line).encode() for line in lines)
    flaw = chance_of(other_export).flaw
    assert flaw is not None and flaw.version == last["version"]
    assert [one.wrong is None for one in check_lineups(other_export)] == [True, True, False, True]
    assert {one.fixture for one in check_lineups(other_export)} == {league.encounter(*BOTH)["id"]}
    # Without what was given before, nothing says that it was.
    unheard = [line for line in lines if line["type"] != "lineup_given"]
    assert all(one.wrong for one in check_lineups(b"\n".join(json.dumps(line).encode() for line in unheard)))
    last["lineups"][0]["salt"] = "no salt"
    assert check_lineups(b"\n".join(json.dumps(line).encode() for line in lines))[2].wrong is not None


def test_a_member_who_is_erased_or_merged_keeps_the_seat(desk: Caller) -> None:
    league = TeamContest(desk)
    for team in BOTH:
        assert give(league, team).is_success
    people = {one["name"]: one["id"] for team in league.view()["entrants"] for one in team["players"]}
    twin = desk.post("/v1/players", json={"name": "Elena García", "distinct": True}).json()["id"]
    assert desk.post(f"/v1/players/{people['Elena']}/merge", json={"into": twin, "reason": "es la misma"}).is_success
    assert desk.delete(f"/v1/players/{people['Carla']}").status_code == 204
    fixture = league.encounter(*BOTH)
    names = {name for board in people_at_boards(fixture) for people in board for name in people}
    everybody = {*TEAMS[ARRABAL], *TEAMS[MAGDALENA]}
    assert names == everybody - {"Elena", "Carla"} | {"Elena García", None}


def test_a_line_up_that_waits_survives_a_merge(desk: Caller) -> None:
    league = TeamContest(desk)
    assert give(league, ARRABAL).is_success
    people = {one["name"]: one["id"] for team in league.view()["entrants"] for one in team["players"]}
    for name in ("Ana", "Elena"):
        twin = desk.post("/v1/players", json={"name": f"{name} García", "distinct": True}).json()["id"]
        body = {"into": twin, "reason": "es la misma"}
        assert desk.post(f"/v1/players/{people[name]}/merge", json=body).is_success
    boards = [["Elena García", "Fito"], ["Gala"], ["Hugo"]]
    answer = give(league, MAGDALENA, boards)
    assert answer.is_success, answer.text
    names = {name for board in people_at_boards(answer.json()) for people in board for name in people}
    assert {"Ana García", "Elena García"} <= names
    text = desk.get(f"/v1/championships/{league.championship}/export").content
    assert (chance_of(text).lineups, chance_of(text).flaw) == (2, None)


def test_a_round_that_is_taken_away_leaves_none_of_its_encounters(desk: Caller) -> None:
    contest = TeamRounds(desk, dict(list(SIX.items())[:4]), round_count=2)
    contest.pair()
    fixture = contest.fixtures()[0]
    team = fixture["entrants"][0]
    boards = [[one] for one in SIX[team["name"]]]
    assert desk.put(f"/v1/fixtures/{fixture['id']}/lineups/{team['id']}", json={"boards": boards}).is_success
    assert desk.delete(f"{contest.path}/rounds/1", params={"reason": "falta un equipo"}).is_success
    assert contest.fixtures() == []
    contest.pair()
    assert len(contest.fixtures()) == 2
