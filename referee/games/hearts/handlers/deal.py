"""The beginning of a round of Hearts: its dealer, the hands, the passes."""

from msgspec.structs import replace

from referee.cards import FRENCH, Chance
from referee.errors import Breach
from referee.games.hearts import refusals
from referee.games.hearts.events import HeartsDeal, Pass
from referee.games.hearts.passing import PASSED
from referee.games.hearts.rules import TWO_OF_CLUBS
from referee.games.hearts.state import HeartsState
from referee.match import first_deal, handlers
from referee.match.events import Redeal, Reveal
from referee.match.facts import Fact, HandDealt, InfractionProven
from referee.match.judge import deal_checks
from referee.match.ledger import Evidence
from referee.match.state import NOTHING, Facts


def due_dealer(state: HeartsState) -> int:
    """The seat that has to deal now, or that dealt the round in progress (hearts.next-dealer)."""
    if state.dealer is None:
        return state.first_dealer
    if state.void or state.in_hand():
        return state.dealer
    return (state.dealer + state.options.dealer_step) % state.seats


def complete_deal(state: HeartsState, event: HeartsDeal, chance: Chance) -> HeartsDeal:
    """A deal with its dealer, and with the hands of its seed where it is shuffled."""
    if event.dealer is None:
        event = replace(event, dealer=due_dealer(state))
    if event.shuffle and event.hands is None:
        event = replace(event, seed=chance() if event.seed is None else event.seed)
        event = replace(event, hands=_seeded_hands(state, event))
    return event


def _seeded_hands(state: HeartsState, event: HeartsDeal) -> tuple[tuple[str, ...], ...]:
    """The pack in the order of the seed, one card at a time from the seat after the dealer."""
    order = FRENCH.shuffle(event.seed or "", state.hand + (not state.void))
    first = (event.dealer or 0) + 1
    seats = state.seats
    return tuple(FRENCH.in_order(order[(seat - first) % seats :: seats]) for seat in range(seats))


def check_deal(state: HeartsState, event: HeartsDeal, at: int) -> Breach | None:
    if event.shuffle != (event.seed is not None):
        raise refusals.seed_and_shuffle()
    if state.in_hand():
        raise refusals.round_not_over(state.hand)
    due = due_dealer(state)
    dealer = due if event.dealer is None else event.dealer
    state.require_seat(dealer)
    first_deal.require_drawn_dealer(state, dealer)
    if event.hands is not None:
        _check_hands(state, event, event.hands)
    return None if dealer == due else deal_checks.wrong_dealer("hearts.next-dealer", dealer, due)


def _check_hands(state: HeartsState, event: HeartsDeal, hands: tuple[tuple[str, ...] | None, ...]) -> None:
    each = FRENCH.size // state.seats
    cards = [card for hand in hands if hand for card in hand]
    sizes_fit = all(hand is None or len(hand) == each for hand in hands)
    if len(hands) != state.seats or not sizes_fit or len(set(cards)) != len(cards):
        raise refusals.uneven_hands(each, state.seats)
    if event.shuffle and hands != _seeded_hands(state, event):
        raise deal_checks.other_cards("hearts.deal")


def apply_deal(state: HeartsState, event: HeartsDeal, at: int) -> Facts:
    due = due_dealer(state)
    dealer = due if event.dealer is None else event.dealer
    facts: list[Fact] = [begin_round(state, dealer, at)]
    hands = None if event.hands is None else [None if h is None else FRENCH.mask(h) for h in event.hands]
    state.knowledge.deal([FRENCH.size // state.seats] * state.seats, hands)
    if dealer != due:
        facts.append(InfractionProven("hearts.next-dealer", dealer, at, Evidence("seen")))
    if state.pass_step():
        state.phase = "pass"
        state.passes = [None] * state.seats
        state.passers = 0
    else:
        _open_play(state)
    return facts


def begin_round(state: HeartsState, dealer: int, at: int) -> HandDealt:
    """Event `at` begins the next round, or a void one again."""
    state.next_hand(dealer)
    state.dealt_at = at
    state.make_room(at)
    state.extra = state.options.is_extra(state)
    state.clear_table()
    return HandDealt(state.hand, dealer)


def apply_redeal(state: HeartsState, event: Redeal, at: int) -> Facts:
    facts = handlers.apply_redeal(state, event, at)
    state.clear_table()
    return facts


def check_pass(state: HeartsState, event: Pass, at: int) -> None:
    state.require_seat(event.seat)
    if state.phase != "pass" or state.passers >> event.seat & 1:
        raise refusals.no_pass(event.seat)
    if event.cards is None:
        return
    cards = FRENCH.mask(event.cards)
    if cards.bit_count() != PASSED or not state.knowledge.may_hold(event.seat, cards):
        raise refusals.not_dealt(event.seat)


def apply_pass(state: HeartsState, event: Pass, at: int) -> Facts:
    state.passers |= 1 << event.seat
    if event.cards is not None:
        cards = FRENCH.mask(event.cards)
        state.passes[event.seat] = cards
        if cards & ~state.knowledge.known_cards[event.seat]:
            state.knowledge.learn(event.seat, cards)
    if state.passers.bit_count() == state.seats:
        _hand_over(state)
        _open_play(state)
    return NOTHING


def _hand_over(state: HeartsState) -> None:
    """Moves all passes at once. The cards of an unseen pass are then known to be in one of two hands, and no longer in one."""
    hands, step, seats = state.knowledge, state.pass_step(), state.seats
    masks = tuple(hands.known_cards)
    for seat, cards in enumerate(state.passes):
        to = (seat + step) % seats
        if cards is None:
            hands.known_cards[seat] &= ~masks[seat]
        else:
            hands.known_cards[seat] &= ~cards
            hands.known_cards[to] |= cards
    hands.pick_up(step, masks, tuple([cards or 0 for cards in state.passes]))


def _open_play(state: HeartsState) -> None:
    """Gives the first lead to the holder of 2C; the turn is None if the log does not know the holder (hearts.opening-lead)."""
    state.phase = "play"
    holder = [seat for seat, hand in enumerate(state.knowledge.known_cards) if hand & TWO_OF_CLUBS]
    state.turn = holder[0] if holder else None


def check_reveal(state: HeartsState, event: Reveal, at: int) -> None:
    handlers.check_reveal(state, event, at)
    if not state.knowledge.fits(event.seat, FRENCH.mask(event.cards)):
        raise refusals.not_passed(event.seat)


def apply_reveal(state: HeartsState, event: Reveal, at: int) -> Facts:
    facts = handlers.apply_reveal(state, event, at)
    if state.opens_unseen():
        _open_play(state)
    return facts
