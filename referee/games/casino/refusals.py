"""The refusals of Casino, in both languages."""

from collections.abc import Sequence
from typing import NoReturn

from referee.cards import FRENCH
from referee.errors import Breach
from referee.games.casino.events import Build, Duplicate, Laying, Raise, Take, Trail
from referee.games.casino.judging.duty import duty
from referee.games.casino.judging.faults import announced_value, shown_faults
from referee.games.casino.rules import (
    DEAL,
    EXPOSED,
    ILLEGAL_PLAY,
    IMPROPER,
    LAST_ROUND,
    MISDEAL,
    OWN_BUILD,
    RAISE,
    TAKE,
    TURN,
    WRONG_HAND,
)
from referee.games.casino.state import CasinoState
from referee.match.judge.refusals import cannot_hold, impossible, not_in_hand, out_of_turn
from referee.text import Text

RULE_OF = {
    Trail: "casino.trail",
    Take: "casino.take",
    Build: "casino.build",
    Duplicate: "casino.duplicate",
    Raise: "casino.raise",
}
ATTEMPT = {
    Trail: Text(es="dejar {card}", en="trail {card}"),
    Take: Text(es="tomar {what_es} con {card}", en="take {what_en} with {card}"),
    Build: Text(es="construir {value} con {laid_es}", en="build {value} with {laid_en}"),
    Duplicate: Text(es="duplicar {build} con {laid_es}", en="duplicate {build} with {laid_en}"),
    Raise: Text(es="aumentar {build} a {value} con {card}", en="raise {build} to {value} with {card}"),
}
KEEPS_NONE, LAST_CARD, ELSEWHERE, BARRED = "keeps none", "last card", "elsewhere", "barred"
WHY = {
    TAKE: Text(
        es="{card} vale {worth}, y lo que se toma no se reparte en grupos de ese valor",
        en="{card} counts {worth}, and what it takes does not split into groups of that value",
    ),
    IMPROPER: Text(
        es="{card} vale {worth}, y las cartas no suman grupos de {value}",
        en="{card} counts {worth}, and the cards do not make groups of {value}",
    ),
    KEEPS_NONE: Text(
        es="no le queda en la mano ninguna carta de valor {value}: tiene {hand}",
        en="it keeps no card of value {value}: it holds {hand}",
    ),
    LAST_CARD: Text(
        es="es la última carta de su mano, y no le queda ninguna de valor {value}",
        en="it is the last card of its hand, and none of value {value} is left in it",
    ),
    ELSEWHERE: Text(
        es="no puede quedarle ninguna carta de valor {value}: {takers} no pueden estar en su mano",
        en="it can keep no card of value {value}: {takers} cannot be in its hand",
    ),
    RAISE: Text(
        es="{build} es múltiple, y sólo se aumenta una construcción única",
        en="{build} is multiple, and only a single build may be raised",
    ),
    OWN_BUILD: Text(
        es="tiene en la mesa {own}, y debe tomar, duplicar o aumentar",
        en="its own {own} stands, so it must take, duplicate or raise",
    ),
    EXPOSED: Text(
        es="debe dejar {owed}, que enseñó antes de tiempo",
        en="it must trail {owed}, which it showed too early",
    ),
    BARRED: Text(
        es="su bando enseñó {barred}, y no puede tomar esa carta ni una construcción que la tenga",
        en="its side showed {barred}, and may take neither that card nor a build that holds it",
    ),
    ILLEGAL_PLAY: Text(
        es="debe dejar {owed}, con la que intentó una jugada ilegal",
        en="it must trail {owed}, with which it tried an illegal play",
    ),
    WRONG_HAND: Text(
        es="perdió un turno, y sólo puede dejar cartas hasta que acabe la ronda",
        en="it missed a turn, and may only trail until the round is over",
    ),
}
"""By rule, the reason why a play breaks it; two of the rules can be broken in several ways."""


def breach(state: CasinoState, event: Laying, rule: str) -> Breach:
    """The breach of a rule by a play."""
    values = _values(state, event)
    attempt, why = ATTEMPT[type(event)], WHY[_reason(state, event, rule)]
    return Breach(
        rule,
        event.seat,
        Text(
            es=f"el asiento {event.seat} no puede {attempt.es}: {why.es}".format(**values),
            en=f"seat {event.seat} cannot {attempt.en}: {why.en}".format(**values),
        ),
    )


