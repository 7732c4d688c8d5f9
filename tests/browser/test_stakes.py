"""Stakes on the pages: agreed at the draw of a contest and the opening of a table, and told in points wherever they come out.

The referee's clock is agreed on in the same places.
"""

from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.desk import Desk
from tests.browser.looking import LOOKS, findings, looking
from tests.browser.standing import cut
from tests.browser.tablet import Tablet
from tests.support.organizing import Contest
from tests.support.service import TOKEN, Caller, Running

FOUR = ("Eulogia", "Fabriciano", "Gumersinda", "Hilarión")
TEN = {"each": 10, "split": "winner_takes_all"}
THREE_TO_ONE = {"each": 6, "split": [3, 1]}


def test_a_contest_is_drawn_with_stakes(running: Running, organizer: Caller, context: BrowserContext) -> None:
    """Stakes that cannot be won are refused in words beside the field, and an empty field stakes nothing."""
    championship = organizer.post(
        "/v1/championships", json={"name": "Apuestas", "players": list(FOUR), "distinct": True}
    ).json()
    page = context.new_page()
    desk = Desk(page, running.url, championship["id"], TOKEN)
    desk.goes("contests")
    page.click('[data-open="podium"] summary')
    assert page.locator('[data-input="stakes.split"]').count() == 0
    desk.types({"stakes.each": 6})
    desk.chooses("stakes.by", "places")
    for nobodys in ("0, 0", "", "a medias"):
        desk.types({"stakes.split": nobodys})
        page.wait_for_selector('[data-refused]:has-text("al menos un peso")')
        desk.types({"stakes.split": "2, 1"})
        page.wait_for_selector("[data-refused]", state="detached")
    desk.types({"stakes.split": "3, 1", "timing.match_seconds": 45})
    assert list(cut(page)) == []
    desk.taps("draw")
    page.wait_for_selector("[data-notice]")
    [contest] = organizer.get(f"/v1/championships/{championship['id']}").json()["contests"]
    contest_view = organizer.get(f"/v1/contests/{contest['id']}").json()
    assert (contest_view["stakes"], contest_view["timing"]) == (THREE_TO_ONE, {"match_seconds": 2_700})
    desk.goes("standings")
    assert page.inner_text("[data-podium] [data-timing]") == "Reloj. 45 min por encuentro"
    assert desk.faults == []


def test_what_a_correction_does_to_the_stakes_is_foretold(
    running: Running, organizer: Caller, context: BrowserContext
) -> None:
    contest = Contest(organizer, *FOUR[:2], stakes=TEN)
    contest.report(dict(zip(FOUR[:2], (40, 64), strict=True)))
    page = context.new_page()
    desk = Desk(page, running.url, contest.championship, TOKEN)
    desk.goes("standings")
    nets = page.locator("[data-podium] [data-net]")
    assert [row.get_attribute("data-net") for row in nets.all()] == ["10", "-10"]
    desk.goes("results")
    foretold = desk.corrects(contest.fixture(*FOUR[:2]), (64, 40))
    assert "Apuestas: Eulogia +10 → −10, Fabriciano −10 → +10." in foretold
    desk.goes("standings")
    page.wait_for_selector('[data-podium] [data-net="-10"]:has-text("Eulogia")')
    assert desk.faults == []


def test_a_table_is_opened_with_stakes_and_tells_what_they_come_to(
    running: Running, organizer: Caller, context: BrowserContext
) -> None:
    timing = {"match_seconds": 2_700}
    contest = Contest(organizer, *FOUR[:2], format="league", ruleset="hearts.castillar", timing=timing)
    page = context.new_page()
    desk = Desk(page, running.url, contest.championship, TOKEN)
    desk.goes("fixtures")
    page.click("[data-fixture]")
    assert page.inner_text("[data-opening] [data-timing]") == "Reloj. 45 min por encuentro"
    page.click('[data-open="agreed"] > summary')
    assert "Vacío: 45, como todos los encuentros de este juego." in page.inner_text('[data-open="agreed"]')
    desk.types({"stakes.each": 10, "timing.turn_seconds": 60})
    desk.taps("open-match")
    page.wait_for_selector('[data-action="seat-keys"], [data-action="open-table"], a[href*="/table/"]')
    match = str(contest.fixtures()[0]["match"])
    view = organizer.get(f"/v1/matches/{match}").json()
    assert (view["stakes"], view["timing"]) == (TEN, timing | {"turn_seconds": 60})
    board = context.new_page()
    board.goto(f"{running.url}/board/{contest.championship}?seconds=600")
    board.locator(".running [data-stakes='10']", has_text="Cada uno pone 10. Quien gana se lo lleva todo.").wait_for()
    tablet = Tablet(context.new_page(), running.url, match, TOKEN)
    assert tablet.page.inner_text("p.stakes") == "Apuestas. Cada uno pone 10. Quien gana se lo lleva todo."
    left = organizer.get(f"/v1/matches/{match}").json()["seats"]
    organizer.tell(match, {"type": "withdraw", "seat": 1, "reason": "se va"})
    tablet.reaches(organizer.version(match))
    tablet.page.wait_for_selector('p.stakes[data-settlement="stakes.split"]')
    sentence = f"Apuestas. {left[0]['name']} +10 y {left[1]['name']} −10"
    assert tablet.page.inner_text("p.stakes") == sentence
    board.goto(f"{running.url}/board/{contest.championship}?seconds=600")
    assert turn_to(board, "balance") == ["+10", "−10"]
    assert (desk.faults, tablet.faults) == ([], [])


