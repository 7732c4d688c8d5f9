"""Boards of an encounter played card by card: opened, ended, corrected, replaced, annulled (teams.encounter, teams.persons)."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec import UNSET

from api.compose import close
from referee.audit import portable
from referee.championship.recorded_contest import sides_of
from referee.match.registry import rulesets
from tests.support.inside import Clock, services_on
from tests.support.playout import play_out
from tests.support.service import Caller, Running, refusal_of
from tests.support.teams_at_work import TEAMS, WON, TeamContest

ARRABAL, MAGDALENA, _ = TEAMS
BOTH = (ARRABAL, MAGDALENA)
ESCOBA = list(play_out("escoba", 2, "tablero", first_dealer=0))
GAMES = [(id_, size) for id_ in rulesets() for size in (1, 2) if 2 in sides_of(id_, size)]
"""Every game that can be played at a board, with the players of a team there."""


def start(league: TeamContest, board: int, seats: Sequence[str] = (), **more: Any) -> httpx.Response:
    """Opens the match of a board of the first encounter."""
    named = {"seats": [{"name": name} for name in seats]} if seats else {}
    body = {"fixture": league.encounter(*BOTH)["id"], "board": board, "first_dealer": 0}
    return league.client.post("/v1/matches", json=body | named | more)


def open_board(league: TeamContest, board: int, seats: Sequence[str] = (), **more: Any) -> str:
    answer = start(league, board, seats, **more)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def at(league: TeamContest, board: int) -> dict[str, Any]:
    """A board of the first encounter as it stands."""
    return dict(league.encounter(*BOTH)["boards"][board - 1])


def log(league: TeamContest) -> list[dict[str, Any]]:
    return list(league.client.get(f"/v1/championships/{league.championship}/events").json()["items"])


def persons(league: TeamContest) -> dict[str, tuple[int, int, int]]:
    """The boards of each person: played, won, lost."""
    rows = league.standings()["persons"]
    return {row["player"]["name"]: (row["j"], row["g"], row["p"]) for row in rows}


def leave(seat: int) -> dict[str, Any]:
    return {"type": "withdraw", "seat": seat, "reason": "se va"}


def names_of(seats: Sequence[dict[str, Any]]) -> list[str]:
    return [seat["name"] for seat in seats]


def test_a_board_has_its_own_game_and_the_line_ups_players(league: TeamContest) -> None:
    fixture = league.line_up(league.encounter(*BOTH))
    teams = [one["name"] for one in fixture["entrants"]]
    match = open_board(league, 1)
    view = league.client.get(f"/v1/matches/{match}").json()
    one, other = (fixture["boards"][0]["players"][n] for n in (0, 1))
    assert view["ruleset"] == "guinote"
    assert names_of(view["seats"]) == [one[0]["name"], other[0]["name"], one[1]["name"], other[1]["name"]]
    assert (at(league, 1)["state"], at(league, 1)["match"]) == ("open", match)
    assert league.encounter(*BOTH)["state"] == "open"
    opening = league.client.get(f"/v1/matches/{match}/events?limit=1").json()["items"][0]
    assert (opening["fixture"], opening["board"], opening["lines"]) == (fixture["id"], 1, [])
    assert teams == [one["name"] for one in league.encounter(*BOTH)["entrants"]]


def test_the_last_card_decides_the_board_and_the_boards_the_encounter(league: TeamContest) -> None:
    league.line_up(league.encounter(*BOTH))
    match = open_board(league, 2)
    view = league.client.tell(match, ESCOBA)["view"]
    board = at(league, 2)
    assert (board["state"], board["match"]) == ("played", match)
    assert board["result"]["points"] == view["score"]["totals"]
    league.board(BOTH, 1, WON[0])
    league.board(BOTH, 3, WON[2])
    encounter = league.encounter(*BOTH)
    assert encounter["state"] == "played"
    assert sum(encounter["result"]["board_points"]) == 3
    winner = encounter["entrants"][board["result"]["ranking"][0][0]]
    [person] = board["players"][encounter["entrants"].index(winner)]
    assert persons(league)[person["name"]] == (1, 1, 0)


def test_without_line_ups_the_opening_names_the_members(league: TeamContest) -> None:
    problem = refusal_of(start(league, 2), 422, "inconsistent")
    assert problem["rule"] == "teams.encounter"
    for seats in (["Ana"], ["Ana", "Beto"], ["Ana", "Inés"], ["Ana", "Nadie"], ["Ana", "Elena", "Beto", "Fito"]):
        refusal_of(start(league, 2, seats), 422, "inconsistent")
    match = open_board(league, 2, ["Elena", "Ana"])
    view = league.client.get(f"/v1/matches/{match}").json()
    assert names_of(view["seats"]) == ["Elena", "Ana"]
    league.client.tell(match, leave(0))
    board = at(league, 2)
    encounter = league.encounter(*BOTH)
    arrabal = [one["name"] for one in encounter["entrants"]].index(ARRABAL)
    assert [names_of(people) for people in board["players"]][arrabal] == ["Ana"]
    assert board["result"]["ranking"][0] == [arrabal]
    league.board(BOTH, 1, WON[0])
    league.board(BOTH, 3, WON[2])
    assert persons(league) == {"Ana": (1, 1, 0), "Elena": (1, 0, 1)}


def test_partners_sit_across(league: TeamContest) -> None:
    refusal_of(start(league, 1, ["Ana", "Beto", "Elena", "Fito"]), 422, "inconsistent")
    open_board(league, 1, ["Ana", "Elena", "Beto", "Fito"])


def test_a_member_sits_at_one_board_at_a_time(league: TeamContest) -> None:
    match = open_board(league, 2, ["Ana", "Elena"])
    refusal_of(start(league, 3, ["Beto", "Elena"]), 409, "impossible")
    refusal_of(start(league, 3, ["Ana", "Fito"]), 409, "impossible")
    league.client.tell(match, leave(0))
    open_board(league, 3, ["Ana", "Fito"])


@pytest.mark.parametrize("way", ["result", "walkover"])
def test_what_replaced_a_match_stays_while_its_player_is_at_another_board(league: TeamContest, way: str) -> None:
    match = open_board(league, 2, ["Ana", "Elena"])
    fixture = league.encounter(*BOTH)
    path = f"/v1/fixtures/{fixture['id']}/boards/2/{way}"
    if way == "result":
        answer = league.client.put(path, json={"points": [21, 15], "reason": "x"})
    else:
        headers = {"If-Match": f'"{fixture["version"]}"'}
        answer = league.client.post(path, json={"absent": [MAGDALENA], "reason": "x"}, headers=headers)
    version = answer.json()["version"]
    other = open_board(league, 3, ["Ana", "Fito"])
    decision = f"/v1/contests/{league.id}/decisions/{version}?reason=x"
    problem = refusal_of(league.client.delete(decision), 409, "impossible")
    assert [one["type"] for one in problem["undo_first"]] == ["board_match_opened"]
    league.client.tell(other, leave(0))
    assert league.client.delete(decision).status_code == 200
    assert (at(league, 2)["state"], at(league, 2)["match"]) == ("open", match)


def test_a_correction_of_a_match_that_is_over_is_not_to_play_it(league: TeamContest) -> None:
    """Its player may be at another board by then."""
    match = open_board(league, 2, ["Ana", "Elena"])
    version = league.client.tell(match, leave(0))["version"]
    open_board(league, 3, ["Ana", "Fito"])
    league.client.tell(match, {"type": "retract", "to": version - 1, "reason": "mal apuntado"})
    assert [at(league, board)["state"] for board in (2, 3)] == ["open", "open"]


def test_members_change_seats_and_nobody_else_sits_down(league: TeamContest) -> None:
    match = open_board(league, 2, ["Ana", "Elena"])
    ids = {one["name"]: one["id"] for team in league.encounter(*BOTH)["entrants"] for one in team["players"]}

    def sit(*names: str) -> httpx.Response:
        seats = [{"player": ids[name]} for name in names]
        return league.client.say(match, {"type": "seats", "seats": seats, "reason": "mal sentados"})

    assert refusal_of(sit("Ana", "Fito"), 422, "inconsistent")["rule"] == "teams.substitutes"
    assert sit("Elena", "Ana").is_success
    league.client.tell(match, leave(0))
    teams = [one["name"] for one in league.encounter(*BOTH)["entrants"]]
    assert at(league, 2)["result"]["ranking"][0] == [teams.index(ARRABAL)]


def test_a_match_of_a_team_that_left_names_no_match_in_its_place(league: TeamContest) -> None:
    match = open_board(league, 2, ["Ana", "Elena"])
    assert league.do("withdrawals", player=MAGDALENA, reason="x").is_success
    problem = refusal_of(league.client.say(match, leave(0)), 409, "void")
    assert problem.get("instead") is None


def test_other_people_than_the_line_ups_are_refused(league: TeamContest) -> None:
    league.line_up(league.encounter(*BOTH))
    people = [one["name"] for team in at(league, 2)["players"] for one in team]
    refusal_of(start(league, 2, ["Ana", "Elena"]), 422, "inconsistent")
    open_board(league, 2, people[::-1])


def test_a_walkover_of_an_encounter_takes_the_place_of_an_open_board_where_its_version_is_named(
    league: TeamContest,
) -> None:
    open_board(league, 2, ["Ana", "Elena"])
    fixture = league.encounter(*BOTH)
    path, body = f"/v1/fixtures/{fixture['id']}/walkover", {"absent": [MAGDALENA], "reason": "no vino"}
    assert refusal_of(league.client.post(path, json=body), 409, "conflict")["version"] == fixture["version"]
    assert league.encounter(*BOTH) == fixture
    answer = league.client.post(path, json=body, headers={"If-Match": f'"{fixture["version"]}"'})
    assert answer.status_code == 201, answer.text
    assert league.encounter(*BOTH)["state"] == "walkover"


@pytest.mark.parametrize("way", ["line-ups", "named"])
def test_a_member_stays_one_when_a_merge_is_taken_back(league: TeamContest, way: str) -> None:
    fixture = league.encounter(*BOTH) if way == "named" else league.line_up(league.encounter(*BOTH))
    [own, other] = ["Ana", "Elena"] if way == "named" else [team[0]["name"] for team in at(league, 2)["players"]]
    member = next(one["id"] for team in fixture["entrants"] for one in team["players"] if one["name"] == own)
    twin = league.client.post("/v1/players", json={"name": "Anunciación", "distinct": True}).json()["id"]
    path = f"/v1/players/{member}/merge"
    assert league.client.post(path, json={"into": twin, "reason": "la misma"}).is_success
    match = open_board(league, 2, ["Anunciación", other] if way == "named" else [])
    assert league.client.delete(f"{path}?reason=no+lo+es").is_success
    league.client.tell(match, leave(1))
    board = at(league, 2)
    assert [names_of(people) for people in board["players"]] == [[own], [other]]
    assert board["result"]["ranking"] == [[0], [1]]
    assert names_of(league.client.get(f"/v1/matches/{match}").json()["seats"]) == [own, other]


def test_nobody_is_substituted_within_a_board(league: TeamContest) -> None:
    fixture = league.line_up(league.encounter(*BOTH))
    [out], _ = fixture["boards"][1]["players"]
    [team, _] = [[one["name"] for one in entrant["players"]] for entrant in fixture["entrants"]]
    body = {"out": out["name"], "in": team[0], "reason": "x"}
    path = f"/v1/fixtures/{fixture['id']}/boards/2/substitutions"
    match = open_board(league, 2)
    assert refusal_of(league.client.post(path, json=body), 409, "impossible")["rule"] == "teams.substitutes"
    league.client.tell(match, leave(0))
    refusal_of(league.client.post(path, json=body), 409, "impossible")


def test_two_tablets_open_one_board(league: TeamContest, running: Running) -> None:
    league.line_up(league.encounter(*BOTH))

    def tablet(_: int) -> int:
        with running.client() as client:
            return start(TeamContest.existing(client, league.championship, league.id), 2).status_code

    with ThreadPoolExecutor(4) as tablets:
        codes = sorted(tablets.map(tablet, range(4)))
    assert codes == [201, 409, 409, 409]
    assert sum(line["type"] == "board_match_opened" for line in log(league)) == 1


def test_a_correction_after_the_end_changes_the_board(league: TeamContest) -> None:
    league.line_up(league.encounter(*BOTH))
    match = open_board(league, 2)
    version = league.client.tell(match, ESCOBA)["version"]
    league.board(BOTH, 1, WON[0])
    league.board(BOTH, 3, WON[2])
    league.client.tell(match, {"type": "retract", "to": version - 1, "reason": "carta mal leída"})
    assert (at(league, 2)["state"], league.encounter(*BOTH)["state"]) == ("open", "open")
    league.client.tell(match, leave(1))
    assert at(league, 2)["result"]["ranking"] == [[0], [1]]
    assert league.encounter(*BOTH)["state"] == "played"
    kinds = [line["type"] for line in log(league) if "match" in line]
    assert kinds == ["board_match_opened", "board_match_finished", "board_match_reopened", "board_match_finished"]
    changes = league.client.get(f"/v1/contests/{league.id}/changes").json()["items"]
    assert (changes[0]["type"], changes[0]["reason"]) == ("board_match_reopened", "carta mal leída")


def test_a_late_card_goes_to_the_encounter(league: TeamContest) -> None:
    league.line_up(league.encounter(*BOTH))
    match = open_board(league, 2)
    league.client.tell(match, ESCOBA)
    league.board(BOTH, 1, WON[0])
    league.board(BOTH, 3, WON[2])
    league.client.tell(match, {"type": "sanction", "seat": 0, "card": "black", "reason": "insulta"})
    assert league.encounter(*BOTH)["result"]["cards"] == [[0, 1], [0, 0]]


@pytest.mark.parametrize("way", ["line-ups", "match", "nobody"])
def test_cards_told_with_a_board_are_of_those_who_sat_there(league: TeamContest, way: str) -> None:
    if way == "line-ups":
        league.line_up(league.encounter(*BOTH))
    if way == "match":
        open_board(league, 2, ["Ana", "Elena"])
    fixture = league.encounter(*BOTH)
    path = f"/v1/fixtures/{fixture['id']}/boards/2/result"
    result = {"points": [21, 15], "cards": [[1, 0], [0, 1]]}
    if way == "match":
        answer = league.client.put(path, json=result | {"reason": "insultos"})
    else:
        answer = league.client.post(path, json=result | {"note": "insultos"})
    assert answer.is_success, answer.text

    def register() -> dict[str, str]:
        query = {"championship": league.championship}
        return {one["name"]: one["card"] for one in league.client.get("/v1/sanctions", params=query).json()["items"]}

    paper = f"/print/championships/{league.championship}/sanctions"
    people = [team[0]["name"] for team in at(league, 2).get("players", ())]
    assert register() == dict(zip(people, ("yellow", "black"), strict=bool(people)))
    text = league.client.get(paper).text
    assert [name in text for name in (*people, "insultos")] == [True] * len(people) + [way != "nobody"]
    correction = {"points": [21, 15], "reason": "no hubo"}
    assert league.client.put(path, json=correction).is_success
    assert register() == {}
    assert "insultos" not in league.client.get(paper).text


def test_everybody_leaving_makes_the_board_void(league: TeamContest) -> None:
    match = open_board(league, 2, ["Ana", "Elena"])
    for seat in (0, 1):
        league.client.tell(match, leave(seat))
    assert (at(league, 2)["state"], at(league, 2)["board_points"]) == ("void", [0, 0])


def test_a_result_by_hand_takes_the_place_of_a_match(league: TeamContest) -> None:
    match = open_board(league, 2, ["Ana", "Elena"])
    refusal_of(league.board(BOTH, 2, WON[1]), 409, "conflict")
    fixture = league.encounter(*BOTH)
    path = f"/v1/fixtures/{fixture['id']}/boards/2/result"
    body = {"points": [21, 15], "reason": "se rompió la tableta"}
    assert league.client.put(path, json=body).status_code == 200
    assert at(league, 2)["state"] == "played"
    assert "match" not in at(league, 2)
    refusal_of(league.client.say(match, leave(0)), 409, "void")
    refusal_of(start(league, 2, ["Ana", "Elena"]), 409, "conflict")


def test_a_walkover_takes_the_place_of_a_match_whose_version_is_named(league: TeamContest) -> None:
    match = open_board(league, 2, ["Ana", "Elena"])
    fixture = league.encounter(*BOTH)
    path = f"/v1/fixtures/{fixture['id']}/boards/2/walkover"
    body = {"absent": [MAGDALENA], "reason": "no vino"}
    refusal_of(league.client.post(path, json=body), 409, "conflict")
    answer = league.client.post(path, json=body, headers={"If-Match": f'"{fixture["version"]}"'})
    assert answer.status_code == 201, answer.text
    assert at(league, 2)["state"] == "walkover"
    refusal_of(league.client.say(match, leave(0)), 409, "void")


def test_an_opening_taken_back_frees_the_board_and_its_match_counts_no_more(league: TeamContest) -> None:
    match = open_board(league, 2, ["Ana", "Elena"])
    league.client.tell(match, leave(0))
    version = next(line["version"] for line in log(league) if line["type"] == "board_match_opened")
    path = f"/v1/contests/{league.id}/decisions/{version}?reason=x"
    assert league.client.delete(path).status_code == 200
    assert at(league, 2)["state"] == "pending"
    refusal_of(league.client.say(match, {"type": "note", "text": "x"}), 409, "void")
    again = open_board(league, 2, ["Beto", "Fito"])
    problem = refusal_of(league.client.say(match, {"type": "note", "text": "x"}), 409, "void")
    assert problem["instead"] == {"fixture": league.encounter(*BOTH)["id"], "match": again}


def test_a_correction_taken_back_lets_the_match_count_again_as_it_stands(league: TeamContest) -> None:
    match = open_board(league, 2, ["Ana", "Elena"])
    league.client.tell(match, leave(0))
    fixture = league.encounter(*BOTH)
    before = at(league, 2)
    body = {"points": [21, 15], "reason": "x"}
    assert league.client.put(f"/v1/fixtures/{fixture['id']}/boards/2/result", json=body).status_code == 200
    version = next(line["version"] for line in log(league) if line["type"] == "board_corrected")
    assert league.client.delete(f"/v1/contests/{league.id}/decisions/{version}?reason=x").status_code == 200
    assert at(league, 2) == before


def test_line_ups_stay_once_a_board_is_played(league: TeamContest) -> None:
    fixture = league.line_up(league.encounter(*BOTH))
    open_board(league, 2)
    path = f"/v1/fixtures/{fixture['id']}/lineups/{fixture['entrants'][0]['id']}?reason=x"
    problem = refusal_of(league.client.delete(path), 409, "impossible")
    assert [one["type"] for one in problem["undo_first"]] == ["board_match_opened"]


def test_what_is_no_board(league: TeamContest) -> None:
    refusal_of(start(league, 4), 404, "not-found")
    refusal_of(league.client.post("/v1/matches", json={"board": 1, "ruleset": "escoba", "seats": []}), 400, "malformed")
    body = {"board": 1, "ruleset": "escoba", "seats": [{"name": "A"}, {"name": "B"}]}
    refusal_of(league.client.post("/v1/matches", json=body), 422, "inconsistent")
    refusal_of(league.client.post("/v1/matches", json={"fixture": league.encounter(*BOTH)["id"]}), 409, "impossible")
    refusal_of(start(league, 1, ["Ana", "Elena", "Beto", "Fito"], ruleset="escoba"), 422, "inconsistent")
    assert league.encounter(*BOTH)["state"] == "pending"


def test_the_encounter_of_a_contest_cancelled_takes_its_matches_along(league: TeamContest) -> None:
    match = open_board(league, 2, ["Ana", "Elena"])
    path = f"/v1/contests/{league.id}"
    refusal_of(league.client.delete(f"{path}?reason=lluvia"), 409, "closed")
    assert league.client.delete(f"{path}?reason=lluvia&reopen=true").status_code == 200
    refusal_of(league.client.say(match, leave(0)), 409, "void")


@pytest.mark.parametrize("way", ["hand", "match"])
def test_a_contest_with_one_board_played_is_not_cancelled(league: TeamContest, way: str) -> None:
    if way == "hand":
        league.board(BOTH, 1, WON[0])
    else:
        league.client.tell(open_board(league, 2, ["Ana", "Elena"]), leave(0))
    problem = refusal_of(league.client.delete(f"/v1/contests/{league.id}?reason=x&reopen=true"), 409, "impossible")
    assert problem["undo_first"][0]["type"] == {"hand": "board_reported", "match": "board_match_opened"}[way]


def test_a_contest_of_teams_has_no_clock_of_its_own(league: TeamContest) -> None:
    path = f"/v1/contests/{league.id}/timing"
    body = {"timing": {"match_seconds": 3000}, "reason": "x"}
    assert refusal_of(league.client.put(path, json=body), 422, "inconsistent")["rule"] == "teams.encounter"
    match = open_board(league, 2, ["Ana", "Elena"], timing=body["timing"])
    assert league.client.get(f"/v1/matches/{match}").json()["timing"] == body["timing"]


@pytest.mark.parametrize("way", ["corrected", "told", "told at once"])
def test_figures_of_a_board_ended_on_time_are_possible_by_hand_too(league: TeamContest, way: str) -> None:
    path = f"/v1/fixtures/{league.encounter(*BOTH)['id']}/boards"
    short = {"points": [5, 4]}
    refusal_of(league.client.post(f"{path}/2/result", json=short), 422, "inconsistent")
    open_board(league, 2, ["Ana", "Elena"], timing={"match_seconds": 600})
    if way == "corrected":
        answer = league.client.put(f"{path}/2/result", json=short | {"reason": "x"})
    else:
        version = next(line["version"] for line in log(league) if line["type"] == "board_match_opened")
        assert league.client.delete(f"/v1/contests/{league.id}/decisions/{version}?reason=x").is_success
        at_once = {"boards": [{"board": 2, "result": short}]}
        where, body = (f"{path}/2/result", short) if way == "told" else (path, at_once)
        answer = league.client.post(where, json=body)
    assert answer.is_success, answer.text
    assert at(league, 2)["result"]["points"] == [5, 4]
    refusal_of(league.client.post(f"{path}/1/result", json={"points": [0, 1]}), 422, "inconsistent")


@pytest.mark.parametrize(("role", "status"), [("organizer", 201), ("referee", 201), ("auditor", 403), ("player", 403)])
def test_who_may_open_one(league: TeamContest, role: str, status: int) -> None:
    """As with any match of a fixture: the staff, for it."""
    league.line_up(league.encounter(*BOTH))
    scope = {"championship": league.championship}
    if role == "player":
        scope["player"] = at(league, 2)["players"][0][0]["id"]
    body = {"fixture": league.encounter(*BOTH)["id"], "board": 2}
    answer = league.client.post("/v1/matches", json=body, headers=league.client.bearer(role, **scope))
    assert answer.status_code == status, answer.text
    assert at(league, 2)["state"] == ("open" if status == 201 else "pending")


@pytest.mark.parametrize(("ruleset", "size"), GAMES)
def test_every_game_of_a_board_is_opened_and_ended(desk: Caller, ruleset: str, size: int) -> None:
    teams = {"Norte": ("Ana", "Beto"), "Sur": ("Elena", "Fito")}
    board = {"ruleset": ruleset, "per_team": size}
    league = TeamContest(desk, teams, boards=[board])
    fixture = league.line_up(league.encounter(*teams))
    answer = desk.post("/v1/matches", json={"fixture": fixture["id"], "board": 1})
    assert answer.status_code == 201, answer.text
    view = answer.json()
    assert (view["ruleset"], len(view["seats"])) == (ruleset, 2 * size)
    # Whoever leaves leaves with the whole side.
    desk.tell(view["id"], leave(1))
    encounter = league.encounter(*teams)
    assert encounter["state"] == "played"
    assert encounter["result"]["board_points"] == [1, 0]
    assert {one: row[1] for one, row in persons(league).items()} == {
        one["name"]: int(n == 0) for n, team in enumerate(encounter["boards"][0]["players"]) for one in team
    }


def test_the_match_of_a_team_that_has_left_is_not_said_to_be_played_in_its_own_place(league: TeamContest) -> None:
    league.line_up(league.encounter(*BOTH))
    match = open_board(league, 1)
    left = league.client.post(f"/v1/contests/{league.id}/withdrawals", json={"player": BOTH[0], "reason": "se van"})
    assert left.status_code == 201, left.text
    assert at(league, 1)["state"] != "open"
    note = {"type": "note", "text": "se quedan sin rival"}
    refusal = refusal_of(league.client.post(f"/v1/matches/{match}/events", json=note), 409, "void")
    assert refusal["instead"] is None


def test_the_record_of_a_board_is_taken_in_as_a_match_of_its_own(league: TeamContest, tmp_path: Path) -> None:
    league.line_up(league.encounter(*BOTH))
    match = open_board(league, 2)
    totals = league.client.tell(match, ESCOBA)["view"]["score"]["totals"]
    record = league.client.get(f"/v1/matches/{match}/events?limit=500", headers={"Accept": "application/x-ndjson"})
    services = services_on(str(tmp_path / "elsewhere.sqlite"), Clock())
    copy = portable.take(services.service, record.content, "otro")
    assert (copy.opening.fixture, copy.opening.board, copy.ledger.totals) == (None, UNSET, totals)
    close(services)
