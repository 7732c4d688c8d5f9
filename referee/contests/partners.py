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


def seats_at(pair: tuple[str, str], round_: int, table: int) -> tuple[str, ...]:
    """The four persons of two such pairs by seat, each across from the other of its pair.

    From table to table, and from round to round, they sit one seat further: so in every seat sit high and low of the table.
    """
    (first, third), (second, fourth) = map(members_of, pair)
    seats, turn = (first, second, third, fourth), (round_ + table) % 4
    return (*seats[turn:], *seats[:turn])


def with_member(entrant: str, out: str, into: str) -> str:
    """The same pair of one round with another member; of any other entrant, that one."""
    return MARK.join(into if member == out else member for member in members_of(entrant))
