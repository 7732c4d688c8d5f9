"""The replay: every step of a match of any game as the API has it, the reason of a wrong card, and each hand on paper."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from referee.match.registry import rulesets
from tests.browser.looking import Looker, findings
from tests.browser.test_paper import build, revoke
from tests.browser.test_whole_matches import SHORT
from tests.support.by_legal import OverHttp, record
from tests.support.paper import POINTS, print_to_pdf
from tests.support.service import TOKEN, Caller, Running

Json = dict[str, Any]
COUNTED = 0.05
"""The share of hands that are recorded by their figures."""
SHOWN = """() => ({
  version: Number(document.body.dataset.version),
  hands: [...document.querySelectorAll(".holder")].map((one) => one.querySelector("[data-hidden]")
    ? null : [...one.querySelectorAll("[data-card]:not(.gone)")].map((card) => card.dataset.card)),
  felt: [...document.querySelectorAll(".felt [data-card]")].map((card) => card.dataset.card),
  main: [...document.querySelectorAll(".score td.main")].map((cell) => cell.textContent),
  text: document.body.innerText,
})"""
DEALT: Json = {
    "type": "deal",
    "dealer": 3,
    "hands": [
        ["6O", "4C", "5E", "10E", "2B", "3B"],
        ["3O", "12O", "4E", "11E", "12E", "12B"],
        ["1O", "4O", "7O", "1C", "2C", "6C"],
        ["5O", "10O", "5C", "10C", "1B", "6B"],
    ],
    "turn_up": "2O",
    "stock": ["3C", "3E", "11O", "10B", "7C", "2E", "7E", "11B", "6E", "12C", "4B", "7B", "5B", "1E", "11C"],
}


class Onlooker(Looker):
    """A viewer of the replay of a match."""

    def __init__(self, page: Page, url: str, match: str, step: int | None = None, fragment: str = "") -> None:
        super().__init__(page, url, f"/replay/{match}{'' if step is None else f'?step={step}'}{fragment}")
        self.is_there()

    def is_there(self) -> None:
        """Waits until the hand and its sheet are read, and the paper's words on the match."""
        self.page.wait_for_selector('body[data-ready="true"] [data-print="match"]:enabled')

    @property
    def version(self) -> int:
        return int(self.page.evaluate("document.body.dataset.version"))

    def reaches(self, version: int) -> None:
        """Waits until a step is shown."""
        self.page.wait_for_function("v => document.body.dataset.version === String(v)", arg=version)

    def texts_shown(self) -> Json:
        """The texts on the page."""
        state: Json = self.page.evaluate(SHOWN)
        return state


Replays = Callable[..., Onlooker]


@pytest.fixture
def replays(running: Running, context: BrowserContext) -> Replays:
    """Opens the replay of a match for anybody, without a token."""
    return lambda match, step=None, fragment="": Onlooker(context.new_page(), running.url, match, step, fragment)


def open_cards(view: Json) -> set[str]:
    """The open cards in a view, in the words that the games have for them."""
    table = view["table"]
    if view["phase"] == "deal":
        return set()
    builds = [card for build in table.get("builds", ()) for card in build["cards"]]
    armies = [card for army in table.get("armies", ()) for row in ("upright", "turned") for card in army[row]]
    return {*table.get("trick", ()), *table.get("loose", ()), *table.get("cards", ()), *builds, *armies}


