"""A whole match of each game, recorded in WebKit and Firefox."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Browser

from tests.browser.engines.conftest import Device
from tests.browser.tablet import Tablet
from tests.browser.test_whole_matches import LONGEST, SHORT, coming, dealer
from tests.support.service import TOKEN, Caller, Running

GAMES = [("hearts.castillar", 4), ("guinote", 2), ("casino.classic", 2), ("escoba", 2), ("corona", 2)]


@pytest.mark.parametrize(("name", "seats"), GAMES, ids=[name for name, _ in GAMES])
def test_a_whole_match(
    running: Running, organizer: Caller, engine: Browser, brings: Callable[..., Device], name: str, seats: int
) -> None:
    rng = Random(name)
    match = organizer.open(name, seats, params=SHORT.get(name, {}), **dealer(name))
    context, line = brings(engine, running.url, 390, 844)
    tablet = Tablet(context.new_page(), line.url, match, TOKEN)
    for _ in range(LONGEST):
        event = coming(rng, organizer, match, name, unseen=False)
        if event is None:
            break
        tablet.record(event)
    assert organizer.get(f"/v1/matches/{match}").json()["status"] == "finished"
    assert tablet.faults == []
