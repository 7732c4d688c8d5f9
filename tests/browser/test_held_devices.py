"""Devices that people hold: a browser too old, a telephone on its side, a tap that gives no focus, a queue that is kept."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.conftest import SLOW_MACHINE_MS
from tests.browser.looking import Looker
from tests.browser.tablet import Tablet
from tests.browser.test_cuts import taps
from tests.support.hall import Hall
from tests.support.service import TOKEN, Caller, Running

SIDE: Any = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "locale": "es-ES"}
NOTCH = 59
"""Pixels beside the screen of a telephone on its side that its camera covers."""
TABLES = [("guinote", 4), ("hearts.castillar", 4), ("casino.royal", 4), ("escoba", 2), ("corona", 2)]
NO_FOCUS = """addEventListener("mousedown", (event) => event.preventDefault(), true);"""
"""As in Safari: a button that is tapped gets no focus."""


@pytest.mark.parametrize("path", ["/", "/table/any", "/organize"])
@pytest.mark.parametrize("lack", ["delete Array.prototype.at", "delete HTMLDialogElement.prototype.showModal"])
def test_too_old_a_browser_is_told_so_in_both_languages(
    running: Running, context: BrowserContext, path: str, lack: str
) -> None:
    page = context.new_page()
    page.add_init_script(lack)
    page.goto(running.url + path)
    notice = page.locator("#too-old")
    notice.wait_for()
    assert "demasiado antiguo" in notice.inner_text()
    assert "too old" in notice.inner_text()


@pytest.mark.parametrize("path", ["/", "/organize"])
def test_no_other_browser_is(looks: Callable[[str], Looker], path: str) -> None:
    assert looks(path).page.locator("#too-old").is_hidden()


@pytest.fixture
def side(browser: Browser) -> Iterator[Page]:
    """A telephone on its side, with its camera over the left edge."""
    context = browser.new_context(service_workers="block", **SIDE)
    context.set_default_timeout(SLOW_MACHINE_MS)
    page = context.new_page()
    insets = {"left": NOTCH, "right": NOTCH, "top": 0, "bottom": 21}
    context.new_cdp_session(page).send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    yield page
    context.close()


LEFTMOST = """() => Math.min(...[...document.querySelectorAll("h1, h2, p, th, td, button, a")]
  .map((one) => one.getBoundingClientRect()).filter((box) => box.width > 0).map((box) => box.left))"""
RIGHTMOST = LEFTMOST.replace("Math.min", "Math.max").replace("box.left", "box.right")


def test_nothing_lies_under_the_camera_of_a_telephone_on_its_side(
    running: Running, organizer: Caller, side: Page
) -> None:
    hall = Hall(organizer)
    match = hall.guinote()
    for path in (
        f"/table/{match}",
        f"/replay/{match}",
        f"/organize/{hall.championship}",
        f"/board/{hall.championship}",
    ):
        Looker(side, running.url, f"{path}#token={TOKEN}")
        side.locator("h1").first.wait_for()
        assert side.evaluate(LEFTMOST) >= NOTCH, path
        assert side.evaluate(RIGHTMOST) <= SIDE["viewport"]["width"] - NOTCH, path


@pytest.mark.parametrize(("name", "seats"), TABLES, ids=[name for name, _ in TABLES])
def test_the_table_is_in_sight_beside_the_pad_on_a_telephone_on_its_side(
    running: Running, organizer: Caller, side: Page, name: str, seats: int
) -> None:
    match = (
        organizer.open(name, seats)
        if name != "corona"
        else organizer.post(
            "/v1/matches", json={"ruleset": name, "seats": [{"name": "Ana"}, {"name": "Berta"}]}
        ).json()["id"]
    )
    organizer.tell(match, {"type": "deal", "shuffle": True, "seed": "side"})
    Tablet(side, running.url, match, TOKEN)
    pad, board = side.locator(".pads").bounding_box(), side.locator(".board").bounding_box()
    assert pad and board
    assert board["x"] + board["width"] <= pad["x"]
    # Where the reader of the pad is at its end, too.
    side.evaluate("document.querySelector('.pads').scrollIntoView({ block: 'end' })")
    assert side.evaluate("document.querySelector('.board').getBoundingClientRect().top") >= 0


def test_the_page_under_a_sheet_stays_and_focus_goes_back_to_what_was_tapped(
    running: Running, organizer: Caller, context: BrowserContext
) -> None:
    hall = Hall(organizer)
    context.add_init_script(NO_FOCUS)
    page = Looker(context.new_page(), running.url, f"/organize/{hall.championship}#token={TOKEN}").page
    page.evaluate("location.hash = 'players'")
    page.locator('[data-action="person"]').nth(1).click()
    page.wait_for_selector("dialog[open]")
    assert page.evaluate("getComputedStyle(document.documentElement).overflowY") == "hidden"
    page.locator("dialog [data-close]").click()
    page.wait_for_selector("dialog[open]", state="detached")
    assert page.evaluate("getComputedStyle(document.documentElement).overflowY") == "visible"
    assert page.locator('[data-action="person"]').nth(1).evaluate("one => one === document.activeElement")


def test_the_file_of_a_queue_is_there_for_a_reader_who_is_asked_first(
    running: Running, organizer: Caller, context: BrowserContext
) -> None:
    match = organizer.open("guinote", 4)
    context.add_init_script("""
      window.gone = [];
      window.asked = 0;
      URL.revokeObjectURL = (address) => window.gone.push(address);
      navigator.storage.persist = async () => (window.asked += 1) > 0;
    """)
    tablet = Tablet(context.new_page(), running.url, match, TOKEN)
    page = tablet.page
    page.route("**/events", lambda route: route.abort())
    assert page.evaluate("window.asked") == 0
    taps(tablet, {"type": "deal", "turn_up": "5O"})
    page.wait_for_function("() => document.body.dataset.pending === '1'")
    assert page.evaluate("window.asked") == 1
    tablet.opens("more")
    page.locator('dialog [data-go="queue"], dialog [data-open="queue"]').first.click()
    with page.expect_download():
        page.locator("[data-take-off]").click()
    assert page.evaluate("window.gone") == []
