"""Tables as CSV (RFC 4180): by the names of the API's fields for programs, in words for people who open them in a spreadsheet."""

import csv
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from io import StringIO

from litestar import Request, Response
from msgspec import Struct

from api.http.describe import LANGUAGES
from api.pages.naming import named
from api.pages.times import HallClock, page_clock
from referee.championship.views import Somebody

MEDIA = "text/csv"
FORMULA = set("=+-@＝＋－＠")
"""What a spreadsheet takes for the beginning of a formula; the wide ones too, where it reads East Asian text."""
MARK = "\ufeff"
"""By which spreadsheets know UTF-8."""


class Captions(Struct, frozen=True):
    """How people read a table: the titles of the columns that they are shown, by name, and values that have words, by column.

    `within`: for a column whose words another decides, that other; its values go by both, with a blank between.
    """

    titles: Mapping[str, str]
    values: Mapping[str, Mapping[str, str]] = {}
    times: tuple[str, ...] = ()
    within: Mapping[str, str] = {}


class Spreadsheet(Struct, frozen=True):
    """A table: the names of its columns, and its rows."""

    head: Sequence[str]
    rows: Sequence[Sequence[object]]

    def as_csv(self) -> bytes:
        """By the names of the API's fields."""
        return _written([self.head, *self.rows]).encode()

    def in_words(self, columns: Captions, clock: HallClock) -> bytes:
        """For people: titles and values in words, times by the clocks of their zone, no column that is empty."""
        filled = {at for row in self.rows for at, cell in enumerate(row) if cell not in ("", None)}
        shown = [name for at, name in enumerate(self.head) if name in columns.titles and at in filled]
        named = (dict(zip(self.head, row, strict=True)) for row in self.rows)
        rows = [[_read(row, name, columns, clock) for name in shown] for row in named]
        return (MARK + _written([[columns.titles[name] for name in shown], *rows])).encode()


Names = Callable[[Somebody], str]
"""How a table names people."""


def answered(
    request: Request,  # type: ignore[type-arg]
    made: Callable[[Names], Spreadsheet],
    columns: Mapping[str, Captions],
) -> Response[bytes]:
    """A table as an answer: in words where `?lang=` names a language that there is, or else for programs."""
    language = request.query_params.get("lang", "")
    if language in LANGUAGES:
        sheet = made(lambda who: plain(named(who, language)))
        content = sheet.in_words(columns[language], page_clock(request))
    else:
        content = made(lambda who: plain(who.name or who.id)).as_csv()
    return Response(content, media_type=MEDIA)


def plain(name: str) -> str:
    """A name that a spreadsheet takes for a text: one that begins like a formula, after blanks too, gets an apostrophe."""
    return f"'{name}" if name.lstrip()[:1] in FORMULA else name


def _read(row: Mapping[str, object], name: str, columns: Captions, clock: HallClock) -> object:
    cell = row[name]
    if name in columns.times and cell:
        return f"{datetime.fromisoformat(str(cell)).astimezone(clock.zone):%Y-%m-%d %H:%M}"
    value = f"{row[columns.within[name]]} {cell}" if name in columns.within else str(cell)
    return columns.values.get(name, {}).get(value, cell)


def _written(rows: Sequence[Sequence[object]]) -> str:
    text = StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()
