"""Touches of a page: by clicks, or as a finger does it on glass."""

from collections.abc import Callable

from playwright.sync_api import ElementHandle, Locator, Page

Touch = Callable[[Locator | ElementHandle], None]
LISTENS = """addEventListener("click", () => {
  sessionStorage.setItem("heard", String(Number(sessionStorage.getItem("heard")) + 1));
}, true);"""
HEARD = "n => Number(sessionStorage.getItem('heard')) > n"


def click(target: Locator | ElementHandle) -> None:
    """Clicks, as a mouse does."""
    target.click()


def finger(page: Page) -> Touch:
    """A finger on a page that is not open yet. A tap is over once the page has heard of it: a browser tells it a moment later."""
    page.add_init_script(LISTENS)

    def tap(target: Locator | ElementHandle) -> None:
        before = page.evaluate("Number(sessionStorage.getItem('heard'))")
        target.tap()
        page.wait_for_function(HEARD, arg=before)

    return tap
