"""Two of one group do not meet in the first round of the knockout, where the bracket allows it (format.groups)."""

from collections.abc import Iterator
from itertools import permutations, product

import pytest
from msgspec.structs import replace

from referee.contests.contest import Contest
from referee.contests.draws import bracket, kept_apart
from referee.contests.format import MOST
from referee.contests.formats import follow
from referee.contests.formats.groups import GroupsOptions
from referee.match.registry import ruleset
from referee.match.results import Outcome, Result

SIZES = [
    (groups, through) for through in range(1, 16) for groups in range(2, MOST + 1) if groups * (through + 1) <= MOST
]
"""Every number of groups, and of entrants of each that go on."""
SMALL = [(groups, through) for groups, through in SIZES if groups <= 4 and groups * through <= 12]


def meetings(order: tuple[int, ...]) -> tuple[int, int]:
    """Counts the pairs of one group that meet in the first round, and those that may meet in the second after a rest."""
    slots = bracket([f"{group}-{seed}" for seed, group in enumerate(order)])
    groups = [slot and slot.partition("-")[0] for slot in slots]
    first = sum(a is not None and a == b for a, b in zip(groups[::2], groups[1::2], strict=True))
    byes = 0
    for start in range(0, len(groups), 4):
        block = groups[start : start + 4]
        if None in block and len(block) == 4:
            byes += sum(a is not None and a == b for a in block[:2] for b in block[2:])
    return first, byes


def natural(groups: int, through: int) -> tuple[int, ...]:
    return (*range(groups),) * through


@pytest.mark.parametrize(("groups", "through"), SIZES)
def test_nobody_meets_their_own_group_in_the_first_round(groups: int, through: int) -> None:
    order = kept_apart(groups, through)
    places = [order[place * groups : (place + 1) * groups] for place in range(through)]
    assert all(sorted(place) == [*range(groups)] for place in places)
    assert meetings(order)[0] == 0
    assert meetings(order) <= meetings(natural(groups, through))


@pytest.mark.parametrize(("groups", "through"), SMALL)
def test_no_order_is_better(groups: int, through: int) -> None:
    orders = product(*[[*permutations(range(groups))]] * (through - 1))
    least = min(meetings((*range(groups), *(group for place in order for group in place))) for order in orders)
    assert meetings(kept_apart(groups, through)) == least


@pytest.mark.parametrize(("groups", "through"), SIZES)
def test_a_seed_keeps_its_group_where_nobody_would_meet_theirs(groups: int, through: int) -> None:
    if meetings(natural(groups, through)) == (0, 0):
        assert kept_apart(groups, through) == natural(groups, through)


@pytest.mark.parametrize(("players", "size", "through"), [(9, 3, 2), (12, 4, 2), (20, 4, 2), (12, 3, 2), (8, 4, 3)])
@pytest.mark.parametrize("apart", [True, False])
def test_the_bracket_of_a_contest_keeps_them_apart(players: int, size: int, through: int, apart: bool) -> None:
    order = tuple(f"p{number:02}" for number in range(players))
    rules, options = ruleset("hearts.castillar").contest, GroupsOptions(size=size, through=through, apart=apart)
    alphabet = {entrant: (number,) for number, entrant in enumerate(order)}
    contest = Contest("groups", order, rules, (2,), alphabet, options)
    contest = replace(contest, outcomes=tuple(_won_by_the_first(contest)))
    pairs = [
        fixture.entrants for fixture in follow(contest).fixtures if fixture.kind == "knockout" and fixture.round == 1
    ]
    same = [pair for pair in pairs if len({order.index(entrant) // size for entrant in pair}) == 1]
    assert pairs
    assert not (apart and same)
    # A draw by a release that did not ask keeps its bracket: a new one would send other people to matches already played.
    assert apart or (players, size) not in {(9, 3), (12, 4)} or same


def _won_by_the_first(contest: Contest) -> Iterator[Outcome]:
    """The results of all groups, in which the entrant that is first in the draw wins."""
    for fixture in follow(contest).fixtures:
        points = (
            (40, 64)
            if contest.order.index(fixture.entrants[0]) < contest.order.index(fixture.entrants[1])
            else (64, 40)
        )
        yield Outcome(fixture.key, fixture.entrants, Result(points))
