"""An evening of four tables, with a tablet of WebKit, one of Firefox, two of Chromium: a cut, a claim and a correction."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser

from tests.browser.desk import Desk
from tests.browser.engines.conftest import Device
from tests.browser.looking import Looker
from tests.browser.tablet import Tablet
from tests.browser.test_cuts import COUNTED, hand, plain, taps
from tests.support.line import Line
from tests.support.organizing import Contest
from tests.support.service import TOKEN, Caller, start

Json = dict[str, Any]
PLAYERS = ("Aurora", "Benigno", "Celia", "Dionisio", "Eulalia", "Fermín", "Genara", "Higinio")
RULES = "hearts.castillar"
CUT_AT, MENDED_AT = 5, 9
"""The numbers of the events before which the first table's line is cut, and mended."""
DOUBTFUL = 14
"""The version of a card of another suit at the first table, of which no card says yet whether it was regular."""
HEARTS_AND_QUEEN = 26
"""The points of a round."""
OTHERS = [10, 16]
"""The points of the rounds that are told by their figures alone."""
WRONG, RIGHT = [40, 64], [64, 40]
"""The points of a match without a tablet, as they are entered first, and as they were."""


@dataclass
class Seated:
    """A table of the evening: its match, its tablet, the tablet's line, the first events of its hand."""

    fixture: Json
    match: str
    tablet: Tablet
    line: Line
    events: list[Json]


def test_a_referees_evening(
    tmp_path: Path,
    webkit_browser: Browser,
    firefox_browser: Browser,
    browser: Browser,
    brings: Callable[..., Device],
) -> None:
    with start(tmp_path) as running, running.client() as organizer:
        league = Contest(organizer, *PLAYERS, ruleset=RULES, format="league")
        fixtures = [one for one in league.fixtures() if one["round"] == 1]
        tables: list[Seated] = []
        for program, fixture in zip((webkit_browser, firefox_browser, browser, browser), fixtures, strict=True):
            opening = {"fixture": fixture["id"], "first_dealer": 0}
            match = str(organizer.post("/v1/matches", json=opening).json()["id"])
            context, line = brings(program, running.url, 820, 1180)
            tablet = Tablet(context.new_page(), line.url, match, TOKEN)
            tables.append(Seated(fixture, match, tablet, line, hand(Random(len(tables)), RULES, 2)[:-1]))
        context, _ = brings(browser, running.url, 360, 740)
        desk = Desk(context.new_page(), running.url, league.championship, TOKEN)
        context, _ = brings(browser, running.url, 1920, 1080)
        board = Looker(context.new_page(), running.url, f"/board/{league.championship}?seconds=600")

        _lay_cards(tables)
        for table in tables:
            items = organizer.get(f"/v1/matches/{table.match}/events").json()["items"][1:]
            assert [plain(one, event) for one, event in zip(items, table.events, strict=True)] == [
                plain(one, one) for one in table.events
            ]
        _claim(organizer, desk, tables[0])
        for table in tables:
            _count(organizer, table)
        _correct(league, desk, next(one for one in league.fixtures() if one["state"] == "pending"))
        board.page.wait_for_selector("body[data-connection='online']")
        assert [*desk.faults, *board.faults, *(fault for one in tables for fault in one.tablet.faults)] == []


def _lay_cards(tables: list[Seated]) -> None:
    """Records the cards of all tables, one of each in turn. The first tablet goes on without its line for a while."""
    cut = tables[0]
    for n in range(2, len(cut.events) + 2):
        if n == CUT_AT:
            cut.line.cut()
        if n == MENDED_AT:
            cut.line.mend()
        for table in tables:
            taps(table.tablet, table.events[n - 2])
            table.tablet.page.wait_for_function(COUNTED, arg=n)
    for table in tables:
        table.tablet.reaches(len(table.events) + 1)


def _claim(organizer: Caller, desk: Desk, table: Seated) -> None:
    """Claims a card of another suit at the tablet, and rejects the claim at the desk, which the tablet hears."""
    version = table.tablet.version
    table.tablet.opens("claim")
    table.tablet.page.locator(f'dialog [data-at="{DOUBTFUL}"]').click()
    table.tablet.page.locator("dialog [data-event]").first.click()
    table.tablet.reaches(version + 1)
    [claim] = organizer.get(f"/v1/matches/{table.match}").json()["claims"]
    assert claim["status"] == "pending"
    desk.goes("watch")
    desk.taps("rule")
    desk.chooses("verdict", "rejected")
    desk.decides("rule-claim")
    table.tablet.reaches(organizer.version(table.match))


def _count(organizer: Caller, table: Seated) -> None:
    """Records the figures of every round: of the first what is left of it after its cards."""
    taken = organizer.get(f"/v1/matches/{table.match}").json()["table"]["points_taken"]
    figures = [HEARTS_AND_QUEEN - taken[1], taken[1]]
    while organizer.get(f"/v1/matches/{table.match}").json()["status"] == "open":
        table.tablet.record({"type": "count", "figures": {"points": figures}})
        figures = OTHERS


def _correct(league: Contest, desk: Desk, fixture: Json) -> None:
    """Enters a result at the desk, and corrects it."""
    desk.goes("results")
    desk.reports(fixture, WRONG)
    desk.corrects(fixture, RIGHT)
    [after] = [one for one in league.fixtures() if one["id"] == fixture["id"]]
    assert after["result"]["points"] == RIGHT
