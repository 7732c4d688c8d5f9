"""Tables with long lists of legal moves, of any game."""

from typing import Any

import msgspec

from referee.match.registry import ruleset
from tests.support.grown import Grown
from tests.support.logged import LoggedTable

GROWN = 60
"""Steps into a match of a game that names no table."""


def busiest(name: str, exchange: dict[str, str] | None = None) -> LoggedTable:
    """The busiest table of a ruleset, or where it names none, one in the middle of a match.

    `exchange`: cards that lie in each other's places.
    """
    table = ruleset(name).busiest
    if table is None:
        return Grown(name, ruleset(name).seats[0], 1).grow(GROWN)
    opening = {"params": msgspec.to_builtins(table.params), "first_dealer": table.seats - 1}
    laid = LoggedTable(name, table.seats, **opening)
    for event in table.events:
        laid.tell(moved(msgspec.to_builtins(event), exchange or {}))
    return laid


def moved(value: Any, exchange: dict[str, str]) -> Any:
    """An event in plain values, with cards in each other's places."""
    match value:
        case dict():
            return {key: moved(item, exchange) for key, item in value.items()}
        case list() | tuple():
            return [moved(item, exchange) for item in value]
        case str():
            return exchange.get(value, value)
    return value
