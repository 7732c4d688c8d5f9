"""Matches of four and of two: group order, extra rounds, single matches, and the formats they belong to."""

from typing import Any

import pytest

from referee.contests.contest import removed_fixtures
from referee.contests.formats import format_named
from tests.support.contests import Desk, awaits, match_row, order, podium, steps

EIGHT = "ABCDEFGH"
SECOND = {"E": 10, "F": 21, "G": 28, "H": 71}
"""The paper's second group."""


def group(points: dict[str, int], **figures: Any) -> Desk:
    """Eight players; the second group is played, and the first has these points."""
    return Desk(EIGHT).result(SECOND).result(points, **figures)


def test_group_order_published_groups() -> None:
    state = group({"C": 40, "A": 9, "D": 55, "B": 26}).state
    assert (order(state), order(state, 1)) == ("1 A, 2 B, 3 C, 4 D", "1 E, 2 F, 3 G, 4 H")
    assert (state.phase, state.qualified, state.extras) == ("final", ("A", "B", "E", "F"), {"A": 1, "E": 1})
    assert state.is_grouped and all(row.decided_by == "points" for table in state.tables for row in table.rows)
    assert [row.qualified for row in state.tables[0].rows] == [True, True, False, False]


def test_group_order_1_stars_then_2_rounds_won() -> None:
    state = group({"A": 20, "B": 20, "C": 20, "D": 50}, stars=(0, 1, 0, 0), rounds_won=(1, 1, 2, 0)).state
    assert steps(state) == "B stars/-, C rounds_won/stars, A rounds_won/rounds_won, D points/points"
    assert (match_row(state, "C").tallies["rounds_won"], match_row(state, "B").tallies["stars"]) == (2, 1)


def test_group_order_3_alphabetical_below_the_line() -> None:
    state = group({"A": 10, "B": 20, "D": 50, "C": 50}, cards={"C": (2, 0)}).state
    assert steps(state).endswith("C alphabetical/points, D alphabetical/alphabetical")
    assert state.phase == "final"


def test_group_order_4_sanctions_across_the_line() -> None:
    state = group({"A": 10, "B": 20, "C": 20, "D": 50}, cards={"B": (1, 1), "C": (0, 1)}).state
    assert steps(state) == "A points/-, C sanctions/points, B sanctions/sanctions, D points/points"
    assert state.qualified == ("A", "C", "E", "F")


def test_group_order_4_sanctions_for_the_first_place() -> None:
    state = group({"A": 20, "B": 20, "C": 30, "D": 50}, cards={"A": (1, 0)}).state
    assert steps(state).startswith("B sanctions/-, A sanctions/sanctions")
    assert match_row(state, "A").sanctions == 1


@pytest.mark.parametrize(
    ("points", "tie"),
    [
        ({"A": 20, "B": 20, "C": 30, "D": 50}, "A B"),
        ({"A": 10, "B": 20, "C": 20, "D": 50}, "B C"),
        ({"A": 10, "B": 50, "C": 50, "D": 50}, "B C D"),
        ({"A": 50, "B": 50, "C": 50, "D": 50}, "A B C D"),
    ],
)
def test_group_order_5_extra_round_is_asked_for(points: dict[str, int], tie: str) -> None:
    desk = group(points)
    assert (desk.state.phase, awaits(desk.state)) == ("playing", f"extra_round {tie}")
    assert (desk.fixture(*"ABCD").needs, desk.state.qualified) == ("extra_round", ())


@pytest.mark.parametrize("points", [{"A": 10, "B": 20, "C": 50, "D": 50}, {"A": 10, "B": 20, "C": 30, "D": 30}])
def test_group_order_5_extra_round_is_not_asked_for_by_the_last_two(points: dict[str, int]) -> None:
    assert group(points).state.phase == "final"


def test_group_order_5_extra_round_counts_among_the_tied_only() -> None:
    """D has the fewest points of the extra round and stays last; A beats B in their tie."""
    state = group({"A": 20, "B": 20, "C": 30, "D": 50}, extra_rounds=((9, 10, 7, 0),)).state
    assert steps(state) == "A extra_round/-, B extra_round/extra_round, C points/points, D points/points"


def test_group_order_5_extra_rounds_repeat_while_it_matters() -> None:
    """Four level: C goes ahead alone; A and B, level again across the line, need another; D is last in any case."""
    points = {"A": 50, "B": 50, "C": 50, "D": 50}
    assert awaits(group(points, extra_rounds=((7, 7, 0, 12),)).state) == "extra_round A B"
    state = group(points, extra_rounds=((7, 7, 0, 12), (5, 4, 17, 0))).state
    assert order(state) == "1 C, 2 B, 3 A, 4 D"


def test_group_order_5_part_that_no_longer_matters_goes_by_the_alphabet() -> None:
    state = group({"A": 50, "B": 50, "C": 50, "D": 50}, extra_rounds=((10, 16, 0, 0), (0, 0, 20, 6))).state
    assert steps(state) == (
        "D extra_round/-, C extra_round/extra_round, A extra_round/extra_round, B extra_round/extra_round"
    )
    state = group({"A": 50, "B": 50, "C": 50, "D": 50}, extra_rounds=((13, 13, 0, 0), (20, 0, 6, 0))).state
    assert steps(state).endswith("A alphabetical/extra_round, B alphabetical/alphabetical")


