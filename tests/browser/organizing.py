"""An organizer at the organizer's page."""

from playwright.sync_api import Page

from tests.support.service import TOKEN, Running


class Organizer:
    """An organizer at the page of a new championship, with these players on record elsewhere and in it."""

    def __init__(self, page: Page, running: Running, *players: str) -> None:
        self.page, self.running = page, running
        with running.client() as client:
            response = client.post(
                "/v1/championships", json={"name": "Fiestas", "players": [{"name": p} for p in players]}
            )
            assert response.status_code == 201, response.text
            self.id = str(response.json()["id"])
        page.goto(f"{running.url}/organize/{self.id}#token={TOKEN}")
        page.wait_for_selector('[data-section="start"]')

    def goes(self, section: str) -> None:
        """Opens a section by its button, or by the list behind "more"."""
        way = self.page.locator(f'[data-go="{section}"]:visible')
        if way.count() == 0:
            self.page.click('[data-action="more"]')
        way.first.click()
        self.page.wait_for_selector(f'[data-section="{section}"]')

    def notice(self) -> str:
        """The page's message about the last act."""
        return str(self.page.locator("[data-notice]").inner_text())

    def names(self) -> list[str]:
        """Names on the list of players, in the shown form."""
        return list(self.page.locator('[data-list="players"] b').all_inner_texts())
