"""The end of a match whose time is over: with the score as it stands, also once rulings put it right (clock.match)."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from referee.match.facts import MatchEnded
from referee.match.ledger import Ranking
from referee.match.state import Facts, State
from referee.match.terms.agreed_time import MATCH

S = TypeVar("S", bound=State)


def ended(state: S, standing: Callable[[S, Sequence[int]], Ranking]) -> MatchEnded:
    """The end of a match with its score as it stands; where several sides are first, none has won."""
    ranking = standing(state, ())
    first = {state.side(seat) for seat in ranking[0]}
    return MatchEnded(ranking, tuple(first) if len(first) == 1 else (), MATCH)


def put_right(facts: Facts, state: S, standing: Callable[[S, Sequence[int]], Ranking], at: int) -> Facts:
    """What follows from event `at`; where a match that ended so stands otherwise by it, with the end that it has now.

    The account in `state` is the one before these facts.
    """
    result = state.ledger.result
    if result is None or result.reason != MATCH or not facts or any(isinstance(fact, MatchEnded) for fact in facts):
        return facts
    after = state.copy(state.ledger.copy())
    for fact in facts:
        fact.enter(after.ledger, at)
    if after.ledger.result is None:
        # A hand that is open again is played to its end first.
        return facts
    end = ended(after, standing)
    return facts if end.ranking == result.ranking else [*facts, end]
