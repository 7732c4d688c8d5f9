"""The end of a match: on time, with its stakes settled, and the events that it still allows afterwards."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee.errors import MatchOver
from referee.match.events import Event, Withdraw
from referee.match.facts import HandScored, MatchEnded
from referee.match.ledger import Ledger, Ranking
from referee.match.state import Facts, State
from referee.match.terms.agreed_time import MATCH
from referee.match.terms.stakes import Settlement, Sharers, Stakes, settle
from referee.text import Text

S = TypeVar("S", bound=State)
ALONE = "duplicate.alone"
"""The reason of the end of a match that is one hand."""


def refuse_if_over(event: Event, ledger: Ledger) -> None:
    """Raises MatchOver for an event that would move on a match that is over. A withdrawal may follow another."""
    is_late_withdrawal = (
        isinstance(event, Withdraw) and ledger.result is not None and ledger.result.reason == "withdraw"
    )
    if ledger.status != "open" and event.GAME and not is_late_withdrawal:
        raise MatchOver(
            Text(
                es="el encuentro ha terminado: sólo admite retract, ruling, reveal, claim, note y sanction",
                en="the match is over: only retract, ruling, reveal, claim, note and sanction may still come",
            )
        )


def end_on_time(state: S, standing: Callable[[S, Sequence[int]], Ranking]) -> MatchEnded:
    """The end of a match with its score as it stands (clock.match); if several sides are first, none has won."""
    ranking = standing(state, ())
    first = {state.side(seat) for seat in ranking[0]}
    return MatchEnded(ranking, tuple(first) if len(first) == 1 else (), MATCH)


def with_corrected_end(facts: Facts, state: S, standing: Callable[[S, Sequence[int]], Ranking], at: int) -> Facts:
    """The facts of event `at`, and the new end of a match that ended on time if they change its ranking.

    The ledger in `state` is the one before these facts.
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
    end = end_on_time(after, standing)
    return facts if end.ranking == result.ranking else [*facts, end]


def after_one_hand(facts: Facts, state: S, standing: Callable[[S, Sequence[int]], Ranking], *, low_wins: bool) -> Facts:
    """The facts of an event in a match that is one hand: it ends with that, whatever the game would play on to (duplicate.alone).

    Its points order the sides; where a claim ended it without points, the game's own standing does, and no side has won.
    """
    hand = next((fact for fact in facts if isinstance(fact, HandScored)), None)
    if hand is None:
        return facts
    left = any(isinstance(fact, MatchEnded) and fact.reason == "withdraw" for fact in facts)
    if left:
        return facts
    others = [fact for fact in facts if not isinstance(fact, MatchEnded)]
    if hand.points is None:
        return [*others, MatchEnded(standing(state, ()), (), ALONE)]
    totals = hand.totals
    figures = sorted({*totals}, reverse=not low_wins)
    places = [[side for side, total in enumerate(totals) if total == figure] for figure in figures]
    ranking = tuple(tuple(seat for side in sides for seat in state.partners(side)) for sides in places)
    return [*others, MatchEnded(ranking, tuple(places[0]) if len(places[0]) == 1 else (), ALONE)]


def with_settlement(facts: Facts, stakes: Stakes | UnsetType, state: State) -> Facts:
    """The facts of an event, the end of the match among them with its stakes settled."""
    if stakes is UNSET:
        return facts
    return [
        replace(fact, settlement=_settlement(fact, stakes, state)) if isinstance(fact, MatchEnded) else fact
        for fact in facts
    ]


def _settlement(end: MatchEnded, stakes: Stakes, state: State) -> Settlement:
    places = [] if end.abandoned else [_sides(place, state) for place in end.ranking]
    return settle(stakes, state.seats, places)


def _sides(place: Sequence[int], state: State) -> Sharers:
    return [state.partners(side) for side in sorted({state.side(seat) for seat in place})]
