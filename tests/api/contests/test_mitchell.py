"""Contests of two lines over HTTP: drawn, paired, played to the final, left and entered late (rounds.mitchell)."""

import csv
import io
from typing import Any

import pytest

from tests.support.organizing import TEN, Contest
from tests.support.rounds_at_work import ContestInRounds
from tests.support.service import Caller, refusal_of

PEOPLE = tuple(f"{name} {n}" for n in (1, 2) for name in TEN)


def lines_of_ten(client: Caller, **params: Any) -> ContestInRounds:
    """Ten pairs of Guiñote at five tables."""
    return ContestInRounds.of_pairs(client, *PEOPLE, **{"round_count": 5, "pairing": "mitchell", **params})


def seats(round_: dict[str, Any]) -> list[tuple[int, str, str]]:
    """Each pair of a round by table, sitting and moving, by the first of their players."""
    return [(pair["table"], *(one["players"][0]["name"] for one in pair["entrants"])) for pair in round_["pairs"]]


def play_with(contest: ContestInRounds, view: dict[str, Any]) -> None:
    """Ends the matches of a round, all but the first table with a difference of its own."""
    for pair in view["pairs"]:
        points = [3, 1] if pair["table"] != 3 else [1, 3]
        answer = contest.client.post(f"/v1/fixtures/{pair['fixture']}/result", json={"points": points})
        assert answer.status_code == 201, answer.text


def test_from_the_draw_to_the_podium_with_a_final(organizer: Caller) -> None:
    contest = lines_of_ten(organizer, champion="final")
    sitting: set[tuple[int, str]] = set()
    meetings: set[tuple[str, str]] = set()
    for number in range(1, 6):
        view = contest.pair(round=number)
        assert view["rule"] == "rounds.mitchell"
        own = seats(view)
        sitting |= {(table, one) for table, one, _ in own}
        meetings |= {(one, other) for _, one, other in own}
        assert [pair["moved_from"] for pair in view["pairs"]] == ([None] * 5 if number == 1 else [5, 1, 2, 3, 4])
        play_with(contest, view)
    assert len(sitting) == 5
    assert len(meetings) == 25
    fixtures = contest.fixtures("round")
    assert {(one["table"], one["entrants"][0]["players"][0]["name"]) for one in fixtures} == sitting
    standings = contest.standings()
    assert [line["line"] for line in standings["lines"]] == ["sitting", "moving"]
    assert [len(line["rows"]) for line in standings["lines"]] == [5, 5]
    assert len(standings["rows"]) == 10
    view = contest.view()
    while view["phase"] == "waiting_ruling":
        [tie] = [one["tied"] for one in view["pending"]][:1]
        ids = [one["id"] for one in tie]
        body = {"tie": ids, "order": [[one] for one in ids], "reason": "a una mano"}
        assert organizer.post(f"/v1/contests/{contest.id}/rulings", json=body).status_code == 201
        view = contest.view()
    assert view["phase"] == "final"
    [final] = contest.fixtures("final")
    firsts = {line["rows"][0]["player"]["id"] for line in contest.standings()["lines"]}
    assert {one["id"] for one in final["entrants"]} == firsts
    answer = organizer.post(f"/v1/fixtures/{final['id']}/result", json={"points": [1, 3]})
    assert answer.status_code == 201, answer.text
    view = contest.view()
    assert view["phase"] == "finished"
    assert [step["player"]["id"] for step in view["podium"][:2]] == [one["id"] for one in final["entrants"][::-1]]
    assert [step["place"] for step in view["podium"][:3]] == [1, 2, 3]
    assert contest.general()[final["entrants"][1]["players"][0]["name"]] == view["podium"][0]["points"]


def test_one_champion_of_both_lines(organizer: Caller) -> None:
    contest = lines_of_ten(organizer)
    for _ in range(5):
        contest.play(contest.pair())
    view = contest.view()
    assert view["phase"] == "finished"
    assert view["podium"][0]["player"]["id"] == contest.standings()["rows"][0]["player"]["id"]
    assert contest.fixtures("final") == []


def test_an_odd_number_rests_at_the_last_table_and_a_late_entry_takes_the_place(organizer: Caller) -> None:
    contest = ContestInRounds.of_pairs(organizer, *PEOPLE[:18], round_count=5, pairing="mitchell", late_until=2)
    first = contest.pair()
    assert len(first["pairs"]) == 4
    assert first["rest"]["player"]["players"][0]["name"] == PEOPLE[16]
    contest.play(first)
    two = [{"name": name, "distinct": True} for name in ("Zoe", "Yago")]
    path = f"/v1/contests/{contest.id}/entrants"
    assert organizer.post(path, json={"player": two}).status_code == 201
    third = [{"name": name, "distinct": True} for name in ("Xus", "Wilma")]
    refusal = refusal_of(organizer.post(path, json={"player": third}), 409, "impossible")
    assert "no place is free" in refusal["detail"]
    second = contest.pair()
    assert "rest" not in second
    assert seats(second)[-1][:2] == (5, "Zoe")


