"""A small championship at the organizer's page in WebKit and Firefox, from its name to the podium on the board."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext

from tests.browser.engines.conftest import Device
from tests.browser.finger import click
from tests.browser.touching import ByTouch
from tests.support.service import Caller, Running, start

PLAYERS = ("Aurora", "Benigno", "Celia", "Dionisio")
WON, LOST = 64, 40


def test_a_day_at_the_desk(tmp_path: Path, engine: Browser, brings: Callable[..., Device]) -> None:
    with start(tmp_path) as running, running.client() as organizer:
        _holds_a_league(running, organizer, lambda *size: brings(engine, running.url, *size)[0])


def _holds_a_league(running: Running, organizer: Caller, device: Callable[..., BrowserContext]) -> None:
    day = ByTouch(organizer, running.url, device, hand=lambda _: click)
    day.enters(PLAYERS)
    league = day.draws({"ruleset": "hearts.castillar", "format": "league", "order": list(PLAYERS)})
    for fixture in league.fixtures("league"):
        day.reports(league, fixture, [LOST, WON])
    first = league.fixtures("league")[0]
    day.corrects(league, first, [WON, LOST])
    leader = league.rows()[0][1]
    day.desk.goes("standings")
    day.phone.wait_for_selector(f"table tr:has-text('{leader}')")
    assert list(day.faults()) == []
