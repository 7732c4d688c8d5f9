"""The judge of two packs: each name exists once per seat, and each seat is judged by itself.

Every question about cards is the same one: if these cards lie where they are said to, are there enough others for all that was
taken from the pack unseen (`dates.py`)?
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from referee.cards import bits
from referee.games.corona.dates import Span, UnseenCards, fits
from referee.match.knowledge import HandKnowledge
from referee.match.state import ALL

SEATS = 2


class LastDraw(Struct, frozen=True):
    """The last draw of a seat: its shuffle, the number of unnamed cards, the known cards, and cards seen of the hand since.

    A card of `since` may be one of the draw; its span has the shuffles after which it may have been taken.
    """

    shuffle: int = 0
    unknown: int = 0
    cards: int = 0
    since: tuple[tuple[int, Span], ...] = ()

    def span(self, card: int) -> Span | None:
        """The span of a card seen since; None for any other card."""
        return next((span for other, span in self.since if other == card), None)


class CoronaKnowledge(HandKnowledge):
    """Per seat, beside the hand: `open_cards` lie open or aside; `last` is the pack's last card while it must be there.

    `came[k]` are the cards that last came to the pack at shuffle k (0: the deal). `unknown` counts the cards of the hand
    that the log does not know, `secret` those that the public does not know, `unseen` the unnamed cards of the cementerio;
    `last_draws` has the last draw of the seat. `unknown` and `secret` are the same object while the log knows no more of the hand
    than the public.
    """

    __slots__ = ("came", "last", "last_draws", "open_cards", "secret", "unknown", "unseen")

    def __init__(self, pack: int) -> None:
        super().__init__(pack, SEATS)
        self.begin([0] * SEATS, [0] * SEATS, 0)

    def begin(self, hands: list[int], last: list[int], size: int) -> None:
        """Begins a battle: hands of `size` cards, of which these are known; `last` cards lie at the bottom of the packs."""
        self.deal([size] * SEATS, hands)
        self.open_cards = [0] * SEATS
        self.last = last[:]
        self.came: list[tuple[int, ...]] = [(self.pack,)] * SEATS
        self.secret = [UnseenCards((size,))] * SEATS
        self.unknown = [UnseenCards((size - hand.bit_count(),)) if hand else self.secret[0] for hand in hands]
        self.unseen = [UnseenCards((0,))] * SEATS
        self.last_draws = [LastDraw()] * SEATS

    def copy(self) -> Self:
        twin = super().copy()
        twin.open_cards = self.open_cards[:]
        twin.last = self.last[:]
        twin.came = self.came[:]
        twin.unknown = self.unknown[:]
        twin.secret = self.secret[:]
        twin.unseen = self.unseen[:]
        twin.last_draws = self.last_draws[:]
        return twin

    def hide_from(self, visible: int) -> None:
        super().hide_from(visible)
        for seat in range(SEATS):
            if not visible >> seat & 1:
                self.unknown[seat] = self.secret[seat]
                self.last_draws[seat] = LastDraw()

    # What may be where

    def kinds(self, seat: int, visible: int = ALL) -> Iterator[int]:
        """The cards that this reader cannot place, by the shuffle at which they came to the pack.

        Any card of a set may be wherever one of the set may be.
        """
        free = self._free(seat, self.visible_cards(seat, visible))
        return (free & cards for cards in self.came[seat] if free & cards)

    def possible(self, seat: int, visible: int = ALL) -> int:
        """The cards that the hand may hold, for a reader that sees the hands in the bit mask `visible`."""
        hand = self.visible_cards(seat, visible)
        if hand.bit_count() == self.size[seat]:
            return hand
        if len(self.came[seat]) == 1:
            return hand | self._free(seat, hand)
        kinds = self.kinds(seat, visible)
        return hand | sum(cards for cards in kinds if self.may_hold(seat, cards & -cards, visible))

    def may_hold(self, seat: int, cards: int, visible: int = ALL) -> bool:
        """True if the hand may hold all these cards at once, as far as this reader can know."""
        return self._may_be(seat, visible, in_hand=cards)

    def may_hold_each(self, seat: int, sets: Sequence[int], visible: int = ALL) -> bool:
        """True if the hand may hold a card of each of these disjoint sets at once, as far as this reader can know."""
        hand = self.visible_cards(seat, visible)
        unmet = [cards for cards in sets if not hand & cards]
        if not unmet or hand.bit_count() == self.size[seat]:
            return not unmet
        groups = (hand, *self.kinds(seat, visible))
        firsts = ([group & cards & -(group & cards) for group in groups if group & cards] for cards in sets)
        return any(self.may_hold(seat, sum(cards), visible) for cards in product(*firsts))

    def may_recover(self, seat: int, in_hand: int, in_pile: int) -> bool:
        """True if the hand may hold all cards of `in_hand` while those of `in_pile` lie unnamed in the cementerio."""
        return self._may_be(seat, ALL, in_hand=in_hand, in_pile=in_pile)

    def may_turn(self, seat: int, size: int, visible: int = ALL) -> int:
        """The cards that may come next from a pack of `size` in unknown order, for this reader."""
        if size == 1 and self.last[seat]:
            return self.last[seat]
        kinds = self.kinds(seat, visible)
        return sum(cards for cards in kinds if self._may_be(seat, visible, from_pack=cards & -cards))

    def may_leave(self, seat: int, size: int, cards: int, count: int) -> bool:
        """True if the next `count` cards of a pack of `size` may be these and others unseen."""
        if count == size and self.last[seat]:
            cards &= ~self.last[seat]
            count -= 1
        return cards.bit_count() <= count and self._may_be(seat, ALL, from_pack=cards)

    def may_be_drawn(self, seat: int, card: int) -> bool:
        """True if the last draw of the seat may contain this card, in the hand now or laid since."""
        last_draw, hand = self.last_draws[seat], self.unknown[seat]
        if last_draw.cards & card:
            return True
        if not last_draw.unknown:
            return False
        free, span = self._free(seat, self.known_cards[seat]), last_draw.span(card)
        if span is not None:
            return self._fits(seat, free, hand.with_date(span, last_draw.shuffle), self.unseen[seat])
        if not card & free or self._since(seat, card) > last_draw.shuffle:
            return False
        return self._fits(seat, free & ~card, hand.less(last_draw.shuffle), self.unseen[seat])

    def _may_be(self, seat: int, visible: int, in_hand: int = 0, in_pile: int = 0, from_pack: int = 0) -> bool:
        """True if cards may be in the hand, unnamed in the cementerio, and next in a pack of enough cards, all at once."""
        known_cards = self.visible_cards(seat, visible)
        hand, pile = (self.unknown if visible >> seat & 1 else self.secret)[seat], self.unseen[seat]
        free = self._free(seat, known_cards)
        in_hand &= ~known_cards
        cards = in_hand | in_pile | from_pack
        if cards & ~free or in_hand.bit_count() > hand.size or in_pile.bit_count() > pile.size:
            return False
        first = free & self.came[seat][0]
        if len(self.came[seat]) == 1 or _suffice(first, cards, hand.size + pile.size - (in_hand | in_pile).bit_count()):
            return True
        hand_after, pile_after = hand, pile
        for card in bits(in_hand):
            hand_after = hand_after.naming(self._since(seat, card))
        for card in bits(in_pile):
            pile_after = pile_after.naming(self._since(seat, card))
        if self._fits(seat, free & ~cards, hand_after, pile_after):
            return True
        # An older judge accepted cards that no dates allow. In such a log, only the number of cards can still be checked.
        return not self._fits(seat, free, hand, pile)

    def _free(self, seat: int, hand: int) -> int:
        """The cards that may have been taken unseen, or lie in the pack; `hand`: the known cards of the hand."""
        return self.pack & ~(self.open_cards[seat] | self.last[seat] | hand)

    def _fits(self, seat: int, free: int, hand: UnseenCards, pile: UnseenCards) -> bool:
        """True if these cards suffice for a hand and for the unnamed cards of the cementerio."""
        return fits([(free & cards).bit_count() for cards in self.came[seat]], hand, pile)

    def _since(self, seat: int, card: int) -> int:
        """The shuffle at which the card came to the pack the last time."""
        came = self.came[seat]
        if len(came) == 1 or came[0] & card:
            return 0
        return next(shuffle for shuffle, cards in enumerate(came) if cards & card)

    # What moves

    def place(self, seat: int, card: int) -> None:
        """Lays a card open or aside."""
        self.open_cards[seat] |= card
        self.last[seat] &= ~card

    def lay(self, seat: int, card: int) -> None:
        """Moves a card out of the hand, face up."""
        since, known_card, secret = self._since(seat, card), self.known_cards[seat] & card, self.secret[seat]
        self.size[seat] -= 1
        if not known_card & self.face_up[seat]:
            self.secret[seat] = secret.naming(since)
        if known_card:
            self.known_cards[seat] ^= card
            self.face_up[seat] &= ~card
        else:
            hand = self.unknown[seat]
            self._meet(seat, card, since, self.secret[seat] if hand is secret else hand.naming(since))
        self.place(seat, card)

    def learn(self, seat: int, cards: int) -> None:
        """Records that the hand is seen to hold these cards now."""
        for card in bits(cards & ~self.known_cards[seat]):
            since = self._since(seat, card)
            self._meet(seat, card, since, self.unknown[seat].naming(since))
        self.known_cards[seat] |= cards

    def _meet(self, seat: int, card: int, since: int, left: UnseenCards) -> None:
        """Dates a card newly seen in the hand, which came to the pack at shuffle `since`.

        `left`: the cards of the hand that the log does not know now.
        """
        self.unknown[seat] = left
        last_draw = self.last_draws[seat]
        if last_draw.unknown:
            sighting = card, Span(since, len(self.came[seat]) - 1)
            self.last_draws[seat] = LastDraw(
                last_draw.shuffle, last_draw.unknown, last_draw.cards, (*last_draw.since, sighting)
            )

    def name_drawn(self, seat: int, card: int) -> None:
        """Names a card of the seat's last draw."""
        last_draw, hand = self.last_draws[seat], self.unknown[seat]
        if last_draw.cards & card:
            return
        span = last_draw.span(card)
        if span is not None:
            self.unknown[seat] = hand.with_date(span, last_draw.shuffle)
        elif not self.known_cards[seat] & card:
            self.unknown[seat] = hand.less(last_draw.shuffle)
            self.known_cards[seat] |= card
        since = tuple(each for each in last_draw.since if each[0] != card)
        self.last_draws[seat] = replace(
            last_draw, unknown=last_draw.unknown - 1, cards=last_draw.cards | card, since=since
        )

    def draw(self, seat: int, cards: Sequence[int]) -> None:
        """Adds drawn cards to the hand, 0 for one unseen. A pack's last card is known to everyone."""
        count, unknown, known_cards = len(cards), cards.count(0), sum(cards)
        secret, hand = self.secret[seat], self.unknown[seat]
        open_ = known_cards & self.last[seat]
        self.size[seat] += count
        if known_cards:
            self.known_cards[seat] |= known_cards
            self.face_up[seat] |= open_
            self.last[seat] &= ~open_
        self.secret[seat] = secret.more(count - open_.bit_count())
        if unknown:
            self.unknown[seat] = self.secret[seat] if hand is secret and not known_cards else hand.more(unknown)
        self.last_draws[seat] = LastDraw(len(self.came[seat]) - 1, unknown, known_cards)

    def receive(self, seat: int, card: int = 0) -> None:
        self.draw(seat, (card,))

    def bury_unseen(self, seat: int, count: int) -> None:
        """Moves `count` unseen cards from the pack to the cementerio."""
        self.unseen[seat] = self.unseen[seat].more(count)

    def shuffle(self, seat: int, cards: int, unnamed_cards: int) -> None:
        """Returns cards of the cementerio to the pack; `unnamed_cards` among them were not named until now."""
        for card in bits(unnamed_cards):
            self.unseen[seat] = self.unseen[seat].naming(self._since(seat, card))
        self.open_cards[seat] &= ~cards
        # The card that lay last may be anywhere in the pack now, but was in it until now.
        new = cards | self.last[seat]
        self.last[seat] = 0
        self.came[seat] = (*(masks & ~new for masks in self.came[seat]), new)
        for piles in (self.unknown, self.secret, self.unseen):
            piles[seat] = piles[seat].after_shuffle()


def _suffice(first: int, cards: int, count: int) -> bool:
    """True if these cards lay in the pack from the deal on (`first`), and `count` others of that kind are left.

    Such a card may have been taken after any shuffle.
    """
    return not cards & ~first and (first & ~cards).bit_count() >= count
