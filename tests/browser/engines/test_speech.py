"""Speech in WebKit and Firefox: one tap turns it on, and a table says what is recorded. Without speech there is no button."""

import json
from collections.abc import Callable

from playwright.sync_api import Browser

from tests.browser.engines.conftest import Device
from tests.browser.hearing import STAND_IN, VOICES, sentences, turn_on
from tests.browser.tablet import Tablet
from tests.support.service import TOKEN, Caller, Running

SPEAKS = "() => 'speechSynthesis' in window && 'SpeechSynthesisUtterance' in window"
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
