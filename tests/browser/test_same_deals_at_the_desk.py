"""The same deals at every table by the organizer's page: their hands told by touch."""

import os
from collections.abc import Callable

from playwright.sync_api import Browser

from tests.browser.conftest import SLOW_MACHINE_MS
from tests.browser.desk import Desk
from tests.browser.looking import findings
from tests.browser.test_organize_play import WIDER
from tests.browser.test_rounds_at_the_desk import Hall, sits_down
from tests.browser.test_teams_at_the_desk import SHEET, tells_board
from tests.support.organizing import TEN
from tests.support.same_deals import SameDeals, fixtures_of
from tests.support.service import Caller, Running

__all__ = ["sits_down"]

TICK = '[data-input="duplicate"]'


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
    # The hands of a table in one form, all or nothing: a wrong one is named by its table and number.
    desk.fixture(other)
    page.wait_for_selector(f'{SHEET} [data-input="hands.1.0"]')
    hands = {"hands.1.0": 1, "hands.1.1": 4, "hands.2.0": 300}
    desk.types(hands)
    assert page.locator('[data-action="report-hands"]').count() == 0
    desk.types({"hands.2.1": 2})
    page.wait_for_selector(f"{SHEET} [data-refused]")
    assert page.inner_text(f"{SHEET} [data-refused]").startswith("Mesa 2, mano 2: ")
    assert page.locator('[data-action="report-hands"]').is_disabled()
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=f"{folder}/hands-form.png")
    desk.types({"hands.2.0": 3})
    assert findings(page, axe) == []
    assert not page.evaluate(WIDER)
    desk.decides("report-hands")
    page.wait_for_selector(SHEET, state="detached")
    assert contest.view()["phase"] == "finished"


def test_a_hand_is_opened_by_the_code_of_its_sheet_with_its_cards(
    organizer: Caller, sits_down: Callable[..., Desk], axe: str
) -> None:
    contest = SameDeals(organizer, *TEN[:4], params={"round_count": 1})
    one, other = fixtures_of(contest.pair())
    contest.hand(other, 1, (3, 1))
    sheet = organizer.get(f"{contest.path}/1/deals").json()["sheets"][0]
    desk = sits_down(contest.championship)
    page = desk.page
    # The address in the code of the sheet.
    page.evaluate(f"location.hash = 'rounds/{sheet['code']}'")
    page.wait_for_selector('[data-sheet="1-1"] [data-fixture]')
    assert page.locator("[data-sheet] [data-fixture]").count() == 1
    assert findings(page, axe) == []
    assert not page.evaluate(WIDER)
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=f"{folder}/sheet.png", full_page=True)
    desk.touch(page.locator(f'[data-fixture="{one}"]'))
    page.wait_for_url("**/table/*")
    match = organizer.get(f"/v1/fixtures/{one}").json()["boards"][0]["match"]
    deal = organizer.get(f"/v1/matches/{match}/events").json()["items"][1]
    assert deal["hands"] == sheet["deal"]["hands"]


def test_a_hand_is_opened_by_touch_where_its_result_is_told(organizer: Caller, sits_down: Callable[..., Desk]) -> None:
    contest = SameDeals(organizer, *TEN[:4], params={"round_count": 1})
    one, _ = fixtures_of(contest.pair())
    desk = sits_down(contest.championship)
    page = desk.page
    desk.goes("results")
    desk.touch(page.locator(f'[data-fixture="{one}"]'))
    desk.touch(page.locator('[data-board="2"]'))
    desk.touch(page.locator('[data-action="begin"]'))
    page.wait_for_selector("[data-opening]")
    desk.taps("open-match")
    page.wait_for_selector('dialog[open] [data-board="2"][data-state="open"]')
    match = organizer.get(f"/v1/fixtures/{one}").json()["boards"][1]["match"]
    opening = organizer.get(f"/v1/matches/{match}/events").json()["items"][0]
    assert (opening["board"], opening["shared_hand"]["hand"]) == (2, 2)


def test_the_same_deals_are_chosen_when_a_contest_is_drawn(
    organizer: Caller, sits_down: Callable[..., Desk], axe: str
) -> None:
    hall = Hall(organizer, *TEN[:6])
    desk = sits_down(hall.id)
    page = desk.page
    desk.goes("contests")
    page.select_option('[data-input="ruleset"]', "escoba")
    desk.chooses("format", "rounds")
    page.wait_for_selector(TICK)
    # What was chosen of the points of a match goes with the tick: it has no meaning any more, and would be refused.
    desk.touch(page.locator('[data-open="rare"] > summary'))
    desk.chooses("params.score", "game_points")
    desk.types({"params.cap": 9, "params.round_count": 2})
    desk.touch(page.locator(TICK))
    desk.types({"duplicate.hands": 3})
    desk.chooses("duplicate.scoring", "difference")
    page.wait_for_selector("[data-preview]")
    assert (
        page.locator('[data-input^="params.points"], [data-input="params.score"], [data-input="params.cap"]').count()
        == 0
    )
    assert findings(page, axe) == []
    assert not page.evaluate(WIDER)
    desk.decides("draw")
    contest = hall.contest()
    assert contest["duplicate"] == {"hands": 3, "scoring": "difference"}
    assert contest["options"]["round_count"] == 2
    assert "3 manos" in page.locator("[data-same-deals]").inner_text()


