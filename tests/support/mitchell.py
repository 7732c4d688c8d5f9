"""Contests of two lines, played out in memory (rounds.mitchell)."""

from typing import Any

from msgspec.structs import replace

from referee.contests.contest import Contest, PairedRound
from referee.contests.rounds.mitchell import MitchellStage
from referee.contests.rounds.options import RoundsOptions
from referee.match.results import Outcome, Result
from tests.support.contests import in_rounds


def contest_of_lines(count: int, rounds: int, **options: Any) -> Contest:
    """A contest of this many entrants, `p00` and so on in the order of the draw."""
    return in_rounds(count, RoundsOptions(round_count=rounds, pairing="mitchell", **options))


def with_next_round(contest: Contest) -> Contest:
    """The contest with its next round. Its pairing is the least of itself."""
    stage = MitchellStage(contest)
    number = stage.next_round
    field = stage.field(number, "s")
    pairing = stage.pair(field, number, repeats=False)
    pairs = tuple(match.entrants for match in pairing.matches)
    assert stage.is_least(field, number, pairs, None, repeats=False)
    rests = tuple(one.entrant for one in ([pairing.rest] if pairing.rest else pairing.rests))
    return replace(contest, pairings=(*contest.pairings, PairedRound(number, pairs, rests, at=1000 * number)))


def with_results(contest: Contest, by: int = 2) -> Contest:
    """The contest with a result of each match of its last round."""
    last = contest.pairings[-1]
    outcomes = [
        Outcome(f"round-{last.round}-{n}", pair, Result(((n * last.round) % 4, by)), at=1000 * last.round + n)
        for n, pair in enumerate(last.pairs, start=1)
    ]
    return replace(contest, outcomes=(*contest.outcomes, *outcomes))


def play_on(contest: Contest, rounds: int) -> Contest:
    """The contest with so many further rounds and their results."""
    for _ in range(rounds):
        contest = with_results(with_next_round(contest))
    return contest