def _reason(state: CasinoState, event: Laying, rule: str) -> str:
    """The key of WHY for this breach."""
    if rule == IMPROPER and rule not in shown_faults(state, event):
        return _why_none_is_kept(state, event)
    return BARRED if rule == EXPOSED and not duty(state, event.seat) else rule


def _why_none_is_kept(state: CasinoState, event: Laying) -> str:
    """The reason why the hand cannot keep a card that takes the build."""
    hands, seat = state.knowledge, event.seat
    left = hands.size[seat] - 1
    if not left:
        return LAST_CARD
    hand = hands.known_cards[seat] & ~FRENCH.bit[event.card]
    return KEEPS_NONE if hand.bit_count() == left else ELSEWHERE


def _values(state: CasinoState, event: Laying) -> dict[str, object]:
    """The values for the placeholders of a refusal."""
    names = " ".join((*getattr(event, "cards", ()), *getattr(event, "builds", ())))
    due = duty(state, event.seat)
    value = announced_value(state, event) if isinstance(event, Build | Duplicate | Raise) else 0
    return {
        "seat": event.seat,
        "card": event.card,
        "what_es": names or "nada",
        "what_en": names or "nothing",
        "laid_es": f"{event.card} y {names}" if names else event.card,
        "laid_en": f"{event.card} and {names}" if names else event.card,
        "build": getattr(event, "build", ""),
        "value": value,
        "takers": " ".join(FRENCH.cards(state.values.worth.get(value, 0) & ~FRENCH.bit[event.card])),
        "worth": "/".join(map(str, state.values.of[FRENCH.bit[event.card]])) or event.card[0],
        "hand": " ".join(FRENCH.cards(state.knowledge.known_cards[event.seat] & ~FRENCH.bit[event.card])) or "∅",
        "own": " ".join(build.id for build in state.layout.builds if build.owner == event.seat) or "∅",
        "owed": " ".join(FRENCH.cards(due[1])) if due else "∅",
        "barred": " ".join(FRENCH.cards(state.layout.barred[state.side(event.seat)])) or "∅",
    }


# Plays


def refuse_turn(state: CasinoState, seat: int) -> NoReturn:
    """Refuses a play of a seat that is not to act."""
    raise out_of_turn(DEAL if state.turn is None else TURN, state, seat)


def refuse_card(state: CasinoState, seat: int, card: str) -> NoReturn:
    """Refuses a card that the hand cannot hold."""
    hands, bit = state.knowledge, FRENCH.bit[card]
    placed_cards = hands.laid_cards | sum(hands.known_cards) | sum(state.stock.cards or ())
    if not hands.lacks or hands.complete(seat) or placed_cards & bit:
        raise cannot_hold(DEAL, state, FRENCH, seat, card)
    if hands.out[seat] & bit:
        raise not_in_hand(DEAL, seat, card, "la robó otro asiento", "another seat drew it")
    raise not_in_hand(
        DEAL,
        seat,
        card,
        "contadas las cartas que le pueden faltar, no cabe en su mano",
        "counted with the cards that it may lack, its hand has no place for it",
    )


def refuse_loose(state: CasinoState, event: Laying, strange: int) -> NoReturn:
    """Refuses a play that uses cards that do not lie loose on the table, or one of them twice."""
    loose = " ".join(FRENCH.cards(state.layout.loose)) or "∅"
    which = " ".join(FRENCH.cards(strange))
    es, en = (
        (f"{which} no está suelta", f"{which} does not lie loose") if which else ("la cita dos veces", "named twice")
    )
    raise impossible(
        RULE_OF[type(event)],
        f"el asiento {event.seat} no puede usar esa carta de la mesa: {es}; sueltas: {loose}",
        f"seat {event.seat} cannot use that card of the table: {en}; loose: {loose}",
        event.seat,
    )


def refuse_build(state: CasinoState, event: Laying, missing: Sequence[str]) -> NoReturn:
    """Refuses a play that names a build that does not stand, or one twice."""
    standing = " ".join(build.id for build in state.layout.builds) or "∅"
    which = " ".join(missing)
    es, en = (f"no existe {which}", f"there is no {which}") if which else ("la cita dos veces", "named twice")
    raise impossible(
        RULE_OF[type(event)],
        f"construcción no válida: {es}; en la mesa: {standing}",
        f"not a build to use: {en}; standing: {standing}",
        event.seat,
    )


def refuse_announcement(state: CasinoState, seat: int) -> NoReturn:
    """Refuses an announcement that is not due, or not this seat's."""
    raise impossible(
        LAST_ROUND,
        f"el asiento {seat} no puede anunciar ahora: lo hace quien reparte, entre el último reparto y su primera jugada",
        f"seat {seat} cannot announce now: the dealer does, between the last deal and its first play",
        seat,
    )


