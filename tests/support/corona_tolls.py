"""Battles of Por la Corona in which the pack of the defender can often not pay for all attackers, and ways to defend."""

from collections.abc import Iterator
from random import Random
from typing import Any

Json = dict[str, Any]
SHORT: Json = {"hand": 20, "extra_income": 12, "espadas": "charge"}
"""House rules that use up the packs soon."""
HOUSES: tuple[Json, ...] = (
    SHORT,
    SHORT | {"oros": "charge", "copas": "draw"},
    SHORT | {"copas": "draw", "bastos": "draw"},
    SHORT | {"bastos": "charge", "copas": "drain"},
    SHORT | {"espadas": "pierce", "jokers": 0},
)
WAYS = 4


def some_blocks(rng: Random, choose: Json) -> Iterator[list[Json]]:
    """A defence without blocks, and a few with some."""
    yield []
    attackers, defenders = choose["attackers"], choose["defenders"]
    most = min(len(attackers), len(defenders))
    for count in [rng.randint(1, most) for _ in range(WAYS)] if most else []:
        pairs = zip(rng.sample(attackers, count), rng.sample(defenders, count), strict=True)
        yield [{"attacker": attacker, "defender": defender} for attacker, defender in pairs]
