"""The settlement of a match's stakes, which goes with its end."""

from collections.abc import Sequence

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee.match.facts import Fact, MatchEnded
from referee.match.state import State
from referee.match.terms.stakes import Settlement, Sharers, Stakes, settle


def settled(facts: Sequence[Fact], stakes: Stakes | UnsetType, state: State) -> Sequence[Fact]:
    """What follows from an event; where it ends the match, or ends it otherwise than before, with the stakes settled."""
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
