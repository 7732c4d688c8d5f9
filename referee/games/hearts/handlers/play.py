"""Cards laid and tricks taken."""

from referee.cards import FRENCH
from referee.errors import Breach
from referee.games.hearts import refusals
from referee.games.hearts.rules import (
    FOLLOW_SUIT,
    HARMLESS,
    HEARTS,
    OTHER_SUITS,
    POINT_CARDS,
    TWO_OF_CLUBS,
    departures,
    implied_absences,
    playable,
    points_in,
)
from referee.games.hearts.scoring import score_round
from referee.games.hearts.state import HeartsState
from referee.match.events import Play
from referee.match.facts import TrickTaken
from referee.match.judge import disputes
from referee.match.state import ALL, NOTHING, Facts

LAID = {name: (bit, FRENCH.all ^ bit, FRENCH.suit_of[bit]) for name, bit in FRENCH.bit.items()}
"""By name of card, three masks: the card, all other cards, its suit."""


def playable_now(state: HeartsState, seat: int, visible: int = ALL) -> int:
    """The cards that the seat may regularly lay now, as far as this reader can know."""
    hands, led_suit = state.knowledge, state.led_suit
    if visible != ALL:
        hands = hands.copy()
        hands.hide_from(visible)
    possible = hands.possible(seat)
    if hands.passing is not None:
        possible = hands.passing.fitting(seat, possible)
    if state.first and not led_suit:
        return possible & TWO_OF_CLUBS
    hand = hands.known_cards[seat]
    cards = playable(hand, possible, led_suit, state.first, state.hearts_broken)
    if hand == possible:
        return cards
    unseen, room = possible & ~hand, hands.size[seat] - hand.bit_count()
    for alike, absent in departures(led_suit, state.first, state.hearts_broken):
        some = cards & alike
        if some and hands.passing is None:
            cards ^= some if hand & absent or (unseen & ~absent).bit_count() < room else 0
        elif some:
            cards ^= some ^ hands.leaves(seat, some, absent)
    return cards


def check_play(state: HeartsState, event: Play, at: int) -> Breach | None:
    seat = event.seat
    card, others, suit = LAID[event.card]
    if seat != state.turn:
        refusals.refuse_turn(state, seat, card)
    hands = state.knowledge
    hand = hands.known_cards[seat]
    # Same as `hands.fits`, without the call: hands have no card in common, and this one must have room for another.
    if not hand & card and (
        (hands.laid_cards | hands.out[seat] | sum(hands.known_cards)) & card
        or hand.bit_count() >= hands.size[seat]
        or (hands.passing is not None and not hands.passing.fits(seat, card))
    ):
        refusals.refuse_card(state, seat, event.card)
    led_suit = state.led_suit
    if suit == led_suit:
        return None
    if not led_suit:
        if state.first:
            if card != TWO_OF_CLUBS:
                refusals.refuse_lead(seat, event.card)
            return None
        if state.hearts_broken or suit != HEARTS:
            return None
    rest = hand & others
    # All that the card implies at once: nearly every hand may bear it out, and then no rule is looked at by itself.
    absent = (HARMLESS | led_suit if state.first and card & POINT_CARDS else led_suit) or OTHER_SUITS
    if not rest & absent:
        room = hands.size[seat] - 1 - rest.bit_count()
        elsewhere = hands.laid_cards | hands.out[seat] | absent
        if not room or (hands.passing is None and (others & ~(elsewhere | sum(hands.known_cards))).bit_count() >= room):
            return None
    return _departure(state, seat, card, rest)


def _departure(state: HeartsState, seat: int, card: int, rest: int) -> Breach | None:
    """The rule that a card breaks in every deal that fits the log. `rest`: the known cards of the hand without this one."""
    hands = state.knowledge
    absences = implied_absences(card, state.led_suit, state.first, state.hearts_broken)
    for rule, absent in absences:
        if rest & absent:
            return refusals.breach(rule, seat, rest & absent, lead=state.trick[0] if state.trick else "")
        if not hands.leaves(seat, card, absent):
            return refusals.without_room(state, seat, card, rule, absent)
    if len(absences) > 1:
        # Either of the two may hold, and not both: the second asks for what the first leaves.
        both = absences[0][1] | absences[1][1]
        if not hands.leaves(seat, card, both):
            return refusals.without_room(state, seat, card, absences[1][0], both)
    return None


def apply_play(state: HeartsState, event: Play, at: int) -> Facts:
    # Flat on purpose: nearly every event is a play, and a call costs a tenth of the whole (tests/benchmarks/test_hearts.py).
    seat = event.seat
    name = event.card
    card, others, suit = LAID[name]
    hands = state.knowledge
    # Same as `hands.lay`, without the call.
    hands.laid_cards |= card
    hands.size[seat] -= 1
    masks = hands.known_cards
    masks[seat] = hand = masks[seat] & others
    if hands.passing is not None:
        hands.passing = hands.passing.showing(seat, card)
    if hands.doubtful:
        hands.patience = patience = hands.patience - 1
        if patience < 0 or card & hands.telling[seat]:
            hands.uncover(seat, card)
    led_suit = state.led_suit
    if suit == led_suit:
        if card > state.best:
            state.best = card
            state.winner = seat
    elif led_suit:
        if hand & led_suit or (state.first and card & POINT_CARDS) or hand.bit_count() != hands.size[seat]:
            _assert(state, seat, card, at, led_suit)
        if card & HEARTS:
            state.hearts_broken = True
    else:
        state.led_suit = suit
        state.best = card
        state.winner = seat
        if card & HEARTS and not state.hearts_broken:
            _assert(state, seat, card, at, 0)
            state.hearts_broken = True
    after = seat + 1
    try:
        state.authors[at] = after
    except IndexError:
        state.wrote(seat, at)
    trick = state.trick
    trick.append(name)
    seats = state.seats
    if len(trick) == seats:
        return _end_trick(state)
    state.turn = after if after < seats else 0
    return disputes.facts_of_proofs(state) if hands.proofs else NOTHING


def _assert(state: HeartsState, seat: int, card: int, at: int, led_suit: int) -> None:
    if led_suit and not state.first:
        state.knowledge.assert_absent(seat, FOLLOW_SUIT, at, led_suit)
        return
    for rule, absent in implied_absences(card, led_suit, state.first, state.hearts_broken):
        state.knowledge.assert_absent(seat, rule, at, absent)


def _end_trick(state: HeartsState) -> Facts:
    winner = state.winner
    trick = state.trick
    hands = state.knowledge
    cards = hands.laid_cards ^ state.swept
    state.swept = hands.laid_cards
    state.piles[winner] |= cards
    state.last_trick = fact = TrickTaken(winner, tuple(trick), points_in(cards) if cards & POINT_CARDS else 0)
    trick.clear()
    state.led_suit = 0
    state.first = False
    state.turn = winner
    if not hands.proofs and hands.size[winner]:
        return (fact,)
    facts = disputes.facts_of_proofs(state) if hands.proofs else []
    facts.append(fact)
    if not hands.size[winner]:
        facts += score_round(state)
    return facts
