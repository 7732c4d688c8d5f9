"""Players' own tablets set up by the organizer: the match opened for them, and a code for each seat."""

from typing import Any

from playwright.sync_api import Browser, BrowserContext

from tests.browser.conftest import device
from tests.browser.desk import Desk
from tests.browser.tablet import Tablet
from tests.support.organizing import Contest
from tests.support.service import TOKEN, Caller, Running

Json = dict[str, Any]
NAMES = ["Hermelinda", "Isidoro"]
THREE = ["Joaquina", "Leandro", "Micaela"]
RARE = {"enforcement": "strict", "infractions_shown": "hand_end"}
"""Seldom agreed settings."""
DEAL: Json = {"type": "deal", "shuffle": True, "seed": "seats"}
CODES = """window.print = () => {
  window.printed = [...document.querySelectorAll("#paper .table-sheet h2")].map((one) => one.innerText);
};"""
"""A script that replaces the browser's printing and records the owners of the sheets."""


def league(organizer: Caller, names: list[str]) -> Contest:
    """A league of people that are new to every other."""
    return Contest(organizer, *names, format="league")


def test_each_player_gets_a_code_that_opens_their_seat(
    running: Running, organizer: Caller, context: BrowserContext, browser: Browser
) -> None:
    contest = league(organizer, NAMES)
    page = context.new_page()
    page.add_init_script(CODES)
    desk = Desk(page, running.url, contest.championship, TOKEN)
    desk.goes("fixtures")
    page.click("[data-fixture]")
    page.check('[data-input="player_input"]')
    desk.taps("open-match")
    desk.taps("seat-keys")
    page.wait_for_selector('[data-seat-codes="2"]')
    match = contest.fixtures()[0]["match"]
    seats = organizer.get(f"/v1/matches/{match}").json()["seats"]
    organizer.tell(match, [DEAL])
    for seat in seats:
        desk.chooses("seat", str(seat["seat"]))
        page.wait_for_selector(f'[data-seat-codes] svg[aria-label="Código de {seat["name"]}"]')
        address, _, token = page.input_value('[data-input="seat-address"]').partition("#token=")
        assert address == f"{running.url}/table/{match}"
        with device(browser) as own:
            tablet = Tablet(own.new_page(), running.url, match, token)
            tablet.reaches(organizer.version(match))
            tablet.page.wait_for_selector("section.hand")
            hands = tablet.page.locator("section.hand").evaluate_all("all => all.map(one => one.ariaLabel)")
            assert hands == [seat["name"]]
    desk.taps("print-seats")
    page.wait_for_function("() => window.printed")
    assert page.evaluate("window.printed") == [seat["name"] for seat in seats]
    assert desk.faults == []


def test_the_tables_of_many_are_opened_alike_and_none_where_one_cannot_be(
    running: Running, organizer: Caller, context: BrowserContext
) -> None:
    """Agreed settings count for each; the players' codes come with their table's."""
    contest = league(organizer, THREE)
    page = context.new_page()
    page.add_init_script(CODES)
    # A match that another user opens at the same moment: trying it is refused, and so nothing is opened.
    page.route(
        "**/v1/matches?dry_run=true", lambda route: route.fulfill(status=409, json={"code": "conflict"}), times=1
    )
    desk = Desk(page, running.url, contest.championship, TOKEN)
    desk.goes("fixtures")
    page.click('[data-open="codes"] > summary')
    for option in ("player_input", "confirm"):
        page.check(f'[data-input="codes.{option}"]')
    page.click('[data-open="codes.agreed"] > summary')
    for name, value in RARE.items():
        desk.chooses(f"codes.{name}", value)
    desk.taps("make-codes")
    page.wait_for_selector('[data-open="codes"] [data-refused]')
    assert all(one.get("match") is None for one in contest.fixtures())
    desk.taps("make-codes")
    desk.taps("print-codes")
    page.wait_for_function("() => window.printed")
    fixtures = contest.fixtures()
    for fixture in fixtures:
        opening = organizer.get(f"/v1/matches/{fixture['match']}/events?limit=1").json()["items"][0]
        assert opening.items() >= {**RARE, "confirm": "sides", "player_input": True}.items()
    pairs = [[entrant["name"] for entrant in one["entrants"]] for one in fixtures]
    assert page.evaluate("window.printed") == [whose for pair in pairs for whose in (" – ".join(pair), *pair)]
    assert desk.faults == []


def test_a_referee_s_key_says_who_recorded_with_it_last_and_at_which_table(
    running: Running, organizer: Caller, context: BrowserContext
) -> None:
    contest = league(organizer, THREE)
    referee = organizer.bearer("referee", championship=contest.championship)
    for table, fixture, who in zip(("1", "2"), contest.fixtures(), ("Móvil de casa", "Marta"), strict=False):
        match = organizer.post("/v1/matches", json={"fixture": fixture["id"], "table": table}).json()["id"]
        organizer.put(f"/v1/matches/{match}/presence", json={"label": who}, headers=referee)
    page = context.new_page()
    desk = Desk(page, running.url, contest.championship, TOKEN)
    desk.goes("tokens")
    uses = page.locator('[data-list="tokens"] [data-used]')
    uses.wait_for()
    assert uses.inner_text().startswith("Marta · Mesa 2: último contacto")
    assert desk.faults == []


def test_keys_that_look_alike_are_told_apart(
    running: Running, organizer: Caller, context: BrowserContext, browser: Browser
) -> None:
    """Owner, match and last use of the device are shown for each; a player's own key opens the player's tables."""
    contest = league(organizer, THREE)
    match = organizer.post("/v1/matches", json={"fixture": contest.fixtures()[0]["id"], "player_input": True}).json()
    seats = [one["name"] for one in match["seats"]]
    bearers = [organizer.bearer("player", match=match["id"], seat=seat) for seat in (0, 1)]
    present = {"label": "Móvil de casa", "pending": 0}
    organizer.put(f"/v1/matches/{match['id']}/presence", json=present, headers=bearers[1])
    page = context.new_page()
    desk = Desk(page, running.url, contest.championship, TOKEN)
    desk.goes("tokens")
    page.click(f'[data-keys-of="{match["id"]}"] summary')
    keys = page.locator(f'[data-keys-of="{match["id"]}"] li')
    keys.nth(len(seats) - 1).wait_for()
    assert keys.locator("b").all_inner_texts() == [f"Código de {name}" for name in reversed(seats)]
    assert keys.locator("[data-used]").all_inner_texts()[0].startswith("Móvil de casa: último contacto")
    keys.nth(0).locator('[data-action="revoke"]').click()
    assert seats[1] in page.locator('[data-sheet="confirm"]').inner_text()
    page.click('[data-action="confirm"]')
    keys.nth(1).wait_for(state="detached")
    statuses = [organizer.get("/v1/me", headers=bearer).status_code for bearer in bearers]
    assert statuses == [200, 401]
    desk.chooses("role", "player")
    page.select_option('[data-input="player"]', label=seats[0])
    desk.taps("create-token")
    address = page.input_value('[data-input="address"]')
    with device(browser) as own:
        front = own.new_page()
        front.goto(address)
        front.wait_for_url(f"{running.url}/table/{match['id']}*")
    assert desk.faults == []