def test_group_order_waits_for_both_groups() -> None:
    desk = Desk(EIGHT).result(SECOND)
    state = desk.state
    assert (state.phase, awaits(state), state.qualified) == ("playing", "result", ())
    assert [table.provisional for table in state.tables] == [True, False]
    assert order(state) == "1 A B C D" and steps(state).startswith("A open/-, B open/open")


# Single matches


def test_podium_direct_four() -> None:
    state = Desk("ABCD").result({"A": 101, "B": 27, "C": 60, "D": 40}).state
    assert (state.phase, podium(state)) == ("finished", "1 B 5, 2 D 3, 3 C 1, 4 A 0")
    assert state.qualified == () and not state.extras


def test_podium_direct_four_every_tie_is_parted() -> None:
    """Third and fourth have different points: their tie needs an extra round in a single match."""
    desk = Desk("ABCD").result({"A": 20, "B": 27, "C": 100, "D": 100})
    assert (desk.state.phase, awaits(desk.state), podium(desk.state)) == ("playing", "extra_round C D", "")
    desk.result({"A": 20, "B": 27, "C": 100, "D": 100}, extra_rounds=((0, 0, 16, 10),))
    assert podium(desk.state) == "1 A 5, 2 B 3, 3 D 1, 4 C 0"


def test_podium_direct_two() -> None:
    state = Desk("AB").result({"A": 60, "B": 44}).state
    assert (state.phase, podium(state), state.extras) == ("finished", "1 B 5, 2 A 3", {})
    assert steps(state) == "B points/-, A points/points"


def test_podium_direct_two_level_waits_for_an_extra_round() -> None:
    state = Desk("AB").result({"A": 52, "B": 52}, stars=(1, 1), rounds_won=(2, 2)).state
    assert (state.phase, awaits(state), order(state)) == ("playing", "extra_round A B", "1 A B")
    assert steps(state) == "A open/-, B open/open"


def test_podium_direct_three() -> None:
    state = Desk("ABC").league().state
    assert (state.phase, podium(state), state.extras) == ("finished", "1 A 5, 2 B 3, 3 C 1", {"A": 2})
    assert state.qualified == ()


def test_podium_final() -> None:
    state = group({"A": 9, "B": 26, "C": 40, "D": 55}).result({"A": 100, "B": 90, "E": 30, "F": 20}, "final").state
    assert (state.phase, podium(state)) == ("finished", "1 F 5, 2 E 3, 3 B 2, 4 A 1")
    assert state.extras == {"A": 1, "E": 1}


def test_podium_final_every_tie_is_parted() -> None:
    desk = group({"A": 9, "B": 26, "C": 40, "D": 55}).result({"A": 100, "B": 100, "E": 30, "F": 20}, "final")
    assert (desk.state.phase, awaits(desk.state), podium(desk.state)) == ("final", "extra_round A B", "")
    assert desk.state.qualified == ("A", "B", "E", "F")


# The format


@pytest.mark.parametrize(
    ("players", "kinds"),
    [
        (2, {"single": 1}),
        (3, {"league": 3}),
        (4, {"single": 1}),
        (5, {"league": 10}),
        (6, {"league": 15}),
        (7, {"league": 21}),
        (8, {"group": 2}),
        (9, {"league": 36}),
        (10, {"league": 45}),
    ],
)
def test_castillar_format_by_number_of_players(players: int, kinds: dict[str, int]) -> None:
    fixtures = Desk("ABCDEFGHIJ"[:players]).state.fixtures
    assert {kind: sum(f.kind == kind for f in fixtures) for kind in {f.kind for f in fixtures}} == kinds


def test_castillar_format_possible_numbers() -> None:
    castillar = format_named("castillar")
    assert castillar.possible((2, 4), castillar.options()) == (2, 3, 4, 5, 6, 7, 8, 9, 10)
    assert castillar.possible((4,), castillar.options()) == ()


def test_castillar_format_limits() -> None:
    assert Desk("ABCD").state.fixtures[0].params == {"limit": 100}
    desk = group({"A": 9, "B": 26, "C": 40, "D": 55})
    assert [f.params for f in desk.state.fixtures] == [{"limit": 50}, {"limit": 50}, {"limit": 100}]
    assert [f.lines for f in desk.state.fixtures] == [(1, 2), (1, 2), (1, 2, 3)]


def test_castillar_draw_groups_are_the_first_four_and_the_last() -> None:
    assert [f.entrants for f in Desk("HGFEDCBA").state.fixtures] == [tuple("HGFE"), tuple("DCBA")]


def test_castillar_draw_seats_of_the_final_are_in_draw_order() -> None:
    desk = Desk("DCBAEFGH").result({"D": 9, "C": 50, "B": 40, "A": 5}).result(SECOND)
    assert desk.fixture(*"DAEF").entrants == tuple("DAEF")


def test_a_correction_that_changes_who_is_through_dissolves_the_final() -> None:
    desk = group({"A": 9, "B": 26, "C": 40, "D": 55})
    before = desk.state
    desk.result({"A": 9, "B": 41, "C": 40, "D": 55})
    assert [(f.key, f.entrants) for f in removed_fixtures(before, desk.state)] == [("final", ("A", "B", "E", "F"))]
    desk.result({"A": 39, "B": 26, "C": 40, "D": 55})
    assert removed_fixtures(before, desk.state) == ()


def test_a_result_of_a_dissolved_final_does_not_count_for_another() -> None:
    desk = group({"A": 9, "B": 26, "C": 40, "D": 55}).result({"A": 100, "B": 90, "E": 30, "F": 20}, "final")
    assert desk.result({"A": 9, "B": 41, "C": 40, "D": 55}).state.phase == "final"
