"""House rules on the pages: agreed at the draw of a contest, played by at the table, and shown wherever the match is shown."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.desk import Desk
from tests.browser.looking import LOOKS, findings, looking
from tests.browser.standing import cut
from tests.browser.tablet import Tablet
from tests.support.organizing import Contest
from tests.support.service import TOKEN, Caller, Running

FOUR = ("Eulogia", "Fabriciano", "Gumersinda", "Hilarión")
HOUSE: dict[str, Any] = {"name": "La taberna de Ainzón", "author": "Peña El Cierzo", "ruleset": "guinote"}
AGREED = {"rank": "caballo", "cante": "caballo", "pack": 48, "last_trick": 20, "coto": 5, "signals": "forbidden"}
HOUSE |= {"params": AGREED, "note": "Del verano de 2026."}

PHONE: Any = {"width": 360, "height": 740}
LAPTOP: Any = {"width": 1280, "height": 800}
IN_SIGHT = "one => one.getBoundingClientRect().bottom <= document.querySelector('.menus').getBoundingClientRect().top"
"""In a page: true if a control stands above the menus along its foot."""
WITHIN = "all => all.every(one => one.scrollWidth <= one.clientWidth)"
"""In a page: true if controls hold their words."""
CHARGE: list[dict[str, Any]] = [
    {"type": "start", "shown": [["12B", "1O"]]},
    {"type": "deal"},
    {"type": "income", "seat": 0, "card": "4E"},
    {"type": "hire", "seat": 0, "card": "1C"},
    {"type": "hire", "seat": 0, "card": "3C"},
    {"type": "attack", "seat": 0, "cards": []},
    {"type": "defend", "seat": 1, "blocks": []},
    {"type": "end_turn", "seat": 0},
    {"type": "income", "seat": 1, "card": "5O"},
    {"type": "attack", "seat": 1, "cards": []},
    {"type": "defend", "seat": 0, "blocks": []},
    {"type": "end_turn", "seat": 1},
    {"type": "income", "seat": 0, "card": "5E"},
    {"type": "attack", "seat": 0, "cards": ["1C", "3C"]},
]
"""A battle of Por la Corona up to an attack of two cards."""


def test_a_contest_is_drawn_with_house_rules_that_make_a_file_for_the_next(
    running: Running, organizer: Caller, context: BrowserContext, tmp_path: Path
) -> None:
    """Choices are shown with their clauses; a choice taken back, and an untouched field, is not sent."""
    championship = organizer.post(
        "/v1/championships", json={"name": "La casa", "players": list(FOUR), "distinct": True}
    ).json()
    page = context.new_page()
    desk = Desk(page, running.url, championship["id"], TOKEN)
    desk.goes("contests")
    page.select_option('[data-input="ruleset"]', "guinote")
    page.click('[data-open="rules"] > summary')
    desk.chooses("params.pack", "48")
    page.wait_for_selector('[data-house-rule="pack"] small:has-text("baraja entera")')
    desk.types({"params.coto": 5})
    for value in ("caballo", "sota"):
        desk.chooses("params.rank", value)
    for value in ("allowed", "null"):
        desk.chooses("params.signals", value)
    expect(page.locator("[data-house-rule] small")).to_have_count(2)
    desk.types({"house.name": "La taberna"})
    desk.types({"house.author": "Peña El Cierzo"})
    with page.expect_download() as download:
        desk.taps("save-house")
    download.value.save_as(file := tmp_path / download.value.suggested_filename)
    house = json.loads(file.read_text(encoding="utf-8"))
    signature = {"name": "La taberna", "author": "Peña El Cierzo", "ruleset": "guinote"}
    assert (file.name, house) == ("La taberna.json", signature | {"params": {"pack": 48, "coto": 5}})
    desk.taps("draw")
    page.wait_for_selector("[data-notice]")
    text = page.wait_for_selector("[data-house-rules]:has-text('Baraja')").inner_text()
    words = "Baraja: de 48, con ochos y nueves · Coto a otro número de partidas: 5"
    assert text.startswith(f"Reglas de la casa. «La taberna», de Peña El Cierzo: {words}")
    desk.taps("new-contest")
    page.select_option('[data-input="ruleset"]', "corona")
    page.click('[data-open="rules"] > summary')
    (file_broken := tmp_path / "broken.json").write_text('{"name": "La taberna"}')
    page.set_input_files('[data-input="house"]', file_broken)
    page.wait_for_selector("[data-house-trouble]")
    page.set_input_files('[data-input="house"]', file)
    page.wait_for_selector("[data-house-brought]:has-text('«La taberna», de Peña El Cierzo')")
    expect(page.locator('[data-input="ruleset"]')).to_have_value("guinote")
    expect(page.locator('[data-input="params.coto"]')).to_have_value("5")
    desk.taps("draw")
    expect(page.locator("article[data-contest] [data-house-named]")).to_have_count(2)
    for contest in organizer.get(f"/v1/championships/{championship['id']}").json()["contests"]:
        view = organizer.get(f"/v1/contests/{contest['id']}").json()
        assert (view["params"], view["house"]) == ({"wins": 3, "pack": 48, "coto": 5}, house)
    assert desk.faults == []


def test_a_number_that_no_coto_has_is_refused_beside_its_field(
    running: Running, organizer: Caller, context: BrowserContext
) -> None:
    championship = organizer.post(
        "/v1/championships", json={"name": "La casa", "players": list(FOUR), "distinct": True}
    ).json()
    page = context.new_page()
    desk = Desk(page, running.url, championship["id"], TOKEN)
    desk.goes("contests")
    page.select_option('[data-input="ruleset"]', "guinote")
    page.click('[data-open="rules"] > summary')
    desk.types({"params.coto": 100})
    page.wait_for_selector('[data-refused]:has-text("99")')
    desk.types({"params.coto": ""})
    page.wait_for_selector("[data-refused]", state="detached")
    assert desk.faults == []


def test_eights_and_nines_are_played_on_the_tablet(
    running: Running, organizer: Caller, context: BrowserContext
) -> None:
    match = organizer.open("guinote", 4, first_dealer=3, params=AGREED | {"wins": 4})
    tablet = Tablet(context.new_page(), running.url, match, TOKEN)
    text = tablet.page.inner_text("[data-house-rules]")
    assert "caballo y rey" in text
    assert "Partidas para ganar el coto: 4" in text
    tablet.record({"type": "deal", "turn_up": "8B"})
    for seat, card in enumerate(("10O", "9O", "11O", "2O")):
        tablet.record({"type": "play", "seat": seat, "card": card})
    view = organizer.get(f"/v1/matches/{match}").json()
    assert (view["turn"], view["score"]["totals"]) == (2, [5, 0])
    tablet.record({"type": "cante", "seat": 0, "value": 20, "suit": "C"})
    hand = organizer.get(f"/v1/matches/{match}").json()["hands"][0]
    assert hand == ["11C", "12C"]
    expect(tablet.page.locator("[data-house-rules]")).to_have_count(0)
    tablet.page.click('[data-open="more"]')
    tablet.page.wait_for_selector("dialog [data-house-rules]")
    assert tablet.faults == []


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_defence_is_recorded_combat_by_combat_on_a_phone(
    running: Running, organizer: Caller, context: BrowserContext, language: str
) -> None:
    """Each combat is one tap; a joker is played in between; each step is told in words."""
    match = organizer.open("corona", 2, first_dealer=None, params={"combats": "one_by_one"})
    organizer.tell(match, CHARGE)
    page = context.new_page()
    page.set_viewport_size(PHONE)
    tablet = Tablet(page, running.url, f"{match}?lang={language}", TOKEN)
    tablet.record({"type": "defend", "seat": 1, "blocks": []})
    for card, cost in (("1C", 1), ("3C", 3)):
        page.wait_for_selector(f'[data-meeting="{card}"]')
        assert dict(cut(page)) == {}
        page.set_viewport_size(PHONE)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if card == "3C":
            page.click('[data-open="recover"][data-seat="1"]')
            for size in (PHONE, LAPTOP):
                page.set_viewport_size(size)
                # Nothing is beyond the edge, and the first choice is seen without a move.
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
                assert page.locator('[data-target="jokers"]').evaluate(IN_SIGHT)
                assert page.locator("[data-target]").evaluate_all(WITHIN)
            page.click("[data-back]")
            page.set_viewport_size(PHONE)
            back = {"type": "recover", "seat": 1, "joker": "X1", "card": "2E", "cards": ["5O", "6O"]}
            tablet.record(back)
        cards = ["6O"] if card == "1C" else [None] * cost
        tablet.record({"type": "combat", "seat": 1, "attacker": card, "lost": cards})
    view = organizer.get(f"/v1/matches/{match}").json()
    assert (view["phase"], [one["outcome"]["cost"] for one in view["table"]["combats"]]) == (
        "end",
        [["6O"], [None] * 3],
    )
    sentences = {"es": "3 de copas sin detener: 3 cartas pasan", "en": "3 of copas not blocked: 3 cards go"}
    assert sentences[language] in page.inner_text(".now")
    assert tablet.faults == []


@pytest.fixture(scope="module")
def house_matches(running: Running) -> tuple[str, ...]:
    """Two matches and a contest with every house rule, on the pages that show them."""
    with running.client() as organizer:
        match, second = (organizer.open("guinote", 4, first_dealer=3, house=HOUSE) for _ in range(2))
        organizer.tell(second, {"type": "deal", "turn_up": "9E"})
        contest = Contest(organizer, *FOUR[:2], ruleset="guinote", format="single", house=HOUSE)
        return (
            f"/table/{match}#token={TOKEN}",
            f"/replay/{second}#token={TOKEN}",
            f"/organize/{contest.championship}#token={TOKEN}",
            f"/championships/{contest.championship}",
        )


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("page", [0, 1, 2, 3], ids=["table", "replay", "organize", "championship"])
def test_pages_tell_what_was_agreed(
    running: Running, browser: Browser, house_matches: tuple[str, ...], axe: str, page: int, look: Any
) -> None:
    with looking(browser, running.url, house_matches[page], look) as looker:
        if page == 2:
            looker.page.wait_for_selector("section[data-section]")
            looker.page.evaluate("location.hash = 'contests'")
        # The signatories are known before the rulebook is.
        text = looker.page.wait_for_selector("[data-house-rules]:has-text('veinte')").inner_text()
        signature = ("«La taberna de Ainzón», de Peña El Cierzo", "Del verano de 2026.")
        assert all(word in text for word in ("48", "5", "no se permiten", "veinte", *signature))
        assert findings(looker.page, axe) == []
        assert dict(cut(looker.page)) == {}
