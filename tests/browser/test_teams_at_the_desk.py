"""Teams by the organizer's page alone: their boards told by touch, corrected, missed; what players and the hall read of them."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser

from tests.browser.conftest import SLOW_MACHINE_MS
from tests.browser.desk import Desk
from tests.browser.looking import findings
from tests.browser.test_organize_play import WIDER, check_page
from tests.browser.test_rounds_at_the_desk import Hall, sits_down
from tests.support.service import Caller, Running
from tests.support.teams_at_work import TEAMS, TeamContest

__all__ = ["sits_down"]

Json = dict[str, Any]
ARRABAL, MAGDALENA, DELICIAS = TEAMS
SHEET = 'dialog[data-sheet="fixture"]'


def opens_board(desk: Desk, number: int) -> None:
    desk.touch(desk.page.locator(f'{SHEET} [data-board="{number}"]'))
    desk.page.wait_for_selector(f'{SHEET} [data-board-open="{number}"]')


def tells_board(desk: Desk, number: int, points: tuple[int, ...], action: str = "report") -> None:
    """Tells a board by its figures: the sheet shows all boards again, or closes after the last."""
    opens_board(desk, number)
    desk.types({f"points.{n}": value for n, value in enumerate(points)})
    desk.taps(action)
    desk.page.wait_for_selector(f'{SHEET} [data-board-open="{number}"]', state="detached")


def test_the_boards_of_an_encounter_are_told_by_touch(
    organizer: Caller, sits_down: Callable[..., Desk], axe: str
) -> None:
    league = TeamContest(organizer)
    fixture = league.encounter(ARRABAL, MAGDALENA)
    # The first of the table, whichever of the two it is.
    first, other = (one["name"] for one in fixture["entrants"])
    desk = sits_down(league.championship)
    page = desk.page
    desk.goes("results")
    desk.fixture(fixture["id"])
    page.wait_for_selector(f"{SHEET} [data-board]")
    assert page.locator(f"{SHEET} [data-board] b").all_inner_texts() == [
        "Tablero 1: Guiñote",
        "Tablero 2: Escoba",
        "Tablero 3: Corazones",
    ]
    assert findings(page, axe) == []
    assert not page.evaluate(WIDER)
    tells_board(desk, 1, (3, 1))
    page.wait_for_selector(f'{SHEET} [data-board="1"][data-state="played"]')
    assert "3 – 1" in page.locator(f'{SHEET} [data-board="1"]').inner_text()
    assert "1 – 0" in page.locator(f"{SHEET} [data-so]").inner_text()
    opens_board(desk, 2)
    desk.taps("absence")
    desk.chooses("absent", fixture["entrants"][0]["id"])
    check_page(desk, axe, "a board that a team missed")
    desk.taps("walkover")
    page.wait_for_selector(f'{SHEET} [data-board="2"][data-state="walkover"]')
    tells_board(desk, 3, (40, 64))
    page.wait_for_selector(SHEET, state="detached")
    after = league.encounter(ARRABAL, MAGDALENA)
    assert (after["state"], after["result"]["board_points"]) == ("played", [2, 1])
    # A board of an encounter that is over is corrected as any result is.
    desk.fixture(fixture["id"])
    opens_board(desk, 1)
    desk.types({"points.0": 1, "points.1": 3})
    assert any("1 → 2" in one or "2 → 1" in one or "puesto" in one for one in desk.foretold())
    desk.decides("correct")
    result = league.encounter(ARRABAL, MAGDALENA)["result"]
    assert result["board_points"] == [1, 2]
    assert {*league.view()["entrants"][0]} and {first, other} == {ARRABAL, MAGDALENA}


def forms(desk: Desk, name: str, *members: str) -> None:
    """Makes a team: its name, and a touch on each of its members."""
    desk.types({"team.name": name})
    desk.taps("add-team")
    for member in members:
        desk.touch(desk.page.locator('[data-open="members"] [data-input="member"]', has_text=member))


def test_teams_are_formed_drawn_in_rounds_and_one_comes_late(
    organizer: Caller, sits_down: Callable[..., Desk], axe: str
) -> None:
    hall = Hall(organizer, *(one for members in TEAMS.values() for one in members))
    desk = sits_down(hall.id)
    page = desk.page
    desk.goes("contests")
    page.select_option('[data-input="ruleset"]', "guinote")
    desk.chooses("format", "rounds")
    desk.types({"params.round_count": 2, "params.late_until": 2})
    desk.touch(page.locator('[data-input="teams"]'))
    page.wait_for_selector('[data-open="boards"]')
    desk.chooses("teams.boards[0].per_team", "2")
    page.select_option('[data-input="teams.boards[1].ruleset"]', "escoba")
    desk.touch(page.locator('[data-open="board-2"]'))
    desk.types({"teams.boards[1].name": "Mano a mano", "teams.boards[1].weight": 2})
    for name, members in TEAMS.items():
        forms(desk, name, *members)
    page.wait_for_selector("[data-preview]")
    assert findings(page, axe) == []
    assert not page.evaluate(WIDER)
    desk.touch(page.locator('[data-open="rare"] > summary'))
    shown = page.locator('[data-input="params.tie_breaks"][aria-pressed="true"]').evaluate_all(
        "all => all.map((one) => one.dataset.value)"
    )
    assert shown == ["boards", "difference", "direct"]
    desk.decides("draw")
    contest = hall.contest()
    assert {one["name"]: {two["name"] for two in one["players"]} for one in contest["entrants"]} == {
        name: {*members} for name, members in TEAMS.items()
    }
    boards = [
        (one["ruleset"], one.get("name"), one["per_team"], one.get("weight", 1)) for one in contest["teams"]["boards"]
    ]
    assert boards == [("guinote", None, 2, 1), ("escoba", "Mano a mano", 1, 2)]
    assert contest["options"]["tie_breaks"] == shown
    desk.goes("leaving")
    desk.chooses("what", "late")
    desk.types({"team.name": "Peña Tardía"})
    for person in ("Zósima Tardía", "Yolanda Tardía", "Ximena Tardía"):
        desk.types({"newcomer.name": person})
        desk.taps("newcomer")
        page.wait_for_selector(f'[data-input="member"][aria-pressed="true"]:has-text("{person}")')
    check_page(desk, axe, "a team that comes late")
    desk.decides("late")
    assert "Peña Tardía" in {one["name"] for one in hall.contest()["entrants"]}


def test_a_whole_team_that_does_not_come(organizer: Caller, sits_down: Callable[..., Desk]) -> None:
    league = TeamContest(organizer)
    fixture = league.encounter(ARRABAL, DELICIAS)
    desk = sits_down(league.championship)
    desk.goes("results")
    desk.fixture(fixture["id"])
    desk.taps("all-absent")
    absent = next(one for one in fixture["entrants"] if one["name"] == DELICIAS)
    desk.chooses("absent", absent["id"])
    desk.decides("walkover")
    assert league.encounter(ARRABAL, DELICIAS)["state"] == "walkover"


def test_players_and_the_hall_read_each_board(organizer: Caller, running: Running, browser: Browser, axe: str) -> None:
    league = TeamContest(organizer)
    league.boards(ARRABAL, MAGDALENA, losses=[2])
    league.board((ARRABAL, DELICIAS), 1, [3, 0])
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="es-ES", service_workers="block")
    context.set_default_timeout(SLOW_MACHINE_MS)
    page = context.new_page()
    page.goto(f"{running.url}/championships/{league.championship}")
    page.wait_for_selector("[data-fixture] .boards")
    lines = page.locator("[data-fixture] .boards").all_inner_texts()
    assert len(lines) == 2
    assert any("1. Guiñote: 3 – 1" in one and "2. Escoba: 15 – 21" in one for one in lines) or any(
        "1. Guiñote: 1 – 3" in one for one in lines
    )
    assert not page.evaluate(WIDER)
    assert findings(page, axe) == []
    context.close()


def test_the_match_of_a_board_is_opened_by_touch(organizer: Caller, sits_down: Callable[..., Desk], axe: str) -> None:
    """Without line-ups the members are tapped; with them nobody is."""
    league = TeamContest(organizer)
    fixture = league.encounter(ARRABAL, MAGDALENA)
    desk = sits_down(league.championship)
    page = desk.page
    desk.goes("results")
    desk.fixture(fixture["id"])
    opens_board(desk, 2)
    desk.taps("begin")
    sitting = [team["players"][0] for team in fixture["entrants"]]
    desk.chooses("seat.0.0", sitting[0]["id"])
    check_page(desk, axe, "the members at a board")
    desk.chooses("seat.1.0", sitting[1]["id"])
    page.wait_for_selector("[data-opening]")
    assert findings(page, axe) == []
    assert not page.evaluate(WIDER)
    desk.taps("open-match")
    page.wait_for_selector(f'{SHEET} [data-board="2"][data-state="open"]')
    opens_board(desk, 2)
    page.wait_for_selector(f'{SHEET} [data-action="table"]')
    board = league.encounter(ARRABAL, MAGDALENA)["boards"][1]
    assert board["state"] == "open"
    assert [[one["name"] for one in team] for team in board["players"]] == [[one["name"]] for one in sitting]
    assert board["match"] in str(page.locator(f'{SHEET} [data-action="table"]').get_attribute("href"))
    assert findings(page, axe) == []
    other = league.line_up(league.encounter(ARRABAL, DELICIAS))
    page.reload()
    desk.goes("results")
    desk.fixture(other["id"])
    opens_board(desk, 1)
    desk.taps("begin")
    desk.taps("open-match")
    page.wait_for_selector(f'{SHEET} [data-board="1"][data-state="open"]')
    assert league.encounter(ARRABAL, DELICIAS)["boards"][0]["state"] == "open"
