"""Ratings on the pages: their table, in a game and as of a day, and on a player's page the changes of the player's rating."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.looking import LOOKS, OTHER_LOOKS, Looker, findings, looking
from tests.support.organizing import Contest
from tests.support.service import Caller, Running

LONG = "María de los Desamparados Villanueva-Etxeberria"


@pytest.fixture
def league(organizer: Caller) -> Contest:
    """A league of three of which two have met, one of them with a long name."""
    contest = Contest(organizer, LONG, "Beto", "Carla", format="league")
    contest.report({LONG: 40, "Beto": 64})
    contest.report({LONG: 44, "Carla": 60})
    return contest


def rows(page: Any) -> list[list[str]]:
    """The cells of the table, a list a row."""
    cells: list[list[str]] = page.locator("[data-part='ratings'] tbody tr").evaluate_all(
        "all => all.map((row) => [...row.children].map((cell) => cell.textContent.trim()))"
    )
    return cells


def test_the_table_is_what_the_service_says(league: Contest, looks: Callable[[str], Looker]) -> None:
    query = {"championship": league.championship}
    items = league.client.get("/v1/ratings", params=query).json()["items"]
    page = looks(f"/ratings?championship={league.championship}").page
    page.wait_for_selector("[data-part='ratings'] tbody tr")
    assert rows(page) == [
        [
            *(str(one["place"]), one["player"]["name"], f"{one['rating']} ± {one['uncertainty']}"),
            *(str(one["sure"]).replace("-", "−"), str(one["matches"])),
        ]
        for one in items
    ]
    assert page.inner_text("[data-shown]").startswith("Todos los juegos · ")
    page.emulate_media(media="print")
    assert page.locator("[data-shown]").is_visible()
    # A list longer than a page begins on the first one.
    table = page.locator("[data-part='ratings']")
    assert table.evaluate("one => getComputedStyle(one).breakInside") == "auto"
    page.emulate_media(media="screen")
    [csv] = page.locator("[data-part='ratings'] a[download]").evaluate_all("all => all.map((one) => one.href)")
    assert f"championship={league.championship}" in csv
    page.get_by_role("link", name=LONG).click()
    page.locator("[data-part='ratings'] [data-change]").first.wait_for()
    assert page.url.endswith(f"/players/{items[0]['player']['id']}")


def test_another_game_and_another_day_are_in_the_address(league: Contest, looks: Callable[[str], Looker]) -> None:
    page = looks(f"/ratings?championship={league.championship}&lang=en").page
    page.wait_for_selector("[data-part='ratings'] tbody tr")
    page.select_option("[data-input='ruleset']", "guinote")
    page.get_by_text("No match that counts has ended yet.").wait_for()
    assert "ruleset=guinote" in page.url
    page.select_option("[data-input='ruleset']", "hearts.castillar")
    page.wait_for_selector("[data-part='ratings'] tbody tr")
    before = (datetime.now(UTC) - timedelta(days=400)).date().isoformat()
    page.fill("[data-input='day']", before)
    page.get_by_text("No match that counts has ended yet.").wait_for()
    page.reload()
    page.get_by_text("No match that counts has ended yet.").wait_for()
    assert page.locator("[data-input='day']").input_value() == before


def test_a_player_reads_what_moved_the_rating(league: Contest, looks: Callable[[str], Looker]) -> None:
    ids = {
        one["name"]: one["id"]
        for one in league.client.get(f"/v1/championships/{league.championship}").json()["players"]
    }
    answer = league.client.get(f"/v1/players/{ids[LONG]}/ratings").json()
    page = looks(f"/players/{ids[LONG]}").page
    part = page.locator("[data-part='ratings']")
    part.wait_for()
    overall = part.locator("[data-rating='']").inner_text()
    now = answer["ratings"][0]
    assert f"{now['rating']} ± {now['uncertainty']}" in overall
    assert f"casi seguro entre {now['rating'] - 2 * now['uncertainty']} y" in overall
    changes = part.locator("[data-change]").all_inner_texts()
    assert len(changes) == len(answer["items"]) == 2
    for text, change in zip(changes, answer["items"], strict=True):
        assert f"+{change['change']}" in text
        assert f"consiguió el {change['scored']} %, se esperaba el {change['expected']} %" in text
    assert f"de 1500 a {now['rating']} en los últimos 2 encuentros" in part.locator("figcaption").inner_text()
    results = page.locator("[data-part='statistics']")
    assert "ganó 2 de 2 encuentros · a la larga, entre 34 y 100 de cada 100" in results.inner_text()
    rivals = results.locator("[data-list='opponents'] .row")
    assert [row.get_attribute("href") for row in rivals.all()] == [
        f"/players/{ids[LONG]}/against/{one['player']['id']}"
        for one in league.client.get(f"/v1/players/{ids[LONG]}/statistics").json()["opponents"]
    ]
    bar = results.locator("svg .part-won").first
    assert bar.get_attribute("width") == "100"
    points = part.locator("polyline").get_attribute("points") or ""
    heights = [float(point.partition(",")[2]) for point in points.split()]
    assert heights == sorted(heights, reverse=True) and len(heights) == 3, "won twice: the line goes up"
    read_head_to_head(page, ids)
    page.goto(f"{page.url.partition('/players/')[0]}/players/{ids['Beto']}")
    page.locator("[data-change]").first.wait_for()
    assert "−" in page.locator("[data-change] .side").first.inner_text()


def read_head_to_head(page: Any, ids: dict[str, str]) -> None:
    """Texts about two people, by the way that leads there from the page of one of them."""
    page.locator("[data-list='opponents'] .row", has_text="Beto").click()
    page.locator("[data-meeting]").wait_for()
    assert page.url.endswith(f"/players/{ids[LONG]}/against/{ids['Beto']}")
    part_shown = page.locator("[data-part='opponents']")
    assert part_shown.locator("h2").inner_text() == "Como rivales: 1 encuentro"
    assert [row.inner_text().split("\n") for row in part_shown.locator("[data-sum]").all()] == [
        [f"{LONG} por delante", "1"],
        ["Iguales", "0"],
        ["Beto por delante", "0"],
    ]
    meeting = page.locator("[data-meeting]").inner_text()
    assert f"1.º {LONG} · 2.º Beto" in meeting and meeting.endswith("40 – 64")
    assert page.locator("[data-part='partners']").count() == 0
    page.get_by_role("link", name="Beto", exact=True).click()
    page.wait_for_url(f"**/players/{ids['Beto']}")


@pytest.mark.parametrize("look", [*LOOKS, *OTHER_LOOKS])
def test_no_serious_finding(running: Running, league: Contest, browser: Browser, axe: str, look: Any) -> None:
    ids = [one["id"] for one in league.client.get(f"/v1/championships/{league.championship}").json()["players"]]
    for path in (f"/ratings?championship={league.championship}", "/ratings", *(f"/players/{id_}" for id_ in ids)):
        with looking(browser, running.url, path, look) as looker:
            looker.page.locator(".part").first.wait_for()
            assert findings(looker.page, axe) == []
