"""The draws after each trick of the descarte, and the cards that were seen in them."""

from referee.games.guinote import refusals
from referee.games.guinote.deck import HAND
from referee.games.guinote.handlers.claims import proven_facts
from referee.games.guinote.shown_pairs import confirm
from referee.games.guinote.state import GuinoteState
from referee.match.events import Draw
from referee.match.state import NOTHING, Facts

AFTER = ((1, 2, 3), (2, 3, 0), (3, 0, 1), (0, 1, 2))
"""With four seats: by seat, the seats that draw after it, in turn."""
FULL = {seats: [HAND] * seats for seats in (2, 4)}
"""The sizes of the hands after a draw."""
UNSEEN = {seats: (0,) * seats for seats in (2, 4)}
"""A draw of which no card was seen."""


def draw(state: GuinoteState, at: int) -> None:
    """Lets every seat draw, winner first; the turn-up is the last card drawn (guinote.descarte)."""
    # Flat on purpose, like `apply_play`: every trick of the descarte takes this path.
    hands = state.knowledge
    seats = state.seats
    stock = state.stock
    undrawn = state.undrawn
    winner = state.winner
    if hands.doubtful:
        hands.close_draw()
    hands.before = tuple(hands.known_cards)
    hands.swap = None
    state.undrawn = undrawn - seats
    cards = stock[-undrawn // seats] if stock else UNSEEN[seats]
    if undrawn == seats:
        cards = (*cards[: seats - 2], cards[seats - 2] or state.bottom, state.turn_up)
        _draw_turn_up(state)
    hands.draws.append((at, winner, cards))
    hands.size = FULL[seats].copy()
    if cards[-1]:
        masks = hands.known_cards
        if seats == 2:
            one, last = cards
            masks[winner] |= one
            masks[1 - winner] |= last
        else:
            # One by one: a loop over the four takes twice as long.
            one, two, three, last = cards
            second, third, fourth = AFTER[winner]
            masks[winner] |= one
            masks[second] |= two
            masks[third] |= three
            masks[fourth] |= last
        if hands.out[0]:
            hands.out = [hands.out[0] & ~sum(cards)] * seats
        if hands.sought:
            for turn, card in enumerate(cards):
                if card & hands.sought:
                    hands.disprove_elsewhere((winner + turn) % seats, card, at)
    if hands.doubtful and (hands.is_disputed or hands.patience < 0):
        hands.count()


def _draw_turn_up(state: GuinoteState) -> None:
    """Begins the arrastre: the last seat to draw takes the turn-up, which all have seen, and the seat before it a card seen
    in cutting.
    """
    hands, last = state.knowledge, state.winner - 1
    state.phase = "arrastre"
    hands.laid_cards &= ~(state.turn_up | state.bottom)
    hands.face_up[last % state.seats] |= state.turn_up
    hands.face_up[(last - 1) % state.seats] |= state.bottom


def may_have_drawn(state: GuinoteState, seat: int, card: int) -> bool:
    """True if the last card that the seat drew, not named yet, can be this one, which it may have laid since."""
    hands = state.knowledge
    turn = (seat - hands.draws[-1][1]) % state.seats
    return hands.may_have_drawn(seat, card, state.pack.mask(state.trick[turn : turn + 1]))


def check_draw(state: GuinoteState, event: Draw, at: int) -> None:
    """Refuses a card that the seat cannot have drawn after the last trick."""
    seat = event.seat
    state.require_seat(seat)
    if not state.in_hand() or not 1 <= state.tricks() <= state.deck.descarte_tricks(state.seats):
        refusals.refuse_draw(
            seat,
            f"el asiento {seat} no acaba de robar: se roba tras cada baza del descarte",
            f"seat {seat} has not just drawn: a draw follows each trick of the descarte",
        )
    if event.card is None:
        return
    card, last_draw = state.pack.bit[event.card], state.knowledge.last_draw(seat)
    if last_draw and last_draw != card:
        name = state.pack.name(last_draw)
        refusals.refuse_draw(
            seat,
            f"el asiento {seat} no robó {event.card}, sino {name}",
            f"seat {seat} did not draw {event.card} but {name}",
        )
    if not last_draw and not may_have_drawn(state, seat, card):
        refusals.refuse_draw(
            seat,
            f"el asiento {seat} no pudo robar {event.card}: ya estaba en su mano o está en otra parte",
            f"seat {seat} cannot have drawn {event.card}: it was in its hand already, or is elsewhere",
        )


def apply_draw(state: GuinoteState, event: Draw, at: int) -> Facts:
    """Names the drawn card: it was in no hand before."""
    seat, hands = event.seat, state.knowledge
    card = 0 if event.card is None else state.pack.bit[event.card]
    if not card or hands.last_draw(seat):
        return NOTHING
    hands.name_drawn(seat, card)
    confirm(state, seat, card)
    if card & hands.sought:
        hands.disprove_elsewhere(seat, card, hands.draws[-1][0])
    if card & ~hands.laid_cards:
        hands.learn(seat, card)
    elif hands.doubtful:
        hands.count()
    return proven_facts(state, at) if hands.proofs else NOTHING
