"""The pad stands still in WebKit and Firefox, too, where places are sums of fractions."""

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import SLOW_MACHINE_MS
from tests.browser.test_still_pad import TABLES, moves
from tests.browser.test_whole_matches import dealer
from tests.support.service import Caller, Running

PHONE: Any = {"width": 390, "height": 844}


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_no_card_of_the_pad_moves_between_two_taps(
    running: Running, organizer: Caller, engine: Browser, name: str, seats: int
) -> None:
    match = organizer.open(name, seats, **dealer(name))
    context = engine.new_context(viewport=PHONE, locale="es-ES")
    context.set_default_timeout(SLOW_MACHINE_MS)
    assert moves(context.new_page(), running.url, match, name, seats) == []
    context.close()
