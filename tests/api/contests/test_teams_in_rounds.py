"""Teams in rounds and in stages over HTTP: paired, late, absent, corrected, taken back, checked from the export (teams.*)."""

from collections.abc import Sequence
from typing import Any, get_args

import pytest

from referee.championship.chance_in_logs import chance_of
from referee.contests.rounds.costs import PairingMethod
from tests.support.service import Caller, refusal_of
from tests.support.teams_at_work import SIX, TeamRounds

LINES = "mitchell"
METHODS = [method for method in get_args(PairingMethod) if method != LINES]
"""Those that take any number and late teams: two lines have their own bounds."""
LATE = "Universidad"


def pairs_of(round_: dict[str, Any]) -> set[frozenset[str]]:
    return {frozenset(one["name"] for one in pair["entrants"]) for pair in round_["pairs"]}


@pytest.mark.parametrize("method", METHODS)
def test_a_whole_tournament_of_teams_by_every_method(desk: Caller, method: str) -> None:
    contest = TeamRounds(desk, round_count=4, pairing=method, late_until=2)
    first = contest.pair()
    contest.play()
    entry = contest.late(
        LATE, {"name": "Zoe", "distinct": True}, {"name": "Yago", "distinct": True}, reason="venían lejos"
    )
    assert entry.status_code == 201, entry.text
    second = contest.pair()
    assert (len(second["pairs"]), "rest" in second) == (3, True)
    contest.play()
    leaver = sorted(SIX)[-1]
    assert contest.do("withdrawals", player=leaver, reason="se deshace la peña").is_success
    third = contest.pair()
    contest.play()
    fourth = contest.pair()
    contest.play()
    rounds = [pairs_of(one) for one in (first, second, third, fourth)]
    assert sum(map(len, rounds)) == len(set().union(*rounds)) == 3 * 4
    assert not any(leaver in pair for one in rounds[2:] for pair in one)
    assert contest.view()["phase"] == "finished"
    rows = contest.rows("ptos", "tie_breaks", "diff")
    order = [(ptos, figures["boards"], figures["difference"]) for _, _, ptos, figures, _ in rows]
    assert order == sorted(order, reverse=True)
    # The first by the alphabet wins every encounter, four of them with both boards.
    assert rows[0][1:3] == (sorted(SIX)[0], 8)
    assert contest.scores()[sorted(SIX)[0]] == (8, 8)
    verdict = chance_of(desk.get(f"/v1/championships/{contest.championship}/export").content)
    assert (verdict.pairings, verdict.flaw) == (4, None)


def test_teams_meet_in_two_lines(desk: Caller) -> None:
    contest = TeamRounds(desk, round_count=3, pairing=LINES)
    rounds = []
    for _ in range(3):
        rounds.append(pairs_of(contest.pair()))
        contest.play()
    assert sum(map(len, rounds)) == len(set().union(*rounds)) == 3 * 3
    assert all(points == ptos for ptos, points in contest.scores().values())


def test_an_encounter_gives_the_points_that_the_teams_agreed_on(desk: Caller) -> None:
    contest = TeamRounds(desk, dict(list(SIX.items())[:3]), round_count=2, points={"win": 3, "level": 1, "loss": 0})
    view = contest.view()
    assert view["teams"]["points"] == {"win": 3, "level": 1, "loss": 0}
    assert view["options"]["tie_breaks"] == ["boards", "difference", "direct"]
    round_ = contest.pair()
    [pair] = round_["pairs"]
    contest.decide(contest.encounter(*(one["name"] for one in pair["entrants"])), wins=(1,))
    one, other = sorted(name["name"] for name in pair["entrants"])
    assert contest.scores() == {one: (1, 1), other: (1, 1), round_["rest"]["player"]["name"]: (3, 2)}


