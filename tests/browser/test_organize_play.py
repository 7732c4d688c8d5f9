"""The organizer's decisions during the play, at the organizer's page: results, corrections, ties, cards, claims, calls."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Route

from tests.browser.conftest import SLOW_MACHINE_MS
from tests.browser.desk import Desk
from tests.browser.looking import findings
from tests.browser.sections import PLAY
from tests.support.organizing import TEN, Contest
from tests.support.paper import print_to_pdf
from tests.support.service import TOKEN, Caller, Running

FIVE = TEN[:5]
LOOKS = [("light", 360, 740), ("dark", 820, 1180), ("light", 1920, 1080)]
CLAIMED: list[dict[str, Any]] = [
    {"type": "deal"},
    {"type": "play", "seat": 0, "card": "2C"},
    {"type": "play", "seat": 1, "card": "5D"},
    {"type": "claim", "by": 0, "against": 1, "kind": "revoke", "at": 4},
    {"type": "note", "kind": "call", "seat": 1, "text": "no se ha servido"},
]
LEAST_TARGET = 44
SMALL = """(least) => [...document.querySelectorAll("button, a[href], input, select, summary")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 120)])
  .filter(([box]) => box.height > 0 && (box.height < least - 0.5 || box.width < least - 0.5))
  .map(([box, html]) => `${Math.round(box.width)}x${Math.round(box.height)} ${html}`)"""
WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture
def contest(organizer: Caller) -> Contest:
    """A league of five in which every earlier entrant has won, but for one match that is still to be played."""
    contest = Contest(organizer, *FIVE, discipline={"ladder": ["warning", "match", "expulsion"], "no_show_minutes": 15})
    contest.league(FIVE, but=("Dani-Elena",))
    return contest


@pytest.fixture
def sits_down(running: Running, browser: Browser) -> Iterator[Callable[..., Desk]]:
    """Opens the organizer's page of a championship, on a phone by default."""
    desks: list[tuple[BrowserContext, Desk]] = []

    def sit(contest: Contest, token: str = TOKEN, **look: Any) -> Desk:
        look = {"viewport": {"width": 360, "height": 740}, "locale": "es-ES", "has_touch": True} | look
        context = browser.new_context(service_workers="block", **look)
        context.set_default_timeout(SLOW_MACHINE_MS)
        desks.append((context, Desk(context.new_page(), running.url, contest.championship, token)))
        return desks[-1][1]

    yield sit
    for context, desk in desks:
        context.close()
        assert desk.faults == []


def fills(desk: Desk, contest: Contest, points: dict[str, int]) -> dict[str, Any]:
    """Opens the match of these two, which it returns, and fills in their points."""
    desk.goes("results")
    fixture = contest.fixture(*points)
    desk.fixture(fixture["id"])
    desk.types({f"points.{n}": points[one["name"]] for n, one in enumerate(fixture["entrants"])})
    return fixture


def test_a_result_that_cannot_be_is_refused_in_words_and_the_right_one_is_entered(
    contest: Contest, sits_down: Callable[..., Desk]
) -> None:
    desk = sits_down(contest)
    fills(desk, contest, {"Dani": 40, "Elena": 40})
    assert "104" in desk.page.locator("dialog [data-refused]").inner_text()
    assert desk.page.locator('[data-action="report"]').is_disabled()
    desk.types({"points.0": 40, "points.1": 64})
    assert any("Final" in text for text in desk.foretold())
    desk.decides("report")
    assert contest.view()["phase"] == "final"
    assert contest.fixture("Dani", "Elena")["result"]["points"] == [40, 64]


def test_a_correction_shows_what_it_changes_before_it_is_made(contest: Contest, sits_down: Callable[..., Desk]) -> None:
    contest.report({"Dani": 40, "Elena": 64})
    desk = sits_down(contest)
    fixture = fills(desk, contest, {"Dani": 64, "Elena": 40})
    foretold = desk.foretold()
    assert any(text.startswith("Pasa Elena. Deja de pasar Dani") for text in foretold), foretold
    assert any(text.startswith("Elena: del 5.º al 4.º puesto") and "por puntos" in text for text in foretold), foretold
    assert contest.fixture("Dani", "Elena")["result"]["points"] == fixture["result"]["points"]
    desk.page.locator('dialog [data-open="rules"]').first.click()
    assert desk.page.locator('dialog [data-rule="league.order"]').is_visible()
    desk.decides("correct")
    assert [one["name"] for one in contest.view()["qualified"]] == ["Ana", "Beto", "Carla", "Elena"]


