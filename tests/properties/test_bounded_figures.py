"""No figure of a hand is any number: the cards bound each, so that no total comes near what JavaScript cannot read exactly."""

import json
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from referee.canonical_json import MOST_EXACT
from referee.errors import Impossible, ServiceRefusal
from referee.match.events import CountOfHand
from referee.match.registry import rulesets
from tests.support.by_legal import fill
from tests.support.table import Table

Path = tuple[str | int, ...]
GAMES = [name for name, rules in rulesets().items() if any(issubclass(kind, CountOfHand) for kind in rules.events)]
TRIES = 300


def whole_numbers(value: Any, path: Path = ()) -> Iterator[Path]:
    """The place of each whole number in a JSON value."""
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from whole_numbers(part, (*path, key))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield path


def with_number(value: Any, path: Path, number: int) -> Any:
    """A copy of a JSON value with another number at a place."""
    copy = part = json.loads(json.dumps(value))
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = number
    return copy


def count_of(table: Table) -> dict[str, Any]:
    """A count of the first hand that the match takes."""
    chance = Random(1)
    asked = next(entry for entry in table.legal() if entry["type"] == "count")
    for _ in range(TRIES):
        event = fill(chance, asked, table.match.rules.pack.names)
        with suppress(Impossible):
            table.tell(event)
            return event
    raise AssertionError(f"no way was found to fill in {asked}")


@pytest.mark.parametrize("ruleset", GAMES)
def test_no_figure_is_any_number(ruleset: str) -> None:
    seats = min(rulesets()[ruleset].seats)
    event = count_of(Table(ruleset, seats))
    places = [*whole_numbers(event["figures"])]
    assert places
    for path in places:
        with pytest.raises(ServiceRefusal):
            Table(ruleset, seats).tell(event | {"figures": with_number(event["figures"], path, MOST_EXACT)})
