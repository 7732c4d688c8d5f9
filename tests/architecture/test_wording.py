"""The words of the code: names of things, and docstrings that begin with a verb or a noun."""

import ast
from pathlib import Path

import pytest

from tests.support import wording
from tests.support.wording import (
    CATALOGUE,
    Figures,
    attribute_names,
    classes_of_rows,
    docstrings,
    document,
    figures,
    folders,
    global_names,
    is_loose,
    is_participle,
    local_names,
    published_names,
    published_texts,
    words_of,
)

PARTICIPLES = 1.0
"""Per cent of locals."""
BACKWARDS = 3.0
"""Per cent of docstrings."""
PERSONS = 2.0
"""Persons in 1,000 words of docstring."""


@pytest.mark.parametrize("folder", folders())
def test_a_folder_speaks_plainly(folder: str) -> None:
    total = figures(f"{folder}/*.py")
    assert total.participle_classes == []
    assert total.participle_functions == []
    assert total.loose_attributes == []
    assert total.loose_parameters == []
    assert total.loose_globals == []
    assert total.participle_share <= PARTICIPLES, total.participles
    assert total.backwards_share <= BACKWARDS, total.backwards
    assert total.persons_share <= PERSONS, total.persons


def test_all_folders_are_looked_at() -> None:
    assert {
        ".ci",
        "api",
        "api/http",
        "deploy/trial",
        "examples",
        "projections",
        "referee/log/sqlite",
        "tests/rules/hearts",
    } <= set(folders())
    assert all(
        figures(top).docstrings and figures(top).functions
        for top in ("referee", "api", "projections", "tests", "deploy")
    )


@pytest.mark.parametrize("name", ["found", "told", "_kept", "asked", "Looked", "withdrawn"])
def test_a_bare_participle_is_one(name: str) -> None:
    assert is_participle(name)


@pytest.mark.parametrize("name", ["kept_rows", "seed", "speed", "rows", "is_kept", "ed", "Red", "TokenRevoked"])
def test_other_names_are_none(name: str) -> None:
    assert not is_participle(name)


def test_all_that_a_function_binds_is_looked_at() -> None:
    source = """
def outer(found, *, told=1, **kept):
    with open(found) as read_file, x as held:
        for asked, (given, rows) in kept:
            wanted: int = 1
    def inner(seen):
        shown = 1
    [used for used in rows]
"""
    [function] = ast.parse(source).body
    assert isinstance(function, ast.FunctionDef)
    names = words_of("found told kept read_file held asked given rows wanted used")
    assert set(local_names(function)) == names


def test_all_attributes_of_a_class_are_looked_at() -> None:
    source = """
class A:
    told: int
    found, rows = 1, 2
    def f(self, given):
        (self.kept, other.asked), self._who = given
        seen = self.gone
"""
    [class_] = ast.parse(source).body
    assert isinstance(class_, ast.ClassDef)
    assert attribute_names(class_) == {"told": 3, "found": 4, "rows": 4, "kept": 6, "_who": 6}


def test_a_parameter_of_any_function_is_looked_at(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert "expected" in published_names()
    monkeypatch.setattr(wording, "ROOT", tmp_path)
    (tmp_path / "words").mkdir()
    source = """
class A:
    asked: int
    expected: int
    def __init__(self, expected, gone): 1
async def f(told, /, rows, *, where=1, **kept): lambda found: 1
"""
    for file in (tmp_path / "a.py", tmp_path / CATALOGUE / "b.py"):
        file.write_text(source)
    total = figures("a.py*")
    assert total.loose_attributes == ["a.py:3: asked of A"]
    lines = [("told", 6), ("where", 6), ("kept", 6), ("gone", 5), ("found", 6)]
    assert sorted(total.loose_parameters) == sorted(f"a.py:{line}: {name}" for name, line in lines)
    assert figures(CATALOGUE).loose_attributes == []


def test_columns_have_the_names_of_the_database() -> None:
    assert classes_of_rows(ast.walk(ast.parse("ROWS: Any = RowTable(PlayedRow, key=2)\nrow(Other)"))) == {"PlayedRow"}


@pytest.mark.parametrize(("name", "is_one"), [("_told", True), ("Where", True), ("who", True), ("whole", False)])
def test_a_name_of_no_thing_is_one(name: str, is_one: bool) -> None:
    assert is_loose(name) == is_one


def test_docstrings_of_attributes_are_read_too() -> None:
    tree = ast.parse(
        '"""Module."""\nROWS = 3\n"""Rows."""\nclass A:\n    """Class."""\n    def f(self):\n        """Method."""\n'
    )
    assert [text for text, _ in docstrings(ast.walk(tree))] == ["Module.", "Rows.", "Class.", "Method."]


def test_names_and_docstrings_of_the_document_are_not_counted() -> None:
    assert "What one player gives another." in published_texts()
    # One text of several structs, each with its rulesets.
    assert {"Who lost the battle, and by which rule.", "What each seat took in a round."} <= published_texts()
    assert not any("What one player gives another." in place for place in figures("projections/seasons").backwards)
    assert "Held" in document()["components"]["schemas"]
    assert not figures("referee/audit").participle_classes


def test_shares_are_of_what_there_is() -> None:
    total = Figures(locals=200, participles=["a"], docstrings=50, backwards=["b"], words=500, persons=["c"])
    assert (total.participle_share, total.backwards_share, total.persons_share) == (0.5, 2.0, 2.0)
    assert Figures(functions=40, participle_functions=["a"]).function_share == 2.5


def test_the_names_of_a_module_are_those_that_it_binds() -> None:
    tree = ast.parse("Told = list[int]\n_kept: int = 1\na, b = c\nd.e = 2\ndef f():\n    g = 1")
    assert global_names(tree) == {"Told": 1, "_kept": 2, "a": 3, "b": 3}