def test_a_correction_that_voids_a_final_which_has_begun_asks_again(
    contest: Contest, organizer: Caller, sits_down: Callable[..., Desk]
) -> None:
    contest.report({"Dani": 40, "Elena": 64})
    [final] = contest.fixtures("final")
    organizer.post("/v1/matches", json={"fixture": final["id"]})
    desk = sits_down(contest)
    fills(desk, contest, {"Dani": 64, "Elena": 40})
    desk.taps("reopen")
    assert any(text.startswith("Se anula lo jugado") for text in desk.foretold())
    desk.decides("correct")
    assert contest.fixtures("final")[0]["id"] != final["id"]


def test_one_did_not_come_nor_did_the_other_then_a_tie_is_ruled_on_by_tapping_its_order(
    contest: Contest, sits_down: Callable[..., Desk]
) -> None:
    fixture = contest.fixture("Dani", "Elena")
    contest.client.put(f"/v1/fixtures/{fixture['id']}/schedule", json={"starts_at": "2020-08-15T17:00:00Z"})
    desk = sits_down(contest, timezone_id="Europe/Madrid")
    desk.waits_in_vain(fixture["entrants"][0], says="era el sáb, 15 ago, 19:00; desde las 19:15")
    fixture = contest.fixture("Dani", "Elena")
    assert fixture["result"]["absent"] == fixture["entrants"][:1]
    desk.goes("results")
    desk.misses(fixture, fixture["entrants"])
    assert contest.awaits() == [("ruling", "Dani", "Elena")]
    by_name = {one["name"]: one for one in fixture["entrants"]}
    desk.goes("standings")
    desk.taps("tie")
    desk.page.wait_for_selector("[data-tried] [data-step]")
    steps = desk.page.locator("[data-tried] [data-step]").evaluate_all("all => all.map(one => one.dataset.step)")
    assert steps == ["points", "diff", "f", "sanctions", "average"]
    desk.page.keyboard.press("Escape")
    desk.rules([by_name["Elena"], by_name["Dani"]])
    assert [one["name"] for one in contest.view()["qualified"]] == ["Ana", "Beto", "Carla", "Elena"]
    desk.page.wait_for_selector("[data-ties]", state="detached")


def test_every_paper_that_is_offered_opens(contest: Contest, organizer: Caller, sits_down: Callable[..., Desk]) -> None:
    desk = sits_down(contest)
    papers: dict[str, str] = {}
    card = {"player": contest.view()["entrants"][0]["id"], "card": "yellow", "reason": "juego lento"}
    assert organizer.post(f"/v1/championships/{contest.championship}/sanctions", json=card).is_success
    for section in ("contests", "fixtures", "standings", "sanctions"):
        desk.goes(section)
        desk.page.wait_for_selector("[data-paper]")
        papers |= desk.page.eval_on_selector_all(
            "[data-paper]", "all => Object.fromEntries(all.map(one => [one.dataset.paper, one.getAttribute('href')]))"
        )
    assert {"fixtures", "sheets", "standings", "correctionsCsv", "general", "generalCsv", "cardsCsv"} <= set(papers)
    for name, path in papers.items():
        answer = organizer.get(path)
        assert answer.status_code == 200, path
        assert answer.headers["content-type"].startswith("text/csv" if name.endswith("Csv") else "text/html"), path


SAYS_NOTHING = (
    """() => addEventListener("afterprint", (event) => event.isTrusted && event.stopImmediatePropagation(), true)"""
)
"""A script that stops the browser from reporting that it has printed."""


