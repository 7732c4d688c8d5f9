"""The refusals of Hearts, in both languages."""

from typing import NoReturn

from referee.cards import FRENCH
from referee.errors import BadRequest, Breach, Flaw, Impossible
from referee.games.hearts.events import Announce
from referee.games.hearts.rules import TWO_OF_CLUBS
from referee.games.hearts.state import HeartsState
from referee.match.judge.refusals import impossible, not_in_hand, not_now
from referee.text import Text

SAYS = {
    "hearts.follow-suit": Text(
        es="se jugó {led} y el asiento {seat} tiene {held}", en="{led} led, seat {seat} holds {held}"
    ),
    "hearts.first-trick": Text(
        es="en la primera baza no se echan corazones ni QS, y el asiento {seat} tiene {held}",
        en="no heart or QS in the first trick, and seat {seat} holds {held}",
    ),
    "hearts.lead-hearts": Text(
        es="los corazones no se han roto y el asiento {seat} tiene {held}",
        en="hearts are not broken, and seat {seat} holds {held}",
    ),
}
"""By rule, the reason to refuse a card; `held` names the cards that the hand is known to hold instead."""


WITHOUT_ROOM = {
    "hearts.follow-suit": Text(
        es="se jugó {led} y el asiento {seat} tiene del palo", en="{led} led, and seat {seat} holds that suit"
    ),
    "hearts.first-trick": Text(
        es="en la primera baza no se echan corazones ni QS, y el asiento {seat} tiene otras cartas",
        en="no heart or QS in the first trick, and seat {seat} holds other cards",
    ),
    "hearts.lead-hearts": Text(
        es="los corazones no se han roto y el asiento {seat} tiene otros palos",
        en="hearts are not broken, and seat {seat} holds other suits",
    ),
}
"""By rule, the reason to refuse a card from a partly known hand, as counting shows."""
COUNTED = Text(
    es="le quedan {room} cartas sin ver, y de las {free} que faltan por ver sólo {fill} cumplirían la regla en su mano",
    en="it has {room} more cards unseen, and of the {free} left to see only {fill} would keep the rule in its hand",
)
BY_PASSES = Text(
    es="cada uno pasa tres cartas y se queda con diez, y lo que se ha visto no deja otra posibilidad",
    en="each seat passes three cards and keeps ten, and what was seen leaves no other possibility",
)


def round_not_over(hand: int) -> Impossible:
    """The refusal of a deal while a round is in progress."""
    return impossible(
        "hearts.deal",
        es=f"la ronda {hand} no ha terminado: se reparte cuando se han jugado sus 52 cartas",
        en=f"round {hand} is not over: the next deal comes when its 52 cards are played",
    )


def seed_and_shuffle() -> BadRequest:
    """The refusal of a seed without a shuffle, or of shuffled hands without their seed."""
    return BadRequest(
        Text(
            es="`seed` y `shuffle: true` van juntos: sin la semilla nadie puede repetir el reparto",
            en="`seed` and `shuffle: true` come together: without the seed nobody can repeat the deal",
        ),
        flaws=(Flaw("$.seed", Text(es="sólo con `shuffle: true`", en="only with `shuffle: true`")),),
    )


def uneven_hands(each: int, seats: int) -> Impossible:
    """The refusal of hands that no deal of one pack gives."""
    return impossible(
        "hearts.deal",
        es=f"se reparten {each} cartas distintas a cada uno de los {seats} asientos",
        en=f"each of the {seats} seats is dealt {each} different cards",
    )


def no_pass(seat: int) -> Impossible:
    """The refusal of a pass by a seat that has none to make."""
    return impossible(
        "hearts.pass",
        es=f"el asiento {seat} no tiene ahora un pase que hacer",
        en=f"seat {seat} has no pass to make now",
        seat=seat,
    )


def not_dealt(seat: int) -> Impossible:
    """The refusal of a pass of cards that the hand as dealt does not hold."""
    return impossible(
        "hearts.pass",
        es=f"el asiento {seat} no recibió esas tres cartas en el reparto",
        en=f"seat {seat} was not dealt these three cards",
        seat=seat,
    )


TOO_MANY = Text(
    es="cada uno pasa tres cartas y se queda con diez, y por las que se han visto serían más",
    en="each seat passes three cards and keeps ten, and by the cards seen it would be more",
)
"""The reason why cards that each could be in a hand cannot be there together with those seen."""

OF = {
    "pum": Text(
        es="«Pum» lo dice una vez quien acaba de echar QS", en="«Pum» is said once, by the seat that just laid QS"
    ),
    "burbuja": Text(
        es="«Rompo burbuja» lo dice una vez quien acaba de romper los corazones",
        en="«Rompo burbuja» is said once, by the seat that just broke hearts",
    ),
}
"""By saying, the seat that says it (hearts.broken)."""


def nothing_to_announce(event: Announce, last: str | None) -> Impossible:
    """The refusal of words that do not fit the card laid last."""
    of = OF[event.what]
    last_card = Text(es=f"la última carta es {last}", en=f"the last card is {last}") if last else None
    why = last_card or Text(es="no hay carta echada", en="no card is laid")
    return impossible(
        "hearts.broken",
        es=f"el asiento {event.seat} no puede decirlo ahora: {of.es}, y {why.es}",
        en=f"seat {event.seat} cannot say it now: {of.en}, and {why.en}",
        seat=event.seat,
    )


