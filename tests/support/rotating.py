"""Contests with partners that change, played out in memory."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from referee.contests.contest import Contest, PairedRound
from referee.contests.formats import format_named
from referee.contests.partners import members_of
from referee.contests.rounds.options import RoundsOptions
from referee.contests.rounds.pairing import Pairing
from referee.contests.rounds.rotation import RotatingStage
from referee.match.results import Outcome, Result
from tests.support.contests import in_rounds


def contest_of_persons(count: int, **options: Any) -> Contest:
    """A contest of this many persons, `p00` and so on in the order of the draw."""
    return in_rounds(count, RoundsOptions(**{"round_count": 64} | options), "rotating")


def next_round(contest: Contest, seed: str) -> tuple[Contest, Pairing]:
    """The contest with its next round, and how that was paired."""
    stage = format_named(contest.format).paired_stage(contest)
    assert isinstance(stage, RotatingStage)
    number = stage.next_round
    pairing = stage.pair(stage.field(number, seed), number, repeats=False)
    pairs = tuple(match.entrants for match in pairing.matches)
    rests = tuple(one.entrant for one in pairing.rests)
    return replace(contest, pairings=(*contest.pairings, PairedRound(number, pairs, rests, at=100 * number))), pairing


def with_results(contest: Contest, points: Mapping[int, tuple[int, int]] | None = None) -> Contest:
    """The contest with a result at each table of its last round: `points` by table, else the first wins by 3 to 1."""
    last = contest.pairings[-1]
    outcomes = [
        Outcome(f"round-{last.round}-{n}", pair, Result((points or {}).get(n, (3, 1))), at=100 * last.round + n)
        for n, pair in enumerate(last.pairs, start=1)
    ]
    return replace(contest, outcomes=(*contest.outcomes, *outcomes))


def rounds_of(count: int, rounds: int, **options: Any) -> Iterator[tuple[Contest, Pairing]]:
    """The rounds of a contest one after the other, each as it was paired, with the contest before it."""
    contest = contest_of_persons(count, **options)
    for number in range(1, rounds + 1):
        before = contest
        contest, pairing = next_round(contest, f"round {number} of {count}")
        yield before, pairing
        contest = with_results(contest, {n: (n % 4, 2) for n in range(1, count)})


def partners_in(pairing: Pairing) -> list[frozenset[str]]:
    return [frozenset(members_of(entrant)) for match in pairing.matches for entrant in match.entrants]


def rivals_in(contest: Contest) -> Counter[frozenset[str]]:
    """How often two persons sat in pairs against each other, counted plainly from the rounds."""
    return Counter(
        frozenset((one, other))
        for round_ in contest.pairings
        for first, second in round_.pairs
        for one in members_of(first)
        for other in members_of(second)
    )


def every_matching(items: tuple[str, ...]) -> Iterator[tuple[tuple[str, str], ...]]:
    """Every way to put these, an even number, in pairs."""
    if not items:
        yield ()
        return
    first, *others = items
    for n, other in enumerate(others):
        for rest in every_matching((*others[:n], *others[n + 1 :])):
            yield ((first, other), *rest)


def every_choice(items: tuple[str, ...], rests: int) -> Iterator[tuple[tuple[str, ...], tuple[tuple[str, str], ...]]]:
    """Every way to let so many rest and put the others in pairs."""
    for resting in combinations(items, rests):
        for pairs in every_matching(tuple(one for one in items if one not in resting)):
            yield resting, pairs
