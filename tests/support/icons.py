"""The pictures of the icon for home screens, which take no SVG: `python -m tests.support.icons` makes them anew.

Their corners are not rounded: a home screen rounds them itself, and shows black where an icon is transparent.
"""

from pathlib import Path

import resvg_py

from api.pages.browser import site

SHARED = Path(site.__file__).parent / "static" / "shared"
SIZES = (180, 192, 512)
"""Pixels: of an iPad's or iPhone's home screen, and of an installed page's."""
ROUNDED = ' rx="7"'


def picture(size: int) -> bytes:
    """A PNG of the icon, of this many pixels a side."""
    svg = (SHARED / "icon.svg").read_text(encoding="utf-8")
    assert svg.count(ROUNDED) == 1
    return bytes(resvg_py.svg_to_bytes(svg_string=svg.replace(ROUNDED, ""), width=size, height=size))


if __name__ == "__main__":
    for size in SIZES:
        (SHARED / f"icon-{size}.png").write_bytes(picture(size))
