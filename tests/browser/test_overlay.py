"""The overlay of a stream: a lower third over nothing, which shows what the board shows, and comes back by itself."""

from base64 import b64encode
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from referee.match.registry import rulesets
from tests.browser.conftest import SLOW_MACHINE_MS
from tests.browser.looking import Looker
from tests.browser.test_cuts import hand
from tests.browser.test_whole_matches import dealer
from tests.support.hall import Hall
from tests.support.line import Line
from tests.support.organizing import Contest, smallest
from tests.support.service import TOKEN, Caller, Running

STILL = "seconds=600"
CANVASES = [(1920, 1080), (1280, 720)]
NOTHING = "rgba(0, 0, 0, 0)"
LONG = ("María del Pilar Fernández de Córdoba y Ruiz", "José Antonio Bartolomé Ibáñez de Aldecoa")
DRAWN = """async picture => {
  const image = new Image();
  image.src = "data:image/png;base64," + picture;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  const brush = canvas.getContext("2d");
  brush.drawImage(image, 0, 0);
  const { data } = brush.getImageData(0, 0, image.width, image.height);
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
  for (let i = 3; i < data.length; i += 4)
    if (data[i] > 0) {
      const [x, y] = [((i - 3) / 4) % image.width, Math.floor((i - 3) / 4 / image.width)];
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
    }
  return right < 0 ? null : [left / image.width, top / image.height, (right + 1) / image.width, (bottom + 1) / image.height];
}"""
"""In a page, the part of a picture that is not transparent: left, top, right, bottom, as parts of the whole; or null."""
CUT_OFF = """() => [document.documentElement, ...document.querySelectorAll(".third, .third .both > *")]
  .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
  .map((one) => [one.className, one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight])"""
"""In a page, what is larger than its place."""
TEXTS = """selector => {
  const place = document.querySelector(selector);
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const texts = [...place.querySelectorAll("[aria-label]")].map((one) => one.getAttribute("aria-label"));
  while (walker.nextNode()) texts.push(walker.currentNode.data.trim());
  return [...new Set(texts.filter(Boolean))].sort();
}"""
"""In a page, everything that a part of it says, seen or read out."""
COLOURS = (
    """() => ["html", "body", "#page"].map((one) => getComputedStyle(document.querySelector(one)).backgroundColor)"""
)


@pytest.fixture
def hall(organizer: Caller) -> Hall:
    return Hall(organizer)


def drawn_part(page: Page) -> list[float] | None:
    """The part of the picture that is drawn on."""
    part: list[float] | None = page.evaluate(DRAWN, b64encode(page.screenshot(omit_background=True)).decode())
    return part


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), CANVASES)
def test_nothing_is_drawn_but_a_lower_third_that_every_screen_shows(
    running: Running, hall: Hall, browser: Browser, width: int, height: int, scheme: Any
) -> None:
    hall.guinote()
    size: Any = {"width": width, "height": height}
    context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce", locale="es-ES")
    context.set_default_timeout(SLOW_MACHINE_MS)
    for kind in ("table", "next", "standings"):
        page = context.new_page()
        looker = Looker(page, running.url, f"/board/{hall.championship}?overlay&show={kind}&{STILL}")
        page.wait_for_selector(f".third[data-third='{kind}']")
        assert page.evaluate(COLOURS) == [NOTHING] * 3
        left, top, right, bottom = drawn_part(page) or [0, 0, 0, 0]
        assert (left >= 0.05, top >= 2 / 3, right <= 0.95, bottom <= 0.95) == (True,) * 4, (left, top, right, bottom)
        assert page.evaluate(CUT_OFF) == []
        assert page.evaluate("document.documentElement.clientWidth === innerWidth")
        assert page.locator("button, a, input, audio, video").count() == 0
        assert looker.faults == []
        page.close()
    assert context.cookies() == []
    context.close()


