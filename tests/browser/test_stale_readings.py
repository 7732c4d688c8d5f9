"""The organizer's page comes to the present state, however late or badly its readings are answered."""

from collections.abc import Callable

from playwright.sync_api import Page, Request, Route

from tests.browser.organizing import Organizer
from tests.support.service import Running

CHAMPIONSHIP = "**/v1/championships/*"
COMES_BACK = "document.dispatchEvent(new Event('visibilitychange'))"
LATER, OTHER = "Remedios Lejana", "Fulgencia Ausente"
"""People whom no other test enters: the page would ask if they are the same."""


def enters(desk: Organizer, name: str) -> None:
    """Enters a player at the page."""
    desk.page.fill('[data-input="players"]', name)
    desk.page.click('[data-action="enter"]')


def is_reading(request: Request) -> bool:
    """True if the page reads its championship."""
    return str(request.method) == "GET"


def test_an_earlier_reading_that_is_answered_last_is_not_shown(running: Running, phone: Page) -> None:
    desk = Organizer(phone, running, "Ana")
    desk.goes("players")
    late: list[Callable[[], None]] = []
    is_held: list[bool] = []

    def holds_the_first(route: Route) -> None:
        if is_held or not is_reading(route.request):
            route.continue_()
            return
        is_held.append(True)
        response = route.fetch()
        late.append(lambda: route.fulfill(response=response))

    phone.route(CHAMPIONSHIP, holds_the_first)
    phone.evaluate(COMES_BACK)
    # The answer is there, and says what was true before the other is entered.
    while not late:
        phone.wait_for_timeout(10)
    enters(desk, LATER)
    phone.wait_for_selector("[data-list='players'] b >> text=" + LATER)
    [answer] = late
    with phone.expect_response(CHAMPIONSHIP):
        answer()
    phone.evaluate("() => new Promise((resolve) => setTimeout(resolve, 200))")
    assert desk.names() == ["Ana", LATER]


def test_a_reading_that_fails_is_repeated_until_the_page_shows_what_others_decided(
    running: Running, phone: Page
) -> None:
    desk = Organizer(phone, running, "Ana")
    desk.goes("players")
    failures: list[Route] = []

    def fails_twice(route: Route) -> None:
        if len(failures) == 2 or not is_reading(route.request):
            route.continue_()
            return
        failures.append(route)
        route.abort()

    phone.route(CHAMPIONSHIP, fails_twice)
    with running.client() as client:
        response = client.post(f"/v1/championships/{desk.id}/players", json={"players": [{"name": OTHER}]})
        assert response.status_code == 201, response.text
    phone.wait_for_selector("[data-list='players'] b >> text=" + OTHER)
    assert len(failures) == 2
    assert desk.names() == ["Ana", OTHER]
