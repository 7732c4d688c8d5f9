"""The exchange: the 7 of triunfo for the turn-up."""

from referee.errors import Breach
from referee.games.guinote import refusals
from referee.games.guinote.events import Exchange
from referee.games.guinote.facts import TurnUpExchanged
from referee.games.guinote.handlers.claims import proven_facts
from referee.games.guinote.knowledge import Swap
from referee.games.guinote.shown_pairs import show_before_draw
from referee.games.guinote.state import GuinoteState
from referee.match.facts import InfractionProven
from referee.match.ledger import Evidence
from referee.match.state import ALL, Facts

EXCHANGE = "guinote.exchange"


def on_table(state: GuinoteState) -> bool:
    """True if the turn-up may still be taken: until the lead after the last draw."""
    return state.in_hand() and (
        state.undrawn > 0 or (state.tricks() == state.deck.descarte_tricks(state.seats) and not state.trick)
    )


def may_exchange(state: GuinoteState, seat: int, visible: int = ALL) -> bool:
    """True if the hand may have held the 7 before the last draw, as far as this reader can know."""
    hands, seven = state.knowledge, state.deck.sevens[state.triunfo]
    if not state.undrawn:
        mask = -1 if visible >> seat & 1 else hands.face_up[seat]
        before = hands.before[seat] & mask
        if hands.last_draw(seat) & mask == seven or (before.bit_count() == hands.size[seat] - 1 and not before & seven):
            return False
    return hands.may_hold(seat, seven, visible)


def is_open(state: GuinoteState, seat: int) -> bool:
    """True if this side may exchange now, and the 7 can take the turn-up."""
    return state.in_window(seat) and on_table(state) and bool(state.turn_up & state.deck.above_seven)


def check_exchange(state: GuinoteState, event: Exchange, at: int) -> Breach | None:
    """Refuses an exchange out of its window or for a low card. Returns the breach of a hand without the 7."""
    seat = event.seat
    state.require_seat(seat)
    if not state.in_window(seat) or not on_table(state):
        refusals.refuse_window(state, seat, EXCHANGE, ("cambiar la carta vuelta", "exchange the turn-up"))
    if not state.turn_up & state.deck.above_seven:
        refusals.refuse_low(state, seat, state.pack.name(state.turn_up))
    return None if may_exchange(state, seat) else refusals.without_seven(state, seat)


def apply_exchange(state: GuinoteState, event: Exchange, at: int) -> Facts:
    """Exchanges the two cards; an exchange without the 7 moves none."""
    seat, hands = event.seat, state.knowledge
    seven, turn_up = state.deck.sevens[state.triunfo], state.turn_up
    if not may_exchange(state, seat):
        complete = hands.complete(seat)
        proof = Evidence(
            "known" if complete else "elsewhere", state.pack.cards(hands.known_cards[seat] if complete else seven)
        )
        return (InfractionProven(EXCHANGE, seat, at, proof),)
    if not state.undrawn and not hands.before[seat] & seven:
        # It was in the hand all the same before the last draw, where it took the room of another card.
        hands.narrow(seat, hands.size[seat] - 2 - hands.before[seat].bit_count(), len(hands.draws) - 1)
    if not state.undrawn:
        show_before_draw(state, seat, seven)
    hands.swap = Swap(seat, turn_up, seven if state.undrawn else 0)
    hands.known_cards[seat] = hands.known_cards[seat] & ~seven | turn_up
    hands.face_up[seat] |= turn_up
    if state.undrawn:
        hands.laid_cards = hands.laid_cards & ~turn_up | seven
    else:
        last = (state.winner - 1) % state.seats
        hands.known_cards[last] = hands.known_cards[last] & ~turn_up | seven
        hands.face_up[last] |= seven
        hands.name_drawn(last, seven)
    state.turn_up = seven
    if hands.doubtful:
        hands.count()
    fact = TurnUpExchanged(seat, state.pack.name(turn_up), state.pack.name(seven))
    return (fact, *proven_facts(state, at)) if hands.proofs else (fact,)
