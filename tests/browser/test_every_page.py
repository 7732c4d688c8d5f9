"""Every page on a small phone in the dark, and by keys alone: nothing that is hard to read, and nothing that no key reaches.

The organizer's pages are tested in every section, as the page itself names them.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from api.pages.browser.site import PAGES
from tests.browser.conftest import SLOW_MACHINE_MS
from tests.browser.keys import Keys
from tests.browser.looking import Looker, findings
from tests.support.hall import Hall
from tests.support.service import TOKEN, Running

DARK: Any = {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark", "reduced_motion": "reduce"}
ADDRESSES = [address for page in PAGES for address in page.paths]
READY = {"table": "body[data-version]", "replay": "body[data-ready='true']", "organize": "section[data-section]"}
LOADED = {
    "watch": "[data-in-play] [data-match]",
    "people": '[data-list="players"] li',
    "tokens": '[data-list="tokens"] li',
    "webhooks": "[data-webhook]",
    "acts": '[data-list="acts"] li',
}
"""Elements of a section that reads more, once it has done so."""


@pytest.fixture(scope="module")
def places(running: Running) -> Iterator[dict[str, str]]:
    """Values of the parameters in addresses: a championship in play, one of its matches, one of its players."""
    with running.client() as client:
        hall = Hall(client)
        match = hall.guinote()
        hook = {"url": "https://board.example/hooks", "kinds": ["match.event"], "championship": hall.championship}
        assert client.post("/v1/webhooks", json=hook).is_success
        client.bearer("referee", championship=hall.championship)
        series = client.post("/v1/series", json={"name": "Fiestas de agosto"}).json()["id"]
        edition = {"series": series, "edition": 2026}
        assert client.put(f"/v1/championships/{hall.championship}/series", json=edition).is_success
        ids = {"championship_id": hall.championship, "match_id": match, "player_id": hall.player("Concha")}
        ids["other_id"] = hall.player("Bernardo")
        yield {**ids, "series_id": series}


@pytest.fixture
def sections(
    browser: Browser, running: Running, places: dict[str, str], address: str
) -> Iterator[Iterator[tuple[str, Page]]]:
    """The page of an address, and for the organizer's page each of its sections, one after the other."""
    context = browser.new_context(locale="es-ES", service_workers="block", **DARK)
    context.set_default_timeout(SLOW_MACHINE_MS)
    path = address.replace(":str", "").format(**places)
    name = path.split("/")[1]
    # The front page would go on to the page that the key opens.
    key = f"#token={TOKEN}" if name else ""
    looker = Looker(context.new_page(), running.url, path + key, READY.get(name, "#page:not([aria-busy])"))

    def each() -> Iterator[tuple[str, Page]]:
        page = looker.page
        ways = page.locator(".sections [data-go]").evaluate_all("all => all.map(one => one.dataset.go)")
        for way in ways:
            page.evaluate("section => { location.hash = section; }", way)
            page.wait_for_selector(f'section[data-section="{way}"]')
            page.locator(LOADED.get(way, f'section[data-section="{way}"]')).first.wait_for()
            yield way, page
        if not ways:
            yield path, page

    yield each()
    assert looker.faults == []
    context.close()


@pytest.mark.parametrize("address", ADDRESSES)
def test_nothing_is_hard_to_read_in_the_dark(sections: Iterator[tuple[str, Page]], axe: str) -> None:
    for where, page in sections:
        assert findings(page, axe) == [], where
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), where


@pytest.mark.parametrize("address", ADDRESSES)
def test_keys_reach_every_control_and_it_is_seen_then(sections: Iterator[tuple[str, Page]]) -> None:
    for _, page in sections:
        Keys(page).reaches_everything()
