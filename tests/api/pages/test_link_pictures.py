"""The picture of a link: its parts do not overlap, and no box stands for a letter."""

import re
from html import unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.pages.naming import join_names
from api.pages.sharing.picture import GAP, HEIGHT, MARGIN, ROOM, WIDTH, _font, as_svg, drawable, phrase_of
from api.pages.sharing.previews import Line, Preview
from api.runtime.rasterizer import rasterize
from tests.support.pixels import pixels

INK = 0xF0
"""The lightest level of letters. The felt and its lines are darker."""
SMALLER = 4
"""The factor by which a picture is made smaller, so that it is searched at once."""
DRAWN = re.compile(
    r'<text x="(\d+)" y="\d+" [^>]*font-size="([\d.]+)" font-weight="(\d+)"[^>]*?(text-anchor)?[^>]*>([^<]*)<'
)
CAPITALS = ("WENCESLAO WAMBA WITIZA MONTEMAYOR", "MAXIMILIANO GUMERSINDO MMMMMMMMMM", "ÁÉÍÓÚÑ" * 9)
SCRIPTS = {
    "Ελένη Παπαδοπούλου": "Ελένη Παπαδοπούλου",
    "Дмитрий Щукин": "Дмитрий Щукин",
    "Nguyễn Thị Hồng": "Nguyễn Thị Hồng",
    "Jose\u0301": "José",
    "Ana 🃏": "Ana",
    "Ana ❤\ufe0f": "Ana",
    "علي حسن": "",
    "דוד": "",
    "李明": "",
    "Ana 李": "",
    "สมชาย": "",
    "😀": "",
    "\u202eAna": "Ana",
}
"""Names, and the parts of them that are drawn. A name with a letter that the font lacks is left out."""


def of(*lines: Line) -> Preview:
    return Preview("A title", "Guiñote · En juego", lines, 1)


def line(*people: str, figure: str = "101", place: int | None = None) -> Line:
    name = join_names(people, "es")
    return Line(name if place is None else f"{place}. {name}", figure, people, place)


@pytest.mark.parametrize("figure", ["0", "−1234", "123456789"])
@pytest.mark.parametrize(("people", "lines"), [(CAPITALS[:1], 4), (CAPITALS[:2], 2), (CAPITALS[2:], 2)])
def test_no_name_lies_over_its_figure(people: tuple[str, ...], lines: int, figure: str) -> None:
    """A gap without a letter lies between the two, and no letter lies in the margins."""
    svg = as_svg(of(*[line(*people, figure=figure)] * lines))
    rows = pixels(rasterize(svg.replace("<svg ", f'<svg width="{WIDTH // SMALLER}" height="{HEIGHT // SMALLER}" ')))
    columns = [any(row[x] > INK for row in rows[220 // SMALLER :]) for x in range(WIDTH // SMALLER)]
    margin = MARGIN // SMALLER
    assert not any(columns[: margin - 1]) and not any(columns[-margin + 1 :])
    letters = "".join(".#"[there] for there in columns[margin:-margin])
    assert "." * (GAP // SMALLER - 2) in letters.strip("."), letters


@pytest.mark.parametrize(("name", "text"), SCRIPTS.items())
def test_a_name_is_drawn_whole_or_left_out(name: str, text: str) -> None:
    assert drawable(name) == text
    assert phrase_of(line(name)) == (text or "—")
    assert phrase_of(line(name, "Beto")) == (f"{text} y Beto" if text else "Beto")
    assert phrase_of(line(name, place=2)) == f"2. {text or '—'}"


def test_a_title_goes_without_what_cannot_be_drawn() -> None:
    svg = as_svg(Preview("Fiestas 🎉", "Guiñote · Le toca a 李明", (line("Ana"),), 1))
    assert [text for *_, text in DRAWN.findall(svg)][:2] == ["Fiestas", "Guiñote"]


@given(st.lists(st.lists(st.text(max_size=60), min_size=1, max_size=2), min_size=1, max_size=4), st.text(max_size=20))
@settings(max_examples=min(60, settings().max_examples))
def test_whatever_people_are_called_every_letter_is_in_the_font_and_in_the_room(
    names: list[list[str]], title: str
) -> None:
    lines = [line(*people, figure=str(n * 1000)) for n, people in enumerate(names)]
    for x, size, weight, _, text in DRAWN.findall(as_svg(Preview(title, title, tuple(lines), 1))):
        font, words = _font(int(weight)), unescape(text)
        assert all(font.has(letter) for letter in words), words
        assert font.width(words) * float(size) <= ROOM + 1, (x, words)
