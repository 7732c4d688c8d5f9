"""Words of a page that are not whole where they are read."""

from collections.abc import Iterator

from playwright.sync_api import Page

SCREENS = [(360, 740), (820, 1180), (1920, 1080)]
CUT = r"""() => {
  const top = document.querySelector("dialog[open]") ?? document.body;
  const faults = new Set();
  const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const owner = node.parentElement;
    if (!node.data.trim() || owner.closest("option, .unseen, .scroll")) continue;
    if (!owner.checkVisibility({ visibilityProperty: true })) continue;
    const says = (what) => faults.add(`${what}: ${node.data.trim()} in ${owner.closest("[class]")?.className}`);
    const range = document.createRange();
    for (const word of owner.closest("button, .way") ? node.data.matchAll(/\p{L}+/gu) : []) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      if (range.getClientRects().length > 1) says(`broken in ${word[0]}`);
    }
    range.selectNodeContents(node);
    // Whoever reads it brings it to the middle of the screen: what covers it there covers it wherever it is.
    owner.scrollIntoView({ block: "center", behavior: "instant" });
    for (const box of range.getClientRects()) {
      if (box.left < -0.5 || box.right > innerWidth + 0.5) says("beyond the screen");
      for (let one = owner; one && one !== document.documentElement; one = one.parentElement) {
        const edge = one.getBoundingClientRect();
        const style = getComputedStyle(one);
        const closes = one.matches("button") || style.overflowX !== "visible";
        const leaves = box.left < edge.left - 0.5 || box.right > edge.right + 0.5;
        if (closes && leaves) says(`beyond ${one.tagName} ${one.className}`);
        // Letters reach into the space between lines, which nobody sees cut.
        const middle = (box.top + box.bottom) / 2;
        const hides = style.overflowY === "hidden" || style.overflowY === "clip";
        if (hides && (middle < edge.top || middle > edge.bottom)) says(`hidden by ${one.tagName} ${one.className}`);
      }
      for (const x of [box.left + 2, (box.left + box.right) / 2, box.right - 2]) {
        const found = document.elementFromPoint(x, (box.top + box.bottom) / 2);
        if (!found || found.contains(owner) || owner.contains(found)) continue;
        says(`under ${found.tagName} ${found.className.baseVal ?? found.className}`);
      }
    }
  }
  return [...faults];
}"""
"""In a page: the words that are cut by the screen, by a control or by an overflow, or covered by something else."""


def cut(page: Page) -> Iterator[tuple[tuple[int, int], list[str]]]:
    """The cut words, and their screens."""
    if page.locator("dialog[open]").count() > 0:
        page.wait_for_selector("dialog[open] .sheet-body :is(button, p, table):visible")
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        words: list[str] = page.evaluate(CUT)
        if words:
            yield (width, height), words
