"""JSON for people to read and compare: what fits on a line stays on one, so that a change shows as few lines."""

from textwrap import wrap
from typing import Any

import msgspec

LINE = 120
"""Characters of a line."""


def laid_out(value: Any, depth: int = 0, before: int = 0) -> str:
    """JSON in which every list and object that fits on a line of its depth, after `before` characters, is one line.

    A list of words and numbers fills its lines.
    """
    short = _short(value)
    if not isinstance(value, dict | list) or depth + before + len(short) < LINE:
        return short
    pad = " " * (depth + 1)
    if isinstance(value, dict):
        rows = [f"{_short(key)}: {laid_out(item, depth + 1, len(_short(key)) + 2)}" for key, item in value.items()]
    elif any(isinstance(item, dict | list) or " " in str(item) for item in value):
        rows = [laid_out(item, depth + 1) for item in value]
    else:
        words = ", ".join(map(_short, value))
        rows = [
            row.removesuffix(",")
            for row in wrap(words, LINE - depth - 1, break_long_words=False, break_on_hyphens=False)
        ]
    opening, closing = "[]" if isinstance(value, list) else "{}"
    return opening + "\n" + ",\n".join(pad + row for row in rows) + "\n" + " " * depth + closing


def _short(value: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()
