"""Every sheet that the pages can open is for everybody: on a phone, a tablet and a television, in light and dark."""

import re
from itertools import cycle
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser.conftest import SLOW_MACHINE_MS
from tests.browser.desk import Desk
from tests.browser.looking import LOOKS, OTHER_LOOKS, WIDER, findings
from tests.browser.tablet import Tablet
from tests.support.organizing import TEN, Contest
from tests.support.service import TOKEN, Caller, Running

ORGANIZE = Path(__file__).parents[2] / "api" / "pages" / "browser" / "static" / "organize"
NAMED = re.compile(r'<\$\{Sheet\}[^>]*? name="(\w+)"')
FIVE = TEN[:5]
CLAIMED: list[dict[str, Any]] = [
    {"type": "deal"},
    {"type": "play", "seat": 0, "card": "2C"},
    {"type": "play", "seat": 1, "card": "5D"},
    {"type": "claim", "by": 0, "against": 1, "kind": "revoke", "at": 4},
]
OPENED = (
    ("players", ('[data-action="person"]',), "person"),
    ("players", ('[data-action="person"]', '[data-action="erase"]'), "confirm"),
    ("fixtures", ('[data-fixture][data-state="pending"]',), "fixture"),
    ("fixtures", ('[data-fixture][data-state="open"]',), "fixture"),
    ("results", ("[data-fixture]",), "fixture"),
    ("watch", ('[data-action="rule"]',), "claim"),
    ("watch", ('[data-action="tie"]',), "tie"),
    ("history", ('[data-action="undo"]',), "undo"),
    ("tokens", ('[data-action="create-token"]',), "secret"),
    ("tokens", ('[data-action="revoke"]',), "confirm"),
)
"""The section, the controls that are tapped there in turn, and the sheet that this opens."""


def looked_at(page: Page, axe: str, look: tuple[Any, int, int]) -> list[str]:
    """The serious findings in these colours and at this size, and things wider than the screen at this size or on a phone."""
    scheme, width, height = look
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size({"width": 360, "height": 740})
    narrow = page.evaluate(WIDER)
    page.set_viewport_size({"width": width, "height": height})
    wide = narrow or page.evaluate(WIDER)
    return [f"{look}: {one}" for one in findings(page, axe) + ["wider than the screen"] * wide]


def closes(page: Page) -> None:
    """Closes the sheet on top, and those below it."""
    while page.locator("dialog[open]").count() > 0:
        name = page.locator("dialog[open]").get_attribute("data-sheet")
        page.keyboard.press("Escape")
        page.wait_for_function("name => document.querySelector('dialog[open]')?.dataset.sheet !== name", arg=name)


def in_play(organizer: Caller) -> tuple[str, str]:
    """A championship in which a tie waits for a ruling, and another contest of it, with an open match with a claim."""
    league = Contest(organizer, *FIVE)
    league.league(FIVE, but=("Dani-Elena",))
    open_fixture = league.fixture("Dani", "Elena")
    absent = [one["id"] for one in open_fixture["entrants"]]
    assert organizer.post(
        f"/v1/fixtures/{open_fixture['id']}/walkover", json={"absent": absent, "reason": "x"}
    ).is_success
    body = {"ruleset": "hearts.castillar", "format": "league", "order": list(FIVE[:3])}
    contest_id = organizer.post(f"/v1/championships/{league.championship}/contests", json=body).json()["id"]
    fixture, other, *_ = (one["id"] for one in organizer.get(f"/v1/contests/{contest_id}/fixtures").json()["items"])
    assert organizer.post(f"/v1/fixtures/{other}/result", json={"points": [40, 64]}).is_success
    match = organizer.post("/v1/matches", json={"fixture": fixture, "first_dealer": 0}).json()["id"]
    organizer.tell(match, CLAIMED)
    return league.championship, str(contest_id)


def test_no_serious_finding_in_a_sheet_of_the_organizer(
    running: Running, organizer: Caller, browser: Browser, axe: str
) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="es-ES", service_workers="block")
    context.set_default_timeout(SLOW_MACHINE_MS)
    championship, contest = in_play(organizer)
    desk = Desk(context.new_page(), running.url, championship, TOKEN)
    page, looks, sheets = desk.page, cycle((*OTHER_LOOKS, *LOOKS)), {"more"}
    desk.taps("more")
    page.wait_for_selector('dialog[data-sheet="more"]')
    assert looked_at(page, axe, ("dark", 360, 740)) == []
    closes(page)
    desk.goes("fixtures")
    desk.chooses("contest", contest)
    for section, taps, sheet in OPENED:
        page.set_viewport_size({"width": 1920, "height": 1080})
        desk.goes(section)
        for tap in taps:
            page.locator(f":is(dialog[open], body:not(:has(dialog[open]))) {tap}:enabled").first.click()
        page.wait_for_selector(f'dialog[open][data-sheet="{sheet}"]')
        assert looked_at(page, axe, next(looks)) == [], (section, sheet)
        sheets.add(sheet)
        closes(page)
    assert sheets == {
        name for path in ORGANIZE.rglob("*.js") for name in NAMED.findall(path.read_text(encoding="utf-8"))
    }
    assert desk.faults == []
    context.close()


def test_no_serious_finding_where_a_table_asks_or_waits(
    running: Running, organizer: Caller, browser: Browser, axe: str
) -> None:
    """Sheets of a table that are not always in its menus: a play against the rules, and events that are not sent yet."""
    match = organizer.open("guinote", 4)
    organizer.tell(match, [{"type": "deal", "shuffle": True, "seed": "1"}, {"type": "note", "text": "x"}])
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="es-ES", service_workers="block")
    context.set_default_timeout(SLOW_MACHINE_MS)
    tablet = Tablet(context.new_page(), running.url, match, TOKEN)
    page = tablet.page
    context.set_offline(True)
    page.locator("button[data-event][data-card]:not(:disabled)").first.click()
    page.wait_for_selector("body[data-connection='offline'] [data-open='queue']")
    tablet.opens("queue")
    page.wait_for_selector('dialog[open][data-sheet="queue"]')
    for look in OTHER_LOOKS:
        assert looked_at(page, axe, look) == []
    tablet.closes()
    context.set_offline(False)
    tablet.reaches(4)
    context.close()