def test_corazones_of_four_is_drawn_paired_told_and_read_by_touch(
    organizer: Caller, running: Running, browser: Browser, sits_down: Callable[..., Desk], axe: str
) -> None:
    hall = Hall(organizer, *TEN[:9])
    desk = sits_down(hall.id)
    page = desk.page
    desk.goes("contests")
    page.select_option('[data-input="ruleset"]', "hearts.yppedia")
    desk.chooses("format", "rounds")
    desk.touch(page.locator(TICK))
    desk.chooses("params.pairing", "random")
    desk.types({"duplicate.hands": 1, "params.round_count": 1})
    page.wait_for_selector("[data-preview]")
    desk.decides("draw")
    contest = hall.contest()
    round_ = organizer.post(f"/v1/contests/{contest['id']}/rounds", json={}).json()
    one, other = fixtures_of(round_)
    desk.goes("rounds")
    page.wait_for_selector("[data-pair]")
    names = [one["name"] for one in round_["pairs"][0]["entrants"]]
    assert " – ".join(names) in page.inner_text('[data-pair="1"]')
    assert page.locator("[data-rest]").count() == 1
    assert findings(page, axe) == []
    assert not page.evaluate(WIDER)
    desk.touch(page.locator('[data-action="change-pairs"]'))
    # Two and two that sit across from each other.
    across = page.locator('[data-table="1"] .chips').all_inner_texts()
    assert [{*text.split("\n")} for text in across] == [{names[0], names[2]}, {names[1], names[3]}]
    desk.goes("results")
    for fixture, points in ((one, (0, 3, 10, 13)), (other, (5, 3, 5, 13))):
        desk.fixture(fixture)
        tells_board(desk, 1, points)
        page.wait_for_selector(SHEET, state="detached")
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="es-ES", service_workers="block")
    context.set_default_timeout(SLOW_MACHINE_MS)
    public = context.new_page()
    public.goto(f"{running.url}/championships/{hall.id}")
    public.click('[data-hand="1"]')
    public.wait_for_selector('[data-deal="1"]')
    made = public.locator('[data-deal="1"] tbody tr').all_inner_texts()
    assert "0 – 3 – 10 – 13" in made[0]
    assert "100 – 50 – 0 – 50" in made[0]
    assert "Asiento 3, del bando 3" in public.inner_text('[data-deal="1"] dl')
    assert not public.evaluate(WIDER)
    assert findings(public, axe) == []
    context.close()


def test_a_number_of_hands_that_cannot_be_is_refused_where_the_draw_is_shown(
    organizer: Caller, sits_down: Callable[..., Desk]
) -> None:
    desk = sits_down(Hall(organizer, *TEN[:6]).id)
    page = desk.page
    desk.goes("contests")
    page.select_option('[data-input="ruleset"]', "escoba")
    desk.chooses("format", "rounds")
    desk.touch(page.locator(TICK))
    for written in ("", "33"):
        desk.types({"duplicate.hands": written})
        page.wait_for_selector(".preview [data-refused]")
        assert page.locator('[data-action="draw"]').is_disabled()
        desk.types({"duplicate.hands": "2"})
        page.wait_for_selector("[data-preview]")


def test_the_tick_is_there_only_for_games_and_formats_that_can(
    organizer: Caller, sits_down: Callable[..., Desk]
) -> None:
    desk = sits_down(Hall(organizer, *TEN[:6]).id)
    page = desk.page
    desk.goes("contests")
    formats = organizer.get("/v1/formats").json()["items"]
    offered = set()
    for rules in ("hearts.castillar", "hearts.yppedia", "escoba", "guinote"):
        page.select_option('[data-input="ruleset"]', rules)
        for one in formats:
            chip = page.locator(f'[data-input="format"][data-value="{one["id"]}"]')
            if chip.count() == 0:
                continue
            desk.touch(chip)
            page.wait_for_selector(f'[data-input="format"][data-value="{one["id"]}"][aria-pressed="true"]')
            if rules in one["same_deals"]:
                page.wait_for_selector(TICK)
                offered.add((rules, one["id"]))
            else:
                assert page.locator(TICK).count() == 0
    assert offered == {(rules, "rounds") for rules in ("hearts.castillar", "hearts.yppedia", "escoba", "guinote")}
    # Teams meet on boards of their own, each dealt for itself.
    desk.touch(page.locator('[data-input="format"][data-value="rounds"]'))
    page.wait_for_selector(TICK)
    desk.touch(page.locator('[data-input="teams"]'))
    page.wait_for_selector(TICK, state="detached")


