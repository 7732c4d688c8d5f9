"""Every page in WebKit and Firefox, on a telephone: nothing goes wrong, is hard to read, or lies beyond the screen."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.engines.conftest import Device
from tests.browser.looking import findings
from tests.browser.visiting import ADDRESSES, Visit, places_of_a_hall
from tests.support.service import Running


@pytest.fixture(scope="module")
def places(running: Running) -> Iterator[dict[str, str]]:
    """Values of the parameters in addresses."""
    with running.client() as client:
        yield places_of_a_hall(client)


def test_every_page_opens_and_can_be_read(
    engine: Browser, running: Running, places: dict[str, str], brings: Callable[..., Device], axe: str
) -> None:
    context, line = brings(engine, running.url, 390, 844)
    for address in ADDRESSES:
        visit = Visit(context, line.url, address, places)
        for where, page in visit:
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (address, where)
            assert findings(page, axe) == [], (address, where)
        assert visit.faults == [], address
        visit.page.close()
