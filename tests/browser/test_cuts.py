"""Network cuts at any moment of a hand: nothing that was tapped is lost, and nothing is stored twice.

CUTS sets the number of recorded hands, each with cuts of its own.
"""

import os
from random import Random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Route

from referee.match.registry import ruleset
from tests.browser.tablet import Tablet
from tests.browser.test_device import fill_choice
from tests.browser.test_whole_matches import canonical, dealer
from tests.support.by_legal import pick
from tests.support.service import TOKEN, Caller, Running
from tests.support.table import Table

Json = dict[str, Any]
CUTS = int(os.environ.get("CUTS", "10"))
EVENTS = 14
"""Events of a hand that are tapped."""
TABLES = (("guinote", 4), ("hearts.castillar", 4), ("casino.royal", 2), ("escoba", 2), ("corona", 2))
FIRST_REQUESTS = 60
"""The number of requests among which the first cut lies."""
LONGEST_CUT = 25
"""Requests that fail, at most, before the network is back."""
RELOADS = 0.15
COUNTED = "n => Number(document.body.dataset.shown) >= n"
"""In a page: true if it shows this version, saved or not."""


class Network:
    """Lets the page's requests to the API through, except for some in a row; those may still reach the service."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.cut = range(start := rng.randrange(FIRST_REQUESTS), start + rng.randint(1, LONGEST_CUT))
        self.request_count = 0
        self.lost_answers = 0

    def carry(self, route: Route) -> None:
        """Takes one request to the service, or not; and its answer back, or not."""
        n, self.request_count = self.request_count, self.request_count + 1
        if n not in self.cut:
            route.continue_()
            return
        if route.request.method == "POST" and self.rng.random() < 0.5:
            route.fetch()
            self.lost_answers += 1
        route.abort()


@pytest.mark.parametrize("seed", range(CUTS))
def test_a_cut_at_any_moment_loses_nothing_and_doubles_nothing(
    running: Running, organizer: Caller, context: BrowserContext, seed: int
) -> None:
    rng = Random(seed)
    name, seats = TABLES[seed % len(TABLES)]
    events = hand(rng, name, seats)
    match = organizer.open(name, seats, **dealer(name))
    network = Network(rng)
    page = context.new_page()
    page.route("**/v1/matches/**", network.carry)
    tablet = Tablet(page, running.url, match, TOKEN)
    for n, event in enumerate(events, 2):
        if rng.random() < RELOADS:
            page.reload()
            page.wait_for_selector("body[data-version]")
        taps(tablet, event)
        page.wait_for_function(COUNTED, arg=n)
    network.cut = range(0)
    tablet.reaches(len(events) + 1)
    items = organizer.get(f"/v1/matches/{match}/events").json()["items"][1:]
    assert [plain(one, event) for one, event in zip(items, events, strict=True)] == [plain(one, one) for one in events]


def hand(rng: Random, name: str, seats: int) -> list[Json]:
    """The first events of a match with unseen hands."""
    table = Table(name, seats, **({"first_dealer": 0} | dealer(name)))
    pack = ruleset(name).pack.names
    events: list[Json] = []
    while len(events) < EVENTS:
        may = [one for one in table.legal() if not one.get("shuffle") and one["type"] != "announce"]
        # A deal that tells nothing is listed in two ways; without the service the page shows the shorter list.
        entry = pick(rng, [one for one in may if one["type"] == "deal" and "choose" not in one] or may, 0)
        event = canonical(fill_choice(rng, table, entry, pack), pack)
        event = {field: value for field, value in event.items() if value is not None}
        table.tell(event)
        events.append(event)
    return events


def taps(tablet: Tablet, event: Json) -> None:
    """Records an event without waiting for any answer."""
    if tablet.press(event):
        return
    if event["type"] in ("cante", "exchange"):
        assert tablet.opens("cante")
        assert tablet.press(event)
    else:
        tablet.chooses(event)


def plain(one: Json, like: Json) -> Json:
    """The common form of two ways of writing an event: its own fields, its cards in one order."""
    return {
        field: sorted(value, key=str) if isinstance(value, list) else value for field in like if (value := one[field])
    }
