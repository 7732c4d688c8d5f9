"""Figures reported without a record, in every game: those that a match can give are accepted, and the others are not."""

from random import Random
from typing import Any

import pytest

from referee.contests.standings.checks import inconsistency
from referee.games.casino.params import CasinoParams, SpadesParams
from referee.match.registry import rulesets
from referee.match.results import Result, result_of
from tests.support.by_legal import OnTable, record
from tests.support.playout import play_out
from tests.support.table import Table


@pytest.mark.parametrize(
    ("ruleset", "seats"), [("guinote", 2), ("guinote", 4), ("casino.classic", 2), ("casino.draw", 2)]
)
@pytest.mark.parametrize("seed", range(2))
def test_what_a_played_match_gives_could_be_reported(ruleset: str, seats: int, seed: int) -> None:
    table = Table(ruleset, seats, first_dealer=0)
    for event in play_out(ruleset, seats, f"reported {seed}", first_dealer=0):
        table.tell(event)
    rules = rulesets()[ruleset]
    result = result_of(table.match.ledger, rules.contest)
    assert inconsistency(result, len(result.points), rules.contest, rules.params()) is None


ENDS = {
    "guinote": [(3, 0), (2, 3)],
    "corona": [(1, 0), (0, 1)],
    "casino.classic": [(21, 12), (22, -1), (31, 20), (32, 20)],
    "casino.spades": [(61, 40), (84, 60)],
    "casino.draw": [(21, 23)],
    "escoba": [(21, 20), (49, 48)],
    "scopa": [(38, 3)],
    "scopone": [(21, 0)],
}
"""Totals with which a match can end, game by game."""
NO_ENDS = {
    "guinote": [(3, 3), (4, 1), (2, 1), (3, -1)],
    "corona": [(1, 1), (0, 0), (2, 0)],
    "casino.classic": [(20, 20), (31, 31), (80, 3)],
    "casino.spades": [(60, 40), (85, 85)],
    "casino.draw": [],
    "escoba": [(90, 60), (60, 3)],
    "scopa": [(39, 3)],
    "scopone": [(21, 21)],
}
"""Totals with which none can."""


@pytest.mark.parametrize(
    ("ruleset", "points", "possible"),
    [(name, points, ends is ENDS) for ends in (ENDS, NO_ENDS) for name, some in ends.items() for points in some],
)
def test_totals_at_which_a_match_ends(ruleset: str, points: tuple[int, ...], possible: bool) -> None:
    rules = rulesets()[ruleset]
    flaw = inconsistency(Result(points), len(points), rules.contest, rules.params())
    assert (flaw is None) == possible
    assert flaw is None or flaw.path == "$.points"


@pytest.mark.parametrize(
    ("params", "points", "possible"),
    [
        (CasinoParams(single_deal=True), (4, 7), True),
        (CasinoParams(single_deal=True), (4, 8), False),
        (CasinoParams(single_deal=True, sweeps=True), (4, 8), True),
        (SpadesParams(single_deal=True), (10, 14), True),
        (SpadesParams(single_deal=True), (11, 14), False),
    ],
)
def test_what_a_single_deal_gives(params: CasinoParams, points: Any, possible: bool) -> None:
    rules = rulesets()["casino.classic"]
    assert (inconsistency(Result(points), 2, rules.contest, params) is None) == possible


TABLES = [(name, seats) for name, rules in sorted(rulesets().items()) for seats in rules.seats]


@pytest.mark.parametrize(("ruleset", "seats"), TABLES)
@pytest.mark.parametrize("seed", range(4))
def test_what_figures_of_hands_come_to_could_be_reported(ruleset: str, seats: int, seed: int) -> None:
    """Matches of every game, nearly all of their hands recorded by random figures."""
    table = Table(ruleset, seats)
    record(Random(seed), OnTable(table), figures=0.9)
    rules = rulesets()[ruleset]
    result = result_of(table.match.ledger, rules.contest)
    assert inconsistency(result, len(result.points), rules.contest, rules.params()) is None


def test_every_game_says_which_figures_can_be() -> None:
    assert [rules.id for rules in rulesets().values() if rules.contest.check is None] == []
