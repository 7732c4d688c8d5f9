"""The refusals of Guiñote, in both languages."""

from typing import NoReturn

from referee.errors import Breach
from referee.games.guinote.events import Cante
from referee.games.guinote.rules import FOLLOW
from referee.games.guinote.state import GuinoteState
from referee.match.events import Claim
from referee.match.judge.refusals import impossible, not_in_hand, not_now
from referee.match.judge.unseen_cards import left_to_see
from referee.text import Text

SUIT = {
    "O": Text(es="oros", en="oros"),
    "C": Text(es="copas", en="copas"),
    "E": Text(es="espadas", en="espadas"),
    "B": Text(es="bastos", en="bastos"),
}


def _names(state: GuinoteState, cards: int) -> str:
    return " ".join(state.pack.cards(cards))


# Deals and draws


def refuse_deal(es: str, en: str) -> NoReturn:
    """Refuses a deal for this reason."""
    raise impossible("guinote.deal", es=f"no se puede repartir así: {es}", en=f"cannot deal so: {en}")


def refuse_draw(seat: int, es: str, en: str) -> NoReturn:
    """Refuses a drawn card for this reason."""
    raise impossible("guinote.descarte", es=es, en=en, seat=seat)


# Plays


def refuse_turn(state: GuinoteState, seat: int) -> NoReturn:
    """Refuses a play out of turn."""
    state.require_seat(seat)
    if state.turn is None:
        next_step, rule = Text(es="falta el reparto", en="the deal comes next"), "guinote.deal"
    else:
        next_step = Text(es=f"le toca al asiento {state.turn}", en=f"it is seat {state.turn}'s turn")
        rule = "guinote.trick" if state.trick else "guinote.lead"
    raise not_now(rule, seat, next_step.es, next_step.en)


def refuse_card(state: GuinoteState, seat: int, card: int) -> NoReturn:
    """Refuses a card that the hand cannot hold."""
    why = _where(state, seat, card)
    raise not_in_hand("guinote.deal", seat, state.pack.name(card), why.es, why.en)


def _where(state: GuinoteState, seat: int, card: int) -> Text:
    hands = state.knowledge
    holder = next((s for s, hand in enumerate(hands.known_cards) if hand & card), None)
    if hands.laid_cards & card and card == state.turn_up:
        return Text(es="está vuelta sobre la mesa", en="it lies turned up on the table")
    if hands.laid_cards & card and card == state.bottom and state.undrawn:
        return Text(
            es="se vio al cortar: es la última del monte", en="it was seen in cutting: it is the last of the stock"
        )
    if hands.laid_cards & card:
        return Text(es="ya se ha jugado en esta mano", en="it was played in this hand already")
    # The answer must not tell a player where the card is.
    if hands.complete(seat):
        return Text(es="su mano se conoce entera", en="its whole hand is known")
    if holder is not None:
        return Text(es=f"la tiene el asiento {holder}", en=f"seat {holder} holds it")
    return Text(es="su sitio ya se conoce", en="its place is known")


def renuncio(state: GuinoteState, rule: str, seat: int, card: int, cards: int) -> Breach:
    """The renuncio of a hand that is known to hold these cards instead."""
    lead, winning, pack = state.trick[0], _winning(state), state.pack

    def explanation() -> Text:
        name, names = pack.name(card), " ".join(pack.cards(cards))
        if rule == FOLLOW:
            why = Text(
                es=f"se arrastra de {lead} y el asiento {seat} tiene {names}",
                en=f"{lead} was led and seat {seat} holds {names}",
            )
        else:
            why = Text(
                es=f"gana {winning}, del contrario, y el asiento {seat} la supera con {names}",
                en=f"an opponent's {winning} is winning and seat {seat} beats it with {names}",
            )
        return Text(es=f"no puede echar {name}: {why.es}", en=f"cannot play {name}: {why.en}")

    return Breach(rule, seat, explanation)


def renuncio_by_count(state: GuinoteState, rule: str, seat: int, card: int, left: int, absent: int) -> Breach:
    """The renuncio that counting shows: without the `absent` cards, those `left` to see do not fill the hand."""
    lead, pack = state.trick[0], state.pack

    def explanation() -> Text:
        name, must_play, why = pack.name(card), " ".join(pack.cards(left & absent)), left_to_see(pack, pack.cards(left))
        return Text(
            es=f"no puede echar {name}: se salió de {lead}, {why.es}, y sin {must_play} no llenan la mano del asiento {seat}",
            en=f"cannot play {name}: {lead} was led, {why.en}, and without {must_play} they do not fill the hand of seat {seat}",
        )

    return Breach(rule, seat, explanation)


def _winning(state: GuinoteState) -> str:
    """The card that wins the trick so far."""
    leader = ((state.turn or 0) - len(state.trick)) % state.seats
    return state.trick[(state.winner - leader) % state.seats]


# Cantes and the exchange


