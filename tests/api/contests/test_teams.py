"""Leagues of teams over HTTP: encounters on several boards, corrected, taken back, refused (teams.*)."""

from typing import Any

import pytest

from referee.championship.chance_in_logs import chance_of
from tests.support.organizing import Contest
from tests.support.service import Caller, refusal_of
from tests.support.teams_at_work import BOARDS, TEAMS, TeamContest, team_body

ARRABAL, MAGDALENA, DELICIAS = TEAMS
BOTH = (ARRABAL, MAGDALENA)


def board_points(fixture: dict[str, Any]) -> list[Any]:
    return [one.get("board_points") for one in fixture["boards"]]


def test_teams_are_entrants_with_a_name_and_members(league: TeamContest) -> None:
    view = league.view()
    assert {one["name"]: {two["name"] for two in one["players"]} for one in view["entrants"]} == {
        name: {*members} for name, members in TEAMS.items()
    }
    assert [(one["ruleset"], one["per_team"], one.get("weight", 1)) for one in view["teams"]["boards"]] == [
        ("guinote", 2, 1),
        ("escoba", 1, 1),
        ("hearts.castillar", 1, 1),
    ]
    assert view["teams"]["points"] == {"win": 2, "level": 1, "loss": 0}
    assert [one["name"] for one in view["draw"]["order"]] == [*TEAMS]
    assert len(league.fixtures()) == 3


def test_an_encounter_has_a_result_once_all_its_boards_have(league: TeamContest) -> None:
    first = league.board(BOTH, 1, [3, 1]).json()
    assert (first["state"], first.get("result"), board_points(first)) == ("open", None, [[1, 0], None, None])
    second = league.board(BOTH, 3, [52, 52]).json()
    assert board_points(second)[2] == [0.5, 0.5]
    third = league.board(BOTH, 2, [15, 21]).json()
    assert third["state"] == "played"
    result = third["result"]
    assert (result["board_points"], result["ranking"]) == ([1.5, 1.5], [[0, 1]])
    assert result["points"] == [3 + 15 + 52, 1 + 21 + 52]
    assert third["boards"][2]["name"] == "Corazones"
    assert [one["result"]["ranking"] for one in third["boards"]] == [[[0], [1]], [[1], [0]], [[0, 1]]]


def test_the_table_goes_by_encounters_boards_and_game_points(league: TeamContest) -> None:
    league.boards(*BOTH)
    league.boards(MAGDALENA, DELICIAS, losses=[3])
    league.boards(DELICIAS, ARRABAL, losses=[2])
    rows = league.rows("ptos", "tie_breaks", "diff", "decided_by")
    by_boards = [(name, ptos, ties["boards"]) for _, name, ptos, ties, *_ in rows]
    assert by_boards == [(ARRABAL, 2, 4), (DELICIAS, 2, 3), (MAGDALENA, 2, 2)]
    assert {one[-1] for one in rows} == {"boards"}
    assert league.view()["phase"] == "finished"
    assert league.podium() == [(1, ARRABAL, 5), (2, DELICIAS, 3), (3, MAGDALENA, 2)]
    # Every member has what the team has.
    assert {league.general()[name] for name in TEAMS[ARRABAL]} == {5}


def test_own_points_and_weights_count(desk: Caller) -> None:
    boards = ({"ruleset": "escoba", "weight": 3}, {"ruleset": "escoba"}, {"ruleset": "escoba"})
    points = {"points": {"win": 3, "level": 1, "loss": 0}}
    league = TeamContest(desk, boards=boards, teams_more=points)
    league.board(BOTH, 1, [21, 3])
    league.board(BOTH, 2, [3, 21])
    fixture = league.board(BOTH, 3, [3, 21]).json()
    assert fixture["result"]["board_points"] == [3, 2]
    rows = {name: (ptos, ties["boards"]) for _, name, ptos, ties in league.rows("ptos", "tie_breaks")}
    assert (rows[ARRABAL], rows[MAGDALENA]) == ((3, 3), (0, 2))


