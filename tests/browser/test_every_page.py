"""Every page on a small phone in the dark, and by keys alone: nothing that is hard to read, and nothing that no key reaches.

The organizer's pages are tested in every section, as the page itself names them.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import SLOW_MACHINE_MS
from tests.browser.keys import Keys
from tests.browser.looking import findings
from tests.browser.visiting import ADDRESSES, Visit, places_of_a_hall
from tests.support.service import Running

DARK: Any = {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark", "reduced_motion": "reduce"}


@pytest.fixture(scope="module")
def places(running: Running) -> Iterator[dict[str, str]]:
    """Values of the parameters in addresses."""
    with running.client() as client:
        yield places_of_a_hall(client)


@pytest.fixture
def visit(browser: Browser, running: Running, places: dict[str, str], address: str) -> Iterator[Visit]:
    """A visit of an address, without a fault."""
    context = browser.new_context(locale="es-ES", service_workers="block", **DARK)
    context.set_default_timeout(SLOW_MACHINE_MS)
    one = Visit(context, running.url, address, places)
    yield one
    assert one.faults == []
    context.close()


@pytest.mark.parametrize("address", ADDRESSES)
def test_nothing_is_hard_to_read_in_the_dark(visit: Visit, axe: str) -> None:
    for where, page in visit:
        assert findings(page, axe) == [], where
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), where


@pytest.mark.parametrize("address", ADDRESSES)
def test_keys_reach_every_control_and_it_is_seen_then(visit: Visit) -> None:
    for _, page in visit:
        Keys(page).reaches_everything()
