"""What a round can still be where the log knows cards as they were dealt, and did not see all of the passes.

A card has a place: a seat was dealt it, and kept it or passed it on. Every seat keeps ten and passes three. Where the places
are put in a ring, what a seat was dealt lies in two neighbouring places, and so does what it holds after the passes: what it
kept and what the giver passed. What the log knows can be true if no arc of the ring must hold more cards than it has room for
(Hall's theorem; a set of places with gaps holds what its arcs hold).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Self

from referee.cards import FRENCH

PASSED = 3
KEPT = 10


@dataclass(frozen=True, slots=True)
class PartlySeen:
    """Masks of cards per seat: `dealt` to it, seen to be `passed` by it, shown to be `held` by it since the passes.

    Passes go `step` seats on. Only what is known is in the masks.
    """

    step: int
    dealt: tuple[int, ...]
    passed: tuple[int, ...]
    held: tuple[int, ...]

    def shown(self, seat: int, cards: int) -> Self:
        """The same, once the seat has shown these cards of the hand that it plays."""
        held = self.held[seat] | cards
        if held == self.held[seat]:
            return self
        return replace(self, held=(*self.held[:seat], held, *self.held[seat + 1 :]))

    def fits(self, seat: int, cards: int) -> bool:
        """Whether the seat may hold these cards, which no other is known to hold.

        A log that contradicts itself already, as one may that was recorded under older rules, refuses nothing more.
        """
        return self.shown(seat, cards).is_possible() or not self.is_possible()

    def fitting(self, seat: int, cards: int) -> int:
        """Those of the cards that the seat may hold, each by itself."""
        for some in self._alike(seat, cards & ~self.held[seat]):
            if not self.fits(seat, some & -some):
                cards &= ~some
        return cards

    def leaving(self, seat: int, cards: int, absent: int) -> int:
        """Those of the cards that the seat may lay, each by itself, and then hold none of `absent`."""
        if not self.is_possible():
            return cards
        for some in (cards & self.held[seat], *self._alike(seat, cards & ~self.held[seat])):
            if some and not self.shown(seat, some & -some).fits_without(seat, absent):
                cards &= ~some
        return cards

    def _alike(self, seat: int, cards: int) -> Iterator[int]:
        """The cards that nobody was shown to hold in sets of which any card is as good as another for the seat."""
        own, given = self.dealt[seat], self.dealt[self._giver(seat)]
        yield from filter(None, (cards & own, cards & given, cards & ~(own | given)))

    def fits_without(self, seat: int, absent: int) -> bool:
        """Whether the seat may hold none of these cards, beside those that it was shown to hold.

        What it was dealt of them it must have passed on then, and what its giver was dealt of them that one must have kept.
        The others may lie in any place but the two of this hand; so the cards that may lie there have to be enough for it.
        """
        giver = self._giver(seat)
        denied = absent & ~union(self.held)
        passed, held = list(self.passed), list(self.held)
        passed[seat] |= self.dealt[seat] & denied
        held[giver] |= self.dealt[giver] & denied
        twin = replace(self, passed=tuple(passed), held=tuple(held))
        elsewhere = union((*self.dealt, *twin.held)) | denied
        return twin.is_possible() and twin._fills(seat, FRENCH.size - elsewhere.bit_count())

    def _fills(self, seat: int, anywhere: int) -> bool:
        """Whether the places of a hand can be filled, with so many cards that may lie anywhere beside those that are known."""
        ring, at = next((ring, seats.index(seat)) for seats, ring in self._rings() if seat in seats)
        before, given, kept = (ring[(2 * at + place) % len(ring)] for place in (-2, -1, 0))
        given_may = given[1] + given[2] + before[2]
        kept_may = kept[1] + kept[2] + given[2]
        return (
            given_may + anywhere >= PASSED
            and kept_may + anywhere >= KEPT
            and given_may + kept_may - given[2] + anywhere >= PASSED + KEPT
        )

    def _giver(self, seat: int) -> int:
        return (seat - self.step) % len(self.dealt)

    def is_possible(self) -> bool:
        """Whether all that is known can be true at once."""
        return all(_has_room(*zip(*ring, strict=True)) for _, ring in self._rings())

    def _rings(self) -> Iterator[tuple[list[int], list[tuple[int, int, int]]]]:
        """Per ring, its seats, and the two places of each in turn, of what it kept and of what it passed.

        Of a place: room, cards that must lie there, cards that must lie there or in the next place.
        """
        left = set(range(len(self.dealt)))
        while left:
            seat, seats, ring = min(left), [], []
            while seat in left:
                left.remove(seat)
                seats.append(seat)
                to = (seat + self.step) % len(self.dealt)
                dealt, held = self.dealt[seat], self.held[to]
                passed = self.passed[seat] | dealt & held
                kept = dealt & self.held[seat]
                ring.append((KEPT, kept.bit_count(), (dealt & ~kept & ~passed).bit_count()))
                ring.append((PASSED, passed.bit_count(), (held & ~passed & ~self.dealt[to]).bit_count()))
                seat = to
            yield seats, ring


def _has_room(room: tuple[int, ...], here: tuple[int, ...], here_or_next: tuple[int, ...]) -> bool:
    """Whether every arc of a ring of places has room for the cards that must lie in it."""
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
