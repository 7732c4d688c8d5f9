"""Why an event of Escoba is refused, in both languages."""

from collections.abc import Sequence
from typing import NoReturn

from referee.cards import SPANISH_40
from referee.errors import Breach, Flaw, Impossible, Malformed
from referee.games.escoba.events import EscobaTake, EscobaTrail, Laying
from referee.games.escoba.rules import FIFTEEN, VALUE, total
from referee.games.escoba.state import EscobaState
from referee.games.escoba.table.capture import equals
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
"""Why a play breaks a rule."""


def breach(state: EscobaState, event: Laying, rule: str) -> Breach:
    """The breach of a rule by a play."""
    cards = SPANISH_40.mask(() if isinstance(event, EscobaTrail) else event.cards)
    card = 0 if event.card is None else SPANISH_40.bit[event.card]
    value = VALUE.get(card, 0)
    why = WHY.get(rule) or WHY["illegal-play"]
    values = {
        "fifteen": FIFTEEN,
        "card": event.card,
        "value": value,
        "sum": total(cards),
        "with_card": total(cards) + value,
        "equals": _named(equals(state.rules, state.table, card)) if card else "",
        "owed": _named(state.owed.card) if state.owed else "",
    }
    es, en = _tried(event)
    return Breach(
        rule,
        event.seat,
        Text(
            es=f"el asiento {event.seat} no puede {es}: {why.es.format(**values)}",
            en=f"seat {event.seat} cannot {en}: {why.en.format(**values)}",
        ),
    )


def _named(cards: int) -> str:
    return " ".join(SPANISH_40.cards(cards)) or "∅"


def _tried(event: Laying) -> tuple[str, str]:
    """What a seat tried to do, in both languages."""
    if isinstance(event, EscobaTrail):
        return f"dejar {event.card}", f"trail {event.card}"
    what = " ".join(event.cards) or "∅"
    if event.card is None:
        return f"levantar {what}", f"lift {what}"
    return f"tomar {what} con {event.card}", f"take {what} with {event.card}"


def wrong_dealer(state: EscobaState, dealer: int, due: int) -> Breach:
    """The breach of a deal out of turn."""
    return Breach(
        state.rules.code("turn"),
        dealer,
        Text(es=f"reparte el asiento {due}, no el {dealer}", en=f"seat {due} deals, not seat {dealer}"),
    )


def _impossible(state: EscobaState, rule: str, es: str, en: str, seat: int | None = None) -> Impossible:
    return Impossible(Text(es=es, en=en), rule=state.rules.code(rule), seat=seat)


# Plays


def refuse_turn(state: EscobaState, seat: int) -> NoReturn:
    """Refuses a play of a seat that is not to act."""
    if state.turn is None:
        es, en = "falta repartir", "the deal comes next"
    else:
        es, en = f"le toca al {state.turn}", f"it is the turn of seat {state.turn}"
    raise _impossible(
        state,
        "turn",
        f"el asiento {seat} no puede jugar ahora: {es}",
        f"seat {seat} cannot play now: {en}",
        seat,
    )


def refuse_card(state: EscobaState, seat: int, card: str) -> NoReturn:
    """Refuses a card that the hand cannot hold."""
    judge, bit = state.knowledge, SPANISH_40.bit[card]
    holder = next((s for s, known in enumerate(judge.known) if s != seat and known & bit), None)
    if judge.gone & bit:
        why = Text(es="ya ha salido", en="it is out already")
    elif holder is not None:
        why = Text(es=f"la tiene el asiento {holder}", en=f"seat {holder} holds it")
    elif judge.out[seat] & bit:
        why = Text(es="sigue en el mazo", en="it is still in the stock")
    else:
        why = Text(es="su mano se conoce entera", en="the whole hand is known")
    raise _impossible(
        state,
        "deal",
        f"el asiento {seat} no puede tener {card}: {why.es}",
        f"seat {seat} cannot hold {card}: {why.en}",
        seat,
    )


