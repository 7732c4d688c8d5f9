"""The hands that every table plays, printed from the organizer's page: every card in words, and none left on the page."""

import os
from typing import Any

import pytest
from playwright.sync_api import Browser

from referee.match.registry import ruleset
from tests.browser.conftest import SLOW_MACHINE_MS
from tests.browser.desk import Desk
from tests.support.organizing import TEN
from tests.support.same_deals import SameDeals
from tests.support.service import TOKEN, Caller, Running

PAIRS = [[*TEN[n : n + 2]] for n in range(0, 8, 2)]


@pytest.mark.parametrize(
    ("name", "language", "more"),
    [("guinote", "es", {"order": PAIRS}), ("casino.classic", "en", {})],
    ids=["spanish", "french"],
)
def test_the_hands_of_a_round_are_printed(
    running: Running, browser: Browser, organizer: Caller, name: str, language: str, more: dict[str, Any]
) -> None:
    contest = SameDeals(organizer, *TEN[:8], ruleset=name, **more)
    contest.pair()
    sheets = organizer.get(f"{contest.path}/1/deals").json()
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale=language, service_workers="block")
    context.set_default_timeout(SLOW_MACHINE_MS)
    page = context.new_page()
    page.add_init_script("window.print = () => (window.printed = true)")
    desk = Desk(page, running.url, contest.championship, TOKEN)
    desk.goes("rounds")
    page.wait_for_selector('[data-action="print-deals"]')
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=f"{folder}/{name}-desk.png", full_page=True)
    desk.taps("print-deals")
    page.wait_for_function("() => window.printed")
    paper = page.locator("#paper")
    # The paper of the service, within the page that sends its token: in its own styles, which the page's do not reach.
    page.emulate_media(media="print")
    assert paper.locator(".sheet").count() == len(sheets["sheets"])
    assert paper.locator(".seat").first.evaluate("one => getComputedStyle(one).borderTopWidth") == "2px"
    page.emulate_media(media="screen")
    pack = ruleset(name).pack
    for n, item in enumerate(sheets["sheets"]):
        text = " ".join(paper.locator(".sheet").nth(n).text_content().split())
        assert item["code"] in text
        deal = item["deal"]
        for card in (*deal["stock"], *deal.get("table", ())):
            assert pack.in_words(card, language) in text, card
        for seat, hand in enumerate(deal["hands"]):
            cards = paper.locator(".sheet").nth(n).locator(".seat").nth(seat).locator("dd").all_text_contents()
            ranks = [rank for line in cards for rank in line.split(" · ")]
            assert sorted(ranks) == sorted(pack.rank_word(card, language) for card in hand)
    if folder:
        page.emulate_media(media="print")
        page.set_viewport_size({"width": 800, "height": 1100})
        page.screenshot(path=f"{folder}/{name}-paper.png")
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.wait_for_function("() => !document.querySelector('#paper')")
    assert sheets["sheets"][0]["code"] not in page.content()
    assert desk.faults == []
    context.close()
