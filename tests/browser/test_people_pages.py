"""The pages for reading: a championship with all decisions in it, and a person with all its matches."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.looking import OTHER_LOOKS, WIDER, Looker, findings, looking
from tests.support.hall import Hall
from tests.support.rounds_at_work import ContestInRounds
from tests.support.service import Caller, Running


@pytest.fixture
def hall(organizer: Caller) -> Hall:
    """A hall in which a result was corrected and a card given."""
    hall = Hall(organizer)
    hall.guinote()
    assert hall.league.correct({"Concha": 60, "Dámaso": 44}, "acta mal sumada").status_code == 200
    card = {"player": hall.player("Bernardo"), "card": "yellow", "reason": "juego lento"}
    assert organizer.post(f"/v1/championships/{hall.championship}/sanctions", json=card).status_code == 201
    return hall


def test_a_championship_with_the_rule_that_decided_each_row(hall: Hall, looks: Callable[[str], Looker]) -> None:
    page = looks(f"/championships/{hall.championship}").page
    league = page.locator(f'[data-contest="{hall.league.id}"]')
    league.wait_for()
    for row in hall.league.standings()["rows"]:
        text = league.locator(f'tr[data-player="{row["player"]["id"]}"]').inner_text()
        assert text.split()[0] == str(row["place"])
        assert {"diff": "por diferencia", "open": "empate, de momento", "points": "por puntos"}[
            row["decided_by"]
        ] in text
    fixture = hall.league.fixture("Concha", "Dámaso")
    assert "60 – 44" in league.locator(f'[data-fixture="{fixture["id"]}"]').inner_text()
    correction = league.locator("[data-correction]").inner_text()
    assert "61 – 43 → 60 – 44" in correction
    assert "acta mal sumada" in correction
    assert "juego lento" in page.locator('[data-part="sanctions"]').inner_text()
    csv = league.locator("a[download]").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert [href.partition("&zone=")[0] for href in csv] == [
        f"/v1/contests/{hall.league.id}/{what}?format=csv&lang=es" for what in ("standings", "fixtures", "changes")
    ]
    # Everything that is a table or a register can be taken to a spreadsheet, from where it stands.
    for part in page.locator(".part:has(table), [data-part='sanctions']").all():
        for table in part.locator("a[download]").evaluate_all("all => all.map(one => one.getAttribute('href'))"):
            assert hall.client.get(table).headers["content-type"].startswith("text/csv"), table
        assert part.locator("a[download]").count() > 0, part.inner_text()


def test_what_changes_comes_by_itself(hall: Hall, looks: Callable[[str], Looker]) -> None:
    page = looks(f"/championships/{hall.championship}").page
    fixture = hall.league.fixture("Ángeles", "Estrella")
    place = page.locator(f'[data-fixture="{fixture["id"]}"]')
    place.get_by_text("Por jugar").wait_for()
    hall.league.report({"Ángeles": 30, "Estrella": 74})
    place.locator(".side", has_text="74").wait_for()


def test_a_table_of_the_round_is_found_by_a_name(organizer: Caller, looks: Callable[[str], Looker]) -> None:
    people = [f"{name} {n}" for n in range(42) for name in ("Ángel", "Noé")][:42]
    contest = ContestInRounds.of_pairs(organizer, *people)
    contest.play(contest.pair())
    view = contest.pair()
    page = looks(f"/championships/{contest.championship}").page
    assert page.locator(".round h4").all_inner_texts() == ["Ronda 2", "Ronda 1"]
    search = page.get_by_label("Ronda 2: busque su mesa por un nombre")
    places = page.locator(".find li")
    assert places.count() == 0
    pair = view["pairs"][6]
    search.fill(pair["entrants"][1]["players"][0]["name"].upper().replace("Á", "A") + " /")
    assert places.count() == 1
    assert "Mesa 7" in places.inner_text()
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate(WIDER) is False
    assert all(one["name"] in places.inner_text().replace("\n", " ") for one in pair["entrants"])
    search.fill(view["rest"]["player"]["name"])
    assert places.all_inner_texts() == [f"Descansa {view['rest']['player']['name']}"]
    search.fill("nadie")
    assert places.all_inner_texts() == ["Nadie con ese nombre juega esta ronda."]


def test_paper_has_what_is_read_and_nothing_to_tap(hall: Hall, looks: Callable[[str], Looker]) -> None:
    page = looks(f"/championships/{hall.championship}").page
    page.locator("[data-contest]").first.wait_for()
    page.emulate_media(media="print")
    assert page.locator("nav, button, .ways").evaluate_all(
        "all => all.every(one => getComputedStyle(one).display === 'none')"
    )
    assert page.locator("th", has_text="F").first.is_visible()


def test_a_person_and_what_is_left_of_one_who_was_erased(
    hall: Hall, organizer: Caller, looks: Callable[[str], Looker]
) -> None:
    player = hall.player("Bernardo")
    page = looks(f"/championships/{hall.championship}").page
    page.get_by_role("link", name="Bernardo", exact=True).first.click()
    page.wait_for_selector("[data-part='titles']")
    assert page.url.endswith(f"/players/{player}")
    assert page.locator("h1").inner_text() == "Bernardo"
    assert "Fiestas" in page.locator("[data-part='titles']").inner_text()
    calendar = page.locator("[data-part='titles'] a.way").get_attribute("href")
    assert calendar == f"/v1/championships/{hall.championship}/calendar.ics?lang=es&player={player}"
    assert organizer.get(calendar).headers["content-type"].startswith("text/calendar")
    assert "juego lento" in page.locator("[data-part='sanctions']").inner_text()
    for part in ("record", "sanctions"):
        table = page.locator(f"[data-part='{part}'] a[download]").get_attribute("href")
        assert organizer.get(table).headers["content-type"].startswith("text/csv")
    assert page.locator("[data-ruleset='guinote'] td").all_inner_texts() == ["0", "0"]
    assert "Sin acabar: 1" in page.locator("[data-ruleset='guinote']").inner_text()
    assert organizer.delete(f"/v1/players/{player}").status_code == 204
    page.reload()
    page.get_by_role("heading", name="Nombre borrado").wait_for()
    assert "Bernardo" not in page.locator("main").inner_text()
    page.goto(page.url.replace(f"/players/{player}", f"/championships/{hall.championship}"))
    page.locator("[data-contest]").first.wait_for()
    assert "Bernardo" not in page.locator("main").inner_text()


def test_calendar_and_feed_are_there_before_anything_is_drawn(
    organizer: Caller, looks: Callable[[str], Looker]
) -> None:
    championship = organizer.post("/v1/championships", json={"name": "Vendimia"}).json()["id"]
    page = looks(f"/championships/{championship}").page
    page.locator("a.way", has_text="Calendario").wait_for()
    links = page.locator(".ways a").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert links == [
        f"/v1/championships/{championship}/calendar.ics?lang=es",
        f"/championships/{championship}/results.atom?lang=es",
    ]
    assert [organizer.get(link).status_code for link in links] == [200, 200]


@pytest.mark.parametrize("path", ["championships", "players"])
def test_whoever_is_not_there(path: str, looks: Callable[[str], Looker]) -> None:
    page = looks(f"/{path}/01920000-0000-7000-8000-00000000dead").page
    page.get_by_text("No hay nada en esta dirección").wait_for()


@pytest.mark.parametrize("look", OTHER_LOOKS)
def test_no_serious_finding(running: Running, hall: Hall, browser: Browser, axe: str, look: Any) -> None:
    for path in (f"/championships/{hall.championship}", f"/players/{hall.player('Bernardo')}", "/ratings"):
        with looking(browser, running.url, path, look) as looker:
            looker.page.locator(".part").first.wait_for()
            assert findings(looker.page, axe) == []
