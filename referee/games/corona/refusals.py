"""The refusals of Por la Corona, in both languages. They never name cards of a pack or of a hidden hand."""

from collections.abc import Sequence
from typing import NamedTuple, NoReturn

from referee.errors import Breach
from referee.games.corona.rules import JOKERS, NUMBER, PACK
from referee.games.corona.state import CoronaState
from referee.match.judge.refusals import impossible
from referee.text import Text


class Act(NamedTuple):
    """An act of a seat: its rule, and its verb in both languages."""

    rule: str
    es: str
    en: str


DRAW = Act("corona.draw", "haber robado una carta", "have drawn a card")
INCOME = Act("corona.income", "mostrar sus ingresos", "turn its income")
HIRE = Act("corona.hire", "contratar", "hire")
REPLICA = Act("corona.replica", "replicar", "answer a hire")
ATTACK = Act("corona.attack", "atacar", "attack")
DEFEND = Act("corona.defend", "defender", "defend")
COMBAT = Act("corona.combat", "resolver un combate", "resolve a combat")
RECOVER = Act("corona.joker-recover", "recuperar cartas", "recover cards")
END = Act("corona.turn-end", "terminar el turno", "end the turn")

OUTSIDE_TURNS = {
    "start": Text(es="primero se muestran las cartas inferiores", en="the bottom cards are shown first"),
    "deal": Text(es="primero se roban las primeras cartas", en="the first cards are drawn first"),
    "over": Text(es="la batalla ha terminado", en="the battle is over"),
}
"""The step that a phase without a turn waits for."""
IN_TURN = {
    "income": ("muestra ahora sus ingresos", "turns its income now"),
    "hire": ("contrata o ataca ahora", "hires or attacks now"),
    "defend": ("defiende ahora", "defends now"),
    "combat": ("resuelve ahora el combate siguiente", "resolves the next combat now"),
    "end": ("termina ahora su turno", "ends its turn now"),
}
"""The act of the seat to move in the other phases, in Spanish and in English."""


def _next_step(state: CoronaState) -> Text:
    """The step that the phase waits for, with its seat."""
    if state.phase in OUTSIDE_TURNS:
        return OUTSIDE_TURNS[state.phase]
    es, en = IN_TURN[state.phase]
    return Text(es=f"el asiento {state.turn} {es}", en=f"seat {state.turn} {en}")


def names(cards: int) -> str:
    """Cards as a sentence lists them."""
    return " ".join(PACK.cards(cards))


def refuse_now(state: CoronaState, seat: int, act: Act) -> NoReturn:
    """Refuses an act that the phase does not allow this seat."""
    next_step = _next_step(state)
    raise impossible(
        act.rule,
        es=f"el asiento {seat} no puede {act.es}: {next_step.es}",
        en=f"seat {seat} cannot {act.en}: {next_step.en}",
        seat=seat,
    )


def require_turn(state: CoronaState, seat: int, phases: Sequence[str], act: Act) -> None:
    """Raises Impossible unless it is this seat's turn in one of these phases."""
    state.require_seat(seat)
    if state.phase not in phases or seat != state.turn:
        refuse_now(state, seat, act)


def refuse_hand(state: CoronaState, seat: int, cards: int, count: int, act: Act) -> NoReturn:
    """Refuses `count` cards that the hand cannot hold, or not all at once."""
    size = state.knowledge.size[seat]
    strange = names(cards & ~state.knowledge.possible(seat))
    if strange:
        why = Text(es=f"{strange} no puede estar en su mano", en=f"{strange} cannot be in its hand")
    elif cards.bit_count() < count:
        why = Text(es="hay una carta repetida", en="a card is named twice")
    else:
        why = Text(
            es=f"no puede tener a la vez esas {count} cartas, de {size}", en=f"not all {count} can be among its {size}"
        )
    raise impossible(
        act.rule,
        es=f"el asiento {seat} no puede {act.es}: {why.es}",
        en=f"seat {seat} cannot {act.en}: {why.en}",
        seat=seat,
    )


def refuse_pack(seat: int, rule: str, why: Text) -> NoReturn:
    """Refuses cards that cannot have come from the pack."""
    raise impossible(
        rule,
        es=f"eso no puede salir del mazo del asiento {seat}: {why.es}",
        en=f"this cannot come from the pack of seat {seat}: {why.en}",
        seat=seat,
    )


def refuse_army(seat: int, strange: int, act: Act) -> NoReturn:
    """Refuses cards that are not where they would have to be to act, or act twice."""
    es = f"{names(strange)} no están ahí" if strange else "hay una carta repetida"
    en = f"{names(strange)} are not there" if strange else "a card is named twice"
    raise impossible(
        act.rule,
        es=f"el asiento {seat} no puede {act.es} así: {es}",
        en=f"seat {seat} cannot {act.en} so: {en}",
        seat=seat,
    )


def joker_hired(seat: int) -> Breach:
    """The breach of a joker hired."""
    text = Text(
        es=f"el asiento {seat} no puede contratar un comodín: los comodines nunca se contratan",
        en=f"seat {seat} cannot hire a joker: jokers are never hired",
    )
    return Breach("corona.hire", seat, text, is_enforced=True)


