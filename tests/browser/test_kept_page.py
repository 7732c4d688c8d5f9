"""The page of a table opens without the service, where browsers allow it: over HTTPS, or on the machine itself as here."""

from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.conftest import SLOW_MACHINE_MS
from tests.browser.tablet import Tablet
from tests.support.service import TOKEN, start

KEPT = "async () => (await caches.match('/table/')) !== undefined && navigator.serviceWorker.controller !== null"
"""In a page, whether it is kept on the device, and would be opened from there."""


def test_a_page_that_was_opened_once_opens_without_the_service(browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context(locale="es-ES", has_touch=True)
    context.set_default_timeout(SLOW_MACHINE_MS)
    with start(tmp_path) as running:
        with running.client() as organizer:
            match = organizer.open("guinote", 4)
        tablet = Tablet(context.new_page(), running.url, match, TOKEN)
        tablet.card("5O", ("turn_up",)).click()
        tablet.reaches(2)
        tablet.page.wait_for_function(KEPT)
        running.kill()
        tablet.card("1C", ("pad",)).click()
        tablet.page.wait_for_selector("body[data-pending='1'][data-connection='offline']")
        tablet.page.reload()
        tablet.page.wait_for_selector("body[data-shown='3'][data-pending='1'][data-connection='offline']")
        tablet.card("3C", ("pad",)).click()
        tablet.page.wait_for_selector("body[data-shown='4'][data-pending='2']")
    context.close()