def test_it_has_no_colour_of_its_own_before_it_runs(running: Running, hall: Hall, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    page.route("**/board.*.js", lambda route: None)
    page.goto(f"{running.url}/board/{hall.championship}?overlay", wait_until="commit")
    page.wait_for_selector("#page", state="attached")
    page.wait_for_function("() => document.styleSheets.length > 0")
    assert page.evaluate(COLOURS) == [NOTHING] * 3
    context.close()


def test_over_nothing_to_show_there_is_nothing(hall: Hall, looks: Callable[[str], Looker]) -> None:
    page = looks(f"/board/{hall.championship}?overlay=table").page
    page.wait_for_selector("body[data-version]:not([data-version=''])", state="attached")
    assert drawn_part(page) is None
    page = looks("/board/01920000-0000-7000-8000-00000000dead?overlay").page
    page.get_by_text("No hay nada en esta dirección").wait_for()


def test_it_changes_by_itself_between_the_kinds_that_are_asked_for(hall: Hall, looks: Callable[[str], Looker]) -> None:
    hall.guinote()
    for query, kinds in (
        ("overlay", {"table", "next", "standings"}),
        ("overlay=standings,next", {"standings", "next"}),
    ):
        page = looks(f"/board/{hall.championship}?{query}&seconds=3").page
        for kind in sorted(kinds):
            page.wait_for_selector(f".third[data-third='{kind}']")
        others = {"table", "next", "standings"} - kinds
        assert page.locator(", ".join(f"[data-third='{kind}']" for kind in others) or "nav").count() == 0


@pytest.mark.parametrize(("language", "turn"), [("es", "Le toca a "), ("en", " to play")])
def test_a_play_changes_it_and_so_does_one_that_came_while_the_line_was_cut(
    running: Running, hall: Hall, browser: Browser, language: str, turn: str
) -> None:
    match, line = hall.guinote(), Line(running.url)
    context = browser.new_context(viewport={"width": 1280, "height": 720}, locale="fr-FR")
    context.set_default_timeout(SLOW_MACHINE_MS)
    page = context.new_page()
    page.goto(f"{line.url}/board/{hall.championship}?overlay=table&match={match}&lang={language}")
    page.wait_for_selector(".third [data-version='6']")
    assert turn in page.locator(".headline").inner_text()
    hall.lays(match, "2C")
    page.wait_for_selector(".third [data-version='7']")
    assert page.locator(".third .laid:not(.last) figure .card").count() == 1
    line.cut()
    page.wait_for_selector("body[data-connection='offline']", state="attached")
    hall.lays(match, "7C")
    line.mend()
    page.wait_for_selector(".third [data-version='8']")
    page.wait_for_selector("body[data-connection='online']", state="attached")
    assert page.locator(".late").count() == 0
    context.close()
    line.close()


def test_what_is_old_says_so(hall: Hall, looks: Callable[[str], Looker], context: Any) -> None:
    context.clock.install()
    page = looks(f"/board/{hall.championship}?overlay&show=standings").page
    page.wait_for_selector(".third")
    context.set_offline(True)
    page.wait_for_selector("body[data-connection='offline']", state="attached")
    context.clock.fast_forward(20_000)
    page.get_by_text("lo que se ve es de hace").wait_for()


def test_a_match_that_is_named_stays_with_its_result(hall: Hall, looks: Callable[[str], Looker]) -> None:
    fixture = hall.league.fixture("Concha", "Estrella")
    match = hall.opens(fixture)
    one = looks(f"/board/{hall.championship}?overlay&match={match}&{STILL}&show=table").page
    all_ = looks(f"/board/{hall.championship}?overlay=table&{STILL}").page
    for page in (one, all_):
        page.wait_for_selector(".third [data-match]")
    while hall.client.get(f"/v1/matches/{match}").json()["status"] == "open":
        hall.client.tell(match, {"type": "count", "figures": {"points": [10, 16]}})
    one.wait_for_function("() => document.querySelector('.third .headline')?.innerText.startsWith('Gana')")
    all_.wait_for_selector(".third", state="detached")


def test_a_claim_hides_the_turn_and_the_cards_and_what_came_after(hall: Hall, looks: Callable[[str], Looker]) -> None:
    match = hall.opens(hall.league.fixture("Concha", "Estrella"))
    hall.client.tell(match, {"type": "count", "figures": {"points": [10, 16]}})
    hall.client.tell(match, {"type": "deal"})
    hall.client.tell(match, {"type": "play", "seat": 0, "card": "2C"})
    hall.client.tell(match, {"type": "play", "seat": 1, "card": "5D"})
    page = looks(f"/board/{hall.championship}?overlay&match={match}&{STILL}").page
    page.wait_for_selector(".third .laid .card")
    hall.client.tell(match, {"type": "claim", "by": 0, "against": 1, "kind": "revoke", "at": 5})
    page.wait_for_selector(".third [data-frozen='4']")
    hall.client.tell(match, {"type": "count", "figures": {"points": [4, 22]}})
    page.wait_for_selector(".third [data-version='7'][data-frozen='4']")
    assert [text.split()[0] for text in page.locator(".third .figure").all_inner_texts()] == ["10", "16"]
    assert page.locator(".third .turn, .third .card").count() == 0
    assert "Reclamación pendiente" in page.locator(".frozen").inner_text()


def test_a_commentator_sees_no_results(hall: Hall, looks: Callable[[str], Looker]) -> None:
    hall.guinote()
    page = looks(f"/board/{hall.championship}?overlay=table&no-results&{STILL}").page
    page.wait_for_selector(".third .sides")
    assert page.locator(".third .figure").count() == 0
    assert "21" not in page.locator("main").inner_text()
    page = looks(f"/board/{hall.championship}?overlay=standings&no-results&{STILL}").page
    page.wait_for_selector("body[data-version]:not([data-version=''])", state="attached")
    assert page.locator(".third").count() == 0


def test_who_was_erased_has_no_name(hall: Hall, looks: Callable[[str], Looker]) -> None:
    assert hall.client.delete(f"/v1/players/{hall.player('Dámaso')}").is_success
    page = looks(f"/board/{hall.championship}?overlay=standings&{STILL}").page
    page.wait_for_selector(".third .ranks li")
    assert "Dámaso" not in page.locator("main").inner_text()
    assert page.locator(".third .ranks li").count() == len(hall.league.rows())


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_it_tells_of_a_table_what_the_board_tells_and_has_room_for_it(
    running: Running, organizer: Caller, browser: Browser, name: str
) -> None:
    contest = smallest(organizer, name)
    [fixture, *_] = contest.fixtures()
    match = str(
        organizer.post("/v1/matches", json={"fixture": fixture["id"], "first_dealer": 0} | dealer(name)).json()["id"]
    )
    seats = len(organizer.get(f"/v1/matches/{match}").json()["seats"])
    context = browser.new_context(viewport={"width": 1280, "height": 720}, locale="es-ES", reduced_motion="reduce")
    context.set_default_timeout(SLOW_MACHINE_MS)
    path, overlay, board = f"/board/{contest.championship}?{STILL}&only={match}", context.new_page(), context.new_page()
    overlay.goto(f"{running.url}{path}&overlay")
    board.goto(f"{running.url}{path}")
    for event in hand(Random(name), name, seats):
        organizer.tell(match, event)
        version = organizer.version(match)
        overlay.wait_for_selector(f".third [data-version='{version}']")
        board.wait_for_selector(f".running[data-version='{version}']")
        texts = set(overlay.evaluate(TEXTS, ".third .both"))
        assert texts - set(board.evaluate(TEXTS, ".running")) == set()
        assert overlay.evaluate(CUT_OFF) == [], event
    context.close()


@pytest.mark.parametrize(("width", "height"), CANVASES)
def test_the_longest_names_have_room(
    running: Running, organizer: Caller, browser: Browser, width: int, height: int
) -> None:
    people = [f"{name} {number}" for name in LONG for number in ("Primero", "Segundo", "Tercero", "Cuarto")]
    contest = Contest(
        organizer, *people, ruleset="guinote", format="league", order=[people[n : n + 2] for n in (0, 2, 4, 6)]
    )
    match = str(organizer.post("/v1/matches", json={"fixture": contest.fixtures()[0]["id"]}).json()["id"])
    organizer.tell(match, {"type": "deal", "turn_up": "6O"})
    size: Any = {"width": width, "height": height}
    context = browser.new_context(viewport=size, locale="es-ES", reduced_motion="reduce")
    context.set_default_timeout(SLOW_MACHINE_MS)
    page = context.new_page()
    for kind in ("table", "next", "standings"):
        page.goto(f"{running.url}/board/{contest.championship}?overlay={kind}&{STILL}")
        page.wait_for_selector(f".third[data-third='{kind}']")
        assert page.evaluate(CUT_OFF) == [], kind
    context.close()


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_organizer_reads_the_address_and_how_it_is_set_up(
    running: Running, hall: Hall, context: Any, language: str
) -> None:
    page = context.new_page()
    page.goto(f"{running.url}/organize/{hall.championship}?lang={language}#token={TOKEN}")
    page.wait_for_selector("section[data-section]")
    page.evaluate("() => { location.hash = 'start'; }")
    address = f"{running.url}/board/{hall.championship}?overlay&lang={language}"
    help_ = page.locator("[data-public='overlay']").get_attribute("href")
    page.goto(f"{running.url}{help_}")
    assert page.locator("[data-overlay]").inner_text() == address
    assert "OBS" in page.locator("main, body").first.inner_text()
    page.goto(address)
    page.wait_for_selector(".third")
