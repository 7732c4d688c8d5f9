"""The pad stands still in Firefox, too, where places are sums of fractions."""

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import SLOW_MACHINE_MS
from tests.browser.test_still_pad import moves
from tests.browser.test_whole_matches import dealer
from tests.support.service import Caller, Running

PHONE: Any = {"width": 390, "height": 844}


@pytest.mark.parametrize(("name", "seats"), [("guinote", 4), ("escoba", 2), ("casino.royal", 4)])
def test_no_card_of_the_pad_moves_between_two_taps(
    running: Running, organizer: Caller, firefox_browser: Browser, name: str, seats: int
) -> None:
    match = organizer.open(name, seats, **dealer(name))
    context = firefox_browser.new_context(viewport=PHONE, locale="es-ES")
    context.set_default_timeout(SLOW_MACHINE_MS)
    assert moves(context.new_page(), running.url, match, name, seats) == []
    context.close()
