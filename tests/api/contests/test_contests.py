"""Contests over HTTP: draws, ties, corrections, walkovers, withdrawals, rulings, sheets to print."""

from hashlib import sha256
from typing import Any

import pytest

from tests.support.organizing import TEN, Contest
from tests.support.service import Caller, refusal_of

FIVE = ("Ana", "Beto", "Carla", "Dani", "Elena")
SIX = (*FIVE, "Fito")


def test_a_seed_gives_a_draw_that_anyone_can_repeat(organizer: Caller) -> None:
    championship = organizer.post(
        "/v1/championships", json={"name": "x", "players": list(FIVE), "distinct": True}
    ).json()
    body = {"ruleset": "hearts.castillar", "format": "castillar", "seed": "fiesta"}
    answer = organizer.post(f"/v1/championships/{championship['id']}/contests", json=body)
    view = answer.json()
    assert answer.headers["location"] == f"/v1/contests/{view['id']}"
    ids = [player["id"] for player in championship["players"]]
    by_digest = sorted(ids, key=lambda id_: sha256(f"fiesta\n{id_}".encode()).digest())
    draw = view["draw"]
    assert [one["id"] for one in draw["order"]] == by_digest
    assert (draw["seed"], draw["algorithm"]) == ("fiesta", "sha256")
    assert len(view["byes"]) == 5
    assert view["phase"] == "playing"
    assert {pending["kind"] for pending in view["pending"]} == {"result"}
    assert organizer.get(f"/v1/contests/{view['id']}").json() == view


def test_without_a_seed_the_server_records_one(organizer: Caller) -> None:
    contest = Contest(organizer, *FIVE, order=None)
    draw = contest.view()["draw"]
    assert len(draw["seed"]) >= 16


def test_lots_on_the_table_are_recorded_as_such(organizer: Caller) -> None:
    contest = Contest(organizer, *FIVE, order=["Elena", "Dani", "Carla", "Beto", "Ana"])
    draw = contest.view()["draw"]
    assert [one["name"] for one in draw["order"]] == ["Elena", "Dani", "Carla", "Beto", "Ana"]
    assert draw["algorithm"] == "lots"
    assert draw["seed"] is None


def test_a_draw_made_anew_keeps_the_old_one_listed(organizer: Caller) -> None:
    # Of so many, no two draws are the same.
    contest = Contest(organizer, *TEN)
    before = contest.fixtures()
    answer = contest.do("draw", seed="verbena", reason="faltaba una papeleta")
    assert answer.status_code == 201
    view = answer.json()
    assert [draw["algorithm"] for draw in view["draws"]] == ["lots", "sha256"]
    assert (view["draw"]["seed"], view["draw"]["reason"]) == ("verbena", "faltaba una papeleta")
    now = contest.fixtures()
    assert len(now) == len(before) == 45
    assert len({frozenset(e["id"] for e in item["entrants"]) for item in now}) == 45
    assert "superseded" not in {item["state"] for item in now}
    superseded = {item["id"] for item in before} - {item["id"] for item in now}
    assert superseded
    for id_ in superseded:
        assert organizer.get(f"/v1/fixtures/{id_}").json()["state"] == "superseded"
    contest.report({"Ana": 40, "Beto": 64})
    refusal_of(contest.do("draw", reason="otra vez"), 409, "closed")


def test_the_table_is_provisional_until_the_last_result(organizer: Caller) -> None:
    contest = Contest(organizer, *FIVE)
    contest.league(FIVE, but=("Dani-Elena",))
    assert contest.standings()["provisional"]
    assert contest.view()["qualified"] == []
    contest.report({"Dani": 40, "Elena": 64})
    assert not contest.standings()["provisional"]
    assert [one["name"] for one in contest.view()["qualified"]] == list(FIVE[:4])
    assert contest.view()["phase"] == "final"
    assert contest.awaits() == [("final",)]


def test_the_final_gives_podium_and_general_table(organizer: Caller) -> None:
    contest = Contest(organizer, *FIVE)
    contest.league(FIVE)
    contest.report({"Ana": 104, "Beto": 20, "Carla": 30, "Dani": 54}, "final")
    assert contest.podium() == [(1, "Beto", 5), (2, "Carla", 3), (3, "Dani", 2), (4, "Ana", 1)]
    assert contest.general() == {"Beto": 5, "Ana": 3, "Carla": 3, "Dani": 2, "Elena": 0}
    assert contest.view()["extras"] == [
        {"player": contest.view()["draw"]["order"][0], "points": 2, "rule": "podium.final"}
    ]


