"""A contest of two lines by the organizer's page: drawn with a final, paired, played, its tables read (rounds.mitchell)."""

from collections.abc import Callable

from tests.browser.desk import Desk
from tests.browser.looking import findings
from tests.browser.test_organize_play import WIDER, check_page
from tests.browser.test_rounds_at_the_desk import Hall, plays, sits_down, waits_for
from tests.support.organizing import TEN
from tests.support.service import Caller

__all__ = ["sits_down"]
EIGHT = TEN[:8]


def test_eight_play_three_rounds_in_two_lines_and_a_final(
    organizer: Caller, sits_down: Callable[..., Desk], axe: str
) -> None:
    hall = Hall(organizer, *EIGHT)
    desk = sits_down(hall.id)
    page = desk.page
    desk.goes("contests")
    page.select_option('[data-input="ruleset"]', "guinote")
    desk.chooses("format", "rounds")
    desk.types({"params.round_count": 4})
    desk.chooses("params.pairing", "mitchell")
    page.wait_for_selector("[data-refused]")
    assert "en 4 mesas caben 3 rondas" in page.locator("[data-refused]").inner_text()
    desk.types({"params.round_count": 3})
    desk.chooses("params.champion", "final")
    page.wait_for_selector("[data-preview]")
    assert findings(page, axe) == []
    assert not page.evaluate(WIDER)
    desk.decides("draw")
    assert hall.contest()["options"]["champion"] == "final"
    for number in (1, 2, 3):
        desk.goes("rounds")
        desk.taps("pair-publish")
        waits_for(desk, number, "published")
        if number == 2:
            desk.touch(page.locator('[data-pair="2"] summary'))
            assert "viene de la mesa 1" in page.locator('[data-pair="2"] details').inner_text()
            check_page(desk, axe, "a round of two lines")
        plays(desk, hall, number)
    desk.goes("standings")
    page.wait_for_selector("table.standings")
    captions = page.locator("table.standings caption").all_text_contents()
    assert any("Línea sentada" in one for one in captions)
    assert any("Línea que se mueve" in one for one in captions)
    check_page(desk, axe, "the tables of two lines")
