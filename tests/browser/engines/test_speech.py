"""Speech in WebKit and Firefox: one tap turns it on, and a table says what is recorded. Without speech there is no button.

In Firefox everything is found by keys and read in forced colours, too. WebKitGTK has none.
"""

import json
from collections.abc import Callable

from playwright.sync_api import Browser, Playwright

from tests.browser.conftest import SLOW_MACHINE_MS, missing
from tests.browser.engines.conftest import Device
from tests.browser.engines.firefox import Setting, firefox, launch
from tests.browser.hearing import STAND_IN, VOICES, sentences, turn_on
from tests.browser.keys import Keys
from tests.browser.looking import findings
from tests.browser.tablet import Tablet
from tests.support.service import TOKEN, Caller, Running

SPEAKS = "() => 'speechSynthesis' in window && 'SpeechSynthesisUtterance' in window"
FORCED: dict[str, Setting] = {"browser.display.document_color_use": 2}
"""Settings of Firefox under which the system chooses all colours."""
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


def test_everything_is_found_and_read_in_forced_colours(
    playwright: Playwright, running: Running, organizer: Caller, axe: str
) -> None:
    if firefox() is None:
        missing("Firefox", "install the package firefox-esr, or name one in FIREFOX")
    match = organizer.open("guinote", 4)
    organizer.tell(match, [{"type": "deal", "turn_up": "5O"}, {"type": "play", "seat": 1, "card": "1C"}])
    browser = launch(playwright, **FORCED)
    for address in ("table", "replay"):
        page = browser.new_page(locale="es-ES")
        page.set_default_timeout(SLOW_MACHINE_MS)
        page.goto(f"{running.url}/{address}/{match}#token={TOKEN}")
        assert page.evaluate("matchMedia('(forced-colors: active)').matches")
        page.wait_for_selector("[data-speak]")
        # The checker takes the page's own colours for those of a text.
        assert [one for one in findings(page, axe) if not one.startswith("color-contrast")] == []
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        # After the last control the bars of the window have the focus, and keep it: the keys begin at the first one.
        page.evaluate("() => { document.body.tabIndex = -1; document.body.focus(); }")
        Keys(page).reaches_everything()
    browser.close()
