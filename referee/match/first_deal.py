"""The first dealer by cards drawn on the table: an event and its questions for games whose rules have such a draw.

Each seat draws a card, and the highest deals; seats with level highest cards draw again. Or each seat is given a suit, and the
suit of one drawn card names the dealer; if no seat has that suit, a card is drawn again.
"""

from msgspec import UNSET, Struct

from referee.errors import Flaw, Impossible
from referee.match.choice import Choice
from referee.match.events import DrawForDeal
from referee.match.facts import FirstDealerDrawn
from referee.match.state import NOTHING, Facts, State
from referee.text import Text


class DrawForDealChoice(Struct, frozen=True):
    """A list of so many `places`, one a seat: one of the `cards` for each of these `seats`, null for the others."""

    cards: tuple[str, ...]
    seats: tuple[int, ...]
    places: int


def seats_to_draw(state: State) -> tuple[int, ...]:
    """The seats that draw next: all before the first draw, the level ones after it, none once the dealer is decided."""
    if state.dealer is not None or state.dealer_drawn:
        return ()
    return state.level or tuple(range(state.seats))


def choice(state: State) -> Choice | None:
    """The draw that has to come next because seats are level; None if a hand may begin."""
    if not (state.level and (seats := seats_to_draw(state))):
        return None
    return Choice("draw_for_deal", UNSET, DrawForDealChoice(state.pack.names, seats, state.seats))


def require_no_draw(state: State) -> None:
    """Raises Impossible for a hand that begins while its dealer is undecided."""
    if state.level and not state.dealer_drawn and state.dealer is None:
        seats = ", ".join(map(str, state.level))
        raise _refusal(
            state,
            f"falta repetir el sorteo del reparto entre los asientos {seats}",
            f"seats {seats} still have to draw again for the first deal",
        )


def require_drawn_dealer(state: State, dealer: int) -> None:
    """Raises Impossible for a first deal by another seat than the drawn one."""
    require_no_draw(state)
    if state.dealer is None and state.dealer_drawn and dealer != state.first_dealer:
        raise _refusal(
            state,
            f"reparte el asiento {state.first_dealer}, el que salió en el sorteo, no el {dealer}",
            f"seat {state.first_dealer} deals, as drawn, not seat {dealer}",
            "$.dealer",
        )


def check(state: State, event: DrawForDeal, at: int) -> None:
    """Refuses a draw that is not due, cards that cannot be drawn so, and a dealer other than the opening's."""
    drawing = seats_to_draw(state)
    if not drawing:
        raise _refusal(state, "ya está decidido quién reparte", "it is decided already who deals")
    if event.suits is None:
        _require_a_card_each(state, event.cards, drawing)
    else:
        _require_one_card(state, event.cards, event.suits)
    first = _highest(state, event)
    dealer = state.stated_dealer
    if dealer is not None and len(first) == 1 and first[0] != dealer:
        place = first[0] if event.suits is None else 0
        raise _refusal(
            state,
            f"repartiría el asiento {first[0]}, y la apertura dice que reparte el {dealer}",
            f"seat {first[0]} would deal, and the opening says that seat {dealer} does",
            f"$.cards[{place}]",
        )


def apply(state: State, event: DrawForDeal, at: int) -> Facts:
    first = _highest(state, event)
    if len(first) > 1:
        state.level = first
        return NOTHING
    state.level = ()
    state.dealer_drawn = True
    state.first_dealer = first[0]
    return (FirstDealerDrawn(first[0]),)


def _highest(state: State, event: DrawForDeal) -> tuple[int, ...]:
    """The seats with the highest card: the dealer alone, or those that draw again."""
    if event.suits is not None:
        [card] = event.cards
        seats_of_suit = tuple(seat for seat, suit in enumerate(event.suits) if card is not None and card[-1] == suit)
        return seats_of_suit or tuple(range(state.seats))
    height = {seat: state.height(card) for seat, card in enumerate(event.cards) if card is not None}
    return tuple(seat for seat, high in height.items() if high == max(height.values()))


def _require_a_card_each(state: State, cards: tuple[str | None, ...], drawing: tuple[int, ...]) -> None:
    if len(cards) != state.seats:
        raise _refusal(
            state,
            f"son {state.seats} asientos: una carta por asiento, o null por quien no saca",
            f"there are {state.seats} seats: a card for each, or null for who does not draw",
            "$.cards",
        )
    for seat, card in enumerate(cards):
        if (card is None) == (seat in drawing):
            who = ", ".join(map(str, drawing))
            raise _refusal(state, f"sacan carta los asientos {who}", f"seats {who} draw a card", f"$.cards[{seat}]")
        if card is not None and card in cards[:seat]:
            raise _refusal(state, f"{card} está dos veces", f"{card} is there twice", f"$.cards[{seat}]")


def _require_one_card(state: State, cards: tuple[str | None, ...], suits: tuple[str, ...]) -> None:
    if len(cards) != 1 or cards[0] is None:
        raise _refusal(state, "con `suits` se saca una carta", "with `suits` one card is drawn", "$.cards")
    if len(suits) != state.seats:
        raise _refusal(state, f"es un palo por asiento: {state.seats}", f"one suit a seat: {state.seats}", "$.suits")
    for seat, suit in enumerate(suits):
        if suit not in state.pack.suits or suit in suits[:seat]:
            suit_names = " ".join(state.pack.suits)
            raise _refusal(
                state,
                f"un palo distinto de {suit_names} por asiento",
                f"a different suit of {suit_names} for each seat",
                f"$.suits[{seat}]",
            )


def _refusal(state: State, es: str, en: str, path: str | None = None) -> Impossible:
    text = Text(es=es, en=en)
    return Impossible(text, rule=state.FIRST_DEALER, flaws=(Flaw(path, text),) if path else ())
