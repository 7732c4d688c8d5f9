"""Debian's Firefox, which Playwright drives by WebDriver BiDi once it has read `older_firefox.cjs`."""

import os
import shutil


def firefox() -> str | None:
    """The browser of this machine."""
    return os.environ.get("FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
