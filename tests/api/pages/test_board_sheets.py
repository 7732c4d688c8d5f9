"""Sheets of encounters of teams, and of tables with the same deals: a row for each board or hand, nothing that waits unseen."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

from referee.contests.formats import formats
from tests.support.organizing import TEN
from tests.support.same_deals import SameDeals
from tests.support.service import Caller, Running
from tests.support.teams_at_work import TEAMS, TeamContest

FORMATS = [id_ for id_, one in formats().items() if one.takes_teams]
PARAMS: dict[str, dict[str, Any]] = {
    "groups": {"size": 2, "through": 1, "then": "final"},
    "stages": {"stages": [{"format": "rounds", "round_count": 1, "through": 2}, {"format": "knockout"}]},
}
FOUR = {**TEAMS, "San José": ("Mara", "Nuria", "Óscar", "Paco")}
SEATS_TO_WRITE = 2 * (2 + 1 + 1)
ROW = re.compile(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>')
BOX = re.compile(r'<td class="box">(.*?)</td>')
SEAT = re.compile(r'<span class="seat( line)?">(.*?)</span>')
LANGUAGES = ("es", "en")


@pytest.fixture(scope="module")
def desk(running: Running) -> Iterator[Caller]:
    with running.client() as client:
        yield client


def sheets(client: Caller, contest: str, language: str = "es") -> list[str]:
    answer = client.get(f"/print/contests/{contest}/sheets?lang={language}")
    assert answer.is_success, answer.text
    return [unescape(one) for one in answer.text.split('<section class="sheet">')[1:]]


def boxes(sheet: str) -> list[list[str]]:
    """The figures in the boxes of each row."""
    return [BOX.findall(row) for _, row in ROW.findall(sheet)]


def seats(sheet: str) -> list[list[str]]:
    """Who sits at each board, the first team's people first; empty lines are to be written on."""
    return [[name for _, name in SEAT.findall(row)] for _, row in ROW.findall(sheet)]


def of_encounter(every: list[str], fixture: dict[str, Any]) -> str:
    names = [f'<th scope="col">{one["name"]}</th>' for one in fixture["entrants"]]
    [own] = [one for one in every if all(name in one for name in names)]
    return own


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("format_", FORMATS)
def test_every_encounter_has_a_sheet_with_its_boards(
    desk: Caller, running: Running, format_: str, language: str
) -> None:
    contest = TeamContest(desk, FOUR, format=format_, params=PARAMS.get(format_, {}))
    if not contest.fixtures():
        assert contest.do("rounds").is_success
    waiting = [one for one in contest.fixtures() if one["state"] == "pending"]
    every = sheets(desk, contest.id, language)
    assert len(every) == len(waiting) > 0
    for fixture in waiting:
        sheet = of_encounter(every, fixture)
        titles = [title for title, _ in ROW.findall(sheet)]
        assert [re.sub("<.*", "", one) for one in titles] == ["1. Guiñote", "2. Escoba", "3. Corazones"]
        assert ["in pairs" in one or "por parejas" in one for one in titles] == [True, False, False]
        assert boxes(sheet) == [[""] * 4] * 3
        assert seats(sheet) == [[""] * 4, [""] * 2, [""] * 2]
        assert sheet.count('class="seat line"') == SEATS_TO_WRITE
        [end] = re.findall(r'<table class="end">.*?</table>', sheet, re.DOTALL)
        assert re.findall(r"<tr><td>(.*?)</td>", end) == [one["name"] for one in fixture["entrants"]]
        assert f'<a href="{running.url}/board/{contest.championship}?only={contest.id}">' in sheet
        assert "<svg" in sheet


def test_nobody_sits_on_a_sheet_before_both_line_ups_are_shown(desk: Caller) -> None:
    contest = TeamContest(desk, {**TEAMS, "Arrabal": (*TEAMS["Arrabal"], "Pilar")})
    fixture = contest.encounter("Arrabal", "Magdalena")
    ids = {one["name"]: one["id"] for one in fixture["entrants"]}
    for team, given in (("Arrabal", 1), ("Magdalena", 2)):
        one, other, *more = TEAMS[team]
        body = {"boards": [[one, other], *([each] for each in more)]}
        assert desk.put(f"/v1/fixtures/{fixture['id']}/lineups/{ids[team]}", json=body).is_success
        sheet = of_encounter(sheets(desk, contest.id), fixture)
        people = [name for row in seats(sheet) for name in row]
        if given == 1:
            assert people == [""] * SEATS_TO_WRITE
            assert not [name for members in TEAMS.values() for name in members if name in sheet]
    lineups = [(TEAMS[one["name"]][:2], TEAMS[one["name"]][2:3], TEAMS[one["name"]][3:]) for one in fixture["entrants"]]
    assert seats(sheet) == [[*one, *other] for one, other in zip(*lineups, strict=True)]
    assert 'class="seat line"' not in sheet
    change = {"out": TEAMS["Arrabal"][2], "in": "Pilar", "reason": "se encuentra mal"}
    assert desk.post(f"/v1/fixtures/{fixture['id']}/boards/2/substitutions", json=change).is_success
    sheet = of_encounter(sheets(desk, contest.id), fixture)
    assert {*seats(sheet)[1]} == {"Pilar", TEAMS["Magdalena"][2]}


