"""JSON in which a key comes twice is refused: readers differ in what they make of it (RFC 8259, 4).

The decoder of the bodies, msgspec, takes the last and says nothing; the standard library's shows every pair.
"""

import json
import re
from typing import Any

from referee.errors import Flaw, Malformed
from referee.text import Text


def need_each_key_once(body: bytes) -> None:
    """Raises Malformed where an object in this JSON, however deep, has a key twice; what is no JSON is left alone."""
    if b"\\" not in body:
        keys = [text for text, colon in _TEXTS.findall(body) if colon]
        if len({*keys}) == len(keys):
            return
    try:
        _reader.decode(body.decode())
    except (ValueError, RecursionError):
        return


def _object(pairs: list[tuple[str, Any]]) -> None:
    if len({name for name, _ in pairs}) == len(pairs):
        return
    names = [name for name, _ in pairs]
    twice = next(name for name in names if names.count(name) > 1)
    what = Text(es=f"la clave «{twice}» viene dos veces", en=f"the key {twice!r} comes twice")
    raise Malformed(what, flaws=(Flaw(f"$..{twice}", what),))


def _number(_: str) -> int:
    """No number is read: the longest would take seconds."""
    return 0


_TEXTS = re.compile(rb'"([^"]*)"(\s*:)?')
"""The texts of JSON that escapes no character, each with what makes it a key."""
_reader = json.JSONDecoder(object_pairs_hook=_object, parse_int=_number, parse_float=_number)