@pytest.mark.parametrize(
    ("params", "teams_more", "path"),
    [
        pytest.param(
            {"points": {"win": 3}}, {"points": {"win": 4, "level": 1, "loss": 0}}, "$.teams.points", id="points"
        ),
        pytest.param({"points": {"win": 0}}, {}, "$.params.points", id="a win below a loss"),
        pytest.param({"points": 3}, {}, "$.params.points", id="no points at all"),
        pytest.param({"stages": 3}, {}, "$.params.stages", id="no stages at all"),
        pytest.param({"stages": [3, {}]}, {}, "$.params.stages[0]", id="no stage"),
        pytest.param(
            {"stages": [{"format": "rounds", "through": 2}, {"format": "knockout", "lives": 2}]},
            {},
            "$.params.stages[1].lives",
            id="lives",
        ),
        pytest.param(
            {"stages": [{"format": "groups", "size": 3, "through": 1, "repesca": 1}, {"format": "knockout"}]},
            {},
            "$.params.stages[0].repesca",
            id="repesca",
        ),
    ],
)
def test_choices_that_go_with_no_teams_say_where(
    desk: Caller, params: dict[str, Any], teams_more: dict[str, Any], path: str
) -> None:
    people = [one for members in SIX.values() for one in members]
    championship = desk.post("/v1/championships", json={"name": "Fiestas", "players": people, "distinct": True}).json()
    body = {
        "ruleset": "escoba",
        "format": "stages" if "stages" in params else "rounds",
        "entrants": [{"name": name, "members": [*members]} for name, members in SIX.items()],
        "teams": {"boards": [{"ruleset": "escoba"}, {"ruleset": "escoba"}], **teams_more},
        "params": params,
    }
    answer = desk.post(f"/v1/championships/{championship['id']}/contests", json=body)
    assert answer.status_code in {400, 422}, answer.text
    assert [one["path"] for one in answer.json()["errors"]][:1] == [path], answer.text


def test_only_teams_are_parted_by_board_points(desk: Caller) -> None:
    players = desk.post(
        "/v1/championships", json={"name": "Fiestas", "players": ["Ana", "Beto", "Eva"], "distinct": True}
    )
    for params, path in (
        ({"tie_breaks": ["boards"]}, "$.params.tie_breaks"),
        (
            {"stages": [{"format": "rounds", "through": 2, "tie_breaks": ["boards"]}, {"format": "knockout"}]},
            "$.params.stages[0].tie_breaks",
        ),
    ):
        format_ = "stages" if "stages" in params else "rounds"
        body = {"ruleset": "escoba", "format": format_, "params": params}
        answer = desk.post(f"/v1/championships/{players.json()['id']}/contests", json=body)
        assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, path), answer.text


def test_a_board_of_an_older_round_says_which_pairs_would_be_others(desk: Caller) -> None:
    contest = TeamRounds(desk, dict(list(SIX.items())[:4]), round_count=3)
    first = contest.pair()
    contest.play()
    second = contest.pair()
    before = contest.standings()["rows"]
    fixture = contest.client.get(f"/v1/fixtures/{first['pairs'][0]['fixture']}").json()
    points = fixture["boards"][0]["result"]["points"][::-1]
    reason = {"reason": "al revés"}
    differences, versions = [], []
    for number in (1, 2):
        answer = desk.put(f"/v1/fixtures/{fixture['id']}/boards/{number}/result", json={"points": points} | reason)
        assert answer.status_code == 200, answer.text
        differences.append(answer.json()["difference"])
        versions.append(contest.view()["version"])
    # Both boards turned round make another winner.
    assert [one["round"] for one in differences[1]["pairings"]] == [2]
    assert pairs_of(contest.client.get(f"{contest.path}/rounds/2").json()) == pairs_of(second)
    for version in reversed(versions):
        removal = desk.delete(f"{contest.path}/decisions/{version}", params={"reason": "estaba bien"})
        assert removal.status_code == 200, removal.text
    assert contest.standings()["rows"] == before


def test_the_worst_round_of_a_team_is_struck_and_its_boards_count(desk: Caller) -> None:
    contest = TeamRounds(desk, dict(list(SIX.items())[:4]), round_count=3, strike=1)
    for _ in range(3):
        contest.pair()
        contest.play()
    names = sorted([*SIX][:4])
    assert contest.scores() == {name: (4 if n < 2 else 2 if n == 2 else 0, 6 - 2 * n) for n, name in enumerate(names)}


