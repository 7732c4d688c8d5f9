"""The overlay of a stream in WebKit and Firefox: transparent, without bars, and told of each play."""

from collections.abc import Callable

from playwright.sync_api import Browser

from tests.browser.engines.conftest import Device
from tests.browser.test_overlay import COLOURS, CUT_OFF, NOTHING, STILL
from tests.support.hall import Hall
from tests.support.service import Caller, Running


def test_the_overlay_is_transparent_and_follows_a_table(
    running: Running, organizer: Caller, engine: Browser, brings: Callable[..., Device]
) -> None:
    hall = Hall(organizer)
    match = hall.guinote()
    context, line = brings(engine, running.url, 1280, 720)
    page = context.new_page()
    page.goto(f"{line.url}/board/{hall.championship}?overlay&match={match}&show=table&{STILL}")
    page.wait_for_selector(".third [data-version='6']")
    assert page.evaluate(COLOURS) == [NOTHING] * 3
    hall.lays(match, "2C")
    page.wait_for_selector(".third [data-version='7']")
    assert page.evaluate(CUT_OFF) == []
    line.cut()
    page.wait_for_selector("body[data-connection='offline']", state="attached")
    hall.lays(match, "7C")
    line.mend()
    page.wait_for_selector(".third [data-version='8']")
