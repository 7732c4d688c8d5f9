"""Hands of draw Casino that drew from a stock on record, and lack cards of which nobody says which (casino.wrong-hand).

Each card drawn from such a stock has a place of its own, in the hand that drew it. The cards dealt may lie in any hand. What a
hand lacks is some of the cards that it drew before this was told, or some of those dealt to it. So the draws that may be missing
form a chain of sets, one within the next: some of them can be missing together if no part of the chain holds more of them than
the hand lacks from there on.
"""

from collections.abc import Sequence
from typing import NamedTuple

from referee.cards import bits


def stock_of_deal(out: Sequence[int]) -> int:
    """The cards that were in the stock on record at the deal, by those that are `out` of each hand; 0 if it is unknown."""
    stock = 0
    for cards in out:
        stock |= cards
    return stock


class Lack(NamedTuple):
    """A number of cards that a hand lacks. `draws`: the drawn ones that may be among them. `is_loss`: it played two at once."""

    cards: int
    draws: int
    is_loss: bool


def most_missing(lacks: Sequence[Lack], draws: int) -> int:
    """The most of these drawn cards that a hand with these lacks, in order, may be without."""
    most = later = 0
    for at in reversed(range(len(lacks))):
        later += lacks[at].cards
        earlier = lacks[at - 1].draws if at else 0
        most = min(later, most + (draws & lacks[at].draws & ~earlier).bit_count())
    return most


class LackingHand(NamedTuple):
    """A hand of `size` cards.

    `draws`: the drawn cards that may be in it or missing. `strays`: those of them that have turned up elsewhere, and are missing.
    """

    size: int
    known_cards: int
    draws: int
    strays: int
    lacks: tuple[Lack, ...]

    @property
    def room_beside_draws(self) -> int:
        """The number of unknown dealt cards in it if all draws are; below 0 some of them are missing."""
        return self.size - self.known_cards.bit_count() - self.draws.bit_count()

    def most_dealt(self, present: int = 0) -> int:
        """The most unknown dealt cards that it may hold beside these drawn ones; below 0 it cannot hold these."""
        return self.room_beside_draws + most_missing(self.lacks, self.draws & ~present)

    def least_dealt(self, missing: int = 0) -> int | None:
        """The fewest unknown dealt cards that it may hold without these drawn ones; None if it cannot be without them."""
        missing |= self.strays
        if most_missing(self.lacks, missing) < missing.bit_count():
            return None
        return max(0, self.room_beside_draws + missing.bit_count())

    def before_losses(self, lacks: int) -> list["LackingHand"]:
        """The hand as it may have been when it had so many lacks: as it is now, or with one card that it has lost since."""
        at_once = [self]
        for at in range(lacks, len(self.lacks)):
            lack = self.lacks[at]
            if lack.is_loss:
                left = (*self.lacks[:at], lack._replace(cards=lack.cards - 1), *self.lacks[at + 1 :])
                at_once.append(self._replace(size=self.size + 1, lacks=left))
        return at_once


class LackingHands(NamedTuple):
    """All hands of a deal. `dealt_cards`: those dealt that are in no known place; any hand may hold any of them, or lack it."""

    hands: tuple[LackingHand, ...]
    dealt_cards: int

    def fit(self) -> bool:
        """True if there are cards enough for all hands, and every card has a place."""
        least = [hand.least_dealt() for hand in self.hands]
        return (
            all(few is not None and few <= hand.most_dealt() for few, hand in zip(least, self.hands, strict=True))
            and sum(few or 0 for few in least) <= self.dealt_cards.bit_count()
        )

    def may_hold(self, seat: int, cards: int) -> bool:
        """True if the hand may hold all these cards."""
        hand = self.hands[seat]
        return self._holds(seat, hand, cards & ~hand.known_cards)

    def _holds(self, seat: int, hand: LackingHand, cards: int) -> bool:
        draws, dealt_cards = cards & hand.draws & ~hand.strays, cards & self.dealt_cards
        least = hand.least_dealt()
        if draws | dealt_cards != cards or least is None:
            return False
        return max(least, dealt_cards.bit_count()) <= min(self._limit(seat), hand.most_dealt(draws))

    def _limit(self, seat: int) -> int:
        """The number of unknown dealt cards that the other hands can leave to this one."""
        others = (hand.least_dealt() or 0 for other, hand in enumerate(self.hands) if other != seat)
        return self.dealt_cards.bit_count() - sum(others)

    def beside(self, seat: int, card: int) -> int:
        """The cards that the hand may hold beside `card`, which it may hold, or is 0."""
        hand = self.hands[seat]
        dealt_cards = self.dealt_cards & ~card
        one_of_each = (*bits(hand.draws & ~card), dealt_cards & -dealt_cards)
        possible = sum(other for other in one_of_each if other and self.may_hold(seat, card | other))
        return hand.known_cards & ~card | possible | (dealt_cards if possible & dealt_cards else 0)

    def may_have_held_one(self, seat: int, cards: int, lacks: int) -> bool:
        """True if the hand may have held one of these cards when it had so many lacks. It laid and drew none of them since."""
        hands = self.hands[seat].before_losses(lacks)
        unknown_cards = cards & (self.hands[seat].draws | self.dealt_cards)
        return any(self._holds(seat, hand, card) for card in bits(unknown_cards) for hand in hands)

    def may_have_held_none(self, seat: int, cards: int) -> bool:
        """True if the hand may have held none of these cards. It has laid none, and drawn none since."""
        hand = self.hands[seat]
        least = hand.least_dealt(cards & hand.draws)
        most = min(self._limit(seat), hand.most_dealt(), (self.dealt_cards & ~cards).bit_count())
        return least is not None and least <= most