STAGES: dict[str, list[dict[str, Any]]] = {
    "rounds and a knockout": [{"format": "rounds", "round_count": 2, "through": 4}, {"format": "knockout"}],
    "groups and a knockout": [{"format": "groups", "size": 3, "through": 1}, {"format": "knockout"}],
    "a league and rounds": [{"format": "league", "through": 4}, {"format": "rounds", "round_count": 1}],
    "groups and a league": [{"format": "groups", "size": 2, "through": 1}, {"format": "league"}],
}


@pytest.mark.parametrize("chain", STAGES)
def test_every_stage_keeps_the_teams(desk: Caller, chain: str) -> None:
    contest = TeamRounds(desk, format_="stages", stages=STAGES[chain])
    for _ in range(12):
        if contest.view()["phase"] == "finished":
            break
        match contest.awaits()[0]:
            case ("pairing",):
                contest.pair()
            case ("ruling", *tied):
                assert contest.do(
                    "rulings", tie=tied, order=[[one] for one in tied], reason="a la carta más alta"
                ).is_success
            case _:
                contest.play()
    standings, view = contest.standings(), contest.view()
    assert view["phase"] == "finished"
    assert view["podium"][0]["player"]["name"] == sorted(SIX)[0]
    assert {row["player"]["name"] for row in standings["rows"]} == {*SIX}
    assert all("boards" in row["tie_breaks"] for row in standings["rows"])
    for stage in standings["stages"]:
        for table in stage.get("groups") or [stage]:
            assert all("boards" in row["tie_breaks"] for row in table["rows"]), stage
    assert {len(fixture["boards"]) for fixture in contest.fixtures()} == {2}
    assert chance_of(desk.get(f"/v1/championships/{contest.championship}/export").content).flaw is None


def test_rounds_of_a_stage_have_the_points_of_its_teams(desk: Caller) -> None:
    chain = [{"format": "rounds", "round_count": 1, "through": 2}, {"format": "knockout"}]
    contest = TeamRounds(desk, format_="stages", stages=chain)
    assert contest.view()["options"]["stages"][0]["tie_breaks"] == ["boards", "difference", "direct"]
    usual = TeamRounds(desk, {**SIX, **{f"T{n}": (f"t{n} uno", f"t{n} dos") for n in range(3)}}, format_="stages")
    assert [one["format"] for one in usual.view()["options"]["stages"]] == ["rounds", "knockout"]


@pytest.mark.parametrize("format_", ["league", "rounds", "stages"])
def test_a_late_team_is_in_every_format_that_takes_one(desk: Caller, format_: str) -> None:
    params: dict[str, Any] = {"late_until": 2}
    if format_ == "stages":
        params = {"stages": [{"format": "rounds", "through": 2, **params}, {"format": "knockout"}]}
    contest = TeamRounds(desk, dict(list(SIX.items())[:4]), format_=format_, **params)
    if format_ != "league":
        contest.pair()
    contest.play() if format_ != "league" else contest.decide(contest.fixtures()[0])
    member = "Centro uno"
    player = {"players": [member], "distinct": True}
    assert desk.post(f"/v1/championships/{contest.championship}/players", json=player).is_success
    before = contest.standings()["rows"]
    answer = contest.late("Centro", member, {"name": "Centro dos", "distinct": True})
    assert answer.status_code == 201, answer.text
    [entrant] = [one for one in contest.view()["entrants"] if one["name"] == "Centro"]
    assert [one["name"] for one in entrant["players"]] == [member, "Centro dos"]
    assert contest.scores()["Centro"] == (0, 0)
    [change] = desk.get(f"{contest.path}/changes").json()["items"]
    assert [one["name"] for one in change["concerns"]] == ["Centro"]
    removal = desk.delete(f"{contest.path}/decisions/{change['version']}", params={"reason": "no era este torneo"})
    assert removal.status_code == 200, removal.text
    assert contest.standings()["rows"] == before