def test_who_withdraws_leaves_a_resting_place(organizer: Caller) -> None:
    contest = lines_of_ten(organizer)
    contest.play(contest.pair())
    for name in (PEOPLE[2], PEOPLE[14]):
        body = {"player": name, "reason": "se van"}
        assert organizer.post(f"/v1/contests/{contest.id}/withdrawals", json=body).status_code == 201
    second = contest.pair()
    assert [table for table, *_ in seats(second)] == [1, 3, 5]
    assert len(second["rests"]) == 2
    assert "rest" not in second
    spreadsheet = contest.client.get(f"/v1/contests/{contest.id}/rounds/2", headers={"Accept": "text/csv"}).text
    assert spreadsheet.count("rest") == 2


def test_who_left_before_the_first_round_comes_back_where_a_place_is_free(organizer: Caller) -> None:
    contest = lines_of_ten(organizer, round_count=3)
    path = f"/v1/contests/{contest.id}/withdrawals"
    leavers = [pair["id"] for pair in contest.view()["draw"]["order"][:3]]
    for id_ in leavers:
        assert organizer.post(path, json={"player": id_, "reason": "no vienen"}).status_code == 201
    first = contest.pair()
    assert len(first["pairs"]) == 3
    answer = organizer.delete(f"{path}/{leavers[0]}", params={"reason": "sí vienen"})
    assert answer.status_code == 200, answer.text
    refusal = refusal_of(organizer.delete(f"{path}/{leavers[1]}", params={"reason": "también"}), 409, "impossible")
    assert [one["type"] for one in refusal["undo_first"]] == ["round_paired"]
    assert organizer.delete(f"/v1/contests/{contest.id}/rounds/1", params={"reason": "otra vez"}).status_code == 200
    assert organizer.delete(f"{path}/{leavers[1]}", params={"reason": "también"}).status_code == 200
    assert len(contest.pair()["pairs"]) == 4


def test_the_first_round_by_hand_gives_the_lines_and_later_rounds_keep_them(organizer: Caller) -> None:
    contest = lines_of_ten(organizer)
    draft = contest.pair(draft=True)
    ids = [[one["id"] for one in pair["entrants"]] for pair in draft["pairs"]]
    ids[0], ids[1] = [ids[1][1], ids[0][0]], [ids[1][0], ids[0][1]]
    path = f"/v1/contests/{contest.id}/rounds"
    refusal_of(
        organizer.put(f"{path}/1", json={"pairs": ids[:4], "rests": ids[4], "reason": "no"}), 422, "inconsistent"
    )
    answer = organizer.put(f"{path}/1", json={"pairs": ids, "reason": "no puede andar"})
    assert answer.status_code == 200, answer.text
    assert answer.json()["breaks"] == ["not_least"]
    assert organizer.post(f"{path}/1/publish").status_code == 200
    contest.play(contest.client.get(f"{path}/1").json())
    second = contest.pair(draft=True)
    own = [[one["id"] for one in pair["entrants"]] for pair in second["pairs"]]
    assert [one for one, _ in own] == [one for one, _ in ids]
    assert own[1][1] == ids[0][1]
    same_line = [[own[0][0], own[1][0]], [own[0][1], own[1][1]], *own[2:]]
    refusal = refusal_of(organizer.put(f"{path}/2", json={"pairs": same_line, "reason": "x"}), 422, "inconsistent")
    assert refusal["errors"][0]["path"] == "$.pairs"
    assert "both lines" in refusal["detail"]
    exchange = [[own[0][0], own[1][1]], [own[1][0], own[0][1]], *own[2:]]
    answer = organizer.put(f"{path}/2", json={"pairs": exchange, "reason": "son familia"})
    assert "not_least" in answer.json()["breaks"]
    assert [pair["table"] for pair in answer.json()["pairs"]] == [1, 2, 3, 4, 5]


def test_a_number_that_cannot_be_held_says_why_and_which_can(organizer: Caller) -> None:
    championship = Contest(organizer, *TEN, format="league").championship
    body: dict[str, Any] = {"ruleset": "guinote", "format": "rounds", "order": [*TEN[:8]]}
    body["params"] = {"round_count": 4, "pairing": "mitchell"}
    problem = refusal_of(organizer.post(f"/v1/championships/{championship}/contests", json=body), 422, "inconsistent")
    assert problem["possible"][0] == 9
    assert "at 4 tables 3 rounds can be held" in problem["detail"]
    body["params"] = {"round_count": 3, "champion": "final"}
    refusal_of(organizer.post(f"/v1/championships/{championship}/contests", json=body), 422, "inconsistent")
    body |= {"params": {"round_count": 3, "pairing": "mitchell"}, "partners": "rotating"}
    problem = refusal_of(organizer.post(f"/v1/championships/{championship}/contests", json=body), 422, "inconsistent")
    assert problem["errors"][0]["path"] == "$.params.pairing"
    assert "pairs that stay" in problem["detail"]