def test_a_sheet_has_what_is_decided_and_goes_with_the_last_board(desk: Caller) -> None:
    contest = TeamContest(desk)
    fixture = contest.encounter("Arrabal", "Magdalena")
    assert contest.board([one["name"] for one in fixture["entrants"]], 1, [3, 1]).is_success
    absent = {"absent": [fixture["entrants"][1]["name"]], "reason": "no vino"}
    assert desk.post(f"/v1/fixtures/{fixture['id']}/boards/2/walkover", json=absent).is_success
    every = sheets(desk, contest.id)
    assert boxes(of_encounter(every, fixture)) == [["3", "1", "1", "0"], ["", "1", "No vino", "0"], [""] * 4]
    assert contest.board([one["name"] for one in fixture["entrants"]], 3, [40, 64]).is_success
    assert len(sheets(desk, contest.id)) == len(every) - 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_board_says_its_game_its_weight_and_its_choices(desk: Caller, language: str) -> None:
    boards = (
        {"ruleset": "escoba", "name": "Mesa alta", "weight": 3},
        {"ruleset": "hearts.castillar", "params": {"rounds": 2}},
    )
    contest = TeamContest(desk, boards=boards, name="Copa")
    sheet = sheets(desk, contest.id, language)[0]
    high, low = (title for title, _ in ROW.findall(sheet))
    assert high.startswith("1. Mesa alta<small>Escoba · ") and "3" in high
    assert "<small>" in low and "2" in low.split("<small>")[1]
    assert "<h1>Fiestas · Copa</h1>" in sheet


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("hands", [2, 16, 17, 32])
def test_a_table_with_the_same_deals_has_a_row_for_each_hand(desk: Caller, hands: int, language: str) -> None:
    contest = SameDeals(desk, *TEN[:4], hands=hands, params={"round_count": 2, "pairing": "danish"})
    for round_ in (1, 2):
        pairs = contest.pair(seed="fiesta")["pairs"]
        every = sheets(desk, contest.id, language)
        assert len(every) == len(pairs)
        for sheet in every:
            first = (round_ - 1) * hands + 1
            assert [title for title, _ in ROW.findall(sheet)] == [str(first + n) for n in range(hands)]
            assert boxes(sheet) == [[""] * 2] * hands
            assert "<svg" in sheet
        for pair in pairs:
            contest.table(pair["fixture"], *[(4, 1)] * hands)
    assert sheets(desk, contest.id) == []


def test_a_sheet_keeps_a_hand_that_another_table_has_still_to_play(desk: Caller) -> None:
    contest = SameDeals(desk, *TEN[:4])
    one, other = (pair["fixture"] for pair in contest.pair(seed="fiesta")["pairs"])
    assert contest.hand(one, 1, (4, 1)).is_success
    assert {figure for sheet in sheets(desk, contest.id) for row in boxes(sheet) for figure in row} == {""}
    assert contest.hand(other, 1, (2, 3)).is_success
    shown = [boxes(sheet) for sheet in sheets(desk, contest.id)]
    assert sorted(rows[0] for rows in shown) == [["2", "3"], ["4", "1"]]
    assert [rows[1] for rows in shown] == [["", ""]] * 2


@pytest.mark.parametrize(("language", "team", "boards"), [("es", "Equipo", "Tableros"), ("en", "Team", "Boards")])
def test_the_list_of_encounters_has_boxes_for_boards(desk: Caller, language: str, team: str, boards: str) -> None:
    contest = TeamContest(desk)
    text = desk.get(f"/v1/contests/{contest.id}/fixtures?format=html&lang={language}").text
    assert text.count(f'<th scope="colgroup" colspan="3">{boards}</th>') == 3
    assert text.count(f'<th scope="col">{team}</th>') == 3
    assert text.count('<td class="box"></td>') == 3 * 2 * 3


@pytest.mark.parametrize(("hands", "together"), [(2, True), (10, True), (11, False)])
def test_the_list_of_tables_has_boxes_for_hands_as_long_as_they_fit(desk: Caller, hands: int, together: bool) -> None:
    contest = SameDeals(desk, *TEN[:4], hands=hands)
    contest.pair(seed="fiesta")
    text = desk.get(f"/v1/contests/{contest.id}/fixtures?format=html&lang=es").text
    assert text.count(f'<th scope="colgroup" colspan="{hands}">Manos</th>') == (2 if together else 0)
    assert text.count('<td class="box"></td>') == (2 * 2 * hands if together else 0)
    assert "Rondas</th>" not in text
