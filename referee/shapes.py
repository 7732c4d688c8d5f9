"""Preparation of msgspec's knowledge of our types before there are threads.

msgspec looks a struct's fields up when one is first decoded. A second thread that decodes the same type in that moment reads
unfinished data, and the process dies of it (seen with msgspec 0.22.0 on PostgreSQL, which reads tokens in threads).
"""

from collections.abc import Iterator
from threading import Lock

import msgspec

_turn = Lock()
_decoded_types: set[type[msgspec.Struct]] = set()


def learn() -> None:
    """Looks up the fields of every loaded struct, once. Structs that are never decoded may be of any shape."""
    with _turn:
        for kind in all_below(msgspec.Struct):
            if kind not in _decoded_types:
                _look_up(kind)
                _decoded_types.add(kind)


def all_below(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    """All subclasses of a struct, at any depth."""
    for one in kind.__subclasses__():
        yield one
        yield from all_below(one)


def _look_up(kind: type[msgspec.Struct]) -> None:
    try:
        msgspec.json.Decoder(kind)
    except (TypeError, NameError):
        return
