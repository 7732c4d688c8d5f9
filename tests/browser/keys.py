"""A user with a keyboard alone, with a visible focus as the only help."""

from playwright.sync_api import Page

MOST_TABS = 400
"""A number of tabs larger than any page has controls."""
SEEN = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return true;
  const style = getComputedStyle(one);
  const box = one.getBoundingClientRect();
  const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
  const bare = parts.flatMap((x) => parts.map((y) => [x, y])).some(([x, y]) => {
    const top = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
    return top && (one.contains(top) || top.contains(one) || top.closest("label")?.control === one);
  });
  return one.matches(":focus-visible") && outlined && bare;
}"""
"""In a page: true if the focused element is on the screen, not all behind something else, with a visible line around it."""
CONTROLS = """() => {
  const top = document.querySelector("dialog[open]") ?? document.body;
  const found = [...top.querySelectorAll("a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary")];
  window.controls = found.filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.tabIndex >= 0);
  window.reached = new Set();
}"""
REACHED = """() => {
  window.reached.add(document.activeElement);
  const left = window.controls.filter((one) => one.isConnected && !window.reached.has(one));
  return [left.length, left.slice(0, 3).map((one) => one.outerHTML.slice(0, 120))];
}"""


class Keys:
    """The keyboard of a page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def goes(self, selector: str) -> None:
        """Presses Tab until this has the focus, and sees it."""
        self.page.wait_for_selector(f"{selector}:not(:disabled)")
        for _ in range(MOST_TABS):
            if self.page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
                assert self.page.evaluate(SEEN), selector
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no key leads to {selector}")

    def does(self, selector: str) -> None:
        """Goes there, and presses it."""
        self.goes(selector)
        self.page.keyboard.press("Enter")

    def types(self, selector: str, text: str) -> None:
        """Goes to a field, and replaces its text."""
        self.goes(selector)
        self.page.keyboard.press("ControlOrMeta+A")
        self.page.keyboard.type(text)

    def reaches_everything(self) -> None:
        """Every control of the page, or of the sheet on top of it, has the focus once, and is seen then."""
        self.page.evaluate(CONTROLS)
        for _ in range(MOST_TABS):
            self.page.keyboard.press("Tab")
            assert self.page.evaluate(SEEN), self.page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
            left, some = self.page.evaluate(REACHED)
            if not left:
                return
        raise AssertionError(f"no key leads to {some}")
