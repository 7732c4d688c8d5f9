"""The words of the pages' JavaScript: names of things, comments that begin with a verb or a noun, lines that can be compared."""

import os

import pytest

from tests.architecture.test_wording import BACKWARDS, PARTICIPLES, PERSONS
from tests.support.script_wording import comments, figures, is_measurable, wide_lines

KEPT = (
    "board",
    "championships",
    "games",
    "home",
    "meetings",
    "organize",
    "players",
    "ratings",
    "replay",
    "series",
    "shared",
    "table",
)
"""Folders of the browser's pages that are held to all figures. Add yours; none is ever taken out."""


@pytest.mark.skipif(not is_measurable() and not os.environ.get("CI"), reason="Node or TypeScript is not installed")
@pytest.mark.parametrize("folder", KEPT)
def test_a_folder_speaks_plainly(folder: str) -> None:
    total = figures(folder)
    assert total.locals
    assert total.docstrings
    assert total.participle_share <= PARTICIPLES, total.participles
    assert total.functions
    assert total.participle_functions == []
    assert total.backwards_share <= BACKWARDS, total.backwards
    assert total.persons_share <= PERSONS, total.persons


def test_every_line_can_be_read_in_a_comparison() -> None:
    assert wide_lines() == []


def test_comments_are_read_without_tags_types_and_code() -> None:
    source = """
/** What it is. */
/**
 * Draws `it`.
 * @param {{who: string}} props of whom
 * @typedef {{a: {b: string}}} Shape the outline
 */
"""
    assert [(" ".join(text.split()), line) for text, line in comments(source)] == [
        ("What it is.", 2),
        ("Draws . of whom the outline", 3),
    ]