def test_a_board_is_corrected_and_the_encounter_with_it(league: TeamContest) -> None:
    fixture = league.boards(*BOTH, losses=[3])
    path = f"/v1/fixtures/{fixture['id']}/boards/2/result"
    body = {"points": [15, 21], "reason": "apuntado al revés"}
    stale = league.client.put(path, json=body, headers={"If-Match": '"1"'})
    assert (stale.status_code, stale.json()["code"]) == (409, "conflict")
    now = league.client.put(path, json=body, headers={"If-Match": f'"{fixture["version"]}"'}).json()
    assert now["result"]["board_points"] == [1, 2]
    assert {row["player"]["name"] for row in now["difference"]["rows"]} >= {*BOTH}
    changes = league.client.get(f"/v1/contests/{league.id}/changes").json()["items"]
    assert [(one["type"], one["reason"]) for one in changes] == [("board_corrected", "apuntado al revés")]
    assert (changes[0]["result_before"]["board_points"], changes[0]["result_after"]["board_points"]) == ([2, 1], [1, 2])


def test_a_team_that_comes_to_no_board_has_not_come(league: TeamContest) -> None:
    fixture = league.encounter(*BOTH)
    path = f"/v1/fixtures/{fixture['id']}/boards"
    absent = {"absent": [MAGDALENA], "reason": "no vienen"}
    for number in (1, 2, 3):
        answer = league.client.post(f"{path}/{number}/walkover", json=absent)
        assert answer.status_code == 201, answer.text
    after = answer.json()
    assert (after["state"], [one["name"] for one in after["result"]["absent"]]) == ("walkover", [MAGDALENA])
    assert board_points(after) == [[1, 0]] * 3
    rows = {name: (ptos, ties["boards"]) for _, name, ptos, ties in league.rows("ptos", "tie_breaks")}
    assert (rows[ARRABAL], rows[MAGDALENA]) == ((2, 3), (0, 0))


def test_a_board_that_nobody_came_to_gives_nothing(league: TeamContest) -> None:
    fixture = league.encounter(*BOTH)
    nobody = {"absent": [*BOTH], "reason": "no había baraja"}
    answer = league.client.post(f"/v1/fixtures/{fixture['id']}/boards/1/walkover", json=nobody)
    assert answer.json()["boards"][0]["state"] == "void"
    assert board_points(answer.json())[0] == [0, 0]
    league.board(BOTH, 2, [21, 15])
    after = league.board(BOTH, 3, [64, 40]).json()
    assert after["result"]["board_points"] == [1, 1]


def test_the_walkover_of_a_whole_team_loses_all_boards(league: TeamContest) -> None:
    fixture = league.encounter(*BOTH)
    league.board(BOTH, 1, [1, 3])
    departure = league.client.post(
        f"/v1/fixtures/{fixture['id']}/walkover", json={"absent": [MAGDALENA], "reason": "se marchan"}
    )
    assert (departure.status_code, departure.json()["state"]) == (201, "walkover")
    rows = {name: (ptos, ties["boards"]) for _, name, ptos, ties in league.rows("ptos", "tie_breaks")}
    assert (rows[ARRABAL], rows[MAGDALENA]) == ((2, 3), (0, 0))
    late = league.board(BOTH, 2, [21, 15])
    assert (late.status_code, late.json()["rule"]) == (409, "teams.encounter")
    back = league.client.delete(f"/v1/fixtures/{fixture['id']}/walkover", params={"reason": "estaban en el bar"})
    assert (back.status_code, board_points(league.encounter(*BOTH))[0]) == (200, [0, 1])


def test_a_board_is_taken_back_without_the_others(league: TeamContest) -> None:
    league.boards(*BOTH)
    decisions = league.client.get(f"/v1/contests/{league.id}/decisions").json()["items"]
    own = {one["board"]: one["version"] for one in decisions if one["type"] == "board_reported"}
    removal = league.client.delete(
        f"/v1/contests/{league.id}/decisions/{own[1]}", params={"reason": "era de otro encuentro"}
    )
    assert removal.status_code == 200, removal.text
    fixture = league.encounter(*BOTH)
    assert (fixture["state"], board_points(fixture)) == ("open", [None, [1, 0], [1, 0]])
    assert league.board(BOTH, 1, [0, 3]).json()["result"]["board_points"] == [2, 1]
    wrong = league.client.delete(f"/v1/contests/{league.id}/decisions/{own[1]}", params={"reason": "otra vez"})
    assert refusal_of(wrong, 409, "impossible")


