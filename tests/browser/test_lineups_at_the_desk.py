"""Line-ups of an encounter by touch: given for each team, hidden until both are, taken back, substituted; a member's own page."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser

from tests.browser.conftest import SLOW_MACHINE_MS
from tests.browser.desk import Desk
from tests.browser.looking import findings
from tests.browser.test_organize_play import LEAST_TARGET, SMALL, WIDER, check_page
from tests.browser.test_rounds_at_the_desk import sits_down
from tests.browser.test_teams_at_the_desk import SHEET, opens_board
from tests.support.service import Caller, Running
from tests.support.teams_at_work import TEAMS, TeamContest, TeamRounds

__all__ = ["sits_down"]

Json = dict[str, Any]
ARRABAL, MAGDALENA, DELICIAS = TEAMS
SIZES = (2, 1, 1)


def line_up_of(desk: Desk, name: str) -> str:
    """Opens the line-up of a team from the boards of its encounter, and says how it stands."""
    row = desk.page.locator(f"{SHEET} [data-lineup]", has_text=f"«{name}»")
    state = str(row.get_attribute("data-state"))
    desk.touch(row)
    desk.page.wait_for_selector(f"{SHEET} [data-lineup-open]")
    return state


def seats(desk: Desk, *people: str) -> None:
    """Touches who sits at each board, in the order of the boards."""
    members = iter(people)
    for number, size in enumerate(SIZES, 1):
        for _ in range(size):
            desk.touch(desk.page.locator(f'[data-input="seat.{number}"]', has_text=next(members)))


def stays(desk: Desk, action: str) -> None:
    """Makes what is filled in, after which the sheet shows the boards again."""
    desk.taps(action)
    desk.page.wait_for_selector(f"{SHEET} [data-board]")


def states_of(desk: Desk) -> list[str]:
    rows = desk.page.locator(f"{SHEET} [data-lineup]")
    return sorted(rows.evaluate_all("all => all.map((one) => one.dataset.state)"))


def opens_encounter(desk: Desk, fixture: Json) -> None:
    desk.goes("results")
    desk.fixture(fixture["id"])
    desk.page.wait_for_selector(f"{SHEET} [data-board]")


def test_line_ups_are_given_at_the_desk_and_seen_together(
    organizer: Caller, sits_down: Callable[..., Desk], axe: str
) -> None:
    league = TeamContest(organizer)
    desk = sits_down(league.championship)
    page = desk.page
    opens_encounter(desk, league.encounter(ARRABAL, MAGDALENA))
    assert states_of(desk) == ["none", "none"]
    check_page(desk, axe, "line-ups to be given")
    line_up_of(desk, ARRABAL)
    # Who sits at one board is not offered at the next.
    desk.touch(page.locator('[data-input="seat.1"]', has_text="Ana"))
    assert page.locator('[data-input="seat.2"]', has_text="Ana").count() == 0
    desk.touch(page.locator('[data-input="seat.1"]', has_text="Ana"))
    seats(desk, "Ana", "Beto", "Carla", "Dani")
    check_page(desk, axe, "a line-up that is chosen")
    stays(desk, "give-lineup")
    assert states_of(desk) == ["hidden", "none"]
    # It is given, and the page has nothing of it.
    assert page.locator(f"{SHEET} [data-seated]").count() == 0
    assert "Ana" not in page.locator(SHEET).inner_text()
    assert line_up_of(desk, ARRABAL) == "hidden"
    seats(desk, "Dani", "Carla", "Beto", "Ana")
    stays(desk, "give-lineup")
    line_up_of(desk, MAGDALENA)
    seats(desk, "Elena", "Fito", "Gala", "Hugo")
    stays(desk, "give-lineup")
    assert states_of(desk) == ["shown", "shown"]
    lines = page.locator(f"{SHEET} [data-seated]").all_inner_texts()
    assert [{*line.split(" – ")} for line in lines] == [
        {"Dani y Carla", "Elena y Fito"},
        {"Beto", "Gala"},
        {"Ana", "Hugo"},
    ]
    check_page(desk, axe, "line-ups in view")


def test_line_ups_are_taken_back_at_the_desk(organizer: Caller, sits_down: Callable[..., Desk], axe: str) -> None:
    league = TeamContest(organizer)
    fixture = league.encounter(ARRABAL, MAGDALENA)
    first, other = fixture["entrants"]
    boards = [["Ana", "Beto"], ["Carla"], ["Dani"]]
    assert organizer.put(f"/v1/fixtures/{fixture['id']}/lineups/{ARRABAL}", json={"boards": boards}).is_success
    desk = sits_down(league.championship)
    opens_encounter(desk, fixture)
    assert line_up_of(desk, ARRABAL) == "hidden"
    desk.taps("take")
    check_page(desk, axe, "a line-up to be taken back")
    stays(desk, "take-lineup")
    assert states_of(desk) == ["none", "none"]
    league.line_up(fixture)
    desk.page.reload()
    opens_encounter(desk, fixture)
    assert line_up_of(desk, first["name"]) == "shown"
    stays(desk, "take-lineup")
    assert states_of(desk) == ["none", "none"]
    assert "lineups" not in league.encounter(first["name"], other["name"])


def test_a_line_up_that_waited_in_vain(organizer: Caller, sits_down: Callable[..., Desk]) -> None:
    league = TeamContest(organizer)
    fixture = league.encounter(ARRABAL, MAGDALENA)
    boards = [["Ana", "Beto"], ["Carla"], ["Dani"]]
    assert organizer.put(f"/v1/fixtures/{fixture['id']}/lineups/{ARRABAL}", json={"boards": boards}).is_success
    assert league.board((ARRABAL, MAGDALENA), 1, [3, 1]).is_success
    desk = sits_down(league.championship)
    opens_encounter(desk, fixture)
    assert line_up_of(desk, ARRABAL) == "hidden"
    assert desk.page.locator(f'{SHEET} [data-action="give-lineup"]').count() == 0
    stays(desk, "take-lineup")
    assert states_of(desk) == []


def test_a_member_takes_anothers_place_at_the_desk(organizer: Caller, sits_down: Callable[..., Desk], axe: str) -> None:
    league = TeamContest(organizer, {**TEAMS, ARRABAL: (*TEAMS[ARRABAL], "Eva")}, teams_more={"substitutes": 1})
    fixture = league.encounter(ARRABAL, MAGDALENA)
    league.line_up(fixture)
    desk = sits_down(league.championship)
    page = desk.page
    opens_encounter(desk, fixture)
    opens_board(desk, 2)
    desk.taps("substitutes")
    desk.touch(page.locator('[data-input="out"]', has_text="Carla"))
    # Who sits at a board that is not decided cannot come: the service says it in its words.
    desk.touch(page.locator('[data-input="in"]', has_text="Ana"))
    page.wait_for_selector(f"{SHEET} [data-refused]")
    refusal = page.locator(f"{SHEET} [data-refused]").inner_text()
    assert refusal == "«Ana» se sienta en el tablero 1, que no está decidido"
    desk.touch(page.locator('[data-input="in"]', has_text="Eva"))
    check_page(desk, axe, "a substitution")
    stays(desk, "substitute")
    assert {*page.locator(f'{SHEET} [data-board="2"] [data-seated]').inner_text().split(" – ")} == {"Eva", "Gala"}
    # The contest allows one.
    opens_board(desk, 3)
    desk.taps("substitutes")
    desk.touch(page.locator('[data-input="out"]', has_text="Dani"))
    desk.touch(page.locator('[data-input="in"]', has_text="Carla"))
    page.wait_for_selector(f"{SHEET} [data-refused]")
    assert "1 como mucho" in page.locator(f"{SHEET} [data-refused]").inner_text()
    assert not page.locator(f'{SHEET} [data-action="substitute"]').is_enabled()


def test_players_and_the_hall_read_who_sits_where(
    organizer: Caller, running: Running, browser: Browser, axe: str
) -> None:
    rounds = TeamRounds(organizer)
    league = TeamContest(organizer)
    for contest in (rounds, league):
        if contest is rounds:
            contest.do("rounds")
        fixture = contest.fixtures()[0]
        boards = contest.line_up(fixture)["boards"]
        lines = [f"{one['board']}. {seated_line(one)}" for one in boards]
        context = browser.new_context(viewport={"width": 360, "height": 740}, locale="es-ES", service_workers="block")
        context.set_default_timeout(SLOW_MACHINE_MS)
        page = context.new_page()
        page.goto(f"{running.url}/championships/{contest.championship}")
        page.wait_for_selector("[data-fixture] .boards")
        shown = page.locator(f'[data-fixture="{fixture["id"]}"] .board').all_inner_texts()
        assert [one.split(": ")[1] for one in shown] == [seated_line(one) for one in boards]
        assert not page.evaluate(WIDER)
        assert findings(page, axe) == []
        page.set_viewport_size({"width": 1920, "height": 1080})
        page.goto(f"{running.url}/board/{contest.championship}?seconds=600")
        page.wait_for_selector(".seats")
        assert " ".join(page.locator(".seats").first.inner_text().split()) == " · ".join(lines)
        assert page.evaluate("document.documentElement.scrollHeight") <= 1080
        assert findings(page, axe) == []
        context.close()


def seated_line(board: Json) -> str:
    """Who of each team sits at a board, in the words of the pages."""
    return " – ".join(" y ".join(one["name"] for one in people) for people in board["players"])


PART = '[data-part="lineups"]'


def key_of(organizer: Caller, league: TeamContest, name: str) -> tuple[str, str]:
    """The id of a member, and their own key in the championship."""
    people = {one["name"]: one["id"] for team in league.view()["entrants"] for one in team["players"]}
    header = organizer.bearer("player", player=people[name], championship=league.championship)
    return people[name], header["Authorization"].removeprefix("Bearer ")


def test_a_member_gives_the_line_up_of_the_own_team_with_the_own_key(
    organizer: Caller, running: Running, browser: Browser, axe: str
) -> None:
    league = TeamContest(organizer)
    fixture = league.encounter(ARRABAL, MAGDALENA)
    league.boards(ARRABAL, DELICIAS)
    person, key = key_of(organizer, league, "Ana")
    phone = {"viewport": {"width": 360, "height": 740}, "locale": "es-ES", "has_touch": True}
    context = browser.new_context(service_workers="block", **phone)
    context.set_default_timeout(SLOW_MACHINE_MS)
    page = context.new_page()
    # The key that a player gets opens the front page, which leads on.
    page.goto(f"{running.url}/#token={key}")
    page.wait_for_url(f"**/players/{person}*")
    encounter = page.locator(f'{PART} [data-encounter="{fixture["id"]}"]')
    encounter.wait_for()
    # What has begun is not to be given any more, and other teams' encounters are none of hers.
    assert page.locator(f"{PART} [data-encounter]").count() == 1
    give = encounter.locator('[data-action="give-lineup"]')
    assert not give.is_enabled()
    for number, name in ((1, "Ana"), (1, "Dani"), (2, "Beto"), (3, "Carla")):
        encounter.locator(f'[data-input="seat.{number}"]', has_text=name).tap()
    assert findings(page, axe) == []
    assert page.evaluate(SMALL, LEAST_TARGET) == []
    assert not page.evaluate(WIDER)
    give.tap()
    page.wait_for_selector(f'{PART} [data-state="hidden"]')
    # Not even who gave it reads it again.
    assert encounter.locator('[aria-pressed="true"]').count() == 0
    encounter.locator('[data-action="take-lineup"]').tap()
    page.wait_for_selector(f'{PART} [data-state="none"]')
    assert "lineups" not in league.encounter(ARRABAL, MAGDALENA)
    rivals = {"boards": [["Elena", "Fito"], ["Gala"], ["Hugo"]]}
    path = f"/v1/fixtures/{fixture['id']}/lineups"
    assert organizer.put(f"{path}/{MAGDALENA}", json=rivals).is_success
    for number, name in ((1, "Ana"), (1, "Dani"), (2, "Beto"), (3, "Carla")):
        encounter.locator(f'[data-input="seat.{number}"]', has_text=name).tap()
    give.tap()
    page.wait_for_selector(f'{PART} [data-state="shown"]')
    seated = [seated_line(one) for one in league.encounter(ARRABAL, MAGDALENA)["boards"]]
    assert all(f"{n}. {line}" in " ".join(encounter.inner_text().split()) for n, line in enumerate(seated, 1))
    assert findings(page, axe) == []
    # The key stays with the person's page on this device, and with no other.
    page.reload()
    page.wait_for_selector(PART)
    other, _ = key_of(organizer, league, "Elena")
    page.goto(f"{running.url}/players/{other}")
    page.wait_for_selector('[data-part="record"]')
    assert page.locator(PART).count() == 0
    context.close()


def test_a_refused_line_up_says_why_on_the_members_page(organizer: Caller, running: Running, browser: Browser) -> None:
    league = TeamContest(organizer)
    fixture = league.encounter(ARRABAL, MAGDALENA)
    person, key = key_of(organizer, league, "Ana")
    context = browser.new_context(service_workers="block", locale="es-ES", has_touch=True)
    context.set_default_timeout(SLOW_MACHINE_MS)
    page = context.new_page()
    page.goto(f"{running.url}/players/{person}#token={key}")
    encounter = page.locator(f'{PART} [data-encounter="{fixture["id"]}"]')
    encounter.wait_for()
    if encounter.get_attribute("open") is None:
        encounter.locator("summary").tap()
    for number, name in ((1, "Ana"), (1, "Dani"), (2, "Beto"), (3, "Carla")):
        encounter.locator(f'[data-input="seat.{number}"]', has_text=name).tap()
    assert league.board((ARRABAL, MAGDALENA), 1, [3, 1]).is_success
    encounter.locator('[data-action="give-lineup"]').tap()
    page.wait_for_selector(f"{PART} [data-refused]")
    refusal = page.locator(f"{PART} [data-refused]").inner_text()
    assert refusal == "Ese enfrentamiento ha empezado: las alineaciones se dan antes"
    page.goto(f"{running.url}/players/{person}?again#token=nothing")
    page.wait_for_selector(f"{PART} [role=status]")
    assert "Esta clave ya no vale" in page.locator(PART).inner_text()
    context.close()