def steps_of(organizer: Caller, match: str) -> Iterator[Json]:
    """The steps of a match, hand by hand, as the API has them."""
    last = organizer.get(f"/v1/matches/{match}").json()["hand"]
    for hand in range(1, last + 1):
        yield from organizer.get(f"/v1/matches/{match}/replay", params={"hand": hand}).json()["steps"]


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_each_step_of_a_match_is_shown_as_it_was(replays: Replays, organizer: Caller, name: str) -> None:
    rules = rulesets()[name]
    rng = Random(name)
    match = OverHttp(organizer, name, rng.choice(rules.seats), **SHORT.get(name, {}))
    record(rng, match, COUNTED, unseen=False)
    steps = list(steps_of(organizer, match.id))
    reader = replays(match.id, steps[0]["version"])
    for step in steps:
        reader.reaches(step["version"])
        view = organizer.get(match.address, params={"at": step["version"]}).json()
        state = reader.texts_shown()
        for hand, size, cards in zip(view["hands"], view["hand_sizes"], state["hands"], strict=True):
            assert sorted(cards or []) == sorted(hand or []), step["version"]
            assert (cards is None) == (hand is None and size > 0), step["version"]
        assert open_cards(view) <= set(state["felt"]), step["version"]
        figures = view["score"].get("reading", view["score"]["totals"])
        assert state["main"] == [str(figure) for figure in figures]
        assert not {"undefined", "[object", "NaN"} & set(state["text"].split()), state["text"]
        reader.page.keyboard.press("ArrowRight")
    assert reader.version == steps[-1]["version"]
    reader.page.set_viewport_size({"width": 360, "height": 740})
    assert reader.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for paper, size in POINTS.items():
        assert len(print_to_pdf(reader.page, paper)) == 1
        assert print_to_pdf(reader.page, paper).sizes() == {size}
    assert reader.faults == []


def test_a_match_without_a_card_says_so(running: Running, context: BrowserContext, organizer: Caller) -> None:
    match = OverHttp(organizer, "guinote", 2)
    reader = Looker(context.new_page(), running.url, f"/replay/{match.id}")
    reader.page.get_by_text("aún no se ha echado ninguna carta").wait_for()
    assert reader.faults == []


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_a_match_is_printed_a_hand_a_page(replays: Replays, organizer: Caller, name: str) -> None:
    match = OverHttp(organizer, name, max(rulesets()[name].seats))
    record(Random(f"{name} on paper"), match, 0.0)
    view = organizer.get(match.address).json()
    reader = replays(match.id)
    # The dialog of the browser, which no test can answer.
    reader.page.evaluate("window.print = () => { document.body.dataset.printed = 'true'; }")
    for paper in POINTS:
        reader.page.evaluate("delete document.body.dataset.printed")
        reader.page.click('[data-print="match"]')
        reader.page.wait_for_selector('body[data-printed="true"]')
        sheets = print_to_pdf(reader.page, paper)
        assert len(sheets) == view["hand"]
        for number in range(len(sheets)):
            text = sheets.text(number)
            assert f"Mano {number + 1} de {view['hand']}" in text
            assert all(seat["name"] in text for seat in view["seats"])
            assert match.id in text.replace(" ", "")


def test_the_report_tells_all_that_the_audit_does(replays: Replays, organizer: Caller) -> None:
    revoke_match = revoke(organizer)
    build_match = build(organizer)
    confirm_match = organizer.open("hearts.castillar", 2, params={"rounds": 1}, first_dealer=0, confirm="sides")
    player = organizer.bearer("player", match=confirm_match, seat=1)
    for side, who in ((0, {}), (1, player)):
        put = organizer.put(f"/v1/matches/{confirm_match}/pins/{side}", json={"pin": f"471{side}"}, headers=who)
        assert put.is_success
    organizer.tell(confirm_match, [{"type": "deal", "shuffle": True, "seed": "agosto"}])
    organizer.tell(confirm_match, {"type": "count", "figures": {"points": [10, 16]}})
    version = organizer.version(confirm_match)
    for side, proof in ((0, {"Confirmation-Pin": "4710"}), (1, player)):
        body = {"type": "confirm", "side": side, "hand": 1, "version": version}
        assert organizer.post(f"/v1/matches/{confirm_match}/events", json=body, headers=proof).is_success
    for match, texts in (
        (revoke_match, ("Fiestas", "Encuentro único", "Mesa del rincón", "«se vio la carta, y los dos lo dicen»")),
        (build_match, ("Pendiente. ", "Si se acepta: ", "Si se rechaza: ")),
        # A hand that may not be seen yet is not said to be empty.
        (claim_false_cante(organizer)[0], ("La mano se conocía: tenía …", "La decidió lo anotado")),
        (
            confirm_match,
            (
                *(
                    "De dónde salen los puntos",
                    "10 16 Cada corazón vale 1 punto",
                    "las cartas son las que da la semilla",
                ),
                *("con su PIN", "con su propio acceso", "que puso la organización", "que puso quien juega", "«agosto»"),
            ),
        ),
    ):
        reader = replays(match)
        for paper in POINTS:
            [sheet] = [print_to_pdf(reader.page, paper)]
            assert len(sheet) == 1
            for words in texts:
                assert words in sheet.text(0), sheet.text(0)
        assert reader.faults == []


