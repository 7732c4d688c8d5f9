"""Characters that texts from outside may have: all that people write, and none with an invisible effect.

Control characters break databases (PostgreSQL stores no NUL) and steer the terminals in which a log is read; the controls of
writing direction make a name read otherwise than it is. Line breaks and tabs are let through, and so are all scripts.
"""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from referee.errors import UNREADABLE, BadRequest, Flaw
from referee.text import Text

_UNSEEN = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
SEEN = r"^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]*$"
"""The texts that are let through, as a schema says it."""
UNBROKEN = r"^[^\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]*$"
"""Those without line breaks and tabs."""
_NO_LINE = r"\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069"
ONE_LINE = rf"^[^{_NO_LINE}]*[^\s\ufeff{_NO_LINE}][^{_NO_LINE}]*$"
"""Those of one line that are not blank, without tabs."""
# Their bytes in JSON, escaped or as they are. It may find more, such as an escaped backslash before "u0000".
_SUSPECT = re.compile(
    rb"\\[bf]|\\u00[0189][0-9a-f]|\\u007f|\x7f|\xc2[\x80-\x9f]|\\u20[26][0-9a-f]|\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]",
    re.IGNORECASE,
)


def unseen(text: str) -> str | None:
    """The first character of a text that is not let through, as `U+0000`; None where all are."""
    match = _UNSEEN.search(text)
    return f"U+{ord(match[0]):04X}" if match else None


def require_seen(body: bytes) -> None:
    """Raises BadRequest where a text in this JSON has a character that is not let through, with its path.

    Text that is no JSON is left to its reader to refuse.
    """
    if not _SUSPECT.search(body):
        return
    try:
        value = msgspec.json.decode(body)
    except UNREADABLE:
        return
    for path, text in _texts(value):
        if character := unseen(text):
            raise refusal(path, character)


def refusal(path: str, character: str) -> BadRequest:
    """The refusal of a text for a character that it has."""
    what = Text(es=f"lleva el carácter invisible {character}", en=f"contains the invisible character {character}")
    return BadRequest(Text(es=f"{path} {what.es}", en=f"{path} {what.en}"), flaws=(Flaw(path, what),))


def _texts(value: Any) -> Iterator[tuple[str, str]]:
    """Every text in a value, names of fields too, with its path."""
    remaining: list[tuple[str, Any]] = [("$", value)]
    while remaining:
        path, one = remaining.pop()
        if isinstance(one, str):
            yield path, one
        elif isinstance(one, list):
            remaining += [(f"{path}[{n}]", item) for n, item in enumerate(one)]
        elif isinstance(one, dict):
            for name, item in one.items():
                yield path, name
                remaining.append((f"{path}.{name}", item))
