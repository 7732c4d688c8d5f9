"""The pad stands still: no card of it moves between two taps, in any game, on any screen. A thumb taps where the card was."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, ElementHandle, Locator, Page

from tests.browser.conftest import PHONE, SLOW_MACHINE_MS
from tests.browser.tablet import Tablet
from tests.browser.test_cuts import hand, taps
from tests.browser.test_whole_matches import dealer
from tests.support.service import TOKEN, Caller, Running

Json = dict[str, Any]
SCREENS = [(360, 740), (390, 844), (844, 390), (820, 1180), (1280, 800)]
TABLES = [("guinote", 4), ("hearts.castillar", 4), ("casino.royal", 4), ("escoba", 2), ("corona", 2)]
PLACES = """() => Object.fromEntries([...document.querySelectorAll('.pads button[data-card][data-zone="pad"]')]
  .filter((one) => getComputedStyle(one).visibility === "visible")
  .map((one) => [one.dataset.card, [one.getBoundingClientRect().left, one.getBoundingClientRect().top]]))"""
"""In a page, where each card of the pad lies on the screen."""
UNFELT = 3
"""Pixels. A page scrolls to whole ones, and its parts have sizes between."""
REACHES = """async () => {
  document.querySelector(".pads").scrollIntoView({ block: "end" });
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
}"""
"""In a page, shows the end of the pad, and returns when the page has heard of it."""

FRAMES = """async () => {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
}"""
"""In a page, returns when it was painted."""
FINE = 2.625
"""Pixels of a phone's screen to one of its pages."""
NEEDLESS = """
window.needless = [];
const plain = window.scrollTo;
window.scrollTo = (left, top) => {
  if (Math.abs(top - scrollY) < 1) window.needless.push([scrollY, top]);
  plain(left, top);
};
"""
"""Notes each time that a page scrolls to where it is, which ends the movement of a page that a thumb flung."""


def press(target: Locator | ElementHandle) -> None:
    """Presses a control where it stands: unlike a click, this never scrolls the page."""
    target.evaluate("one => one.click()")


@pytest.mark.parametrize(("width", "height"), SCREENS)
@pytest.mark.parametrize(("name", "seats"), TABLES, ids=[f"{name}-{seats}" for name, seats in TABLES])
def test_no_card_of_the_pad_moves_between_two_taps(
    running: Running, organizer: Caller, browser: Browser, name: str, seats: int, width: int, height: int
) -> None:
    match = organizer.open(name, seats, **dealer(name))
    size: Any = {"width": width, "height": height}
    context = browser.new_context(viewport=size, has_touch=True, locale="es-ES", reduced_motion="reduce")
    context.set_default_timeout(SLOW_MACHINE_MS)
    assert moves(context.new_page(), running.url, match, name, seats) == []
    context.close()


@pytest.mark.parametrize(("name", "seats"), TABLES, ids=[f"{name}-{seats}" for name, seats in TABLES])
def test_a_page_between_two_pixels_is_scrolled_only_where_it_must_be(
    running: Running, organizer: Caller, browser: Browser, name: str, seats: int
) -> None:
    match = organizer.open(name, seats, **dealer(name))
    context = browser.new_context(**PHONE, device_scale_factor=FINE, reduced_motion="reduce")
    context.set_default_timeout(SLOW_MACHINE_MS)
    context.add_init_script(NEEDLESS)
    page = context.new_page()
    assert moves(page, running.url, match, name, seats) == []
    assert page.evaluate("window.needless") == []
    context.close()


@pytest.mark.parametrize(("name", "seats"), [("guinote", 4), ("escoba", 2)])
def test_a_phone_that_is_turned_and_turned_back_shows_what_it_showed(
    running: Running, organizer: Caller, browser: Browser, name: str, seats: int
) -> None:
    """Near its top: what a lying page is too short for, no browser shows again."""
    match = organizer.open(name, seats, **dealer(name))
    context = browser.new_context(**PHONE, reduced_motion="reduce")
    context.set_default_timeout(SLOW_MACHINE_MS)
    tablet = Tablet(context.new_page(), running.url, match, TOKEN, press)
    taps(tablet, hand(Random(name), name, seats)[0])
    tablet.reaches(2)
    for start in (0, 60):
        tablet.page.evaluate("start => scrollTo(0, start)", start)
        tablet.page.evaluate(FRAMES)
        for width, height in [(740, 360), (360, 740)]:
            tablet.page.set_viewport_size({"width": width, "height": height})
            tablet.page.evaluate(FRAMES)
        assert abs(tablet.page.evaluate("scrollY") - start) < UNFELT
    context.close()


def moves(page: Page, url: str, match: str, name: str, seats: int) -> list[str]:
    """The cards of the pad that move between two taps of a hand, which is recorded here."""
    tablet = Tablet(page, url, match, TOKEN, press)
    found: list[str] = []
    before: dict[str, list[float]] = {}
    comparison_count = 0
    for version, event in enumerate(hand(Random(name), name, seats), 2):
        taps(tablet, event)
        tablet.reaches(version)
        now = tablet.page.evaluate(PLACES)
        before = {} if event["type"] == "deal" else before
        comparison_count += len(before.keys() & now.keys())
        found += [
            f"{event} moved {card}: {place} -> {now[card]}"
            for card, place in before.items()
            if card in now and max(abs(a - b) for a, b in zip(place, now[card], strict=True)) >= UNFELT
        ][:1]
        if event["type"] == "deal":
            # As a thumb has it that is to reach the whole pad.
            tablet.page.evaluate(REACHES)
            now = tablet.page.evaluate(PLACES)
        before = now
    assert comparison_count > 0, "no card of the pad was on the page twice"
    return found
