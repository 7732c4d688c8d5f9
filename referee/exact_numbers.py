"""Numbers that requests may have: those that every reader of JSON reads exactly, and that RFC 8785 has a form for."""

import json
from collections.abc import Iterator
from typing import Any

from referee.canonical_json import DIGITS, MOST_EXACT, has_many_digits
from referee.errors import BadRequest, Flaw
from referee.text import Text

TOO_LARGE = Text(
    es=f"se esperaba un número entero de {-MOST_EXACT} a {MOST_EXACT}",
    en=f"expected a whole number from {-MOST_EXACT} to {MOST_EXACT}",
)


def require_exact(body: bytes) -> None:
    """Raises BadRequest where this JSON has a whole number that cannot be stored exactly, with its path.

    Text that is no JSON is left to its reader to refuse.
    """
    if not has_many_digits(body):
        return
    try:
        value = _reader.decode(body.decode())
    except (ValueError, RecursionError):
        return
    for path in _paths_of_large(value):
        text = Text(es=f"{TOO_LARGE.es}, en {path}", en=f"{TOO_LARGE.en}, at {path}")
        raise BadRequest(text, flaws=(Flaw(path, TOO_LARGE),))


def _whole_number(digits: str) -> int:
    """A number, or another one that is too large too: the longest would take seconds to read."""
    return int(digits) if len(digits) <= DIGITS + 1 else MOST_EXACT + 1


def _paths_of_large(value: Any) -> Iterator[str]:
    remaining: list[tuple[str, Any]] = [("$", value)]
    while remaining:
        path, one = remaining.pop()
        if isinstance(one, list):
            remaining += [(f"{path}[{n}]", item) for n, item in enumerate(one)]
        elif isinstance(one, dict):
            remaining += [(f"{path}.{name}", item) for name, item in one.items()]
        elif isinstance(one, int) and abs(one) > MOST_EXACT:
            yield path


_reader = json.JSONDecoder(parse_int=_whole_number)
