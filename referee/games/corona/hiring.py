"""Hiring, and the replica that may answer it."""

from typing import TYPE_CHECKING

from referee.errors import Breach, Impossible
from referee.games.corona import refusals
from referee.games.corona.events import Hire, Replica
from referee.games.corona.facts import HireAnswered
from referee.games.corona.refusals import HIRE, REPLICA
from referee.games.corona.rules import JOKERS, NUMBER, PACK, UP_TO, allowance, total
from referee.match.ledger import Evidence
from referee.match.vocabulary import Fact, InfractionProven
from referee.text import Text

if TYPE_CHECKING:
    from referee.games.corona.game import Corona
    from referee.match.state import Facts


def hireable(game: "Corona", hand: int) -> int:
    """The cards of a hand that the income of the turn still pays for."""
    return hand & UP_TO[allowance(game.income, game.spent)]


def answers(game: "Corona") -> bool:
    """Whether a replica may come: to a card just hired that no joker paid for, once a turn (corona.replica)."""
    return bool(game.answerable) and not game.income & JOKERS and not game.replied


def check_hire(game: "Corona", event: Hire, at: int) -> Breach | None:
    seat = event.seat
    game.need_turn(seat, ("hire",), HIRE)
    card = PACK.bit[event.card]
    if not game.knowledge.may_hold(seat, card):
        refusals.refuse_hand(game, seat, card, 1, HIRE)
    if card & JOKERS:
        return refusals.joker_hired(seat)
    return None if hireable(game, card) else refusals.beyond_income(game, seat, card, event.observed)


def apply_hire(game: "Corona", event: Hire, at: int) -> "Facts":
    seat = event.seat
    card = PACK.bit[event.card]
    facts: list[Fact] = []
    if not hireable(game, card):
        rule = "corona.joker-income" if game.income & JOKERS else HIRE.rule
        facts.append(InfractionProven(rule, seat, at, Evidence("seen")))
    game.knowledge.lay(seat, card)
    game.camps[seat].army |= card
    game.hired |= card
    game.spent += NUMBER[card]
    game.answerable = card
    return facts


def check_replica(game: "Corona", event: Replica, at: int) -> Breach | None:
    seat = event.seat
    game.need_seat(seat)
    if game.phase != "hire" or seat == game.active or not game.answerable:
        raise Impossible(
            Text(
                es=f"el asiento {seat} no tiene ahora una contratación del rival a la que replicar",
                en=f"seat {seat} has no hire of the opponent to answer now",
            ),
            rule=REPLICA.rule,
            seat=seat,
        )
    cards, count = PACK.mask(event.cards), len(event.cards)
    if cards.bit_count() != count or not game.knowledge.may_hold(seat, cards):
        refusals.refuse_hand(game, seat, cards, count, REPLICA)
    if game.income & JOKERS:
        return refusals.paid_by_joker(seat, game.answerable)
    if cards & JOKERS:
        return refusals.joker_discarded(seat)
    if total(cards) <= NUMBER[game.answerable]:
        return refusals.too_low(seat, total(cards), game.answerable)
    return refusals.second_replica(seat, event.observed) if game.replied else None


def apply_replica(game: "Corona", event: Replica, at: int) -> "Facts":
    seat = event.seat
    facts: list[Fact] = []
    if game.replied:
        facts.append(InfractionProven(REPLICA.rule, seat, at, Evidence("seen")))
    answered = game.answerable
    for name in event.cards:
        card = PACK.bit[name]
        game.knowledge.lay(seat, card)
        game.camps[seat].bury(card)
    game.camps[game.active].bury(answered)
    game.answerable = 0
    game.replied = True
    return [*facts, HireAnswered(seat, PACK.name(answered), event.cards)]
