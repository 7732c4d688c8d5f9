"""A partida of Guiñote recorded from a written account, by the texts on the screen and nothing else."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page

from tests.browser.tablet import Tablet
from tests.support.service import TOKEN, Caller, Running

ACCOUNT = (Path(__file__).parent / "guinote.txt").read_text(encoding="utf-8").splitlines()
NAMES = ("Ana", "Beto", "Carmen", "Diego")


class Finger:
    """Taps controls by their names on the screen, and counts."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, name: str) -> None:
        """Taps the one control with this name, in the sheet that is open or on the page."""
        self._on().get_by_role("button", name=name, exact=True).click()
        self.taps += 1

    def _on(self) -> Page | Locator:
        sheet = self.page.locator("dialog[open]")
        return sheet if sheet.count() > 0 else self.page


def open_match(organizer: Caller, names: Sequence[str], first_dealer: int = 0) -> str:
    """A match of four people that are new each time."""
    people = [organizer.post("/v1/players", json={"name": name, "distinct": True}).json()["id"] for name in names]
    body = {"ruleset": "guinote", "seats": [{"player": person} for person in people], "first_dealer": first_dealer}
    return str(organizer.post("/v1/matches", json=body).json()["id"])


@pytest.mark.parametrize(("width", "height"), [(360, 740), (820, 1180)])
def test_an_account_is_recorded_without_a_tap_too_many(
    running: Running, organizer: Caller, context: BrowserContext, width: int, height: int
) -> None:
    match = open_match(organizer, NAMES)
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": height})
    tablet, finger = Tablet(page, running.url, match, TOKEN), Finger(page)
    taps = 0
    for line in ACCOUNT:
        taps += _records(tablet, finger, line)
    assert finger.taps == taps
    text = page.locator(".now .told").inner_text()
    assert "Aceptada" in text and "Ana reclama un renuncio de Diego" in text
    view = organizer.get(f"/v1/matches/{match}").json()
    assert [(one["by"], one["against"], one["status"]) for one in view["claims"]] == [(0, 3, "upheld")]
    assert view["score"]["partidas"] == [1, 0]
    assert tablet.faults == []


def _records(tablet: Tablet, finger: Finger, line: str) -> int:
    """Records one line of the account; returns the number of taps that must be enough."""
    before = tablet.version
    headline = tablet.page.locator(".now h2")
    match re.split(r"[:.,]? ?(?:Vuelta: |canta |reclama |Se anota por error el )|: ", line.rstrip(".")):
        case ["Reparte Ana", card]:
            assert "Ana" in headline.inner_text()
            finger.tap(card)
            taps = 1
        case ["", mistake]:
            finger.tap(mistake.partition(",")[0])
            tablet.reaches(before + 1)
            finger.tap("Deshacer")
            tablet.page.get_by_text(f"Ana: {mistake.partition(',')[0]}").first.wait_for()
            finger.tap("Deshacer")
            before, taps = before + 1, 3
        case [_, sung] if sung in {"las cuarenta", "veinte en bastos"}:
            finger.tap("Cantes y cambio")
            finger.tap(f"Diego: canta {sung}")
            taps = 2
        case ["Ana", claimed] if claimed.startswith("un renuncio"):
            card = claimed.partition("por su ")[2]
            finger.tap("Reclamar")
            # Two tricks back.
            finger.tap("Anterior")
            finger.tap("Anterior")
            finger.tap("Anterior")
            finger.tap(f"Diego: {card}")
            tablet.page.get_by_text("El registro lo prueba").wait_for()
            finger.tap("Ana reclama un renuncio de Diego")
            taps = 6
        case [name, card]:
            assert headline.inner_text() == f"Le toca a {name}"
            finger.tap(card)
            taps = 1
        case other:
            raise AssertionError(other)
    tablet.reaches(before + 1)
    return taps
