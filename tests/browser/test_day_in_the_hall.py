"""A whole day in the hall, by touch, is the same day as by the API."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.conftest import SLOW_MACHINE_MS
from tests.browser.touching import ByTouch
from tests.support.day import ByApi, go_through, outcome
from tests.support.service import start

MOST_SLIDES = 20
"""A number of slides larger than the board has by the evening."""


@pytest.fixture
def device(browser: Browser) -> Iterator[Callable[[int, int], BrowserContext]]:
    """Brings another device into the hall, with a network of its own."""
    contexts: list[BrowserContext] = []

    def bring(width: int, height: int) -> BrowserContext:
        look = {"width": width, "height": height}
        context = browser.new_context(viewport=look, locale="es-ES", has_touch=True, service_workers="block")
        context.set_default_timeout(SLOW_MACHINE_MS)
        contexts.append(context)
        return context

    yield bring
    for context in contexts:
        context.close()


def test_a_day_by_touch_comes_to_what_the_same_day_by_api_does(
    tmp_path: Path, device: Callable[[int, int], BrowserContext]
) -> None:
    with start(tmp_path) as running, running.client() as client:
        touched, called = ByTouch(client, running.url, device), ByApi(client)
        league, _ = go_through(touched)
        go_through(called)
        by_touch, by_api = (outcome(client, one.championship) for one in (touched, called))
        assert by_touch["general"] == by_api["general"]
        assert by_touch == by_api
        assert touched.cuts == 2
        assert list(touched.faults()) == []
        assert (league.view()["phase"], league.podium()[0][1]) == ("finished", "Beto")
        shows_the_end(touched.board.page, league.podium()[0][1], by_api["general"][0]["player"])


def shows_the_end(board: Page, winner: str, leader: str) -> None:
    """The board that stood there all day has come to the podiums and the general table by itself."""
    board.wait_for_selector("body[data-connection='online']")
    texts: dict[str, str] = {}
    for _ in range(MOST_SLIDES):
        slide = board.locator("[data-slide]").last
        texts.setdefault(str(slide.get_attribute("data-slide")), slide.inner_text())
        board.keyboard.press("ArrowRight")
    assert {"podium", "general"} <= texts.keys()
    assert winner in texts["podium"]
    assert leader in texts["general"]