def test_what_only_the_organizers_may_read_is_taken_as_a_table(
    contest: Contest, organizer: Caller, sits_down: Callable[..., Desk]
) -> None:
    match = organizer.post("/v1/matches", json={"fixture": contest.fixture("Dani", "Elena")["id"]}).json()["id"]
    hook = {"url": "https://board.example/hooks", "kinds": ["match.event"], "championship": contest.championship}
    webhook = organizer.post("/v1/webhooks", json=hook).json()["id"]
    for _ in range(11):
        assert organizer.post(f"/v1/webhooks/{webhook}/test").is_success
    desk = sits_down(contest)
    organizer.bearer("referee", championship=contest.championship)
    secrets = organizer.bearer("auditor", championship=contest.championship)["Authorization"].split()
    for section, ready, word in (
        ("players", '[data-list="players"] li', "Elena"),
        ("tokens", '[data-list="tokens"] li', "Árbitro"),
        ("watch", f'[data-match="{match}"]', "Dani"),
        ("webhooks", '[data-list="deliveries"] li', "Prueba"),
        ("acts", '[data-list="acts"] li', "Clave creada"),
    ):
        if section == "acts":
            desk.page.goto(f"{desk.url}/organize#token={TOKEN}")
            desk.page.wait_for_selector("section[data-section]")
        desk.goes(section)
        if section == "webhooks":
            desk.taps("deliveries")
        desk.page.locator(ready).first.wait_for()
        with desk.page.expect_download() as download:
            desk.page.locator('[data-action="csv"]').click()
        text = download.value.path().read_text(encoding="utf-8")
        if section == "webhooks":
            # The page shows ten of them at first.
            assert text.count(word) == 11
        assert word in text and download.value.suggested_filename.endswith(".csv")
        # The browser's own dialog would wait for a user. And when it makes a PDF it says that it has printed at a moment of
        # its own, which may be before the PDF has the text of the paper.
        desk.page.evaluate("window.print = () => (window.isPrinted = true)")
        desk.page.evaluate(SAYS_NOTHING)
        desk.page.locator('[data-action="print"]').click()
        desk.page.wait_for_function("() => window.isPrinted")
        desk.page.wait_for_selector("#paper", state="attached")
        paper = print_to_pdf(desk.page, "A4")
        on_paper = " ".join(paper.text(page) for page in range(len(paper)))
        assert download.value.suggested_filename.removesuffix(".csv") in paper.text(0)
        assert word in on_paper
        if section == "webhooks":
            assert on_paper.count(word) == 11
        assert not any(secret in one for secret in secrets[1:] for one in (text, on_paper))
        desk.page.evaluate("dispatchEvent(new Event('afterprint')); delete window.isPrinted")
        assert desk.page.locator("#paper").count() == 0


def test_the_section_that_is_shown_can_be_chosen_again(contest: Contest, sits_down: Callable[..., Desk]) -> None:
    desk = sits_down(contest)
    for _ in range(2):
        desk.goes("leaving")
        assert desk.page.locator("dialog[open]").count() == 0


def test_what_others_decide_comes_by_itself(contest: Contest, sits_down: Callable[..., Desk]) -> None:
    desk = sits_down(contest)
    desk.goes("results")
    fixture = contest.fixture("Dani", "Elena")["id"]
    desk.page.wait_for_selector(f'[data-fixture="{fixture}"][data-state="pending"]')
    contest.report({"Dani": 40, "Elena": 64})
    desk.page.wait_for_selector(f'[data-fixture="{fixture}"][data-state="played"]')
    desk.page.wait_for_selector('[data-kind="final"]')


def test_somebody_leaves_and_somebody_else_comes_to_the_final(contest: Contest, sits_down: Callable[..., Desk]) -> None:
    contest.report({"Dani": 40, "Elena": 64})
    desk = sits_down(contest)
    ids = {one["name"]: one["id"] for one in contest.view()["entrants"]}
    desk.goes("leaving")
    desk.chooses("what", "substitute")
    desk.chooses("player", ids["Ana"])
    assert any(text.startswith("Pasa Elena") for text in desk.foretold())
    desk.decides("substitute")
    assert "Elena" in [one["name"] for one in contest.view()["qualified"]]
    desk.chooses("what", "withdraw")
    desk.chooses("player", ids["Beto"])
    desk.foretold()
    desk.decides("withdraw")
    desk.page.wait_for_selector("[data-gone] li:has-text('Beto')")
    assert [one["player"]["name"] for one in contest.view()["withdrawals"]] == ["Beto"]


def test_a_partner_is_replaced_and_then_the_pair(organizer: Caller, sits_down: Callable[..., Desk]) -> None:
    pairs = [[*TEN[n : n + 2]] for n in range(0, 8, 2)]
    options = {"size": 2, "through": 1, "then": "final"}
    body: dict[str, Any] = {"format": "groups", "params": options, "order": pairs, "entrants": pairs}
    contest = Contest(organizer, *TEN, "Kike", ruleset="guinote", **body)
    for first, second in (pairs[:2], pairs[2:]):
        contest.report({" / ".join(first): 3, " / ".join(second): 1})
    people = organizer.get(f"/v1/championships/{contest.championship}").json()["players"]
    ids = {one["name"]: one["id"] for one in [*people, *contest.view()["entrants"]]}
    desk = sits_down(contest)
    desk.goes("leaving")
    desk.chooses("what", "substitute")
    desk.chooses("player", ids["Ana / Beto"])
    desk.chooses("partner", ids["Ana"])
    desk.chooses("in", ids["Julia"])
    desk.foretold()
    assert not desk.page.evaluate(WIDER)
    desk.decides("substitute")
    desk.page.wait_for_selector("[data-gone] li:has-text('Julia / Beto en lugar de Ana / Beto')")
    assert "Julia / Beto" in {one["name"] for one in contest.fixtures("final")[0]["entrants"]}
    now = next(one["id"] for one in contest.view()["entrants"] if one["name"] == "Julia / Beto")
    desk.chooses("player", now)
    for name in ("Inés", "Kike"):
        desk.chooses("pair", ids[name])
    desk.foretold()
    desk.decides("substitute")
    desk.page.wait_for_selector("[data-gone] li:has-text('Inés / Kike en lugar de Julia / Beto')")
    assert "Inés / Kike" in {one["name"] for one in contest.fixtures("final")[0]["entrants"]}


