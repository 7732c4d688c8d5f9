"""Irregularities of a deal and of hands: cards shown too early, hands with a wrong number of cards, cards turned over.

See casino.exposed, casino.wrong-hand, casino.loses.
"""

from msgspec.structs import replace

from referee.cards import FRENCH
from referee.games.casino import refusals
from referee.games.casino.events import Expose, Peek, ShortHand
from referee.games.casino.handlers.ending import close, pass_turn, skip_empty
from referee.games.casino.handlers.play import require_card
from referee.games.casino.judging.infractions import costs, is_fatal, leave, lose_at_once, proven_facts
from referee.games.casino.knowledge import may_be_exposed
from referee.games.casino.rules import EXPOSED, LOSES, WRONG_HAND
from referee.games.casino.state import EACH, CasinoState, TrailObligation
from referee.match.state import NOTHING, Facts

BIT = FRENCH.bit


def check_expose(state: CasinoState, event: Expose, at: int) -> None:
    """Refuses a card that cannot be exposed: one seen before, one of another hand, or any while no hand is in play."""
    hands, card = state.knowledge, BIT[event.card]
    if state.phase != "play":
        refusals.refuse_between(state, EXPOSED)
    if event.seat is not None:
        state.require_seat(event.seat)
        spare = state.duties.spare >> event.seat & 1
        is_out = spare and not hands.size[event.seat] and not hands.known_cards[event.seat]
        if not is_out or hands.elsewhere(event.seat) & card:
            require_card(state, event.seat, event.card)
        if spare and not _may_turn_over(state, event.seat, card):
            refusals.refuse_spare(event.seat)
    elif not _is_one_of_the_four(state, card):
        if hands.laid_cards & card:
            refusals.refuse_exposed(event.card)
        if not hands.size[state.dealer or 0]:
            refusals.refuse_between(state, EXPOSED)
        if _comes_out_of_pack(state, card) and not state.stock.left:
            refusals.refuse_exposed_drawing(event.card)
        if state.stock.cards is not None and not _comes_out_of_pack(state, card):
            _require_in_dealing(state, event.card)


def _require_in_dealing(state: CasinoState, card: str) -> None:
    """Raises Impossible if a card that is in no stock cannot have left the dealer's hand one short."""
    if not may_be_exposed(state.knowledge, BIT[card], state.dealer or 0):
        refusals.refuse_exposed_of_others(card)


def _is_one_of_the_four(state: CasinoState, card: int) -> bool:
    """True if the card is one of the first four of the table, shown before they lay there."""
    return state.round.number == 1 and not state.round.plays and bool(state.layout.loose & card)


def apply_expose(state: CasinoState, event: Expose, at: int) -> Facts:
    """Lays the card on the table, or makes its seat trail it."""
    card = BIT[event.card]
    if event.seat is None:
        if not _is_one_of_the_four(state, card):
            _expose_in_dealing(state, card)
    elif state.duties.spare >> event.seat & 1:
        _turn_over_spare(state, event.seat, card)
    elif state.in_pairs:
        _lay_exposed(state, event.seat, card)
    else:
        owe(state, TrailObligation(event.seat, card, EXPOSED))
    skip_empty(state)
    return close(state, [])


def _may_turn_over(state: CasinoState, seat: int, card: int) -> bool:
    """True if the seat may have a card too many, or every card is known, so that it turns over one of its own."""
    hands = state.knowledge
    is_own = bool(hands.known_cards[seat] & card) and state.stock.cards is not None
    return is_own or hands.known_cards[seat].bit_count() > hands.size[seat] or hands.surplus() > 0


def _turn_over_spare(state: CasinoState, seat: int, card: int) -> None:
    """Lays a card of a seat that was dealt too many on the table (casino.wrong-hand)."""
    hands = state.knowledge
    state.duties = replace(state.duties, spare=state.duties.spare & ~(1 << seat))
    if hands.known_cards[seat] & card and state.stock.cards is not None:
        # Where every card is known, no card too many can have been dealt.
        hands.withdraw_spare(seat)
        hands.lay(seat, card)
    else:
        hands.turn_over(seat, card)
    state.layout = state.layout.lay(card)


def _expose_in_dealing(state: CasinoState, card: int) -> None:
    """Lays a card shown in dealing or in the pack on the table; the dealer is one card short (casino.exposed)."""
    dealer, stock, draws = state.dealer or 0, state.stock, state.options.draws
    out_of_pack = _comes_out_of_pack(state, card)
    state.knowledge.expose(card, None if out_of_pack else dealer)
    state.layout = state.layout.lay(card)
    state.duties = state.duties.without(card)
    if not out_of_pack:
        return
    # It came out of the pack, so it is the dealer's next card that is missing.
    state.stock = replace(stock.without(card), undrawn=stock.undrawn + draws)
    if not draws:
        state.shorten(dealer, 1)


