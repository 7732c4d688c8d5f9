"""How a card is laid and a trick taken."""

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
    asserted,
    departures,
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
"""What is asked of a card that is laid: its bit, all cards but it, its suit."""


def playable_now(state: HeartsState, seat: int, visible: int = ALL) -> int:
    """The cards that the seat may regularly lay now, as far as this reader can know."""
    judge, led = state.knowledge, state.led
    if visible != ALL:
        judge = judge.copy()
        judge.veil(visible)
    possible = judge.possible(seat)
    if judge.passing is not None:
        possible = judge.passing.fitting(seat, possible)
    if state.first and not led:
        return possible & TWO_OF_CLUBS
    known = judge.known[seat]
    cards = playable(known, possible, led, state.first, state.broken)
    if known == possible:
        return cards
    unseen, room = possible & ~known, judge.size[seat] - known.bit_count()
    for alike, absent in departures(led, state.first, state.broken):
        some = cards & alike
        if some and judge.passing is None:
            cards ^= some if known & absent or (unseen & ~absent).bit_count() < room else 0
        elif some:
            cards ^= some ^ judge.leaves(seat, some, absent)
    return cards


def check_play(state: HeartsState, event: Play, at: int) -> Breach | None:
    seat = event.seat
    card, others, suit = LAID[event.card]
    if seat != state.turn:
        refusals.refuse_turn(state, seat, card)
    judge = state.knowledge
    known = judge.known[seat]
    # What `judge.fits` says, without the call: hands have no card in common, and this one must have room for another.
    if not known & card and (
        (judge.gone | judge.out[seat] | sum(judge.known)) & card
        or known.bit_count() >= judge.size[seat]
        or (judge.passing is not None and not judge.passing.fits(seat, card))
    ):
        refusals.refuse_card(state, seat, event.card)
    led = state.led
    if suit == led:
        return None
    if not led:
        if state.first:
            if card != TWO_OF_CLUBS:
                refusals.refuse_lead(seat, event.card)
            return None
        if state.broken or suit != HEARTS:
            return None
    rest = known & others
    # All that the card says at once: nearly every hand may bear it out, which needs no look at each rule.
    absent = (HARMLESS | led if state.first and card & POINT_CARDS else led) or OTHER_SUITS
    if not rest & absent:
        room = judge.size[seat] - 1 - rest.bit_count()
        elsewhere = judge.gone | judge.out[seat] | absent
        if not room or (judge.passing is None and (others & ~(elsewhere | sum(judge.known))).bit_count() >= room):
            return None
    return _departure(state, seat, card, rest)


def _departure(state: HeartsState, seat: int, card: int, rest: int) -> Breach | None:
    """The rule that a card breaks in every deal that fits the log, of a hand of which `rest` is known beside the card."""
    judge = state.knowledge
    said = asserted(card, state.led, state.first, state.broken)
    for rule, absent in said:
        if rest & absent:
            return refusals.breach(rule, seat, rest & absent, led=state.trick[0] if state.trick else "")
        if not judge.leaves(seat, card, absent):
            return refusals.without_room(state, seat, card, rule, absent)
    if len(said) > 1:
        # Either of the two may hold, and not both: the second asks for what the first leaves.
        both = said[0][1] | said[1][1]
        if not judge.leaves(seat, card, both):
            return refusals.without_room(state, seat, card, said[1][0], both)
    return None


def apply_play(state: HeartsState, event: Play, at: int) -> Facts:
    # Flat on purpose: nearly every event is a play, and a call costs a tenth of the whole (tests/benchmarks/test_hearts.py).
    seat = event.seat
    name = event.card
    card, others, suit = LAID[name]
    judge = state.knowledge
    # What `judge.lay` does, without the call.
    judge.gone |= card
    judge.size[seat] -= 1
    known = judge.known
    known[seat] = held = known[seat] & others
    if judge.passing is not None:
        judge.passing = judge.passing.shown(seat, card)
    if judge.doubtful:
        judge.patience = patience = judge.patience - 1
        if patience < 0 or card & judge.telling[seat]:
            judge.uncover(seat, card)
    led = state.led
    if suit == led:
        if card > state.best:
            state.best = card
            state.winner = seat
    elif led:
        if held & led or (state.first and card & POINT_CARDS) or held.bit_count() != judge.size[seat]:
            _assert(state, seat, card, at, led)
        if card & HEARTS:
            state.broken = True
    else:
        state.led = suit
        state.best = card
        state.winner = seat
        if card & HEARTS and not state.broken:
            _assert(state, seat, card, at, 0)
            state.broken = True
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
    return disputes.proven(state) if judge.proofs else NOTHING


def _assert(state: HeartsState, seat: int, card: int, at: int, led: int) -> None:
    if led and not state.first:
        state.knowledge.assert_absent(seat, FOLLOW_SUIT, at, led)
        return
    for rule, absent in asserted(card, led, state.first, state.broken):
        state.knowledge.assert_absent(seat, rule, at, absent)


def _end_trick(state: HeartsState) -> Facts:
    winner = state.winner
    trick = state.trick
    judge = state.knowledge
    laid = judge.gone ^ state.swept
    state.swept = judge.gone
    state.taken[winner] |= laid
    state.last_trick = taken = TrickTaken(winner, tuple(trick), points_in(laid) if laid & POINT_CARDS else 0)
    trick.clear()
    state.led = 0
    state.first = False
    state.turn = winner
    if not judge.proofs and judge.size[winner]:
        return (taken,)
    facts = disputes.proven(state) if judge.proofs else []
    facts.append(taken)
    if not judge.size[winner]:
        facts += score_round(state)
    return facts
