"""What `legal` lists is what `check` takes, in every game: all that is listed, and of moves of a listed kind nothing else.

The matches break rules now and then, and the log knows all hands, one, or none.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.match.aggregate import Match
from referee.match.state import ALL, NOBODY
from tests.support.by_legal import fill
from tests.support.grown import TABLES, read, regular
from tests.support.loose import Loose, log_seen

Json = dict[str, Any]
FILLED = 300
"""Attempts to fill in a choice: what is possible one by one may not go together."""
ASKED = 200
"""Other moves that are asked for at a position."""


@pytest.mark.parametrize(("ruleset", "seats"), TABLES)
@settings(max_examples=max(3, settings().max_examples // 10))
@given(
    seed=st.integers(0, 10**6),
    steps=st.integers(0, 120),
    irregular=st.sampled_from([0.0, 0.3]),
    visible=st.sampled_from([ALL, 1, NOBODY]),
)
def test_what_is_listed_is_taken_and_nothing_beside_it(
    ruleset: str, seats: int, seed: int, steps: int, irregular: float, visible: int
) -> None:
    table = log_seen(Loose(ruleset, seats, seed, irregular).grow(steps), visible)
    match, chance = table.match, Random(seed)
    listed: list[Json] = [msgspec.to_builtins(entry) for entry in match.legal()]
    moves = [entry for entry in listed if "choose" not in entry]
    choices = [entry for entry in listed if "choose" in entry and entry["type"] not in ("count", "deal")]
    for entry in moves:
        assert regular(match, entry), entry
    for entry in choices:
        assert any(regular(match, fill(chance, entry, match.rules.pack.names)) for _ in range(FILLED)), entry
    told: list[Json] = [msgspec.to_builtins(entry.event) for entry in table.entries[1:]]
    wholes = [whole(match, entry) for entry in moves]
    others = [entry for entry in beside(match, [*moves, *told], choices) if whole(match, entry) not in wholes]
    for entry in chance.sample(others, min(ASKED, len(others))):
        assert not regular(match, entry), entry


def whole(match: Match, event: Json) -> bytes:
    """An event as it would be stored."""
    return msgspec.json.encode(read(match, event))


def beside(match: Match, events: Sequence[Json], choices: Sequence[Json]) -> Iterator[Json]:
    """These moves at each seat, with each card; without those of which the list names a choice only."""
    open_kinds = {"deal", "start", "count", *(entry["type"] for entry in choices)}
    kinds = {
        msgspec.json.encode({**event, "seat": 0, "card": "card" in event}): event for event in events if "seat" in event
    }
    for event in kinds.values():
        if event["type"] in open_kinds:
            continue
        for seat in range(match.state.seats):
            if "card" not in event:
                yield {**event, "seat": seat}
            else:
                yield from ({**event, "seat": seat, "card": card} for card in match.rules.pack.names)