@pytest.mark.parametrize("kind", ["board_reported", "board_corrected", "board_walkover_given"])
def test_an_undo_gives_the_table_that_was_there_before(league: TeamContest, kind: str) -> None:
    fixture = league.boards(*BOTH)
    path = f"/v1/fixtures/{fixture['id']}/boards/2"
    if kind == "board_reported":
        fixture = league.encounter(ARRABAL, DELICIAS)
        league.board((ARRABAL, DELICIAS), 1, [3, 1])
        league.board((ARRABAL, DELICIAS), 2, [21, 15])
    before = league.standings()["rows"], league.view()["pending"], league.encounter(*BOTH)["boards"]
    if kind == "board_reported":
        answer = league.board((ARRABAL, DELICIAS), 3, [64, 40])
    elif kind == "board_corrected":
        answer = league.client.put(f"{path}/result", json={"points": [15, 21], "reason": "al revés"})
    else:
        absence = {"absent": [ARRABAL], "reason": "no era quien decía"}
        answer = league.client.post(
            f"{path}/walkover", json=absence, headers={"If-Match": f'"{league.encounter(*BOTH)["version"]}"'}
        )
    assert answer.is_success, answer.text
    assert league.standings()["rows"] != before[0]
    version = league.view()["version"]
    removal = league.client.delete(f"/v1/contests/{league.id}/decisions/{version}", params={"reason": "otro día"})
    assert removal.status_code == 200, removal.text
    assert (league.standings()["rows"], league.view()["pending"], league.encounter(*BOTH)["boards"]) == before


def test_a_withdrawn_team_is_named_by_its_name(league: TeamContest) -> None:
    assert league.do("withdrawals", player=DELICIAS, reason="se deshace la peña").is_success
    assert [one["player"]["name"] for one in league.view()["withdrawals"]] == [DELICIAS]
    late = league.do("entrants", player="Ana")
    assert (late.status_code, late.json()["errors"][0]["path"]) == (422, "$.player")
    other = league.do("substitutions", out=ARRABAL, **{"in": "Ana"}, reason="no viene")
    assert other.json()["rule"] == "teams.encounter"


def test_an_encounter_takes_no_result_of_its_own(league: TeamContest) -> None:
    fixture = league.encounter(*BOTH)
    path = f"/v1/fixtures/{fixture['id']}"
    refusal = league.client.post(f"{path}/result", json={"points": [3, 1]})
    assert refusal.json()["rule"] == "teams.encounter"
    assert league.client.post("/v1/matches", json={"fixture": fixture["id"]}).json()["rule"] == "teams.encounter"
    league.boards(*BOTH)
    assert league.client.delete(f"{path}/result", params={"reason": "no"}).status_code == 404


def test_boards_are_checked_by_their_own_game(league: TeamContest) -> None:
    assert refusal_of(league.board(BOTH, 2, [21, 15], stars=[1, 0]), 422, "not-in-this-game")
    assert refusal_of(league.board(BOTH, 3, [40, 40]), 422, "inconsistent")
    assert league.board(BOTH, 4, [1, 0]).status_code == 404
    assert league.board(BOTH, 1, [3, 1]).status_code == 201
    assert refusal_of(league.board(BOTH, 1, [3, 1]), 409, "conflict")
    fixture = league.encounter(*BOTH)
    early = league.client.put(
        f"/v1/fixtures/{fixture['id']}/boards/2/result", json={"points": [21, 15], "reason": "no"}
    )
    assert refusal_of(early, 409, "impossible")


def test_a_contest_without_teams_has_no_boards(desk: Caller) -> None:
    contest = Contest(desk, "Ana", "Beto", format="league")
    [fixture] = contest.fixtures()
    assert "boards" not in fixture
    refusal = desk.post(f"/v1/fixtures/{fixture['id']}/boards/1/result", json={"points": [40, 64]})
    assert refusal.json()["rule"] == "teams.encounter"


FEW = {ARRABAL: TEAMS[ARRABAL][:3], MAGDALENA: TEAMS[MAGDALENA]}
SHARED = {ARRABAL: TEAMS[ARRABAL], MAGDALENA: (*TEAMS[MAGDALENA], "Ana")}