def refuse_not_on_table(state: EscobaState, event: EscobaTake, strange: int) -> NoReturn:
    """Refuses a take of cards that do not lie on the table, or of one of them twice."""
    which = SPANISH_40.cards(strange)
    es, en = (f"{' '.join(which)} no está", f"{' '.join(which)} is not there") if which else ("va dos veces", "twice")
    raise _impossible(
        state,
        "take",
        f"el asiento {event.seat} no puede tomar esas cartas: {es}; en la mesa: {_named(state.table)}",
        f"seat {event.seat} cannot take these cards: {en}; on the table: {_named(state.table)}",
        event.seat,
    )


def refuse_no_card(state: EscobaState) -> NoReturn:
    """Refuses a take without a card, where nothing may be lifted."""
    text = Text(
        es="falta `card`: la carta con la que se toma; sin ella sólo se levanta donde se juega con `renuncio`",
        en="`card` is missing: the card that takes; without one cards are only lifted where `renuncio` is played",
    )
    raise Malformed(text, rule=state.rules.code("take"), flaws=(Flaw("$.card", text),))


# Deals


def refuse_deal_in_play(state: EscobaState) -> NoReturn:
    """Refuses a deal before all hands are out."""
    sizes = " ".join(map(str, state.knowledge.size))
    raise _impossible(
        state,
        "deal",
        f"la ronda {state.round} no ha terminado: quedan en las manos {sizes} cartas",
        f"round {state.round} is not over: the hands hold {sizes} cards",
    )


def refuse_no_table(state: EscobaState) -> NoReturn:
    """Refuses a first round without the cards on the table."""
    text = Text(es="falta `table`: las cuatro cartas de la mesa", en="`table` is missing: the four cards on the table")
    raise Malformed(text, rule=state.rules.code("deal"), flaws=(Flaw("$.table", text),))


def refuse_seed() -> NoReturn:
    """Refuses a seed without a shuffle, and cards said to be shuffled here without their seed."""
    raise Malformed(
        Text(
            es="`seed` acompaña a `shuffle: true`, que reparte por sí mismo o con las cartas que da la semilla",
            en="`seed` comes with `shuffle: true`, which deals by itself, or with the cards that the seed deals",
        )
    )


def refuse_counts(state: EscobaState, stock: int) -> NoReturn:
    """Refuses a table or a stock of a wrong number of cards."""
    table = state.rules.table
    raise _impossible(
        state,
        "deal",
        f"van {table} cartas a la mesa y, si se conoce, {stock} al mazo",
        f"{table} cards go to the table and, where it is known, {stock} to the stock",
    )


def refuse_hands(state: EscobaState) -> NoReturn:
    """Refuses hands of a wrong number of cards."""
    each, seats = state.rules.each, state.seats
    raise _impossible(
        state,
        "deal",
        f"se reparten {each} cartas a cada uno de los {seats} asientos",
        f"each of the {seats} seats is dealt {each} cards",
    )


def refuse_twice(state: EscobaState, card: str) -> NoReturn:
    """Refuses a card that is dealt twice, or was seen before."""
    raise _impossible(state, "deal", f"{card} ya está en otra parte", f"{card} is elsewhere already")


def refuse_seed_cards(state: EscobaState) -> NoReturn:
    """Refuses cards that the recorded seed does not deal."""
    raise _impossible(
        state, "deal", "las cartas no son las que reparte esa semilla", "the cards are not those that this seed deals"
    )


def refuse_table_later(state: EscobaState) -> NoReturn:
    """Refuses a later round that is dealt like a first one."""
    raise _impossible(
        state,
        "deal",
        f"tras la ronda {state.round} sólo se reparten manos: ni mesa, ni mazo, ni otra mezcla",
        f"after round {state.round} only hands are dealt: no table, no stock, no other shuffle",
    )


def refuse_not_next(state: EscobaState, seat: int, expected: Sequence[str]) -> NoReturn:
    """Refuses a hand that does not come next out of the known stock."""
    said = " ".join(expected)
    raise _impossible(
        state,
        "deal",
        f"del mazo le tocan al asiento {seat}: {said}",
        f"next out of the stock, seat {seat} is dealt {said}",
        seat,
    )


def refuse_redeal(state: EscobaState) -> NoReturn:
    """Refuses to void a hand that is not in progress."""
    raise _impossible(
        state,
        "misdeal",
        "no hay mano que anular: ninguna está en juego",
        "there is no hand to void: none is in progress",
    )
