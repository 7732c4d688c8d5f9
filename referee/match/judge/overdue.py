"""Proofs that the log does not hold yet: older rules left open what this judge has settled, and play goes on under this one.

With the next event they are told. Most events ask for proofs where they settle something themselves, as a card that is laid
does. One that begins or ends a hand, or counts what the hand showed, would find an account that no longer stands: so what is
proven comes first, with its consequences, and then the event. If these leave it no place, it changes nothing.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from referee.match.events import Claim, Event, Redeal, Ruling, TimeUp, Withdraw
from referee.match.facts import Fact, MatchEnded
from referee.match.judge.disputes import SETTLING, bind, facts_of_proofs, resume
from referee.match.state import Facts, State

S = TypeVar("S", bound=State)

Settle = Callable[[S, int], list[Fact]]
"""(state, at): takes the proofs of the judge, and returns their facts with all that follows from them in the game."""
Place = Callable[[S], object]
"""(state): what an event was checked for: it has a place after proofs only if they leave this as it was."""
AFTER_PROOFS: tuple[type[Event], ...] = (Redeal, Ruling, TimeUp, Withdraw)
"""The shared events that come after what is overdue."""
OF_DISPUTES = (Claim, Ruling)
"""Those that have their place also after the end of a match."""
OF_NO_HAND = (*OF_DISPUTES, TimeUp, Withdraw)
"""Those that have their place whether or not a hand is in progress."""


def settle_alone(state: State, at: int) -> list[Fact]:
    """The facts of proofs in a game in which nothing follows from them."""
    return facts_of_proofs(state)


def in_hand(state: State) -> bool:
    """The place of an event that only asks whether a hand is in progress."""
    return state.in_hand()


def after_proofs(
    apply: Callable[[S, Any, int], Facts], settle: Settle[S], place: Place[S] = in_hand
) -> Callable[[S, Any, int], Facts]:
    """The function that applies an event after the proofs that were overdue, and tells both."""

    def apply_after_proofs(state: S, event: Event, at: int) -> Facts:
        if not _tells_overdue(state):
            return apply(state, event, at)
        stored_facts = state.stored_facts
        if stored_facts is not None:
            overdue_facts = _overdue_facts(state, stored_facts, settle, at)
            if not _has_consequences(state, overdue_facts, settle, at):
                return apply(state, event, at)
            state.stored_facts = overdue_facts
        place_before = place(state)
        before = settle(state, at)
        keeps_place = isinstance(event, OF_NO_HAND) or place(state) == place_before
        is_over = any(isinstance(fact, MatchEnded) for fact in before) and not isinstance(event, OF_DISPUTES)
        if is_over or not keeps_place:
            return before
        if stored_facts is not None:
            # The event may ask for the proofs that came with it, beside those that were overdue.
            bind(state, [fact for fact in stored_facts if fact not in overdue_facts])
        ledger = state.ledger
        state.ledger = ledger.copy()
        for fact in before:
            fact.enter(state.ledger, at)
        after = apply(state, event, at)
        state.ledger = ledger
        return [*before, *after]

    return apply_after_proofs


def _tells_overdue(state: State) -> bool:
    """True if proofs wait that were overdue; while a log is folded, if the entry has them."""
    hands = state.knowledge
    if state.stored_facts is None:
        return bool(hands.proofs)
    overdue_keys = {(proof.code, proof.seat, proof.version) for _, proof in hands.overdue_assertions}
    return bool(overdue_keys) and any(
        (fact.code, fact.seat, fact.version) in overdue_keys
        for fact in state.stored_facts
        if isinstance(fact, SETTLING[:2])
    )


def _overdue_facts(state: S, stored_facts: Facts, settle: Settle[S], at: int) -> Facts:
    """Those facts of the entry that is folded that came before its event.

    The entry begins with them as this judge tells them. If another told them, they are all but the proofs about the event itself.
    """
    twin = state.copy(state.ledger.copy())
    twin.stored_facts = None
    twin.knowledge.drain()
    resume(twin)
    facts = settle(twin, at)
    if list(stored_facts[: len(facts)]) == facts:
        return facts
    return [fact for fact in stored_facts if not (isinstance(fact, SETTLING[:2]) and fact.version == at)]


def _has_consequences(state: S, overdue_facts: Facts, settle: Settle[S], at: int) -> bool:
    """False if these facts have proofs without all that follows from them, as an older service stored them."""
    twin = state.copy(state.ledger.copy())
    twin.stored_facts = overdue_facts
    return all(isinstance(fact, MatchEnded) or fact in overdue_facts for fact in settle(twin, at))
