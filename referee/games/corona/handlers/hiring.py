"""Hiring, and the replica that may answer it."""

from referee.errors import Breach
from referee.games.corona import refusals
from referee.games.corona.events import Hire, Replica
from referee.games.corona.facts import HireAnswered
from referee.games.corona.refusals import HIRE, REPLICA, require_turn
from referee.games.corona.rules import ANY_COST, JOKERS, NUMBER, PACK, UP_TO, allowance, total
from referee.games.corona.state import CoronaState
from referee.match.facts import Fact, InfractionProven
from referee.match.judge.refusals import impossible
from referee.match.ledger import Evidence
from referee.match.state import Facts


def hireable(state: CoronaState, hand: int) -> int:
    """The cards of a hand that the income of the turn still pays for."""
    return hand & UP_TO[min(allowance(state.income, state.extra, state.expense), ANY_COST)]


def answers(state: CoronaState) -> bool:
    """True if a replica may come: to a card just hired that no joker paid for, once a turn (corona.replica)."""
    return bool(state.answerable) and not state.income & JOKERS and not state.has_replied


def check_hire(state: CoronaState, event: Hire, at: int) -> Breach | None:
    seat = event.seat
    require_turn(state, seat, ("hire",), HIRE)
    card = PACK.bit[event.card]
    if not state.knowledge.may_hold(seat, card):
        refusals.refuse_hand(state, seat, card, 1, HIRE)
    if card & JOKERS:
        return refusals.joker_hired(seat)
    return None if hireable(state, card) else refusals.beyond_income(state, seat, card, event.observed)


def apply_hire(state: CoronaState, event: Hire, at: int) -> Facts:
    seat = event.seat
    card = PACK.bit[event.card]
    facts: list[Fact] = []
    if not hireable(state, card):
        rule = "corona.joker-income" if state.income & JOKERS else HIRE.rule
        facts.append(InfractionProven(rule, seat, at, Evidence("seen")))
    state.knowledge.lay(seat, card)
    state.camps[seat].army |= card
    state.hires |= card
    state.expense += NUMBER[card]
    state.answerable = card
    return facts


def check_replica(state: CoronaState, event: Replica, at: int) -> Breach | None:
    seat = event.seat
    state.require_seat(seat)
    if state.phase != "hire" or seat == state.active or not state.answerable:
        raise impossible(
            REPLICA.rule,
            es=f"el asiento {seat} no tiene ahora una contratación del rival a la que replicar",
            en=f"seat {seat} has no hire of the opponent to answer now",
            seat=seat,
        )
    cards, count = PACK.mask(event.cards), len(event.cards)
    if cards.bit_count() != count or not state.knowledge.may_hold(seat, cards):
        refusals.refuse_hand(state, seat, cards, count, REPLICA)
    if state.income & JOKERS:
        return refusals.paid_by_joker(seat, state.answerable)
    if cards & JOKERS:
        return refusals.joker_discarded(seat)
    if total(cards) <= NUMBER[state.answerable]:
        return refusals.too_low(seat, total(cards), state.answerable)
    return refusals.second_replica(seat, event.observed) if state.has_replied else None


def apply_replica(state: CoronaState, event: Replica, at: int) -> Facts:
    seat = event.seat
    facts: list[Fact] = []
    if state.has_replied:
        facts.append(InfractionProven(REPLICA.rule, seat, at, Evidence("seen")))
    hire = state.answerable
    for name in event.cards:
        card = PACK.bit[name]
        state.knowledge.lay(seat, card)
        state.camps[seat].bury(card)
    state.camps[state.active].bury(hire)
    state.answerable = 0
    state.has_replied = True
    return [*facts, HireAnswered(seat, PACK.name(hire), event.cards)]
