"""Texts for people exist in both languages: no sentence is printed, refused with or found wrong in one of them only."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import api
import projections
import referee
from referee.errors import ExplainedError, ServiceRefusal

ROOT = Path(__file__).parents[2]
PRINT = {"echo", "print", "complain"}
MARKUP = re.compile(r"\[[a-z /]+\]")
FLAWS = {"EvidenceFlaw"}
WORDS = re.compile(r"[^\W\d_]{2,} [^\W\d_]{2,}")


def modules() -> list[Path]:
    return [path for place in ("api", "projections", "referee") for path in sorted((ROOT / place).rglob("*.py"))]


def sentences(node: ast.AST) -> Iterator[str]:
    """The texts of two words and more in a call that are not in both languages."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"Text", "say"}:
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and WORDS.search(MARKUP.sub("", node.value)):
        yield node.value
    for child in ast.iter_child_nodes(node):
        yield from sentences(child)


def call_name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def calls(path: Path, names: set[str]) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and call_name(node) in names:
            yield node


@pytest.mark.parametrize("path", [path for path in modules() if "cli" in path.parts], ids=lambda path: path.name)
def test_nothing_is_printed_in_one_language(path: Path) -> None:
    assert [text for call in calls(path, PRINT) for argument in call.args for text in sentences(argument)] == []


def every_exception() -> set[str]:
    """The names of the exceptions with sentences for people."""
    for package in (api, projections, referee):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            if (
                ".client" not in module.name
                and not module.name.endswith("__main__")
                and ".migrations" not in module.name
            ):
                import_module(module.name)
    names, waiting = set(), [ExplainedError, ServiceRefusal]
    while waiting:
        kind = waiting.pop()
        names.add(kind.__name__)
        waiting += kind.__subclasses__()
    return names


def test_nothing_is_refused_or_found_wrong_in_one_language() -> None:
    names = every_exception() | FLAWS
    assert {"BadNote", "BadProofFile", "MissingTile", "BadRequest"} <= names
    texts = {
        f"{path.relative_to(ROOT)}: {text}"
        for path in modules()
        for call in calls(path, names)
        for argument in [*call.args, *(keyword.value for keyword in call.keywords)]
        for text in sentences(argument)
    }
    assert texts == set()


PART = re.compile(r"\bpartidas?\b", re.IGNORECASE)


def sentences_of(path: Path) -> Iterator[str]:
    """The sentences of a module that are no docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in silent
            and " " in node.value
        ):
            yield node.value


def test_a_match_is_an_encuentro_and_a_part_of_one_is_a_partida() -> None:
    named_by_rules = {"games", "contests"}
    paths = [path for path in modules() if not named_by_rules & set(path.relative_to(ROOT).parts[:2])]
    assert [(path.name, text) for path in paths for text in sentences_of(path) if PART.search(text)] == []
