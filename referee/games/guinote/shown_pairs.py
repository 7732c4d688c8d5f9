"""The pairs that cantes show, for readers that learn of proofs only at the end of the hand.

A 20 that names its suit in the descarte shows its two cards (guinote.cante-show). The log may know that the hand did not hold
them. A reader that may not know of proofs yet takes such a cante at its word, as far as this reader's own knowledge goes.

[ruling] A showing gives its cards to the hand unless this reader sees that they are not there: one of them was laid by another
seat, or lies in a hand that this reader sees, or the hand has no room for them. Where such showings contradict each other,
because two seats show one suit or a hand would be too full, none of them gives any card: the one that the log holds true must not
stand out. So the hands shown depend only on the events that this reader sees.
"""

from collections.abc import Iterable, Sequence

from referee.games.guinote.knowledge import GuinoteKnowledge, drawn_by
from referee.games.guinote.state import CanteRecord, GuinoteState


def take_at_word(
    hands: GuinoteKnowledge, cantes: Iterable[CanteRecord], visible: int, trick: Sequence[int] = ()
) -> None:
    """Gives the hands the cards that these cantes of the hand in play show to a reader of the hands in `visible`.

    `trick`: per seat, its card in the trick in play, 0 for none.
    """
    shows = [cante for cante in cantes if cante.pair]
    for cante in shows:
        _forget(hands, cante, visible)
    shows = [cante for cante in shows if _is_credible(hands, cante, visible, trick)]
    shows = [cante for cante in shows if not any(_contradict(cante, other) for other in shows)]
    pairs = [0] * len(hands.size)
    for cante in shows:
        pairs[cante.seat] |= cante.pair & ~hands.gone
    have_room = [
        _has_room(hands.visible_cards(seat, visible), cards, hands.size[seat]) for seat, cards in enumerate(pairs)
    ]
    for cante in shows:
        if have_room[cante.seat]:
            _give(hands, cante)


def _forget(hands: GuinoteKnowledge, cante: CanteRecord, visible: int) -> None:
    """Hides the cards that this reader knows only by the cante."""
    hands.face_up[cante.seat] &= ~cante.pair
    if visible >> cante.seat & 1:
        hands.known[cante.seat] &= ~cante.placed
        hands.before = _with_mask(hands.before, cante.seat, hands.before[cante.seat] & ~cante.placed)


def _give(hands: GuinoteKnowledge, cante: CanteRecord) -> None:
    """Places the cards that were not laid in the hand, face up: before the last draw, too, if they were shown by then."""
    seat, cards = cante.seat, cante.pair & ~hands.gone
    hands.known[seat] |= cards
    hands.face_up[seat] |= cards
    if hands.draws and cante.version < hands.draws[-1][0]:
        hands.before = _with_mask(hands.before, seat, hands.before[seat] | cards)


def _with_mask(masks: tuple[int, ...], seat: int, mask: int) -> tuple[int, ...]:
    return (*masks[:seat], mask, *masks[seat + 1 :])


def _is_credible(hands: GuinoteKnowledge, cante: CanteRecord, visible: int, trick: Sequence[int]) -> bool:
    """True if the hand may have held the pair, and hold the rest of it now, for all that this reader knows beside cantes."""
    seat, left = cante.seat, cante.pair & ~hands.gone
    if visible >> seat & 1 and cante.is_denied:
        return False
    if any(card & cante.pair for other, card in enumerate(trick) if other != seat):
        return False
    readable = [reader for reader in range(len(hands.size)) if visible >> reader & 1]
    later = [draw for draw in hands.draws if draw[0] > cante.version]
    if any(drawn_by(draw, drawer) & cante.pair for draw in later for drawer in readable):
        return False
    return not left & hands.elsewhere(seat, visible) and _has_room(
        hands.visible_cards(seat, visible), left, hands.size[seat]
    )


def _contradict(one: CanteRecord, other: CanteRecord) -> bool:
    """True if two seats show one suit."""
    return one.seat != other.seat and bool(one.pair & other.pair)


def _has_room(hand: int, cards: int, size: int) -> bool:
    return (hand | cards).bit_count() <= size


# The record of what was shown


def confirm(state: GuinoteState, seat: int, cards: int) -> None:
    """Notes that the log has these cards of the hand from another event than a cante."""
    if any(cante.placed & cards and cante.seat == seat for cante in state.cantes):
        state.cantes = tuple(
            cante._replace(placed=cante.placed & ~cards) if cante.seat == seat else cante for cante in state.cantes
        )


def cards_in_trick(state: GuinoteState) -> list[int]:
    """Per seat, its card in the trick in play; 0 for none."""
    # While a trick is taken, it is still the turn of the seat that laid the last card.
    is_full = len(state.trick) == state.seats
    leader = ((state.turn or 0) + is_full - len(state.trick)) % state.seats
    cards = [0] * state.seats
    for turn, name in enumerate(state.trick):
        cards[(leader + turn) % state.seats] = state.pack.bit[name]
    return cards


def check_against_trick(state: GuinoteState) -> None:
    """Tests the false showings of the hand by a whole trick, before the draw.

    All readers see a card laid by another seat. Readers of the hand itself see that it has no room for the pair; a later draw
    does not change that.
    """
    shows = [cante for cante in state.cantes if cante.pair and not cante.points and cante.hand == state.hand]
    if shows:
        trick = cards_in_trick(state)
        state.cantes = tuple(_check_cante(state, cante, trick) if cante in shows else cante for cante in state.cantes)


def _check_cante(state: GuinoteState, cante: CanteRecord, trick: Sequence[int]) -> CanteRecord:
    hands, seat = state.knowledge, cante.seat
    if any(card & cante.pair for other, card in enumerate(trick) if other != seat):
        return cante._replace(pair=0)
    own_cards = hands.known[seat]
    for other in state.cantes:
        if other.seat == seat and other.hand == state.hand:
            own_cards &= ~other.placed
    left = cante.pair & ~hands.gone
    return cante if _has_room(own_cards, left, hands.size[seat]) else cante._replace(is_denied=True)
