"""The lines of a browser to the service: one a page, none while nobody sees it or while it prints, and nothing missed for that.

A browser has six to a host over HTTP/1.1, for all its pages together; and WebKit prints nothing while one of a page is open.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route

from api.pages import browser
from tests.browser.conftest import SLOW_MACHINE_MS
from tests.browser.looking import Looker
from tests.browser.tablet import Tablet
from tests.browser.test_cuts import taps
from tests.support.hall import Hall
from tests.support.service import TOKEN, Caller, Running

STREAMS = """
window.streams = 0;
window.opened = 0;
const plain = window.fetch;
window.fetch = (path, request = {}) => {
  if (!String(path).includes("/stream")) return plain(path, request);
  window.streams += 1;
  window.opened += 1;
  request.signal.addEventListener("abort", () => (window.streams -= 1), { once: true });
  return plain(path, request);
};
"""
"""Counts the streams that a page has open, and those that it opened."""
PRINTS = (
    STREAMS
    + """
window.prints = [];
window.print = () => window.prints.push(window.streams);
"""
)
"""A browser that notes what a page has open when it prints, and returns at once."""
WAITS = (
    STREAMS
    + """
window.print = () => dispatchEvent(new Event("afterprint"));
"""
)
"""A browser that returns only when it has printed."""
PRINTS_NOTHING = STREAMS + "window.print = undefined;"
SEEN = """
window.isSeen = true;
Object.defineProperty(document, "visibilityState", { get: () => (window.isSeen ? "visible" : "hidden") });
window.setSeen = (isSeen) => {
  window.isSeen = isSeen;
  document.dispatchEvent(new Event("visibilitychange"));
};
"""
"""A page that is told whether it is seen. All pages of a browser without a screen are."""
LINES = 6
READING_MS, LATE_MS = 10_000, 21_000
"""A time in which a page's reading comes, on a slow network; and one in which a browser that prints has begun."""
FEW_SECONDS_MS = 20_000
TROUBLES = """() => {
  window.troubles = 0;
  const look = () => (window.troubles += document.querySelectorAll(".trouble").length);
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""
"""Counts from now on how often a page says that no answer comes."""
STREAM = Path(browser.__file__).parent / "static" / "shared" / "stream.js"
LISTENERS = """async (source) => {
  const { pause } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  const { signal } = new AbortController();
  let count = 0;
  for (const [name, by] of [["addEventListener", 1], ["removeEventListener", -1]]) {
    const plain = signal[name];
    signal[name] = (...all) => ((count += by), plain.apply(signal, all));
  }
  await pause(1, signal);
  return count;
}"""
"""In a page, the number of listeners that a wait leaves at its signal."""
ENDED = """async (source) => {
  const { pause } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  return Promise.race([pause(600000, AbortSignal.abort()).then(() => "at once"), pause(1000).then(() => "later")]);
}"""
"""In a page, whether a wait under a signal that has ended takes time."""
PLACES = {
    "championship": "/championships/{championship}",
    "organizer": "/organize/{championship}#token=" + TOKEN,
    "replay": "/replay/{match}#token=" + TOKEN,
}


@pytest.fixture
def hall(organizer: Caller) -> Hall:
    return Hall(organizer)


def open_page(context: BrowserContext, hall: Hall, running: Running, path: str) -> Page:
    match = hall.guinote() if "{match}" in path else ""
    return Looker(context.new_page(), running.url, path.format(championship=hall.championship, match=match)).page


@pytest.mark.parametrize("end", ["afterprint", "pointerdown", None])
def test_a_page_prints_without_its_stream_and_follows_again(
    running: Running, hall: Hall, context: BrowserContext, end: str | None
) -> None:
    context.add_init_script(PRINTS)
    context.clock.install()
    page = open_page(context, hall, running, PLACES["championship"])
    page.wait_for_function("() => window.streams === 1")
    page.get_by_role("button", name="Imprimir").click()
    assert page.evaluate("window.prints") == [0]
    # WebKit begins only when what is being read has come.
    context.clock.run_for(READING_MS)
    assert page.evaluate("window.opened") == 1
    if end is None:
        context.clock.run_for(LATE_MS - READING_MS)
    else:
        page.evaluate("name => dispatchEvent(new Event(name))", end)
    page.wait_for_function("() => window.streams === 1 && window.opened === 2")
    hall.league.report({"Ángeles": 30, "Estrella": 74})
    page.wait_for_function("() => document.querySelector('.standings tbody tr').innerText.includes('Ángeles')")


@pytest.mark.parametrize("prints", [WAITS, PRINTS_NOTHING])
def test_a_page_that_has_printed_before_it_goes_on_says_nothing_of_its_line(
    running: Running, hall: Hall, context: BrowserContext, prints: str
) -> None:
    context.add_init_script(prints)
    page = open_page(context, hall, running, PLACES["championship"])
    page.wait_for_function("() => window.streams === 1")
    page.evaluate(TROUBLES)
    page.get_by_role("button", name="Imprimir").click()
    page.wait_for_function("() => window.streams === 1 && window.opened === 2")
    hall.league.report({"Ángeles": 30, "Estrella": 74})
    page.wait_for_function("() => document.querySelector('.standings tbody tr').innerText.includes('Ángeles')")
    assert page.evaluate("window.troubles") == 0


def test_a_match_prints_without_its_stream(running: Running, hall: Hall, context: BrowserContext) -> None:
    context.add_init_script(PRINTS)
    page = open_page(context, hall, running, PLACES["replay"])
    page.wait_for_function("() => window.streams === 1")
    page.locator('[data-print="match"]').click()
    page.wait_for_function("() => window.prints.length === 1")
    assert page.evaluate("window.prints") == [0]
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.wait_for_function("() => window.streams === 1 && window.opened === 2")


def test_keys_on_paper_are_gone_from_the_page_even_where_nothing_was_printed(
    running: Running, hall: Hall, context: BrowserContext
) -> None:
    context.add_init_script(PRINTS)
    context.clock.install()
    page = open_page(context, hall, running, PLACES["organizer"])
    page.evaluate("location.hash = 'players'")
    page.locator('[data-action="print"]').first.click()
    page.wait_for_function("() => window.prints.length === 1")
    assert page.evaluate("window.prints") == [0]
    context.clock.run_for(READING_MS)
    assert page.locator("#paper").count() == 1
    context.clock.run_for(LATE_MS - READING_MS)
    page.wait_for_selector("#paper", state="detached")


def test_boards_out_of_sight_leave_their_lines_to_others(running: Running, hall: Hall, context: BrowserContext) -> None:
    """Six of seven are tabs behind another one; a match is played on each."""
    hall.guinote()
    context.add_init_script(SEEN)
    for _ in range(LINES):
        board = open_page(context, hall, running, "/board/{championship}?seconds=600")
        board.wait_for_selector(".running")
        board.evaluate("setSeen(false)")
    boards = context.pages
    context.set_default_timeout(20_000)
    last = open_page(context, hall, running, "/board/{championship}?seconds=600")
    last.wait_for_selector(".running")
    open_page(context, hall, running, "/championships/{championship}")
    context.set_default_timeout(SLOW_MACHINE_MS)
    hall.lays(last.evaluate("document.querySelector('.running').dataset.match"), "2C")
    last.wait_for_selector(".running[data-version='7']")
    boards[0].evaluate("setSeen(true)")
    boards[0].wait_for_selector(".running[data-version='7']")


def test_a_board_has_one_line_and_hears_what_it_shows(running: Running, hall: Hall, context: BrowserContext) -> None:
    match = hall.guinote()
    context.add_init_script(STREAMS)
    board = open_page(context, hall, running, "/board/{championship}?seconds=600")
    board.wait_for_selector(".running[data-version='6']")
    hall.lays(match, "2C")
    board.wait_for_selector(".running[data-version='7']")
    assert board.evaluate("window.streams") == 1
    board.keyboard.press("ArrowRight")
    board.keyboard.press("ArrowRight")
    board.wait_for_selector("body[data-slide='standings']")
    hall.league.report({"Ángeles": 30, "Estrella": 74})
    board.wait_for_function("() => document.querySelector('.standings tbody tr').innerText.includes('Ángeles')")
    assert board.evaluate("window.streams") == 1


def test_a_board_hears_the_match_to_which_it_came_back_before_it_had_read_another(
    running: Running, hall: Hall, context: BrowserContext
) -> None:
    matches = {hall.guinote(), hall.guinote()}
    context.add_init_script(STREAMS)
    board = open_page(context, hall, running, "/board/{championship}?seconds=600")
    board.wait_for_selector(".running[data-version='6']")
    match = board.evaluate("document.querySelector('.running').dataset.match")
    board.wait_for_function("() => window.streams === 1")
    [other] = matches - {match}
    # This answer never comes.
    board.route(f"**/v1/matches/{other}", lambda route: None)
    with board.expect_request(f"**/v1/matches/{other}"):
        board.keyboard.press("ArrowRight")
    board.keyboard.press("ArrowLeft")
    board.wait_for_selector(f".running[data-match='{match}'][data-version='6']")
    hall.lays(match, "2C")
    # Before anything else makes the board read again.
    board.wait_for_selector(f".running[data-match='{match}'][data-version='7']", timeout=FEW_SECONDS_MS)


def at_a_table(organizer: Caller, sits: Callable[..., Tablet]) -> tuple[str, Tablet, str]:
    """A new match, its tablet once it has its line, and the address at which it sends events."""
    match = organizer.open("guinote", 4)
    tablet = sits(match)
    tablet.page.wait_for_function("() => window.streams === 1")
    return match, tablet, f"**/v1/matches/{match}/events"


def test_a_table_out_of_sight_hears_what_it_missed_and_keeps_its_line_while_it_has_something_to_send(
    organizer: Caller, context: BrowserContext, sits: Callable[..., Tablet]
) -> None:
    context.add_init_script(SEEN + STREAMS)
    match, tablet, events = at_a_table(organizer, sits)
    page = tablet.page
    page.route(events, lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    taps(tablet, {"type": "deal", "turn_up": "5O"})
    page.wait_for_function("() => document.body.dataset.pending === '1'")
    page.evaluate("setSeen(false)")
    page.wait_for_timeout(6_000)
    assert page.evaluate("window.streams") == 1
    page.unroute(events)
    tablet.reaches(2)
    page.wait_for_function("() => window.streams === 0")
    organizer.tell(match, {"type": "play", "seat": 1, "card": "1C"})
    page.evaluate("setSeen(true)")
    page.wait_for_selector("body[data-shown='3']")


@pytest.mark.parametrize("is_elsewhere", [False, True], ids=["refused", "elsewhere"])
def test_a_table_out_of_sight_keeps_no_line_for_what_only_a_person_can_send(
    organizer: Caller, context: BrowserContext, sits: Callable[..., Tablet], is_elsewhere: bool
) -> None:
    context.add_init_script(SEEN + STREAMS)
    match, tablet, events = at_a_table(organizer, sits)
    page = tablet.page
    refusal = {"type": "about:blank", "title": "Forbidden", "status": 403, "detail": "no", "code": "not-your-match"}

    def answers(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
        elif is_elsewhere:
            route.abort()
        else:
            route.fulfill(status=403, json=refusal)

    page.route(events, answers)
    taps(tablet, {"type": "deal", "turn_up": "5O"})
    page.wait_for_function("() => document.body.dataset.pending === '1'")
    if is_elsewhere:
        sits(match)
        page.wait_for_selector("[data-take-over]")
    page.evaluate("setSeen(false)")
    page.wait_for_function("() => window.streams === 0", timeout=FEW_SECONDS_MS)


@pytest.mark.parametrize(("question", "answer"), [(LISTENERS, 0), (ENDED, "at once")], ids=["leaves nothing", "ended"])
def test_a_wait_ends_with_its_signal_and_leaves_nothing_there(
    context: BrowserContext, question: str, answer: Any
) -> None:
    assert context.new_page().evaluate(question, STREAM.read_text(encoding="utf-8")) == answer
