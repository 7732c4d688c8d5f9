"""No word of the table is cut, or covered by something else: in every game, in both languages, on every screen."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.tablet import MENUS, Tablet
from tests.browser.test_cuts import hand
from tests.browser.test_whole_matches import TABLES, dealer
from tests.support.service import TOKEN, Caller, Running

Json = dict[str, Any]
SCREENS = [(360, 740), (820, 1180), (1920, 1080)]
DEMONSTRATION: Json = {"type": "deal", "shuffle": True, "seed": "labels"}
SHEETS = (*MENUS, "score")
CUT = """() => {
  const top = document.querySelector("dialog[open]") ?? document.body;
  const over = ".menus, .decides, .sheet header";
  const faults = new Set();
  const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const owner = node.parentElement;
    if (!node.data.trim() || owner.closest("option, .unseen, .scroll")) continue;
    if (!owner.checkVisibility({ visibilityProperty: true })) continue;
    const says = (what) => faults.add(`${what}: ${node.data.trim()} in ${owner.closest("[class]")?.className}`);
    const range = document.createRange();
    for (const word of owner.closest("button") ? node.data.matchAll(/\\p{L}+/gu) : []) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      if (range.getClientRects().length > 1) says(`broken in ${word[0]}`);
    }
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.left < -0.5 || box.right > innerWidth + 0.5) says("beyond the screen");
      for (let one = owner; one && one !== document.documentElement; one = one.parentElement) {
        const edge = one.getBoundingClientRect();
        const closes = one.matches("button") || getComputedStyle(one).overflowX !== "visible";
        const leaves = box.left < edge.left - 0.5 || box.right > edge.right + 0.5;
        if (closes && leaves) says(`beyond ${one.tagName} ${one.className}`);
      }
      const shown = top.getBoundingClientRect();
      for (const x of [box.left + 2, (box.left + box.right) / 2, box.right - 2]) {
        const found = document.elementFromPoint(x, (box.top + box.bottom) / 2);
        if (!found || found.contains(owner) || owner.contains(found) || found.closest(over)) continue;
        says(`under ${found.tagName} ${found.className.baseVal ?? found.className}`);
      }
    }
  }
  return [...faults];
}"""
"""In a page, the words that do not stand whole where they are read."""


@pytest.mark.parametrize("locale", ["es-ES", "en-GB"])
@pytest.mark.parametrize(("name", "seats"), TABLES, ids=[f"{name}-{seats}" for name, seats in TABLES])
def test_every_word_stands_whole(
    running: Running, organizer: Caller, browser: Browser, name: str, seats: int, locale: str
) -> None:
    faults: dict[Any, list[str]] = {}
    for moment, events in moments(name, seats).items():
        match = organizer.open(name, seats, **dealer(name))
        if events:
            organizer.told(match, events)
        context = browser.new_context(locale=locale, has_touch=True, reduced_motion="reduce")
        tablet = Tablet(context.new_page(), running.url, match, TOKEN)
        for sheet in (None, *SHEETS):
            if sheet is None or tablet.opens(sheet):
                faults |= {(moment, sheet or "page", *at): found for at, found in cut(tablet.page)}
            if sheet is not None and tablet.page.locator("dialog[open]").count() > 0:
                tablet.closes()
        context.close()
    assert faults == {}


def moments(name: str, seats: int) -> dict[str, list[Json]]:
    """What was told at the beginning of a match, in the middle of a hand that nobody sees, and with all hands open."""
    return {"new": [], "unseen": hand(Random(name), name, seats), "known": [DEMONSTRATION]}


def cut(page: Page) -> Iterator[tuple[tuple[int, int], list[str]]]:
    """On which screens words are cut, and which."""
    if page.locator("dialog[open]").count() > 0:
        page.wait_for_selector("dialog[open] .sheet-body :is(button, p, table)")
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        found: list[str] = page.evaluate(CUT)
        if found:
            yield (width, height), found