def test_a_correction_changes_no_pair(organizer: Caller) -> None:
    contest = lines_of_ten(organizer)
    first = contest.pair()
    contest.play(first)
    contest.pair()
    fixture = first["pairs"][0]["fixture"]
    body = {"points": [1, 3], "reason": "al revés"}
    answer = organizer.put(f"/v1/fixtures/{fixture}/result", json=body)
    assert answer.status_code == 200, answer.text
    assert answer.json()["difference"].get("pairings", []) == []


def test_worst_rounds_are_struck_from_the_tables_of_both_lines(organizer: Caller) -> None:
    contest = lines_of_ten(organizer, strike=1)
    for _ in range(5):
        contest.play(contest.pair())
    whole = contest.standings()
    points = {row["player"]["id"]: row["ptos"] for row in whole["rows"]}
    assert [[row["ptos"] for row in line["rows"]] for line in whole["lines"]] == [
        [points[row["player"]["id"]] for row in line["rows"]] for line in whole["lines"]
    ]
    assert {row["ptos"] for row in whole["lines"][0]["rows"]} == {8}


@pytest.fixture
def chain(organizer: Caller) -> Contest:
    """Ten in two lines, two of each of which go on to a knockout."""
    stages = [
        {"format": "rounds", "pairing": "mitchell", "round_count": 3, "through": 2},
        {"format": "knockout"},
    ]
    return Contest(organizer, *TEN, ruleset="guinote", format="stages", params={"stages": stages, "ties": "lots"})


def test_two_of_each_line_go_on_to_the_next_stage(chain: Contest, organizer: Caller) -> None:
    rounds = ContestInRounds.existing(organizer, chain.championship, chain.id)
    for _ in range(3):
        rounds.play(rounds.pair())
    [first, _] = chain.standings()["stages"]
    firsts = [[row["player"]["name"] for row in line["rows"] if row["qualified"]] for line in first["lines"]]
    assert [len(one) for one in firsts] == [2, 2]
    assert {one["name"] for one in chain.view()["qualified"]} == {*firsts[0], *firsts[1]}
    semifinals = chain.fixtures("knockout")
    # The first of a line meets the second of the other or of its own, never the other first.
    assert all({one["name"] for one in match["entrants"]} != {firsts[0][0], firsts[1][0]} for match in semifinals)


def test_a_final_within_an_earlier_stage_is_refused(organizer: Caller) -> None:
    championship = Contest(organizer, *TEN, format="league").championship
    stages = [
        {"format": "rounds", "pairing": "mitchell", "round_count": 3, "through": 2, "champion": "final"},
        {"format": "knockout"},
    ]
    body = {"ruleset": "guinote", "format": "stages", "order": [*TEN], "params": {"stages": stages}}
    problem = refusal_of(organizer.post(f"/v1/championships/{championship}/contests", json=body), 422, "inconsistent")
    assert problem["errors"][0]["path"] == "$.params.stages[0].champion"


def test_the_last_stage_may_be_two_lines_with_a_final(organizer: Caller) -> None:
    stages = [
        {"format": "rounds", "round_count": 2, "through": 6},
        {"format": "rounds", "pairing": "mitchell", "round_count": 3, "champion": "final"},
    ]
    contest = ContestInRounds(
        organizer, *TEN, ruleset="guinote", format="stages", params={"stages": stages, "ties": "lots"}
    )
    for _ in range(5):
        contest.play(contest.pair())
    while contest.view()["phase"] == "waiting_ruling":
        ids = [one["id"] for one in contest.view()["pending"][0]["tied"]]
        body = {"tie": ids, "order": [[one] for one in ids], "reason": "a una mano"}
        assert organizer.post(f"/v1/contests/{contest.id}/rulings", json=body).status_code == 201
    [final] = contest.fixtures("final")
    assert final["round"] == 6
    assert organizer.post(f"/v1/fixtures/{final['id']}/result", json={"points": [3, 1]}).status_code == 201
    view = contest.view()
    assert view["phase"] == "finished"
    places = [row["place"] for row in contest.standings()["rows"]]
    assert places == sorted(places)
    assert len(places) == 10


def test_tables_on_paper_and_in_a_spreadsheet(organizer: Caller) -> None:
    contest = lines_of_ten(organizer)
    contest.play(contest.pair())
    path = f"/v1/contests/{contest.id}/standings"
    rows = [*csv.DictReader(io.StringIO(organizer.get(path, headers={"Accept": "text/csv"}).text.lstrip("\ufeff")))]
    assert [row["line"] for row in rows] == ["both"] * 10 + ["sitting"] * 5 + ["moving"] * 5
    page = organizer.get(path, params={"format": "html"}, headers={"Accept-Language": "es"}).text
    for title in ("Las dos líneas", "Línea sentada", "Línea que se mueve"):
        assert title in page