def no_time_to_run_out(seat: int) -> Impossible:
    """The refusal of a timeout out of turn, or without a clock."""
    return _timeout(
        seat,
        es=f"al asiento {seat} no se le puede acabar el tiempo: no es su turno o no hay reloj",
        en=f"seat {seat} cannot run out of time: it is not its turn, or there is no clock",
    )


def card_not_stated(seat: int) -> Impossible:
    """The refusal of a timeout of an unknown hand that does not state the card."""
    return _timeout(
        seat,
        es=f"no se conoce la mano del asiento {seat}: el árbitro debe decir la carta (`card`)",
        en=f"the hand of seat {seat} is not known: the referee must state the card (`card`)",
    )


def not_drawn(seat: int) -> Impossible:
    """The refusal of a timeout with a card that its seed does not draw."""
    return _timeout(seat, es="esa semilla no saca esa carta", en="this seed does not draw this card")


def _timeout(seat: int, es: str, en: str) -> Impossible:
    return impossible("hearts.timeout", es=es, en=en, seat=seat)


def breach(rule: str, seat: int, cards: int, lead: str) -> Breach:
    """The breach of a rule by a hand that is known to hold these cards."""
    return Breach(rule, seat, lambda: _filled_in(SAYS[rule], seat=seat, held=" ".join(FRENCH.cards(cards)), led=lead))


def _filled_in(says: Text, **words: int | str) -> Text:
    return Text(es=says.es.format(**words), en=says.en.format(**words))


def without_room(state: HeartsState, seat: int, card: int, rule: str, absent: int) -> Breach:
    """The breach of a rule by a partly known hand: the cards left to see cannot fill it without breaking the rule."""
    hands = state.knowledge
    free = hands.free(seat) & ~card
    room = hands.size[seat] - 1 - (hands.known_cards[seat] & ~card).bit_count()
    lead = state.trick[0] if state.trick else ""

    def explanation() -> Text:
        fill = (free & ~absent).bit_count()
        says, why = WITHOUT_ROOM[rule], COUNTED if fill < room else BY_PASSES
        says_why = Text(es=f"{says.es}: {why.es}", en=f"{says.en}: {why.en}")
        return _filled_in(says_why, seat=seat, led=lead, room=room, free=free.bit_count(), fill=fill)

    return Breach(rule, seat, explanation)


def refuse_turn(state: HeartsState, seat: int, card: int) -> None:
    """Refuses a play out of turn. Allows 2C from any seat if the log does not know its holder."""
    state.require_seat(seat)
    if state.phase == "play" and state.first and not state.led_suit:
        if state.opens_unseen() and card == TWO_OF_CLUBS:
            return
        refuse_lead(seat, FRENCH.name(card))
    next_es = f"asiento {state.turn}" if state.turn is not None else {"deal": "reparto", "pass": "pase"}[state.phase]
    next_en = f"seat {state.turn}" if state.turn is not None else {"deal": "the deal", "pass": "the pass"}[state.phase]
    rule = "hearts.trick" if state.phase == "play" else "hearts.deal" if state.phase == "deal" else "hearts.pass"
    raise not_now(rule, seat, f"falta {next_es}", f"{next_en} comes next")


def refuse_lead(seat: int, card: str) -> NoReturn:
    """Refuses a first lead that is not 2C, or not by the seat known to hold it. Does not disclose which of the two it is."""
    raise impossible(
        "hearts.opening-lead",
        es=f"el asiento {seat} no puede salir de {card}: la primera baza la abre quien tiene 2C, con esa carta",
        en=f"seat {seat} cannot lead {card}: the holder of 2C opens the first trick with it",
        seat=seat,
    )


def not_passed(seat: int) -> Impossible:
    """The refusal of revealed cards that no passes can have brought to this hand together."""
    return impossible(
        "hearts.pass",
        es=f"el asiento {seat} no puede tener esas cartas: {TOO_MANY.es}",
        en=f"seat {seat} cannot hold these cards: {TOO_MANY.en}",
        seat=seat,
    )


def refuse_card(state: HeartsState, seat: int, card: str) -> NoReturn:
    """Refuses a card that is known to be elsewhere. Discloses nothing of other hands if the seat's own is known."""
    hands = state.knowledge
    bit = FRENCH.bit[card]
    holder = next((s for s, hand in enumerate(hands.known_cards) if s != seat and hand & bit), None)
    if hands.laid_cards & bit:
        why = Text(es="ya se ha jugado en esta ronda", en="it was played in this round already")
    elif hands.complete(seat):
        why = Text(es="su mano se conoce entera", en="the whole hand is known")
    elif holder is not None:
        why = Text(es=f"la tiene el asiento {holder}", en=f"seat {holder} holds it")
    elif hands.out[seat] & bit:
        why = Text(
            es="se repartió a otro, que no se la pasó", en="it was dealt to another seat, which passed it elsewhere"
        )
    else:
        why = TOO_MANY
    rule = "hearts.opening-lead" if state.first and not state.led_suit else "hearts.deal"
    raise not_in_hand(rule, seat, card, why.es, why.en)
