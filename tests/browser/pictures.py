"""Pictures of every page and every paper, to be looked at: `python -m tests.browser.pictures FOLDER`.

A whole day has been played in the hall that they show. A picture a page, width and colours as PNG; papers as PDF, A4 and Letter.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

from referee.match.registry import rulesets
from tests.browser.conftest import SLOW_MACHINE_MS, chromium
from tests.browser.sections import HOUSE, PLAY, PREPARING
from tests.support.day import ByApi, go_through
from tests.support.hall import Hall
from tests.support.organizing import Contest, smallest
from tests.support.records import RECORDS, replay_record
from tests.support.service import TOKEN, Caller, start

WIDTHS = {360: 740, 820: 1180, 1920: 1080}
"""A phone, a tablet, a television: width and height."""
SCHEMES = ("light", "dark")
PAPERS = ("A4", "Letter")
Address = tuple[str, str]
"""A picture's name, and the page that it shows."""


def pages(hall: Hall, day: ByApi, match: str) -> Iterator[Address]:
    """Every page, of a hall that is being played and of one that is over."""
    yield "home", "/"
    for name in HOUSE:
        yield f"house-{name}", f"/organize#{name}"
    for when, championship in (("open", hall.championship), ("over", day.championship)):
        for name in (*PREPARING, *PLAY):
            yield f"organize-{when}-{name}", f"/organize/{championship}#{name}"
        yield f"board-{when}", f"/board/{championship}"
        yield f"championship-{when}", f"/championships/{championship}"
    one, other, *_ = day.client.get(f"/v1/championships/{day.championship}").json()["players"]
    yield "player", f"/players/{one['id']}"
    yield "meetings", f"/players/{one['id']}/against/{other['id']}"
    yield "ratings", "/ratings"
    yield "series", series(hall, day)
    yield "table", f"/table/{match}"
    for name, replay in replays(hall.client):
        yield name, f"/replay/{replay}"


def series(hall: Hall, day: ByApi) -> str:
    """Opens a series of which both are editions."""
    series_id = hall.client.post("/v1/series", json={"name": "Fiestas de agosto"}).json()["id"]
    for edition, championship in ((2025, day.championship), (2026, hall.championship)):
        body = {"series": series_id, "edition": edition}
        assert hall.client.put(f"/v1/championships/{championship}/series", json=body).is_success
    return f"/series/{series_id}"


def replays(client: Caller) -> Iterator[Address]:
    """A match of every ruleset that the demonstration has."""
    for file in sorted(RECORDS.glob("*.match.jsonl")):
        name = file.name.removesuffix(".match.jsonl")
        yield f"replay-{name}", replay_record(client, name)


def papers(hall: Hall, day: ByApi, contests: tuple[Contest, Contest]) -> Iterator[Address]:
    """Everything that is printed."""
    for contest in contests:
        rules = contest.view()["ruleset"]
        for kind in ("fixtures", "diplomas"):
            yield f"{kind}-{rules}", f"/print/contests/{contest.id}/{kind}?where=El Castillar"
        yield f"corrections-{rules}", f"/print/contests/{contest.id}/corrections"
        yield f"standings-{rules}", f"/v1/contests/{contest.id}/standings?format=html"
        yield f"sheet-{rules}", f"/v1/contests/{contest.id}/fixtures?format=html"
        for fixture in (one for one in contest.fixtures("final") if one.get("match")):
            yield f"report-{rules}", f"/v1/matches/{fixture['match']}/claims/c1?format=html"
    yield "posted-open", f"/print/contests/{hall.league.id}/fixtures"
    yield "general", f"/print/championships/{day.championship}/general"
    yield "cards", f"/print/championships/{day.championship}/cards"
    yield "incidents", f"/print/championships/{day.championship}/sanctions"
    yield "general-diplomas", f"/print/championships/{day.championship}/diplomas?where=El Castillar"
    for when, championship in (("open", hall.championship), ("over", day.championship)):
        yield f"print-championship-{when}", f"/championships/{championship}"
        players = hall.client.get(f"/v1/championships/{championship}").json()["players"]
        yield f"print-player-{when}", f"/players/{players[0]['id']}"
        yield f"print-meetings-{when}", f"/players/{players[0]['id']}/against/{players[1]['id']}"
    yield "print-ratings", "/ratings"
    for rules in rulesets():
        yield f"score-{rules}", f"/print/contests/{smallest(hall.client, rules).id}/sheets"
    yield from ((f"print-{name}", f"/replay/{match}") for name, match in replays(hall.client))


