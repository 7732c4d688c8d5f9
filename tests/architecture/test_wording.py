"""The words of the code: names of things, and docstrings that begin with a verb or a noun."""

import ast

import pytest

from tests.support.wording import (
    Figures,
    docstrings,
    document,
    figures,
    folders,
    is_participle,
    local_names,
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


def test_docstrings_of_attributes_are_read_too() -> None:
    tree = ast.parse(
        '"""Module."""\nROWS = 3\n"""Rows."""\nclass A:\n    """Class."""\n    def f(self):\n        """Method."""\n'
    )
    assert [text for text, _ in docstrings(tree)] == ["Module.", "Rows.", "Class.", "Method."]


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