def beyond_income(state: CoronaState, seat: int, card: int, is_observed: bool) -> Breach:
    """The breach of a hire that the income does not pay."""
    if state.income & JOKERS:
        text = Text(
            es=f"el asiento {seat} no puede contratar {names(card)}: un comodín como ingresos paga una sola carta",
            en=f"seat {seat} cannot hire {names(card)}: a joker as income pays for one card only",
        )
        return Breach("corona.joker-income", seat, text, is_enforced=not is_observed)
    income = NUMBER[state.income] + state.extra
    text = Text(
        es=f"el asiento {seat} no puede contratar {names(card)}: sus ingresos son {income} y ya ha gastado {state.expense}",
        en=f"seat {seat} cannot hire {names(card)}: its income is {income}, and {state.expense} of it is spent",
    )
    return Breach("corona.hire", seat, text, is_enforced=not is_observed)


def paid_by_joker(seat: int, card: int) -> Breach:
    """The breach of a replica to a card that a joker paid for."""
    text = Text(
        es=f"el asiento {seat} no puede replicar a {names(card)}: lo pagó un comodín",
        en=f"seat {seat} cannot answer {names(card)}: a joker paid for it",
    )
    return Breach("corona.joker-income", seat, text, is_enforced=True)


def joker_discarded(seat: int) -> Breach:
    """The breach of a joker discarded in a replica."""
    text = Text(
        es=f"el asiento {seat} no puede descartar un comodín en una réplica",
        en=f"seat {seat} cannot discard a joker in a replica",
    )
    return Breach("corona.replica", seat, text, is_enforced=True)


def too_low(seat: int, total: int, card: int) -> Breach:
    """The breach of a replica that does not exceed the card it answers."""
    text = Text(
        es=f"la réplica del asiento {seat} suma {total} y debe superar los {NUMBER[card]} de {names(card)}",
        en=f"the replica of seat {seat} comes to {total}, and must exceed the {NUMBER[card]} of {names(card)}",
    )
    return Breach("corona.replica", seat, text, is_enforced=True)


def second_replica(seat: int, is_observed: bool) -> Breach:
    """The breach of a second replica in a turn."""
    text = Text(
        es=f"el asiento {seat} ya ha replicado en este turno",
        en=f"seat {seat} has answered a hire in this turn already",
    )
    return Breach("corona.replica", seat, text, is_enforced=not is_observed)


def wrong_attack(seat: int, fresh: int, is_observed: bool) -> Breach:
    """The breach of a second attack in a turn, or of one with cards hired in it (`fresh`)."""
    if fresh:
        text = Text(
            es=f"el asiento {seat} no puede atacar con {names(fresh)}: se contrató en este turno y no es de copas",
            en=f"seat {seat} cannot attack with {names(fresh)}: hired this turn, and not of copas",
        )
    else:
        text = Text(
            es=f"el asiento {seat} ya ha atacado en este turno",
            en=f"seat {seat} has attacked in this turn already",
        )
    return Breach("corona.attack", seat, text, is_enforced=not is_observed)


def blocked_twice(seat: int) -> Breach:
    """The breach of two defenders to one attacker, or of one defender to two."""
    text = Text(
        es=f"la defensa del asiento {seat} repite una carta: un defensor para cada atacante, y uno solo",
        en=f"the defence of seat {seat} names a card twice: one defender to an attacker, and one only",
    )
    return Breach("corona.defend", seat, text, is_enforced=True)


def not_upright(seat: int, cards: int, is_observed: bool) -> Breach:
    """The breach of a defence with cards that attacked in their last turn."""
    text = Text(
        es=f"el asiento {seat} no puede defender con {names(cards)}: atacó en su último turno",
        en=f"seat {seat} cannot defend with {names(cards)}: it attacked in its last turn",
    )
    return Breach("corona.defend", seat, text, is_enforced=not is_observed)


def refuse_whole(seat: int) -> NoReturn:
    """Refuses lost and drawn cards in a defence that is recorded combat by combat."""
    raise impossible(
        COMBAT.rule,
        es="aquí la defensa se anota combate a combate: `defend` sólo dice quién para a quién, y `lost` y `draw` van en cada "
        "`combat`",
        en="here a defence is recorded combat by combat: `defend` only says who stops whom, and `lost` and `draw` belong to each "
        "`combat`",
        seat=seat,
    )


def refuse_step(seat: int) -> NoReturn:
    """Refuses a single combat in a match that records a defence whole."""
    raise impossible(
        COMBAT.rule,
        es="aquí la defensa se anota entera, con `defend`: el encuentro no se abrió con `combats: one_by_one`",
        en="here a defence is recorded whole, by `defend`: the match was not opened with `combats: one_by_one`",
        seat=seat,
    )


def refuse_order(seat: int, attacker: int, due: int) -> NoReturn:
    """Refuses a combat that is not the next: attackers are met in the order declared."""
    raise impossible(
        COMBAT.rule,
        es=f"el asiento {seat} no puede resolver el combate de {names(attacker)}: el siguiente es el de {names(due)}",
        en=f"seat {seat} cannot resolve the combat of {names(attacker)}: the next is that of {names(due)}",
        seat=seat,
    )


def too_many_drawn(seat: int, draw: int, limit: int) -> Breach:
    """The breach of more cards drawn than the unblocked attackers allow."""
    text = Text(
        es=f"los atacantes sin detener que dejan robar dan {limit} cartas como mucho, no {draw}",
        en=f"the unblocked attackers that draw give {limit} cards at most, not {draw}",
    )
    return Breach("corona.oros", seat, text, is_enforced=True)


def wrong_recover(seat: int, text: Text) -> Breach:
    """The breach of a recover with other cards, or another number of them, than the rule has."""
    return Breach("corona.joker-recover", seat, text, is_enforced=True)
