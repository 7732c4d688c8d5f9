"""The sections of the organizer's pages, in the order in which the pages list them."""

import re
from pathlib import Path

_ORGANIZE = Path(__file__).parents[2] / "api" / "pages" / "browser" / "static" / "organize"


def _section_ids(module: str, constant: str) -> tuple[str, ...]:
    """The ids of the sections in a list of a module."""
    text = (_ORGANIZE / module).read_text().partition(f"export const {constant} = [")[2].partition("\n];")[0]
    return tuple(re.findall(r'\{ id: "(\w+)"', text))


HOUSE = _section_ids("sections.js", "HOUSE")
"""Sections of the service as a whole, before a championship is chosen."""
PREPARING = _section_ids("sections.js", "CHAMPIONSHIP")
"""Sections of a championship that are not about its play."""
PLAY = _section_ids("play/sections.js", "PLAY")
"""Sections of a championship that are about its play."""