@pytest.mark.parametrize(
    ("body", "path"),
    [
        pytest.param(team_body(FEW), "$.entrants[0].members", id="too few members"),
        pytest.param(team_body(SHARED), "$.entrants[1].members[4]", id="in two teams"),
        pytest.param(team_body() | {"entrants": [["Ana", "Beto"]]}, "$.entrants", id="no team"),
        pytest.param(team_body() | {"format": "single"}, "$.format", id="format"),
        pytest.param(
            team_body() | {"format": "knockout", "params": {"lives": 2}}, "$.params.lives", id="a format's choice"
        ),
        pytest.param(team_body() | {"ruleset": "escoba"}, "$.ruleset", id="another first board"),
        pytest.param(team_body() | {"params": {"target": 31}}, "$.params.target", id="a game's choice"),
        pytest.param(team_body() | {"stakes": {"each": 5, "split": "winner_takes_all"}}, "$.stakes", id="stakes"),
        pytest.param(
            team_body(boards=({"ruleset": "scopone", "per_team": 1},)), "$.teams.boards[0].per_team", id="one of a pair"
        ),
        pytest.param(
            team_body(boards=({"ruleset": "hearts.yppedia"},)), "$.teams.boards[0].ruleset", id="a game of four"
        ),
        pytest.param(
            team_body(boards=({"ruleset": "escoba", "params": {"target": -1}},)),
            "$.teams.boards[0].params.target",
            id="a wrong choice",
        ),
        pytest.param(
            team_body(teams_more={"points": {"win": 1, "level": 2, "loss": 0}}), "$.teams.points", id="points"
        ),
        pytest.param(
            team_body({ARRABAL: TEAMS[ARRABAL], "ARRABAL": TEAMS[MAGDALENA]}), "$.entrants[1].name", id="one name"
        ),
    ],
)
def test_what_cannot_be_drawn_says_where(desk: Caller, body: dict[str, Any], path: str) -> None:
    people = [one for members in TEAMS.values() for one in members]
    championship = desk.post("/v1/championships", json={"name": "Fiestas", "players": people, "distinct": True}).json()
    answer = desk.post(f"/v1/championships/{championship['id']}/contests", json=body)
    problem = answer.json()
    assert answer.status_code in {400, 422}, problem
    assert [one["path"] for one in problem["errors"]][:1] == [path], problem
    view = desk.get(f"/v1/championships/{championship['id']}").json()
    assert view.get("contests") == [], view


def test_teams_need_their_boards(desk: Caller) -> None:
    body = team_body() | {"teams": None}
    del body["order"]
    championship = desk.post(
        "/v1/championships", json={"name": "Fiestas", "players": [*TEAMS[ARRABAL]], "distinct": True}
    )
    answer = desk.post(f"/v1/championships/{championship.json()['id']}/contests", json=body)
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "$.entrants")
    assert len(BOARDS) == 3


def test_the_same_request_again_is_no_other_contest(desk: Caller) -> None:
    league = TeamContest(desk, external_id="liga-1")
    path = f"/v1/championships/{league.championship}/contests"
    again = desk.post(path, json=team_body(external_id="liga-1"))
    assert (again.status_code, again.json()["id"]) == (200, league.id)
    boards = (*BOARDS[:2], {"ruleset": "corona"})
    other = desk.post(path, json=team_body(external_id="liga-1", boards=boards))
    assert (other.status_code, other.json()["differing"]) == (409, ["teams"])


def test_it_is_drawn_again_by_the_names_of_the_teams(league: TeamContest) -> None:
    order = [DELICIAS, ARRABAL, MAGDALENA]
    assert league.do("draw", order=order, reason="faltaba una bola").is_success
    assert [one["name"] for one in league.view()["draw"]["order"]] == order
    league.board(BOTH, 1, [3, 1])
    assert refusal_of(league.do("draw", seed="otra", reason="no"), 409, "closed")


FOUR = {name: (f"{name} uno", f"{name} dos") for name in ("Norte", "Sur", "Este", "Oeste")}
TWO_BOARDS = ({"ruleset": "hearts.castillar"},) * 2


def win(contest: TeamContest, winner: str, rival: str, *boards: int) -> None:
    """Reports both boards of an encounter: one team wins those `boards`, both without any named."""
    for number in (1, 2):
        points = [40, 64] if number in (boards or (1, 2)) else [64, 40]
        assert contest.board((winner, rival), number, points).status_code == 201


