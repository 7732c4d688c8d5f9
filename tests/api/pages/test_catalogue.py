"""The catalogue of the pages' words: papers, spreadsheets and the browser's pages take their common words from it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.pages.words import LANGUAGES, catalogue

PAGES = Path(__file__).parents[3] / "api" / "pages"
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
HOMONYMS = frozenset({"De quién"})
"""The holder of a record, and the owner of a token."""


def printed() -> set[str]:
    """The texts in the modules of papers and spreadsheets."""
    trees = (ast.parse(path.read_text()) for folder in ("print", "sharing") for path in (PAGES / folder).rglob("*.py"))
    return {
        node.value
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def shown(language: str) -> Iterator[str]:
    """The texts in the words of the browser's modules."""
    for path in (PAGES / "browser" / "static").rglob(f"words/{language}.js"):
        yield from STRING.findall(path.read_text())


def test_no_text_of_several_words_stands_both_on_paper_and_in_a_browser() -> None:
    """A single word may stand in both: it heads columns of different tables."""
    texts = {text for text in shown("es") if " " in text.strip()}
    assert texts
    assert sorted(texts & printed() - HOMONYMS) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_file_of_the_catalogue_is_imported(language: str) -> None:
    imports = set(
        re.findall(r'from "(words/[^"]+)"', "\n".join(path.read_text() for path in PAGES.rglob(f"words/{language}.js")))
    )
    assert imports == {path for path in catalogue() if path.startswith(f"words/{language}/")}
