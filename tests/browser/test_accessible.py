"""The page for everybody: screen readers, keyboards, eyes that tell few colours apart."""

from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.browser.looking import LOOKS, OTHER_LOOKS, WIDER, findings
from tests.browser.sections import HOUSE, PREPARING
from tests.browser.tablet import MENUS, Tablet
from tests.support.service import TOKEN, Caller, Running

TABLES = [("guinote", 4), ("hearts.castillar", 2), ("casino.royal", 4), ("escoba", 2), ("corona", 2)]
SHEETS = (*MENUS, "score", "clock")
TOUCH = {"has_touch": True, "locale": "es-ES"}


def deal_match(organizer: Caller, name: str, seats: int) -> str:
    timing = {"turn_seconds": 3_600, "match_seconds": 3_600}
    match = organizer.open(name, seats, timing=timing, **({"first_dealer": None} if name == "corona" else {}))
    organizer.tell(match, {"type": "deal", "shuffle": True, "seed": "1"})
    return match


@pytest.mark.parametrize(
    ("name", "seats", "scheme", "width", "height"),
    [(*table, *look) for n, table in enumerate(TABLES) for look in (LOOKS, OTHER_LOOKS)[n % 2]],
)
def test_no_serious_finding(
    running: Running,
    organizer: Caller,
    browser: Browser,
    axe: str,
    name: str,
    seats: int,
    scheme: Any,
    width: int,
    height: int,
) -> None:
    match = deal_match(organizer, name, seats)
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, **TOUCH)
    tablet = Tablet(context.new_page(), running.url, match, TOKEN)
    assert findings(tablet.page, axe) == []
    for sheet in SHEETS:
        if tablet.opens(sheet):
            tablet.page.wait_for_selector("dialog[open]")
            assert findings(tablet.page, axe) == [], sheet
            assert not tablet.page.evaluate(WIDER), sheet
            tablet.closes()
    assert tablet.faults == []
    context.close()


@pytest.mark.parametrize(("scheme", "width", "height"), LOOKS)
def test_no_serious_finding_where_a_card_against_the_rules_is_asked_about(
    running: Running, organizer: Caller, browser: Browser, axe: str, scheme: Any, width: int, height: int
) -> None:
    match = deal_match(organizer, "hearts.castillar", 2)
    organizer.tell(match, {"type": "play", "seat": organizer.get(f"/v1/matches/{match}").json()["turn"], "card": "2C"})
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, **TOUCH)
    tablet = Tablet(context.new_page(), running.url, match, TOKEN)
    tablet.page.locator("button.card.irregular").first.click()
    sheet = tablet.page.locator('dialog[data-sheet="ask"]')
    sheet.locator("button[data-event]").wait_for()
    assert findings(tablet.page, axe) == []
    assert tablet.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert sheet.get_by_role("status").inner_text() not in ("", "…")
    assert tablet.faults == []
    context.close()


def test_a_hand_is_recorded_by_keys_alone(running: Running, organizer: Caller, context: BrowserContext) -> None:
    match = organizer.open("guinote", 4)
    tablet = Tablet(context.new_page(), running.url, match, TOKEN)
    page = tablet.page
    for version, wanted in enumerate(("5O", "1C", "3C"), 2):
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.dataset.card ?? ''") == wanted:
                break
        page.keyboard.press("Enter")
        tablet.reaches(version)
    # The focused card is gone: the next key goes on among the cards, not at the head of the page.
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.zone") == "pad"
    page.locator('[data-open="undo"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[open]", state="detached")
    assert page.evaluate("document.activeElement.dataset.open") == "undo"


def test_cards_seats_and_what_is_saved_have_names(running: Running, organizer: Caller, context: BrowserContext) -> None:
    match = organizer.open("guinote", 4)
    organizer.tell(match, {"type": "deal", "turn_up": "5O"})
    tablet = Tablet(context.new_page(), running.url, match, TOKEN)
    page = tablet.page
    assert page.get_by_role("button", name="as de copas", exact=True).count() == 1
    assert page.get_by_role("group", name="bastos", exact=True).count() == 1
    assert page.get_by_role("img", name="5 de oros", exact=True).count() == 1
    assert page.get_by_role("heading", name="Le toca a Jugador 1").count() == 1
    assert "Todo guardado" in page.get_by_role("status").first.inner_text()
    nameless = page.evaluate(
        "[...document.querySelectorAll('button, a, input, select')].filter((one) => !(one.ariaLabel || one.innerText.trim()))"
        ".map((one) => one.outerHTML)"
    )
    assert nameless == []


@pytest.mark.parametrize(("scheme", "width", "height"), OTHER_LOOKS)
def test_no_serious_finding_where_a_championship_is_prepared(
    running: Running, organizer: Caller, browser: Browser, axe: str, scheme: Any, width: int, height: int
) -> None:
    players = [{"name": name, "distinct": True} for name in ("Ana", "Beto", "Carla")]
    championship = organizer.post("/v1/championships", json={"name": "Fiestas", "players": players}).json()["id"]
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, **TOUCH)
    page = context.new_page()
    for place, sections in (("/organize", HOUSE), (f"/organize/{championship}", PREPARING)):
        page.goto(f"{running.url}{place}#token={TOKEN}")
        page.wait_for_selector('[data-section="start"]')
        for section in sections:
            page.evaluate("section => { location.hash = section; }", section)
            page.wait_for_selector(f'[data-section="{section}"]')
            assert findings(page, axe) == [], (place, section)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (place, section)
    context.close()
