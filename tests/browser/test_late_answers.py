"""The service answers late, and the referee goes on meanwhile: nothing that was tapped is forgotten."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Request, Route

from tests.browser.tablet import Tablet
from tests.browser.test_cuts import COUNTED, hand, taps
from tests.support.service import TOKEN, Caller, Running

MATCH = "**/v1/matches/**"


def is_sending(request: Request) -> bool:
    """True if a page sends an event."""
    return str(request.method) == "POST"


def is_reading(request: Request) -> bool:
    """True if a page reads missed events."""
    return "/events?after=" in request.url


def is_either(request: Request) -> bool:
    """True if it does one of both."""
    return is_sending(request) or is_reading(request)


@pytest.mark.parametrize("is_late", [is_reading, is_either])
def test_what_is_chosen_stays_chosen(
    running: Running, organizer: Caller, context: BrowserContext, is_late: Callable[[Request], bool]
) -> None:
    """A user goes on after a reload without a network, while the page still reads missed events.

    Each tapped event is saved before that answer comes, or waits as well.
    """
    events = hand(Random(3), "escoba", 2)
    match = organizer.open("escoba", 2)
    page, routes, waits = context.new_page(), list[Route](), [True]
    tablet = Tablet(page, running.url, match, TOKEN)
    for event in events[:2]:
        tablet.record(event)

    def loses(route: Route) -> None:
        if is_sending(route.request):
            route.fetch()
        route.abort()

    def holds(route: Route) -> None:
        if waits and is_late(route.request):
            routes.append(route)
        else:
            route.continue_()

    page.route(MATCH, loses)
    with page.expect_event("requestfailed", is_sending):
        taps(tablet, events[2])
    assert organizer.version(match) == 4
    page.reload()
    page.wait_for_function(COUNTED, arg=4)
    page.unroute(MATCH)
    page.route(MATCH, holds)
    page.wait_for_event("request", is_reading)
    taps(tablet, events[3])
    page.wait_for_function(COUNTED, arg=5)
    lead = tablet.card(events[4]["card"], ("pad",))
    lead.click()
    assert lead.get_attribute("aria-pressed") == "true"
    waits.clear()
    for route in sorted(routes, key=lambda one: is_sending(one.request)):
        route.continue_()
    tablet.reaches(5)
    assert lead.get_attribute("aria-pressed") == "true"
