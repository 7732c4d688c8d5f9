"""The structure that the whole product keeps to: no import circles, one name for one class, games built in one way."""

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from inspect import isclass
from pathlib import Path
from types import FunctionType
from typing import get_type_hints

import pytest

from referee.match.events import Event
from referee.match.game import Game
from referee.match.registry import rulesets
from referee.match.state import State
from tests.support.importing import PRODUCT, import_graph

METHODS = 60
ROOT = Path(__file__).parents[2]


@cache
def imports() -> dict[str, set[str]]:
    """The imports of each module, including those for the type checker alone."""
    graph = import_graph()
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


def test_no_class_has_more_methods_than_one_can_keep_in_mind() -> None:
    """Methods of the product's classes that it extends are counted with its own."""
    counts = {f"{kind.__module__}.{kind.__name__}": len(methods(kind)) for kind in classes()}
    assert len(counts) > 500
    assert {name: n for name, n in counts.items() if n > METHODS} == {}


def classes() -> Iterator[type]:
    """The classes of the product."""
    for name in imports():
        if not name.endswith("__main__") and "migrations" not in name:
            for kind in vars(import_module(name)).values():
                if isclass(kind) and kind.__module__ == name:
                    yield kind


def methods(kind: type) -> set[str]:
    """The methods of a class, its own or of a class of the product that it extends."""
    own = [of for of in kind.__mro__ if of.__module__.partition(".")[0] in PRODUCT]
    kinds = (FunctionType, classmethod, staticmethod, property)
    return {name for of in own for name, value in vars(of).items() if isinstance(value, kinds)}


@pytest.mark.parametrize("name", rulesets())
def test_every_event_goes_to_functions_that_take_it(name: str) -> None:
    game = rulesets()[name].game
    for kind, handler in game.handlers.items():
        for function in (handler.check, handler.apply):
            assert issubclass(kind, declared_event(function)), function


def declared_event(function: object) -> type[Event]:
    """The event type that a handler declares."""
    hints = get_type_hints(function)
    event: type[Event] = hints["event"]
    return event


@pytest.mark.parametrize("name", rulesets())
def test_a_state_is_one_step_from_what_every_table_has(name: str) -> None:
    state = rulesets()[name].game.state
    assert state.__bases__ == (State,)


def test_a_game_keeps_nothing_of_a_match() -> None:
    games = [rules.game for rules in rulesets().values()]
    assert all(isinstance(game, Game) for game in games)
    assert all(type(game).__struct_config__.frozen for game in games)


@pytest.mark.parametrize("view", ["pg_stat_activity", "pg_locks"])
def test_the_views_of_a_whole_server_are_looked_at_in_one_place(view: str) -> None:
    # The tests of a run share a server: a statement that is not limited to one database ends or counts the sessions of others.
    looking = [
        path.name
        for path in (ROOT / "tests").rglob("*.py")
        if view in path.read_text(encoding="utf-8") and path != Path(__file__) and "benchmarks" not in path.parts
    ]
    assert looking == ["sessions.py"]
