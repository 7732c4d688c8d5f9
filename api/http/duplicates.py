"""Refusal of JSON in which a key comes twice: parsers treat it differently (RFC 8259, 4).

The decoder of the bodies, msgspec, silently takes the last; that of the standard library shows every pair.
"""

import json
import re
from typing import Any

from referee.errors import BadRequest, Flaw
from referee.text import Text


def require_each_key_once(body: bytes) -> None:
    """Raises BadRequest if an object in this JSON, at any depth, has a key twice; ignores a text that is not JSON."""
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
    raise BadRequest(what, flaws=(Flaw(f"$..{twice}", what),))


def _number(_: str) -> int:
    """Returns 0 without parsing: the longest number would take seconds."""
    return 0


_TEXTS = re.compile(rb'"([^"]*)"(\s*:)?')
"""The strings of JSON without escapes, each with the colon that makes it a key."""
_reader = json.JSONDecoder(object_pairs_hook=_object, parse_int=_number, parse_float=_number)
