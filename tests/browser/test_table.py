"""Acts of a referee at a table beside playing on: taking back, claiming, giving cards, confirming, losing the network."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.tablet import Tablet
from tests.support.organizing import Contest
from tests.support.service import TOKEN, Caller, Running
from tests.support.waiting import eventually

Json = dict[str, Any]
TURN_UP: Json = {"type": "deal", "turn_up": "5O"}
SMALLEST = 56
"""Pixels: a size that a thumb hits without looking."""
SCREENS = [(360, 740), (820, 1180), (1920, 1080)]
LAPTOPS = [(1280, 800), (1440, 900)]
TABLES = [("guinote", 4), ("hearts.castillar", 4), ("casino.royal", 4), ("escoba", 2), ("corona", 2)]


def entries(caller: Caller, match: str) -> list[Json]:
    """The log of a match."""
    items: list[Json] = caller.get(f"/v1/matches/{match}/events").json()["items"]
    return items


def test_the_token_leaves_the_address_and_stays_on_the_device(organizer: Caller, sits: Callable[..., Tablet]) -> None:
    tablet = sits(organizer.open("guinote", 4))
    assert TOKEN not in tablet.page.url
    tablet.page.reload()
    tablet.page.wait_for_selector("body[data-version]")
    tablet.record(TURN_UP)
    assert tablet.faults == []


def test_a_token_that_is_no_longer_good_is_told_at_once(
    running: Running, organizer: Caller, context: BrowserContext
) -> None:
    page = context.new_page()
    page.goto(f"{running.url}/table/{organizer.open('guinote', 4)}#token=revoked")
    page.wait_for_selector(".closed[role=alert]")


def test_an_address_without_a_match_says_so(running: Running, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(f"{running.url}/table/01920000-0000-7000-8000-000000000099")
    page.wait_for_selector(".closed[role=alert]")


def test_undo_says_what_it_takes_back_before_it_does(organizer: Caller, sits: Callable[..., Tablet]) -> None:
    match = organizer.open("guinote", 4)
    organizer.tell(match, TURN_UP)
    tablet = sits(match)
    for seat, card in enumerate(("1C", "3C", "7C", "6C"), 1):
        tablet.record({"type": "play", "seat": seat % 4, "card": card})
    tablet.opens("undo")
    tablet.page.wait_for_selector("dialog .takes-back")
    text = tablet.page.inner_text("dialog .takes-back")
    assert "6 de copas" in text and "la baza" in text
    undo = tablet.page.locator('dialog [data-event*="retract"]')
    undo.click()
    tablet.reaches(7)
    assert entries(organizer, match)[-1]["to"] == 5
    assert organizer.get(f"/v1/matches/{match}").json()["table"]["trick"] == ["1C", "3C", "7C"]


def test_a_longer_list_goes_back_to_any_card(organizer: Caller, sits: Callable[..., Tablet]) -> None:
    match = organizer.open("guinote", 4)
    organizer.tell(match, [TURN_UP, *({"type": "play", "seat": s, "card": c} for s, c in ((1, "1C"), (2, "3C")))])
    tablet = sits(match)
    tablet.opens("undo")
    tablet.page.locator('dialog [data-to="2"]').click()
    # In its order, with the state of the match at that time.
    assert "Jugador 1: as de copas · Jugador 2: 3 de copas" in tablet.page.inner_text("dialog .takes-back")
    tablet.page.locator("dialog .takes-back", has_text="Le toca a Jugador 1").wait_for()
    tablet.page.locator("dialog [data-event*='\"to\":2']").click()
    tablet.reaches(5)
    assert organizer.get(f"/v1/matches/{match}").json()["table"]["trick"] == []


def test_a_claim_is_made_from_the_play_and_ruled_on(organizer: Caller, sits: Callable[..., Tablet]) -> None:
    match = organizer.open("guinote", 2)
    organizer.tell(
        match, [TURN_UP, {"type": "play", "seat": 1, "card": "1C"}, {"type": "play", "seat": 0, "card": "3C"}]
    )
    tablet = sits(match)
    tablet.opens("claim")
    tablet.page.locator('dialog [data-at="4"]').click()
    tablet.page.locator('dialog [data-event*="claim"]').click()
    tablet.reaches(5)
    assert organizer.get(f"/v1/matches/{match}").json()["claims"][0]["against"] == 0


def test_the_link_of_a_claim_leads_from_the_card_to_the_page_of_the_dispute(
    organizer: Caller, sits: Callable[..., Tablet]
) -> None:
    match = organizer.open("hearts.castillar", 2)
    organizer.tell(
        match, [{"type": "deal"}, *({"type": "play", "seat": s, "card": c} for s, c in ((0, "2C"), (1, "5D")))]
    )
    tablet = sits(match)
    tablet.opens("claim")
    tablet.page.locator('dialog [data-at="4"]').click()
    words = tablet.page.locator("dialog .controls [data-event*='claim']")
    text = words.inner_text()
    words.click()
    tablet.reaches(5)
    tablet.page.locator(".told [data-open='claim']").click()
    dispute = follow_link(tablet.page, "dialog [data-claim='c1'] [data-replay]")
    claim_part = dispute.locator(".claim[data-claim='c1']")
    claim_part.wait_for()
    assert dispute.url.endswith("?step=4")
    assert text == "Jugador 0 reclama un renuncio de Jugador 1"
    assert text in claim_part.inner_text()
    assert "5 de diamantes" in dispute.locator(".told").inner_text()
    report = follow_link(dispute, ".claim a[target='_blank']").locator("body").inner_text()
    assert all(part in report for part in ("Jugador 0", "enuncio", "5 de diamantes")), report
    assert tablet.faults == []


def follow_link(page: Page, link: str) -> Page:
    """The page to which a link leads, in a tab of its own."""
    with page.context.expect_page() as popup:
        page.click(link)
    new_page = popup.value
    new_page.wait_for_load_state()
    return new_page


def test_a_pending_claim_is_in_sight_and_takes_two_taps(organizer: Caller, sits: Callable[..., Tablet]) -> None:
    match = organizer.open("hearts.castillar", 4)
    plays = [("2C", 0), ("3C", 1), ("4C", 2), ("5H", 3)]
    organizer.tell(match, [{"type": "deal"}, *({"type": "pass", "seat": s} for s in range(4))])
    organizer.tell(match, [{"type": "play", "seat": seat, "card": card} for card, seat in plays])
    organizer.tell(match, {"type": "claim", "by": 0, "against": 3, "kind": "revoke", "at": 10})
    tablet = sits(match)
    tablet.page.wait_for_selector(".now .trouble")
    tablet.opens("claim")
    tablet.page.locator("dialog [data-would='2']").wait_for()
    tablet.page.locator("dialog [data-event*='\"upheld\":true']").click()
    tablet.reaches(12)
    assert organizer.get(f"/v1/matches/{match}").json()["claims"][0]["status"] == "upheld"


def test_cards_notes_and_what_is_seldom_are_recorded(organizer: Caller, sits: Callable[..., Tablet]) -> None:
    ladder = {"ladder": ["warning", "match"]}
    contest = Contest(organizer, "Ana", "Beto", ruleset="casino.classic", format="league", discipline=ladder)
    fixture = contest.fixtures()[0]
    match = organizer.post("/v1/matches", json={"fixture": fixture["id"]}).json()["id"]
    organizer.tell(match, {"type": "deal", "table": ["2C", "3C", "4D", "5D"]})
    before = {"player": fixture["entrants"][1]["id"], "card": "black", "reason": "fuera"}
    assert organizer.post(f"/v1/championships/{contest.championship}/sanctions", json=before).is_success
    tablet = sits(match)
    tablet.opens("sanction")
    tablet.page.locator('dialog [data-input="seat"][data-value="1"]').click()
    said = tablet.page.locator("dialog [data-next-step]", has_text="2.ª tarjeta en el campeonato: pierde el encuentro")
    said.wait_for()
    tablet.page.locator("dialog [data-would='2']", has_text="Amarilla: El marcador no cambia.").wait_for()
    tablet.page.locator('dialog [data-event*="yellow"]').click()
    tablet.reaches(3)
    tablet.opens("more")
    tablet.page.locator('dialog [data-form="note"]').click()
    tablet.page.locator('dialog [data-input="text"]').fill("se cambia la baraja")
    tablet.page.locator('dialog [data-event*="note"]').click()
    tablet.reaches(4)
    tablet.opens("more")
    tablet.page.locator('dialog [data-form="expose"]').click()
    tablet.page.locator('dialog [data-card="9H"]').click()
    tablet.page.locator('dialog [data-event*="expose"]').click()
    tablet.reaches(5)
    assert [one["type"] for one in entries(organizer, match)][2:] == ["sanction", "note", "expose"]


def test_a_card_against_the_rules_asks_once(organizer: Caller, sits: Callable[..., Tablet]) -> None:
    match = organizer.open("hearts.castillar", 2)
    organizer.tell(match, {"type": "deal", "shuffle": True, "seed": "x"})
    view = organizer.get(f"/v1/matches/{match}").json()
    lead = {"type": "play", "seat": view["turn"], "card": "2C"}
    organizer.tell(match, lead)
    view = organizer.get(f"/v1/matches/{match}").json()
    tablet = sits(match)
    irregular = tablet.page.locator("button.card.irregular").first
    card = irregular.get_attribute("data-card")
    irregular.click()
    record = tablet.page.locator("dialog [data-event]")
    assert tablet.version == 3
    record.click()
    tablet.reaches(4)
    entry = entries(organizer, match)[-1]
    assert (entry["card"], entry["seat"]) == (card, view["turn"])
    assert organizer.get(f"/v1/matches/{match}").json()["infractions"][0]["status"] == "proven"


def test_a_take_against_the_rules_can_be_recorded_too(organizer: Caller, sits: Callable[..., Tablet]) -> None:
    match = organizer.open("escoba", 2)
    organizer.tell(match, {"type": "deal", "table": ["1O", "2O", "3O", "4O"]})
    seat = organizer.get(f"/v1/matches/{match}").json()["turn"]
    tablet = sits(match)
    tablet.opens("more")
    tablet.opens("free")
    tablet.card("7C", ("pad",)).click()
    tablet.card("1O", ("table",)).click()
    tablet.page.locator("[data-ask*=take]").click()
    tablet.page.locator("dialog [data-event]").click()
    tablet.reaches(3)
    entry = entries(organizer, match)[-1]
    assert (entry["type"], entry["seat"], entry["card"], entry["cards"]) == ("take", seat, "7C", ["1O"])


def test_a_side_confirms_with_its_pin(organizer: Caller, sits: Callable[..., Tablet]) -> None:
    match = organizer.open("hearts.castillar", 2, confirm="sides")
    for side in (0, 1):
        assert organizer.put(f"/v1/matches/{match}/pins/{side}", json={"pin": "2718"}).status_code < 300
    organizer.tell(match, {"type": "count", "figures": {"points": [6, 20]}})
    tablet = sits(match)
    for side in (0, 1):
        before = tablet.version
        tablet.page.locator(f'[data-input="pin"][data-side="{side}"]').fill("2718")
        tablet.page.locator(f'[data-event*="confirm"][data-event*=\'"side":{side}\']').click()
        tablet.reaches(before + 1)
    assert organizer.get(f"/v1/matches/{match}").json()["confirmation"]["missing"] == []


def test_what_another_tablet_records_is_seen_at_once(organizer: Caller, sits: Callable[..., Tablet]) -> None:
    match = organizer.open("guinote", 4)
    tablet = sits(match)
    organizer.tell(match, TURN_UP)
    tablet.reaches(2)
    organizer.tell(match, {"type": "play", "seat": 1, "card": "1C"})
    tablet.reaches(3)
    assert tablet.page.locator('[data-card="1C"]').count() == 0


def test_two_tablets_never_record_one_card_twice(organizer: Caller, sits: Callable[..., Tablet]) -> None:
    match = organizer.open("guinote", 4)
    tablet = sits(match)
    # The other tablet was first, and word of it has not come here yet.
    tablet.page.route("**/stream", lambda route: route.abort())
    tablet.page.reload()
    tablet.page.wait_for_selector("body[data-version]")
    organizer.tell(match, TURN_UP)
    tablet.card("7O", ("turn_up",)).click()
    tablet.page.wait_for_selector("[data-stopped='conflict'] [data-still='impossible']")
    tablet.page.locator("[data-settle='drop']").click()
    tablet.reaches(2)
    assert [one["type"] for one in entries(organizer, match)] == ["open", "deal"]


def test_what_is_tapped_without_a_network_is_sent_once_it_is_back(
    organizer: Caller, sits: Callable[..., Tablet]
) -> None:
    match = organizer.open("guinote", 4)
    tablet = sits(match)
    tablet.page.context.set_offline(True)
    tablet.card("5O", ("turn_up",)).click()
    tablet.page.wait_for_selector("body[data-pending='1'][data-connection='offline']")
    assert tablet.page.locator(".saved.waiting").count() == 1
    assert [one["type"] for one in entries(organizer, match)] == ["open"]
    tablet.page.context.set_offline(False)
    tablet.reaches(2)
    assert [one["type"] for one in entries(organizer, match)] == ["open", "deal"]


def test_an_answer_that_is_lost_stores_nothing_twice(organizer: Caller, sits: Callable[..., Tablet]) -> None:
    match = organizer.open("guinote", 4)
    tablet = sits(match)
    losses: list[str] = []

    def loses(route: Any) -> None:
        """The service has it, and the tablet never hears so."""
        if losses:
            route.continue_()
            return
        losses.append(route.request.post_data)
        assert route.fetch().status == 201
        route.abort()

    tablet.page.route("**/events", loses)
    tablet.card("5O", ("turn_up",)).click()
    tablet.reaches(2)
    assert len(losses) == 1
    assert [one["type"] for one in entries(organizer, match)] == ["open", "deal"]


@pytest.mark.parametrize(("width", "height"), SCREENS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_everything_can_be_hit(
    running: Running, organizer: Caller, browser: Browser, width: int, height: int, scheme: Any, name: str, seats: int
) -> None:
    match = organizer.open(name, seats, **({"first_dealer": None} if name == "corona" else {}))
    organizer.tell(match, {"type": "deal", "shuffle": True, "seed": "1"})
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale="es-ES", color_scheme=scheme, has_touch=True
    )
    tablet = Tablet(context.new_page(), running.url, match, TOKEN)
    for menu in (None, "undo", "count", "sanction", "more", "score"):
        if menu is None or tablet.opens(menu):
            eventually(lambda: small(tablet.page) == [])
            assert tablet.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            if menu is not None:
                tablet.closes()
    assert tablet.faults == []
    context.close()


@pytest.mark.parametrize(("name", "seats"), [("casino.classic", 4), ("corona", 2)])
def test_a_whole_pack_stands_beside_the_board_on_a_laptop(
    organizer: Caller, sits: Callable[..., Tablet], name: str, seats: int
) -> None:
    tablet = sits(organizer.open(name, seats, **({"first_dealer": None} if name == "corona" else {})))
    tablet.page.locator("[data-card]").first.wait_for()
    for width, height in LAPTOPS:
        tablet.page.set_viewport_size({"width": width, "height": height})
        assert tablet.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert tablet.faults == []


def small(page: Page) -> list[str]:
    """The controls that a thumb would miss: too small."""
    names: list[str] = page.evaluate(
        """(least) => [...document.querySelectorAll("button, input, select")]
            .map((one) => [one, one.getBoundingClientRect()])
            .filter(([, box]) => box.width > 0 && (box.width < least - 0.5 || box.height < least - 0.5))
            .map(([one, box]) => `${one.outerHTML.slice(0, 120)} ${box.width}x${box.height}`)""",
        SMALLEST,
    )
    return names


@pytest.mark.parametrize("width", [360, 820])
def test_the_pad_stays_where_it_is_while_several_cards_are_tapped(
    organizer: Caller, sits: Callable[..., Tablet], width: int
) -> None:
    tablet = sits(organizer.open("escoba", 2))
    tablet.page.set_viewport_size({"width": width, "height": 1180})
    last = tablet.card("12B", ("table",))
    before = last.bounding_box()
    for n, card in enumerate(("7O", "2C", "5E"), 1):
        tablet.card(card, ("table",)).click()
        tablet.page.wait_for_selector(f"button[data-card='{card}'][data-order='{n}']")
        assert last.bounding_box() == before
    last.click()
    tablet.page.locator("[data-event*='deal']").wait_for()
    assert tablet.page.evaluate("scrollY") == 0


def test_the_keys_of_a_deal_are_those_of_the_plays_that_follow(organizer: Caller, sits: Callable[..., Tablet]) -> None:
    """Forty new keys took a slow device the longest after a tap."""
    tablet = sits(organizer.open("guinote", 4))
    tablet.card("5O", ("turn_up",)).wait_for()
    tablet.page.evaluate("window.keys = [...document.querySelectorAll('.pack button')]")
    tablet.record(TURN_UP)
    assert tablet.page.evaluate("window.keys.length") == 40
    assert tablet.page.evaluate("window.keys.every((one) => one.isConnected)")
    assert tablet.page.locator(".pack button[data-card]").count() == 39
