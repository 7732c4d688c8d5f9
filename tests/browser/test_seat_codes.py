"""Players' own tablets set up by the organizer: the match opened for them, and a code for each seat."""

from typing import Any

from playwright.sync_api import Browser, BrowserContext

from tests.browser.conftest import device
from tests.browser.desk import Desk
from tests.browser.tablet import Tablet
from tests.support.service import TOKEN, Caller, Running

Json = dict[str, Any]
NAMES = ["Hermelinda", "Isidoro"]
DEAL: Json = {"type": "deal", "shuffle": True, "seed": "seats"}
CODES = """window.print = () => {
  window.printed = [...document.querySelectorAll("#paper .table-sheet h2")].map((one) => one.innerText);
};"""
"""What the browser prints is not the page's; here it is written down whose sheets they are."""


def test_each_player_gets_a_code_that_opens_their_seat(
    running: Running, organizer: Caller, context: BrowserContext, browser: Browser
) -> None:
    body: Json = {"name": "Fiestas", "players": [{"name": name} for name in NAMES]}
    championship = organizer.post("/v1/championships", json=body).json()["id"]
    drawn: Json = {"ruleset": "hearts.castillar", "format": "castillar"}
    contest = organizer.post(f"/v1/championships/{championship}/contests", json=drawn).json()["id"]
    page = context.new_page()
    page.add_init_script(CODES)
    desk = Desk(page, running.url, championship, TOKEN)
    desk.goes("fixtures")
    page.click("[data-fixture]")
    page.check('[data-input="player_input"]')
    desk.taps("open-match")
    desk.taps("seat-keys")
    page.wait_for_selector('[data-seat-codes="2"]')
    match = organizer.get(f"/v1/contests/{contest}").json()["fixtures"][0]["match"]
    seats = organizer.get(f"/v1/matches/{match}").json()["seats"]
    organizer.told(match, [DEAL])
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
    page.wait_for_function("window.printed")
    assert page.evaluate("window.printed") == [seat["name"] for seat in seats]
    assert desk.faults == []
