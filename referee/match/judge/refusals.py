"""A refusal under a rule of the game, in both languages."""

from referee.cards import Pack
from referee.errors import Impossible
from referee.match.state import State
from referee.text import Text


def impossible(rule: str, es: str, en: str, seat: int | None = None) -> Impossible:
    """The refusal of an event that cannot have happened at this table, under this rule; `seat` tried it."""
    return Impossible(Text(es=es, en=en), rule=rule, seat=seat)


def cannot_hold(rule: str, state: State, pack: Pack, seat: int, card: str) -> Impossible:
    """The refusal of a card that the hand cannot hold, with its place. It is of games that deal in rounds from a stock."""
    hands, bit = state.knowledge, pack.bit[card]
    holder = next((s for s, cards in enumerate(hands.known_cards) if s != seat and cards & bit), None)
    if hands.laid_cards & bit:
        es, en = "ya ha salido", "it is out already"
    elif holder is not None:
        es, en = f"la tiene el asiento {holder}", f"seat {holder} holds it"
    elif hands.out[seat] & bit:
        es, en = "sigue en el mazo", "it is still in the stock"
    else:
        es, en = "su mano se conoce entera", "the whole hand is known"
    return not_in_hand(rule, seat, card, es, en)


def not_in_hand(rule: str, seat: int, card: str, es: str, en: str) -> Impossible:
    """The refusal of a card that a hand cannot hold, for this reason."""
    return impossible(
        rule, f"el asiento {seat} no puede tener {card}: {es}", f"seat {seat} cannot hold {card}: {en}", seat
    )


def out_of_turn(rule: str, state: State, seat: int) -> Impossible:
    """The refusal of a play out of turn; it says which seat is to act, or that the deal comes next."""
    if state.turn is None:
        return not_now(rule, seat, "falta repartir", "the deal comes next")
    return not_now(rule, seat, f"le toca al {state.turn}", f"it is the turn of seat {state.turn}")


def not_now(rule: str, seat: int, es: str, en: str) -> Impossible:
    """The refusal of a play that cannot come now, for this reason."""
    return impossible(rule, f"el asiento {seat} no puede jugar ahora: {es}", f"seat {seat} cannot play now: {en}", seat)
