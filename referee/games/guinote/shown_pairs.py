"""The pairs of cantes for readers that learn of proofs only at the end of the hand.

The log may know that a hand did not hold the pair that it sang. A reader that may not know of proofs yet takes a cante at its
word, as far as this reader's own knowledge goes: the hand may have held the pair unless another seat laid one of its cards, this
reader sees one in another hand or saw it drawn later, or the hand had no room for them.

A 20 that names its suit in the descarte shows its two cards (guinote.cante-show).

[ruling] A showing gives its cards to the hand if the reader takes it at its word. Where such showings contradict each other,
because two seats show one suit or a hand would be too full, none of them gives any card: the one that the log holds true must not
stand out. So the hands shown depend only on the events that this reader sees.
"""

from collections.abc import Iterable, Sequence

from referee.games.guinote.knowledge import GuinoteKnowledge, drawn_by
from referee.games.guinote.state import CanteRecord, GuinoteState, TrickRecord


class SeenCantes:
    """The cantes of a hand, as a reader of the hands in `visible` takes them.

    `hands`: at first the log's knowledge, a copy of its own; the showings then give cards to it. `tricks`: since the first cante.
    `trick`: per seat, its card in the trick in play, 0 for none. `believed_cantes`: the showings that give their cards.
    """

    def __init__(
        self,
        hands: GuinoteKnowledge,
        cantes: Iterable[CanteRecord],
        tricks: Sequence[TrickRecord],
        visible: int,
        trick: Sequence[int] = (),
    ) -> None:
        self.hands = hands
        self.tricks = tricks
        self.visible = visible
        self.trick = trick or (0,) * len(hands.size)
        self.believed_cantes: list[CanteRecord] = []
        shows = [cante for cante in cantes if cante.pair]
        for cante in shows:
            self._forget(cante)
        shows = [cante for cante in shows if self.may_have_held(cante, cante.pair)]
        shows = [cante for cante in shows if not any(_contradict(cante, other) for other in shows)]
        pairs = [0] * len(hands.size)
        for cante in shows:
            pairs[cante.seat] |= cante.pair & ~hands.laid_cards
        have_room = [
            _has_room(hands.visible_cards(seat, visible), cards, hands.size[seat]) for seat, cards in enumerate(pairs)
        ]
        self.believed_cantes = [cante for cante in shows if have_room[cante.seat]]
        for cante in self.believed_cantes:
            _give(hands, cante)

    def _forget(self, cante: CanteRecord) -> None:
        """Hides the cards that this reader knows only by the cante."""
        hands, seat = self.hands, cante.seat
        hands.face_up[seat] &= ~cante.pair
        if self.visible >> seat & 1:
            hands.known_cards[seat] &= ~cante.placed_cards
            hands.before = _with_mask(hands.before, seat, hands.before[seat] & ~cante.placed_cards)

    def may_have_held(self, cante: CanteRecord, pair: int) -> bool:
        """True if the hand may have held the pair when it sang, by all that this reader has seen since."""
        hands, seat = self.hands, cante.seat
        laid = 0
        for trick in self.tricks:
            if trick.at > cante.version:
                laid |= trick.cards[seat]
                if trick.knowledge and not self._had_room(trick, trick.knowledge, seat, pair & ~laid):
                    return False
        left = pair & ~(laid | self.trick[seat])
        if left & hands.elsewhere(seat, self.visible) or not _has_room(
            hands.visible_cards(seat, self.visible), left, hands.size[seat]
        ):
            return False
        later = [draw for draw in hands.draws if draw[0] > cante.version]
        readable = [reader for reader in range(len(hands.size)) if self.visible >> reader & 1]
        return not any(drawn_by(draw, drawer) & pair for draw in later for drawer in readable)

    def _had_room(self, trick: TrickRecord, knowledge: GuinoteKnowledge, seat: int, cards: int) -> bool:
        """True if the hand had room for these cards after a trick, beside those that this reader had seen in it by then."""
        hand = knowledge.known_cards[seat]
        if not self.visible >> seat & 1:
            hand &= knowledge.face_up[seat]
        for cante in trick.cantes:
            if cante.seat == seat:
                hand &= ~(cante.placed_cards if self.visible >> seat & 1 else cante.pair)
        for cante in self.believed_cantes:
            if cante.seat == seat and cante.version < trick.at:
                hand |= cante.pair & ~knowledge.laid_cards
        return _has_room(hand, cards, knowledge.size[seat])


def _give(hands: GuinoteKnowledge, cante: CanteRecord) -> None:
    """Places the cards that were not laid in the hand, face up: before the last draw, too, if they were shown by then."""
    seat, cards = cante.seat, cante.pair & ~hands.laid_cards
    hands.known_cards[seat] |= cards
    hands.face_up[seat] |= cards
    if hands.draws and cante.version < hands.draws[-1][0]:
        hands.before = _with_mask(hands.before, seat, hands.before[seat] | cards)


def _with_mask(masks: tuple[int, ...], seat: int, mask: int) -> tuple[int, ...]:
    return (*masks[:seat], mask, *masks[seat + 1 :])


def _contradict(one: CanteRecord, other: CanteRecord) -> bool:
    """True if two seats show one suit."""
    return one.seat != other.seat and bool(one.pair & other.pair)


def _has_room(hand: int, cards: int, size: int) -> bool:
    return (hand | cards).bit_count() <= size


# The record of what was shown


def confirm(state: GuinoteState, seat: int, cards: int) -> None:
    """Notes that the log has these cards of the hand from another event than a cante."""
    if any(cante.placed_cards & cards and cante.seat == seat for cante in state.cantes):
        state.cantes = tuple(
            cante._replace(placed_cards=cante.placed_cards & ~cards) if cante.seat == seat else cante
            for cante in state.cantes
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


def record_trick(state: GuinoteState, at: int) -> None:
    """Records a whole trick, before the draw, for the readers of the cantes of the hand."""
    cantes = state.cantes_of_hand()
    if cantes:
        knowledge = state.knowledge.copy() if state.undrawn and state.hides_proofs else None
        state.tricks_since += (TrickRecord(at, tuple(cards_in_trick(state)), knowledge, cantes),)


def show_before_draw(state: GuinoteState, seat: int, card: int) -> None:
    """Records that the hand had this card before the last draw, as everyone has seen since."""
    if not state.tricks_since:
        return
    *tricks, last = state.tricks_since
    if last.knowledge is not None:
        knowledge = last.knowledge.copy()
        knowledge.known_cards[seat] |= card
        knowledge.face_up[seat] |= card
        state.tricks_since = (*tricks, last._replace(knowledge=knowledge))
