"""The same deals at every table by the organizer's page: their hands told by touch."""

from collections.abc import Callable

from tests.browser.desk import Desk
from tests.browser.looking import findings
from tests.browser.test_organize_play import WIDER
from tests.browser.test_rounds_at_the_desk import sits_down
from tests.browser.test_teams_at_the_desk import SHEET, tells_board
from tests.support.organizing import TEN
from tests.support.same_deals import SameDeals, fixtures_of
from tests.support.service import Caller

__all__ = ["sits_down"]


def test_four_play_the_same_hands_and_are_compared(organizer: Caller, sits_down: Callable[..., Desk], axe: str) -> None:
    contest = SameDeals(organizer, *TEN[:4], params={"round_count": 1})
    one, other = fixtures_of(contest.pair())
    desk = sits_down(contest.championship)
    page = desk.page
    desk.goes("results")
    desk.fixture(one)
    page.wait_for_selector(f"{SHEET} [data-board]")
    assert page.locator(f"{SHEET} [data-board] b").all_inner_texts() == ["Mano 1", "Mano 2"]
    assert findings(page, axe) == []
    assert not page.evaluate(WIDER)
    tells_board(desk, 1, (4, 1))
    page.wait_for_selector(f'{SHEET} [data-board="1"][data-state="played"]')
    # The desk reads what it told, though the other table has the hand still to play.
    assert "4 – 1" in page.locator(f'{SHEET} [data-board="1"]').inner_text()
    tells_board(desk, 2, (2, 2))
    page.wait_for_selector(SHEET, state="detached")
    desk.fixture(other)
    tells_board(desk, 1, (1, 4))
    tells_board(desk, 2, (3, 2))
    page.wait_for_selector(SHEET, state="detached")
    assert contest.view()["phase"] == "finished"
