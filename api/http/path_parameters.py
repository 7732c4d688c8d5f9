"""The parts of paths: what each may be, as the document says. A path with anything else names nothing, and is not found.

A path is written as its route is, with nothing encoded: so a name stands in it only if its characters are those of ids.
"""

import re
from typing import Any

from msgspec import Struct

from api.http.parameters import MOST
from referee.errors import NotFound
from referee.text import Text

ID: dict[str, Any] = {
    "type": "string",
    "minLength": 1,
    "maxLength": 100,
    "pattern": r"^\.*[A-Za-z0-9_-][A-Za-z0-9._-]*$",
}
"""Ids, codes and names: not of dots alone, which stand for other paths (RFC 3986, 5.2.4)."""
CLAIM: dict[str, Any] = {"type": "string", "pattern": "^c[1-9][0-9]{0,8}$"}
_WHOLE = re.compile("0|[1-9][0-9]{0,9}")


class PathNumber(Struct, frozen=True):
    """A whole number in a path, within limits, written without a sign or leading zeros."""

    least: int
    most: int

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of its values."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}

    def of(self, text: str) -> int:
        """The number. Raises NotFound."""
        if _WHOLE.fullmatch(text) and self.least <= int(text) <= self.most:
            return int(text)
        raise NotFound(
            Text(
                es=f"«{text}» no es un número de {self.least} a {self.most}",
                en=f"{text!r} is no number from {self.least} to {self.most}",
            )
        )


VERSION = PathNumber(1, MOST)
ROUND = PathNumber(1, 64)
BOARD = PathNumber(1, 32)
HAND = PathNumber(1, 2048)
SIDE = PathNumber(0, 9)
BY_NAME = "by id; or by exact name, where it consists of the letters A to Z, figures, `.`, `_` and `-`."
_PARTS: dict[str, tuple[str, dict[str, Any]]] = {
    "board": ("The board of an encounter in question, counted from 1.", BOARD.schema()),
    "claim": ("The claim in question, by its id.", CLAIM),
    "hand": ("The hand in question, counted from 1 through the contest.", HAND.schema()),
    "number": ("The round in question, counted from 1.", ROUND.schema()),
    "out": (f"The player who was replaced, {BY_NAME}", ID),
    "player": (f"The player in question, {BY_NAME}", ID),
    "side": ("The side in question, counted from 0.", SIDE.schema()),
    "team": (f"The team in question, {BY_NAME}", ID),
    "version": ("The version of the championship's log that the decision has.", VERSION.schema()),
}


def describe(name: str) -> tuple[str, dict[str, Any]]:
    """A parameter of a path in words, and the JSON Schema of its values."""
    return _PARTS.get(name, (f"The {name.removesuffix('_id').replace('_', ' ')} in question, by its id.", ID))
