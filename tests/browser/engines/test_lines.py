"""Lines that are cut, in WebKit and Firefox: nothing that was tapped is lost or stored twice, and a page that is kept opens."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.engines.conftest import Device
from tests.browser.tablet import Tablet
from tests.browser.test_cuts import COUNTED, TABLES, hand, plain, taps
from tests.browser.test_kept_page import KEPT, lays
from tests.browser.test_whole_matches import dealer
from tests.support.service import TOKEN, Caller, Running

Json = dict[str, Any]
CUT_AT, MENDED_AT = 5, 9
"""The numbers of the events before which the line is cut, and mended."""


def record(organizer: Caller, match: str, events: list[Json]) -> list[Json]:
    """The events of a match that the service has, with the fields of these."""
    items = organizer.get(f"/v1/matches/{match}/events").json()["items"][1:]
    return [plain(one, event) for one, event in zip(items, events, strict=True)]


@pytest.mark.parametrize(("name", "seats"), TABLES, ids=[name for name, _ in TABLES])
def test_a_cut_and_a_page_loaded_anew_lose_nothing(
    running: Running, organizer: Caller, engine: Browser, brings: Callable[..., Device], name: str, seats: int
) -> None:
    events = hand(Random(name), name, seats)
    match = organizer.open(name, seats, **dealer(name))
    context, line = brings(engine, running.url, 390, 844)
    tablet = Tablet(context.new_page(), line.url, match, TOKEN)
    for n, event in enumerate(events, 2):
        if n == CUT_AT:
            line.cut()
        if n == MENDED_AT:
            line.mend()
            tablet.page.reload()
            tablet.page.wait_for_selector("body[data-version]")
            tablet.page.wait_for_function(COUNTED, arg=n - 1)
        taps(tablet, event)
        tablet.page.wait_for_function(COUNTED, arg=n)
    tablet.reaches(len(events) + 1)
    assert record(organizer, match, events) == [plain(one, one) for one in events]


def test_two_tabs_at_one_table(
    running: Running, organizer: Caller, engine: Browser, brings: Callable[..., Device]
) -> None:
    events = hand(Random("two tabs"), "guinote", 4)
    match = organizer.open("guinote", 4)
    context, line = brings(engine, running.url, 820, 1180)
    tabs = [Tablet(context.new_page(), line.url, match, TOKEN) for _ in range(2)]
    for n, event in enumerate(events, 2):
        # Always the tab that has given way to the other.
        tab = tabs[n % 2]
        tab.page.locator("[data-take-over]").click()
        tab.page.wait_for_selector("body[data-version]")
        tab.reaches(n - 1)
        taps(tab, event)
        tab.reaches(n)
    assert record(organizer, match, events) == [plain(one, one) for one in events]


def test_a_kept_page_opens_without_a_line(
    running: Running, organizer: Caller, engine: Browser, brings: Callable[..., Device]
) -> None:
    match = organizer.open("guinote", 4)
    context, line = brings(engine, running.url, 820, 1180)
    page = context.new_page()
    tablet = Tablet(page, line.url, match, TOKEN)
    tablet.card("5O", ("turn_up",)).click()
    tablet.reaches(2)
    page.wait_for_function(KEPT)
    line.cut()
    lays(page, 0, "1C")
    later: Page = context.new_page()
    later.goto(f"{line.url}/table/last")
    later.wait_for_selector("body[data-shown='3'][data-pending='1'][data-connection='offline']")
    lays(later, 1, "3C")
    line.mend()
    later.wait_for_selector("body[data-pending='0'][data-version='4'][data-connection='online']")
    items = organizer.get(f"/v1/matches/{match}/events").json()["items"]
    assert [one.get("card") for one in items] == [None, None, "1C", "3C"]
