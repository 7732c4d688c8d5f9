"""A seat's turn: it leaves a card, takes with one, or lifts cards that another side left. Plays taken back are here too.

Every rule that a play can break is about open cards, so the breach is proven at once, with hands known or unknown.
"""

from collections.abc import Iterable

from referee.cards import SPANISH_40
from referee.errors import Breach
from referee.games.escoba import refusals
from referee.games.escoba.events import EscobaTake, EscobaTrail, Laying
from referee.games.escoba.facts import EscobaCardOwed, EscobaCardsTaken
from referee.games.escoba.scoring.counting import count_hand
from referee.games.escoba.state import EscobaState, LastPlay, Obligation
from referee.games.escoba.table.capture import TrailedCard, fault_of_lift, fault_of_take, fault_of_trail
from referee.match.facts import Fact, InfractionProven
from referee.match.judge.refusals import cannot_hold
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
    """The codes of the rules that a play breaks, the one to name first at the front."""
    if event.card is None:
        own = fault_of_lift(state.trails, state.others(event.seat), SPANISH_40.mask(event.cards))
        return [state.rules.code(own)] if own else []
    card = BIT[event.card]
    if isinstance(event, EscobaTake):
        own = fault_of_take(state.rules, state.table, card, SPANISH_40.mask(event.cards))
    else:
        own = fault_of_trail(state.rules, state.table, card)
    other_owed = state.obligation is not None and state.obligation.card != card
    rules = [*(["illegal-play"] if other_owed else []), *([own] if own else [])]
    return [state.rules.code(rule) for rule in rules]


def _breach(state: EscobaState, event: Laying) -> Breach | None:
    rules = faults(state, event)
    return refusals.breach(state, event, rules[0]) if rules else None


def check_trail(state: EscobaState, event: EscobaTrail, at: int) -> Breach | None:
    """Refuses a card that cannot be played. Returns the breach of a card that may not be left."""
    _require_turn(state, event.seat)
    _require_card(state, event.seat, event.card)
    return _breach(state, event)


def check_take(state: EscobaState, event: EscobaTake, at: int) -> Breach | None:
    """Refuses cards that cannot be taken or played. Returns the breach of the take or the lift."""
    if event.card is None and not state.rules.renuncio:
        refusals.refuse_no_card(state)
    _require_turn(state, event.seat)
    if event.card is not None:
        _require_card(state, event.seat, event.card)
    _require_on_table(state, event)
    return _breach(state, event)


# What happens


def apply_trail(state: EscobaState, event: EscobaTrail, at: int) -> Facts:
    """Leaves the card on the table."""
    facts = _lay(state, event.seat, BIT[event.card], at, faults(state, event))
    state.table |= BIT[event.card]
    state.trails = (*state.trails, TrailedCard(BIT[event.card], event.seat))
    return _end_turn(state, facts)


def apply_take(state: EscobaState, event: EscobaTake, at: int) -> Facts:
    """Gives the cards to the seat's side; an irregular take moves its cards too."""
    rules = faults(state, event)
    cards = SPANISH_40.mask(event.cards)
    if event.card is None:
        state.wrote(event.seat, at)
        return [*_infractions(rules, event.seat, at), _take(state, event, cards, sweeps=not rules, swept=cards)]
    card = BIT[event.card]
    facts = _lay(state, event.seat, card, at, rules)
    sweeps = not rules and (state.rules.last_sweeps or not _hand_is_out(state))
    facts.append(_take(state, event, cards | card, sweeps=sweeps, swept=card))
    return _end_turn(state, facts)


def _take(state: EscobaState, event: EscobaTake, cards: int, *, sweeps: bool, swept: int) -> Fact:
    """Moves the cards to the seat's pile. It is a sweep if this take `sweeps` and clears the table (*.sweep)."""
    sweep = sweeps and not state.table & ~cards
    state.gather(event.seat, cards, int(sweep), swept)
    return EscobaCardsTaken(event.seat, event.card, SPANISH_40.cards(cards), sweep)


def _infractions(rules: Iterable[str], seat: int, at: int) -> list[Fact]:
    return [InfractionProven(rule, seat, at, Evidence("seen")) for rule in rules]


def _lay(state: EscobaState, seat: int, card: int, at: int, rules: list[str]) -> list[Fact]:
    """Moves the card out of the hand, which ends an obligation."""
    state.last_laid = LastPlay(seat, card, bool(rules), at, _last_play(state), state.dealt_at)
    state.obligation = None
    state.wrote(seat, at)
    state.knowledge.lay(seat, card)
    return _infractions(rules, seat, at)


def _last_play(state: EscobaState) -> int:
    """The version of the last play of a card; 0 if there is none."""
    return state.last_laid.version if state.last_laid else 0


def _hand_is_out(state: EscobaState) -> bool:
    """True if no card is left to play in this hand."""
    return state.is_last_round() and not any(state.knowledge.size)


def _end_turn(state: EscobaState, facts: list[Fact]) -> Facts:
    """Passes the turn on, or ends the round, or ends the hand and scores it."""
    if any(state.knowledge.size):
        state.turn = ((state.turn or 0) + 1) % state.seats
        return facts
    state.turn = None
    if state.is_last_round():
        return [*facts, *count_hand(state)]
    state.phase = "round"
    return facts


# Plays taken back


def left_by_retract(state: EscobaState, undone: EscobaState) -> Facts:
    """The obligation after a `retract` of exactly one play of a card that was irregular (*.illegal-play).

    There is none if the deal that the card came from is taken back too.
    """
    last = undone.last_laid
    if last is None or not last.irregular or (last.before, last.dealt_at) != (_last_play(state), state.dealt_at):
        return NOTHING
    return (EscobaCardOwed(last.seat, SPANISH_40.name(last.card)),)


def recall(state: EscobaState, facts: Iterable[Fact]) -> None:
    """Restores the obligation to play the card, and shows it in the hand: everyone has seen it."""
    for fact in facts:
        if isinstance(fact, EscobaCardOwed):
            state.obligation = Obligation(fact.seat, BIT[fact.card])
            state.knowledge.show(fact.seat, BIT[fact.card])
