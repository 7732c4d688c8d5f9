"""The picture of a link: a score that a group chat shows, drawn as SVG and sent as PNG."""

from collections.abc import Iterator
from functools import cache
from html import escape
from importlib.resources import files
from typing import Final
from unicodedata import category, normalize

from api.pages.sharing.font import Font
from api.pages.sharing.previews import Line, Preview
from api.runtime.rasterizer import FAMILY, FONT_FILES, FONTS, rasterize

WIDTH, HEIGHT = 1200, 630
"""Pixels: what chats and networks show without cutting (Open Graph, 1.91 to 1)."""
MARGIN = 70
ROOM = WIDTH - 2 * MARGIN
TITLE, ABOUT, FIGURE, NAME = 54, 40, 110, 76
"""Sizes of letters, in pixels."""
LEAST = 34
"""A line of this size can still be read in a chat: a longer one is shortened."""
TALLEST = 0.55
"""A name's letters, as a part of its row."""
CLOSER = 1.2
"""By how much they may be larger, and are further apart, where a row has a line for each person."""
GAP = 40
"""Between a name and its figure."""
BOLD, REGULAR = 700, 400
MORE: Final = "…"
NO_NAME: Final = "—"
FELT, INK, SOFT, LINE = "#1d5c43", "#ffffff", "#cfe6da", "#2f7458"


@cache
def _font(weight: int) -> Font:
    return Font((files(FONTS) / "files" / FONT_FILES[weight]).read_bytes())


def as_png(preview: Preview) -> bytes:
    """The picture, drawn in this process: it takes a tenth of a second, in which nothing else is computed here."""
    return rasterize(as_svg(preview))


def as_svg(preview: Preview) -> str:
    """The same as a drawing."""
    # A match has its score in the lines, and its title says nothing else.
    head, below = (preview.about, "") if not _is_named(preview) else (preview.title, preview.about)
    head, below = drawable(head), drawable(below)
    elements = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{FELT}"/>',
        _text(MARGIN, 110, TITLE, INK, head or below, ROOM),
        _text(MARGIN, 170, ABOUT, SOFT, below if head else "", ROOM, weight=REGULAR),
    ]
    top, room = 215, HEIGHT - 215 - 40
    step = room / max(len(preview.lines), 2)
    for number, line in enumerate(preview.lines):
        elements += _row(line, top + number * step, step)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{"".join(elements)}</svg>'


def _is_named(preview: Preview) -> bool:
    return not all(line.name in preview.title for line in preview.lines) or not preview.lines


def drawable(text: str, between: str = " · ") -> str:
    """A text as far as the letters of the font go: signs that it lacks are left out, and parts with letters that it lacks."""
    return between.join(part for part in map(_drawable_part, text.split(between)) if part)


def _drawable_part(text: str) -> str:
    """A text without the signs that the font lacks, such as emoji; empty where it lacks a letter: half a name is another name."""
    letters, has = normalize("NFC", text), _font(BOLD).has
    if any(not has(letter) and category(letter)[0] in "LMN" for letter in letters if not _is_selector(letter)):
        return ""
    return " ".join("".join(letter for letter in letters if has(letter) and category(letter)[0] != "C").split())


def _is_selector(letter: str) -> bool:
    """True if the letter only changes the look of the sign before it (Unicode, variation selectors and keycaps)."""
    return "\ufe00" <= letter <= "\ufe0f" or letter == "\u20e3"


def phrase_of(line: Line) -> str:
    """The names in a line, as far as the font has their letters. Of a pair it may be the other name alone."""
    people = _drawable_people(line)
    if len(people) == len(line.people):
        return _drawable_part(line.name) or NO_NAME
    phrase = ", ".join(people) or NO_NAME
    return phrase if line.place is None else f"{line.place}. {phrase}"


def _drawable_people(line: Line) -> list[str]:
    return [name for name in map(_drawable_part, line.people) if name]


def _row(line: Line, top: float, step: float) -> Iterator[str]:
    base = top + step / 2
    figure = min(FIGURE, step * 0.75)
    beside = ROOM - min(_font(BOLD).width(line.figure) * figure, ROOM / 2) - GAP if line.figure else ROOM
    yield f'<rect x="{MARGIN}" y="{top:.0f}" width="{ROOM}" height="2" fill="{LINE}"/>'
    for text, middle, size in _lines(line, min(NAME, step * TALLEST), beside):
        yield _text(MARGIN, base + middle + size / 3, size, INK, text, beside)
    yield _text(WIDTH - MARGIN, base + figure / 3, figure, INK, line.figure, ROOM / 2, anchor="end")


def _lines(line: Line, size: float, room: float) -> list[tuple[str, float, float]]:
    """A line of the score as texts: each with its distance below the middle of the row and the size of its letters, in pixels.

    Each person has a line where all together would be shortened, and there is room for that.
    """
    phrase, people = phrase_of(line), _drawable_people(line)
    each = size * CLOSER / max(len(people), 1)
    if len(people) < 2 or line.place is not None or each < LEAST or fit(phrase, size, room)[0] == phrase:
        return [(phrase, 0, size)]
    return [(name, (n - (len(people) - 1) / 2) * size * CLOSER, each) for n, name in enumerate(people)]


def _text(
    x: float, y: float, size: float, fill: str, text: str, room: float, *, anchor: str = "", weight: int = BOLD
) -> str:
    """A line of text, smaller where it is long, and shortened where it would be too small to read."""
    text, fitting = fit(text, size, room, weight)
    anchor_attribute = f' text-anchor="{anchor}"' if anchor else ""
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" font-family="{FAMILY}" font-size="{fitting:.1f}" font-weight="{weight}" '
        f'fill="{fill}"{anchor_attribute}>{escape(text)}</text>'
    )


def fit(text: str, size: float, room: float, weight: int = BOLD) -> tuple[str, float]:
    """A text and the size of its letters with which it is no wider than `room`, both in pixels."""
    width = _font(weight).width
    fitting = min(size, room / max(width(text), 0.01))
    if fitting >= min(LEAST, size):
        return text, fitting
    while text and width(text + MORE) * LEAST > room:
        text = text[:-1]
    return text.rstrip() + MORE, LEAST