def test_people_read_a_hand_once_every_table_has_played_it(
    organizer: Caller, running: Running, browser: Browser, axe: str
) -> None:
    contest = SameDeals(organizer, *TEN[:6], params={"round_count": 1})
    one, other, third = fixtures_of(contest.pair())
    contest.table(one, (4, 1), (2, 2))
    contest.table(other, (2, 3), (3, 2))
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="es-ES", service_workers="block")
    context.set_default_timeout(SLOW_MACHINE_MS)
    page = context.new_page()
    page.goto(f"{running.url}/championships/{contest.championship}")
    page.wait_for_selector("[data-hands]")
    assert page.locator("[data-hand]").all_inner_texts() == ["Mano 1", "Mano 2"]
    page.click('[data-hand="1"]')
    # Before, nothing but the table that has it still to play.
    assert "mesa" in page.inner_text('[data-waiting="1"]')
    assert page.locator("[data-deal]").count() == 0
    assert not any(points in page.inner_text("[data-hands]") for points in ("4 – 1", "2 – 3"))
    assert contest.hand(third, 1, (1, 4)).status_code == 201
    # The page follows the championship: it tells the hand as soon as it is open.
    page.wait_for_selector('[data-deal="1"]')
    made = page.locator('[data-deal="1"] tbody tr').all_inner_texts()
    assert [next(p for p in ("4 – 1", "2 – 3", "1 – 4") if p in row) for row in made] == ["4 – 1", "2 – 3", "1 – 4"]
    assert "100 – 0" in made[0]
    deal = organizer.get(f"/v1/contests/{contest.id}/deals/1").json()
    cards = page.inner_text('[data-deal="1"] dl')
    assert cards.count("Asiento") == len(deal["hands"])
    assert cards.count("reparte") == 1
    assert cards.count(" · ") == sum(
        len(part) - 1 for part in (*deal["hands"], deal.get("table", []), deal.get("stock", [])) if part
    )
    page.click('[data-hand="2"]')
    page.wait_for_selector('[data-waiting="2"]')
    assert page.locator("[data-deal]").count() == 0
    page.click('[data-hand="1"]')
    page.wait_for_selector('[data-deal="1"]')
    assert not page.evaluate(WIDER)
    assert findings(page, axe) == []
    # Back and forward go from hand to hand, since each has an address.
    assert page.url.endswith(f"#hand/{contest.id}/1")
    page.go_back()
    page.wait_for_selector('[data-waiting="2"]')
    page.go_forward()
    page.wait_for_selector('[data-deal="1"]')
    page.click('[data-hand="1"]')
    page.wait_for_selector("[data-deal]", state="detached")
    context.close()


def test_a_hand_has_an_address_and_a_paper_of_its_own(organizer: Caller, running: Running, browser: Browser) -> None:
    contest = SameDeals(organizer, *TEN[:4], params={"round_count": 1})
    for fixture in fixtures_of(contest.pair()):
        contest.table(fixture, (4, 1), (2, 2))
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="es-ES", service_workers="block")
    context.set_default_timeout(SLOW_MACHINE_MS)
    page = context.new_page()
    page.add_init_script("window.print = () => (window.printed = true)")
    page.goto(f"{running.url}/championships/{contest.championship}#hand/{contest.id}/2")
    page.wait_for_selector('[data-deal="2"]')
    page.wait_for_function("() => scrollY > 0")
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=f"{folder}/hand.png")
    page.click('[data-action="print-hand"]')
    page.wait_for_function("() => window.printed")
    page.emulate_media(media="print")
    paper = page.locator("body").inner_text()
    assert "Fiestas" in paper
    assert "Mano 2" in paper
    assert paper.count("2 – 2") == 2
    assert "Mano 1" not in paper
    assert not page.locator("h1").is_visible()
    if folder:
        page.screenshot(path=f"{folder}/hand-paper.png", full_page=True)
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.wait_for_function("() => !document.querySelector('.off-paper')")
    page.click('[data-hand="2"]')
    page.wait_for_selector("[data-deal]", state="detached")
    # The table leads to the hands that it follows from.
    page.click("[data-way-to-hands]")
    page.wait_for_selector('[data-deal="1"]')
    context.close()
