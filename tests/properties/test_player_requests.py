"""What a player sends is judged by what that player may know: no answer to it tells where the unseen cards lie.

The same requests go to a match and to its twin, in which the cards that the player has not seen lie elsewhere. They are
answered alike to the byte, and both are taken or neither is: single events and arrays, current and stale, in every game.
In half of the twins only the cards that nobody has drawn yet lie in another order.
"""

from collections.abc import Iterator
from random import Random

import pytest

from tests.support.asking import Door
from tests.support.twins import elsewhere, in_another_order, same_course
from tests.support.watched import TABLES, Run, less_told, watched

MATCHES = 4
"""Pairs of matches of each table, each with every hand known, with some and with none."""


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    door = Door(str(tmp_path_factory.mktemp("door")))
    yield door
    door.close()


def pairs(ruleset: str, seats: int) -> Iterator[tuple[str, int, Run, Run]]:
    """Matches of one table and their twins, with the seat that asks: the seat to act, or any."""
    found = 0
    for seed in range(20 * MATCHES):
        run = watched(ruleset, seats, f"asked {seed}", strict=seed % 2 == 0)
        if not run.hidden():
            continue
        turn = run.game.turn
        seat = turn if turn is not None and run.chance.random() < 0.7 else run.chance.randrange(seats)
        twin = (in_another_order(run) if found % 2 else None) or elsewhere(run, seat)
        if twin is None:
            continue
        found += 1
        some = run.chance.sample(range(seats), run.chance.randrange(1, seats))
        yield f"{seed} whole", seat, run, twin
        for known in ([], some):
            one, two = less_told(run, known), less_told(twin, known)
            if one is not None and two is not None and same_course(one, two):
                yield f"{seed} {known}", seat, one, two
        if found == MATCHES:
            return
    assert found > MATCHES // 2


@pytest.mark.parametrize(("ruleset", "seats"), TABLES)
def test_a_twin_match_answers_a_player_the_same(door: Door, ruleset: str, seats: int) -> None:
    for number, (what, seat, one, two) in enumerate(pairs(ruleset, seats)):
        name = f"{ruleset}-{seats}-{number}"
        for request, here, there in door.answers((one, two), name, seat, Random(name)):
            assert here == there, f"match {what}, seat {seat}: {request}"
