"""Transfers between people: they settle every debt, and few people need as few transfers as possible."""

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.match.closing.transfers import EXACT, transfers


def given_by(nets: Sequence[int]) -> list[tuple[int, int, int]]:
    return [(one.debtor, one.creditor, one.points) for one in transfers(nets)]


def test_nobody_owes_anything() -> None:
    assert given_by([]) == given_by([0, 0]) == []


def test_the_losers_give_to_the_winner() -> None:
    assert given_by([30, -10, -10, -10]) == [(1, 0, 10), (2, 0, 10), (3, 0, 10)]


def test_two_with_opposite_balances_settle_between_themselves() -> None:
    assert given_by([7, 10, -7, -10]) == [(2, 0, 7), (3, 1, 10)]


def test_whoever_owes_most_gives_to_whoever_is_owed_most() -> None:
    assert given_by([9, 2, -5, -6]) == [(2, 0, 3), (2, 1, 2), (3, 0, 6)]


def test_a_group_that_comes_to_nothing_settles_within_itself() -> None:
    """The largest would give to the largest in one group of all, in five transfers."""
    assert given_by([8, 10, -3, -5, -4, -6]) == [(2, 0, 3), (3, 0, 5), (4, 1, 4), (5, 1, 6)]


def test_so_many_that_not_all_ways_are_looked_at_are_even_too() -> None:
    nets = [1000 + n for n in range(EXACT)] + [-(1000 * EXACT + sum(range(EXACT)))]
    assert given_by(nets) == [(EXACT, n, 1000 + n) for n in range(EXACT)]


def test_balances_that_come_to_something_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="come to 1"):
        transfers([1, 1, -1])


def fewest(nets: Sequence[int]) -> int:
    """The fewest transfers, by trying all: those of any group with sum zero, and of the rest."""
    owing = tuple(net for net in nets if net)
    if not owing:
        return 0
    count = len(owing) - 1
    for size in range(1, len(owing) - 1):
        for others in combinations(range(1, len(owing)), size):
            group = [owing[0], *(owing[n] for n in others)]
            if sum(group) == 0:
                rest = [owing[n] for n in range(1, len(owing)) if n not in others]
                count = min(count, len(group) - 1 + fewest(rest))
    return count


small = st.lists(st.integers(-6, 6), max_size=6).map(lambda nets: [*nets, -sum(nets)])
many = st.lists(st.integers(-(10**6), 10**6), max_size=30).map(lambda nets: [*nets, -sum(nets)])


@given(small | many)
def test_everybody_is_even_in_the_end(nets: list[int]) -> None:
    moves, left = transfers(nets), [*nets]
    for one in moves:
        assert one.points > 0
        left[one.debtor] += one.points
        left[one.creditor] -= one.points
    assert left == [0] * len(nets)
    # No person is on both sides, and no pair has two transfers.
    assert not {one.debtor for one in moves} & {one.creditor for one in moves}
    assert len({(one.debtor, one.creditor) for one in moves}) == len(moves) < max(len(nets), 1)


@given(small)
def test_there_is_no_way_with_fewer(nets: list[int]) -> None:
    assert len(transfers(nets)) == fewest(nets)
