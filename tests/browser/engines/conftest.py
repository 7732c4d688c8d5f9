"""The other engines, and devices that reach the service by a line of their own."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright

from tests.browser.conftest import SLOW_MACHINE_MS, missing
from tests.browser.engines.firefox import firefox, launch
from tests.browser.engines.webkit import is_here, webkit
from tests.support.line import Line

Device = tuple[BrowserContext, Line]
"""A device, and its line to the service, which it reaches at the line's address."""


@pytest.fixture(scope="session")
def firefox_browser(playwright: Playwright) -> Iterator[Browser]:
    """Debian's Firefox."""
    if firefox() is None:
        missing("Firefox", "install the package firefox-esr, or name one in FIREFOX")
    program = launch(playwright)
    yield program
    program.close()


@pytest.fixture(scope="session")
def webkit_browser() -> Iterator[Browser]:
    """Debian's WebKitGTK, with as much of Playwright's interface as the tests use."""
    if not is_here():
        missing("WebKit", "install the packages webkit2gtk-driver, gir1.2-webkit2-4.1, python3-gi and xvfb")
    with webkit() as program:
        yield cast(Browser, program)


@pytest.fixture(scope="session", params=["firefox", "webkit"])
def engine(request: pytest.FixtureRequest) -> Browser:
    """Each of the other engines."""
    program: Browser = request.getfixturevalue(f"{request.param}_browser")
    return program


@pytest.fixture
def brings() -> Iterator[Callable[[Browser, str, int, int], Device]]:
    """Brings devices with an engine, for a service at this address, of this width and height."""
    with ExitStack() as open_:
        yield lambda *device: open_.enter_context(_device(*device))


@contextmanager
def _device(browser: Browser, service_url: str, width: int, height: int) -> Iterator[Device]:
    line = Line(service_url)
    size: Any = {"width": width, "height": height}
    context = browser.new_context(viewport=size, locale="es-ES")
    context.set_default_timeout(SLOW_MACHINE_MS)
    yield context, line
    context.close()
    line.close()
