"""The hall's board: it turns by itself, hears of plays, freezes disputed matches, and comes back."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.looking import OTHER_LOOKS, Looker, findings, looking
from tests.support.hall import FIVE, Hall
from tests.support.rounds_at_work import NAMES as PEOPLE
from tests.support.rounds_at_work import ContestInRounds
from tests.support.service import Caller, Running

STILL = "seconds=600"
"""Turned by the test alone."""


@pytest.fixture
def hall(organizer: Caller) -> Hall:
    return Hall(organizer)


def kinds(page: Page) -> list[str]:
    """The kinds of its slides, in order, until it is back at the first."""
    slides = []
    for _ in range(int(page.locator(".steps span").inner_text().split(" de ")[1])):
        slides.append(str(page.locator("[data-slide]").first.get_attribute("data-slide")))
        page.keyboard.press("ArrowRight")
    return slides


def wait_for_slide(page: Page, kind: str) -> None:
    page.wait_for_selector(f"body[data-slide='{kind}']")


def points(page: Page) -> list[str]:
    page.wait_for_selector(".running")
    return [text.split()[0] for text in page.locator(".sides td").all_inner_texts()]


def test_it_turns_by_itself_and_stands_when_it_is_told_to(hall: Hall, looks: Callable[[str], Looker]) -> None:
    hall.guinote()
    page = looks(f"/board/{hall.championship}?seconds=3").page
    wait_for_slide(page, "table")
    wait_for_slide(page, "next")
    wait_for_slide(page, "standings")
    page.keyboard.press(" ")
    page.wait_for_selector("body[data-paused='true']")
    before = page.locator(".steps span").inner_text()
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Siguiente").click()
    assert page.locator(".steps span").inner_text() == before
    page.get_by_role("button", name="Seguir").click()
    page.wait_for_function("before => document.querySelector('.steps span').innerText !== before", arg=before)


def test_what_is_played_comes_by_itself_and_nothing_is_asked_for_while_nothing_is(
    hall: Hall, looks: Callable[[str], Looker]
) -> None:
    match = hall.guinote()
    looker = looks(f"/board/{hall.championship}?only={match}&{STILL}")
    page = looker.page
    assert sorted(points(page)) == ["0", "21"]
    count = len(looker.paths)
    hall.lays(match, "2C", "7C")
    page.wait_for_selector(".running[data-version='8']")
    assert page.locator(".card:not(.last .card)").count() == 3  # the trick and the card turned up
    assert page.locator(".last .card").count() == 4
    assert "Mano 1" in page.locator(".now .lines").inner_text()
    assert {path.partition("?")[0] for path in looker.paths[count:]} == {f"/v1/matches/{match}"}


def test_a_result_changes_the_standings_that_are_shown(hall: Hall, looks: Callable[[str], Looker]) -> None:
    page = looks(f"/board/{hall.championship}?{STILL}").page
    page.keyboard.press("ArrowRight")
    wait_for_slide(page, "standings")
    first = page.locator(".standings tbody tr").first
    assert "Dámaso" in first.inner_text()
    hall.league.report({"Ángeles": 30, "Estrella": 74})
    page.wait_for_function("() => document.querySelector('.standings tbody tr').innerText.includes('Ángeles')")


def test_a_claim_freezes_the_score_before_what_is_disputed(hall: Hall, looks: Callable[[str], Looker]) -> None:
    match = hall.opens(hall.league.fixture("Concha", "Estrella"))
    hall.client.tell(match, {"type": "count", "figures": {"points": [10, 16]}})
    hall.client.tell(match, {"type": "deal"})
    hall.client.tell(match, {"type": "play", "seat": 0, "card": "2C"})
    hall.client.tell(match, {"type": "play", "seat": 1, "card": "5D"})
    page = looks(f"/board/{hall.championship}?only={match}&{STILL}").page
    assert points(page) == ["10", "16"]
    hall.client.tell(match, {"type": "claim", "by": 0, "against": 1, "kind": "revoke", "at": 5})
    page.wait_for_selector(".running[data-frozen='4']")
    assert "Reclamación pendiente" in page.locator(".frozen").inner_text()
    assert page.locator("tr.turn").count() == 0
    hall.client.tell(match, {"type": "count", "figures": {"points": [4, 22]}})
    page.wait_for_selector(".running[data-version='7'][data-frozen='4']")
    assert points(page) == ["10", "16"]
    hall.client.tell(match, {"type": "ruling", "claim": "c1", "upheld": False, "reason": "visto"})
    page.wait_for_selector(".running:not([data-frozen])")
    assert points(page) == ["14", "38"]


def test_a_commentator_sees_no_results(hall: Hall, looks: Callable[[str], Looker]) -> None:
    hall.guinote()
    page = looks(f"/board/{hall.championship}?no-results&{STILL}").page
    page.wait_for_selector(".running")
    assert page.locator(".sides td").count() == 0
    assert "21" not in page.locator("main").inner_text()
    assert kinds(page) == ["table", "next"]


def test_a_commentator_does_not_learn_who_won(hall: Hall, looks: Callable[[str], Looker]) -> None:
    """A match that is over stays on the board until its fixture is: its words then come from the match alone."""
    match = hall.guinote()
    over = hall.client.get(f"/v1/matches/{match}").json()
    over |= {"status": "finished", "turn": None, "result": {"winner_sides": [0]}}
    page = looks(f"/board/{hall.championship}?only=none").page
    page.route(f"**/v1/matches/{match}", lambda route: route.fulfill(json=over))
    for query, text in ((f"only={match}", "Ganan "), (f"only={match}&no-results", "Terminado")):
        page.goto(page.url.partition("?")[0] + f"?{query}&{STILL}")
        page.locator(".running .headline").wait_for()
        assert page.locator(".running .headline").inner_text().startswith(text)
    assert page.locator(".sides td").count() == 0


def test_the_round_that_is_played_is_shown_by_table_until_it_is_over(
    organizer: Caller, looks: Callable[[str], Looker]
) -> None:
    contest = ContestInRounds.of_pairs(organizer, *PEOPLE)
    view = contest.pair()
    page = looks(f"/board/{contest.championship}?{STILL}").page
    wait_for_slide(page, "round")
    assert page.locator(".slide h2").inner_text() == "Guiñote · Ronda 1"
    rows = page.locator(".seating tr")
    seating = [[cell.strip() for cell in row.split("\t")[:3]] for row in rows.all_inner_texts()]
    assert seating == [[f"Mesa {pair['table']}", *(one["name"] for one in pair["entrants"])] for pair in view["pairs"]]
    assert page.locator(".rests").inner_text() == f"Descansa {view['rest']['player']['name']}"
    # Those who are in the round are no matches to come beside it.
    assert kinds(page) == ["round", "standings"]
    first, second = view["pairs"]
    assert organizer.post(f"/v1/fixtures/{first['fixture']}/result", json={"points": [3, 1]}).is_success
    rows.first.get_by_text("3 – 1").wait_for()
    assert organizer.post(f"/v1/fixtures/{second['fixture']}/result", json={"points": [0, 3]}).is_success
    page.wait_for_selector("[data-slide='standings']")
    assert page.locator(".standings thead").inner_text().split() == ["#", "Jugador", "J", "+/−", "Ptos", "Buch."]
    contest.pair(draft=True)
    page.wait_for_selector(f"body[data-version='{contest.view()['version']}']")
    assert page.locator("section[data-slide='standings']").count() == 1


def test_a_commentator_sees_the_tables_of_a_round_without_results(
    organizer: Caller, looks: Callable[[str], Looker]
) -> None:
    contest = ContestInRounds.of_pairs(organizer, *PEOPLE)
    first, _ = contest.pair()["pairs"]
    assert organizer.post(f"/v1/fixtures/{first['fixture']}/result", json={"points": [3, 1]}).is_success
    page = looks(f"/board/{contest.championship}?no-results&{STILL}").page
    wait_for_slide(page, "round")
    assert page.locator(".seating .result").all_inner_texts() == ["", ""]


def test_only_what_the_address_asks_for(hall: Hall, looks: Callable[[str], Looker]) -> None:
    match = hall.guinote()
    contest = hall.league.id
    page = looks(f"/board/{hall.championship}?only={contest}&{STILL}").page
    assert kinds(page) == ["next", "standings"]
    page = looks(f"/board/{hall.championship}?only={match}&{STILL}").page
    page.wait_for_selector(".running")
    assert page.locator(".steps").count() == 0
    page = looks(f"/board/{hall.championship}?only=none").page
    page.get_by_text("No hay nada que mostrar").wait_for()


def test_it_says_how_old_it_is_and_comes_back_by_itself(hall: Hall, looks: Callable[[str], Looker]) -> None:
    match = hall.guinote()
    page = looks(f"/board/{hall.championship}?only={match}&{STILL}").page
    page.wait_for_selector(".running[data-version='6']")
    assert "En directo" in page.locator(".age").inner_text()
    page.context.set_offline(True)
    page.wait_for_selector("body[data-connection='offline']")
    assert "lo que se ve es de hace" in page.locator(".age").inner_text()
    hall.lays(match, "2C")
    page.context.set_offline(False)
    page.wait_for_selector(".running[data-version='7']")
    page.wait_for_selector("body[data-connection='online']")


def test_whoever_asks_for_a_championship_that_is_not_there_is_told_so(looks: Callable[[str], Looker]) -> None:
    looks("/board/01920000-0000-7000-8000-00000000dead").page.get_by_text("No hay nada en esta dirección").wait_for()


@pytest.mark.parametrize("look", OTHER_LOOKS)
def test_no_serious_finding_and_nothing_moves_where_that_is_unwanted(
    running: Running, hall: Hall, browser: Browser, axe: str, look: Any
) -> None:
    hall.guinote()
    with looking(browser, running.url, f"/board/{hall.championship}?{STILL}", look) as looker:
        page = looker.page
        for kind in ("table", "next", "standings"):
            wait_for_slide(page, kind)
            assert findings(page, axe) == [], kind
            assert page.evaluate("getComputedStyle(document.querySelector('.slide')).animationName") == "none"
            page.keyboard.press("ArrowRight")


READ_FROM_TEN_METRES = 45
"""Pixels of 1080. On a screen a metre high a capital letter is then 29 mm: twice what normal eyes tell at ten metres (15 mm)."""
NAMES = ".sides th, .standings tbody th.name, .podium .winner, .coming span, .seating td"
HEIGHTS = """selector => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
  .map((one) => [one.innerText.split("\\n")[0], parseFloat(getComputedStyle(one).fontSize)])"""


def test_every_name_is_read_from_ten_metres(hall: Hall, looks: Callable[[str], Looker]) -> None:
    hall.guinote()
    page = looks(f"/board/{hall.championship}?{STILL}").page
    page.set_viewport_size({"width": 1920, "height": 1080})
    names = set()
    for kind in ("table", "next", "standings"):
        wait_for_slide(page, kind)
        sizes = page.evaluate(HEIGHTS, NAMES)
        assert sizes, kind
        assert [one for one in sizes if one[1] < READ_FROM_TEN_METRES] == [], kind
        names |= {name for name, _ in sizes}
        page.keyboard.press("ArrowRight")
    assert len(names) >= len(FIVE)


def test_every_pair_of_a_round_is_read_from_ten_metres_without_leaving_the_screen(
    organizer: Caller, looks: Callable[[str], Looker]
) -> None:
    contest = ContestInRounds.of_pairs(organizer, *(f"Zacarías Etxeberria {n}" for n in range(50)))
    contest.pair()
    page = looks(f"/board/{contest.championship}?{STILL}").page
    page.set_viewport_size({"width": 1920, "height": 1080})
    tables = []
    for part in (1, 2):
        page.get_by_role("heading", name=f"Guiñote · Ronda 1 · {part}/2").wait_for()
        sizes = page.evaluate(HEIGHTS, NAMES)
        assert sizes and [one for one in sizes if one[1] < READ_FROM_TEN_METRES] == []
        assert page.evaluate("document.documentElement.scrollHeight") <= 1080
        tables += page.locator(".seating th").all_inner_texts()
        page.keyboard.press("ArrowRight")
    assert tables == [f"Mesa {n}" for n in range(1, 13)]