def test_teams_meet_in_a_knockout(desk: Caller) -> None:
    contest = TeamContest(desk, FOUR, boards=TWO_BOARDS, format="knockout")
    first, second = ([one["name"] for one in fixture["entrants"]] for fixture in contest.fixtures())
    win(contest, *first)
    # A level encounter lets nobody through before the organizer's ruling.
    win(contest, *second, 1)
    assert contest.awaits() == [("ruling", *sorted(second))]
    assert len(contest.fixtures()) == 2
    assert contest.do("rulings", tie=second, order=[[second[1]], [second[0]]], reason="moneda al aire").is_success
    final = [one["name"] for one in contest.fixtures()[-1]["entrants"]]
    assert {*final} == {first[0], second[1]}
    win(contest, *final)
    assert contest.view()["phase"] == "finished"
    assert [name for _, name, _ in contest.podium()][:2] == final
    rows = {name: (ptos, ties["boards"]) for _, name, ptos, ties in contest.rows("ptos", "tie_breaks")}
    assert (rows[final[0]][1], rows[second[0]]) == ((4 if final[0] == first[0] else 3), (0, 1))


def test_the_first_team_of_each_group_plays_on(desk: Caller) -> None:
    contest = TeamContest(
        desk, FOUR, boards=TWO_BOARDS, format="groups", params={"size": 2, "through": 1, "then": "final"}
    )
    pairs = [[one["name"] for one in fixture["entrants"]] for fixture in contest.fixtures()]
    for pair in pairs:
        win(contest, *pair)
    groups = contest.standings()["groups"]
    tops = [group["rows"][0] for group in groups]
    assert [(row["player"]["name"], row["ptos"], row["tie_breaks"]) for row in tops] == [
        (pair[0], 2, {"boards": 2}) for pair in pairs
    ]
    final = [one["name"] for one in contest.fixtures("final")[0]["entrants"]]
    assert {*final} == {pair[0] for pair in pairs}
    win(contest, *final)
    assert [name for _, name, _ in contest.podium()] == final


def test_papers_feeds_and_lists_name_teams_and_board_points(desk: Caller) -> None:
    league = TeamContest(desk)
    fixture = league.boards(*BOTH, losses=[3])
    papers = [
        f"/print/contests/{league.id}/fixtures?lang=es",
        f"/v1/contests/{league.id}/standings?format=html&lang=es",
        f"/v1/contests/{league.id}/fixtures?format=csv",
        f"/championships/{league.championship}/results.atom",
    ]
    for path in papers:
        text = desk.get(path).text
        assert ARRABAL in text and MAGDALENA in text, path
    feed = desk.get(papers[-1]).text
    scores = {f"{one} {score} {other}" for one, other, score in ((*BOTH, "2 – 1"), (*BOTH[::-1], "1 – 2"))}
    assert any(score in feed for score in scores), feed
    assert desk.get(f"/print/contests/{league.id}/sheets?lang=es").is_success
    assert desk.get(f"/print/championships/{league.championship}/general?lang=es").is_success
    [latest] = desk.get(f"/v1/results?championship={league.championship}").json()["items"]
    assert latest["fixture"]["id"] == fixture["id"]
    assert [one["team"] for one in latest["fixture"]["entrants"]] == [True, True]
    member = fixture["entrants"][0]["players"][0]
    own = desk.get(f"/v1/results?player={member['id']}").json()["items"]
    assert [one["fixture"]["id"] for one in own] == [fixture["id"]]
    mine = desk.get(f"/v1/contests/{league.id}/fixtures?player={member['id']}").json()["items"]
    assert len(mine) == 2


def test_a_member_is_erased_and_the_team_stays(desk: Caller) -> None:
    league = TeamContest(desk)
    league.boards(*BOTH)
    before = league.standings()["rows"]
    people = {one["name"]: one["id"] for team in league.view()["entrants"] for one in team["players"]}
    assert desk.delete(f"/v1/players/{people['Ana']}").status_code == 204
    assert [row["player"]["name"] for row in league.standings()["rows"]] == [row["player"]["name"] for row in before]
    members = {one["name"] for team in league.view()["entrants"] if team["name"] == ARRABAL for one in team["players"]}
    assert members == {*TEAMS[ARRABAL][1:], None}


def test_the_export_is_whole_and_its_draw_is_checked(desk: Caller) -> None:
    league = TeamContest(desk, order=None, seed="verbena")
    league.boards(*BOTH)
    export = desk.get(f"/v1/championships/{league.championship}/export")
    assert export.is_success
    verdict = chance_of(export.content)
    assert (verdict.seeds, verdict.flaw) == (1, None)
