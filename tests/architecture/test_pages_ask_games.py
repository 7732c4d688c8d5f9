"""Shared code of the pages asks a game or a format: it knows neither their names nor what lies on a table."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from referee.contests.formats import formats
from referee.match.events import SHARED
from referee.match.registry import rulesets, tag
from tests.architecture.test_games_are_asked import GAMES_PACKAGE, HOMONYMS, ROOT

STATIC = ROOT / "api" / "pages" / "browser" / "static"
APART = {"games", "vendor", "words"}
"""Folders of games, of foreign code, and of the words of all pages."""
IN_EVERY_GAME = {"deal", "count", "play"}
ON_PAGES = {"start", "take", "change", "hearts"}
"""Words that are something else on a page: its first section, a file taken away, a difference, a suit."""
SAID = re.compile(r"""["'`]([\w.-]+)["'`]|\.([A-Za-z_]\w*)|([A-Za-z_]\w*):""")
"""A word as a whole string, as a member of an object, or as the name of a field."""
OF_ITS_TABLE = re.compile(r"\b(?:view|view\.value)\.table\b")
COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)
ASKED_OF_A_FORMAT = re.compile(r"\bformat\s*[!=]==")


@cache
def words() -> frozenset[str]:
    """The names of games and of their own parts alone: rulesets, formats that one game names, events, claims, tallies."""
    names = {format_.id for format_ in formats().values() if not format_.general}
    for rules in rulesets().values():
        game = rules.game
        events = {tag(kind) for kind in game.own_events if kind.__module__.startswith(GAMES_PACKAGE)}
        names |= {rules.id, rules.id.split(".")[0], *events, *game.claims, *game.setup.tallies}
    return frozenset(names - {tag(kind) for kind in SHARED} - IN_EVERY_GAME - (HOMONYMS - {"hearts"}) - ON_PAGES)


def shared_modules() -> list[Path]:
    """The modules of the pages outside the games."""
    return sorted(path for path in STATIC.rglob("*.js") if not APART & {*path.relative_to(STATIC).parts})


def known_in(source: str) -> Iterator[str]:
    """The words in a module about a game, with its line."""
    code = COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), source)
    for number, line in enumerate(code.splitlines(), start=1):
        words_said = {word for literal in SAID.findall(line) for word in literal}
        yield from (f"line {number}: {word}" for word in sorted(words_said & words()))
        yield from (f"line {number}: {w}" for w in re.findall(r"\bw\.(\w+)", line) if w == "hearts")
        for asks in (OF_ITS_TABLE, ASKED_OF_A_FORMAT):
            yield from (f"line {number}: {question[0]}" for question in asks.finditer(line))


@pytest.mark.parametrize("path", shared_modules(), ids=lambda path: str(path.relative_to(STATIC)))
def test_no_module_of_the_pages_outside_the_games_knows_one(path: Path) -> None:
    assert [*known_in(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(
    "line",
    [
        "w.hearts.pass",
        "w.casino.build(build.value)",
        "{ cante: 1 }",
        'event.type === "attack"',
        "view.table.last_trick",
        "table.view.value.table.builds",
        'format !== "castillar"',
        "contest.format === usual",
        "row.stars",
    ],
)
def test_a_module_that_knows_a_game_is_found(line: str) -> None:
    assert [*known_in(f"/** About\n a game. */\nconst it = {line};")] != []


def test_no_word_is_excused_that_the_pages_do_not_use() -> None:
    words_said = {
        word
        for path in shared_modules()
        for literal in SAID.findall(path.read_text(encoding="utf-8"))
        for word in literal
    }
    assert words_said >= ON_PAGES - {"hearts"}


def test_what_pages_share_imports_no_page_and_no_game() -> None:
    shared_folder = STATIC / "shared"
    imports = [
        (path, (path.parent / address).resolve())
        for path in shared_folder.rglob("*.js")
        for address in re.findall(
            r"""(?:from|import\()\s*["'](\.[^"']+)["']""", COMMENT.sub("", path.read_text(encoding="utf-8"))
        )
    ]
    assert imports
    assert [str(path) for path, target in imports if not target.is_relative_to(shared_folder)] == []
