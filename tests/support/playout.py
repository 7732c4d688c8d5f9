"""Whole random matches for tests: shuffled from a seed, played by legal events, as lists of events."""

from functools import cache
from random import Random
from typing import Any

from tests.support.table import Table


@cache
def play_out(ruleset: str, seats: int, seed: str, **opening: Any) -> tuple[dict[str, Any], ...]:
    """The events of a match from its opening to its end; `opening` as the match was opened."""
    chance = Random(seed)
    fields = {**opening, "params": dict(opening.get("params", ()))}
    table = Table(ruleset, seats, **fields)
    events: list[dict[str, Any]] = []
    while table.match.ledger.status == "open":
        event = _next(table, seed, chance)
        table.tell(event)
        events.append(event)
    return tuple(events)


def _next(table: Table, seed: str, chance: Random) -> dict[str, Any]:
    if table.match.state.phase == "deal":
        return {"type": "deal", "shuffle": True, "seed": f"{seed}-{table.match.version}"}
    move = chance.choice(table.moves())
    choose = move.pop("choose", None)
    if choose:
        move["cards"] = chance.sample(choose["cards"], choose["min"])
    return move
