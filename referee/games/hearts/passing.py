"""The deals that fit a log which knows cards as they were dealt and did not see all of the passes.

A card has a place: a seat was dealt it, and kept it or passed it on. Every seat keeps ten and passes three. If the places
are put in a ring, the cards dealt to a seat lie in two neighbouring places, and so do those it holds after the passes: those it
kept and those its giver passed. The log can be true if no arc of the ring must hold more cards than it has room for
(Hall's theorem; a set of places with gaps holds what its arcs hold).
"""

from collections.abc import Iterable, Iterator
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from referee.cards import FRENCH

PASSED = 3
KEPT = 10


class PassEvidence(Struct, frozen=True):
    """Masks of cards per seat: `deals` to it, `passes` seen by it, `holdings` shown by it since the passes.

    Passes go `step` seats on. The masks hold known cards only.
    """

    step: int
    deals: tuple[int, ...]
    passes: tuple[int, ...]
    holdings: tuple[int, ...]

    def showing(self, seat: int, cards: int) -> Self:
        """A copy in which the seat has also shown these cards of the hand that it plays."""
        holding = self.holdings[seat] | cards
        if holding == self.holdings[seat]:
            return self
        return replace(self, holdings=(*self.holdings[:seat], holding, *self.holdings[seat + 1 :]))

    def fits(self, seat: int, cards: int) -> bool:
        """True if the seat may hold these cards, which no other is known to hold.

        A log that already contradicts itself, as one recorded under older rules may, refuses nothing more.
        """
        return self.showing(seat, cards).is_possible() or not self.is_possible()

    def fitting(self, seat: int, cards: int) -> int:
        """The cards among these that the seat may hold, each by itself."""
        for some in self._alike(seat, cards & ~self.holdings[seat]):
            if not self.fits(seat, some & -some):
                cards &= ~some
        return cards

    def leaving(self, seat: int, cards: int, absent: int) -> int:
        """The cards among these that the seat may lay, each by itself, and then hold none of `absent`."""
        if not self.is_possible():
            return cards
        for some in (cards & self.holdings[seat], *self._alike(seat, cards & ~self.holdings[seat])):
            if some and not self.showing(seat, some & -some).fits_without(seat, absent):
                cards &= ~some
        return cards

    def _alike(self, seat: int, cards: int) -> Iterator[int]:
        """Sets of these cards, none of them shown to be held; within a set all cards are equivalent for the seat."""
        own, giver_hand = self.deals[seat], self.deals[self._giver(seat)]
        yield from filter(None, (cards & own, cards & giver_hand, cards & ~(own | giver_hand)))

    def fits_without(self, seat: int, absent: int) -> bool:
        """True if the seat may hold none of these cards beyond those that it was shown to hold.

        Then it passed on all of them that it was dealt, and its giver kept all of them that the giver was dealt.
        The others may lie in any place but the two of this hand, so the remaining cards have to be enough to fill it.
        """
        giver = self._giver(seat)
        forbidden_cards = absent & ~union(self.holdings)
        passes, holdings = list(self.passes), list(self.holdings)
        passes[seat] |= self.deals[seat] & forbidden_cards
        holdings[giver] |= self.deals[giver] & forbidden_cards
        twin = replace(self, passes=tuple(passes), holdings=tuple(holdings))
        elsewhere = union((*self.deals, *twin.holdings)) | forbidden_cards
        return twin.is_possible() and twin._fills(seat, FRENCH.size - elsewhere.bit_count())

    def _fills(self, seat: int, anywhere: int) -> bool:
        """True if the places of a hand can be filled. `anywhere`: number of cards that may lie in any place."""
        ring, at = next((ring, seats.index(seat)) for seats, ring in self._rings() if seat in seats)
        before, pass_place, keep_place = (ring[(2 * at + place) % len(ring)] for place in (-2, -1, 0))
        pass_supply = pass_place[1] + pass_place[2] + before[2]
        keep_supply = keep_place[1] + keep_place[2] + pass_place[2]
        return (
            pass_supply + anywhere >= PASSED
            and keep_supply + anywhere >= KEPT
            and pass_supply + keep_supply - pass_place[2] + anywhere >= PASSED + KEPT
        )

    def _giver(self, seat: int) -> int:
        return (seat - self.step) % len(self.deals)

    def is_possible(self) -> bool:
        """True if everything known can be true at once."""
        return all(_has_room(*zip(*ring, strict=True)) for _, ring in self._rings())

    def _rings(self) -> Iterator[tuple[list[int], list[tuple[int, int, int]]]]:
        """Per ring: its seats, and for each seat in turn two places, the cards that it kept and those that it passed.

        A place is three numbers of cards: its room, those that must lie there, those that must lie there or in the next.
        """
        left = set(range(len(self.deals)))
        while left:
            seat, seats, ring = min(left), [], []
            while seat in left:
                left.remove(seat)
                seats.append(seat)
                to = (seat + self.step) % len(self.deals)
                dealt_cards, receiver_cards = self.deals[seat], self.holdings[to]
                passed_cards = self.passes[seat] | dealt_cards & receiver_cards
                kept_cards = dealt_cards & self.holdings[seat]
                ring.append((KEPT, kept_cards.bit_count(), (dealt_cards & ~kept_cards & ~passed_cards).bit_count()))
                ring.append(
                    (PASSED, passed_cards.bit_count(), (receiver_cards & ~passed_cards & ~self.deals[to]).bit_count())
                )
                seat = to
            yield seats, ring


def _has_room(room: tuple[int, ...], here: tuple[int, ...], here_or_next: tuple[int, ...]) -> bool:
    """True if every arc of a ring of places has room for the cards that must lie in it."""
    places = len(room)
    for start in range(places):
        left = 0
        for place in range(start, start + places):
            left += room[place % places] - here[place % places]
            if left < 0:
                return False
            left -= here_or_next[place % places]
    return left >= 0


def union(masks: Iterable[int]) -> int:
    """All the cards of these sets."""
    cards = 0
    for mask in masks:
        cards |= mask
    return cards