def claim_false_cante(organizer: Caller) -> tuple[str, int]:
    """A false cante that is claimed: the match, and the version of the cante."""
    match = organizer.open("guinote", 4, first_dealer=3)
    organizer.tell(match, DEALT)
    for seat, card in ((0, "2B"), (1, "3O"), (2, "4O"), (3, "10O")):
        organizer.tell(match, {"type": "play", "seat": seat, "card": card})
    organizer.tell(match, {"type": "cante", "seat": 3, "value": 20, "suit": "C"})
    at = organizer.version(match)
    organizer.tell(match, {"type": "claim", "by": 0, "against": 3, "kind": "cante", "at": at})
    return match, at


def test_a_dispute_is_told_with_its_rule_its_proof_and_its_price(replays: Replays, organizer: Caller) -> None:
    match, at = claim_false_cante(organizer)
    claim = organizer.get(f"/v1/matches/{match}").json()["claims"][0]
    infraction = organizer.get(f"/v1/matches/{match}").json()["infractions"][0]
    clause = next(
        one for one in organizer.get("/v1/rulesets/guinote").json()["clauses"] if one["code"] == infraction["code"]
    )
    reader = replays(match, at, f"#token={TOKEN}")
    page = reader.page
    text = page.locator(".told").inner_text()
    assert clause["es"] in text
    assert clause.get("ruling", {"es": ""})["es"] in text
    page.wait_for_selector(".claim .stake")
    for how, column in (("upheld", 1), ("rejected", 2)):
        answer = organizer.get(f"/v1/matches/{match}/whatif", params={"claim": f"{claim['claim']}:{how}"}).json()
        figures = " – ".join(answer["match"]["score"]["reading"])
        assert page.locator(".claim .stake tbody tr").first.locator("th, td").nth(column).inner_text() == figures
    page.click(f'.broken [data-to="{infraction["proven_at"]}"], .claim [data-to="{claim["ruled_at"]}"]')
    reader.reaches(claim["ruled_at"])
    assert page.url.endswith(f"?step={claim['ruled_at']}")
    report = page.locator('.claim a[target="_blank"]').get_attribute("href")
    zone = page.evaluate("encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)")
    assert report == f"/v1/matches/{match}/claims/{claim['claim']}?format=html&lang=es&zone={zone}"
    assert reader.faults == []


@pytest.mark.parametrize(("seats", "effect"), [(4, "0 – 0 – 0 – 0 → 0 – 26 – 0 – 0"), (2, None)])
def test_what_a_card_did_to_the_score_is_shown(
    replays: Replays, organizer: Caller, seats: int, effect: str | None
) -> None:
    """A black card adds 26 in a match of four; in one of two it changes nothing at the table."""
    match = organizer.open("hearts.castillar", seats, first_dealer=0)
    organizer.tell(match, {"type": "deal"})
    organizer.tell(match, {"type": "sanction", "seat": 1, "card": "black", "reason": "conducta"})
    reader = replays(match, organizer.version(match))
    change = reader.page.locator("[data-score-change]")
    change.wait_for()
    assert reader.page.locator(".told [data-card], .told .card").count() == 0
    assert (effect or "El marcador no cambia") in change.inner_text().replace("\n", " ")
    assert reader.faults == []


@pytest.mark.parametrize("upheld", [True, False])
def test_what_a_ruling_did_to_the_score_is_shown(replays: Replays, organizer: Caller, upheld: bool) -> None:
    match = build(organizer)
    before = organizer.get(f"/v1/matches/{match}").json()
    organizer.tell(match, {"type": "ruling", "claim": "c1", "upheld": upheld, "reason": "se vio"})
    after = organizer.get(f"/v1/matches/{match}").json()
    reader = replays(match, organizer.version(match))
    change = reader.page.locator("[data-score-change]")
    change.wait_for()
    same = (before["score"], before["result"]) == (after["score"], after["result"])
    assert ("El marcador no cambia" in change.inner_text()) is same
    assert same is not upheld
    assert reader.faults == []


