"""The catalogue of the pages' words: papers, spreadsheets and the browser's pages take their common words from it."""

import ast
import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.pages.words import catalogue
from api.pages.words.translations import LANGUAGES
from tests.support.script_wording import is_measurable, texts

PAGES = Path(__file__).parents[3] / "api" / "pages"
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
SHORT = 12
"""Characters of the longest text that may stand twice: a word or two have other meanings elsewhere."""
SENSES = {
    "es": {"Incomparecencia": "the state of a match, and the heading of an agreement"},
    "en": {
        "Against the rules": "the plays of a hand, and a question before one",
        "Table of ratings": "a link, and the heading of the table",
        "the players agree": "with a ruling on a claim, and with an order",
    },
}
"""Longer texts that stand for two things, which the other language tells apart."""
HOMONYMS = frozenset({"De quién"})
"""The holder of a record, and the owner of a token."""


def paper_texts() -> set[str]:
    """The texts in the modules of papers and spreadsheets."""
    trees = (ast.parse(path.read_text()) for folder in ("print", "sharing") for path in (PAGES / folder).rglob("*.py"))
    return {
        node.value
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def browser_texts(language: str) -> Iterator[str]:
    """The texts in the words of the browser's modules."""
    for path in (PAGES / "browser" / "static").rglob(f"words/{language}.js"):
        yield from STRING.findall(path.read_text())


def leaves(words: Any) -> Iterator[str]:
    """The texts of a file of the catalogue."""
    if isinstance(words, str):
        yield words
    else:
        for value in words.values():
            yield from leaves(value)


@pytest.mark.skipif(not is_measurable() and not os.environ.get("CI"), reason="Node or TypeScript is not installed")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_longer_text_stands_in_one_place(language: str) -> None:
    catalogues = (json.loads(text) for path, text in catalogue().items() if path.startswith(f"words/{language}/"))
    places = Counter([*texts(language), *(text for words in catalogues for text in leaves(words))])
    assert len(places) > len(SENSES)
    assert {text for text, count in places.items() if count > 1 and len(text) > SHORT} == set(SENSES[language])


def test_no_text_of_several_words_stands_both_on_paper_and_in_a_browser() -> None:
    """A single word may stand in both: it heads columns of different tables."""
    texts = {text for text in browser_texts("es") if " " in text.strip()}
    assert texts
    assert sorted(texts & paper_texts() - HOMONYMS) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_file_of_the_catalogue_is_imported(language: str) -> None:
    imports = set(
        re.findall(r'from "(words/[^"]+)"', "\n".join(path.read_text() for path in PAGES.rglob(f"words/{language}.js")))
    )
    assert imports == {path for path in catalogue() if path.startswith(f"words/{language}/")}
