"""A championship of a village from a phone, from a written account: by the texts on the screen and nothing else."""

import re
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page

from tests.browser.conftest import SLOW_MACHINE_MS
from tests.browser.looking import Looker
from tests.support.organizing import TEN
from tests.support.service import TOKEN, start

ACCOUNT = (Path(__file__).parent / "village.txt").read_text(encoding="utf-8").splitlines()
TYPED = {"la clave": TOKEN, "a los diez": "\n".join(TEN)}
"""Texts that the account does not write out."""


class Organizer:
    """A reader of the screen that taps controls by their names. Each name is there once: two of one name are a wrong tap."""

    def __init__(self, page: Page) -> None:
        self.page = page
        # In the sheet on top if there is one; looked for again each time.
        self.surface = page.locator("dialog[open], body:not(:has(dialog[open]))").last

    def does(self, line: str) -> None:
        """Does the act of a line of the account; waits until that can be done."""
        names = re.findall("«([^»]+)»", line)
        match line.split(maxsplit=1)[0]:
            case "Toca":
                self._control(names[0]).click()
            case "Lee":
                self._whole("p, h2, h3, h4, li, b, label > span", names[0]).first.wait_for()
            case "Elige":
                self.surface.get_by_label(names[1], exact=True).filter(visible=True).select_option(label=names[0])
            case _:
                text = TYPED.get(line.removeprefix("Escribe ").partition(" en «")[0], names[0])
                self.surface.get_by_label(names[-1], exact=True).filter(visible=True).fill(text)

    def _control(self, name: str) -> Locator:
        """The control with this name, or with this first line."""
        controls = "button:enabled, a, summary, label"
        heading = self.page.locator("b").filter(has_text=_exactly(name))
        return self._whole(controls, name).or_(self.surface.locator(controls).filter(visible=True).filter(has=heading))

    def _whole(self, elements: str, text: str) -> Locator:
        """The controls with this text and no more."""
        return self.surface.locator(elements).filter(visible=True).filter(has_text=_exactly(text))


def _exactly(text: str) -> re.Pattern[str]:
    return re.compile(rf"^\s*{re.escape(text)}\s*$")


def test_a_championship_is_held_by_reading_the_screen(tmp_path: Path, browser: Browser) -> None:
    phone = browser.new_context(
        viewport={"width": 360, "height": 740}, locale="es-ES", has_touch=True, service_workers="block"
    )
    phone.set_default_timeout(SLOW_MACHINE_MS)
    with start(tmp_path) as running:
        looker = Looker(phone.new_page(), running.url, "/")
        organizer = Organizer(looker.page)
        for line in ACCOUNT:
            organizer.does(line)
        assert looker.faults == []
    phone.close()
