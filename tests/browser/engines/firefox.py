"""Debian's Firefox, which Playwright drives by WebDriver BiDi once it has read `older_firefox.cjs`."""

import os
import shutil

from playwright.sync_api import Browser, Playwright

Setting = str | float | bool
STILL: dict[str, Setting] = {"ui.prefersReducedMotion": 1}
"""Firefox's setting against movement on pages; WebKit's window sets the same."""


def firefox() -> str | None:
    """The browser of this machine."""
    return os.environ.get("FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")


def launch(playwright: Playwright, **settings: Setting) -> Browser:
    """Starts it, with these settings beside its usual ones."""
    return playwright.firefox.launch(
        channel="moz-firefox", executable_path=firefox(), firefox_user_prefs=STILL | settings
    )