def refuse_window(state: GuinoteState, seat: int, rule: str, move: tuple[str, str]) -> NoReturn:
    """Refuses a cante or an exchange outside its window, which opens after a trick won by the seat's own side."""
    es, en = move
    if not state.in_hand() or not state.tricks():
        why = Text(es="no se ha ganado ninguna baza en la mano", en="no trick has been won in the hand")
    elif state.trick:
        why = Text(es=f"ya se ha salido de {state.trick[0]}", en=f"{state.trick[0]} has been led already")
    elif not state.in_window(seat):
        why = Text(
            es=f"la última baza es del asiento {state.winner}, del otro bando",
            en=f"the last trick is seat {state.winner}'s, of the other side",
        )
    else:
        why = Text(es="ya no queda carta vuelta en la mesa", en="no turn-up is left on the table")
    raise impossible(
        rule, es=f"el asiento {seat} no puede {es}: {why.es}", en=f"seat {seat} cannot {en}: {why.en}", seat=seat
    )


def refuse_value(event: Cante, trump: str) -> NoReturn:
    """Refuses a value that does not fit the suit."""
    suit, triunfo = SUIT[event.suit or trump], SUIT[trump]
    right = 40 if event.suit == trump else 20
    raise impossible(
        "guinote.cante",
        es=f"no se cantan {event.value} en {suit.es}: el triunfo es {triunfo.es} y serían {right}",
        en=f"no {event.value} can be sung in {suit.en}: triunfo is {triunfo.en}, it would be {right}",
        seat=event.seat,
    )


def without_cards(state: GuinoteState, event: Cante) -> Breach:
    """The breach of a cante by a hand that cannot hold its two cards."""
    suit = state.deck.letter[state.triunfo] if event.value == 40 else event.suit
    pair = _names(state, state.deck.pairs[suit]) if suit else ""
    lack = Text(es=pair, en=pair) if suit else Text(es="ninguna pareja", en="any pair")
    seat = event.seat
    return Breach(
        "guinote.cante",
        seat,
        Text(
            es=f"el asiento {seat} no puede cantar {event.value}: no tiene {lack.es}",
            en=f"seat {seat} cannot sing {event.value}: it does not hold {lack.en}",
        ),
    )


def sung_again(event: Cante, *, is_named: bool) -> Breach:
    """The breach of a cante of a suit that the seat has sung: by its name, or by 20s without one that need every pair."""
    why = (
        Text(es="ya ha cantado ese palo en esta mano", en="it has sung that suit in this hand already")
        if is_named
        else Text(
            es="no puede tener otra pareja más para las 20 que ya ha cantado sin palo",
            en="it cannot hold one more pair for the 20s that it has sung without a suit",
        )
    )
    return Breach(
        "guinote.cante",
        event.seat,
        Text(
            es=f"el asiento {event.seat} no puede cantar {event.value}: {why.es}",
            en=f"seat {event.seat} cannot sing {event.value}: {why.en}",
        ),
    )


def not_shown(seat: int) -> Breach:
    """The breach of a 20 in the descarte that names no suit."""
    return Breach(
        "guinote.cante-show",
        seat,
        Text(
            es=f"en el descarte el asiento {seat} debe decir el palo de sus 20 y enseñar las dos cartas",
            en=f"in the descarte seat {seat} must name the suit of its 20 and show both cards",
        ),
    )


def refuse_low(state: GuinoteState, seat: int, turn_up: str) -> NoReturn:
    """Refuses an exchange for a card that the 7 does not take."""
    *others, last = state.deck.ranks[: state.deck.ranks.index("7")]
    ranks, either = ", ".join(others), "u" if last in ("8", "11") else "o"
    raise impossible(
        "guinote.exchange",
        es=f"el asiento {seat} no puede cambiar por {turn_up}: el 7 sólo se cambia por {ranks} {either} {last}",
        en=f"seat {seat} cannot exchange for {turn_up}: the 7 only takes a {ranks} or {last}",
        seat=seat,
    )


def without_seven(state: GuinoteState, seat: int) -> Breach:
    """The breach of an exchange by a hand that does not hold the 7, or did not in time."""
    seven = _names(state, state.deck.sevens[state.triunfo])
    late = bool(state.knowledge.known_cards[seat] & state.deck.sevens[state.triunfo])
    why = (
        Text(es=f"{seven} le ha entrado en el último robo", en=f"{seven} came with the last draw")
        if late
        else Text(es=f"no tiene {seven}", en=f"it does not hold {seven}")
    )
    return Breach(
        "guinote.exchange",
        seat,
        Text(
            es=f"el asiento {seat} no puede cambiar la carta vuelta: {why.es}",
            en=f"seat {seat} cannot exchange the turn-up: {why.en}",
        ),
    )


# Claims


def refuse_claim(event: Claim, rule: str, es: str, en: str) -> NoReturn:
    """Refuses a claim for this reason."""
    raise impossible(
        rule,
        es=f"no se puede reclamar al asiento {event.against} por la versión {event.at}: {es}",
        en=f"nothing can be claimed against seat {event.against} for version {event.at}: {en}",
        seat=event.against,
    )
