"""The memory of a table's page does not grow with what is recorded on it: an evening has a thousand taps."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import BrowserContext, CDPSession

from tests.browser.tablet import Tablet
from tests.support.service import Caller

FEW, MANY = 50, 500
"""Taps."""
GROWTH = 1.2
MORE = 100
"""Nodes or listeners that a page may have more of at one moment of a hand than at another: less than one for each tap."""
TAPS = """async (until) => {
  const cards = () => [...document.querySelectorAll("button[data-event][data-card]:not(:disabled)")];
  const { dataset } = document.body;
  while (Number(dataset.version) < until) {
    const all = cards();
    const { shown } = dataset;
    all[(7 * Number(dataset.version)) % all.length].click();
    do await new Promise(requestAnimationFrame);
    while (dataset.pending !== "0" || dataset.shown === shown || cards().length === 0);
  }
}"""
"""In a page, taps cards until the service has this version, each once the one before is saved."""


@dataclass
class MemoryUse:
    """What a page uses once nothing in it is left to throw away: bytes of JavaScript, nodes of documents, listeners."""

    bytes: int
    nodes: int
    listeners: int


def memory_use(session: CDPSession) -> MemoryUse:
    """The use of the page now."""
    for _ in range(2):
        session.send("HeapProfiler.collectGarbage")
    counters: dict[str, Any] = session.send("Memory.getDOMCounters")
    heap: dict[str, Any] = session.send("Runtime.getHeapUsage")
    return MemoryUse(heap["usedSize"], counters["nodes"], counters["jsEventListeners"])


def test_a_page_uses_after_five_hundred_taps_what_it_used_before(
    organizer: Caller, context: BrowserContext, sits: Callable[..., Tablet]
) -> None:
    page = sits(organizer.open("guinote", 4, params={"coto": 99})).page
    session = context.new_cdp_session(page)
    uses: list[MemoryUse] = []
    for taps in (FEW, MANY):
        page.evaluate(TAPS, taps + 1)
        uses.append(memory_use(session))
    few, many = uses
    assert many.bytes < GROWTH * few.bytes, uses
    # No tree of an earlier hand is kept, not even that of the first.
    assert many.nodes < few.nodes + MORE, uses
    assert many.listeners < few.listeners + MORE, uses
