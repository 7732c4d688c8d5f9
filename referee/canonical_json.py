"""The canonical form of JSON, RFC 8785, over which hashes are made.

Of texts, whole numbers and usual names of fields, msgspec writes that form, with sorted fields. Numbers with a fraction, and
names beyond U+D7FF, come out otherwise: only a text that may have them takes the slow way.
"""

import re
from decimal import Decimal
from math import isfinite
from typing import Any

import msgspec

MOST_EXACT = 2**53 - 1
"""The largest whole number that every reader of JSON reads exactly, and the largest with a canonical form."""
DIGITS = 16
"""The digits of `MOST_EXACT`."""

_AS_DIGIT = bytes.maketrans(b"123456789", b"000000000")
_AS_END = bytes.maketrans(b",]e", b"}}.")
_MANY_DIGITS = b"0" * DIGITS
_FRACTION = re.compile(rb"[:,\[]-?[0-9]+[.eE]")
_BEYOND = re.compile(b"[\xee-\xf4]")
"""Characters, in UTF-8, that sort otherwise by bytes than by the units of UTF-16, as RFC 8785 sorts names."""


def canonical_json(value: Any) -> bytes:
    """The RFC 8785 form of a list or object.

    Raises TypeError, ValueError, OverflowError or RecursionError if it has none, as with a whole number above `MOST_EXACT`.
    """
    form = msgspec.json.encode(value, order="sorted")
    return _exact_text(value).encode() if _may_differ(form) else form


def hashed_forms(value: Any) -> tuple[bytes, ...]:
    """The forms of which a hash may be made: the canonical one, then that of earlier releases, if it is another one.

    Those had every number as the log has it, such as `60.0`. Raises what `canonical_json` does, except for large numbers.
    """
    earlier = msgspec.json.encode(value, order="sorted")
    if not _may_differ(earlier):
        return (earlier,)
    try:
        form = _exact_text(value).encode()
    except OverflowError:
        return (earlier,)
    return (form,) if form == earlier else (form, earlier)


def has_many_digits(text: bytes) -> bool:
    """True if a text may have a number above `MOST_EXACT`."""
    return _MANY_DIGITS in text.translate(_AS_DIGIT)


def _may_differ(form: bytes) -> bool:
    """False if this is the RFC 8785 form for certain."""
    if not form.isascii() and _BEYOND.search(form):
        return True
    # As `has_many_digits`, without a call of its own on the way of each play.
    if _MANY_DIGITS in form.translate(_AS_DIGIT):
        return True
    # Without its digits, a number with a fraction or an exponent ends in a point: `60.0}` is `.}`. So does `true`.
    return b".}" in form.translate(_AS_END, b"0123456789-+") and _FRACTION.search(form) is not None


def _exact_text(value: Any) -> str:
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(f"{_exact_text(name)}:{_exact_text(value[name])}" for name in names) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(_exact_text, value)) + "]"
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > MOST_EXACT:
        raise OverflowError("a number is too large for a canonical form")
    return _number(value) if isinstance(value, float) else msgspec.json.encode(value).decode()


def _number(value: float) -> str:
    """A number as ECMAScript writes it: the shortest digits, and an exponent below 1e-6 and from 1e21 on."""
    if not isfinite(value):
        raise ValueError(f"{value} is no number of JSON")
    if value == 0:
        return "0"
    if not 1e-6 <= abs(value) < 1e21:
        digits, _, exponent = repr(value).partition("e")
        return f"{digits}e{int(exponent):+}"
    return f"{Decimal(repr(value)):f}".removesuffix(".0")
