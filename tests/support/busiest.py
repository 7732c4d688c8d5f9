"""Tables with long lists of legal moves, of any game."""

from typing import Any

import msgspec
import pytest

from referee.match.game import Busiest
from referee.match.registry import ruleset, rulesets
from tests.support.grown import Grown
from tests.support.logged import LoggedTable

GROWN = 60
"""Steps into a match of a game that names no table; half of them if the match is over by then."""


NAMED = [
    pytest.param(name, table, id=f"{name}, {table.what}") for name, of in rulesets().items() for table in of.busiest
]
"""The busiest tables of all games that name one: the ruleset and the table."""
EVERY = [*NAMED, *(pytest.param(name, None, id=name) for name, of in rulesets().items() if not of.busiest)]
"""The same, and every ruleset that names no table."""


def busiest(name: str, table: Busiest | None, exchange: dict[str, str] | None = None) -> LoggedTable:
    """A busy table of a ruleset. If none is named, a table in the middle of a match.

    `exchange`: cards that lie in each other's places.
    """
    if table is None:
        grown = Grown(name, ruleset(name).seats[0], 1).grow(GROWN)
        return grown if grown.open else Grown(name, ruleset(name).seats[0], 1).grow(len(grown.events) // 2)
    opening = {"params": msgspec.to_builtins(table.params), "first_dealer": table.seats - 1}
    logged_table = LoggedTable(name, table.seats, **opening)
    for event in table.events:
        logged_table.tell(exchange_cards(msgspec.to_builtins(event), exchange or {}))
    return logged_table


def exchange_cards(value: Any, exchange: dict[str, str]) -> Any:
    """An event in plain values, with cards in each other's places."""
    match value:
        case dict():
            return {key: exchange_cards(item, exchange) for key, item in value.items()}
        case list() | tuple():
            return [exchange_cards(item, exchange) for item in value]
        case str():
            return exchange.get(value, value)
    return value
