"""An organizer's finger on the pages of a championship: decides during the play, and knows nothing of the page but its hooks."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from playwright.sync_api import Locator, Page

from tests.browser.finger import Touch, click
from tests.browser.looking import Looker

Json = dict[str, Any]


class Desk(Looker):
    """The organizer's page of one championship."""

    def __init__(self, page: Page, url: str, championship: str, token: str, touch: Touch = click) -> None:
        self.touch = touch
        super().__init__(page, url, f"/organize/{championship}#token={token}")
        page.wait_for_selector("section[data-section]")

    def goes(self, section: str) -> None:
        """Opens a section: by its tab, or under "more" where a phone shows it there."""
        # A page that is loaded again has no way to any section at first.
        self.page.wait_for_selector("section[data-section]")
        way = self.page.locator(f'[data-go="{section}"]:visible')
        if way.count() == 0:
            self.taps("more")
        self.touch(way.first)
        self.page.wait_for_selector(f'section[data-section="{section}"]')
        self.page.wait_for_selector("dialog[open]", state="detached")

    def taps(self, action: str) -> None:
        """Taps the control with this action, in the sheet on top if there is one."""
        self.touch(self._top().locator(f'[data-action="{action}"]:enabled').first)

    def types(self, values: Mapping[str, Any]) -> None:
        """Fills fields by their names."""
        for name, value in values.items():
            self._top().locator(f'[data-input="{name}"]').first.fill(str(value))

    def chooses(self, name: str, value: str) -> None:
        """Taps one of several."""
        self.touch(self._top().locator(f'[data-input="{name}"][data-value="{value}"]'))

    def fixture(self, id_: str) -> None:
        """Opens a match in the list of results, and first its round if that is folded."""
        match = self.page.locator(f'[data-fixture="{id_}"]')
        match.wait_for(state="attached")
        summary = self.page.locator(f'details:not([open]):has([data-fixture="{id_}"]) > summary')
        if summary.count() > 0:
            self.touch(summary)
        self.touch(match)
        self.page.wait_for_selector('dialog[data-sheet="fixture"]')

    def foretold(self) -> list[str]:
        """The changes that the filled-in decision would make, in the page's words."""
        top = self._top()
        top.locator("[data-trying]").wait_for(state="detached")
        top.locator("[data-difference]").wait_for()
        return [text.strip() for text in top.locator("[data-change]").all_inner_texts()]

    def reports(self, fixture: Json, points: Sequence[int], **figures: Sequence[int]) -> None:
        """Enters a result by its figures."""
        self.fixture(fixture["id"])
        self.types(_fields(points, figures))
        self.decides("report")

    def corrects(self, fixture: Json, points: Sequence[int], **figures: Sequence[int]) -> list[str]:
        """Corrects a result after its difference was shown, and returns the difference."""
        self.fixture(fixture["id"])
        self.types(_fields(points, figures))
        foretold = self.foretold()
        self.decides("correct")
        return foretold

    def misses(self, fixture: Json, absent: Iterable[Json]) -> None:
        """Gives a match to the present entrant."""
        self.fixture(fixture["id"])
        if fixture["state"] != "walkover":
            self.taps("absence")
        for one in absent:
            self.chooses("absent", one["id"])
        self.decides("walkover")

    def waits_in_vain(self, entrant: Json, says: str) -> None:
        """Taps the absent entrant, in the list of matters to look at now, which tells since when it is awaited."""
        self.goes("watch")
        assert says in self.page.locator('[data-item="missing"]').inner_text()
        self.touch(self.page.locator(f'[data-item="missing"] [data-absent="{entrant["id"]}"]'))
        self.page.wait_for_selector('[data-item="missing"]', state="detached")

    def rules(self, order: Iterable[Json]) -> None:
        """Rules on the tie that is open, by tapping its order."""
        self.taps("tie")
        for one in order:
            self.chooses("order", one["id"])
        self.decides("rule-tie")

    def decides(self, action: str) -> None:
        """Makes the decision that is filled in once it was tried, and sees the sheet close or the message of success."""
        sheet = self._sheet()
        self.taps(action)
        if sheet is not None:
            sheet.wait_for(state="detached")
        self.page.wait_for_selector("[data-notice]")

    def _sheet(self) -> Locator | None:
        sheet = self.page.locator("dialog[open]")
        return sheet if sheet.count() > 0 else None

    def _top(self) -> Locator:
        return self._sheet() or self.page.locator("body")


def _fields(points: Sequence[int], figures: Mapping[str, Sequence[int]]) -> Json:
    """The fields of a form, by name."""
    all_figures = {"points": points, **figures}
    return {f"{name}.{n}": value for name, list_ in all_figures.items() for n, value in enumerate(list_)}
