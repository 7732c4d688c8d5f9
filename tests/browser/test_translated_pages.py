"""Every page for players and spectators in every further language: no key is shown, nothing fails, and its language is told."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext

from api.http.describe import TRANSLATIONS
from api.pages.browser.site import PAGES
from tests.browser.conftest import SLOW_MACHINE_MS
from tests.browser.looking import Looker, findings
from tests.browser.test_kept_page import KEPT
from tests.browser.visiting import READY, places_of_a_hall
from tests.support.hall import Hall
from tests.support.service import Caller, Running

ADDRESSES = [path.replace(":str", "") for page in PAGES if page.is_translated for path in page.paths]
NO_WORDS = r"""() => [document.body.innerText, document.title,
    ...[...document.querySelectorAll("[aria-label]")].map((one) => one.getAttribute("aria-label"))]
  .filter((text) => /undefined|\[object|=>|\$\{|\{\w+\}|\{\w+,/.test(text))"""
"""In a page, texts with something in them that is no word of a language."""


@pytest.fixture(scope="module")
def places(running: Running) -> Iterator[dict[str, str]]:
    """Values of the parameters in addresses."""
    with running.client() as client:
        yield places_of_a_hall(client)


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_no_key_is_shown_and_the_language_is_told(
    running: Running, context: BrowserContext, places: dict[str, str], axe: str, language: str
) -> None:
    for address in ADDRESSES:
        path = address.format(**places)
        ready = READY.get(path.split("/")[1], "#page:not([aria-busy])")
        looker = Looker(context.new_page(), running.url, f"{path}?lang={language}", ready)
        assert looker.page.evaluate("() => document.documentElement.lang") == language, path
        assert looker.page.evaluate(NO_WORDS) == [], path
        assert findings(looker.page, axe) == [], path
        assert looker.faults == [], path
        looker.page.close()


def test_a_browser_in_catalan_reads_catalan_and_what_the_service_says_is_marked(
    running: Running, browser: Browser, organizer: Caller
) -> None:
    match = organizer.open("hearts.castillar", 2, first_dealer=0)
    plays = [
        {"type": "play", "seat": seat, "card": card} for seat, card in ((0, "2C"), (1, "9D"), (0, "KS"), (1, "3C"))
    ]
    organizer.tell(match, [{"type": "deal"}, *plays])
    hall = Hall(organizer)
    context = browser.new_context(locale="ca-ES", service_workers="block")
    context.set_default_timeout(SLOW_MACHINE_MS)
    home = Looker(context.new_page(), running.url, "/")
    assert home.page.locator("h1").inner_text() == "Taules i campionats"
    names = home.page.locator("nav a[hreflang]").all_inner_texts()
    assert names == ["Español", "English", "Euskara", "Italiano", "Português"]
    home.page.click('nav a[hreflang="eu"]')
    home.page.wait_for_selector("html[lang=eu] #page:not([aria-busy])")
    # The language that was chosen goes along.
    link = home.page.locator('a[href^="/ratings"]')
    assert link.get_attribute("href") == "/ratings?lang=eu"
    replay = Looker(context.new_page(), running.url, f"/replay/{match}?at=3", READY["replay"])
    assert replay.page.locator('p[lang="es"]').count() > 0
    board = Looker(context.new_page(), running.url, f"/championships/{hall.championship}")
    assert "Classificació" in board.page.locator("body").inner_text()
    assert (home.faults, replay.faults, board.faults) == ([], [], [])
    context.close()


def test_a_table_that_was_opened_in_catalan_opens_in_its_fallback_without_the_service(
    running: Running, browser: Browser, organizer: Caller
) -> None:
    match = organizer.open("guinote", 4)
    context = browser.new_context(locale="ca-ES", has_touch=True)
    context.set_default_timeout(SLOW_MACHINE_MS)
    page = context.new_page()
    address = f"{running.url}/table/{match}?lang=ca"
    page.goto(address)
    page.wait_for_selector("body[data-version]")
    page.wait_for_function(KEPT)
    page.reload()
    page.wait_for_selector("body[data-version]")
    page.wait_for_function("async () => (await caches.match('/table/?lang=ca')) !== undefined")
    context.set_offline(True)
    page.reload()
    page.wait_for_selector("body[data-connection='offline']")
    assert page.evaluate("() => document.documentElement.lang") == "es"
    context.close()
