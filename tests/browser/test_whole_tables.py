"""The tables of a contest are seen whole on the narrowest phone, in both languages: no figure is beyond the edge."""

import pytest
from playwright.sync_api import BrowserContext

from tests.browser.looking import BROKEN_SCORES, Looker
from tests.support.hall import Hall
from tests.support.service import TOKEN, Caller, Running

HIDDEN = """() => [...document.querySelectorAll("table")].flatMap((table) => {
  const [inner, outer] = [table.getBoundingClientRect(), table.parentElement.getBoundingClientRect()];
  return inner.right > Math.min(outer.right, innerWidth) + 1 ? [table.innerText] : [];
})"""
PHONE = {"width": 360, "height": 740}


@pytest.mark.parametrize("language", ["es", "en"])
def test_standings_and_the_general_table_are_as_wide_as_a_phone(
    running: Running, organizer: Caller, context: BrowserContext, language: str
) -> None:
    hall = Hall(organizer)
    hall.guinote()
    page = context.new_page()
    page.set_viewport_size(PHONE)
    Looker(page, running.url, f"/championships/{hall.championship}?lang={language}")
    assert page.locator("table").count() == 3
    assert page.evaluate(HIDDEN) == []
    assert page.evaluate(BROKEN_SCORES) == []
    page.goto(f"{running.url}/organize/{hall.championship}?lang={language}#token={TOKEN}")
    for section in ("standings", "results"):
        page.evaluate("section => { location.hash = section; }", section)
        page.wait_for_selector(f'[data-section="{section}"] :is(table, [data-fixture])')
        assert page.evaluate(HIDDEN) == []
        assert page.evaluate(BROKEN_SCORES) == []
