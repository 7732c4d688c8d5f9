"""Figures of Corazones reported without a record: those of any rounds are accepted; those changed to impossible ones are not."""

from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.contests.standings.checks import inconsistency
from referee.games.hearts.params import CastillarParams, YppediaParams
from referee.games.hearts.results import CASTILLAR_CONTEST, YPPEDIA_CONTEST
from referee.match.registry import rulesets
from referee.match.results import Result, result_of
from tests.support.contests import told_result
from tests.support.playouts import round_of
from tests.support.table import Table

Points = tuple[int, ...]
TWO = [(0, 26), (26, 0), *((n, 26 - n) for n in range(1, 26))]
"""Results of a round of two: a star, or some points each."""


@st.composite
def rounds_of_four(draw: st.DrawFn) -> Points:
    """The points of a round of four: a moon, or QS to one seat and the hearts as they fall."""
    if draw(st.integers(0, 5)) == 0:
        shooter = draw(st.integers(0, 3))
        return tuple(0 if seat == shooter else 26 for seat in range(4))
    queen = draw(st.integers(0, 3))
    cuts = sorted(draw(st.lists(st.integers(0, 13), min_size=3, max_size=3)))
    points = [b - a for a, b in zip([0, *cuts], [*cuts, 13], strict=True)]
    if points[queen] == 13:
        points[queen], points[queen - 1] = 12, 1
    points[queen] += 13
    return tuple(points)


def figures(rounds: Sequence[Points]) -> tuple[Points, Points, Points]:
    """The totals, stars and rounds won of some rounds, counted by the rules."""
    seats = range(len(rounds[0]))
    totals = tuple(sum(points[seat] for points in rounds) for seat in seats)
    wins = tuple(sum(points[seat] == min(points) for points in rounds) for seat in seats)
    stars = tuple(sum(points[seat] == 0 and points.count(0) == 1 for points in rounds) for seat in seats)
    return totals, stars, wins


def until(limit: int, rounds: Sequence[Points]) -> list[Points]:
    """The rounds until a seat has reached the limit."""
    rounds_played: list[Points] = []
    for points in rounds:
        rounds_played.append(points)
        if max(figures(rounds_played)[0]) >= limit:
            break
    return rounds_played


@given(st.lists(rounds_of_four(), min_size=30, max_size=30), st.sampled_from([50, 100]))
def test_figures_of_rounds_of_four_are_accepted_however_many_are_told(rounds: list[Points], limit: int) -> None:
    totals, stars, wins = figures(until(limit, rounds))
    for told_stars, told_won in product((stars, None), (wins, None)):
        result = told_result(totals, stars=told_stars, rounds_won=told_won)
        assert inconsistency(result, 4, CASTILLAR_CONTEST, CastillarParams(limit)) is None


@given(st.lists(rounds_of_four(), min_size=30, max_size=30), st.integers(0, 3), st.integers(1, 25))
def test_a_total_of_four_that_is_off_is_refused(rounds: list[Points], seat: int, off: int) -> None:
    totals, stars, wins = figures(until(100, rounds))
    wrong = tuple(n + off if seat == at else n for at, n in enumerate(totals))
    flaw = inconsistency(told_result(wrong, stars=stars, rounds_won=wins), 4, CASTILLAR_CONTEST, CastillarParams())
    assert flaw is not None
    assert flaw.path == "$.points"


@given(st.lists(rounds_of_four(), min_size=30, max_size=30), rounds_of_four())
def test_totals_of_a_round_too_many_are_refused(rounds: list[Points], more: Points) -> None:
    all_rounds = until(100, rounds)
    totals = figures([*all_rounds, more, more, more])[0]
    before = figures(all_rounds)[0]
    flaw = inconsistency(Result(totals), 4, CASTILLAR_CONTEST, CastillarParams())
    assert flaw is None or flaw.path == "$.points"
    if any(total - 26 >= 100 for total in totals):
        assert flaw is not None, (before, totals)


@given(
    st.lists(rounds_of_four(), min_size=30, max_size=30), st.integers(0, 3), st.sampled_from(["stars", "rounds_won"])
)
def test_more_stars_or_rounds_won_than_there_were_rounds_are_refused(
    rounds: list[Points], seat: int, figure: str
) -> None:
    all_rounds = until(100, rounds)
    totals, stars, wins = figures(all_rounds)
    counts: dict[str, Any] = {"stars": stars, "rounds_won": wins}
    counts[figure] = tuple(len(all_rounds) + 20 if seat == at else n for at, n in enumerate(counts[figure]))
    flaw = inconsistency(told_result(totals, **counts), 4, CASTILLAR_CONTEST, CastillarParams())
    assert flaw is not None
    assert flaw.path in {"$.stars", "$.rounds_won"}


@pytest.mark.parametrize("count", [1, 2, 3])
def test_of_two_exactly_the_figures_that_some_rounds_give_are_accepted(count: int) -> None:
    """Every figure of every match of so many rounds of two, against the check, which has no list of them."""
    all_figures = {figures(rounds) for rounds in product(TWO, repeat=count)}
    params = CastillarParams(rounds=count)
    is_possible: dict[tuple[Points, Points | None, Points | None], bool] = {}
    numbers = range(count + 1)
    pairs = list(product(numbers, repeat=2))
    for a in range(0, 26 * count + 1, 1 if count < 3 else 5):
        totals = (a, 26 * count - a)
        for stars, wins in product(pairs, pairs):
            is_possible[totals, stars, wins] = (totals, stars, wins) in all_figures
    for (points, stars_, wins_), possible in is_possible.items():
        flaw = inconsistency(told_result(points, stars=stars_, rounds_won=wins_), 2, CASTILLAR_CONTEST, params)
        assert (flaw is None) == possible, (points, stars_, wins_, flaw)


@given(st.lists(rounds_of_four(), min_size=30, max_size=30))
def test_totals_of_yppedia_are_accepted_and_others_refused(rounds: list[Points]) -> None:
    totals = figures(until(100, rounds))[0]
    assert inconsistency(Result(totals), 4, YPPEDIA_CONTEST, YppediaParams()) is None
    wrong = (totals[0] + 1, *totals[1:])
    assert inconsistency(Result(wrong), 4, YPPEDIA_CONTEST, YppediaParams()) is not None


@pytest.mark.parametrize("ruleset", ["hearts.castillar", "hearts.yppedia"])
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("seed", range(3))
def test_what_a_played_match_gives_could_be_reported(ruleset: str, seats: int, seed: int) -> None:
    rules = rulesets()[ruleset]
    if seats not in rules.seats:
        return
    chance, table = Random(seed), Table(ruleset, seats)
    while table.match.ledger.status == "open":
        for event in round_of(chance, table):
            table.tell(event)
    result = result_of(table.match.ledger, rules.contest)
    assert inconsistency(result, seats, rules.contest, rules.params()) is None
