"""The promises of `deploy/SECURITY.md`: each has a test, and every test that it names is there."""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "deploy" / "SECURITY.md"
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def promises() -> list[list[str]]:
    """The rows of the tables of promises: what, how, proven by."""
    sections = DOCUMENT.read_text(encoding="utf-8").split("\n## What is promised")[1:]
    found = [[row for row in text.partition("\n## ")[0].splitlines() if row.startswith("| ")][2:] for text in sections]
    assert len(found) == 2
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for rows in found for row in rows]


@cache
def functions_of(file: str) -> set[str]:
    tree = ast.parse((ROOT / file).read_bytes())
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_promise_has_a_test_that_is_there() -> None:
    rows = promises()
    assert len(rows) > 20
    for promise, kept, proven in rows:
        named = NAMED.findall(proven)
        assert kept
        assert named, promise
        assert NAMED.sub("", proven).strip() == ""
        for file, name in named:
            assert name.startswith("test_")
            assert name in functions_of(file), f"{file}::{name}"


def test_it_leads_to_what_exists() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert (DOCUMENT.parent / target).exists(), target
    for file in re.findall(r"`((?:api|referee)/[\w/]+\.py)`", text):
        assert (ROOT / file).exists(), file
