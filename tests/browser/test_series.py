"""A series on the pages: the organizer makes a championship an edition of it, and every reader finds it from everywhere."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.desk import Desk
from tests.browser.looking import Looker
from tests.support.organizing import Contest
from tests.support.service import TOKEN, Caller, Running

LONG = "María de los Desamparados Villanueva-Etxeberria"
NAME = "Campeonato de verano de El Castillar"
RENAMED = "Campeonato de las fiestas de El Castillar"


def test_an_edition_is_entered_and_found_from_every_page(
    running: Running, organizer: Caller, phone: Page, looks: Callable[[str], Looker]
) -> None:
    contest = Contest(organizer, LONG, "Beto", format="league", params={"legs": 2})
    contest.report({LONG: 30, "Beto": 74})
    back = next(one for one in contest.fixtures() if one["state"] == "pending")
    points = contest.body(back, {LONG: 40, "Beto": 64})
    assert organizer.post(f"/v1/fixtures/{back['id']}/result", json=points).status_code == 201
    desk = Desk(phone, running.url, contest.championship, TOKEN)
    series = phone.locator('[data-open="series"]')
    series.locator("summary").click()
    phone.select_option('[data-input="series"]', "new")
    series.locator('[data-input="name"]').fill(NAME)
    desk.types({"edition": 2026})
    desk.taps("series")
    phone.get_by_text("Guardado.").wait_for()
    series.locator('[data-input="name"]').fill(RENAMED)
    desk.taps("rename-series")
    phone.get_by_text("La serie ya tiene su nuevo nombre.").wait_for()
    assert phone.locator('[data-open="series"] summary').inner_text() == f"{RENAMED}, edición 2026"
    player = organizer.get(f"/v1/championships/{contest.championship}").json()["players"][0]["id"]
    page = looks(f"/championships/{contest.championship}").page
    page.get_by_role("link", name=f"{RENAMED}, edición 2026").click()
    page.locator("[data-part='records'] [data-record]").first.wait_for()
    address = page.url
    assert "/series/" in address
    assert f"1.º {LONG} · 2.º Beto" in page.locator("[data-edition='2026']").inner_text()
    assert "tabla general" in page.locator("[data-palmares-means]").inner_text()
    rows = {part: page.locator(f"[data-part='{part}'] tbody tr").first.inner_text() for part in ("medals", "table")}
    assert rows["medals"].split("\t")[2:] == ["1", "1", "0", "0"]
    assert rows["table"].split("\t")[2:5] == ["1", "2", "2"]
    records = page.locator("[data-record]").all_inner_texts()
    assert [LONG in record for record in records] == [True, True]
    assert any("Mayor victoria" in record and record.endswith("44") for record in records)
    for path in ("/", f"/players/{player}"):
        links = looks(path).page.locator("a[data-series]")
        links.first.wait_for()
        assert any(
            str(one).endswith(address.partition("/series/")[2])
            for one in links.evaluate_all("all => all.map((one) => one.href)")
        )
