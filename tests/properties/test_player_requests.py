"""Requests of a player are judged by that player's knowledge: no answer tells the places of the unseen cards.

The same requests go to a match and to its twin, in which the cards that the player has not seen lie elsewhere. The answers are
equal to the byte, and both are accepted or neither is: single events and arrays, current and stale, in every game. In half of the
twins only the undrawn cards lie in another order.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from referee.games.corona.state import CoronaState
from referee.match.judge import players
from referee.match.state import State
from tests.support.asking import Door
from tests.support.twins import elsewhere, in_another_order, same_course
from tests.support.watched import TABLES, Run, less_told, watch_match

MATCHES = 4
"""Pairs of matches of each table, each with every hand known, with some and with none."""
MANY = 60
"""The largest number of pairs in a search for a difference."""


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    door = Door(str(tmp_path_factory.mktemp("door")))
    yield door
    door.close()


def pairs(ruleset: str, seats: int, matches: int = MATCHES) -> Iterator[tuple[str, int, Run, Run]]:
    """Matches of one table and their twins, with the seat that asks: the seat to act, or any."""
    count = 0
    for seed in range(20 * matches):
        run = watch_match(ruleset, seats, f"asked {seed}", strict=seed % 2 == 0)
        if not run.is_hidden():
            continue
        turn = run.game.turn
        seat = turn if turn is not None and run.chance.random() < 0.7 else run.chance.randrange(seats)
        twin = (in_another_order(run) if count % 2 else None) or elsewhere(run, seat)
        if twin is None:
            continue
        count += 1
        some = run.chance.sample(range(seats), run.chance.randrange(1, seats))
        yield f"{seed} whole", seat, run, twin
        for seats_known in ([], some):
            one, two = less_told(run, seats_known), less_told(twin, seats_known)
            if one is not None and two is not None and same_course(one, two):
                yield f"{seed} {seats_known}", seat, one, two
        if count == matches:
            return
    assert count > matches // 2


def differing(door: Door, ruleset: str, seats: int, name: str, matches: int = MATCHES) -> Iterator[str]:
    """The requests that a match and its twin answer differently."""
    for number, (what, seat, one, two) in enumerate(pairs(ruleset, seats, matches)):
        id_ = f"{name} {ruleset} {seats} {number}"
        for request, here, there in door.answers((one, two), id_, seat, Random(id_)):
            if here != there:
                yield f"match {what}, seat {seat}: {request}"


@pytest.mark.parametrize(("ruleset", "seats"), TABLES)
def test_a_twin_match_answers_a_player_the_same(door: Door, ruleset: str, seats: int) -> None:
    assert [*differing(door, ruleset, seats, "kept")] == []


@pytest.mark.parametrize(
    ("ruleset", "seats", "owner", "rule", "without"),
    [
        ("guinote", 2, players, "require_one_event", lambda events: None),
        ("corona", 2, CoronaState, "order_known", lambda state, seat: False),
        ("guinote", 4, State, "knows_beyond", lambda state, visible: False),
        ("hearts.castillar", 4, State, "knows_beyond", lambda state, visible: False),
        ("casino.royal", 4, State, "knows_beyond", lambda state, visible: False),
        ("escoba", 2, State, "knows_beyond", lambda state, visible: False),
    ],
)
def test_without_a_rule_the_twin_tells(
    door: Door, monkeypatch: pytest.MonkeyPatch, ruleset: str, seats: int, owner: Any, rule: str, without: Any
) -> None:
    """The search finds the answers that the rules hide from players."""
    monkeypatch.setattr(owner, rule, without)
    assert next(differing(door, ruleset, seats, f"without {rule}", MANY), None) is not None
