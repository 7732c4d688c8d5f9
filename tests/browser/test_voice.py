"""The voice of a page: what it says first, what it leaves out, when it is silent, which of the device's voices it has."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.hearing import VOICES, WITHOUT, clear, listen, sentences, turn_on, utterances
from tests.browser.keys import Keys
from tests.browser.looking import findings
from tests.browser.tablet import Tablet
from tests.support.service import TOKEN, Caller, Running

Sits = Callable[..., Tablet]
ON = '[data-speak="on"]'
HIDDEN = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
SAYS = "text => window.said.some((one) => one.text.includes(text))"
TRICK = ("1C", "3C", "7C", "6C")
FIRST, LAST = "Jugador 1: as de copas", "Jugador 0: 6 de copas"
LINES: tuple[Any, ...] = (
    {"forced_colors": "active"},
    {"contrast": "more"},
    {"color_scheme": "dark", "contrast": "more"},
)


@pytest.fixture
def guinote(organizer: Caller) -> str:
    """A match with its first hand dealt."""
    match = organizer.open("guinote", 4)
    organizer.tell(match, {"type": "deal", "turn_up": "5O"})
    return match


def lays(tablet: Tablet, *cards: str) -> None:
    """Taps these cards, each as soon as the one before is stored."""
    for card in cards:
        before = tablet.version
        tablet.page.locator(f'button[data-card="{card}"][data-zone="pad"]').click()
        tablet.reaches(before + 1)


def finish(page: Page) -> None:
    """Lets the voice say all that it has to."""
    while page.evaluate("window.speechSynthesis.speaking"):
        page.evaluate("window.finish()")


def test_speech_is_off_until_one_tap_and_is_remembered(context: BrowserContext, sits: Sits, guinote: str) -> None:
    listen(context)
    tablet = sits(guinote)
    page = tablet.page
    lays(tablet, "1C")
    assert sentences(page) == []
    assert page.locator(ON).get_attribute("aria-pressed") == "false"
    turn_on(page)
    # iOS speaks only if the first words come within the tap.
    assert (utterances(page)[0]["text"], utterances(page)[0]["during"]) == ("Voz encendida", "click")
    lays(tablet, "3C")
    page.wait_for_function(SAYS, arg="Jugador 2: 3 de copas")
    page.reload()
    page.wait_for_selector('[data-speak="again"]')
    page.wait_for_function(SAYS, arg="Le toca a Jugador 3")
    page.locator(ON).click()
    clear(page)
    lays(tablet, "7C")
    assert sentences(page) == []
    page.reload()
    page.wait_for_selector(ON)
    assert page.locator(ON).get_attribute("aria-pressed") == "false"
    assert tablet.faults == []


def test_a_browser_that_says_nothing_before_a_touch_says_the_newest_with_it(
    context: BrowserContext, sits: Sits, guinote: str
) -> None:
    listen(context, "held")
    page = sits(guinote).page
    turn_on(page)
    page.reload()
    page.wait_for_selector('[data-speak="again"]')
    page.wait_for_function(SAYS, arg="Le toca a Jugador 1")
    clear(page)
    page.locator("h1").click()
    assert [(one["text"], one["during"]) for one in utterances(page)] == [("Le toca a Jugador 1", "click")]


def test_the_newest_state_is_worth_more_than_a_backlog(context: BrowserContext, sits: Sits, guinote: str) -> None:
    listen(context, "held")
    tablet = sits(guinote)
    turn_on(tablet.page)
    finish(tablet.page)
    clear(tablet.page)
    lays(tablet, *TRICK)
    assert sentences(tablet.page) == [FIRST]
    finish(tablet.page)
    assert sentences(tablet.page) == [FIRST, LAST, "Baza de Jugador 1", "Le toca a Jugador 1"]


def test_a_turn_that_is_over_is_not_said_to_its_end(context: BrowserContext, sits: Sits, guinote: str) -> None:
    listen(context, "held")
    tablet = sits(guinote)
    turn_on(tablet.page)
    finish(tablet.page)
    clear(tablet.page)
    lays(tablet, "1C")
    tablet.page.evaluate("window.finish()")
    assert sentences(tablet.page)[-1] == "Le toca a Jugador 2"
    lays(tablet, "3C")
    assert tablet.page.evaluate("window.cancels") >= 1
    tablet.page.wait_for_function(SAYS, arg="Jugador 2: 3 de copas")


def test_many_acts_at_once_are_told_by_their_end(
    context: BrowserContext, sits: Sits, organizer: Caller, guinote: str
) -> None:
    listen(context)
    tablet = sits(guinote)
    turn_on(tablet.page)
    tablet.page.wait_for_function(SAYS, arg="Le toca a Jugador 1")
    clear(tablet.page)
    events = [{"type": "play", "seat": (1 + n) % 4, "card": card} for n, card in enumerate(TRICK)]
    organizer.tell(guinote, events)
    tablet.reaches(6)
    tablet.page.wait_for_function(SAYS, arg="Le toca a Jugador 1")
    assert sentences(tablet.page) == ["Baza de Jugador 1", "Le toca a Jugador 1"]


def test_what_is_refused_or_undone_is_said(
    context: BrowserContext, sits: Sits, organizer: Caller, guinote: str
) -> None:
    listen(context)
    tablet = sits(guinote)
    page = tablet.page
    turn_on(page)
    lays(tablet, "1C")
    organizer.tell(guinote, {"type": "retract", "to": 2, "reason": "orden equivocado"})
    page.wait_for_function(SAYS, arg="Se deshace hasta la jugada 2")
    clear(page)
    page.route("**/v1/matches/*/events", lambda route: route.abort())
    page.locator('button[data-card="1C"][data-zone="pad"]').click()
    page.wait_for_function(SAYS, arg=FIRST)
    organizer.tell(guinote, {"type": "play", "seat": 1, "card": "3C"})
    page.unroute("**/v1/matches/*/events")
    page.wait_for_function(SAYS, arg="No se ha anotado")
    # The message of the service may name cards that a hand holds. The other's play may have come before it, and is public.
    assert {one for one in sentences(page) if "3 de copas" in one} <= {"Jugador 1: 3 de copas"}


def test_a_hidden_page_is_silent_and_so_is_one_that_is_left(context: BrowserContext, sits: Sits, guinote: str) -> None:
    listen(context, "held")
    tablet = sits(guinote)
    page = tablet.page
    turn_on(page)
    finish(page)
    lays(tablet, "1C")
    clear(page)
    page.evaluate(HIDDEN, True)
    assert not page.evaluate("window.speechSynthesis.speaking")
    lays(tablet, "3C")
    assert sentences(page) == []
    page.evaluate(HIDDEN, False)
    lays(tablet, "7C")
    page.wait_for_function(SAYS, arg="Jugador 3: 7 de copas")
    page.evaluate("() => dispatchEvent(new PageTransitionEvent('pagehide'))")
    assert not page.evaluate("window.speechSynthesis.speaking")


@pytest.mark.parametrize(
    ("voices", "language", "voice"),
    [
        (VOICES, "es", ("Elvira", "es_ES")),
        (VOICES, "en", ("Alex", "en-US")),
        (VOICES[:2], "es", ("Paulina", "es-MX")),
        (VOICES[:1], "es", (None, "es")),
        ([], "en", (None, "en")),
    ],
)
def test_a_voice_has_the_language_of_the_page(
    running: Running, context: BrowserContext, guinote: str, voices: Any, language: str, voice: tuple[str | None, str]
) -> None:
    listen(context, voices=voices)
    page = context.new_page()
    page.goto(f"{running.url}/table/{guinote}?lang={language}#token={TOKEN}")
    turn_on(page)
    page.wait_for_function("() => window.said.length > 1")
    assert (utterances(page)[-1]["voice"], utterances(page)[-1]["lang"]) == voice


def test_a_device_without_a_voice_says_so_until_its_voices_are_loaded(
    context: BrowserContext, sits: Sits, guinote: str
) -> None:
    listen(context, "failing", [])
    tablet = sits(guinote)
    page = tablet.page
    turn_on(page)
    page.get_by_text("Este dispositivo no tiene ninguna voz.").wait_for()
    page.evaluate(
        "voices => { window.spoken.mode = 'at once'; window.spoken.voices = voices; speechSynthesis.onvoiceschanged(); }",
        VOICES,
    )
    page.get_by_text("Este dispositivo no tiene ninguna voz.").wait_for(state="detached")
    lays(tablet, "1C")
    page.wait_for_function(SAYS, arg=FIRST)
    assert utterances(page)[-1]["voice"] == "Elvira"


def test_a_browser_without_speech_has_no_button(context: BrowserContext, sits: Sits, guinote: str) -> None:
    context.add_init_script(f"({WITHOUT})()")
    tablet = sits(guinote)
    lays(tablet, "1C")
    assert tablet.page.locator("[data-speak]").count() == 0
    assert tablet.faults == []


def test_a_reader_with_keys_turns_it_on_and_hears_the_table(context: BrowserContext, sits: Sits, guinote: str) -> None:
    listen(context)
    tablet = sits(guinote)
    page = tablet.page
    lays(tablet, "1C")
    keys = Keys(page)
    keys.does(ON)
    page.wait_for_selector('[data-speak="again"]')
    assert page.evaluate("document.activeElement.dataset.speak") == "on"
    clear(page)
    keys.does('[data-speak="again"]')
    page.wait_for_function(SAYS, arg="Van: ")
    texts = sentences(page)
    assert texts[0] == "Le toca a Jugador 2"
    assert "as de copas, de Jugador 1" in texts[1]
    assert "5 de oros" in texts[1]
    assert page.evaluate("document.activeElement.dataset.speak") == "again"
    # What the voice says is not announced once more.
    assert page.locator(".now h2").get_attribute("aria-live") == "off"
    keys.does(ON)
    assert page.locator(".now h2").get_attribute("aria-live") == "polite"


@pytest.mark.parametrize("media", LINES, ids=["forced-colors", "contrast", "dark-contrast"])
@pytest.mark.parametrize("address", ["table", "replay"])
def test_everything_is_found_and_read_in_strong_colours(
    running: Running, context: BrowserContext, axe: str, guinote: str, organizer: Caller, address: str, media: Any
) -> None:
    organizer.tell(guinote, {"type": "play", "seat": 1, "card": "1C"})
    listen(context)
    page = context.new_page()
    page.emulate_media(**media)
    page.goto(f"{running.url}/{address}/{guinote}#token={TOKEN}")
    turn_on(page)
    assert page.locator(ON).get_attribute("aria-pressed") == "true"
    # In forced colours the system chooses all of them. The checker takes the page's own for those of a text.
    ours = [one for one in findings(page, axe) if "forced_colors" not in media or not one.startswith("color-contrast")]
    assert ours == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    Keys(page).reaches_everything()
    live = page.locator(".now h2, .told").first.get_attribute("aria-live")
    assert live == "off"
