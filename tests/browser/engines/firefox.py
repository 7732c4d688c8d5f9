"""Debian's Firefox, which Playwright drives by WebDriver BiDi once it has read `older_firefox.cjs`."""

import os
import shutil

from playwright.sync_api import Browser, Playwright

STILL: dict[str, str | float | bool] = {"ui.prefersReducedMotion": 1}
"""Firefox's setting against movement on pages; WebKit's window sets the same."""


def firefox() -> str | None:
    """The browser of this machine."""
    return os.environ.get("FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")


def launch(playwright: Playwright) -> Browser:
    """Starts it."""
    return playwright.firefox.launch(channel="moz-firefox", executable_path=firefox(), firefox_user_prefs=STILL)
