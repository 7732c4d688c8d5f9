"""Times as they are read on paper: by the clocks of the hall, in words."""

from collections.abc import Mapping
from datetime import UTC, datetime, tzinfo
from typing import Any

from msgspec import Struct

from api.context import Request
from api.http.describe import ZONE
from api.http.negotiation import page_language, reader_language
from api.pages.words.translations import every_language
from referee.moments import in_zone

WORDS: dict[str, Mapping[str, Any]] = every_language(
    "times",
    {
        "es": {
            "months": (
                *("enero", "febrero", "marzo", "abril", "mayo", "junio"),
                *("julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"),
            ),
            "weekdays": ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"),
            "date": "{day} de {month} de {year}",
            "moment": "{weekday} {date}, {hour}",
        },
        "en": {
            "months": (
                *("January", "February", "March", "April", "May", "June"),
                *("July", "August", "September", "October", "November", "December"),
            ),
            "weekdays": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
            "date": "{day} {month} {year}",
            "moment": "{weekday} {date}, {hour}",
        },
    },
)


class HallClock(Struct, frozen=True):
    """Writes times in a language, by the clocks of a zone."""

    language: str
    zone: tzinfo = UTC

    def moment(self, at: datetime) -> str:
        """«domingo 22 de noviembre de 2026, 18:30»; where no zone is known, that it is UTC."""
        local = in_zone(at, self.zone)
        words = WORDS[self.language]
        weekday = words["weekdays"][local.weekday()]
        moment = words["moment"].format(weekday=weekday, date=self._date(local), hour=f"{local:%H:%M}")
        return str(moment) + (" UTC" if self.zone is UTC else "")

    def format_stored(self, at: str | None) -> str:
        """The same of a time as it is stored (RFC 3339); nothing where there is none."""
        return "" if at is None else self.moment(datetime.fromisoformat(at))

    def day(self, at: datetime) -> str:
        """A day as it is written on a document, after the town: «a 22 de noviembre de 2026»."""
        return ("a " if self.language == "es" else "") + self._date(in_zone(at, self.zone))

    def _date(self, local: datetime) -> str:
        words = WORDS[self.language]
        month = words["months"][local.month - 1]
        return str(words["date"].format(day=local.day, month=month, year=local.year))


def page_clock(request: Request) -> HallClock:
    """The clock of a page: in the language of the request, by the zone that `?zone=` names.

    Raises Inconsistent for an unknown zone.
    """
    return HallClock(page_language(request), ZONE.of(request) or UTC)


def reader_clock(request: Request) -> HallClock:
    """The same of a page that is translated.

    Raises Inconsistent for an unknown zone.
    """
    return HallClock(reader_language(request), ZONE.of(request) or UTC)
