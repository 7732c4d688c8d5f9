"""Tables that grow until the legal events are too many to list: all players leave their cards, and no hand is seen."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random
from typing import Any

import msgspec
import pytest

from referee.match.choice import Choice, SumChoice
from referee.match.events import Event
from referee.match.registry import ruleset, rulesets, tag
from tests.support.logged import LoggedTable

Json = dict[str, Any]
WIDEST: dict[str, Json] = {"casino.royal": {"wide_deuce": True, "wide_ten": True}, "escoba": {"renuncio": True}}
"""The house rules with the most legal events."""
TABLES = [
    pytest.param(name, rules.seats[-1], id=name)
    for name, rules in rulesets().items()
    if "trail" in map(tag, rules.events)
]
"""Every ruleset that lets a card be left on the table, with its greatest number of seats."""


def trailing(name: str, seats: int, seed: int = 1) -> Iterator[LoggedTable]:
    """The table after each event, until the cards of the first deal are out."""
    table = LoggedTable(name, seats, params=WIDEST.get(name, {}), first_dealer=seats - 1)
    pack = list(ruleset(name).pack.names)
    Random(seed).shuffle(pack)
    if name != "scopone":
        table.tell({"type": "deal", "table": pack[:4]})
        del pack[:4]
    while table.match.state.hand <= 1 and (pack or table.match.turn() is None):
        if table.match.turn() is not None:
            table.tell({"type": "trail", "seat": table.match.turn(), "card": pack.pop()})
        elif not pack:
            return
        else:
            table.tell({"type": "deal"})
        yield table


def sums(moves: list[Json]) -> list[Json]:
    """The moves that stand for plays which are too many to list."""
    return [move for move in moves if "sum" in move.get("choose", ())]


def in_json(moves: Iterable[Event | Choice]) -> list[Json]:
    """Moves as JSON has them."""
    return [msgspec.json.decode(msgspec.json.encode(move)) for move in moves]


def of_choice(choice: Json, cards: tuple[str, ...], builds: tuple[str, ...] = ()) -> Json:
    """The event of a choice with these cards and builds."""
    play = {name: value for name, value in choice.items() if name != "choose"} | {"cards": list(cards)}
    return play | {"builds": list(builds)} if builds else play


def filled_in(choice: Json, most: int) -> Iterator[Json]:
    """The events of a choice with up to a number of its cards, by cards alone."""
    choose = choice["choose"]
    beside = (choose["with"],) if "with" in choose else ()
    for n in range(choose.get("min", 1), most + 1):
        for cards in combinations(choose["cards"], n):
            yield of_choice(choice, (*cards, *beside))


def is_sum(move: Event | Choice) -> bool:
    """True if a move stands for plays which are too many to list."""
    return isinstance(move, Choice) and isinstance(move.choose, SumChoice)