def _comes_out_of_pack(state: CasinoState, card: int) -> bool:
    """True if a card shown in dealing comes from the stock: it is known there, or the game draws and no hand has it."""
    if any(hand & card for hand in state.knowledge.known_cards):
        return False
    cards = state.stock.cards
    return state.options.draws if cards is None else card in cards


def _lay_exposed(state: CasinoState, seat: int, card: int) -> None:
    """Lays an exposed card of a partner on the table as if trailed; its side may not take it (casino.exposed)."""
    leave(state, seat, card)
    state.layout = state.layout.bar(state.side(seat), card)


def owe(state: CasinoState, obligation: TrailObligation) -> None:
    """Obliges a seat to trail a card that everyone has seen in its hand."""
    duties = state.duties
    if all(other.card != obligation.card for other in duties.obligations):
        state.duties = replace(duties, obligations=(*duties.obligations, obligation))
    state.knowledge.show(obligation.seat, obligation.card)


def check_short_hand(state: CasinoState, event: ShortHand, at: int) -> None:
    """Refuses an impossible wrong hand: between deals, more cards than it has, a short pack before the last round."""
    state.require_seat(event.seat)
    ahead = state.phase == "round" and event.cause in {"dealt_too_many", "pack_short"}
    if state.phase != "play" and not ahead:
        refusals.refuse_between(state, WRONG_HAND)
    if event.cause in {"dealt_too_many", "pack_short"} and event.cards and state.stock.cards is not None:
        refusals.refuse_against_stock(event.cause)
    due = state.round.number + ahead
    if event.cause == "pack_short" and due < state.rounds:
        refusals.refuse_pack_short(due, state.rounds)
    if event.cause == "dealt_too_many" and event.cards and state.phase == "play" and not _may_be_overdealt(state):
        refusals.refuse_overdealt(None if event.seat == state.dealer else event.seat, state.round.number)
    left = EACH if ahead or event.cause == "dealt_too_many" else state.knowledge.size[event.seat]
    if event.cards > left:
        refusals.refuse_too_short(event.seat, event.cards, left)


def _may_be_overdealt(state: CasinoState) -> bool:
    """False once nothing is left to deal and the hands need every card: a card too many in one means another lacks one."""
    return state.stock.left > 0 or state.knowledge.surplus() > 0


def apply_short_hand(state: CasinoState, event: ShortHand, at: int) -> Facts:
    """Lets the hand go on short, trail only, or make the dealer's next one short. It may lose a single deal at once."""
    match event.cause:
        case "dealt_too_many":
            _dealt_too_many(state, event)
        case "out_of_turn":
            state.duties = replace(state.duties, trailing=state.duties.trailing | 1 << event.seat)
            if state.turn == event.seat:
                pass_turn(state)
        case "pack_short" if state.phase == "round":
            state.shorten(event.seat, event.cards)
        case _:
            state.knowledge.miss(event.seat, event.cards, event.cause)
            skip_empty(state)
    loser = _loser(state, event)
    if loser is None:
        # All that is settled now is told at once: a claim that one assertion upholds is not rejected by another.
        return close(state, []) if state.phase == "play" else NOTHING
    facts = proven_facts(state) if state.knowledge.proofs else []
    facts += costs(state, facts)
    return [*facts, *lose_at_once(state, loser, facts)]


def _dealt_too_many(state: CasinoState, event: ShortHand) -> None:
    state.shorten(state.dealer or 0, event.cards)
    if state.stock.cards is None:
        state.stock = state.stock.after_deal(event.cards)
    if event.cards:
        seats = _overdealt(state, event.seat)
        state.duties = replace(state.duties, spare=state.duties.spare | seats)
        state.knowledge.allow_spare(seats)


def _overdealt(state: CasinoState, seat: int) -> int:
    """The mask of seats that may have been dealt too many: the one named, or all others if that is the dealer."""
    if seat != state.dealer:
        return 1 << seat
    return sum(1 << other for other in range(state.seats) if other != seat)


def _loser(state: CasinoState, event: ShortHand) -> int | None:
    """The seat that loses a single deal of two seats by a wrong hand, or None (casino.loses)."""
    if not is_fatal(state):
        return None
    if event.cause in {"out_of_turn", "played_two"}:
        return event.seat
    wrongly_dealt = event.cause != "pack_short" and state.round.number > 1
    return state.dealer if wrongly_dealt else None


def check_peek(state: CasinoState, event: Peek, at: int) -> None:
    """Refuses it while no deal is in progress."""
    state.require_seat(event.seat)
    if not state.in_hand():
        refusals.refuse_between(state, LOSES)


def apply_peek(state: CasinoState, event: Peek, at: int) -> Facts:
    """Loses a single deal of two seats at once; nothing follows in other games."""
    return lose_at_once(state, event.seat) if is_fatal(state) else NOTHING
