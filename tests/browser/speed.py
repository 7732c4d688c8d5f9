"""Speed of the pages on a slow phone: `python -m tests.browser.speed` prints the figures of the benchmarks.

It is no test: its figures depend on the machine. Chromium runs four times slower than it could, on a network of a hall. With
`--beside CHECKOUT` first visits of this tree and of another one are made in turns, so that both meet the same load. The other
tree needs its own environment (`make setup` there). With `--engines` taps are timed in WebKit and Firefox too. These cannot be
slowed down: all three then run as fast as they can.
"""

from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any, cast

from playwright.sync_api import Browser, Page

from tests.browser.conftest import chromium, driving
from tests.browser.engines.firefox import launch
from tests.browser.engines.webkit import webkit
from tests.support.hall import Hall
from tests.support.service import TOKEN, Caller, Running, start

SLOWER = 4
SLOW_MS = 120_000
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
"""150 ms, 1.6 Mbit/s down and 0.75 up, in bytes a second."""
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "locale": "es-ES", "has_touch": True}
Row = tuple[str, str, str]
RULE: Row = ("---", "---", "---")
LOADS = 5
LONGEST = 200
READY = """(ready) => {
  const look = () => {
    if (document.querySelector(ready)) console.debug(`ready ${performance.now()}`);
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
TAP = """async (chance) => {
  const before = document.body.dataset.shown;
  const cards = document.querySelectorAll("button[data-event][data-card]:not(:disabled)");
  const began = performance.now();
  cards[Math.floor(chance * cards.length)].click();
  for (;;) {
    await new Promise(requestAnimationFrame);
    const next = document.querySelector("button[data-event][data-card]:not(:disabled)");
    if (document.body.dataset.shown !== before && next) return performance.now() - began;
  }
}"""


@contextmanager
def phone(browser: Browser, ready: str = CARD) -> Iterator[Page]:
    """A page of a new phone; it says on its console at which time its `ready` element came."""
    context = browser.new_context(**PHONE)
    context.set_default_timeout(SLOW_MS)
    page = context.new_page()
    page.add_init_script(f"({READY})({ready!r})")
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    yield page
    context.close()


def open_page(running: Running, caller: Caller, page: Page) -> str:
    """Opens the page of a new match, ready for the first deal."""
    match = caller.open("guinote", 4)
    page.goto(f"{running.url}/table/{match}#token={TOKEN}")
    page.wait_for_selector("button[data-card]")
    return match


def cards_to_tap(page: Page) -> list[str]:
    """The cards that one tap records now."""
    names: list[str] = page.locator("button[data-event][data-card]:not(:disabled)").evaluate_all(
        "all => all.map(one => one.dataset.card)"
    )
    return names


@dataclass(frozen=True)
class PageVisit:
    """A page that is visited."""

    name: str
    path: Callable[[], str]
    """The address for one more visit."""
    ready: str
    """The element that is there once the page can be used."""


def pages(caller: Caller) -> Iterator[PageVisit]:
    """A new table, and the other pages, of a championship that is played."""
    hall = Hall(caller)
    match, player = hall.guinote(), hall.player("Concha")
    yield PageVisit("table", lambda: f"/table/{caller.open('guinote', 4)}#token={TOKEN}", CARD)
    yield PageVisit("front page", lambda: "/", SHOWN)
    yield PageVisit("organizer", lambda: f"/organize/{hall.championship}#token={TOKEN}", "section[data-section]")
    yield PageVisit("board", lambda: f"/board/{hall.championship}?seconds=600", "[data-slide]")
    yield PageVisit("replay", lambda: f"/replay/{match}", "body[data-ready='true']")
    yield PageVisit("championship", lambda: f"/championships/{hall.championship}", SHOWN)
    yield PageVisit("player", lambda: f"/players/{player}", SHOWN)


def visit(browser: Browser, running: Running, target: PageVisit) -> float:
    """Milliseconds from the address of a page until it can be used, on a device that has nothing yet."""
    path = target.path()
    with phone(browser, target.ready) as page:
        # The driver asks the page for nothing meanwhile: its scripts take a slow phone as long as a layout.
        with page.expect_console_message(lambda message: message.text.startswith("ready ")) as message:
            page.goto(running.url + path, wait_until="commit")
        return float(message.value.text.removeprefix("ready "))


def first_visits(browser: Browser, *services: Running) -> Iterator[tuple[str, list[list[float]]]]:
    """The name of each page, and the milliseconds of its first visits at each service; the services take turns."""
    with ExitStack() as stack:
        callers = [stack.enter_context(one.client()) for one in services]
        for same in zip(*map(pages, callers), strict=True):
            turns = [[visit(browser, *one) for one in zip(services, same, strict=True)] for _ in range(LOADS)]
            yield same[0].name, [list(times) for times in zip(*turns, strict=True)]


def taps(page: Page, running: Running, caller: Caller) -> list[float]:
    """Milliseconds from each tap of a hand until the next is possible."""
    rng = Random("taps")
    times: list[float] = []
    open_page(running, caller, page)
    while page.evaluate("document.body.dataset.hand") != "2" and len(times) < LONGEST:
        page.wait_for_selector("button[data-event][data-card]:not(:disabled)")
        times.append(float(page.evaluate(TAP, rng.random())))
    return times


def a_card_a_second(browser: Browser, running: Running, caller: Caller) -> tuple[int, int]:
    """The number of cards tapped, one a second, until a partida was won; and the number of them that were not recorded."""
    rng = Random("second")
    tapped: list[str] = []
    with phone(browser) as page:
        match = open_page(running, caller, page)
        began = monotonic()
        while len(tapped) < LONGEST:
            cards = cards_to_tap(page)
            if cards:
                tapped.append(rng.choice(cards))
                # A tap as a finger does it: on the glass, for any state of the page.
                page.touchscreen.tap(*page.evaluate(PLACE, tapped[-1]))
            sleep(max(began + len(tapped) - monotonic(), 0))
            score = caller.get(f"/v1/matches/{match}").json()["score"]
            if sum(score["partidas"]) > 0:
                break
        page.wait_for_function("() => document.body.dataset.pending === '0'")
        count = caller.version(match) - 1
    return len(tapped), len(tapped) - count


def seconds(times: list[float]) -> str:
    """The median of several, and its bounds."""
    middle, best, worst = (round(one / 1000, 2) for one in (median(times), min(times), max(times)))
    return f"{middle} s ({best} to {worst})"


def alone(browser: Browser, running: Running) -> Iterator[Row]:
    """The speed of this tree."""
    with running.client() as caller:
        yield "", "measured", "aim"
        yield RULE
        for name, (times,) in first_visits(browser, running):
            yield f"first visit: {name}", seconds(times), "2 s"
        with phone(browser) as page:
            times = taps(page, running, caller)
        yield f"from a tap to the next possible tap: median of {len(times)}", f"{round(median(times))} ms", "60 ms"
        yield f"the same, the slowest of {len(times)}", f"{round(max(times))} ms", "60 ms"
        cards, misses = a_card_a_second(browser, running, caller)
        yield f"one card a second: {cards} cards tapped, not recorded", str(misses), "0"


def in_turns(browser: Browser, running: Running, other: Running) -> Iterator[Row]:
    """The speed of first visits of another tree and of this one."""
    yield "first visit", "the other tree", "this tree"
    yield RULE
    for name, (this, that) in first_visits(browser, running, other):
        yield name, seconds(that), seconds(this)


def in_engines(running: Running, browsers: Mapping[str, Browser]) -> Iterator[Row]:
    """The speed of taps in each engine."""
    yield "from a tap to the next possible tap", "median", "slowest"
    yield RULE
    with running.client() as caller:
        for name, browser in browsers.items():
            context = browser.new_context(viewport=PHONE["viewport"], locale=PHONE["locale"])
            context.set_default_timeout(SLOW_MS)
            times = taps(context.new_page(), running, caller)
            yield f"{name}, of {len(times)}", f"{round(median(times))} ms", f"{round(max(times))} ms"
            context.close()


def main(checkout: Path | None, *, has_engines: bool) -> None:
    """Prints the figures, each row as it is known."""
    with ExitStack() as stack:
        folders = [Path(stack.enter_context(TemporaryDirectory())) for _ in range(2)]
        running = stack.enter_context(start(folders[0]))
        playwright = stack.enter_context(driving())
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        stack.callback(browser.close)
        if has_engines:
            firefox = launch(playwright)
            stack.callback(firefox.close)
            others = {"Firefox": firefox, "WebKit": cast(Browser, stack.enter_context(webkit()))}
            rows = in_engines(running, {"Chromium": browser, **others})
        elif checkout is None:
            rows = alone(browser, running)
        else:
            rows = in_turns(browser, running, stack.enter_context(start(folders[1], checkout=str(checkout.absolute()))))
        for row in rows:
            print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    parser = ArgumentParser(description="How fast the pages feel on a slow phone.")
    parser.add_argument("--beside", type=Path, metavar="CHECKOUT", help="another tree, visited in turns with this one")
    parser.add_argument("--engines", action="store_true", help="time the taps in WebKit and Firefox too")
    options = parser.parse_args()
    main(options.beside, has_engines=options.engines)
