"""Every result of a table could be reported by hand: every game, number of seats, clock, and way to end."""

from random import Random
from typing import Any

import pytest
from msgspec import convert
from msgspec.structs import replace

from referee.contests.standings.checks import inconsistency
from referee.match.registry import rulesets
from referee.match.results import Result, result_of, with_departures
from referee.match.terms.agreed_time import AgreedTime
from tests.support.by_legal import OnTable
from tests.support.endings import ENDINGS, Ending, bring_to, clocks, hand_result
from tests.support.grown import TABLES
from tests.support.table import Table

WAYS = [
    (ruleset, seats, ending, clock)
    for ruleset, seats in TABLES
    for ending in ENDINGS
    for clock in clocks(ruleset, ending)
]


def end_match(ruleset: str, seats: int, ending: Ending, clock: dict[str, int] | None, seed: int) -> Table:
    """A table of this game after the end of its match."""
    opening: dict[str, Any] = {"timing": convert(clock, AgreedTime)} if clock else {}
    table = Table(ruleset, seats, **opening)
    bring_to(
        ending, Random(f"{ruleset} {seats} {ending} {clock} {seed}"), OnTable(table), seats, table.match.state.sides
    )
    return table


def result(table: Table) -> Result:
    """The result that a contest receives."""
    of_ledger = result_of(table.match.ledger, table.match.rules.contest)
    return replace(of_ledger, left=tuple(table.match.state.left))


@pytest.mark.parametrize(("ruleset", "seats", "ending", "clock"), WAYS)
def test_what_a_table_ends_with_could_be_told_by_hand(
    ruleset: str, seats: int, ending: Ending, clock: dict[str, int] | None
) -> None:
    rules = rulesets()[ruleset].contest
    for seed in range(6):
        table = end_match(ruleset, seats, ending, clock, seed)
        assert table.match.ledger.status == "finished"
        report = hand_result(result(table))
        entrants, params = len(report.points), table.match.state.params
        has_clock = bool(clock and "match_seconds" in clock)
        for one in (report, replace(report, winner=None), replace(report, tallies={})):
            flaw = inconsistency(one, entrants, rules, params, has_clock=has_clock)
            assert flaw is None, (table.match.ledger.totals, one, flaw.text.en)


Totals = dict[str, list[tuple[int, ...]]]
CUT_SHORT: Totals = {
    "hearts.castillar": [(30, 48), (0, 0), (26, 0), (13, 39), (40, 30, 20, 14), (50, 2, 0, 0)],
    "hearts.yppedia": [(40, 30, 20, 14), (0, 26, 26, 26), (99, 98, 99, 94)],
    "guinote": [(2, 1), (0, 0), (2, 2)],
    "corona": [(0, 0)],
    "escoba": [(12, 12), (0, 0), (20, 3), (25, 25)],
    "scopa": [(10, 10), (4, 0)],
    "scopone": [(20, 1)],
    "casino.classic": [(20, 20), (0, -3), (5, 4, 3)],
    "casino.spades": [(60, 40)],
}
"""Totals at which time can stop a match that its rules end later."""
NOWHERE: Totals = {
    "hearts.castillar": [(30, 47), (-4, 30), (100, 30), (40, 30, 20, 15), (101, 99, 99, 99), (25, 25, 25, 25, 4)],
    "hearts.yppedia": [(40, 30, 20, 15)],
    "guinote": [(3, 3), (4, 1), (2, -1)],
    "corona": [(1, 1), (2, 0), (-1, 0)],
    "escoba": [(-1, 3), (60, 3)],
    "scopa": [(60, 3), (-1, 4)],
    "scopone": [(60, 3)],
    "casino.classic": [(80, 3)],
    "casino.spades": [(200, 40)],
}
"""Totals that no match comes to, however it ends."""


@pytest.mark.parametrize("has_clock", [False, True])
@pytest.mark.parametrize(
    ("ruleset", "points", "possible"),
    [
        (ruleset, points, totals is CUT_SHORT)
        for totals in (CUT_SHORT, NOWHERE)
        for ruleset, some in totals.items()
        for points in some
    ],
)
def test_totals_of_a_match_that_was_cut_short_could_be_told_where_there_is_a_clock(
    ruleset: str, points: tuple[int, ...], possible: bool, has_clock: bool
) -> None:
    rules = rulesets()[ruleset]
    flaw = inconsistency(Result(points), min(len(points), 4), rules.contest, rules.params(), has_clock=has_clock)
    assert (flaw is None) == (possible and has_clock)
    assert flaw is None or flaw.path.startswith("$.points")


@pytest.mark.parametrize(
    ("figures", "path"),
    [
        ({"points": (2, 1), "left": (0,)}, None),
        ({"points": (2, 1), "left": (0,), "winner": 1}, None),
        ({"points": (2, 1), "left": (0,), "winner": 0}, "$.winner"),
        ({"points": (3, 1), "left": (1,)}, "$.points"),
        ({"points": (2, 1), "left": (2,)}, "$.left"),
        ({"points": (2, 1), "left": (0, 0)}, "$.left"),
        ({"points": (2, 1), "left": (0, 1)}, "$.left"),
    ],
)
def test_who_left_stands_last_whatever_the_points_say(figures: dict[str, Any], path: str | None) -> None:
    rules = rulesets()["guinote"]
    flaw = inconsistency(Result(**figures), 2, rules.contest, rules.params())
    assert (flaw and flaw.path) == path


def test_those_who_stayed_stand_by_their_totals_before_the_last_to_leave() -> None:
    rules = rulesets()["escoba"].contest
    whole = with_departures(Result((20, 3, 7), left=(0,)), rules)
    assert (whole.ranking, whole.winner, whole.withdrawn) == (((2,), (1,), (0,)), 2, True)
    level = with_departures(Result((20, 7, 7), left=(0,)), rules)
    assert (level.ranking, level.winner) == (((1, 2), (0,)), None)
    assert with_departures(Result((1, 2, 3), left=(2, 0)), rules).ranking == ((1,), (0,), (2,))
