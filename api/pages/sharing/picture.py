"""The picture of a link: a score that a group chat shows, drawn as SVG and sent as PNG."""

from functools import cache
from html import escape
from importlib.resources import as_file, files
from pathlib import Path

import resvg_py

from api.pages.sharing.previews import Line, Preview

WIDTH, HEIGHT = 1200, 630
"""Pixels: what chats and networks show without cutting (Open Graph, 1.91 to 1)."""
MARGIN = 70
FAMILY = "Source Sans Pro"
TITLE, ABOUT, FIGURE, NAME = 54, 40, 110, 76
"""Sizes of letters, in pixels."""
WIDTH_OF_LETTER = 0.53
"""Of a bold letter, as a part of its size: what most names come to."""
LEAST = 34
FELT, INK, SOFT, LINE = "#1d5c43", "#ffffff", "#cfe6da", "#2f7458"


@cache
def _fonts() -> list[str]:
    """The letters as files: those of the package that ships them, and no other of the machine."""
    folder = files("font_source_sans_pro") / "files"
    found = []
    for name in ("SourceSansPro-Bold.ttf", "SourceSansPro-Regular.ttf"):
        with as_file(folder / name) as path:
            found.append(str(Path(path)))
    return found


def as_png(preview: Preview) -> bytes:
    """The picture. It takes a tenth of a second: call it in a thread."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=as_svg(preview), skip_system_fonts=True, font_files=_fonts(), font_family=FAMILY
        )
    )


def as_svg(preview: Preview) -> str:
    """The same as a drawing."""
    # A match has its score in the lines, and its title says nothing else.
    head, below = (preview.about, "") if not _is_named(preview) else (preview.title, preview.about)
    drawn = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{FELT}"/>',
        _text(MARGIN, 110, TITLE, INK, head, WIDTH - 2 * MARGIN),
        _text(MARGIN, 170, ABOUT, SOFT, below, WIDTH - 2 * MARGIN, weight=400),
    ]
    top, room = 215, HEIGHT - 215 - 40
    step = room / max(len(preview.lines), 2)
    for number, line in enumerate(preview.lines):
        drawn += _row(line, top + number * step, step)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{"".join(drawn)}</svg>'


def _is_named(preview: Preview) -> bool:
    return not all(line.name in preview.title for line in preview.lines) or not preview.lines


def _row(line: Line, top: float, step: float) -> list[str]:
    size = min(NAME, step * 0.55)
    figure = min(FIGURE, step * 0.75)
    base = top + step / 2
    beside = WIDTH - 2 * MARGIN - len(line.figure) * figure * WIDTH_OF_LETTER - 40
    return [
        f'<rect x="{MARGIN}" y="{top:.0f}" width="{WIDTH - 2 * MARGIN}" height="2" fill="{LINE}"/>',
        _text(MARGIN, base + size / 3, size, INK, line.name, beside),
        _text(WIDTH - MARGIN, base + figure / 3, figure, INK, line.figure, WIDTH, anchor="end"),
    ]


def _text(
    x: float, y: float, size: float, fill: str, text: str, room: float, *, anchor: str = "", weight: int = 700
) -> str:
    """A line of text, smaller where it is long, and cut where it would be too small to read."""
    fitting = min(size, room / max(len(text) * WIDTH_OF_LETTER, 1))
    if fitting < LEAST:
        fitting, most = LEAST, int(room / (LEAST * WIDTH_OF_LETTER))
        text = text if len(text) <= most else f"{text[: most - 1]}…"
    anchored = f' text-anchor="{anchor}"' if anchor else ""
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" font-family="{FAMILY}" font-size="{fitting:.0f}" font-weight="{weight}" '
        f'fill="{fill}"{anchored}>{escape(text)}</text>'
    )