# Deals


def refuse_hands(sizes: Sequence[int]) -> NoReturn:
    """Refuses hands of the wrong length."""
    counts = " ".join(map(str, sizes))
    raise impossible(
        DEAL, f"se reparten, por asiento, {counts} cartas", f"each seat is dealt, in order, {counts} cards"
    )


# Irregularities


def refuse_between(state: CasinoState, rule: str) -> NoReturn:
    """Refuses an irregularity while no hand is in play."""
    raise impossible(
        rule,
        f"ahora no hay manos en juego a las que les pueda pasar eso (fase {state.phase})",
        f"no hand is in play now to which this could happen (phase {state.phase})",
    )


def refuse_exposed(card: str) -> NoReturn:
    """Refuses a card shown in dealing that was seen before."""
    raise impossible(
        EXPOSED,
        f"{card} no puede mostrarse al repartir: ya ha salido",
        f"{card} cannot be shown in dealing: it is out already",
    )


def refuse_pack_short(round_: int, last: int) -> NoReturn:
    """Refuses a short pack before the last round."""
    raise impossible(
        WRONG_HAND,
        f"el mazo sólo puede quedarse corto en la última ronda: esta es la {round_} de {last}",
        f"the pack can only run short in the last round: this is {round_} of {last}",
    )


def refuse_against_stock(cause: str) -> NoReturn:
    """Refuses a wrong deal that contradicts the deal on record, which has the pack card by card."""
    raise impossible(
        WRONG_HAND,
        f"{cause} contradice el reparto anotado, que tiene el mazo carta a carta; si no era ese, deshaz el reparto y anótalo "
        "como fue, sin `stock`",
        f"{cause} contradicts the deal on record, which has the pack card by card; if that was another, take the deal back and "
        "record it as it was, without `stock`",
    )


def refuse_too_short(seat: int, cards: int, left: int) -> NoReturn:
    """Refuses a hand that lacks more cards than it can."""
    raise impossible(
        WRONG_HAND,
        f"al asiento {seat} no le pueden faltar {cards} cartas: tiene {left}",
        f"seat {seat} cannot lack {cards} cards: it has {left}",
        seat,
    )


def refuse_overdealt(seat: int | None, round_: int) -> NoReturn:
    """Refuses a card too many in the last round, in which every card left belongs to a hand.

    `seat`: the hand that was named; None if the dealer was, which means any other hand.
    """
    subject_es, subject_en = (
        ("a ninguna otra mano", "no other hand can")
        if seat is None
        else (f"al asiento {seat} no", f"seat {seat} cannot")
    )
    raise impossible(
        WRONG_HAND,
        f"{subject_es} se le pudo dar de más en la última ronda ({round_}): las cartas que quedan están todas en las manos, "
        "así que a alguna le falta una; anota antes a cuál, con pack_short",
        f"{subject_en} have been dealt too many in the last round ({round_}): every card left is in the hands, "
        "so one of them lacks a card; record first which, as pack_short",
        seat,
    )


def refuse_spare(seat: int) -> NoReturn:
    """Refuses a card too many that would leave another hand without one."""
    raise impossible(
        WRONG_HAND,
        f"el asiento {seat} no puede tener una carta de más: las que quedan hacen falta todas en las manos",
        f"seat {seat} cannot have a card too many: the hands need every card that is left",
        seat,
    )


def refuse_exposed_drawing(card: str) -> NoReturn:
    """Refuses a card shown in the pack once the pack is drawn."""
    raise impossible(
        EXPOSED,
        f"{card} no puede mostrarse al robar: ya no quedan cartas en el mazo",
        f"{card} cannot be shown in drawing: no cards are left in the pack",
    )


def refuse_exposed_of_others(card: str) -> NoReturn:
    """Refuses a card shown in dealing that another hand drew, or without which the hands would be short of cards."""
    raise impossible(
        EXPOSED,
        f"{card} no puede mostrarse al repartir: según el mazo anotado, la robó otro asiento o hace falta en otra mano",
        f"{card} cannot be shown in dealing: by the stock on record another seat drew it, or another hand needs it",
    )


def refuse_misdeal(reason: str) -> NoReturn:
    """Refuses a misdeal that is claimed too late."""
    raise impossible(
        MISDEAL,
        f"{reason} sólo anula el reparto antes de la primera jugada",
        f"{reason} voids the deal only before its first play",
    )
