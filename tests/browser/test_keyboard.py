"""Work by keys alone: the organizer's main work, the board, the replay, the front page. The focus is always seen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.keys import Keys
from tests.browser.looking import Looker
from tests.support.hall import Hall
from tests.support.records import replay_record
from tests.support.service import TOKEN, Caller, Running

HAS_FOCUS = "fixture => document.activeElement.dataset.fixture === fixture"


@pytest.fixture
def keys(running: Running, context: BrowserContext) -> Keys:
    """An organizer without a mouse or a screen to touch."""
    page = context.new_page()
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{running.url}/organize#token={TOKEN}")
    page.wait_for_selector('[data-section="start"]')
    return Keys(page)


def test_an_organizer_enters_draws_tells_and_corrects(organizer: Caller, keys: Keys) -> None:
    page = keys.page
    keys.types('[data-input="name"]', "Fiestas por teclado")
    page.keyboard.press("Enter")
    page.wait_for_url("**/organize/*")
    page.wait_for_selector("section[data-section]")
    keys.does('[data-go="players"]')
    keys.types('[data-input="players"]', "Toñi\nUrbano\nVega")
    keys.does('[data-action="enter"]')
    page.wait_for_selector("[data-notice]")
    keys.does('[data-go="contests"]')
    keys.does('[data-action="draw"]')
    page.wait_for_selector("[data-notice]")
    championship = page.url.partition("/organize/")[2].partition("#")[0]
    [contest] = organizer.get(f"/v1/championships/{championship}").json()["contests"]
    fixture = organizer.get(f"/v1/contests/{contest['id']}/fixtures").json()["items"][0]["id"]
    keys.does('[data-go="results"]')
    report_by_keys(keys, fixture, (40, 64), "report")
    report_by_keys(keys, fixture, (64, 40), "correct")
    assert organizer.get(f"/v1/contests/{contest['id']}").json()["fixtures"][0]["result"]["points"] == [64, 40]
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Escape")
    back_at(page, fixture)


def report_by_keys(keys: Keys, fixture: str, points: tuple[int, int], action: str) -> None:
    """Opens a match, reports its points once their changes are shown, and is back at its place."""
    keys.does(f'[data-fixture="{fixture}"]')
    keys.page.wait_for_selector("dialog[open]")
    for n, one in enumerate(points):
        keys.types(f'dialog [data-input="points.{n}"]', str(one))
    keys.page.wait_for_selector("dialog [data-difference]")
    keys.does(f'dialog [data-action="{action}"]')
    back_at(keys.page, fixture)


def back_at(page: Page, fixture: str) -> None:
    """Fails unless the sheet is gone and the focus is back at its place."""
    page.wait_for_selector("dialog[open]", state="detached")
    page.wait_for_function(HAS_FOCUS, arg=fixture)


def test_every_control_for_the_public_is_reached(organizer: Caller, looks: Callable[[str], Looker]) -> None:
    hall = Hall(organizer)
    hall.guinote()
    replay = replay_record(organizer, "hearts-castillar-revoke")
    paths = ("/", f"/board/{hall.championship}?seconds=600", f"/championships/{hall.championship}", f"/replay/{replay}")
    for path in (*paths, f"/players/{hall.player('Concha')}", "/ratings"):
        page = looks(path).page
        if path.startswith("/replay/"):
            page.wait_for_selector("body[data-ready='true']")
        Keys(page).reaches_everything()
        page.close()


def test_a_sheet_keeps_the_keys_until_it_is_closed(organizer: Caller, keys: Keys, running: Running) -> None:
    hall = Hall(organizer)
    fixture = hall.league.fixture("Concha", "Estrella")["id"]
    keys.page.goto(f"{running.url}/organize/{hall.championship}#results")
    keys.does(f'[data-fixture="{fixture}"]')
    keys.page.wait_for_selector("dialog[open]")
    keys.reaches_everything()
    keys.page.keyboard.press("Escape")
    back_at(keys.page, fixture)
