"""What a round can still be where the log knows cards as they were dealt, and did not see all of the passes.

A card has a place: a seat was dealt it, and kept it or passed it on. Every seat keeps ten and passes three. Where the places
are put in a ring, what a seat was dealt lies in two neighbouring places, and so does what it holds after the passes: what it
kept and what the giver passed. What the log knows can be true if no arc of the ring must hold more cards than it has room for
(Hall's theorem; a set of places with gaps holds what its arcs hold).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

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
        return self.shown(seat, cards)._is_possible() or not self._is_possible()

    def fitting(self, seat: int, cards: int) -> int:
        """Those of the cards that the seat may hold, each by itself."""
        own, given = self.dealt[seat], self.dealt[(seat - self.step) % len(self.dealt)]
        for alike in (own, given, ~(own | given)):
            some = cards & alike & ~self.held[seat]
            if some and not self.fits(seat, some & -some):
                cards &= ~some
        return cards

    def _is_possible(self) -> bool:
        return all(_has_room(*zip(*ring, strict=True)) for ring in self._rings())

    def _rings(self) -> Iterator[list[tuple[int, int, int]]]:
        """Per ring, its places: room, cards that must lie there, cards that must lie there or in the next place."""
        left = set(range(len(self.dealt)))
        while left:
            seat, ring = min(left), []
            while seat in left:
                left.remove(seat)
                to = (seat + self.step) % len(self.dealt)
                dealt, held = self.dealt[seat], self.held[to]
                passed = self.passed[seat] | dealt & held
                kept = dealt & self.held[seat]
                ring.append((KEPT, kept.bit_count(), (dealt & ~kept & ~passed).bit_count()))
                ring.append((PASSED, passed.bit_count(), (held & ~passed & ~self.dealt[to]).bit_count()))
                seat = to
            yield ring


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
