"""The shape that the whole product keeps to: no import circles, one name for one class, games built in one way."""

import ast
from collections import Counter
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import get_type_hints

import grimp
import pytest

from referee.match.game import Game
from referee.match.registry import rulesets
from referee.match.state import State
from referee.match.vocabulary import Event

PRODUCT = ("referee", "api", "projections")
ROOT = Path(__file__).parents[2]


@cache
def imports() -> dict[str, set[str]]:
    """Which module imports which, also for the type checker alone."""
    graph = grimp.build_graph(*PRODUCT, cache_dir=None)
    return {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}


def test_no_module_imports_itself_by_way_of_others() -> None:
    TopologicalSorter(imports()).prepare()


def test_no_two_classes_have_one_name() -> None:
    names = Counter(
        node.name
        for place in PRODUCT
        for path in (ROOT / place).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ClassDef)
    )
    assert [name for name, n in names.items() if n > 1] == []


@pytest.mark.parametrize("name", rulesets())
def test_every_event_goes_to_functions_that_take_it(name: str) -> None:
    game = rulesets()[name].game
    for kind, handler in game.handlers.items():
        for function in (handler.check, handler.apply):
            assert issubclass(kind, taken(function)), function


def taken(function: object) -> type[Event]:
    """The event type that a handler says it takes."""
    hints = get_type_hints(function)
    found: type[Event] = hints["event"]
    return found


@pytest.mark.parametrize("name", rulesets())
def test_a_state_is_one_step_from_what_every_table_has(name: str) -> None:
    state = rulesets()[name].game.state
    assert state.__bases__ == (State,)


def test_a_game_keeps_nothing_of_a_match() -> None:
    games = [rules.game for rules in rulesets().values()]
    assert all(isinstance(game, Game) for game in games)
    assert all(type(game).__dataclass_params__.frozen for game in games)  # type: ignore[attr-defined]