def test_the_score_without_a_move_is_asked_for(
    replays: Replays, running: Running, organizer: Caller, browser: Browser
) -> None:
    match, at = claim_false_cante(organizer)
    reader = replays(match, at - 1, f"#token={TOKEN}")
    reader.page.click("[data-without]")
    reader.page.wait_for_selector(".without .stake")
    assert "Sin esta jugada" in reader.page.locator(".without .stake thead").inner_text()
    context = browser.new_context(locale="es-ES")
    stranger = Onlooker(context.new_page(), running.url, match, at - 1)
    stranger.page.click("[data-without]")
    assert "quien ve todas" in stranger.page.locator('.without [role="status"]').inner_text()
    context.close()


def test_hands_are_seen_by_those_who_may(running: Running, organizer: Caller, browser: Browser) -> None:
    match = organizer.open("guinote", 4, first_dealer=3)
    organizer.tell(match, DEALT)
    player = organizer.bearer("player", match=match, seat=2)["Authorization"].removeprefix("Bearer ")
    for token, hands_shown in (("", []), (f"#token={player}", [2]), (f"#token={TOKEN}", [0, 1, 2, 3])):
        context = browser.new_context(locale="es-ES")
        reader = Onlooker(context.new_page(), running.url, match, fragment=token)
        hands = reader.texts_shown()["hands"]
        assert [seat for seat, cards in enumerate(hands) if cards is not None] == hands_shown
        assert reader.page.url == f"{running.url}/replay/{match}?step=2"
        # The device's own data are enough the next time.
        again = Onlooker(context.new_page(), running.url, match)
        assert again.texts_shown()["hands"] == hands
        context.close()