def test_cards_are_given_outside_at_a_table_and_with_a_result(
    contest: Contest, organizer: Caller, sits_down: Callable[..., Desk]
) -> None:
    match = organizer.post("/v1/matches", json={"fixture": contest.fixture("Dani", "Elena")["id"]}).json()["id"]
    desk = sits_down(contest)
    ids = {one["name"]: one["id"] for one in contest.view()["entrants"]}
    desk.goes("sanctions")
    places = [None, contest.fixture("Dani", "Elena")["id"], contest.fixture("Carla", "Dani")["id"], contest.id]
    for place in places:
        desk.chooses("player", ids["Dani"])
        desk.chooses("card", "black")
        desk.page.wait_for_selector(f"[data-next-step]:has-text('{places.index(place) + 1}.ª tarjeta')")
        if place:
            desk.page.select_option('[data-input="where"]', place)
        if place in places[1:3]:
            # In the words of the game that is played there; and at a recorded match, its effect on the score.
            desk.page.wait_for_selector('[data-rule="hearts.black-2"]')
        if place == places[1]:
            desk.page.wait_for_selector('[data-score-change="0"]')
        desk.decides("sanction")
        desk.page.wait_for_selector(f"[data-register] li:nth-child({places.index(place) + 1})")
    steps = desk.page.locator("[data-register] [data-step]")
    assert steps.first.inner_text() == "4.ª tarjeta en el campeonato: expulsión"
    kinds = steps.evaluate_all("all => all.map(one => one.dataset.step)")
    assert kinds == ["expulsion", "expulsion", "match", "warning"]
    register = organizer.get("/v1/sanctions", params={"player": ids["Dani"]}).json()["items"]
    assert [one["match"] for one in register if one["card"] == "black"] == [None, None, match, None]
    decisions = organizer.get(f"/v1/championships/{contest.championship}/events?limit=200").json()["items"]
    assert [one.get("contest") for one in decisions if one["type"] == "player_sanctioned"] == [None, contest.id]
    assert contest.general()["Dani"] == -1
    acts = desk.page.locator("[data-register] [data-act]")
    out, losing = f"#leaving/{contest.id}/{ids['Dani']}/expulsion", f"#results/{contest.id}/{places[1]}"
    assert acts.evaluate_all("all => all.map(one => one.hash)") == [out, out, losing]
    desk.touch(acts.first)
    desk.page.wait_for_selector('[data-input="reason"][data-value="expulsión"][aria-pressed="true"]')
    desk.decides("withdraw")
    assert [one["player"]["name"] for one in contest.view()["withdrawals"]] == ["Dani"]
    desk.goes("sanctions")
    desk.page.wait_for_selector("[data-register] [data-step]")
    assert acts.evaluate_all("all => all.map(one => one.hash)") == [losing]


def test_the_head_referee_answers_a_call_and_rules_on_a_claim(
    contest: Contest, organizer: Caller, sits_down: Callable[..., Desk]
) -> None:
    fixture = contest.fixture("Dani", "Elena")
    match = organizer.post("/v1/matches", json={"fixture": fixture["id"], "first_dealer": 0, "table": "3"}).json()["id"]
    organizer.tell(match, CLAIMED)
    organizer.put(f"/v1/matches/{match}/presence", json={"label": "Tableta ABC", "pending": 2, "idle_seconds": 7_200})
    head = organizer.bearer("referee", championship=contest.championship)["Authorization"].removeprefix("Bearer ")
    desk = sits_down(contest, head)
    desk.goes("watch")
    items = desk.page.locator("[data-item]")
    items.nth(2).wait_for()
    assert items.evaluate_all("all => all.map(one => one.dataset.item)") == ["call", "claim", "queue"]
    call, claim = items.nth(0).inner_text(), items.nth(1).inner_text()
    assert "llama al árbitro" in call
    assert "Mesa 3" in call
    assert "reclama un renuncio de" in claim
    assert (
        "Tableta ABC (último toque hace 2 h)"
        in desk.page.locator(f'[data-in-play] [data-match="{match}"]').inner_text()
    )
    desk.taps("answer")
    desk.page.wait_for_selector('[data-item="call"]', state="detached")
    desk.taps("rule")
    desk.chooses("verdict", "upheld")
    desk.foretold()
    desk.page.wait_for_selector("dialog [data-score-change]")
    assert organizer.get(f"/v1/matches/{match}").json()["claims"][0]["status"] == "pending"
    desk.decides("rule-claim")
    desk.page.wait_for_selector('[data-item="claim"]', state="detached")
    [claim] = organizer.get(f"/v1/matches/{match}").json()["claims"]
    assert claim["status"] == "upheld"


