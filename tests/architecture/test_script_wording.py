"""The words of the pages' JavaScript: names of things, comments that begin with a verb or a noun, lines that can be compared."""

import json
import os
from pathlib import Path

import pytest

from tests.architecture.test_wording import BACKWARDS, PARTICIPLES, PERSONS
from tests.support.script_wording import (
    NAMED_ELSEWHERE,
    comments,
    figures,
    is_measurable,
    misdirected_attributes,
    names,
    names_in,
    participle_properties,
    wide_lines,
)
from tests.support.wording import ROOT, is_participle

KEPT = (
    "aloud",
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


needs_node = pytest.mark.skipif(
    not is_measurable() and not os.environ.get("CI"), reason="Node or TypeScript is not installed"
)


@needs_node
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


@needs_node
def test_the_programs_of_tests_speak_plainly() -> None:
    programs = sorted((ROOT / "tests").glob("*/*.mjs"))
    assert len(programs) > 1
    files = names_in(programs).values()
    own = [name for file in files for name, _, _ in file.locals] + [
        name for file in files for name, _ in file.declarations
    ]
    assert [name for name in own if is_participle(name)] == []


@needs_node
def test_properties_are_named_by_nouns() -> None:
    assert participle_properties("") == []


@needs_node
def test_a_component_takes_every_attribute_that_it_is_given() -> None:
    """The compiler checks no template: an attribute by another name would be dropped in silence."""
    assert misdirected_attributes() == []


@needs_node
def test_an_attribute_by_another_name_is_found(tmp_path: Path) -> None:
    config = tmp_path / "tsconfig.json"
    config.write_text(json.dumps({"compilerOptions": {"allowJs": True, "checkJs": True, "noEmit": True}}))
    (tmp_path / "page.js").write_text("""
/** @type {(strings: TemplateStringsArray, ...values: any[]) => any} */
const html = (strings) => strings;
/** @param {{card: string, isFaceUp?: boolean}} props */
const Card = ({ card, isFaceUp = false }) => html`<b class=${isFaceUp}>${card}</b>`;
export const Hand = () => html`<p><${Card} key=${1} card="7O" shown=${true} /></p>`;
""")
    assert misdirected_attributes(config) == ["page.js:6: Card shown"]


@needs_node
def test_properties_of_every_kind_are_read(tmp_path: Path) -> None:
    script = tmp_path / "page.js"
    script.write_text("""
/** @typedef {{told: string, keep: (found: number) => void}} Shown */
const List = ({ rows }) => html`<p>x</p><${Row} drawn=${1}
  lost=${rows} key=${2}
/>`;
class Queue {
  #heard() {}
  constructor() {
    this.stopped = 1;
  }
}
const answer = { looked: 1, "taken": 2 };
""")
    properties = names_in([script])[str(script)].properties
    assert [(name, is_own) for name, _, is_own in properties] == [
        ("Shown", False),
        ("told", False),
        ("keep", False),
        ("found", False),
        ("drawn", True),
        ("lost", True),
        ("key", True),
        ("heard", True),
        ("stopped", True),
        ("looked", False),
        ("taken", False),
    ]


@needs_node
def test_every_name_from_elsewhere_is_still_used() -> None:
    properties = {name for file in names().values() for name, _, _ in file.properties}
    assert NAMED_ELSEWHERE.keys() <= properties


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
