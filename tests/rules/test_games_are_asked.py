"""Shared code asks a game a question, and never knows its name or its words."""

import ast
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import get_type_hints

import msgspec
import pytest
from msgspec import inspect

from referee.match.facts import SHARED_FACTS
from referee.match.game import TOTALS, Ruleset
from referee.match.registry import rulesets, tag
from referee.match.vocabulary import SHARED

ROOT = Path(__file__).parents[2]
PRODUCT = ("referee", "api", "projections")
GAMES = ROOT / "referee" / "games"
DEMO = ROOT / "api" / "cli" / "demo" / "championship.py"
"""The demonstration plays one contest of one game, as its records play one match each."""

EVERYDAY = {
    # Suits of the French pack, by their English names.
    "hearts",
    "spades",
    # What happens in every game with cards, the phases before and during it, and a hand told by its figures.
    "count",
    "deal",
    "draw",
    "draw_for_deal",
    "first_dealer_drawn",
    "hands",
    "play",
    # A format of contests has the name of the tournament that it was written for.
    "castillar",
    # A level match goes on: a step that any game may name.
    "extra_round",
    # Other things of the same name: how a proof was shown, a round of a contest, a form's boxes, a token revoked.
    "out",
    "revoke",
    "round",
    "rounds",
    "shown",
    "timeout",
    "wins",
}
"""Words of a game that mean something else outside it, or the same in every game."""

PUBLISHED = {"stars", "rounds_won"}
"""Figures of a result that the published format of contests, their tables and files has by name."""
FIGURES_OF_RESULTS = {
    "api/pages/boards.py",
    "api/pages/sheets.py",
    "projections/standings.py",
    "referee/championship/decisions.py",
    "referee/championship/shown.py",
    "referee/championship/views.py",
    "referee/contests/standings/checks.py",
    "referee/contests/standings/match_order.py",
    "referee/contests/standings/tables.py",
    "referee/contests/standings/ties.py",
    "referee/match/results.py",
}
"""Where they stand. None may be added."""


def words_of(rules: Ruleset) -> Iterator[str]:
    """What a game alone says: its names, claims and tallies, its events and facts, what its table and its score have."""
    game = rules.game
    yield from (rules.id, *rules.id.split("."), *game.claims, *game.tallies)
    for kind in (*game.own_events, *rules.facts):
        if kind not in (*SHARED, *SHARED_FACTS):
            yield tag(kind)
    for question in (game.table, game.score):
        yield from get_type_hints(question)["return"].__struct_fields__


@cache
def words() -> frozenset[str]:
    """The words of all games, without those of every match."""
    shared = {word for kind in (*SHARED, *SHARED_FACTS) for word in (tag(kind), *kind.__struct_fields__)}
    return frozenset(word for rules in rulesets().values() for word in words_of(rules)) - shared


@cache
def own_words() -> frozenset[str]:
    """What a game tallies or lets claim: nobody else has such attributes."""
    games = [rules.game for rules in rulesets().values()]
    return frozenset(word for game in games for word in (*game.tallies, *game.claims)) - EVERYDAY


def modules() -> list[Path]:
    """The modules of the product outside the games."""
    found = (path for place in PRODUCT for path in (ROOT / place).rglob("*.py"))
    return sorted(path for path in found if GAMES not in path.parents and path != DEMO)


def said_in(path: Path) -> Iterator[tuple[int, str]]:
    """The words of games in a module, with their lines: as a whole string, or as the name of an attribute."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Constant(value=str(word)) if word in words():
                yield node.lineno, word
            case ast.Attribute(attr=word) | ast.AnnAssign(target=ast.Name(id=word)) if word in own_words():
                yield node.lineno, word


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_outside_the_games_knows_their_words(path: Path) -> None:
    allowed = EVERYDAY | (PUBLISHED if str(path.relative_to(ROOT)) in FIGURES_OF_RESULTS else set())
    found = [f"line {line}: {word}" for line, word in said_in(path) if word not in allowed]
    assert found == []


def test_no_word_is_excused_that_nobody_needs() -> None:
    found = {word for path in modules() for _, word in said_in(path)}
    assert EVERYDAY - found == set()


@pytest.mark.parametrize("name", rulesets())
def test_every_event_of_a_game_has_a_name_in_both_languages(name: str) -> None:
    game = rulesets()[name].game
    assert game.names.keys() == {*game.own_events}
    assert all(text.es and text.en for text in game.names.values())


@pytest.mark.parametrize("name", rulesets())
def test_what_a_score_counts_per_side_has_a_name(name: str) -> None:
    rules = rulesets()[name]
    fields = inspect.type_info(get_type_hints(rules.game.score)["return"])
    assert isinstance(fields, inspect.StructType)
    assert {*TOTALS, *rules.game.tallies} <= rules.game.score_names.keys() <= {field.name for field in fields.fields}
    for seats in rules.seats:
        for field in rules.game.score_names:
            values = getattr(blank_score(rules, seats), field)
            assert isinstance(values, Sequence)
            assert len(values) == rules.sides(seats), field


def blank_score(rules: Ruleset, seats: int) -> msgspec.Struct:
    """The score before the first hand."""
    from referee.match.aggregate import Match
    from referee.match.vocabulary import Opening, SeatTaken

    opening = Opening(rules.id, (SeatTaken(""),) * seats, {}, first_dealer=0 if rules.has_dealer else None)
    return Match("", opening).score()
