"""Ids of a championship's contests and fixtures: the championship's own id, and a number in its last 32 bits.

So nothing has to be stored to know where a fixture belongs, and a draw is one record whatever it makes. All stay UUIDs of
version 7 (RFC 9562, section 5.7): the time and the 42-bit counter of section 6.2 stand before these bits.
"""

from collections.abc import Iterator
from itertools import count

from referee.log.dry_run import current_dry_run

DIGITS = 8
"""Hexadecimal digits of the number."""
LENGTH = 36
TRIED = 1 << 24
"""Numbers between those of two runs of a rehearsal."""


def numbered(id_: str, number: int) -> str:
    """The id of the contest or fixture of this number in the championship of this id; its own where the number is 0."""
    return f"{id_[:-DIGITS]}{number:0{DIGITS}x}"


def ids_from(id_: str, number: int) -> Iterator[str]:
    """The ids of the contests and fixtures from this number on.

    In a rehearsal each run has others, and none is a real one: until it is done, somebody else may decide and have the number.
    """
    tried = current_dry_run()
    return (numbered(id_, n) for n in count(number if tried is None else number + (tried.run + 1) * TRIED))


def family(id_: str) -> str | None:
    """What an id has in common with all of its championship, as the id of number 0; None for what is no such id."""
    return numbered(id_, 0) if len(id_) == LENGTH else None
