"""A long table on the page of a championship: a part at once, the ways to the others, and to a name, by touch."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.looking import WIDER, Looker, findings
from tests.support.organizing import Contest
from tests.support.service import Caller, Running

PLAYERS, SHOWN = 130, 50
LEAST_PX = 44
ROWS = "[data-contest] tr[data-player]"
IDS = "all => all.map(one => one.dataset.player)"
SIZES = "all => all.map(one => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height))"
IN_VIEW = """one => {
  const { top, bottom } = one.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""


@pytest.fixture(scope="module")
def long(running: Running) -> Iterator[Contest]:
    """A contest of one round of many, with its first result."""
    with running.client() as client:
        people = [f"Participante {number:03}" for number in range(1, PLAYERS + 1)]
        contest = Contest(client, *people, format="rounds", params={"round_count": 3})
        assert client.post(f"/v1/contests/{contest.id}/rounds", json={}).status_code == 200
        yield contest


def ids(page: Page) -> list[str]:
    return list(
        page.locator("[data-contest] tr[data-player]").evaluate_all("all => all.map(one => one.dataset.player)")
    )


def shows(page: Page, rows: list[Any]) -> None:
    """Waits until these rows are in the table."""
    wanted = [row["player"]["id"] for row in rows]
    page.wait_for_function(
        f"all => all.join() === ({IDS})([...document.querySelectorAll('{ROWS}')]).join()",
        arg=wanted,
    )


def test_parts_by_touch(long: Contest, phone: Page, running: Running, axe: str) -> None:
    rows = long.standings()["rows"]
    looker = Looker(phone, running.url, f"/championships/{long.championship}")
    page = looker.page
    shows(page, rows[:SHOWN])
    assert f"/v1/contests/{long.id}/standings" not in looker.paths
    previous, following = (page.locator(f'[data-contest] [data-way="{name}"]') for name in ("previous", "next"))
    assert previous.is_disabled()
    following.tap()
    shows(page, rows[SHOWN : 2 * SHOWN])
    following.tap()
    shows(page, rows[2 * SHOWN :])
    assert following.is_disabled()
    assert page.locator("[data-contest] .turns span").inner_text() == "Del 101 al 130, de 130"
    assert min(page.locator(".turns button").evaluate_all(SIZES)) >= LEAST_PX
    assert not page.evaluate(WIDER)
    previous.tap()
    shows(page, rows[SHOWN : 2 * SHOWN])
    assert findings(page, axe) == []
    assert looker.faults == []


def test_a_name_is_found_and_the_part_goes_with_its_results(
    long: Contest, organizer: Caller, phone: Page, running: Running
) -> None:
    looker = Looker(phone, running.url, f"/championships/{long.championship}")
    page, sought = looker.page, long.standings()["rows"][110]["player"]
    field = page.locator('[data-contest] [data-input="row"]')
    field.fill("nadie")
    page.get_by_text("Nadie con ese nombre está en la tabla.").wait_for()
    field.fill(sought["name"].upper())
    button = page.locator(f'[data-find="{sought["id"]}"]')
    assert min(button.evaluate_all(SIZES)) >= LEAST_PX
    button.tap()
    mark = page.locator("[aria-current]")
    mark.wait_for()
    assert mark.inner_text() == sought["name"]
    assert ids(page) == [row["player"]["id"] for row in long.standings()["rows"][PLAYERS - SHOWN :]]
    page.wait_for_function(f"() => ({IN_VIEW})(document.querySelector('[aria-current]'))")
    # A result lets the one who is sought rise to the top: the part around them is another one.
    fixture = next(one for one in long.fixtures() if sought["id"] in [who["id"] for who in one["entrants"]])
    points = [40 if who["id"] == sought["id"] else 64 for who in fixture["entrants"]]
    assert organizer.post(f"/v1/fixtures/{fixture['id']}/result", json={"points": points}).status_code == 201
    rows = long.standings()["rows"]
    assert rows[0]["player"]["id"] == sought["id"]
    shows(page, rows[:SHOWN])
    assert mark.inner_text() == sought["name"]
    assert looker.faults == []


def test_a_short_table_is_whole(organizer: Caller, phone: Page, running: Running) -> None:
    contest = Contest(organizer, "Ana", "Beto", "Carla", format="league")
    page = Looker(phone, running.url, f"/championships/{contest.championship}").page
    shows(page, contest.standings()["rows"])
    assert page.locator("[data-way], [data-input=row]").count() == 0


def test_the_general_table_comes_in_parts_too(long: Contest, phone: Page, running: Running) -> None:
    general = long.client.get(f"/v1/championships/{long.championship}").json()["general"]
    page = Looker(phone, running.url, f"/championships/{long.championship}").page
    part = page.locator('[data-part="general"]')
    part.locator('[data-way="next"]').tap()
    page.get_by_text("Del 51 al 100, de 130").wait_for()
    shown = part.locator("tr[data-player]").evaluate_all(IDS)
    assert shown == [row["player"]["id"] for row in general[SHOWN : 2 * SHOWN]]
    part.locator("input").fill(general[0]["player"]["name"])
    part.locator(f'[data-find="{general[0]["player"]["id"]}"]').tap()
    page.wait_for_function(f"() => ({IN_VIEW})(document.querySelector('[aria-current]'))")
    assert part.locator("[aria-current]").inner_text() == general[0]["player"]["name"]
