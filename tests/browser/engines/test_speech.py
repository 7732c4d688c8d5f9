"""Speech in WebKit and Firefox: one tap turns it on, and a table says what is recorded. Without speech there is no button.

In strong contrast everything is found by keys and read in both, and in forced colours in Firefox. WebKitGTK has none.
"""

import json
from collections.abc import Callable
from typing import cast

import pytest
from playwright.sync_api import Browser, Page, Playwright

from tests.browser.conftest import SLOW_MACHINE_MS, missing
from tests.browser.engines.conftest import Device
from tests.browser.engines.firefox import Setting, firefox, launch
from tests.browser.engines.webkit import is_here, webkit
from tests.browser.hearing import STAND_IN, VOICES, sentences, turn_on
from tests.browser.keys import Keys
from tests.browser.looking import findings
from tests.browser.tablet import Tablet
from tests.support.service import TOKEN, Caller, Running

SPEAKS = "() => 'speechSynthesis' in window && 'SpeechSynthesisUtterance' in window"
FORCED: dict[str, Setting] = {"browser.display.document_color_use": 2}
"""Settings of Firefox under which the system chooses all colours."""
CONTRAST: dict[str, Setting] = {"ui.useAccessibilityTheme": 1}
"""Those under which the system asks for strong contrast, and pages keep their colours."""
STRONG_THEME = "HighContrast"
"""The theme of GTK under which WebKitGTK asks pages for strong contrast."""
ASKED_FOR = "matchMedia('(prefers-contrast: more)').matches"
SAYS = "text => window.said.some((one) => one.text === text)"


def test_a_table_says_what_is_recorded(
    engine: Browser, running: Running, organizer: Caller, brings: Callable[..., Device]
) -> None:
    match = organizer.open("guinote", 4)
    organizer.tell(match, {"type": "deal", "turn_up": "5O"})
    context, line = brings(engine, running.url, 390, 844)
    tablet = Tablet(context.new_page(), line.url, match, TOKEN)
    page = tablet.page
    if not page.evaluate(SPEAKS):
        assert page.locator("[data-speak]").count() == 0
        return
    # The voices of this machine, if it has any, would be heard by nobody.
    page.evaluate(f"() => ({STAND_IN})({json.dumps({'mode': 'at once', 'voices': VOICES})})")
    turn_on(page)
    tablet.record({"type": "play", "seat": 1, "card": "1C"})
    page.wait_for_function(SAYS, arg="Jugador 1: as de copas")
    page.wait_for_function(SAYS, arg="Le toca a Jugador 2")
    assert sentences(page)[0] == "Voz encendida"
    assert tablet.faults == []


@pytest.mark.parametrize("settings", [FORCED, CONTRAST], ids=["forced-colors", "contrast"])
def test_everything_is_found_and_read_in_strong_colours(
    playwright: Playwright, running: Running, at_table: str, axe: str, settings: dict[str, Setting]
) -> None:
    if firefox() is None:
        missing("Firefox", "install the package firefox-esr, or name one in FIREFOX")
    browser = launch(playwright, **settings)
    for address in ("table", "replay"):
        page = open_page(browser.new_page(locale="es-ES"), f"{running.url}/{address}/{at_table}#token={TOKEN}")
        assert page.evaluate(ASKED_FOR)
        assert page.evaluate("matchMedia('(forced-colors: active)').matches") is (settings is FORCED)
        # In forced colours the checker takes the page's own for those of a text.
        ours = [one for one in findings(page, axe) if settings is CONTRAST or not one.startswith("color-contrast")]
        assert ours == []
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        # After the last control the bars of the window have the focus, and keep it: the keys begin at the first one.
        page.evaluate("() => { document.body.tabIndex = -1; document.body.focus(); }")
        Keys(page).reaches_everything()
    browser.close()


def test_everything_is_found_and_read_in_strong_contrast_in_webkit(
    running: Running, at_table: str, axe: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not is_here():
        missing("WebKit", "install the packages webkit2gtk-driver, gir1.2-webkit2-4.1, python3-gi and xvfb")
    monkeypatch.setenv("GTK_THEME", STRONG_THEME)
    with webkit() as program:
        context = cast(Browser, program).new_context(viewport={"width": 390, "height": 844}, locale="es-ES")
        for address in ("table", "replay"):
            page = open_page(context.new_page(), f"{running.url}/{address}/{at_table}#token={TOKEN}")
            assert page.evaluate(ASKED_FOR)
            assert findings(page, axe) == []
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
            Keys(page).reaches_everything()
        context.close()


@pytest.fixture
def at_table(organizer: Caller) -> str:
    """A match in which a card was played."""
    match = organizer.open("guinote", 4)
    organizer.tell(match, [{"type": "deal", "turn_up": "5O"}, {"type": "play", "seat": 1, "card": "1C"}])
    return match


def open_page(page: Page, address: str) -> Page:
    """Opens a page, and returns it once it has drawn its score."""
    page.context.set_default_timeout(SLOW_MACHINE_MS)
    page.goto(address)
    page.wait_for_selector("table.score")
    return page
