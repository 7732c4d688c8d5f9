"""The refusals of Escoba, in both languages."""

from typing import NoReturn

from referee.cards import SPANISH_40
from referee.errors import BadRequest, Breach, Flaw, Impossible
from referee.games.escoba.events import EscobaTake, EscobaTrail, Laying
from referee.games.escoba.rules import FIFTEEN, VALUE, total
from referee.games.escoba.state import EscobaState
from referee.games.escoba.table.capture import equals
from referee.match.judge.refusals import impossible, out_of_turn
from referee.text import Text

WHY = {
    "escoba.take": Text(
        es="se toman cartas que sumen {fifteen} con la jugada, y suman {with_card}",
        en="a take sums {fifteen} with the card played, and this one sums {with_card}",
    ),
    "scopa.take": Text(
        es="{card} vale {value}: toma una carta de ese valor o varias que lo sumen, y estas suman {sum}",
        en="{card} counts {value}: it takes one card of that value or several that sum it, and these sum {sum}",
    ),
    "scopa.single": Text(
        es="en la mesa hay una carta de su valor ({equals}), y entonces no se toma una suma",
        en="a card of its value lies on the table ({equals}), so no sum may be taken",
    ),
    "escoba.must-take": Text(
        es="con ella se puede tomar, y en esta mesa quien puede tomar toma",
        en="it can take, and at this table a card that can take may not be trailed",
    ),
    "scopa.must-take": Text(es="con ella se puede tomar", en="it can take, so it may not be trailed"),
    "escoba.renuncio": Text(
        es="se levantan cartas que sumen {fifteen} (suman {sum}) y de las que la última la dejó otro bando",
        en="cards to be lifted sum {fifteen} (they sum {sum}), and the last of them was left by another side",
    ),
    "illegal-play": Text(
        es="debe jugar {owed}, con la que hizo una jugada irregular",
        en="it owes {owed}, with which it made an irregular play",
    ),
}
"""By rule, the reason why a play breaks it."""


def breach(state: EscobaState, event: Laying, rule: str) -> Breach:
    """The breach of a rule by a play."""
    cards = SPANISH_40.mask(() if isinstance(event, EscobaTrail) else event.cards)
    card = 0 if event.card is None else SPANISH_40.bit[event.card]
    value = VALUE.get(card, 0)
    # The code of that rule begins with the name of the game.
    why = WHY.get(rule) or WHY[rule.rpartition(".")[2]]
    values = {
        "fifteen": FIFTEEN,
        "card": event.card,
        "value": value,
        "sum": total(cards),
        "with_card": total(cards) + value,
        "equals": _names(equals(state.rules, state.table, card)) if card else "",
        "owed": _names(state.obligation.card) if state.obligation else "",
    }
    es, en = _attempt(event)
    return Breach(
        rule,
        event.seat,
        Text(
            es=f"el asiento {event.seat} no puede {es}: {why.es.format(**values)}",
            en=f"seat {event.seat} cannot {en}: {why.en.format(**values)}",
        ),
    )


def _names(cards: int) -> str:
    return " ".join(SPANISH_40.cards(cards)) or "∅"


def _attempt(event: Laying) -> tuple[str, str]:
    """The play as an infinitive, in Spanish and English."""
    if isinstance(event, EscobaTrail):
        return f"dejar {event.card}", f"trail {event.card}"
    what = " ".join(event.cards) or "∅"
    if event.card is None:
        return f"levantar {what}", f"lift {what}"
    return f"tomar {what} con {event.card}", f"take {what} with {event.card}"


def _impossible(state: EscobaState, rule: str, es: str, en: str, seat: int | None = None) -> Impossible:
    return impossible(state.rules.code(rule), es=es, en=en, seat=seat)


# Plays


def refuse_turn(state: EscobaState, seat: int) -> NoReturn:
    """Refuses a play of a seat that is not to act."""
    raise out_of_turn(state.rules.code("turn"), state, seat)


def refuse_not_on_table(state: EscobaState, event: EscobaTake, strange: int) -> NoReturn:
    """Refuses a take of cards that do not lie on the table, or of one of them twice."""
    which = SPANISH_40.cards(strange)
    es, en = (f"{' '.join(which)} no está", f"{' '.join(which)} is not there") if which else ("va dos veces", "twice")
    raise _impossible(
        state,
        "take",
        f"el asiento {event.seat} no puede tomar esas cartas: {es}; en la mesa: {_names(state.table)}",
        f"seat {event.seat} cannot take these cards: {en}; on the table: {_names(state.table)}",
        event.seat,
    )


def refuse_no_card(state: EscobaState) -> NoReturn:
    """Refuses a take without a card, under rules that allow no lifts."""
    text = Text(
        es="falta `card`: la carta con la que se toma; sin ella sólo se levanta donde se juega con `renuncio`",
        en="`card` is missing: the card that takes; without one cards are only lifted where `renuncio` is played",
    )
    raise BadRequest(text, rule=state.rules.code("take"), flaws=(Flaw("$.card", text),))


# Deals


def refuse_hands(state: EscobaState) -> NoReturn:
    """Refuses hands of a wrong number of cards."""
    each, seats = state.rules.each, state.seats
    raise _impossible(
        state,
        "deal",
        f"se reparten {each} cartas a cada uno de los {seats} asientos",
        f"each of the {seats} seats is dealt {each} cards",
    )


def refuse_redeal(state: EscobaState) -> NoReturn:
    """Refuses to void a hand that is not in progress."""
    raise _impossible(
        state,
        "misdeal",
        "no hay mano que anular: ninguna está en juego",
        "there is no hand to void: none is in progress",
    )
