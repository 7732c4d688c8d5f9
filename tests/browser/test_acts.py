"""The organizer's page of acts on the service itself."""

from playwright.sync_api import BrowserContext

from tests.support.service import TOKEN, Running


def test_who_did_what_to_the_service_is_told_in_words(running: Running, context: BrowserContext) -> None:
    """Latest acts come first; earlier ones on request, as many again each time."""
    with running.client() as client:
        for _ in range(21):
            assert client.post("/v1/tokens", json={"role": "referee"}).is_success
    page = context.new_page()
    page.goto(f"{running.url}/organize#token={TOKEN}")
    page.locator('[data-section="start"]').first.wait_for()
    page.evaluate("location.hash = 'acts'")
    acts = page.locator('[data-list="acts"] > li')
    page.wait_for_function("() => document.querySelectorAll('[data-list=acts] > li').length === 20")
    assert "Clave creada: Árbitro, acabada en" in acts.first.inner_text()
    assert "Organización, clave acabada en" in acts.first.inner_text()
    page.click('[data-older="acts"]')
    page.wait_for_function("() => document.querySelectorAll('[data-list=acts] > li').length > 21")
    assert "Otra cosa" not in page.locator('[data-list="acts"]').inner_text()
