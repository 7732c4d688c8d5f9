"""A table and a replay that say aloud what happens: to everybody what lies open, and a hand on its seat's own device alone."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.conftest import SLOW_MACHINE_MS
from tests.browser.hearing import cards_in, clear, listen, sentences, turn_on
from tests.browser.looking import Looker
from tests.browser.tablet import Tablet
from tests.browser.test_whole_matches import coming, dealer
from tests.support.by_legal import OverHttp, step
from tests.support.service import TOKEN, Caller, Running

Json = dict[str, Any]
LANGUAGES = ("es", "en")
LOCALES = {"es": "es-ES", "en": "en-GB"}
TABLES = [("guinote", 4), ("hearts.castillar", 4), ("casino.royal", 4), ("escoba", 2), ("corona", 2)]
"""A table of each family of games, which share their words."""
ACTS = 26
"""Acts of a random match that are heard: some tricks, builds, sweeps or battles of each game."""
OWN = {"es": ("Su mano: ", "Le llega: "), "en": ("Your hand: ", "You get: ")}
TURNED_ON = ("Voz encendida", "Voice on")
NO_WORDS = ("undefined", "null", "NaN", "[object", "  ")
MARKS: dict[str, dict[str, tuple[str, ...]]] = {
    "guinote": {"es": ("Baza de Jugador",), "en": ("Trick to Jugador",)},
    "hearts.castillar": {"es": ("Baza de Jugador",), "en": ("Trick to Jugador",)},
    "casino.royal": {"es": ("construye", "toma"), "en": ("builds", "takes")},
    "escoba": {"es": ("toma",), "en": ("takes",)},
    "corona": {"es": ("ataca",), "en": ("attack",)},
}
"""Words of each game that a hearer waits for."""
STEPS = 30
LONGEST_ACTS = {"corona": 70}
"""A battle has many small acts before the first attack."""


def device(browser: Browser, stack: ExitStack, language: str) -> BrowserContext:
    """A device whose reader has this language, and its voice."""
    context = browser.new_context(locale=LOCALES[language], service_workers="block")
    context.set_default_timeout(SLOW_MACHINE_MS)
    listen(context)
    stack.callback(context.close)
    return context


def fresh(page: Page) -> list[str]:
    """What was said since the last call, once all of it was."""
    page.wait_for_function("() => !window.speechSynthesis.speaking")
    texts = sentences(page)
    clear(page)
    return texts


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "seats"), TABLES, ids=[name for name, _ in TABLES])
def test_everybody_hears_what_lies_open_and_a_seat_its_own_hand(
    running: Running, organizer: Caller, browser: Browser, name: str, seats: int, language: str
) -> None:
    rng = Random(f"{name} aloud")
    match = organizer.open(name, seats, **dealer(name))
    token = organizer.bearer("player", match=match, seat=0)["Authorization"].removeprefix("Bearer ")
    heard: list[str] = []
    with ExitStack() as stack:
        tablets = [
            Tablet(device(browser, stack, language).new_page(), running.url, match, who) for who in (TOKEN, token, "")
        ]
        for tablet in tablets:
            turn_on(tablet.page)
        for _ in range(LONGEST_ACTS.get(name, ACTS)):
            event = coming(rng, organizer, match, name, unseen=False)
            if event is None:
                break
            if event.get("shuffle"):
                # The service would draw another seed each time, and what is waited for might not come.
                event["seed"] = f"{rng.random()}"
            organizer.tell(match, event)
            view = organizer.get(f"/v1/matches/{match}").json()
            for tablet in tablets:
                tablet.page.wait_for_function("v => Number(document.body.dataset.shown) >= v", arg=view["version"])
            hands = [set(hand or ()) for hand in view["hands"]]
            # Where each seat has a pack of its own, a card in a hand may have a twin that lies open.
            open_names = set(re.findall(r"\w+", json.dumps(view["table"])))
            for who, tablet in enumerate(tablets):
                texts = fresh(tablet.page)
                own = [one for one in texts if one.startswith(OWN[language])]
                assert not own or who == 1, own
                named = cards_in(texts, name, language)
                # What lies open lies in no hand; nor is it told which cards a seat passed on, or drew.
                passed = set(event.get("cards") or ()) if event.get("seat") == 0 else set()
                hidden = set().union(*hands) - open_names - (hands[0] | passed if who == 1 else set())
                assert not named & hidden, texts
                assert cards_in(own, name, language) <= hands[0], texts
                assert not [one for one in texts if any(word in one for word in NO_WORDS)], texts
                headline = tablet.page.locator(".now h2").inner_text()
                assert headline in texts or not headline or event["type"] in {"note"}, (event, texts)
                if who == 0:
                    heard += texts
            if "card" in event and event["type"] in {"play", "trail", "take", "hire", "build"}:
                assert event["card"] in cards_in(heard[-6:], name, language), (event, heard[-6:])
        assert [tablet.faults for tablet in tablets] == [[], [], []]
    assert any(one in " ".join(heard) for one in MARKS[name][language]), heard


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "seats"), TABLES, ids=[name for name, _ in TABLES])
def test_the_replay_says_each_step_without_the_cards_of_a_hand(
    running: Running, organizer: Caller, browser: Browser, name: str, seats: int, language: str
) -> None:
    rng = Random(f"{name} replayed aloud")
    match = OverHttp(organizer, name, seats)
    for _ in range(STEPS):
        step(rng, match, 0.0, unseen=False)
    with ExitStack() as stack:
        page = device(browser, stack, language).new_page()
        reader = Looker(page, running.url, f"/replay/{match.id}?step=1#token={TOKEN}")
        page.wait_for_selector("body[data-ready='true']")
        turn_on(page)
        for version in steps(page):
            [first, *_] = texts = [one for one in fresh(page) if one not in TURNED_ON]
            view = organizer.get(match.address, params={"at": version}).json()
            held = {card for hand in view["hands"] for card in hand or ()}
            assert not cards_in(texts, name, language) & held, texts
            assert not [one for one in texts if any(word in one for word in NO_WORDS)], texts
            shown = page.locator(".told h2").inner_text()
            assert first.split(":")[0] == shown.split(":")[0]
        assert reader.faults == []


NEXT = "(version) => Number(document.body.dataset.version) > version"


def steps(page: Page) -> Iterator[int]:
    """The versions of a hand's steps, each once it is shown, to the end of what was recorded."""
    count = int(page.evaluate("document.body.dataset.steps"))
    yield (version := int(page.evaluate("document.body.dataset.version")))
    for _ in range(count - 1):
        page.keyboard.press("ArrowRight")
        page.wait_for_function(NEXT, arg=version)
        yield (version := int(page.evaluate("document.body.dataset.version")))
