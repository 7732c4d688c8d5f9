"""The judge of two packs: each name exists once per seat, and what was seen is judged per seat.

Every question about cards is one: whether there are cards for all that was taken from the pack and not seen, when these
cards lie where they are said to (`dates.py`).
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from referee.cards import bits
from referee.games.corona.dates import Span, TakenUnseen, fits
from referee.match.knowledge import HandKnowledge
from referee.match.state import ALL

SEATS = 2


class Drawn(Struct, frozen=True):
    """What a seat drew last: after which shuffle, how many cards nobody has named, the cards known, and what was seen of
    the hand since that may be one of them, with the shuffles after which it may have been taken.
    """

    shuffle: int = 0
    unknown: int = 0
    cards: int = 0
    since: tuple[tuple[int, Span], ...] = ()

    def span(self, card: int) -> Span | None:
        """When a card seen since may have been taken; None for any other card."""
        return next((span for seen, span in self.since if seen == card), None)


class CoronaKnowledge(HandKnowledge):
    """Per seat, beside the hand: `placed` cards lie open or aside, `last` is the pack's last card while it must be there.

    `came[k]` are the cards that came to the pack at shuffle k, the last time they did (0: the deal). `unknown` counts the
    cards of the hand that the log does not know, `closed` those that the public does not know, `unseen` those of the
    cementerio that nobody named; `drawn` is what the seat drew last. `unknown` and `closed` of a hand of which the log knows
    no more than the public are one and the same.
    """

    __slots__ = ("came", "closed", "drawn", "last", "placed", "unknown", "unseen")

    def __init__(self, pack: int) -> None:
        super().__init__(pack, SEATS)
        self.begin([0] * SEATS, [0] * SEATS, 0)

    def begin(self, known: list[int], last: list[int], size: int) -> None:
        """A new battle: hands of `size` cards, of which these are known; `last` cards lie at the bottom of the packs."""
        self.deal([size] * SEATS, known)
        self.placed = [0] * SEATS
        self.last = last[:]
        self.came: list[tuple[int, ...]] = [(self.pack,)] * SEATS
        self.closed = [TakenUnseen((size,))] * SEATS
        self.unknown = [TakenUnseen((size - hand.bit_count(),)) if hand else self.closed[0] for hand in known]
        self.unseen = [TakenUnseen((0,))] * SEATS
        self.drawn = [Drawn()] * SEATS

    def copy(self) -> Self:
        twin = super().copy()
        twin.placed = self.placed[:]
        twin.last = self.last[:]
        twin.came = self.came[:]
        twin.unknown = self.unknown[:]
        twin.closed = self.closed[:]
        twin.unseen = self.unseen[:]
        twin.drawn = self.drawn[:]
        return twin

    def hide_from(self, visible: int) -> None:
        super().hide_from(visible)
        for seat in range(SEATS):
            if not visible >> seat & 1:
                self.unknown[seat] = self.closed[seat]
                self.drawn[seat] = Drawn()

    # What may be where

    def kinds(self, seat: int, visible: int = ALL) -> Iterator[int]:
        """The cards of which this reader does not know where they are, by the shuffle at which they came to the pack.

        Those that came at the same shuffle may all be where one of them may be.
        """
        free = self._free(seat, self.seen(seat, visible))
        return (free & cards for cards in self.came[seat] if free & cards)

    def possible(self, seat: int, visible: int = ALL) -> int:
        """The cards that the hand may hold, for a reader who sees the hands in the bit mask `visible`."""
        known = self.seen(seat, visible)
        if known.bit_count() == self.size[seat]:
            return known
        if len(self.came[seat]) == 1:
            return known | self._free(seat, known)
        kinds = self.kinds(seat, visible)
        return known | sum(cards for cards in kinds if self.may_hold(seat, cards & -cards, visible))

    def may_hold(self, seat: int, cards: int, visible: int = ALL) -> bool:
        """Whether the log leaves it open, for this reader, that the hand holds all these cards at once."""
        return self._may_be(seat, visible, held=cards)

    def may_hold_each(self, seat: int, wanted: Sequence[int], visible: int = ALL) -> bool:
        """Whether the hand may hold at once, for this reader, a card of each of these sets, which share none."""
        groups = (self.seen(seat, visible), *self.kinds(seat, visible))
        firsts = ([group & cards & -(group & cards) for group in groups if group & cards] for cards in wanted)
        return any(self.may_hold(seat, sum(cards), visible) for cards in product(*firsts))

    def may_recover(self, seat: int, held: int, buried: int) -> bool:
        """Whether the hand may hold all these cards while those others lie in the cementerio, where nobody named them."""
        return self._may_be(seat, ALL, held=held, buried=buried)

    def may_turn(self, seat: int, size: int, visible: int = ALL) -> int:
        """The cards that may come next from a pack of `size` whose order is unknown, for this reader."""
        if size == 1 and self.last[seat]:
            return self.last[seat]
        kinds = self.kinds(seat, visible)
        return sum(cards for cards in kinds if self._may_be(seat, visible, turned=cards & -cards))

    def may_leave(self, seat: int, size: int, cards: int, count: int) -> bool:
        """Whether the next `count` cards of a pack of `size` may be these, and others that nobody saw."""
        if count == size and self.last[seat]:
            cards &= ~self.last[seat]
            count -= 1
        return cards.bit_count() <= count and self._may_be(seat, ALL, turned=cards)

    def may_be_drawn(self, seat: int, card: int) -> bool:
        """Whether what the seat drew last may be this card, in the hand or laid since, or one of them."""
        drawn, hand = self.drawn[seat], self.unknown[seat]
        if drawn.cards & card:
            return True
        if not drawn.unknown:
            return False
        free, span = self._free(seat, self.known[seat]), drawn.span(card)
        if span is not None:
            return self._fits(seat, free, hand.dated(span, drawn.shuffle), self.unseen[seat])
        if not card & free or self._since(seat, card) > drawn.shuffle:
            return False
        return self._fits(seat, free & ~card, hand.less(drawn.shuffle), self.unseen[seat])

    def _may_be(self, seat: int, visible: int, held: int = 0, buried: int = 0, turned: int = 0) -> bool:
        """Whether cards may be `held` in the hand, `buried` unnamed and `turned` up by the pack at once, which has as many."""
        known = self.seen(seat, visible)
        hand, pile = (self.unknown if visible >> seat & 1 else self.closed)[seat], self.unseen[seat]
        free = self._free(seat, known)
        held &= ~known
        named = held | buried | turned
        if named & ~free or held.bit_count() > hand.size or buried.bit_count() > pile.size:
            return False
        first = free & self.came[seat][0]
        if len(self.came[seat]) == 1 or _suffice(first, named, hand.size + pile.size - (held | buried).bit_count()):
            return True
        held_too, buried_too = hand, pile
        for card in bits(held):
            held_too = held_too.naming(self._since(seat, card))
        for card in bits(buried):
            buried_too = buried_too.naming(self._since(seat, card))
        if self._fits(seat, free & ~named, held_too, buried_too):
            return True
        # An older judge took cards that no dates allow: where it did, the number of cards is what is left to go by.
        return not self._fits(seat, free, hand, pile)

    def _free(self, seat: int, known: int) -> int:
        """The cards that may be any of those taken and not seen, or lie in the pack, where these are known to be held."""
        return self.pack & ~(self.placed[seat] | self.last[seat] | known)

    def _fits(self, seat: int, free: int, hand: TakenUnseen, pile: TakenUnseen) -> bool:
        """Whether these cards suffice for a hand and for what lies unnamed in the cementerio."""
        return fits([(free & cards).bit_count() for cards in self.came[seat]], hand, pile)

    def _since(self, seat: int, card: int) -> int:
        """The shuffle at which the card came to the pack the last time."""
        came = self.came[seat]
        if len(came) == 1 or came[0] & card:
            return 0
        return next(shuffle for shuffle, cards in enumerate(came) if cards & card)

    # What moves

    def place(self, seat: int, card: int) -> None:
        """A card lies open now, or aside."""
        self.placed[seat] |= card
        self.last[seat] &= ~card

    def lay(self, seat: int, card: int) -> None:
        """A card leaves the hand, face up."""
        since, known, closed = self._since(seat, card), self.known[seat] & card, self.closed[seat]
        self.size[seat] -= 1
        if not known & self.face_up[seat]:
            self.closed[seat] = closed.naming(since)
        if known:
            self.known[seat] ^= card
            self.face_up[seat] &= ~card
        else:
            hand = self.unknown[seat]
            self._meet(seat, card, since, self.closed[seat] if hand is closed else hand.naming(since))
        self.place(seat, card)

    def learn(self, seat: int, cards: int) -> None:
        """The hand is seen to hold these cards now."""
        for card in bits(cards & ~self.known[seat]):
            since = self._since(seat, card)
            self._meet(seat, card, since, self.unknown[seat].naming(since))
        self.known[seat] |= cards

    def _meet(self, seat: int, card: int, since: int, left: TakenUnseen) -> None:
        """A card of the hand is seen that the log did not know to be there; it had come to the pack at shuffle `since`.

        `left`: the cards of the hand that the log does not know now.
        """
        self.unknown[seat] = left
        drawn = self.drawn[seat]
        if drawn.unknown:
            met = card, Span(since, len(self.came[seat]) - 1)
            self.drawn[seat] = Drawn(drawn.shuffle, drawn.unknown, drawn.cards, (*drawn.since, met))

    def name_drawn(self, seat: int, card: int) -> None:
        """What the seat drew last was this card, or one of them."""
        drawn, hand = self.drawn[seat], self.unknown[seat]
        if drawn.cards & card:
            return
        span = drawn.span(card)
        if span is not None:
            self.unknown[seat] = hand.dated(span, drawn.shuffle)
        elif not self.known[seat] & card:
            self.unknown[seat] = hand.less(drawn.shuffle)
            self.known[seat] |= card
        since = tuple(each for each in drawn.since if each[0] != card)
        self.drawn[seat] = replace(drawn, unknown=drawn.unknown - 1, cards=drawn.cards | card, since=since)

    def draw(self, seat: int, cards: Sequence[int]) -> None:
        """The hand draws: cards that the log knows, or 0 for one unseen. A pack's last card is known to everyone."""
        count, unknown, known = len(cards), cards.count(0), sum(cards)
        closed, hand = self.closed[seat], self.unknown[seat]
        open_ = known & self.last[seat]
        self.size[seat] += count
        if known:
            self.known[seat] |= known
            self.face_up[seat] |= open_
            self.last[seat] &= ~open_
        self.closed[seat] = closed.more(count - open_.bit_count())
        if unknown:
            self.unknown[seat] = self.closed[seat] if hand is closed and not known else hand.more(unknown)
        self.drawn[seat] = Drawn(len(self.came[seat]) - 1, unknown, known)

    def receive(self, seat: int, card: int = 0) -> None:
        self.draw(seat, (card,))

    def bury_unseen(self, seat: int, count: int) -> None:
        """So many cards that nobody saw went from the pack to the cementerio."""
        self.unseen[seat] = self.unseen[seat].more(count)

    def shuffle(self, seat: int, cards: int, hidden: int) -> None:
        """These cards of the cementerio return to the pack, `hidden` ones among them unnamed until now."""
        for card in bits(hidden):
            self.unseen[seat] = self.unseen[seat].naming(self._since(seat, card))
        self.placed[seat] &= ~cards
        # The card that lay last may be anywhere in the pack now, but was in it until now.
        new = cards | self.last[seat]
        self.last[seat] = 0
        self.came[seat] = (*(masks & ~new for masks in self.came[seat]), new)
        for taken in (self.unknown, self.closed, self.unseen):
            taken[seat] = taken[seat].shuffled()


def _suffice(first: int, named: int, taken: int) -> bool:
    """Whether these cards are among those that lay in the pack from the deal on, and there are others for all `taken`.

    Such a card may have been taken after any shuffle.
    """
    return not named & ~first and (first & ~named).bit_count() >= taken
