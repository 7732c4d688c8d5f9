"""A contest in stages by the organizer's page: drawn, its rounds and its redrawn knockout paired, its tables shown."""

from collections.abc import Callable

from tests.browser.desk import Desk
from tests.browser.looking import findings
from tests.browser.test_organize_play import WIDER, check_page
from tests.browser.test_rounds_at_the_desk import Hall, plays, sits_down, waits_for
from tests.support.organizing import TEN
from tests.support.service import Caller

__all__ = ["sits_down"]

SEVEN = TEN[:7]
STAGES = [("rounds", 4), ("knockout", None)]


def draws(desk: Desk, hall: Hall, axe: str) -> None:
    """Draws two rounds and a knockout of their first four, drawn anew."""
    page = desk.page
    desk.goes("contests")
    page.select_option('[data-input="ruleset"]', "guinote")
    desk.chooses("format", "stages")
    page.wait_for_selector('[data-stage="2"]')
    first, second = page.locator('[data-stage="1"]'), page.locator('[data-stage="2"]')
    first.locator('[data-input="params.round_count"]').fill("2")
    first.locator('[data-input="params.stages[0].through"]').fill("4")
    desk.touch(second.locator('[data-input="params.redraw"]'))
    desk.chooses("params.ties", "lots")
    page.wait_for_selector("[data-preview]")
    assert findings(page, axe) == []
    assert not page.evaluate(WIDER)
    desk.decides("draw")
    options = hall.contest()["options"]
    assert [(one["format"], one.get("through")) for one in options["stages"]] == STAGES
    assert (options["stages"][1]["redraw"], options["ties"]) == (True, "lots")


def test_seven_play_two_rounds_and_four_of_them_a_knockout(
    organizer: Caller,
    sits_down: Callable[..., Desk],
    axe: str,
) -> None:
    hall = Hall(organizer, *SEVEN)
    desk = sits_down(hall.id)
    page = desk.page
    draws(desk, hall, axe)
    for number in (1, 2, 3, 4):
        desk.goes("rounds")
        page.wait_for_selector('[data-next="pair"]')
        desk.taps("pair-publish")
        waits_for(desk, number, "published")
        if number in {2, 3}:
            check_page(desk, axe, f"round {number}")
        plays(desk, hall, number)
    contest = hall.contest()
    assert contest["phase"] == "finished"
    desk.goes("standings")
    page.wait_for_selector("[data-standings] table")
    check_page(desk, axe, "the tables of stages")
    captions = page.locator("[data-standings] table caption").all_inner_texts()
    assert captions == ["", "Fase 1"]
    assert page.locator("[data-standings] table").first.locator("tbody tr").count() == len(SEVEN)
    podium = page.locator("[data-podium] .winner").all_inner_texts()
    assert podium == [one["player"]["name"] for one in contest["podium"]]
