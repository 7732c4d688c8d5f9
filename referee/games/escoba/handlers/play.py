"""A seat's turn: it leaves a card, takes with one, or lifts what another side left; and plays taken back.

All that a play can break lies open on the table, so it is proven at once, with hands known or unknown.
"""

from collections.abc import Iterable

from referee.cards import SPANISH_40
from referee.errors import Breach
from referee.games.escoba import refusals
from referee.games.escoba.events import EscobaTake, EscobaTrail, Laying
from referee.games.escoba.facts import EscobaCardOwed, EscobaCardsTaken
from referee.games.escoba.scoring.counting import count_hand
from referee.games.escoba.state import EscobaState, Laid, Owed
from referee.games.escoba.table.capture import Trailed, fault_of_lift, fault_of_take, fault_of_trail
from referee.match.facts import Fact, InfractionProven
from referee.match.judge.refusing import cannot_hold
from referee.match.ledger import Evidence
from referee.match.state import NOTHING, Facts

BIT = SPANISH_40.bit


# What the log refuses


def _require_turn(state: EscobaState, seat: int) -> None:
    state.require_seat(seat)
    if seat != state.turn:
        refusals.refuse_turn(state, seat)


def _require_card(state: EscobaState, seat: int, card: str) -> None:
    """Raises Impossible unless the hand may hold the card."""
    if not state.knowledge.may_hold(seat, BIT[card]):
        raise cannot_hold(state.rules.code("deal"), state, SPANISH_40, seat, card)


def _require_on_table(state: EscobaState, event: EscobaTake) -> None:
    strange = SPANISH_40.mask(event.cards) & ~state.table
    if strange or len(set(event.cards)) != len(event.cards):
        refusals.refuse_not_on_table(state, event, strange)


# What breaks a rule


def faults(state: EscobaState, event: Laying) -> list[str]:
    """The rules that a play breaks, the one to name first."""
    if event.card is None:
        own = fault_of_lift(state.trailed, state.others(event.seat), SPANISH_40.mask(event.cards))
        return [state.rules.code(own)] if own else []
    card = BIT[event.card]
    if isinstance(event, EscobaTake):
        own = fault_of_take(state.rules, state.table, card, SPANISH_40.mask(event.cards))
    else:
        own = fault_of_trail(state.rules, state.table, card)
    other_owed = state.owed is not None and state.owed.card != card
    broken = [*(["illegal-play"] if other_owed else []), *([own] if own else [])]
    return [state.rules.code(rule) for rule in broken]


def _breach(state: EscobaState, event: Laying) -> Breach | None:
    broken = faults(state, event)
    return refusals.breach(state, event, broken[0]) if broken else None


def check_trail(state: EscobaState, event: EscobaTrail, at: int) -> Breach | None:
    """Refuses a card that cannot be played; names the rule that leaving it breaks."""
    _require_turn(state, event.seat)
    _require_card(state, event.seat, event.card)
    return _breach(state, event)


def check_take(state: EscobaState, event: EscobaTake, at: int) -> Breach | None:
    """Refuses cards that cannot be taken or played; names the rule that the take, or the lift, breaks."""
    if event.card is None and not state.rules.renuncio:
        refusals.refuse_no_card(state)
    _require_turn(state, event.seat)
    if event.card is not None:
        _require_card(state, event.seat, event.card)
    _require_on_table(state, event)
    return _breach(state, event)


# What happens


def apply_trail(state: EscobaState, event: EscobaTrail, at: int) -> Facts:
    """The card lies on the table."""
    facts = _lay(state, event.seat, BIT[event.card], at, faults(state, event))
    state.table |= BIT[event.card]
    state.trailed = (*state.trailed, Trailed(BIT[event.card], event.seat))
    return _end_turn(state, facts)


def apply_take(state: EscobaState, event: EscobaTake, at: int) -> Facts:
    """The cards go to the seat's side; an irregular take moves its cards too."""
    broken = faults(state, event)
    taken = SPANISH_40.mask(event.cards)
    if event.card is None:
        state.wrote(event.seat, at)
        return [*_proven(broken, event.seat, at), _take(state, event, taken, sweeps=not broken, swept=taken)]
    card = BIT[event.card]
    facts = _lay(state, event.seat, card, at, broken)
    sweeps = not broken and (state.rules.last_sweeps or not _hand_is_out(state))
    facts.append(_take(state, event, taken | card, sweeps=sweeps, swept=card))
    return _end_turn(state, facts)


def _take(state: EscobaState, event: EscobaTake, cards: int, *, sweeps: bool, swept: int) -> Fact:
    """The seat takes these cards: a sweep where that is one of a kind that `sweeps`, and clears the table (*.sweep)."""
    sweep = sweeps and not state.table & ~cards
    state.gather(event.seat, cards, int(sweep), swept)
    return EscobaCardsTaken(event.seat, event.card, SPANISH_40.cards(cards), sweep)


def _proven(broken: Iterable[str], seat: int, at: int) -> list[Fact]:
    return [InfractionProven(rule, seat, at, Evidence("seen")) for rule in broken]


def _lay(state: EscobaState, seat: int, card: int, at: int, broken: list[str]) -> list[Fact]:
    """The card leaves the hand; nothing is owed after it."""
    state.last_laid = Laid(seat, card, bool(broken), at, _last_play(state), state.dealt_at)
    state.owed = None
    state.wrote(seat, at)
    state.knowledge.lay(seat, card)
    return _proven(broken, seat, at)


def _last_play(state: EscobaState) -> int:
    """The version of the last play of a card; 0 where there is none."""
    return state.last_laid.version if state.last_laid else 0


def _hand_is_out(state: EscobaState) -> bool:
    """Whether no card is left to play in this hand."""
    return state.is_last_round() and not any(state.knowledge.size)


def _end_turn(state: EscobaState, facts: list[Fact]) -> Facts:
    """The next seat is to play, or the round is over, or the hand is counted."""
    if any(state.knowledge.size):
        state.turn = ((state.turn or 0) + 1) % state.seats
        return facts
    state.turn = None
    if state.is_last_round():
        return [*facts, *count_hand(state)]
    state.phase = "round"
    return facts


# Plays taken back


def taken_back(state: EscobaState, undone: EscobaState) -> Facts:
    """The card that is owed after a `retract` of exactly one play of a card, which was irregular (*.illegal-play).

    Nothing is owed where the deal that the card came from is taken back too.
    """
    last = undone.last_laid
    if last is None or not last.irregular or (last.before, last.dealt_at) != (_last_play(state), state.dealt_at):
        return NOTHING
    return (EscobaCardOwed(last.seat, SPANISH_40.name(last.card)),)


def recall(state: EscobaState, facts: Iterable[Fact]) -> None:
    """The seat owes the card, and everyone has seen it in its hand."""
    for fact in facts:
        if isinstance(fact, EscobaCardOwed):
            state.owed = Owed(fact.seat, BIT[fact.card])
            state.knowledge.show(fact.seat, BIT[fact.card])
