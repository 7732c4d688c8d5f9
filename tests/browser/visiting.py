"""A visitor of every page of the site: of the organizer's pages in every section, as the page itself names them."""

from collections.abc import Iterator, Mapping

from playwright.sync_api import BrowserContext, Page

from api.pages.browser.site import PAGES
from tests.browser.looking import Looker
from tests.support.hall import Hall
from tests.support.service import TOKEN, Caller

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


def places_of_a_hall(client: Caller) -> dict[str, str]:
    """Values of the parameters in addresses: a new championship in play, one of its matches, two of its players, its series."""
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
    return {**ids, "series_id": series}


class Visit:
    """The page of an address, and for the organizer's pages each of its sections, one after the other, when iterated."""

    def __init__(self, context: BrowserContext, url: str, address: str, places: Mapping[str, str]) -> None:
        self._path = address.replace(":str", "").format(**places)
        name = self._path.split("/")[1]
        # The front page would go on to the page that the key opens.
        key = f"#token={TOKEN}" if name else ""
        ready = READY.get(name, "#page:not([aria-busy])")
        self._looker = Looker(context.new_page(), url, self._path + key, ready)
        self.page = self._looker.page
        self.faults = self._looker.faults

    def __iter__(self) -> Iterator[tuple[str, Page]]:
        ways = self.page.locator(".sections [data-go]").evaluate_all("all => all.map(one => one.dataset.go)")
        for way in ways:
            self.page.evaluate("section => { location.hash = section; }", way)
            self.page.wait_for_selector(f'section[data-section="{way}"]')
            self.page.locator(LOADED.get(way, f'section[data-section="{way}"]')).first.wait_for()
            yield way, self.page
        if not ways:
            yield self._path, self.page
