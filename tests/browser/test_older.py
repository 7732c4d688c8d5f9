"""Entries older than the first page of a list: every page with a list gives them on request."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.desk import Desk
from tests.browser.looking import Looker
from tests.support.organizing import Contest
from tests.support.service import TOKEN, Caller, Running, start

CARDS = 21
"""A number larger than the page of a championship shows at first, and than that of a person."""


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, Caller]]:
    """A service of its own, with more plays than any list shows at first."""
    with start(tmp_path_factory.mktemp("busy")) as running, running.client() as client:
        yield running, client


def rows(page: Page, part: str) -> int:
    return int(page.locator(f"{part} .rows > li").count())


def reads_on(page: Page, part: str, name: str, all_: int) -> None:
    """Asks for older entries until there are none: then everything is there."""
    page.locator(f"{part} .rows > li").first.wait_for()
    assert rows(page, part) < all_
    button = page.locator(f'[data-older="{name}"]')
    while rows(page, part) < all_:
        count = rows(page, part)
        button.click()
        page.wait_for_function(
            "([part, n]) => document.querySelectorAll(`${part} .rows > li`).length > n", arg=[part, count]
        )
    button.wait_for(state="detached")
    assert rows(page, part) == all_


def test_every_list_is_read_on(busy: tuple[Running, Caller], context: BrowserContext) -> None:
    running, client = busy
    hall = Contest(client, "Ana", "Beto")
    ana = hall.fixtures()[0]["entrants"][0]["id"]
    for n in range(10):
        assert client.post("/v1/championships", json={"name": f"Fiestas {n}", "players": [ana]}).is_success
    card: Any = {"player": ana, "card": "yellow", "reason": "juego lento"}
    for _ in range(CARDS):
        assert client.post(f"/v1/championships/{hall.championship}/sanctions", json=card).is_success
    seats = [{"player": ana}, {"name": "Carla"}]
    for n in range(19):
        body = {"ruleset": "hearts.castillar", "seats": seats, "params": {"rounds": 1}, "first_dealer": 0}
        match = client.post("/v1/matches", json=body).json()["id"]
        if n < 6:
            client.tell(match, {"type": "count", "figures": {"points": [10, 16]}})

    home = Looker(context.new_page(), running.url, "/")
    for part, all_ in (("now", 13), ("championships", 11), ("results", 6)):
        reads_on(home.page, f'[data-part="{part}"]', part, all_)
    person = Looker(context.new_page(), running.url, f"/players/{ana}")
    for part, all_ in (("titles", 11), ("sanctions", CARDS), ("matches", 19)):
        reads_on(person.page, f'[data-part="{part}"]', part, all_)
    championship = Looker(context.new_page(), running.url, f"/championships/{hall.championship}")
    reads_on(championship.page, '[data-part="sanctions"]', "sanctions", CARDS)
    assert [*home.faults, *person.faults, *championship.faults] == []


def test_messages_of_a_webhook_are_read_on(busy: tuple[Running, Caller], context: BrowserContext) -> None:
    running, client = busy
    championship = client.post("/v1/championships", json={"name": "Vendimia"}).json()["id"]
    hook = {"url": "https://board.example/hooks", "kinds": ["match.event"], "championship": championship}
    id_ = client.post("/v1/webhooks", json=hook).json()["id"]
    for _ in range(11):
        assert client.post(f"/v1/webhooks/{id_}/test").is_success
    desk = Desk(context.new_page(), running.url, championship, TOKEN)
    desk.goes("webhooks")
    desk.taps("deliveries")
    reads_on(desk.page, "[data-webhook]", "deliveries", 11)
    assert desk.faults == []