def turn_to(board: Page, kind: str) -> list[str]:
    """Turns a board to a slide. The balances that it shows."""
    board.wait_for_selector(".steps")
    for _ in range(int(board.locator(".steps span").inner_text().split(" de ")[1])):
        if board.locator(f"[data-slide='{kind}']").count():
            break
        board.keyboard.press("ArrowRight")
    board.wait_for_selector(f"[data-slide='{kind}']")
    return [str(text) for text in board.locator("tr[data-net] td:last-child").all_inner_texts()]


@pytest.fixture(scope="module")
def over(running: Running) -> tuple[str, str]:
    """A match of four that two have left, and a contest of four that is over: their pages."""
    with running.client() as organizer:
        match = organizer.open("hearts.castillar", 4, stakes=THREE_TO_ONE)
        organizer.tell(match, {"type": "deal", "shuffle": True, "seed": "stakes"})
        for seat in (3, 1):
            organizer.tell(match, {"type": "withdraw", "seat": seat, "reason": "se va"})
        contest = Contest(organizer, *FOUR, stakes=THREE_TO_ONE, format="castillar")
        contest.report(dict(zip(FOUR, (20, 30, 56, 102), strict=True)))
        return f"/replay/{match}?step={organizer.version(match)}", f"/championships/{contest.championship}"


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("page", [0, 1], ids=["replay", "championship"])
def test_pages_tell_what_became_of_the_stakes(
    running: Running, browser: Browser, over: tuple[str, str], axe: str, page: int, look: Any
) -> None:
    with looking(browser, running.url, over[page], look) as looker:
        sentence = looker.page.locator(".told, .stakes").filter(has_text="Apuestas").first
        sentence.wait_for()
        text = sentence.inner_text()
        assert ("+6" in text) if page == 0 else ("+12" in text)
        if page == 1:
            balance = looker.page.locator("[data-part=balance]")
            assert [row.get_attribute("data-net") for row in balance.locator("tbody tr").all()] == [
                "12",
                "0",
                "-6",
                "-6",
            ]
            assert balance.locator("[data-transfers] li").all_inner_texts() == [
                "Gumersinda da 6 a Eulogia",
                "Hilarión da 6 a Eulogia",
            ]
        assert findings(looker.page, axe) == []
        assert dict(cut(looker.page)) == {}


def test_the_board_tells_what_is_played_for_and_who_takes_it(
    running: Running, browser: Browser, over: tuple[str, str], axe: str
) -> None:
    board = over[1].replace("/championships/", "/board/") + "?seconds=600"
    with looking(browser, running.url, board, LOOKS[0]) as looker:
        assert turn_to(looker.page, "stakes") == ["+12", "0"]
        assert looker.page.locator(".agreed").all_inner_texts() == [
            "Cada uno pone 6. Por puestos: 3 · 1.",
            "El bote es de 24.",
        ]
        assert findings(looker.page, axe) == []
    with looking(browser, running.url, f"{board}&no-results", LOOKS[0]) as looker:
        looker.page.wait_for_selector("[data-slide='stakes']")
        assert looker.page.locator(".agreed").all_inner_texts() == ["Cada uno pone 6. Por puestos: 3 · 1."]


def test_no_step_of_a_replay_tells_the_stakes_twice(running: Running, browser: Browser, over: tuple[str, str]) -> None:
    path, _, last = over[0].partition("?step=")
    counts = []
    for step in range(2, int(last) + 1):
        with looking(browser, running.url, f"{path}?step={step}", LOOKS[0]) as looker:
            looker.page.wait_for_selector("body[data-ready='true']")
            looker.page.locator(".decided p.hint", has_text="…").wait_for(state="detached")
            counts.append(looker.page.locator(".told").inner_text().count("Apuestas"))
    assert counts[0] == counts[-1] == 1
    assert max(counts) == 1


def test_the_report_on_paper_has_them_on_its_last_page(
    running: Running, browser: Browser, over: tuple[str, str]
) -> None:
    with looking(browser, running.url, over[0], LOOKS[0]) as looker:
        paper = looker.page.locator("[data-paper] [data-stakes]")
        paper.first.wait_for(state="attached")
        assert paper.count() == 1
        text = paper.inner_text() or str(paper.text_content())
        assert "Cada uno pone 6. Por puestos: 3 · 1." in text
