"""Pairs of one round, where partners change (partners.rotating): an id of such a pair names its two persons."""

from typing import Literal

Partners = Literal["rotating"]
"""The way of a contest in which everybody enters alone and has a new partner in each round."""
MARK = "~"
"""The sign between the ids of the two persons. No id of a person or of an entrant has it."""


def pair_of(one: str, other: str) -> str:
    """The id of a pair of one round, in the order of the seats."""
    return f"{one}{MARK}{other}"


def members_of(entrant: str) -> tuple[str, ...]:
    """The two persons of a pair of one round; any other entrant is its only member."""
    return tuple(entrant.split(MARK)) if MARK in entrant else (entrant,)


def with_member(entrant: str, out: str, into: str) -> str:
    """The same pair of one round with another member; of any other entrant, that one."""
    return MARK.join(into if member == out else member for member in members_of(entrant))