@pytest.mark.parametrize(
    ("body", "path"),
    [
        pytest.param({"player": "Norte uno"}, "$.player", id="a player"),
        pytest.param({}, "$.player", id="nobody"),
        pytest.param({"team": {"name": "NORTE", "members": ["Ana", "Eva"]}}, "$.team.name", id="a name that is there"),
        pytest.param({"team": {"name": "Sola", "members": ["Ana"]}}, "$.team.members", id="too few"),
        pytest.param({"team": {"name": " ", "members": ["Ana", "Eva"]}}, "$.team.name", id="no name"),
    ],
)
def test_a_late_team_that_cannot_be_says_where(desk: Caller, body: dict[str, Any], path: str) -> None:
    contest = TeamRounds(desk, late_until=2)
    before = contest.view()["version"]
    answer = contest.do("entrants", **body, distinct=True)
    assert answer.status_code in {400, 422}, answer.text
    assert answer.json()["errors"][0]["path"] == path
    assert contest.view()["version"] == before


def test_a_late_team_has_nobody_of_another(desk: Caller) -> None:
    contest = TeamRounds(desk, late_until=2)
    assert refusal_of(contest.late("Otra", "Norte uno", {"name": "Eva", "distinct": True}), 422, "inconsistent")
    closed = TeamRounds(desk)
    assert refusal_of(closed.late("Otra", "Ana", "Eva", distinct=True), 409, "impossible")


@pytest.mark.parametrize(("win", "places"), [(3, [3, 4]), (2, [3, 3])])
def test_those_left_in_their_groups_stand_by_the_points_of_the_contest(
    desk: Caller, win: int, places: Sequence[int]
) -> None:
    """The second of one group has won once and lost once, that of the other was level twice."""
    chain = [{"format": "groups", "size": 3, "through": 1}, {"format": "knockout"}]
    points = {"points": {"win": win, "level": 1, "loss": 0}}
    contest = TeamRounds(desk, format_="stages", terms=points, stages=chain)
    groups: dict[int, list[dict[str, Any]]] = {}
    for fixture in contest.fixtures():
        if fixture["kind"] == "group":
            groups.setdefault(fixture["group"], []).append(fixture)
    for number, fixtures in groups.items():
        last = max(one["name"] for fixture in fixtures for one in fixture["entrants"])
        for fixture in fixtures:
            names = {one["name"] for one in fixture["entrants"]}
            contest.decide(fixture, (1,) if number == 1 and last in names else (1, 2))
    rows = contest.standings()["rows"][2:4]
    assert [one["place"] for one in rows] == places
    assert {one["player"]["name"] for one in rows} == {"Oeste", "Sur"}
    assert rows[0]["player"]["name"] == "Oeste" or places[0] == places[1]


@pytest.mark.parametrize("number", [1, 2])
def test_a_round_that_is_paired_again_asks_for_line_ups_again(desk: Caller, number: int) -> None:
    """Also where the same two meet at the same table, as from the same seed."""
    teams = dict(list(SIX.items())[:3])
    contest = TeamRounds(desk, teams, round_count=1)
    pairs: set[tuple[str, ...]] = set()
    for is_second in (False, True):
        contest.pair(seed="la misma")
        [fixture] = [one for one in contest.fixtures() if one["state"] != "superseded"]
        pairs.add(tuple(one["name"] for one in fixture["entrants"]))
        assert "lineups" not in fixture
        assert all("players" not in board for board in fixture["boards"])
        for n, team in enumerate(sorted(fixture["entrants"], key=lambda one: one["name"])[:number], 1):
            body = {"boards": [[one["name"]] for one in team["players"]][:: -1 if is_second else 1]}
            answer = desk.put(f"/v1/fixtures/{fixture['id']}/lineups/{team['id']}", json=body)
            assert answer.is_success, answer.text
            assert [one["shown"] for one in answer.json()["lineups"]] == [n == 2] * n
        if not is_second:
            withdrawn = desk.delete(f"{contest.path}/rounds/1", params={"reason": "falta gente"})
            assert withdrawn.is_success, withdrawn.text
    assert len(pairs) == 1
    if number == 2:
        contest.play()
        persons = contest.standings()["persons"]
        assert {one["player"]["name"] for one in persons} == {
            one for team in fixture["entrants"] for one in teams[team["name"]]
        }
    text = desk.get(f"/v1/championships/{contest.championship}/export").content
    assert chance_of(text).flaw is None
