"""How fast the pages feel on a slow phone: `python -m tests.browser.speed` prints the figures of the benchmarks.

It is no test: what it says depends on the machine. Chromium runs four times slower than it could, on a network of a hall.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import chromium
from tests.support.hall import Hall
from tests.support.service import TOKEN, Caller, Running, start

SLOWER = 4
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
"""150 ms, 1.6 Mbit/s down and 0.75 up, in bytes a second."""
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "locale": "es-ES", "has_touch": True}
LOADS = 5
LONGEST = 200
READY = """(ready) => {
  const look = () => {
    if (document.querySelector(ready)) window.readyAt ??= performance.now();
    else requestAnimationFrame(look);
  };
  look();
}"""
CARD = "button[data-card]"
SHOWN = "#page:not([aria-busy]) :is(h1, h2)"
PLACE = """(wanted) => {
  const card = document.querySelector(`button[data-event][data-card="${wanted}"]`);
  card.scrollIntoView({ block: "center" });
  const box = card.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
TAP = """async (wanted) => {
  const before = document.body.dataset.shown;
  const began = performance.now();
  document.querySelector(`button[data-event][data-card="${wanted}"]`).click();
  for (;;) {
    await new Promise(requestAnimationFrame);
    const next = document.querySelector("button[data-event][data-card]:not(:disabled)");
    if (document.body.dataset.shown !== before && next) return performance.now() - began;
  }
}"""


@contextmanager
def phone(browser: Browser, ready: str = CARD) -> Iterator[Page]:
    """A page of a phone that nobody has used for this before; it notes when what is `ready` came."""
    context = browser.new_context(**PHONE)
    page = context.new_page()
    page.add_init_script(f"({READY})({ready!r})")
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    yield page
    context.close()


def opened(running: Running, caller: Caller, page: Page) -> str:
    """Opens the page of a new match, ready for the first deal."""
    match = caller.open("guinote", 4)
    page.goto(f"{running.url}/table/{match}#token={TOKEN}")
    page.wait_for_selector("button[data-card]", timeout=120_000)
    return match


def offered(page: Page) -> list[str]:
    """The cards that one tap records now."""
    found: list[str] = page.locator("button[data-event][data-card]:not(:disabled)").evaluate_all(
        "all => all.map(one => one.dataset.card)"
    )
    return found


def first_loads(browser: Browser, running: Running, caller: Caller) -> list[float]:
    """Milliseconds from the address to the first card that can be tapped, on a device that has nothing yet."""
    times = []
    for _ in range(LOADS):
        with phone(browser) as page:
            opened(running, caller, page)
            times.append(float(page.evaluate("window.readyAt")))
    return times


def pages(caller: Caller) -> Iterator[tuple[str, str, str]]:
    """The other pages, of a championship that is played: what each is called, its address, what is there once it can be used."""
    hall = Hall(caller)
    match = hall.guinote()
    yield "front page", "/", SHOWN
    yield "organizer", f"/organize/{hall.championship}#token={TOKEN}", "section[data-section]"
    yield "board", f"/board/{hall.championship}?seconds=600", "[data-slide]"
    yield "replay", f"/replay/{match}", "body[data-ready='true']"
    yield "championship", f"/championships/{hall.championship}", SHOWN
    yield "player", f"/players/{hall.player('Concha')}", SHOWN


def visits(browser: Browser, running: Running, path: str, ready: str) -> list[float]:
    """Milliseconds from the address of a page until it can be used, on a device that has nothing yet."""
    times = []
    for _ in range(LOADS):
        with phone(browser, ready) as page:
            page.goto(running.url + path)
            page.wait_for_function("() => window.readyAt", timeout=120_000)
            times.append(float(page.evaluate("window.readyAt")))
    return times


def taps(browser: Browser, running: Running, caller: Caller) -> list[float]:
    """Milliseconds from each tap of a hand until the next is possible."""
    rng = Random("taps")
    times: list[float] = []
    with phone(browser) as page:
        opened(running, caller, page)
        while page.evaluate("document.body.dataset.hand") != "2" and len(times) < LONGEST:
            page.wait_for_selector("button[data-event][data-card]:not(:disabled)", timeout=120_000)
            times.append(float(page.evaluate(TAP, rng.choice(offered(page)))))
    return times


def a_card_a_second(browser: Browser, running: Running, caller: Caller) -> tuple[int, int]:
    """How many cards were tapped, one a second, until a partida was won; and how many of them were not recorded."""
    rng = Random("second")
    tapped: list[str] = []
    with phone(browser) as page:
        match = opened(running, caller, page)
        began = monotonic()
        while len(tapped) < LONGEST:
            cards = offered(page)
            if cards:
                tapped.append(rng.choice(cards))
                # As a finger does: on the glass, whatever the page is doing.
                page.touchscreen.tap(*page.evaluate(PLACE, tapped[-1]))
            sleep(max(began + len(tapped) - monotonic(), 0))
            score = caller.get(f"/v1/matches/{match}").json()["score"]
            if sum(score["partidas"]) > 0:
                break
        page.wait_for_function("() => document.body.dataset.pending === '0'", timeout=120_000)
        stored = caller.version(match) - 1
    return len(tapped), len(tapped) - stored


def seconds(times: list[float]) -> str:
    """The median of several, and between which they lie."""
    middle, best, worst = (round(one / 1000, 2) for one in (median(times), min(times), max(times)))
    return f"{middle} s ({best} to {worst})"


def main() -> None:
    """Prints the figures."""
    with (
        TemporaryDirectory() as folder,
        start(Path(folder)) as running,
        running.client() as caller,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        loads, times = first_loads(browser, running, caller), taps(browser, running, caller)
        cards, missed = a_card_a_second(browser, running, caller)
        others = [(name, visits(browser, running, path, ready)) for name, path, ready in pages(caller)]
        browser.close()
    rows = (
        ("", "measured", "aim"),
        ("---", "---", "---"),
        *((f"first visit: {name}", seconds(times), "2 s") for name, times in [("table", loads), *others]),
        (f"from a tap to the next possible tap: median of {len(times)}", f"{round(median(times))} ms", "100 ms"),
        (f"the same, the slowest of {len(times)}", f"{round(max(times))} ms", "100 ms"),
        (f"one card a second: {cards} cards tapped, not recorded", str(missed), "0"),
    )
    print("\n".join(f"| {' | '.join(row)} |" for row in rows))


if __name__ == "__main__":
    main()