def test_a_level_match_waits_for_its_extra_round(organizer: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto")
    level: dict[str, Any] = {"stars": [0, 0], "rounds_won": [2, 2]}
    fixture = contest.report({"Ana": 52, "Beto": 52}, **level)
    assert fixture["needs"] == "extra_round"
    assert contest.view()["phase"] == "playing"
    assert contest.awaits() == [("extra_round", "Ana", "Beto")]
    refusal_of(contest.tell({"Ana": 40, "Beto": 64}), 409, "conflict")
    result = contest.report({"Ana": 52, "Beto": 52}, **level, extra_rounds=[[20, 6]])
    assert "needs" not in result
    assert contest.podium() == [(1, "Beto", 5), (2, "Ana", 3)]


def test_three_in_a_ring_at_the_head_wait_for_nobody_but_the_average(organizer: Caller) -> None:
    contest = Contest(organizer, *FIVE)
    contest.league(FIVE, "Carla>Ana")
    rows = contest.standings()["rows"]
    assert [row["place"] for row in rows[:3]] == [1, 1, 1]
    assert {row["decided_by"] for row in rows[:3]} == {"open"}
    assert contest.view()["phase"] == "final"
    assert {extra["rule"] for extra in contest.view()["extras"]} == {"league.null"}


def test_three_in_a_ring_across_the_line_end_the_contest_null(organizer: Caller) -> None:
    contest = Contest(organizer, *FIVE)
    contest.league(FIVE, "Elena>Carla")
    assert contest.view()["phase"] == "null"
    assert contest.view()["podium"] == []
    assert contest.general() == dict.fromkeys(FIVE, 2)


def test_four_across_the_line_play_a_tie_break_and_then_the_final(organizer: Caller) -> None:
    contest = Contest(organizer, *"ABPQRSG")
    contest.league(tuple("ABPQRSG"), "R>A", "S>A", "Q>B", "G>P", "S>Q")
    assert contest.rows()[2:6] == [(3, name) for name in "PQRS"]
    assert contest.view()["phase"] == "tie_break"
    assert contest.awaits() == [("tie_break", *"PQRS")]
    [tie_break] = contest.fixtures("tie_break")
    assert (tie_break["params"]["limit"], tie_break["state"]) == (50, "pending")
    level = contest.report({"P": 20, "Q": 30, "R": 30, "S": 50}, "tie_break")
    assert level["needs"] == "extra_round"
    assert contest.awaits() == [("extra_round", "Q", "R")]
    contest.report({"P": 20, "Q": 30, "R": 30, "S": 50}, "tie_break", extra_rounds=[[0, 20, 6, 0]])
    assert [one["name"] for one in contest.view()["qualified"]] == [*"ABPR"]
    assert contest.rows("decided_by")[2] == (3, "P", "tie_break_of_four")
    contest.report({"A": 104, "B": 54, "P": 20, "R": 30}, "final")
    assert contest.podium() == [(1, "P", 5), (2, "R", 3), (3, "B", 2), (4, "A", 1)]


def test_four_level_at_the_head_play_the_final_at_once(organizer: Caller) -> None:
    players = ("A", "B", "C", "D", "o1", "o2", "o3", "o4", "o5", "o6")
    contest = Contest(organizer, *players)
    upsets = "C>A o5>A o6>A o3>B o4>B o1>C o2>C o6>o1 o5>o1"
    contest.league(players, *upsets.split())
    assert contest.rows()[:4] == [(1, name) for name in "ABCD"]
    contest.report({"A": 104, "B": 54, "C": 20, "D": 30}, "final")
    assert contest.general() == dict.fromkeys(players, 0) | {"C": 5 + 2, "D": 3 + 1, "B": 1 + 1, "A": 0 + 1}


def test_two_who_never_met_wait_for_a_ruling(organizer: Caller) -> None:
    contest = Contest(organizer, *FIVE)
    contest.league(FIVE, but=("Dani-Elena",))
    fixture = contest.fixture("Dani", "Elena")
    answer = organizer.post(
        f"/v1/fixtures/{fixture['id']}/walkover", json={"absent": ["Dani", "Elena"], "reason": "nadie vino"}
    )
    assert answer.json()["state"] == "void"
    view = contest.view()
    assert view["phase"] == "waiting_ruling"
    [(kind, *names)] = contest.awaits()
    assert (kind, names) == ("ruling", ["Dani", "Elena"])
    short = {"tie": ["Dani"], "order": [["Dani"]], "reason": "x"}
    refusal_of(contest.do("rulings", **short), 400, "malformed")
    wrong = {"tie": ["Ana", "Elena"], "order": [["Ana"], ["Elena"]], "reason": "x"}
    assert "waiting: (Dani, Elena)" in refusal_of(contest.do("rulings", **wrong), 422, "inconsistent")["detail"]
    half = {"tie": ["Dani", "Elena"], "order": [["Dani"]], "reason": "x"}
    refusal_of(contest.do("rulings", **half), 422, "inconsistent")
    response = contest.do("rulings", tie=["Dani", "Elena"], order=[["Elena"], ["Dani"]], reason="sorteo")
    assert response.status_code == 201
    assert [one["name"] for one in response.json()["qualified"]] == ["Ana", "Beto", "Carla", "Elena"]
    assert contest.rows("decided_by")[3:] == [(4, "Elena", "ruling"), (5, "Dani", "ruling")]
    assert contest.correct({"Elena": 41, "Carla": 63}).status_code == 200
    assert contest.view()["rulings"][0]["fallen"]


def test_a_ruling_that_fell_serves_no_more_when_the_same_are_tied_again(organizer: Caller) -> None:
    """League.studied: a ruling falls when a correction dissolves its tie. A match that is only continued dissolves none."""
    contest = Contest(organizer, *FIVE)
    contest.league(FIVE, but=("Dani-Elena",))
    fixture = contest.fixture("Dani", "Elena")
    organizer.post(f"/v1/fixtures/{fixture['id']}/walkover", json={"absent": ["Dani", "Elena"], "reason": "nadie vino"})
    assert contest.do("rulings", tie=["Dani", "Elena"], order=[["Elena"], ["Dani"]], reason="sorteo").status_code == 201
    contest.correct({"Elena": 41, "Carla": 63})
    contest.correct({"Elena": 64, "Carla": 40})
    view = contest.view()
    assert (view["phase"], contest.awaits()) == ("waiting_ruling", [("ruling", "Dani", "Elena")])
    assert (
        contest.do("rulings", tie=["Dani", "Elena"], order=[["Dani"], ["Elena"]], reason="otra vez").status_code == 201
    )
    assert [ruling["fallen"] for ruling in contest.view()["rulings"]] == [True, False]
    assert contest.rows("decided_by")[3:] == [(4, "Dani", "ruling"), (5, "Elena", "ruling")]


def test_a_correction_keeps_the_old_result_in_the_log(organizer: Caller) -> None:
    contest = Contest(organizer, *FIVE)
    contest.league(FIVE)
    fixture = contest.fixture("Ana", "Elena")
    answer = contest.correct({"Ana": 64, "Elena": 40}, "apuntados al revés", version=fixture["version"])
    assert answer.status_code == 200
    assert answer.json()["version"] > fixture["version"]
    assert answer.headers["etag"] == f'"{answer.json()["version"]}"'
    refusal_of(contest.correct({"Ana": 40, "Elena": 64}, version=fixture["version"]), 409, "conflict")
    log = organizer.get(f"/v1/championships/{contest.championship}/events?limit=500").json()["items"]
    assert log[-1]["type"] == "result_corrected"
    assert (log[-1]["supersedes"], log[-1]["reason"]) == (fixture["version"], "apuntados al revés")
    changes = organizer.get(f"/v1/contests/{contest.id}/changes").json()["items"]
    assert [(change["type"], change["reason"]) for change in changes] == [("result_corrected", "apuntados al revés")]
    assert changes[0]["result_before"]["points"] == [40, 64]
    assert changes[0]["result_after"]["points"] == [64, 40]
    elena = next(row for row in changes[0]["rows"] if row["player"]["name"] == "Elena")
    assert (elena["before"]["ptos"], elena["after"]["ptos"]) == (0, 1)


def test_a_correction_after_the_final_began_is_closed_unless_reopened(organizer: Caller) -> None:
    contest = Contest(organizer, *FIVE)
    contest.league(FIVE)
    contest.report({"Ana": 104, "Beto": 20, "Carla": 30, "Dani": 54}, "final")
    harmless = contest.correct({"Ana": 41, "Beto": 63})
    assert harmless.status_code == 200
    assert contest.view()["phase"] == "finished"
    problem = refusal_of(contest.correct({"Dani": 64, "Elena": 40}), 409, "closed")
    through = problem["difference"]["through"]
    assert [one["name"] for one in through["before"]] == ["Ana", "Beto", "Carla", "Dani"]
    assert [one["name"] for one in through["after"]] == ["Ana", "Beto", "Carla", "Elena"]
    assert problem["difference"]["phase"] == {"before": "finished", "after": "final"}
    assert "the final has begun" in problem["detail"]
    assert contest.view()["phase"] == "finished"
    answer = contest.correct({"Dani": 64, "Elena": 40}, reopen=True)
    assert answer.status_code == 200
    assert contest.view()["phase"] == "final"
    assert contest.podium() == []
    items = organizer.get(f"/v1/contests/{contest.id}/fixtures").json()["items"]
    assert [item["state"] for item in items if item["kind"] == "final"] == ["pending", "superseded"]
    contest.report({"Ana": 104, "Beto": 20, "Carla": 30, "Elena": 54}, "final")
    assert contest.podium()[2] == (3, "Elena", 2)


def test_a_walkover_gives_the_point_and_moves_no_difference(organizer: Caller) -> None:
    contest = Contest(organizer, *FIVE)
    fixture = contest.fixture("Ana", "Beto")
    body = {"absent": ["Ana"], "reason": "no se presenta"}
    answer = organizer.post(f"/v1/fixtures/{fixture['id']}/walkover", json=body)
    assert (answer.status_code, answer.json()["state"]) == (201, "walkover")
    rows = {name: figures for _, name, *figures in contest.rows("j", "g", "p", "f", "c", "ptos")}
    assert (rows["Beto"], rows["Ana"]) == ([1, 1, 0, 52, 52, 1], [1, 0, 1, 52, 52, 0])
    wrong = {"absent": ["Carla"], "reason": "x"}
    refusal_of(organizer.post(f"/v1/fixtures/{fixture['id']}/walkover", json=wrong), 422, "inconsistent")
    unknown = {"absent": ["Nadie"], "reason": "x"}
    refusal_of(organizer.post(f"/v1/fixtures/{fixture['id']}/walkover", json=unknown), 404, "not-found")
    came = contest.correct({"Ana": 40, "Beto": 64}, "sí vino, a otra mesa")
    assert came.json()["state"] == "played"
    refusal_of(organizer.post(f"/v1/fixtures/{fixture['id']}/walkover", json=body), 409, "conflict")
    version = contest.fixture("Ana", "Beto")["version"]
    again = organizer.post(f"/v1/fixtures/{fixture['id']}/walkover", json=body, headers={"If-Match": f'"{version}"'})
    assert again.json()["state"] == "walkover"


def test_who_leaves_early_leaves_the_table_and_who_leaves_late_loses_the_rest(organizer: Caller) -> None:
    early = Contest(organizer, *SIX)
    early.report({"Fito": 40, "Ana": 64})
    assert early.do("withdrawals", player="Fito", reason="se va").status_code == 201
    assert "Fito" not in [name for _, name in early.rows()]
    assert {item["state"] for item in early.fixtures() if any(e["name"] == "Fito" for e in item["entrants"])} == {
        "void"
    }
    late = Contest(organizer, *SIX)
    late.league(SIX, but=("Dani-Fito", "Elena-Fito"))
    late.do("withdrawals", player="Fito", reason="se va")
    assert late.fixture("Dani", "Fito")["state"] == "walkover"
    assert late.view()["phase"] == "final"
    refusal_of(late.do("withdrawals", player="Fito", reason="otra vez"), 409, "impossible")
    refusal = refusal_of(late.tell({"Dani": 40, "Fito": 64}), 409, "impossible")
    assert refusal["rule"] == "league.withdrawal"
    fixture = late.fixture("Elena", "Fito")["id"]
    refusal_of(organizer.post("/v1/matches", json={"fixture": fixture}), 409, "impossible")
    assert late.view()["withdrawals"][0]["player"]["name"] == "Fito"


def test_a_finalist_who_does_not_come_is_replaced(organizer: Caller) -> None:
    contest = Contest(organizer, *SIX)
    contest.league(SIX)
    view = contest.do("substitutions", out="Ana", reason="enferma").json()
    assert [one["name"] for one in view["qualified"]] == ["Beto", "Carla", "Dani", "Elena"]
    refusal_of(contest.do("substitutions", out="Ana", reason="x"), 409, "impossible")
    response = contest.do("substitutions", **{"out": "Beto", "in": "Fito", "reason": "a elección"})
    assert response.status_code == 201
    assert {one["name"] for one in response.json()["qualified"]} == {"Carla", "Dani", "Elena", "Fito"}


def test_groups_show_two_tables_in_draw_order(organizer: Caller) -> None:
    contest = Contest(organizer, *"ABCDEFGH")
    contest.report({"A": 9, "B": 26, "C": 40, "D": 55})
    contest.report({"E": 10, "F": 21, "G": 28, "H": 71})
    groups = contest.standings()["groups"]
    assert [[row["player"]["name"] for row in group["rows"]] for group in groups] == [[*"ABCD"], [*"EFGH"]]
    assert [row["points"] for row in groups[0]["rows"]] == [9, 26, 40, 55]
    assert [one["name"] for one in contest.view()["qualified"]] == [*"ABEF"]


def test_sanctions_outside_a_match_count_in_the_general_table(organizer: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto")
    url = f"/v1/championships/{contest.championship}/sanctions"
    body = {"player": "Ana", "card": "black", "reason": "insulta", "contest": contest.id}
    assert organizer.post(url, json=body).status_code == 201
    view = organizer.get(f"/v1/championships/{contest.championship}").json()
    rows = {row["player"]["name"]: row for row in view["general"]}
    assert (rows["Ana"]["sanctions"], rows["Ana"]["points"], rows["Ana"]["place"]) == (1, 0, 2)
    assert rows["Ana"]["from"][0]["card"] == "black"
    refusal_of(organizer.post(url, json=body | {"contest": "nothing"}), 404, "not-found")
    refusal_of(organizer.post(url, json=body | {"card": "green"}), 400, "malformed")


@pytest.mark.parametrize(
    ("format_", "entrants", "params"),
    [
        ("single", 4, {}),
        ("league", 4, {"legs": 2}),
        ("knockout", 5, {"third_place": True}),
        ("groups", 8, {"size": 4, "through": 1, "then": "knockout"}),
    ],
)
def test_any_format_is_held_to_its_end(organizer: Caller, format_: str, entrants: int, params: dict[str, Any]) -> None:
    players = "ABCDEFGH"[:entrants]
    contest = Contest(organizer, *players, format=format_, params=params, podium=[10, 6])
    for _ in range(40):
        waiting = [item for item in contest.fixtures() if item["state"] == "pending"]
        if not waiting:
            break
        names = [entrant["name"] for entrant in waiting[0]["entrants"]]
        figures = [40, 64] if len(names) == 2 else [18, 20, 66, 104]
        body = {"points": figures}
        answer = organizer.post(f"/v1/fixtures/{waiting[0]['id']}/result", json=body)
        assert answer.status_code == 201, answer.text
    view = contest.view()
    assert view["phase"] == "finished"
    assert view["podium"][0]["points"] == 10
    assert view.get("options", {}).items() >= params.items()


def test_a_result_says_who_won_whatever_the_game_counts(organizer: Caller) -> None:
    hearts = Contest(organizer, "Ana", "Beto", "Carla")
    casino = Contest(organizer, "Ana", "Beto", "Carla", ruleset="casino.classic", format="league")
    ids = [hearts.fixtures()[0]["id"], casino.fixtures()[0]["id"], hearts.fixtures()[1]["id"]]
    bodies: list[dict[str, Any]] = [
        {"points": [54, 50], "stars": [0, 0], "rounds_won": [2, 2]},
        {"points": [21, 15]},
    ]
    for id_, body in zip(ids, bodies, strict=False):
        assert organizer.post(f"/v1/fixtures/{id_}/result", json=body).status_code == 201
    absent = hearts.fixtures()[1]["entrants"][0]["id"]
    assert (
        organizer.post(f"/v1/fixtures/{ids[2]}/walkover", json={"absent": [absent], "reason": "x"}).status_code == 201
    )
    rankings = [organizer.get(f"/v1/fixtures/{id_}").json()["result"]["ranking"] for id_ in ids]
    assert rankings == [[[1], [0]], [[0], [1]], [[1], [0]]], "fewer points win in Corazones, more in Casino"


def test_a_contest_that_is_drawn_now_keeps_them_apart_unless_its_organizer_says_otherwise(organizer: Caller) -> None:
    names = [f"Jugador {number}" for number in range(9)]
    for options, apart in [({}, True), ({"apart": False}, False), ({"apart": True}, True)]:
        params = {"size": 3, "through": 2, **options}
        contest = Contest(organizer, *names, format="groups", params=params)
        assert contest.view()["options"]["apart"] is apart
