"""A caller that knows only the legal moves can record a whole match of any game, and the match ends."""

from random import Random

import pytest

from referee.match.registry import rulesets
from tests.support.by_legal import OnTable, record
from tests.support.table import Table

TABLES = [
    (name, seats) for name, rules in sorted(rulesets().items()) if rules.game.reading.figures for seats in rules.seats
]
SEEDS = [seed if seed < 3 else pytest.param(seed, marks=pytest.mark.long) for seed in range(100)]
"""Three at every run of the tests; a hundred, bad luck among them, with those that are long by nature."""


@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_match_recorded_by_its_legal_moves_alone_ends_regularly(name: str, seats: int, seed: int) -> None:
    play_by_legal(name, seats, seed)


@pytest.mark.long
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_so_it_does_whatever_chance_brings(name: str, seats: int) -> None:
    for seed in range(100):
        play_by_legal(name, seats, seed)


def play_by_legal(name: str, seats: int, seed: int) -> None:
    """A match with some hands by their figures, and one by its cards alone."""
    for figures in (0.03, 0.0):
        table = Table(name, seats)
        record(Random(seed), OnTable(table), figures)
        assert table.match.ledger.status == "finished"
        assert table.match.ledger.result is not None
