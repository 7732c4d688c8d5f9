"""The draws after each trick of the descarte, and the cards that were seen in them."""

from referee.games.guinote import refusals
from referee.games.guinote.deck import HAND
from referee.games.guinote.handlers.claims import settled
from referee.games.guinote.state import GuinoteState
from referee.match.state import NOTHING, Facts
from referee.match.vocabulary import Draw

AFTER = ((1, 2, 3), (2, 3, 0), (3, 0, 1), (0, 1, 2))
"""Of four: who draws after each seat, in turn."""
FULL = {seats: [HAND] * seats for seats in (2, 4)}
"""The sizes of the hands after a draw."""
UNSEEN = {seats: (0,) * seats for seats in (2, 4)}
"""A draw of which nobody saw a card."""


def draw(state: GuinoteState, at: int) -> None:
    """Every seat draws, winner first; the turn-up is the last card drawn (guinote.descarte)."""
    judge, seats, stock, undrawn = state.knowledge, state.seats, state.stock, state.undrawn
    first = len(stock) + 1 - undrawn
    state.undrawn = undrawn - seats
    state.drawn_at = at
    state.drawn = cards = stock[first : first + seats] if stock else UNSEEN[seats]
    if undrawn == seats:
        state.drawn = cards = (*cards[: seats - 2], cards[seats - 2] or state.bottom, state.turn_up)
        _draw_turn_up(state)
    judge.size = FULL[seats][:]
    if not cards[-1]:
        return
    known, winner = judge.known, state.winner
    if seats == 2:
        one, last = cards
        known[winner] |= one
        known[1 - winner] |= last
    else:
        # One by one: a loop over the four takes twice as long.
        one, two, three, last = cards
        second, third, fourth = AFTER[winner]
        known[winner] |= one
        known[second] |= two
        known[third] |= three
        known[fourth] |= last
    if judge.out[0]:
        judge.out = [judge.out[0] & ~sum(cards)] * seats
    if judge.sought:
        for turn, card in enumerate(cards):
            judge.found((winner + turn) % seats, card, at)


def _draw_turn_up(state: GuinoteState) -> None:
    """The turn-up goes to the last to draw, before everyone's eyes, and a card seen in cutting to the one before: the
    arrastre begins.
    """
    judge, last = state.knowledge, state.winner - 1
    state.phase = "arrastre"
    state.before = tuple(judge.known)
    judge.gone &= ~(state.turn_up | state.bottom)
    judge.face_up[last % state.seats] |= state.turn_up
    judge.face_up[(last - 1) % state.seats] |= state.bottom


def _turn_of(state: GuinoteState, seat: int) -> int:
    """Which place the seat had in the last draw: the winner of the trick drew first."""
    return (seat - state.last_trick.seat) % state.seats if state.last_trick else 0


def drawn_by(state: GuinoteState, seat: int) -> int:
    """The card that the seat drew last; 0 if it was unseen, or nothing was drawn."""
    return state.drawn[_turn_of(state, seat)]


def name_drawn(state: GuinoteState, seat: int, card: int) -> None:
    """The seat drew this card last."""
    turn = _turn_of(state, seat)
    state.drawn = (*state.drawn[:turn], card, *state.drawn[turn + 1 :])


def check_draw(state: GuinoteState, event: Draw, at: int) -> None:
    """Refuses a card that the seat cannot have drawn after the last trick."""
    seat = event.seat
    state.need_seat(seat)
    if not state.in_hand() or not 1 <= state.tricks() <= state.deck.descarte_tricks(state.seats):
        refusals.refuse_draw(
            seat,
            f"el asiento {seat} no acaba de robar: se roba tras cada baza del descarte",
            f"seat {seat} has not just drawn: a draw follows each trick of the descarte",
        )
    if event.card is None:
        return
    card, drawn = state.pack.bit[event.card], drawn_by(state, seat)
    if drawn and drawn != card:
        name = state.pack.name(drawn)
        refusals.refuse_draw(
            seat,
            f"el asiento {seat} no robó {event.card}, sino {name}",
            f"seat {seat} did not draw {event.card} but {name}",
        )
    if not drawn and (card & state.knowledge.known[seat] or not state.knowledge.may_hold(seat, card)):
        refusals.refuse_draw(
            seat,
            f"el asiento {seat} no pudo robar {event.card}: ya estaba en su mano o está en otra parte",
            f"seat {seat} cannot have drawn {event.card}: it was in its hand already, or is elsewhere",
        )


def apply_draw(state: GuinoteState, event: Draw, at: int) -> Facts:
    """The drawn card is known: it was in nobody's hand before."""
    seat = event.seat
    card = 0 if event.card is None else state.pack.bit[event.card]
    if not card or drawn_by(state, seat):
        return NOTHING
    judge = state.knowledge
    name_drawn(state, seat, card)
    if card & judge.sought:
        judge.found(seat, card, state.drawn_at)
    judge.learn(seat, card)
    return settled(state, at) if judge.proofs else NOTHING
