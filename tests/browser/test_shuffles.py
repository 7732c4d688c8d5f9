"""A shuffle that no player chooses, by touch: fixed at the table, with a player's own words, dealt, checked in the replay."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import device
from tests.browser.looking import LOOKS, looking
from tests.browser.tablet import Tablet
from tests.support.service import TOKEN, Caller, Running

SEATS = 2
WORDS = "lluvia de mayo"


def adds(tablet: Tablet, words: str, seat: int) -> None:
    """Types words for the shuffle, and adds them: on a shared tablet, for this seat."""
    version = tablet.version
    if (whose := tablet.page.locator(f'.next-shuffle [data-input="seat"][data-value="{seat}"]')).count():
        whose.click()
    tablet.page.locator('[data-input="words"]').fill(words)
    tablet.record({"type": "shuffle_text", "seat": seat, "text": words})
    assert tablet.version == version + 1


def words_of_seat(page: Page, seat: int) -> str:
    """The words of a seat that a page shows, once it does."""
    return str(page.locator(f'[data-said="{seat}"]').inner_text())


def test_words_of_both_decide_the_shuffle_and_the_replay_says_so(
    running: Running, organizer: Caller, browser: Browser, sits: Callable[..., Tablet]
) -> None:
    match = organizer.open("guinote", SEATS)
    player = organizer.bearer("player", match=match, seat=1)["Authorization"].removeprefix("Bearer ")
    referee = sits(match)
    with device(browser) as own:
        mine = Tablet(own.new_page(), running.url, match, player)
        referee.record({"type": "shuffle_commitment"})
        mine.reaches(2)
        adds(mine, WORDS, 1)
        referee.reaches(3)
        assert words_of_seat(referee.page, 1) == f"Jugador 1: {WORDS}"
        adds(referee, "sol", 0)
        mine.reaches(4)
        assert words_of_seat(mine.page, 0) == "Jugador 0: sol"
        # It deals from the place of the words: nothing has to be looked for.
        assert referee.press({"type": "deal", "dealer": 0, "shuffle": True})
        referee.reaches(5)
        mine.reaches(5)
        for tablet in (referee, mine):
            tablet.page.wait_for_selector(".next-shuffle", state="detached")
            assert tablet.faults == []
    seed = organizer.get(f"/v1/matches/{match}/events?after=4").json()["items"][0]["seed"]
    assert seed.endswith(f" 0:sol 1:{WORDS}")
    replay = referee.page
    replay.goto(f"{running.url}/replay/{match}#token={TOKEN}")
    chance = replay.locator('details[data-seed="5"]')
    chance.locator("summary").click()
    assert chance.get_attribute("data-fits") == "true"
    assert WORDS in chance.locator("p").inner_text()
    assert "fijada antes de repartir" in chance.locator("summary").inner_text()


@pytest.mark.parametrize("look", LOOKS)
def test_it_stands_on_every_screen(running: Running, organizer: Caller, browser: Browser, look: Any) -> None:
    match = organizer.open("escoba", 4)
    organizer.tell(match, [{"type": "shuffle_commitment"}, {"type": "shuffle_text", "seat": 3, "text": "a" * 100}])
    with looking(browser, running.url, f"/table/{match}#token={TOKEN}", look) as looker:
        assert words_of_seat(looker.page, 3).endswith("a" * 100)
        assert looker.faults == []
