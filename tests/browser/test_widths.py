"""No table is wider than a phone's screen, with the longest names: on every page but that at which a match is recorded.

Where a table cannot be narrower, its own region scrolls: it has a name, a key reaches it, and its focus is seen.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import SLOW_MACHINE_MS
from tests.browser.visiting import ADDRESSES, Visit, places_of_a_hall
from tests.support.service import Caller, Running

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


def wide_places(client: Caller) -> dict[str, str]:
    """A hall whose championship, people and contests have the longest names."""
    places = places_of_a_hall(client)
    championship = f"/v1/championships/{places['championship_id']}"
    assert client.put(championship, json={"name": " ".join([WORD] * 4)}).is_success
    view = client.get(championship).json()
    for player, name in zip(view["players"], LONG, strict=True):
        assert client.put(f"/v1/players/{player['id']}", json={"name": name}).is_success
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


@pytest.mark.parametrize("address", [one for one in ADDRESSES if not one.startswith("/table/")])
def test_no_table_is_wider_than_a_phone(
    running: Running, places: dict[str, str], browser: Browser, address: str
) -> None:
    context = phone(browser, PHONES[0])
    for where, page in Visit(context, running.url, address, places):
        for width in PHONES:
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate(BEYOND) == [], (where, width)
    context.close()
