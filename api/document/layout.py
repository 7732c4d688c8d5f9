"""Layout of JSON for people: a value that fits on a line stays on one, so that a change has a short diff."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import msgspec

LINE = 120
"""Characters of a line."""
SHORT = LINE // 2
"""Characters of an item that shares its line with others of a list."""


def laid_out(value: Any, depth: int = 0, before: int = 0) -> str:
    """Writes JSON with every list and object on one line if it fits there, at its depth and after `before` characters.

    A list of words, numbers and references fills its lines, and so do references in an object.
    """
    short = _short(value)
    if not isinstance(value, dict | list) or depth + before + len(short) < LINE:
        return short
    pad, width = " " * (depth + 1), LINE - depth - 1
    rows: list[str] = []
    if isinstance(value, dict):
        for together, items in groupby(value.items(), lambda item: _is_reference(item[1])):
            texts = [f"{_short(key)}: {laid_out(each, depth + 1, len(_short(key)) + 2)}" for key, each in items]
            rows += _fill(texts, width) if together else texts
    elif all(not isinstance(item, dict | list) or "$ref" in item for item in value):
        rows += _fill(map(_short, value), width)
    else:
        rows += [laid_out(item, depth + 1) for item in value]
    opening, closing = "[]" if isinstance(value, list) else "{}"
    return opening + "\n" + ",\n".join(pad + row for row in rows) + "\n" + " " * depth + closing


def _is_reference(value: Any) -> bool:
    return (isinstance(value, dict) and "$ref" in value) or (isinstance(value, str) and value.startswith("#/"))


def _fill(items: Iterable[str], width: int) -> Iterator[str]:
    """Yields lines with as many items as fit; a long item has a line of its own."""
    row = ""
    for item in items:
        if row and (len(item) > SHORT or len(row) + len(item) + 3 > width):
            yield row
            row = item
        else:
            row = f"{row}, {item}" if row else item
    if row:
        yield row


def _short(value: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()
