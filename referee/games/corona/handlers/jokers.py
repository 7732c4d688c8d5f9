"""A joker of the hand: cards of the cementerio return to the pack (corona.joker-recover)."""

from msgspec.structs import replace

from referee.cards import Chance, drawn_order
from referee.errors import Breach
from referee.games.corona import refusals
from referee.games.corona.events import Recover
from referee.games.corona.facts import CardsRecovered
from referee.games.corona.refusals import RECOVER
from referee.games.corona.rules import JOKERS, NUMBER, PACK, returning
from referee.games.corona.state import CoronaState
from referee.match.judge.refusals import impossible
from referee.match.state import Facts
from referee.text import Text


def new_pack(state: CoronaState, event: Recover) -> tuple[str, ...]:
    """The cards of the pack after the recover, in the order of the deck; empty if the order of the pack is unknown."""
    order = state.camps[event.seat].order
    if order is None:
        return ()
    return PACK.in_order((*(PACK.name(card) for card in order), *event.cards))


def complete_recover(state: CoronaState, event: Recover, chance: Chance) -> Recover:
    """Completes a recover with its seed and the pack that it shuffles, if the order of the pack was known."""
    if event.pack is not None or event.seat >= state.seats:
        return event
    names = new_pack(state, event)
    if not names:
        return event
    seed = event.seed or chance()
    return replace(event, seed=seed, pack=drawn_order(names, seed, state.hand, event.seat))


def check_recover(state: CoronaState, event: Recover, at: int) -> Breach | None:
    seat = event.seat
    state.require_seat(seat)
    if not state.in_hand():
        refusals.refuse_now(state, seat, RECOVER)
    joker, card = PACK.bit[event.joker], PACK.bit[event.card]
    if joker == card or not state.knowledge.may_hold(seat, joker | card):
        refusals.refuse_hand(state, seat, joker | card, 2, RECOVER)
    _check_cards(state, event, joker | card)
    if not joker & JOKERS or card & JOKERS:
        text = Text(
            es=f"el asiento {seat} aparta {event.joker} y {event.card}: deben ser un comodín y otra carta con número",
            en=f"seat {seat} sets aside {event.joker} and {event.card}: it must be a joker and another numbered card",
        )
        return refusals.wrong_recover(seat, text)
    due, there = returning(NUMBER[card], state.cementerio_size(seat)), len(event.cards)
    if there != due:
        text = Text(
            es=f"con {event.card} vuelven al mazo {due} cartas del asiento {seat}, no {there}",
            en=f"with {event.card}, {due} cards of seat {seat} return to the pack, not {there}",
        )
        return refusals.wrong_recover(seat, text)
    _check_pack(state, event)
    return None


def _check_cards(state: CoronaState, event: Recover, in_hand: int) -> None:
    """Refuses cards that are not in the cementerio, or cannot all be there while the two set aside were `in_hand`."""
    seat = event.seat
    cards = PACK.mask(event.cards)
    unnamed_cards = cards & ~state.camps[seat].cementerio
    aside = unnamed_cards & in_hand
    if aside or cards.bit_count() != len(event.cards) or not state.knowledge.may_recover(seat, in_hand, unnamed_cards):
        refusals.refuse_army(seat, aside or unnamed_cards, RECOVER)


def _check_pack(state: CoronaState, event: Recover) -> None:
    """Refuses a new pack of other cards than it must have, or in another order than its seed shuffles."""
    names = new_pack(state, event)
    pack = event.pack or ()
    fits = PACK.in_order(pack) == names
    if event.seed is not None:
        fits = pack == drawn_order(names, event.seed, state.hand, event.seat) and bool(pack)
    if not fits:
        raise impossible(
            RECOVER.rule,
            es=f"`pack` no es el mazo que queda al asiento {event.seat}, barajado",
            en=f"`pack` is not what the pack of seat {event.seat} now holds, shuffled",
            seat=event.seat,
        )


def apply_recover(state: CoronaState, event: Recover, at: int) -> Facts:
    seat = event.seat
    camp, hands = state.camps[seat], state.knowledge
    aside = (event.joker, event.card)
    for name in aside:
        hands.lay(seat, PACK.bit[name])
        camp.aside |= PACK.bit[name]
    cards = PACK.mask(event.cards)
    hands.shuffle(seat, cards, cards & ~camp.cementerio)
    camp.cementerio &= ~cards
    camp.size += len(event.cards)
    if camp.order is not None:
        camp.order = [PACK.bit[name] for name in reversed(event.pack or ())]
    return (CardsRecovered(seat, aside, event.cards),)
