"""A browser for the tests of the pages: the machine's own Chromium."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from tests.browser.looking import Looker
from tests.browser.tablet import Tablet
from tests.support.service import TOKEN, Caller, Running

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
OLDER_FIREFOX = Path(__file__).parent / "engines" / "older_firefox.cjs"
SLOW_MACHINE_MS = 60_000
"""Milliseconds that a page may take before a test calls it stuck; nothing is measured by it."""


PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "locale": "es-ES"}


def missing(name: str, remedy: str) -> NoReturn:
    """Skips the test that needs a browser. With CI set, it fails."""
    if os.environ.get("CI"):
        pytest.fail(f"no {name} on this machine: {remedy}")
    pytest.skip(f"SKIPPED: no {name} on this machine")


def chromium() -> str | None:
    """The browser of this machine."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


@contextmanager
def driving() -> Iterator[Playwright]:
    """What drives Chromium and Firefox. There is one in a process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NODE_OPTIONS", f"{os.environ.get('NODE_OPTIONS', '')} --require {OLDER_FIREFOX}".strip())
        driver = sync_playwright().start()
    yield driver
    driver.stop()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives Chromium and Firefox."""
    with driving() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The machine's Chromium. Skipped where there is none; with CI set, that fails."""
    path = chromium()
    if path is None:
        missing("Chromium", "install the package chromium, or name one in CHROMIUM")
    # Without a sandbox of its own, which needs rights that containers do not give.
    program = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
    yield program
    program.close()


@contextmanager
def device(browser: Browser) -> Iterator[BrowserContext]:
    """A tablet in the hands of a referee that reads Spanish. Each device has its own storage."""
    browser_context = browser.new_context(
        viewport={"width": 820, "height": 1180}, locale="es-ES", has_touch=True, service_workers="block"
    )
    browser_context.set_default_timeout(SLOW_MACHINE_MS)
    yield browser_context
    browser_context.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """The device on which a test records."""
    with device(browser) as browser_context:
        yield browser_context


@pytest.fixture
def other_device(browser: Browser) -> Iterator[BrowserContext]:
    """A second one."""
    with device(browser) as browser_context:
        yield browser_context


@pytest.fixture
def organizer(running: Running) -> Iterator[Caller]:
    """A client with the organizer's token."""
    with running.client() as client:
        yield client


@pytest.fixture
def sits(running: Running, context: BrowserContext) -> Callable[..., Tablet]:
    """Opens the page of a match."""
    return lambda match, token=TOKEN: Tablet(context.new_page(), running.url, match, token)


@pytest.fixture(scope="session")
def axe() -> str:
    """The checker's source. Skipped where npm reached no registry; with CI set, that fails."""
    if not AXE.exists():
        if os.environ.get("CI"):
            pytest.fail("axe-core is not installed: make pages installs it")
        pytest.skip("SKIPPED: no axe-core, since npm reached no registry")
    return AXE.read_text(encoding="utf-8")


@pytest.fixture
def looks(running: Running, context: BrowserContext) -> Iterator[Callable[[str], Looker]]:
    """Opens a page without a token. Fails if a page broke its policy or an error went uncaught."""
    lookers: list[Looker] = []

    def look(path: str) -> Looker:
        lookers.append(Looker(context.new_page(), running.url, path))
        return lookers[-1]

    yield look
    assert [fault for one in lookers for fault in one.faults] == []


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A new phone. Nothing may go wrong on it without a message to its user."""
    context = browser.new_context(service_workers="block", **PHONE)
    context.set_default_timeout(SLOW_MACHINE_MS)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    context.close()
    assert faults == []
