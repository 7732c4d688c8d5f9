"""A viewer of a page, and the faults that must not happen meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, Request

Json = dict[str, Any]
GRAVE = {"serious", "critical"}
LOOKS = [("light", 360, 740), ("dark", 820, 1180), ("light", 1920, 1080)]
"""A phone, a tablet in the dark, a television: colours, width, height."""
OTHER_LOOKS = [("dark", 360, 740), ("light", 820, 1180), ("dark", 1920, 1080)]
"""The same screens in the other colours. Half of the pages are looked at in these."""
WIDER = (
    """() => [...document.querySelectorAll("html, dialog[open]")].some((one) => one.scrollWidth > one.clientWidth)"""
)
"""In a page: true if it or the sheet on it has anything beyond its edge."""
EXPECTED = ("the server responded with a status of 4", "net::ERR_INTERNET_DISCONNECTED")
"""Messages of the browser itself: an answer that the page handles, and a network that a test took away."""

BROKEN_SCORES = """() => {
  const broken = [];
  const look = (start, end) => {
    const range = document.createRange();
    range.setStart(...start);
    range.setEnd(...end);
    const seen = [...range.getClientRects()].filter((one) => one.width > 0);
    if (seen.some((one) => one.top >= seen[0].bottom)) broken.push(range.toString());
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    for (const { index, 0: { length } } of text.data.matchAll(/\\d+ – \\d+/g)) look([text, index], [text, index + length]);
  }
  const alone = [...document.querySelectorAll("*")].filter((one) => /^\\d+ – \\d+$/.test(one.textContent));
  for (const one of alone) look([one, 0], [one, one.childNodes.length]);
  return broken;
}"""
"""In a page, the scores of two that one line begins and the next one ends."""


HYPHENS = r"""() => {
  const below = /(?<![\p{L}\p{N}_.-])-\d/u;
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (below.test(data) && !parentElement.closest("code, pre, script")) found.push(data);
  }
  const said = ["aria-label", "title", "alt"].flatMap((name) =>
    [...document.querySelectorAll(`[${name}]`)].map((one) => one.getAttribute(name)));
  return [...found, ...said.filter((text) => below.test(text))];
}"""
"""In a page, figures below zero that have a hyphen in place of a minus (U+2212), also where only screen readers say them."""


class Looker:
    """An open page, with its faults: errors, and requests to other hosts."""

    def __init__(self, page: Page, url: str, path: str, ready: str = "#page:not([aria-busy])") -> None:
        self.page, self.url = page, url
        self.faults: list[str] = []
        self.paths: list[str] = []
        """The API paths that the page requested."""
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("console", self._hear)
        page.on("request", self._ask)
        page.goto(url + path)
        page.wait_for_selector(ready)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(pattern in message.text for pattern in EXPECTED):
            self.faults.append(f"console: {message.text}")

    def _ask(self, request: Request) -> None:
        if not request.url.startswith((self.url, "data:")):
            self.faults.append(f"request: {request.url}")
        elif request.url.startswith(f"{self.url}/v1/"):
            self.paths.append(request.url.removeprefix(self.url))


@contextmanager
def looking(browser: Browser, url: str, path: str, look: tuple[Any, int, int]) -> Iterator[Looker]:
    """A page on a screen of these colours and size, where nothing moves. It is no wider than the screen, and has no faults.

    No score on it is broken over two lines, and each figure below zero has a minus.
    """
    scheme, width, height = look
    size: Any = {"width": width, "height": height}
    context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce", locale="es-ES")
    looker = Looker(context.new_page(), url, path)
    yield looker
    assert looker.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert looker.page.evaluate(BROKEN_SCORES) == []
    assert looker.page.evaluate(HYPHENS) == []
    assert looker.faults == []
    context.close()


STILL = """async () => {
  const finite = document
    .getAnimations()
    .filter((one) => one.playState === "running" && Number.isFinite(one.effect?.getComputedTiming().endTime));
  await Promise.allSettled(finite.map((one) => one.finished));
}"""
"""Waits for what moves to its end: a slide that comes in is not as dark as it will be."""


def findings(page: Page, axe: str) -> list[str]:
    """The serious findings of the checker, with the first place of each."""
    # Not as a tag, which the policy of the page would refuse.
    page.evaluate(f"() => {{ {axe} }}")
    page.evaluate(STILL)
    violations: list[Json] = page.evaluate("async () => (await axe.run()).violations")
    return [
        f"{one['id']}: {one['help']}: {one['nodes'][0]['html'][:160]}" for one in violations if one["impact"] in GRAVE
    ]
