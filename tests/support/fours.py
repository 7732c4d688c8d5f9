"""Contests of four at each table with everybody alone, played out in memory (duplicate.seats)."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from msgspec.structs import replace

from referee.contests.contest import Contest
from referee.contests.duplicate.terms import DuplicateTerms
from referee.contests.rounds.hands import outcome_of_hands
from referee.contests.rounds.options import RoundsOptions
from referee.contests.rounds.pairing import Pairing
from referee.contests.rounds.play import entrants_at
from referee.contests.teams.encounters import BoardOutcome
from referee.match.results import ContestRules, Result
from tests.support.contests import in_rounds
from tests.support.rotating import next_round

ROUNDS_OF_HEARTS = ((0, 0, 13, 13), (1, 5, 7, 13), (0, 26, 26, 26), (2, 3, 4, 17), (13, 4, 5, 4))


def contest_of_fours(count: int, terms: DuplicateTerms | None = None, **options: Any) -> Contest:
    """A contest of this many persons, `p00` and so on in the order of the draw, whose points are bad."""
    choices: dict[str, Any] = {"round_count": 64, "pairing": "random"} | options
    contest = in_rounds(count, RoundsOptions(**choices))
    return replace(contest, sides=(4,), rules=ContestRules(low_wins=True), duplicate=terms or DuplicateTerms(1))


def with_hands(contest: Contest, random: Random, absent: float = 0) -> Contest:
    """The contest with all hands of its last round; with this chance somebody was missing at one."""
    last, terms = contest.pairings[-1], contest.duplicate
    assert terms is not None
    boards, outcomes = [*contest.boards], [*contest.outcomes]
    for table in range(1, len(last.pairs) + 1):
        key, entrants = f"round-{last.round}-{table}", entrants_at(contest, last, table)
        own = []
        for k in range(1, terms.hands + 1):
            points = random.sample(random.choice(ROUNDS_OF_HEARTS), 4)
            missing = tuple(random.sample(entrants, random.choice((1, 1, 2, 4)))) if random.random() < absent else ()
            result = None if missing else Result(tuple(points))
            own.append(BoardOutcome(key, entrants, k, result, missing, at=100 * last.round + k))
        outcome = outcome_of_hands(terms, contest.rules, key, entrants, own)
        assert outcome is not None
        boards += own
        outcomes.append(outcome)
    return replace(contest, boards=tuple(boards), outcomes=tuple(outcomes))


def rounds_of(contest: Contest, rounds: int) -> Iterator[tuple[Contest, Pairing]]:
    """The rounds one after the other, each as it was paired, with the contest before it."""
    for number in range(1, rounds + 1):
        before = contest
        contest, pairing = next_round(contest, f"round {number} of {len(contest.order)}")
        yield before, pairing
        contest = with_hands(contest, Random(number))


def tables_of(contest: Contest) -> list[tuple[str, ...]]:
    """All tables of all rounds, each with its four by seat."""
    return [entrants_at(contest, one, n) for one in contest.pairings for n in range(1, len(one.pairs) + 1)]


def meetings_in(contest: Contest) -> Counter[frozenset[str]]:
    """How often two persons were at one table, counted plainly."""
    return Counter(frozenset(two) for table in tables_of(contest) for two in combinations(table, 2))
