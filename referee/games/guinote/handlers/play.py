"""Cards laid and tricks won.

The rules of the arrastre stand in `rules.forbidden_cards`. `check_play` has them once more in its own lines, as it runs for every
card; it returns the breach, and `Match._require_regular` raises it.
"""

from collections.abc import Sequence

from referee.errors import Breach
from referee.games.guinote import refusals
from referee.games.guinote.deck import MOST_IN_A_TRICK
from referee.games.guinote.handlers.claims import proven_facts
from referee.games.guinote.handlers.draw import draw
from referee.games.guinote.handlers.partidas import end_hand, reach
from referee.games.guinote.rules import FOLLOW, implied_absences, playable
from referee.games.guinote.shown_pairs import record_trick
from referee.games.guinote.state import GuinoteState
from referee.match.events import Play
from referee.match.facts import Fact, PointsScored, TrickTaken
from referee.match.state import ALL, NOTHING, Facts

TRICK_POINTS = tuple(
    tuple(PointsScored(side, n, "guinote.points") for n in range(MOST_IN_A_TRICK + 1)) for side in (0, 1)
)
"""By side and points: the fact that a trick brings. Facts are frozen, so every trick may share them."""


def regular(state: GuinoteState, seat: int, visible: int = ALL) -> int:
    """The cards that the seat may regularly lay now, as far as this reader can know."""
    hands = state.knowledge
    possible = hands.possible(seat, visible)
    if state.undrawn or not state.trick:
        return possible
    partner = not (state.winner ^ seat) & 1
    hand = hands.visible_cards(seat, visible)
    return playable(hand, possible & ~hand, hands.size[seat] - hand.bit_count(), state.led_suit, state.beat, partner)


def check_play(state: GuinoteState, event: Play, at: int) -> Breach | None:
    """Returns the renuncio that the log can prove of a play, or None. A strict match raises it.

    Raises Impossible for a play out of turn, and of a card that the hand cannot hold.
    """
    seat = event.seat
    card, others, suit = state.masks_of[event.card]
    if seat != state.turn:
        refusals.refuse_turn(state, seat)
    hands = state.knowledge
    hand = hands.known_cards[seat]
    # Same as `hands.may_hold`, without the call: hands have no card in common, and this one must have room for another.
    if not hand & card and (
        (hands.laid_cards | hands.out[seat] | sum(hands.known_cards)) & card or hand.bit_count() >= hands.size[seat]
    ):
        refusals.refuse_card(state, seat, card)
    if state.undrawn or not state.trick:
        return None
    led_suit, beat, partner = state.led_suit, state.beat, not (state.winner ^ seat) & 1
    free = partner or card & beat
    follows = suit == led_suit
    if free and follows:
        return None
    # Same as `rules.forbidden_cards`, without the call; a card that follows suit and is free has returned above.
    absent = beat & led_suit if follows else (led_suit if free else beat | led_suit)
    instead = hand & others
    # A card that is known to be in the hand should have been laid.
    if instead & absent:
        for rule, missing in implied_absences(led_suit, beat, follows, free):
            if instead & missing:
                return refusals.renuncio(state, rule, seat, card, instead & missing)
    room = hands.size[seat] - hand.bit_count()
    # Or the cards left to see are too few to fill the hand without one that should have been laid.
    # No two hands have a card in common, so the sum of the known cards is the mask of all of them. The stock is empty.
    if room and (hands.pack & ~(hands.laid_cards | sum(hands.known_cards) | absent)).bit_count() < room:
        absences = implied_absences(led_suit, beat, follows, free)
        left = hands.free(seat)
        return refusals.renuncio_by_count(state, _rule_broken(absences, left, room), seat, card, left & others, absent)
    return None


def _rule_broken(absences: Sequence[tuple[str, int]], left: int, room: int) -> str:
    """The rule to name: the first that the cards left break by themselves, or the first of all if only all together are broken.

    A comprehension inside `check_play` would make cells of its locals for every card that is laid.
    """
    return next((rule for rule, missing in absences if (left & ~missing).bit_count() < room), FOLLOW)


def apply_play(state: GuinoteState, event: Play, at: int) -> Facts:
    """Lays the card in the trick, and asserts of its hand what the arrastre implies."""
    seat = event.seat
    name = event.card
    card, others, suit = state.masks_of[name]
    hands = state.knowledge
    # Same as `hands.lay`, flat: every card takes this path, and the call is a tenth of its time.
    hands.laid_cards |= card
    sizes = hands.size
    sizes[seat] = size = sizes[seat] - 1
    masks = hands.known_cards
    masks[seat] = hand = masks[seat] & others
    if hands.doubtful:
        hands.patience = patience = hands.patience - 1
        if patience < 0 or card & hands.telling[seat]:
            hands.uncover(seat, card)
    trick = state.trick
    if trick:
        beat = state.beat
        beats = card & beat
        if not state.undrawn:
            led_suit = state.led_suit
            free = beats or not (state.winner ^ seat) & 1
            follows = suit == led_suit
            if not (free and follows):
                absent = beat & led_suit if follows else led_suit if free else beat | led_suit
                # A hand wholly known that bears it out needs no assertion.
                if absent and (hand & absent or hand.bit_count() != size):
                    for rule, missing in implied_absences(led_suit, beat, follows, free):
                        hands.assert_absent(seat, rule, at, missing)
        if beats:
            state.beat = state.beaters[name]
            state.winner = seat
    else:
        state.led_suit = suit
        state.beat = state.beaters[name]
        state.winner = seat
    after = seat + 1
    try:
        state.authors[at] = after
    except IndexError:
        state.wrote(seat, at)
    trick.append(name)
    seats = state.seats
    if len(trick) == seats:
        return _end_trick(state, at)
    state.turn = after if after < seats else 0
    return proven_facts(state, at) if hands.proofs else NOTHING


def _end_trick(state: GuinoteState, at: int) -> Facts:
    winner = state.winner
    trick = state.trick
    hands = state.knowledge
    points, worth = 0, state.deck.worth
    for name in trick:
        points += worth[name]
    side = winner & 1
    # All cards gone are in one of the two piles, but for the turn-up and a card seen in cutting until they are drawn.
    pile = hands.laid_cards ^ state.piles[1 - side]
    state.piles[side] = pile ^ (state.turn_up | state.bottom) if state.undrawn else pile
    state.last_trick = fact = TrickTaken(winner, tuple(trick), points)
    if state.cantes and state.keeps_tricks:
        record_trick(state, at)
    trick.clear()
    state.turn = winner
    if state.undrawn:
        draw(state, at)
    if not hands.proofs and not state.vueltas and hands.size[winner]:
        return (fact, TRICK_POINTS[side][points]) if points else (fact,)
    facts: list[Fact] = [fact]
    if hands.proofs:
        facts += proven_facts(state, at)
        if state.partida_over:
            return facts
    if points:
        facts.append(TRICK_POINTS[side][points])
    if not hands.size[winner]:
        facts.append(PointsScored(side, state.params.last(), "guinote.last-trick"))
        end_hand(state, facts, at)
    elif state.vueltas:
        reach(state, facts, at)
    return facts
