"""Parameters of routes, declared once: the same object is described in the document and reads a request, strictly.

Each kind of query parameter has `of(request)`: one value at most, of the right shape, else BadRequest with its name.
"""

import re
from datetime import tzinfo
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from msgspec import Struct

from api.context import Request
from referee.canonical_json import MOST_EXACT
from referee.characters import SEEN, refusal, unseen
from referee.errors import BadRequest, Flaw, Inconsistent
from referee.moments import in_calendar, moment_in, not_written
from referee.text import Text

T = TypeVar("T")
MOST = 1_000_000_000
"""The largest number that most queries may carry: more versions than any match has."""
MOST_POSITION = MOST_EXACT
"""The largest position of a log that may be named."""
MOST_CURSOR = 10**18 - 1
"""The largest cursor: it is sent as text, in 18 digits at most."""
MISSING = Text(es="falta", en="is missing")


class Param(Struct, frozen=True, kw_only=True):
    """A parameter as the document describes it: in the query, or a header."""

    name: str
    about: str
    location: str = "query"
    is_required: bool = False
    example: Any = None

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of its values."""
        return {}


class Header(Param, frozen=True, kw_only=True):
    """A header that a route reads, with limits of its length in characters, and a regular expression; 0 and empty: none.

    `format` describes it in words for refusals.
    """

    location: str = "header"
    pattern: str = ""
    format: Text | None = None
    least: int = 0
    most: int = 0

    def schema(self) -> dict[str, Any]:
        limits = {"minLength": self.least, "maxLength": self.most, "pattern": self.pattern}
        return {"type": "string"} | {name: limit for name, limit in limits.items() if limit}

    def fits(self, value: str) -> bool:
        """True if this is a valid value of the header."""
        if len(value) < self.least or (self.most and len(value) > self.most):
            return False
        return not self.pattern or re.fullmatch(self.pattern, value) is not None

    def header_value(self, request: Request) -> str | None:
        """The header as it came; None without it."""
        return request.headers.get(self.name)

    def of(self, request: Request) -> str | None:
        """The header; None without it. Raises BadRequest for one that does not fit."""
        # The refusal leaves the value out: it may be a secret, and a refusal may end up in a log file.
        value = self.header_value(request)
        if value is None or self.fits(value):
            return value
        what = self.format or Text(es="un texto", en="a text")
        raise BadRequest(
            Text(es=f"`{self.name}`: {what.es}", en=f"`{self.name}`: {what.en}"), flaws=(Flaw(self.name, what),)
        )


class Words(Param, frozen=True, kw_only=True):
    """A text, with an optional regular expression; `format` describes it in words for refusals.

    `least` and `most` are numbers of characters; a `most` of 0 is no limit.
    """

    pattern: str | None = None
    format: Text | None = None
    least: int = 0
    most: int = 0

    def schema(self) -> dict[str, Any]:
        limits = {"minLength": self.least, "maxLength": self.most}
        return {"type": "string", "pattern": self.pattern or SEEN} | {name: n for name, n in limits.items() if n}

    def of(self, request: Request) -> str | None:
        """The text as it came; None without it. Raises BadRequest."""
        value = _only(request, self)
        if value is None:
            return None
        if len(value) < self.least or (self.pattern is not None and not re.fullmatch(self.pattern, value)):
            what = self.format or Text(es="un texto", en="a text")
            raise _refusal(self.name, Text(es=f"es {what.es}, no «{value}»", en=f"is {what.en}, not {value!r}"))
        if self.most and len(value) > self.most:
            es = f"tiene {len(value)} caracteres, y caben {self.most}"
            raise _refusal(self.name, Text(es=es, en=f"has {len(value)} characters, and at most {self.most} fit"))
        return value

    def require(self, request: Request) -> str:
        """The text. Raises BadRequest, without it too."""
        return _require_value(self.name, self.of(request))


class Number(Param, frozen=True, kw_only=True):
    """A whole number within limits."""

    least: int
    most: int = MOST

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}

    def of(self, request: Request) -> int | None:
        """The number; None without it. Raises BadRequest."""
        value = _only(request, self)
        return None if value is None else _number(self.name, value, self.least, self.most)

    def require(self, request: Request) -> int:
        """The number. Raises BadRequest, without it too."""
        return _require_value(self.name, self.of(request))


class Count(Param, frozen=True, kw_only=True):
    """A whole number within limits, with a default."""

    least: int
    most: int
    default: int

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most, "default": self.default}

    def of(self, request: Request) -> int:
        """The number, or the default. Raises BadRequest."""
        value = _only(request, self)
        return self.default if value is None else _number(self.name, value, self.least, self.most)


class Cursor(Param, frozen=True, kw_only=True):
    """The end of a page, as a number that the client gets from `next` and sends back."""

    name: str = "cursor"
    about: str = "The `next` of the page before."

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": "^[0-9]{1,18}$"}

    def of(self, request: Request) -> int | None:
        """The number; None on the first page. Raises BadRequest."""
        value = _only(request, self)
        return None if value is None else _number(self.name, value, 0, MOST_CURSOR)


class OneOf(Param, frozen=True, kw_only=True):
    """One of some words."""

    words: tuple[str, ...]

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.words)}

    def of(self, request: Request) -> str | None:
        """The word; None without it. Raises BadRequest."""
        value = _only(request, self)
        return None if value is None else _require_choice(self.name, value, self.words)


class Moment(Param, frozen=True, kw_only=True):
    """A time with its zone (RFC 3339)."""

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "format": "date-time"}

    def of(self, request: Request) -> str | None:
        """The time as the log writes it, in UTC to the millisecond; None without it.

        Raises BadRequest, or Inconsistent for a time that no calendar holds.
        """
        value = _only(request, self)
        if value is None:
            return None
        when = moment_in(value)
        if when is not None:
            return in_calendar(when, f"?{self.name}").isoformat(timespec="milliseconds").replace("+00:00", "Z")
        raise _refusal(self.name, not_written(value))


class Zone(Param, frozen=True, kw_only=True):
    """A time zone, by its name in the IANA database."""

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": SEEN}

    def of(self, request: Request) -> tzinfo | None:
        """The zone; None without it. Raises Inconsistent for one that this machine does not know."""
        value = _only(request, self)
        if value is None:
            return None
        try:
            return ZoneInfo(value)
        except (LookupError, ValueError, OSError):
            # `zoneinfo` looks the name up as a path, which may be impossible or that of a folder.
            text = Text(
                es=f"no hay ninguna zona horaria «{value}»: un nombre es, por ejemplo, Europe/Madrid",
                en=f"there is no time zone {value!r}: a name is, for example, Europe/Madrid",
            )
            raise Inconsistent(text, flaws=(Flaw(f"?{self.name}", text),)) from None


class Flag(Param, frozen=True, kw_only=True):
    """`true` or `false`; false without it."""

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean", "default": False}

    def of(self, request: Request) -> bool:
        """True if it is `true`. Raises BadRequest for anything but `true` and `false`."""
        value = _only(request, self)
        return value is not None and _require_choice(self.name, value, ("true", "false")) == "true"


REASON = Words(
    name="reason",
    about="Why, in the organizer's own words: it stays in the log for good, so name nobody in it.",
    is_required=True,
    least=1,
    most=500,
)
REOPEN = Flag(
    name="reopen",
    about="Go on where other people would be through to a tie-break or final that has begun: it voids that match.",
)
DRY_RUN = Flag(
    name="dry_run",
    about="Answer as the write would, with status 200, and store nothing. Null is what only the write can know: new ids, "
    "hashes, times, secrets, and what chance decides. An `Idempotency-Key` is ignored; a wrong PIN counts.",
)
ID_CURSOR = Words(
    name="cursor",
    about="The `next` of the page before.",
    pattern="^[0-9a-f-]{1,36}$",
    format=Text(es="el `next` de otra página", en="a page's `next`"),
)
LIMIT = Count(name="limit", about="How many at most.", least=1, most=500, default=50)
AFTER = Count(name="after", about="Only versions above this one.", least=0, most=MOST, default=0)


def _only(request: Request, param: Param) -> str | None:
    """A query parameter as it came; None without it. Raises BadRequest if it comes twice, or with invisible characters."""
    if not request.scope["query_string"]:
        return None
    values = request.query_params.getall(param.name, [])
    if len(values) > 1:
        raise _refusal(param.name, Text(es="viene más de una vez", en="is there more than once"))
    if not values:
        return None
    value = str(values[0])
    if character := unseen(value):
        raise refusal(f"?{param.name}", character)
    return value


def _number(name: str, value: str, least: int, most: int) -> int:
    if not (value.isascii() and value.isdigit() and len(value) <= 18 and least <= int(value) <= most):
        what = Text(
            es=f"es un número de {least} a {most}, no «{value}»",
            en=f"is a number from {least} to {most}, not {value!r}",
        )
        raise _refusal(name, what)
    return int(value)


def _require_choice(name: str, value: str, words: tuple[str, ...]) -> str:
    if value not in words:
        all_words = ", ".join(words)
        raise _refusal(
            name, Text(es=f"es uno de {all_words}, no «{value}»", en=f"is one of {all_words}, not {value!r}")
        )
    return value


def _refusal(name: str, problem: Text) -> BadRequest:
    return BadRequest(
        Text(es=f"`{name}` {problem.es}", en=f"`{name}` {problem.en}"), flaws=(Flaw(f"?{name}", problem),)
    )


def _require_value(name: str, value: T | None) -> T:
    if value is None:
        raise _refusal(name, MISSING)
    return value
