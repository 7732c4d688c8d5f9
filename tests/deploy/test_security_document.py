"""The promises of `deploy/`, of security and of availability: each has a test, and every test that they name is there."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = {ROOT / "deploy" / "SECURITY.md": (1, 20), ROOT / "deploy" / "AVAILABILITY.md": (3, 18)}
"""The documents, each with its number of tables of promises and its least number of promises."""
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def promises(document: Path, tables: int) -> list[list[str]]:
    """The rows of the tables of promises: promise, means, proof."""
    sections = document.read_text(encoding="utf-8").split("\n## What is promised")[1:]
    found = [[row for row in text.partition("\n## ")[0].splitlines() if row.startswith("| ")][2:] for text in sections]
    assert len(found) == tables
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for rows in found for row in rows]


@cache
def functions_of(file: str) -> set[str]:
    tree = ast.parse((ROOT / file).read_bytes())
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.stem)
def test_every_promise_has_a_test_that_is_there(document: Path) -> None:
    tables, least = DOCUMENTS[document]
    rows = promises(document, tables)
    assert len(rows) > least
    for promise, means, proof in rows:
        test_names = NAMED.findall(proof)
        assert means
        assert test_names, promise
        assert NAMED.sub("", proof).strip() == ""
        for file, name in test_names:
            assert name.startswith("test_")
            assert name in functions_of(file), f"{file}::{name}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.stem)
def test_it_leads_to_what_exists(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert (document.parent / target).exists(), target
    for file in re.findall(r"`((?:api|referee)/[\w/]+\.py)`", text):
        assert (ROOT / file).exists(), file
