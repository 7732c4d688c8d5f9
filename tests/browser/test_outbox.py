"""Events tapped and not saved: they outlive the page, are stored once, and never block for good."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Error, Page, Route

from tests.browser.looking import Looker
from tests.browser.tablet import Tablet
from tests.support.organizing import Contest
from tests.support.service import TOKEN, Caller, Running

Json = dict[str, Any]
Sits = Callable[..., Tablet]
DEAL: Json = {"type": "deal", "dealer": 0, "turn_up": "5O"}
EVENTS = "**/v1/matches/*/events"
STREAM = "**/v1/matches/*/stream"
WAITS = "body[data-pending='1']"
NOTHING_WAITS = "body[data-pending='0'][data-version]"


def log(caller: Caller, match: str) -> list[str]:
    """The types of the entries in the log."""
    return [one["type"] for one in caller.get(f"/v1/matches/{match}/events").json()["items"]]


def cut(page: Page) -> None:
    """The service receives nothing that is recorded; the page itself can be opened."""
    page.route(EVENTS, lambda route: route.abort())


def deals(tablet: Tablet, card: str = "5O") -> None:
    tablet.card(card, ("turn_up",)).click()


def opened_again(tablet: Tablet) -> None:
    tablet.page.reload()
    tablet.page.wait_for_selector("body[data-version]")


def crash(page: Page) -> None:
    """Ends the page as a fault in the browser would: no handler of it runs."""
    with page.expect_event("crash"):
        try:
            page.goto("chrome://crash")
        except Error:
            return


def test_a_tablet_keeps_what_it_could_not_send_of_a_match_that_counts_no_more(organizer: Caller, sits: Sits) -> None:
    contest = Contest(organizer, "Ana", "Beto", ruleset="guinote", format="single")
    [fixture] = contest.fixtures()
    match = str(organizer.post("/v1/matches", json={"fixture": fixture["id"], "first_dealer": 0}).json()["id"])
    tablet = sits(match)
    cut(tablet.page)
    deals(tablet)
    tablet.page.wait_for_selector(WAITS)
    assert contest.correct({"Ana": 3, "Beto": 1}).status_code == 200
    tablet.page.unroute(EVENTS)
    refusal = tablet.page.locator("[data-stopped='void']")
    refusal.wait_for()
    assert refusal.locator("[data-kept] li").count() == 1
    assert "ya no cuenta" in refusal.inner_text()
    opened_again(tablet)
    tablet.page.wait_for_selector(f"{WAITS} [data-stopped='void'] [data-kept] li")
    assert log(organizer, match) == ["open"]


def test_a_tablet_hears_that_its_match_counts_no_more_where_the_other_is_played_and_that_it_counts_again(
    organizer: Caller, sits: Sits, other_device: BrowserContext
) -> None:
    contest = Contest(organizer, *"ABCD", ruleset="guinote", format="knockout")
    first, second = contest.fixtures()
    for one in (first, second):
        assert organizer.post(f"/v1/fixtures/{one['id']}/result", json={"points": [3, 0]}).status_code == 201
    [final] = contest.fixtures("final")
    match = str(organizer.post("/v1/matches", json={"fixture": final["id"], "first_dealer": 0}).json()["id"])
    tablet = sits(match)
    body = {"points": [0, 3], "reason": "al revés", "reopen": True}
    assert organizer.put(f"/v1/fixtures/{first['id']}/result", json=body).status_code == 200
    version = contest.view()["version"]
    notice = tablet.page.locator("[data-stopped='void']")
    notice.wait_for()
    assert notice.locator("a").count() == 0
    [now] = contest.fixtures("final")
    new = organizer.post("/v1/matches", json={"fixture": now["id"]}).json()["id"]
    notice.locator(f"[data-instead][href='/table/{new}']").wait_for()
    replay = Looker(other_device.new_page(), tablet.url, f"/replay/{match}")
    replay.page.locator(f"[data-uncounted] [data-instead][href='/table/{new}']").wait_for()
    back = {"reason": "estaba bien", "reopen": "true"}
    assert organizer.delete(f"/v1/contests/{contest.id}/decisions/{version}", params=back).status_code == 200
    notice.wait_for(state="detached")
    replay.page.locator("[data-uncounted]").wait_for(state="detached")
    deals(tablet)
    tablet.reaches(2)
    assert (log(organizer, match), tablet.faults, replay.faults) == (["open", "deal"], [], [])


def test_a_reload_loses_nothing_and_doubles_nothing(organizer: Caller, sits: Sits) -> None:
    match = organizer.open("guinote", 4)
    tablet = sits(match)
    cut(tablet.page)
    deals(tablet)
    opened_again(tablet)
    tablet.page.wait_for_selector(f"{WAITS}[data-connection='offline']")
    tablet.page.unroute(EVENTS)
    tablet.reaches(2)
    opened_again(tablet)
    tablet.page.wait_for_selector(NOTHING_WAITS)
    assert log(organizer, match) == ["open", "deal"]


def test_a_reload_in_the_moment_of_the_tap_loses_nothing(organizer: Caller, sits: Sits) -> None:
    match = organizer.open("guinote", 4)
    tablet = sits(match)
    cut(tablet.page)
    tablet.page.evaluate(
        """() => { document.querySelector('button[data-card="5O"][data-zone="turn_up"]').click(); location.reload(); }"""
    )
    tablet.page.wait_for_selector(WAITS)
    tablet.page.unroute(EVENTS)
    tablet.reaches(2)
    assert log(organizer, match) == ["open", "deal"]


def test_a_crash_loses_nothing_also_where_the_answer_was_lost(organizer: Caller, sits: Sits) -> None:
    match = organizer.open("guinote", 4)
    tablet = sits(match)
    statuses: list[int] = []

    def loses(route: Route) -> None:
        """The service has it, and the tablet dies before it hears so."""
        statuses.append(route.fetch().status)
        route.abort()

    tablet.page.route(EVENTS, loses)
    with tablet.page.expect_event("requestfailed", lambda request: request.method == "POST"):
        deals(tablet)
    crash(tablet.page)
    assert 201 in statuses
    again = sits(match)
    again.reaches(2)
    assert log(organizer, match) == ["open", "deal"]


def test_a_browser_without_a_database_says_so_and_keeps_what_it_can(
    running: Running, organizer: Caller, context: BrowserContext
) -> None:
    context.add_init_script("Object.defineProperty(window, 'indexedDB', {get() { throw new Error('none'); }})")
    match = organizer.open("guinote", 4)
    tablet = Tablet(context.new_page(), running.url, match, TOKEN)
    assert "no cierre la página" in tablet.page.inner_text(".saved")
    cut(tablet.page)
    deals(tablet)
    opened_again(tablet)
    tablet.page.wait_for_selector(WAITS)
    tablet.page.unroute(EVENTS)
    tablet.reaches(2)
    assert log(organizer, match) == ["open", "deal"]


def test_what_another_device_recorded_already_is_not_recorded_twice(organizer: Caller, sits: Sits) -> None:
    match = organizer.open("guinote", 4)
    tablet = sits(match)
    tablet.page.route(STREAM, lambda route: route.abort())
    opened_again(tablet)
    organizer.tell(match, DEAL)
    deals(tablet)
    tablet.reaches(2)
    tablet.page.wait_for_selector(".trouble")
    assert "otro dispositivo" in tablet.page.inner_text(".now")
    assert log(organizer, match) == ["open", "deal"]


def refuse_tap(organizer: Caller, sits: Sits) -> tuple[str, Tablet]:
    """A card that was tapped after another device had recorded one that this page has not heard of."""
    match = organizer.open("guinote", 4)
    organizer.tell(match, DEAL)
    tablet = sits(match)
    tablet.page.route(STREAM, lambda route: route.abort())
    opened_again(tablet)
    organizer.tell(match, {"type": "note", "text": "mesa 3"})
    tablet.card("1C", ("pad",)).click()
    tablet.page.wait_for_selector("[data-stopped='conflict'] [data-still='regular']")
    return match, tablet


def test_a_refusal_shows_both_sides_and_keeps_what_can_be(organizer: Caller, sits: Sits) -> None:
    match, tablet = refuse_tap(organizer, sits)
    text = tablet.page.inner_text("[data-stopped]")
    assert "Nota" in text
    assert "as de copas" in text
    opened_again(tablet)
    tablet.page.wait_for_selector("[data-still='regular']")
    tablet.page.locator("[data-settle='keep']").click()
    tablet.reaches(4)
    assert log(organizer, match) == ["open", "deal", "note", "play"]


def test_a_refusal_never_blocks_for_good(organizer: Caller, sits: Sits) -> None:
    match, tablet = refuse_tap(organizer, sits)
    tablet.page.locator("[data-settle='drop']").click()
    tablet.page.wait_for_selector(NOTHING_WAITS)
    tablet.card("7C", ("pad",)).click()
    tablet.reaches(4)
    opened_again(tablet)
    tablet.page.wait_for_selector(NOTHING_WAITS)
    assert log(organizer, match) == ["open", "deal", "note", "play"]


def test_a_token_that_was_taken_back_keeps_what_was_tapped_until_there_is_another(
    running: Running, organizer: Caller, sits: Sits
) -> None:
    match = organizer.open("guinote", 4)
    record = organizer.post("/v1/tokens", json={"role": "referee", "scope": {"match": match}}).json()
    tablet = sits(match, record["token"])
    assert organizer.delete(f"/v1/tokens/{record['id']}").status_code < 300
    deals(tablet)
    tablet.page.wait_for_selector(f"{WAITS} [data-stopped='unauthenticated']")
    other = organizer.bearer("referee", match=match)["Authorization"].removeprefix("Bearer ")
    tablet.page.evaluate("token => { location.hash = `token=${token}`; }", other)
    tablet.reaches(2)
    assert other not in tablet.page.url
    assert log(organizer, match) == ["open", "deal"]


def test_a_queue_is_taken_off_the_device_and_given_in_elsewhere(
    running: Running, organizer: Caller, sits: Sits, other_device: BrowserContext, tmp_path: Path
) -> None:
    match = organizer.open("guinote", 4)
    tablet = sits(match)
    cut(tablet.page)
    deals(tablet)
    tablet.page.wait_for_selector(f"{WAITS}[data-connection='offline']")
    tablet.opens("queue")
    with tablet.page.expect_download() as download:
        tablet.page.locator("dialog [data-take-off]").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    other = Tablet(other_device.new_page(), running.url, match, TOKEN)
    other.opens("more")
    other.opens("queue")
    other.page.locator("dialog [data-give-in]").set_input_files(file)
    other.page.wait_for_selector("[data-would-give]")
    assert log(organizer, match) == ["open"]
    other.page.locator("dialog [data-give]").click()
    other.page.wait_for_selector("[data-given]")
    other.reaches(2)
    tablet.page.unroute(EVENTS)
    tablet.reaches(2)
    assert log(organizer, match) == ["open", "deal"]
    assert other.faults == []


def away(tablet: Tablet) -> None:
    """The network goes away while cards are being laid."""
    tablet.page.context.set_offline(True)


def back(tablet: Tablet, version: int) -> None:
    tablet.page.context.set_offline(False)
    tablet.reaches(version)


def lays(tablet: Tablet, *cards: str) -> None:
    """Taps these cards, each as soon as the page offers it."""
    for card in cards:
        waiting = int(tablet.page.evaluate("document.body.dataset.pending"))
        tablet.card(card, ("pad",)).click()
        tablet.page.wait_for_selector(f"body[data-pending='{waiting + 1}']")


def test_a_hand_goes_on_without_a_network_in_the_middle_of_a_trick(organizer: Caller, sits: Sits) -> None:
    match = organizer.open("guinote", 4)
    organizer.tell(match, [DEAL, {"type": "play", "seat": 1, "card": "1C"}])
    tablet = sits(match)
    away(tablet)
    lays(tablet, "3C", "7C", "6C", "1B")
    assert tablet.page.get_attribute("body", "data-turn") == "2"
    assert tablet.page.get_attribute("body", "data-version") == "3"
    assert "4 sin guardar" in tablet.page.inner_text("header")
    back(tablet, 7)
    view = organizer.get(f"/v1/matches/{match}").json()
    assert (view["version"], view["turn"], view["table"]["trick"]) == (7, 2, ["1B"])


def test_what_was_never_sent_is_undone_on_the_device(organizer: Caller, sits: Sits) -> None:
    match = organizer.open("guinote", 4)
    organizer.tell(match, DEAL)
    tablet = sits(match)
    away(tablet)
    lays(tablet, "1C", "3C", "7C")
    tablet.opens("undo")
    tablet.page.locator("dialog [data-to='3']").click()
    tablet.page.locator("dialog [data-unsend]").click()
    tablet.page.wait_for_selector(WAITS)
    lays(tablet, "4C")
    back(tablet, 4)
    cards = [one.get("card") for one in organizer.get(f"/v1/matches/{match}/events").json()["items"]]
    assert cards == [None, None, "1C", "4C"]


def test_undoing_what_was_sent_waits_for_its_answer(organizer: Caller, sits: Sits) -> None:
    match = organizer.open("guinote", 4)
    organizer.tell(match, DEAL)
    tablet = sits(match)
    cut(tablet.page)
    lays(tablet, "1C")
    tablet.page.wait_for_selector("body[data-connection='offline']")
    tablet.opens("undo")
    tablet.page.locator("dialog [data-event*='retract']").click()
    tablet.page.wait_for_selector("body[data-pending='2'][data-turn='1']")
    tablet.page.unroute(EVENTS)
    tablet.reaches(4)
    assert log(organizer, match) == ["open", "deal", "play", "retract"]


def test_a_night_without_a_server_is_kept_whole(organizer: Caller, sits: Sits) -> None:
    match = organizer.open("casino.classic", 2)
    tablet = sits(match)
    cut(tablet.page)
    tablet.page.route(STREAM, lambda route: route.abort())
    for card in ("2C", "3C", "4D", "5D"):
        tablet.card(card, ("table",)).click()
    tablet.page.locator("[data-event*='table']").click()
    tablet.page.wait_for_selector(WAITS)
    events: list[Json] = [
        {"type": "take", "seat": 1, "card": "5S", "cards": ["2C", "3C"]},
        {"type": "build", "seat": 0, "card": "2H", "cards": ["4D"], "value": 6},
        {"type": "trail", "seat": 1, "card": "KH"},
    ]
    for n, event in enumerate(events, 2):
        for card, zones in ((event["card"], ("pad",)), *((card, ("table",)) for card in event.get("cards", ()))):
            tablet.card(card, zones).click()
        assert tablet.press(event)
        tablet.page.wait_for_selector(f"body[data-pending='{n}']")
    opened_again(tablet)
    tablet.page.wait_for_selector("body[data-pending='4'][data-turn='0']")
    tablet.page.unroute(EVENTS)
    tablet.reaches(5)
    assert log(organizer, match) == ["open", "deal", "take", "build", "trail"]


def test_the_tab_that_was_opened_last_records_and_the_other_says_so(organizer: Caller, sits: Sits) -> None:
    match = organizer.open("guinote", 4)
    first = sits(match)
    cut(first.page)
    deals(first)
    first.page.wait_for_selector(f"{WAITS}[data-connection='offline']")
    second = sits(match)
    first.page.wait_for_selector("[data-take-over]")
    assert "otra pestaña" in first.page.inner_text("#page")
    second.reaches(2)
    second.card("1C", ("pad",)).click()
    second.reaches(3)
    first.page.unroute(EVENTS)
    first.page.locator("[data-take-over]").click()
    first.page.wait_for_selector(f"{NOTHING_WAITS}[data-version='3']")
    second.page.wait_for_selector("[data-take-over]")
    first.card("3C", ("pad",)).click()
    first.reaches(4)
    assert log(organizer, match) == ["open", "deal", "play", "play"]


@pytest.mark.parametrize("taps_first", [0, 1])
def test_two_tabs_of_one_device_store_what_both_had_once(organizer: Caller, sits: Sits, taps_first: int) -> None:
    """The tab that lost its turn is still sending the events that the other took up."""
    match = organizer.open("guinote", 4)
    organizer.tell(match, DEAL)
    first = sits(match)
    routes: list[Route] = []
    first.page.route(EVENTS, lambda route: routes.append(route))  # noqa: PLW0108 - Playwright marks the handler, which a built-in does not allow
    lays(first, *("1C", "3C")[: taps_first + 1])
    first.page.wait_for_function("() => Number(document.body.dataset.pending) > 0")
    second = sits(match)
    second.reaches(taps_first + 3)
    for route in routes:
        route.continue_()
    second.card("7C", ("pad",)).click()
    second.reaches(taps_first + 4)
    assert log(organizer, match) == ["open", "deal", *["play"] * (taps_first + 2)]
