"""The state of a contest in groups, worked out from its results: what each result costs before anything else does.

Every result works the whole state out. The measure is the CPU time of the process.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from referee.contests.contest import Contest
from referee.contests.formats import follow, format_named
from referee.contests.formats.groups import GroupsOptions
from referee.match.results import PLAIN, Outcome, Result
from tests.support.contests import alphabet

FIELDS = {
    "16 in fours": (16, GroupsOptions(apart=True)),
    "512 in fours": (512, GroupsOptions(apart=True)),
    "512 in threes, 85 more by repesca": (512, GroupsOptions(size=3, through=1, repesca=85, apart=True)),
    "512 in sixteens, two legs": (512, GroupsOptions(size=16, through=4, legs=2, apart=True)),
}


def played_groups(entrants: int, options: GroupsOptions) -> Contest:
    """A contest with the results of all groups."""
    names = tuple(f"p{number:03}" for number in range(entrants))
    contest = Contest("groups", names, PLAIN, (2,), alphabet(names), options=options)
    chance = Random(1)
    outcomes = (
        Outcome(one.key, one.entrants, Result((chance.randrange(10**6), chance.randrange(10**6))))
        for one in follow(contest).fixtures
    )
    return replace(contest, outcomes=tuple(outcomes))


@pytest.mark.parametrize("field", FIELDS)
def test_state_of_groups(benchmark: Callable[..., Any], field: str) -> None:
    contest = played_groups(*FIELDS[field])
    state = benchmark(format_named("groups").follow, contest)
    assert {one.kind for one in state.fixtures} == {"group", "knockout"}
