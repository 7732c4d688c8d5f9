"""The organizer's pages, used as somebody with a phone uses them."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import SLOW_MACHINE_MS
from tests.support.service import TOKEN, Running

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "locale": "es-ES"}


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A phone that was never here. Nothing may go wrong on it without a person being told."""
    context = browser.new_context(service_workers="block", **PHONE)
    context.set_default_timeout(SLOW_MACHINE_MS)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    context.close()
    assert faults == []


def test_a_key_is_asked_for_and_a_wrong_one_is_refused_in_words(running: Running, phone: Page) -> None:
    phone.goto(f"{running.url}/organize")
    for key, wanted in (("wrong", '[role="alert"]'), (TOKEN, '[data-section="start"]')):
        phone.fill('[data-input="token"]', key)
        phone.click('[data-action="identify"]')
        phone.wait_for_selector(wanted)
    phone.reload()
    phone.wait_for_selector('[data-section="start"]')


def test_a_key_in_the_address_is_kept_and_taken_out_of_it(running: Running, phone: Page) -> None:
    phone.goto(f"{running.url}/organize#token={TOKEN}")
    phone.fill('[data-input="name"]', "Fiestas de agosto")
    assert phone.url == f"{running.url}/organize"
    phone.click('[data-action="create-championship"]')
    phone.wait_for_url("**/organize/*")
    phone.wait_for_selector("h1:has-text('Fiestas de agosto')")
    assert TOKEN not in phone.content()
    phone.click(".back")
    phone.wait_for_selector("li:has-text('Fiestas de agosto')")
