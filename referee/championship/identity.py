"""Ids of a championship's contests and fixtures: the championship's own id, and a number in its last 32 bits.

So the championship of a fixture follows from its id, and a draw is one record whatever it makes. All stay UUIDs of version 7
(RFC 9562, section 5.7): the time and the 42-bit counter of section 6.2 stand before these bits.
"""

from collections.abc import Iterator
from itertools import count

DIGITS = 8
"""Hexadecimal digits of the number."""
LENGTH = 36


def id_of_number(id_: str, number: int) -> str:
    """The id of the contest or fixture of this number in the championship of this id; its own where the number is 0."""
    return f"{id_[:-DIGITS]}{number:0{DIGITS}x}"


def ids_from(id_: str, number: int) -> Iterator[str]:
    """The ids of the contests and fixtures from this number on."""
    return (id_of_number(id_, n) for n in count(number))


def family(id_: str) -> str | None:
    """The common part of all ids of a championship, as the id of number 0; None for a text that is no such id."""
    return id_of_number(id_, 0) if len(id_) == LENGTH else None
