"""Figures reported without a record, in every game: what a played match gives is accepted, and what none gives is not."""

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


@pytest.mark.parametrize(
    ("ruleset", "points", "possible"),
    [
        ("guinote", (3, 0), True),
        ("guinote", (2, 3), True),
        ("guinote", (3, 3), False),
        ("guinote", (4, 1), False),
        ("guinote", (2, 1), False),
        ("guinote", (3, -1), False),
        ("corona", (1, 0), True),
        ("corona", (0, 1), True),
        ("corona", (1, 1), False),
        ("corona", (0, 0), False),
        ("corona", (2, 0), False),
        ("casino.classic", (21, 12), True),
        ("casino.classic", (22, -1), True),
        ("casino.classic", (20, 20), False),
        ("casino.spades", (60, 40), False),
        ("casino.spades", (61, 40), True),
        ("casino.draw", (21, 23), True),
        ("casino.classic", (31, 20), True),
        ("casino.classic", (31, 31), False),
        ("casino.classic", (32, 20), True),
        ("casino.classic", (80, 3), False),
        ("casino.spades", (84, 60), True),
        ("casino.spades", (85, 85), False),
        ("escoba", (21, 20), True),
        ("escoba", (49, 48), True),
        ("escoba", (90, 60), False),
        ("escoba", (60, 3), False),
        ("scopa", (38, 3), True),
        ("scopa", (39, 3), False),
        ("scopone", (21, 0), True),
        ("scopone", (21, 21), False),
    ],
)
def test_totals_at_which_a_match_ends(ruleset: str, points: tuple[int, ...], possible: bool) -> None:
    rules = rulesets()[ruleset]
    found = inconsistency(Result(points), len(points), rules.contest, rules.params())
    assert (found is None) == possible
    assert found is None or found.path == "$.points"


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
    """Matches of every game, nearly all of their hands told by figures that chance chose."""
    table = Table(ruleset, seats)
    record(Random(seed), OnTable(table), figures=0.9)
    rules = rulesets()[ruleset]
    result = result_of(table.match.ledger, rules.contest)
    assert inconsistency(result, len(result.points), rules.contest, rules.params()) is None


def test_every_game_says_which_figures_can_be() -> None:
    assert [rules.id for rules in rulesets().values() if rules.contest.check is None] == []
