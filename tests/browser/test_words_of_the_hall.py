"""Words on the pages of the hall are neither cut nor covered: organizer, board, replay, front page, people and championships."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import SLOW_MACHINE_MS
from tests.browser.sections import HOUSE, PLAY, PREPARING
from tests.browser.standing import CUT, SCREENS, cut
from tests.support.hall import Hall
from tests.support.records import replay_record
from tests.support.service import TOKEN, Caller, Running, start

LONG = "María del Pilar Fernández de Córdoba y Ruiz"
SHEETS = {"players": "[data-action='person']", "fixtures": "[data-fixture]", "results": "[data-fixture]"}
"""Selectors of the controls that open a sheet in a section."""
Cut = dict[Any, list[str]]


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    """A service for this module alone: its lists of people show everybody that was entered anywhere."""
    with start(tmp_path) as running:
        yield running


@pytest.fixture
def hall(organizer: Caller) -> Hall:
    """A hall in which a person has a long name, with a table in play and a claim."""
    hall = Hall(organizer)
    match = hall.guinote()
    seats = organizer.get(f"/v1/matches/{match}").json()["seats"]
    claim = {"type": "claim", "by": seats[0]["seat"], "against": seats[1]["seat"], "kind": "revoke", "at": 4}
    organizer.say(match, claim)
    assert organizer.put(f"/v1/players/{hall.player('Bernardo')}", json={"name": LONG, "distinct": True}).is_success
    return hall


@pytest.fixture
def page(browser: Browser, running: Running, locale: str) -> Iterator[Page]:
    """An organizer's device that reads this language."""
    context = browser.new_context(locale=locale, reduced_motion="reduce", service_workers="block")
    context.set_default_timeout(SLOW_MACHINE_MS)
    page = context.new_page()
    page.goto(f"{running.url}/organize")
    page.wait_for_selector('[data-section="identify"]')
    assert dict(cut(page)) == {}
    page.fill('[data-input="token"]', TOKEN)
    page.click('[data-action="identify"]')
    page.wait_for_selector('[data-section="start"]')
    yield page
    context.close()


@pytest.mark.parametrize("locale", ["es-ES", "en-GB"])
def test_no_word_of_the_organizer_is_cut(running: Running, hall: Hall, page: Page) -> None:
    faults: Cut = {}
    for place, sections in (("", HOUSE), (f"/{hall.championship}", (*PREPARING, *PLAY))):
        page.goto(f"{running.url}/organize{place}")
        page.wait_for_selector('[data-section="start"]')
        for section in sections:
            page.evaluate("section => { location.hash = section; }", section)
            page.wait_for_selector(f'[data-section="{section}"]')
            faults |= {(section, *at): words for at, words in cut(page)}
            if place and section in SHEETS:
                page.locator(SHEETS[section]).first.click()
                page.wait_for_selector("dialog[open]")
                faults |= {(section, "sheet", *at): words for at, words in cut(page)}
                page.locator("dialog [data-close]").first.click()
                page.wait_for_selector("dialog[open]", state="detached")
    assert faults == {}


@pytest.mark.parametrize("locale", ["es-ES", "en-GB"])
def test_no_word_for_the_public_is_cut(running: Running, organizer: Caller, hall: Hall, page: Page) -> None:
    faults: Cut = {}
    paths = ["/", f"/championships/{hall.championship}", f"/players/{hall.player(LONG)}", "/ratings"]
    paths += [f"/replay/{replay_record(organizer, name)}" for name in ("guinote-coto", "hearts-castillar-revoke")]
    for path in paths:
        page.goto(running.url + path)
        page.wait_for_selector("#page:not([aria-busy])")
        if path.startswith("/replay/"):
            page.wait_for_selector("body[data-ready='true']")
        faults |= {(path, *at): words for at, words in cut(page)}
    assert faults == {}


@pytest.mark.parametrize("locale", ["es-ES", "en-GB"])
def test_no_word_of_the_board_is_cut(running: Running, hall: Hall, page: Page) -> None:
    faults: Cut = {}
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{running.url}/board/{hall.championship}?seconds=600")
        page.wait_for_selector(".steps span")
        where = page.locator(".steps span").inner_text()
        for _ in range(int(where.split()[-1])):
            slide = page.locator("[data-slide]").first.get_attribute("data-slide")
            if words := page.evaluate(CUT):
                faults[slide, width] = words
            where = page.locator(".steps span").inner_text()
            page.keyboard.press("ArrowRight")
            page.wait_for_function("before => document.querySelector('.steps span').innerText !== before", arg=where)
    assert faults == {}