def photograph(browser: Browser, url: str, addresses: list[Address], folder: Path) -> None:
    """A picture of each page at each width, in light and dark."""
    for scheme in SCHEMES:
        for width, height in WIDTHS.items():
            with _page(browser, url, scheme, width, height) as page:
                for name, path in addresses:
                    _go(page, url, path)
                    page.screenshot(path=folder / f"{name}-{width}-{scheme}.png", full_page=True)


def print_papers(browser: Browser, url: str, addresses: list[Address], folder: Path) -> None:
    """A PDF of each paper in each size."""
    with _page(browser, url, SCHEMES[0], 820, 1180) as page:
        for name, path in addresses:
            _go(page, url, path)
            for paper in PAPERS:
                page.pdf(path=folder / f"{name}-{paper}.pdf", format=paper, prefer_css_page_size=True)


def own_sheets(browser: Browser, url: str, hall: Hall, folder: Path) -> None:
    """A PDF in each size of the sheets of the tables of a league, with the codes with which tablets record."""
    with _page(browser, url, SCHEMES[0], 820, 1180) as page:
        page.add_init_script("window.print = () => (window.printed = true)")
        _go(page, url, f"/organize/{hall.championship}#fixtures/{hall.league.id}")
        page.locator('[data-open="codes"] > summary').click()
        page.click('[data-action="make-codes"]')
        page.click('[data-action="print-codes"]')
        page.wait_for_function("() => window.printed")
        # Printing takes them away, as any holder of one may record: they are put back for the next size.
        sheets = page.locator("#paper").evaluate("one => one.outerHTML")
        for paper in PAPERS:
            if page.locator("#paper").count() == 0:
                page.evaluate("sheets => document.body.insertAdjacentHTML('beforeend', sheets)", sheets)
            page.pdf(path=folder / f"own-sheets-{paper}.pdf", format=paper)


def _page(browser: Browser, url: str, scheme: str, width: int, height: int) -> Page:
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
        locale="es-ES",
        timezone_id="Europe/Madrid",
        extra_http_headers={"Authorization": f"Bearer {TOKEN}"},
    )
    context.set_default_timeout(SLOW_MACHINE_MS)
    page = context.new_page()
    page.goto(f"{url}/organize#token={TOKEN}")
    page.wait_for_selector("[data-section]")
    return page


def _go(page: Page, url: str, path: str) -> None:
    """Goes there, and waits until the page shows its content."""
    page.goto("about:blank")
    page.goto(url + path)
    if page.locator("main#page").count():
        page.wait_for_selector("#page:not([aria-busy])")
    if path.startswith("/replay/"):
        page.wait_for_selector("body[data-ready=true] [data-print=match]:enabled")
    page.wait_for_load_state("load")
    page.evaluate("document.fonts.ready")


def main(folder: Path) -> None:
    """Plays the day, and looks at all of it."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as place, start(Path(place)) as running, running.client() as client:
        hall, day = Hall(client), ByApi(client)
        match, contests = hall.guinote(), go_through(day)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
            photograph(browser, running.url, list(pages(hall, day, match)), folder)
            print_papers(browser, running.url, list(papers(hall, day, contests)), folder)
            own_sheets(browser, running.url, hall, folder)
            browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