def test_a_ruling_that_would_void_a_match_which_has_begun_is_given_once_that_was_agreed_to(
    contest: Contest, organizer: Caller, sits_down: Callable[..., Desk]
) -> None:
    """The test puts in the refusal: no claim that waits after its match decides the qualification in so few cards."""
    fixture = contest.fixture("Dani", "Elena")
    match = organizer.post("/v1/matches", json={"fixture": fixture["id"], "first_dealer": 0}).json()["id"]
    organizer.tell(match, CLAIMED[:4])
    desk = sits_down(contest)
    urls: list[str] = []
    desk.page.on("request", lambda one: urls.append(one.url) if one.method == "POST" else None)
    problem = {"code": "closed", "title": "cerrado", "detail": "ya ha empezado la final", "status": 409}
    desk.page.route(f"**/v1/matches/{match}/events?dry_run=true", lambda route: route.fulfill(status=409, json=problem))
    desk.goes("watch")
    desk.taps("rule")
    desk.chooses("verdict", "rejected")
    desk.page.locator('dialog [data-action="reopen"]').wait_for()
    assert desk.page.locator('dialog [data-action="rule-claim"]').count() == 0
    desk.taps("reopen")
    desk.decides("rule-claim")
    desk.page.wait_for_selector('[data-item="claim"]', state="detached")
    [claim] = organizer.get(f"/v1/matches/{match}").json()["claims"]
    assert claim["status"] == "rejected"
    queries = [url.split("/events")[1] for url in urls if "/events" in url]
    assert queries == ["?dry_run=true", "?reopen=true&dry_run=true", "?reopen=true"]


def test_a_table_that_has_said_nothing_for_five_minutes_is_named(
    contest: Contest, organizer: Caller, sits_down: Callable[..., Desk]
) -> None:
    organizer.post("/v1/matches", json={"fixture": contest.fixture("Dani", "Elena")["id"]})
    desk = sits_down(contest)

    def later(route: Route) -> None:
        answer = route.fetch()
        tables = answer.json()
        for one in tables["items"]:
            one["seconds_ago"] = 400
        route.fulfill(response=answer, json=tables)

    desk.page.route("**/tables", later)
    desk.goes("watch")
    item = desk.page.locator('[data-item="silent"]')
    item.wait_for()
    assert "No dice nada desde hace 6 minutos" in item.inner_text()


@pytest.mark.parametrize(("scheme", "width", "height"), LOOKS)
def test_every_section_is_for_everybody(
    contest: Contest,
    organizer: Caller,
    sits_down: Callable[..., Desk],
    axe: str,
    scheme: str,
    width: int,
    height: int,
) -> None:
    body = {"fixture": contest.fixture("Dani", "Elena")["id"], "first_dealer": 0}
    organizer.tell(organizer.post("/v1/matches", json=body).json()["id"], CLAIMED)
    desk = sits_down(contest, viewport={"width": width, "height": height}, color_scheme=scheme, locale="en-GB")
    page = desk.page
    for section in PLAY:
        desk.goes(section)
        page.wait_for_selector(f'section[data-section="{section}"] :is(button, a, table)')
        check_page(desk, axe, section)
    desk.goes("results")
    fixture = contest.fixture("Ana", "Beto")
    desk.fixture(fixture["id"])
    desk.types({"points.0": 50, "points.1": 54})
    desk.foretold()
    check_page(desk, axe, "a correction")
    desk.taps("absence")
    check_page(desk, axe, "a walkover")
    assert "undefined" not in page.locator("body").inner_text()


def check_page(desk: Desk, axe: str, place: str) -> None:
    """No serious finding, nothing too small to touch, nothing wider than the screen."""
    assert findings(desk.page, axe) == [], place
    assert desk.page.evaluate(SMALL, LEAST_TARGET) == [], place
    assert not desk.page.evaluate(WIDER), place
