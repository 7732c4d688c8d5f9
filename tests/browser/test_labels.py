"""No word of the table is cut, or covered by something else: in every game, in both languages, on every screen."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.standing import cut
from tests.browser.tablet import MENUS, Tablet
from tests.browser.test_cuts import hand
from tests.browser.test_whole_matches import TABLES, dealer
from tests.support.service import TOKEN, Caller, Running

Json = dict[str, Any]
DEMONSTRATION: Json = {"type": "deal", "shuffle": True, "seed": "labels"}
SHEETS = (*MENUS, "score")


@pytest.mark.parametrize("locale", ["es-ES", "en-GB"])
@pytest.mark.parametrize(("name", "seats"), TABLES, ids=[f"{name}-{seats}" for name, seats in TABLES])
def test_every_word_stands_whole(
    running: Running, organizer: Caller, browser: Browser, name: str, seats: int, locale: str
) -> None:
    faults: dict[Any, list[str]] = {}
    for moment, events in moments(name, seats).items():
        match = organizer.open(name, seats, **dealer(name))
        if events:
            organizer.tell(match, events)
        context = browser.new_context(locale=locale, has_touch=True, reduced_motion="reduce")
        tablet = Tablet(context.new_page(), running.url, match, TOKEN)
        for sheet in (None, *SHEETS):
            if sheet is None or tablet.opens(sheet):
                faults |= {(moment, sheet or "page", *at): places for at, places in cut(tablet.page)}
            if sheet is not None and tablet.page.locator("dialog[open]").count() > 0:
                tablet.closes()
        context.close()
    assert faults == {}


def moments(name: str, seats: int) -> dict[str, list[Json]]:
    """The records at the beginning of a match, in the middle of an unseen hand, and with all hands open."""
    return {"new": [], "unseen": hand(Random(name), name, seats), "known": [DEMONSTRATION]}
