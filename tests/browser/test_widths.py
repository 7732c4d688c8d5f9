"""No table is wider than a phone's screen, with the longest names, and at the table of every game each column can be read.

Where a table cannot be narrower, its own region scrolls: it has a name, a key reaches it, and its focus is seen.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import SLOW_MACHINE_MS
from tests.browser.looking import WIDER
from tests.browser.tablet import MENUS, Tablet
from tests.browser.test_whole_matches import TABLES, dealer
from tests.browser.visiting import ADDRESSES, Visit, places_of_a_hall
from tests.support.by_legal import OnTable, step
from tests.support.service import TOKEN, Caller, Running
from tests.support.table import Table

Json = dict[str, Any]

PHONES = (320, 360, 390)
LONG = (
    "María del Pilar Fernández de Córdoba y Ruiz",
    "José Antonio Bartolomé Ibáñez de Aldecoa",
    "Gumersindo Etxeberrigaraikoetxea Arrizabalaga",
    "Inmaculada Concepción Villanueva-Monteagudo",
    "Ana",
)
WORD = "Extraordinariamente"
BEYOND = """() => {
  const edge = innerWidth + 0.5;
  const faults = [];
  if (document.documentElement.scrollWidth > innerWidth) faults.push(["page", document.documentElement.scrollWidth]);
  for (const table of document.querySelectorAll("table")) {
    if (!table.getClientRects().length || table.closest(".unseen")) continue;
    let region = table.parentElement;
    while (region && !["auto", "scroll"].includes(getComputedStyle(region).overflowX)) region = region.parentElement;
    const about = [table.className, table.innerText.slice(0, 60), Math.round(table.getBoundingClientRect().right)];
    if (!region) {
      if (table.getBoundingClientRect().right > edge) faults.push(["table", ...about]);
      continue;
    }
    if (region.getBoundingClientRect().right > edge) faults.push(["region", ...about]);
    if (region.scrollWidth <= region.clientWidth) continue;
    const name = region.getAttribute("aria-label") || region.getAttribute("aria-labelledby");
    if (region.tabIndex !== 0 || !region.getAttribute("role") || !name) faults.push(["no name", ...about]);
    region.focus();
    if (document.activeElement !== region) faults.push(["no focus", ...about]);
  }
  return faults;
}"""
"""In a page, tables beyond the edge of the screen, outside of a region that scrolls, has a name and takes the focus."""

EVENTS = 12
SMALLEST = 11
"""Pixels of the smallest type that is read."""
UNREAD = """(smallest) => {
  const faults = [];
  const seen = [];
  const top = document.querySelector("dialog[open]") ?? document;
  for (const cell of top.querySelectorAll(".score :is(th, td), .full-score :is(th, td)")) {
    if (!cell.checkVisibility() || cell.closest(".unseen")) continue;
    const says = (what) => faults.push([what, cell.innerText]);
    const edge = cell.getBoundingClientRect();
    const scrolls = cell.closest(".scroll");
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      if (!text.data.trim()) continue;
      if (parseFloat(getComputedStyle(text.parentElement).fontSize) < smallest) says("small");
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const box of range.getClientRects()) {
        if (box.left < edge.left - 1 || box.right > edge.right + 1) says("cut");
        if (!scrolls && (box.left < 0 || box.right > innerWidth)) says("beyond the screen");
        if (seen.some(([other, at]) => other !== cell && box.left < at.right - 1 && at.left < box.right - 1
          && box.top < at.bottom - 1 && at.top < box.bottom - 1)) says("over another");
        seen.push([cell, box]);
      }
    }
    if (edge.width > innerWidth * 0.75 && scrolls) says("wide");
  }
  return faults;
}"""
"""In a page, the cells of its scores that are cut, lie over each other or are too small, or hardly fit a phone."""


def wide_places(client: Caller) -> dict[str, str]:
    """A hall whose championship, people and contests have the longest names."""
    places = places_of_a_hall(client)
    championship = f"/v1/championships/{places['championship_id']}"
    assert client.put(championship, json={"name": " ".join([WORD] * 4)}).is_success
    view = client.get(championship).json()
    for player, name in zip(view["players"], LONG, strict=True):
        # Other tests of this service may have entered them.
        assert client.put(f"/v1/players/{player['id']}", json={"name": name, "distinct": True}).is_success
    for contest in view["contests"]:
        assert client.put(f"/v1/contests/{contest['id']}", json={"name": " ".join([WORD] * 3)}).is_success
    return places


@pytest.fixture(scope="module")
def places(running: Running) -> Iterator[dict[str, str]]:
    """Values of the parameters in addresses."""
    with running.client() as client:
        yield wide_places(client)


def phone(browser: Browser, width: int) -> Any:
    """A telephone of this width."""
    size: Any = {"width": width, "height": 740}
    context = browser.new_context(viewport=size, locale="es-ES", service_workers="block", reduced_motion="reduce")
    context.set_default_timeout(SLOW_MACHINE_MS)
    return context


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_table_is_wider_than_a_phone(
    running: Running, places: dict[str, str], browser: Browser, address: str
) -> None:
    context = phone(browser, PHONES[0])
    for where, page in Visit(context, running.url, address, places):
        for width in PHONES:
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate(BEYOND) == [], (where, width)
    context.close()


class EventList(OnTable):
    """A match in memory, with its events."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.events: list[Json] = []

    def tell(self, event: Json) -> object:
        facts = super().tell(event)
        self.events.append(event)
        return facts


def hands_in_figures(name: str, seats: int) -> list[Json]:
    """The first events of a match whose hands are entered by their figures, as far as the game allows."""
    match = EventList(Table(name, seats, **({"first_dealer": 0} | dealer(name))))
    rng = Random(name)
    while match.is_open() and len(match.events) < EVENTS:
        step(rng, match, figures=1, unseen=True)
    return match.events


@pytest.mark.parametrize(("name", "seats"), TABLES, ids=[f"{name}-{seats}" for name, seats in TABLES])
def test_every_column_of_a_table_can_be_read_on_a_phone(
    running: Running, organizer: Caller, browser: Browser, name: str, seats: int
) -> None:
    opening = {"ruleset": name, "seats": [{"name": one} for one in LONG[:seats]], "first_dealer": 0} | dealer(name)
    match = str(organizer.post("/v1/matches", json=opening).json()["id"])
    organizer.tell(match, hands_in_figures(name, seats))
    context = phone(browser, PHONES[0])
    tablet = Tablet(context.new_page(), running.url, match, TOKEN)
    page = tablet.page
    assert page.locator(".score td.main").count() > 0
    faults: dict[Any, Any] = {}
    for sheet in (None, *MENUS, "score"):
        if sheet is not None and not tablet.opens(sheet):
            continue
        for width in PHONES:
            page.set_viewport_size({"width": width, "height": 740})
            faults |= {
                (sheet, width, kind): found
                for kind, found in (
                    ("tables", page.evaluate(BEYOND)),
                    ("cells", page.evaluate(UNREAD, SMALLEST)),
                    ("page", page.evaluate(WIDER)),
                )
                if found
            }
        if page.locator("dialog[open]").count() > 0:
            tablet.closes()
    assert faults == {}
    context.close()
