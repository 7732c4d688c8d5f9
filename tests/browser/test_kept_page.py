"""The page of a table opens without the service, where browsers allow it: over HTTPS, or on the machine itself as here."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.conftest import SLOW_MACHINE_MS
from tests.browser.hearing import listen, turn_on
from tests.browser.tablet import Tablet
from tests.support.service import TOKEN, start

KEPT = """async () => (await caches.match('/table/')) !== undefined
    && navigator.serviceWorker.controller?.state === 'activated'"""
"""In a page: true if it is stored on the device, and would be opened from there."""


@pytest.fixture
def keeping(browser: Browser) -> Iterator[BrowserContext]:
    """A tablet with a browser that may store pages."""
    browser_context = browser.new_context(locale="es-ES", has_touch=True)
    browser_context.set_default_timeout(SLOW_MACHINE_MS)
    yield browser_context
    browser_context.close()


def lays(page: Page, pending: int, *cards: str) -> None:
    """Taps cards while the service is off, and sees so many wait already."""
    for waits, card in enumerate(cards, pending + 1):
        page.locator(f'button[data-card="{card}"][data-zone="pad"]').click()
        page.wait_for_selector(f"body[data-pending='{waits}']")


def test_a_page_that_was_opened_once_opens_without_the_service(keeping: BrowserContext, tmp_path: Path) -> None:
    with start(tmp_path) as running:
        with running.client() as organizer:
            match = organizer.open("guinote", 4)
        tablet = Tablet(keeping.new_page(), running.url, match, TOKEN)
        tablet.card("5O", ("turn_up",)).click()
        tablet.reaches(2)
        tablet.page.wait_for_function(KEPT)
        running.kill()
        lays(tablet.page, 0, "1C")
        tablet.page.reload()
        tablet.page.wait_for_selector("body[data-shown='3'][data-pending='1'][data-connection='offline']")
        lays(tablet.page, 1, "3C")
        tablet.page.wait_for_selector("body[data-shown='4'][data-pending='2']")


def test_a_night_with_the_service_off_is_saved_once_in_the_morning(keeping: BrowserContext, tmp_path: Path) -> None:
    with start(tmp_path) as running:
        with running.client() as organizer:
            match = organizer.open("guinote", 4)
            organizer.tell(match, {"type": "deal", "turn_up": "5O"})
        tablet = Tablet(keeping.new_page(), running.url, match, TOKEN)
        tablet.page.wait_for_function(KEPT)
        running.kill()
    lays(tablet.page, 0, "1C", "3C", "7C")
    tablet.page.close()
    later = keeping.new_page()
    later.goto(f"{running.url}/table/last")
    later.wait_for_selector("body[data-shown='5'][data-pending='3'][data-connection='offline']")
    assert later.url == f"{running.url}/table/{match}"
    lays(later, 3, "6C", "1B")
    later.close()
    with start(tmp_path, port=running.port) as again:
        morning = keeping.new_page()
        morning.goto(f"{again.url}/table/{match}")
        morning.wait_for_selector("body[data-pending='0'][data-version='7'][data-connection='online']")
        with again.client() as organizer:
            items = organizer.get(f"/v1/matches/{match}/events").json()["items"]
    assert [one.get("card") for one in items] == [None, None, "1C", "3C", "7C", "6C", "1B"]


def test_a_page_without_the_service_speaks(keeping: BrowserContext, tmp_path: Path) -> None:
    listen(keeping)
    with start(tmp_path) as running:
        with running.client() as organizer:
            match = organizer.open("guinote", 4)
            organizer.tell(match, {"type": "deal", "turn_up": "5O"})
        page = Tablet(keeping.new_page(), running.url, match, TOKEN).page
        page.wait_for_function(KEPT)
        running.kill()
        page.reload()
        page.wait_for_selector("body[data-shown='2'][data-connection='offline']")
        turn_on(page)
        lays(page, 0, "1C")
        page.wait_for_function("() => window.said.some((one) => one.text === 'Jugador 1: as de copas')")


def test_the_page_can_be_installed(keeping: BrowserContext, tmp_path: Path) -> None:
    with start(tmp_path) as running:
        with running.client() as organizer:
            match = organizer.open("guinote", 4)
        tablet = Tablet(keeping.new_page(), running.url, match, TOKEN)
        tablet.page.wait_for_function(KEPT)
        browser = keeping.new_cdp_session(tablet.page)
        manifest = browser.send("Page.getAppManifest")
        assert manifest["url"].endswith("/table/manifest.webmanifest")
        assert manifest["errors"] == []
        # A private window, as this is, keeps no programs; nothing else may be missing.
        errors = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert [one["errorId"] for one in errors if one["errorId"] != "in-incognito"] == []
        assert tablet.faults == []
