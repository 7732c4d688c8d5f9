"""Shared code asks a game a question, and never knows its name or its words."""

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import get_type_hints

import msgspec
import pytest
from msgspec import inspect

from referee.contests.formats import formats
from referee.contests.standings.ties import STEPS
from referee.match.events import SHARED
from referee.match.facts import SHARED_FACTS
from referee.match.game import TOTALS, USUAL_NAMES, Ruleset
from referee.match.registry import rulesets, tag

ROOT = Path(__file__).parents[2]
PRODUCT = ("referee", "api", "projections")
GAMES = ROOT / "referee" / "games"
GAMES_PACKAGE = "referee.games."

HOMONYMS = {
    # Suits of the French pack, and the cards of the players.
    "hearts",
    "spades",
    "hands",
    # The form of a proof, a player that leaves, a token revoked.
    "out",
    "revoke",
    "shown",
    # A round of a contest, and its boxes on paper; a time limit; the winner.
    "round",
    "rounds",
    "timeout",
    "wins",
    # The same deals at every table.
    "duplicate",
}
"""Words of a game that mean another thing outside it."""


def words_of(rules: Ruleset) -> Iterator[str]:
    """The words of one game alone: its names, claims and tallies, its events and facts, the fields of its table and its score."""
    game = rules.game
    yield from (rules.id, *rules.id.split("."), *game.claims, *game.setup.tallies)
    yield from (tally.name for tally in rules.contest.tallies)
    yield from (tag(kind) for kind in (*game.own_events, *rules.facts) if kind.__module__.startswith(GAMES_PACKAGE))
    for question in (game.reading.table, game.reading.score):
        yield from get_type_hints(question)["return"].__struct_fields__


@cache
def words() -> frozenset[str]:
    """The words of all games, without those of every match and of contests."""
    common = {word for kind in (*SHARED, *SHARED_FACTS) for word in (tag(kind), *kind.__struct_fields__)}
    words_found = {word for rules in rulesets().values() for word in words_of(rules)}
    return frozenset(words_found - common - {*USUAL_NAMES, *STEPS, *formats()} - HOMONYMS)


@cache
def own_words() -> frozenset[str]:
    """The words that a game tallies or lets claim: no other code has such attributes."""
    games = [rules.game for rules in rulesets().values()]
    return frozenset(word for game in games for word in (*game.setup.tallies, *game.claims)) & words()


def modules() -> list[Path]:
    """The modules of the product outside the games."""
    paths = (path for place in PRODUCT for path in (ROOT / place).rglob("*.py"))
    return sorted(path for path in paths if GAMES not in path.parents)


IN_JSON = re.compile(r'"(\w+)":')
"""The name of a field in JSON."""


def said_in(path: Path) -> Iterator[tuple[int, str]]:
    """The words of games in a module, with their lines: as a whole string, or as the name of a field or an argument."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Constant(value=str(text)):
                yield from ((node.lineno, word) for word in {text, *IN_JSON.findall(text)} & words())
            case ast.Attribute(attr=word) | ast.AnnAssign(target=ast.Name(id=word)) if word in own_words():
                yield node.lineno, word
            case ast.arg(arg=word) | ast.keyword(arg=str(word)) if word in own_words():
                yield node.lineno, word


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_outside_the_games_knows_their_words(path: Path) -> None:
    assert [f"line {line}: {word}" for line, word in said_in(path)] == []


def test_no_word_is_excused_that_no_game_has() -> None:
    words_found = {word for rules in rulesets().values() for word in words_of(rules)}
    assert HOMONYMS - words_found == set()


def test_a_module_that_knows_a_word_of_a_game_is_found(tmp_path: Path) -> None:
    for line in (
        "row.stars",
        "stars: int = 0",
        "def row(rounds_won): ...",
        "row(stars=1)",
        "row['partidas']",
        "'{\"stars\": [0, 1]}'",
        "'guinote'",
    ):
        path = tmp_path / "module.py"
        path.write_text(line, encoding="utf-8")
        assert [*said_in(path)] != [], line


@pytest.mark.parametrize("name", rulesets())
def test_every_event_of_a_game_has_a_name_in_both_languages(name: str) -> None:
    game = rulesets()[name].game
    assert game.names.keys() == {*game.own_events}
    assert all(text.es and text.en for text in game.names.values())


@pytest.mark.parametrize("name", rulesets())
def test_what_a_score_counts_per_side_has_a_name(name: str) -> None:
    rules = rulesets()[name]
    fields = inspect.type_info(get_type_hints(rules.game.reading.score)["return"])
    assert isinstance(fields, inspect.StructType)
    names = rules.game.reading.score_names.keys()
    assert {*TOTALS, *rules.game.setup.tallies} <= names <= {field.name for field in fields.fields}
    for seats in rules.seats:
        for field in names:
            values = getattr(blank_score(rules, seats), field)
            assert isinstance(values, Sequence)
            assert len(values) == rules.sides(seats), field


def blank_score(rules: Ruleset, seats: int) -> msgspec.Struct:
    """The score before the first hand."""
    from referee.match.aggregate import Match
    from referee.match.events import Opening, SeatTaken

    opening = Opening(rules.id, (SeatTaken(""),) * seats, {}, first_dealer=0 if rules.has_dealer else None)
    return Match("", opening).score()
