"""The pictures of the README, taken anew: `python -m tests.browser.readme` writes them to `pictures/`."""

import base64
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import SLOW_MACHINE_MS, chromium
from tests.browser.desk import Desk
from tests.browser.looking import Looker
from tests.browser.tablet import Tablet
from tests.support.organizing import TEN, Contest
from tests.support.records import replay_record
from tests.support.service import TOKEN, Caller, Running, start

PICTURES = Path(__file__).parents[2] / "pictures"
RECORD = "guinote-coto"
AT_THE_TABLE = 19
"""The entry of the record at which an open trick lies on the table, with every mistake in it visible."""
RENUNCIO = 109
"""The entry of the record that is against the rules."""
PROVEN = 125
"""The entry that proves it."""
SMALLER = """async (url) => {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext("2d").drawImage(image, 0, 0);
  return canvas.toDataURL("image/webp", 0.9);
}"""
"""In an empty page, a picture as WebP: a third of its size as PNG."""
PHONE, TABLET = (360, 740), (820, 1100)


class Camera:
    """Takes pictures of the pages of a service, in English."""

    def __init__(self, browser: Browser, running: Running, folder: Path) -> None:
        self._browser, self._running, self._folder = browser, running, folder

    def page(self, size: tuple[int, int], scheme: Any = "light") -> Page:
        """A new device of this size and these colours."""
        context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=scheme,
            reduced_motion="reduce",
            locale="en-GB",
            timezone_id="Europe/Madrid",
        )
        context.set_default_timeout(SLOW_MACHINE_MS)
        return context.new_page()

    def takes(self, page: Page, name: str) -> None:
        """Stores the visible part of the page."""
        page.evaluate("document.fonts.ready")
        data = base64.b64encode(page.screenshot()).decode()
        page.goto("about:blank")
        small = str(page.evaluate(SMALLER, f"data:image/png;base64,{data}")).partition(",")[2]
        (self._folder / f"{name}.webp").write_bytes(base64.b64decode(small))
        page.context.close()

    def table(self, match: str) -> None:
        """A trick that is being played."""
        page = self.page(TABLET)
        tablet = Tablet(page, self._running.url, match, TOKEN)
        page.wait_for_selector("button[data-card]")
        assert tablet.faults == []
        self.takes(page, "table")

    def claim(self, match: str) -> None:
        """A claim of the card that the log proves wrong."""
        page = self.page(TABLET, "dark")
        Tablet(page, self._running.url, match, TOKEN).opens("claim")
        while page.locator(f'dialog [data-at="{RENUNCIO}"]').count() == 0:
            page.click('dialog [data-leaf="before"]')
        page.click(f'dialog [data-at="{RENUNCIO}"]')
        page.get_by_text("The log proves it").wait_for()
        self.takes(page, "claim")

    def replay(self, match: str) -> None:
        """The same card, with the ruling."""
        page = self.page((1280, 920))
        Looker(page, self._running.url, f"/replay/{match}?step={RENUNCIO}", 'body[data-ready="true"]')
        page.locator(".claim .stake").first.wait_for()
        self.takes(page, "replay")

    def correction(self, contest: Contest) -> None:
        """The changes that the correction of a result would make."""
        page = self.page(PHONE)
        desk = Desk(page, self._running.url, contest.championship, TOKEN)
        desk.goes("results")
        fixture = contest.fixture("Dani", "Elena")
        desk.fixture(fixture["id"])
        desk.types({f"points.{n}": {"Dani": 64, "Elena": 40}[one["name"]] for n, one in enumerate(fixture["entrants"])})
        assert desk.foretold() != []
        page.locator("dialog [data-difference]").evaluate("""one => {
          one.style.scrollMarginTop = "10rem";
          one.scrollIntoView({ block: "start" });
        }""")
        self.takes(page, "correction")

    def board(self, contest: Contest) -> None:
        """The standings, with the entrants that go on."""
        page = self.page((960, 540))
        Looker(page, self._running.url, f"/board/{contest.championship}?seconds=600", "[data-slide]")
        while page.locator(".standings .badge").count() == 0:
            page.keyboard.press("ArrowRight")
        self.takes(page, "board")

    def paper(self, contest: Contest) -> None:
        """The paper for the wall."""
        page = self.page((820, 1260))
        page.goto(f"{self._running.url}/print/contests/{contest.id}/fixtures?lang=en")
        self.takes(page, "paper")


def league(client: Caller) -> Contest:
    """A league of five with all its results, before its final."""
    contest = Contest(client, *TEN[:5])
    contest.league(TEN[:5], "Elena>Ana")
    return contest


def main(folder: Path) -> None:
    """Takes them all."""
    with (
        TemporaryDirectory() as place,
        start(Path(place)) as running,
        running.client() as client,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        camera, contest = Camera(browser, running, folder), league(client)
        camera.table(replay_record(client, RECORD, until=AT_THE_TABLE))
        camera.claim(replay_record(client, RECORD, until=PROVEN, without=("claim",)))
        camera.replay(replay_record(client, RECORD))
        camera.correction(contest)
        camera.board(contest)
        camera.paper(contest)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES)