def test_keys_and_fingers_lead_through_a_match(replays: Replays, organizer: Caller) -> None:
    match = OverHttp(organizer, "guinote", 2)
    record(Random("keys"), match, 0.0)
    steps = list(steps_of(organizer, match.id))
    first = [step["version"] for step in steps if step["view"]["hand"] == 1]
    second = [step["version"] for step in steps if step["view"]["hand"] == 2]
    reader = replays(match.id)
    page = reader.page
    reader.reaches(first[0])
    for key, version in (
        *(("ArrowRight", first[1]), ("ArrowLeft", first[0]), ("End", first[-1]), ("ArrowRight", second[0])),
        *(("ArrowLeft", first[-1]), ("Home", first[0]), ("PageDown", second[0]), ("PageUp", first[0])),
    ):
        page.keyboard.press(key)
        reader.reaches(version)
    for button, version in (("after", first[1]), ("last", first[-1]), ("before", first[-2]), ("first", first[0])):
        page.tap(f'[data-go="{button}"]')
        reader.reaches(version)
    page.select_option('[data-input="hand"]', "2")
    reader.reaches(second[0])
    page.tap(f'.sheet-view [data-to="{second[2]}"]')
    reader.reaches(second[2])
    for button in page.locator(".steps button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 56


def test_a_long_match_opens_with_one_hand(replays: Replays, organizer: Caller, context: BrowserContext) -> None:
    match = OverHttp(organizer, "hearts.yppedia", 4)
    record(Random("long"), match, 0.0)
    urls: list[str] = []
    context.on("request", lambda request: urls.append(request.url))
    steps = list(steps_of(organizer, match.id))
    hand = steps[len(steps) // 2]["view"]["hand"]
    reader = replays(match.id, steps[len(steps) // 2]["version"])
    assert reader.version == steps[len(steps) // 2]["version"]
    read = [url for url in urls if "/replay?" in url]
    assert read
    assert all(f"hand={hand}&" in url for url in read)


def test_a_sheet_that_comes_in_several_pages_is_whole(replays: Replays, organizer: Caller) -> None:
    match = organizer.open("guinote", 4, first_dealer=3)
    organizer.tell(match, [{**DEALT}, {"type": "play", "seat": 0, "card": "6O"}])
    for _ in range(2):
        organizer.tell(match, [{"type": "note", "text": "ñ" * 2_000}] * 130, Prefer="return=minimal")
    organizer.tell(match, {"type": "play", "seat": 1, "card": "3O"}, Prefer="return=minimal")
    assert organizer.get(f"/v1/matches/{match}/audit").json()["next"]
    page = replays(match).page
    assert page.locator(".sheet-view td.note").count() == 260
    assert page.locator(".sheet-view tbody tr").count() == 261
    assert page.locator(".sheet-view td:not(.note) a").count() == 2


def test_what_was_taken_back_says_so(replays: Replays, organizer: Caller) -> None:
    match = organizer.open("guinote", 4, first_dealer=3)
    organizer.tell(match, DEALT)
    organizer.tell(match, {"type": "play", "seat": 0, "card": "2B"})
    organizer.tell(match, {"type": "retract", "to": 2, "reason": "otra carta"})
    reader = replays(match, 3, f"#token={TOKEN}")
    assert reader.page.locator("[data-taken-back]").count() == 1
    reader.page.keyboard.press("ArrowRight")
    reader.reaches(4)
    assert "otra carta" in reader.page.locator(".told").inner_text()
    assert reader.page.locator("[data-taken-back]").count() == 0


def test_what_is_not_there_is_told(running: Running, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(f"{running.url}/replay/none?lang=en")
    assert "There is no match at this address." in page.locator('#page [role="alert"]').inner_text()


@pytest.mark.parametrize(("scheme", "width"), [("light", 360), ("dark", 820), ("light", 1920)])
@pytest.mark.parametrize("language", ["es", "en"])
def test_no_serious_finding(
    running: Running, organizer: Caller, browser: Browser, axe: str, language: str, scheme: Any, width: int
) -> None:
    match, at = claim_false_cante(organizer)
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, locale=language)
    for step in (3, at):
        reader = Onlooker(context.new_page(), running.url, match, step, f"#token={TOKEN}")
        assert findings(reader.page, axe) == []
        wide = reader.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width
        assert reader.faults == []
    context.close()


NAMES = ("Jesús", "Estefanía", "María del Pilar", "Wenceslaonepomucenoborrom")
BROKEN = """() => [...document.querySelectorAll(".rows thead th")].filter((one) => one.checkVisibility()).flatMap((head) => {
  const text = head.firstChild;
  return [...text.data.matchAll(/\\S+/g)].filter(([word]) => word.length < 12).flatMap((found) => {
    const range = document.createRange();
    range.setStart(text, found.index);
    range.setEnd(text, found.index + found[0].length);
    return new Set([...range.getClientRects()].map((one) => one.top)).size > 1 ? [found[0]] : [];
  });
})"""
"""The words of the sheet's head that do not stand on one line, of those that a column has room for."""
TOO_WIDE = """() => [...document.querySelectorAll(".sheet-view, .paper-hand")]
  .some((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth)"""


@pytest.mark.parametrize("width", [360, 820, 1920])
def test_names_over_the_sheet_are_broken_between_words(
    running: Running, organizer: Caller, browser: Browser, width: int
) -> None:
    seats = [{"name": name} for name in NAMES]
    body = {"ruleset": "guinote", "seats": seats, "first_dealer": 3}
    match = str(organizer.post("/v1/matches", json=body).json()["id"])
    organizer.tell(match, {"type": "deal", "turn_up": "6O"})
    for seat, card in enumerate(("1C", "3C", "4C", "5C")):
        organizer.tell(match, {"type": "play", "seat": seat, "card": card})
    context = browser.new_context(viewport={"width": width, "height": 800}, locale="es-ES")
    page = Onlooker(context.new_page(), running.url, match).page
    page.wait_for_selector(".sheet-view .rows thead th")
    for media in ("screen", "print"):
        page.emulate_media(media=media)
        assert page.evaluate(BROKEN) == []
        assert not page.evaluate(TOO_WIDE)
    context.close()
