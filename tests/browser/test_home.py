"""The front page: current events at a glance, advice where there is nothing, and the way in for holders of a token."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.looking import LOOKS, Looker, findings, looking
from tests.support.hall import Hall
from tests.support.service import TOKEN, Caller, Running, start


@pytest.fixture(scope="module")
def new(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service that was never used."""
    with start(tmp_path_factory.mktemp("new")) as service:
        yield service


def enter_text(page: Page, text: str) -> None:
    page.fill('[data-input="token"]', text)
    page.click('[data-action="enter"]')


def token(organizer: Caller, role: str, **scope: Any) -> str:
    return organizer.bearer(role, **scope)["Authorization"].removeprefix("Bearer ")


@pytest.mark.parametrize(
    ("language", "words"), [("es", "Aún no se juega nada aquí"), ("en", "Nothing is played here yet")]
)
def test_a_new_service_says_how_to_begin(new: Running, context: BrowserContext, language: str, words: str) -> None:
    looker = Looker(context.new_page(), new.url, f"/?lang={language}")
    empty = looker.page.locator('[data-part="empty"]')
    empty.wait_for()
    assert words in empty.inner_text()
    assert empty.locator("a").get_attribute("href") == f"/organize?lang={language}"
    assert looker.faults == []


def test_what_is_on_leads_to_its_pages(organizer: Caller, looks: Callable[[str], Looker]) -> None:
    hall = Hall(organizer)
    match = hall.guinote()
    over = organizer.open("hearts.castillar", 2, params={"rounds": 1})
    organizer.tell(over, {"type": "count", "figures": {"points": [10, 16]}})
    looker = looks("/")
    page = looker.page
    page.wait_for_selector(f'[data-match="{match}"]')
    links = page.locator("main a").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    for address in (
        f"/table/{match}",
        f"/championships/{hall.championship}",
        f"/board/{hall.championship}",
        f"/replay/{over}",
        "/organize",
        "/ratings",
        "/v1/docs",
    ):
        assert address in links
    rows = page.locator('[data-part="results"] .row')
    assert "10 – 16" in rows.first.inner_text()
    # A result reported by its score alone has no plays to show: it leads to its championship.
    assert rows.nth(1).get_attribute("href") == f"/championships/{hall.championship}"
    assert "54 – 50" in rows.nth(1).inner_text() or "50 – 54" in rows.nth(1).inner_text()
    assert len([path for path in looker.paths if path.startswith("/v1/matches/")]) <= rows.count()


def test_a_token_leads_to_where_it_may_do_something(organizer: Caller, looks: Callable[[str], Looker]) -> None:
    match = organizer.open("guinote", 4)
    page = looks("/").page
    page.wait_for_selector(f'[data-match="{match}"]')
    enter_text(page, "wrong")
    page.get_by_text("Esa clave no abre nada aquí").wait_for()
    enter_text(page, token(organizer, "referee", match=match))
    page.wait_for_url(f"**/table/{match}")
    page = looks("/").page
    enter_text(page, TOKEN)
    page.wait_for_url("**/organize")
    hall = Hall(organizer)
    page = looks("/").page
    enter_text(page, token(organizer, "referee", championship=hall.championship))
    page.wait_for_url(f"**/organize/{hall.championship}")


def test_a_players_token_leads_to_their_tables(organizer: Caller, looks: Callable[[str], Looker]) -> None:
    people = [organizer.post("/v1/players", json={"name": f"Sentada {n}"}).json()["id"] for n in range(2)]
    body = {"ruleset": "hearts.castillar", "seats": [{"player": one} for one in people]}
    key = token(organizer, "player", player=people[0])
    page = looks("/").page
    enter_text(page, key)
    page.get_by_text("ahora no hay ninguna mesa abierta").wait_for()
    matches = [organizer.post("/v1/matches", json=body).json()["id"] for _ in range(2)]
    enter_text(page, key)
    page.wait_for_selector('[data-part="key"] .row')
    links = page.locator('[data-part="key"] .row').evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert {link.partition("#")[0] for link in links} == {f"/table/{match}" for match in matches}
    assert "Sentada 0" in page.locator('[data-part="key"] .row').first.inner_text()


def test_the_address_of_a_qr_code_can_be_pasted(
    running: Running, organizer: Caller, looks: Callable[[str], Looker]
) -> None:
    match = organizer.open("guinote", 4)
    page = looks("/").page
    enter_text(page, f"http://a.hall/table/{match}#token={token(organizer, 'referee', match=match)}")
    page.wait_for_url(f"{running.url}/table/{match}")
    page.wait_for_selector("button[data-card]")


@pytest.mark.parametrize("look", LOOKS)
def test_no_serious_finding(running: Running, organizer: Caller, browser: Browser, axe: str, look: Any) -> None:
    Hall(organizer).guinote()
    with looking(browser, running.url, "/", look) as looker:
        looker.page.wait_for_selector('[data-part="now"]')
        assert findings(looker.page, axe) == []
