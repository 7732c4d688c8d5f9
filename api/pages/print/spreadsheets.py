"""Tables as CSV (RFC 4180): with the names of the API's fields for programs, or in words for a spreadsheet."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime

from litestar import Response
from msgspec import Struct

from api.context import Request
from api.http.describe import FALLBACK, LANGUAGES, SEPARATOR, SEPARATORS, TRANSLATIONS
from api.pages.naming import display_name
from api.pages.times import HallClock, page_clock
from referee.championship.views import Somebody
from referee.moments import in_zone

MEDIA = "text/csv"
FORMULA = set("=+-@＝＋－＠")
"""Characters that begin a formula in a spreadsheet; the wide ones do where it reads East Asian text."""
MARK = "\ufeff"
"""The byte order mark, by which spreadsheets recognise UTF-8."""
COMMA = ","
SPANISH = ";"
"""The separator of spreadsheets in languages with a decimal comma."""
DECIMAL_COMMA = {"es"}
"""The languages with a decimal comma."""
_QUOTED = re.compile(r'[",;\t\r\n]')
"""Characters for which a field is quoted: every separator, whichever the table has, since its reader may have another."""
_FORMULA_WITHIN = re.compile(rf'((?:/ |[,;\t\r\n])[\s",;]*)(?=[{re.escape("".join(sorted(FORMULA)))}])')
"""The beginning of a formula inside a field: of a second name, or where a spreadsheet parts the line at another separator."""


class NumberCell(str):
    """Numbers in one field: no person's text, so that a minus in front of them is one."""

    __slots__ = ()


class Captions(Struct, frozen=True):
    """A table in words: the titles of the columns that are shown, by name, and words for values, by column.

    `within` names the column on which the words of a column depend too; the key is then both values with a blank between.
    """

    titles: Mapping[str, str]
    values: Mapping[str, Mapping[str, str]] = {}
    times: tuple[str, ...] = ()
    within: Mapping[str, str] = {}


class Spreadsheet(Struct, frozen=True):
    """A table: the names of its columns, and its rows."""

    head: Sequence[str]
    rows: Sequence[Sequence[object]]

    def as_csv(self, separator: str = COMMA) -> bytes:
        """By the names of the API's fields."""
        return _text(self.head, self.rows, separator).encode()

    def in_words(self, columns: Captions, clock: HallClock, separator: str = "") -> bytes:
        """For people: titles and values in words, times by the clocks of their zone, no column that is empty.

        Without a separator it is the one that spreadsheets in this language read; the decimal mark is theirs always.
        """
        filled_columns = {at for row in self.rows for at, cell in enumerate(row) if cell not in ("", None)}
        names = [name for at, name in enumerate(self.head) if name in columns.titles and at in filled_columns]
        lines = (dict(zip(self.head, row, strict=True)) for row in self.rows)
        rows = [[_read(row, name, columns, clock) for name in names] for row in lines]
        has_comma = clock.language in DECIMAL_COMMA
        titles = [columns.titles[name] for name in names]
        return (MARK + _text(titles, rows, separator or (SPANISH if has_comma else COMMA), has_comma)).encode()


Names = Callable[[Somebody], str]
"""A function that gives the name of a person in a table."""


def answer_table(
    request: Request,
    make_table: Callable[[Names], Spreadsheet],
    columns: Mapping[str, Captions],
) -> Response[bytes]:
    """A table as an answer: in words where `?lang=` names a language that there is, or else for programs.

    Raises BadRequest for a separator that there is not.
    """
    chosen = request.query_params.get("lang", "")
    language = FALLBACK if chosen in TRANSLATIONS else chosen
    separator = SEPARATORS[SEPARATOR.of(request) or ""]
    if language in LANGUAGES:
        content = make_table(lambda person: display_name(person, language)).in_words(
            columns[language], page_clock(request), separator
        )
    else:
        content = make_table(lambda person: person.name or person.id).as_csv(separator or COMMA)
    return Response(content, media_type=MEDIA)


def plain(text: str) -> str:
    """A text that a spreadsheet takes for one: a formula in it, at its beginning or after a separator, gets an apostrophe."""
    words = _FORMULA_WITHIN.sub(r"\1'", text.strip())
    return f"'{words}" if words[:1] in FORMULA else words


def _read(row: Mapping[str, object], name: str, columns: Captions, clock: HallClock) -> object:
    cell = row[name]
    if name in columns.times and cell:
        return f"{in_zone(datetime.fromisoformat(str(cell)), clock.zone):%Y-%m-%d %H:%M}"
    value = f"{row[columns.within[name]]} {cell}" if name in columns.within else str(cell)
    return columns.values.get(name, {}).get(value, cell)


def _text(
    head: Sequence[str], rows: Iterable[Sequence[object]], separator: str, has_decimal_comma: bool = False
) -> str:
    lines = [map(_quote, head), *([_field(cell, separator, has_decimal_comma) for cell in row] for row in rows)]
    return "".join(f"{separator.join(line)}\r\n" for line in lines)


def _field(cell: object, separator: str, has_decimal_comma: bool) -> str:
    if isinstance(cell, str):
        return _quote(cell if isinstance(cell, NumberCell) else plain(cell))
    number = "" if cell is None else str(cell)
    number = number.replace(".", ",") if has_decimal_comma else number
    return f'"{number}"' if separator in number else number


def _quote(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if _QUOTED.search(text) else text
