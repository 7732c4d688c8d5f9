"""The judge of Hearts: what passes that were not seen add to `referee.match.knowledge`, which has all else.

The log may know cards as they were dealt: each of them then has two possible places.
"""

from collections.abc import Sequence
from typing import Self

from referee.games.hearts.passing import PassEvidence
from referee.match.knowledge import NEVER, Assertion, HandKnowledge, Verdict


class HeartsKnowledge(HandKnowledge):
    """`passing`: the cards seen of this round's deal and passes; None if counting needs nothing beside the cards laid.

    `seen_passes`: the number of seats by which passes move, and per seat a mask of the cards that it was seen to pass.
    """

    __slots__ = ("passing", "seen_passes")

    def __init__(self, pack: int, seats: int) -> None:
        super().__init__(pack, seats)
        self.passing: PassEvidence | None = None
        self.seen_passes: tuple[int, tuple[int, ...]] = (0, ())

    def copy(self) -> Self:
        twin = super().copy()
        twin.passing = self.passing
        twin.seen_passes = self.seen_passes
        return twin

    def deal(self, size: Sequence[int], hands: Sequence[int | None] | None, laid_cards: int = 0) -> None:
        super().deal(size, hands, laid_cards)
        self.passing = None
        self.seen_passes = (0, ())

    def pick_up(self, step: int, hands: tuple[int, ...], passes: tuple[int, ...]) -> None:
        """Moves the passes `step` seats on. `hands` (as dealt) and `passes` are masks per seat; 0 if not seen."""
        self.seen_passes = (step, passes)
        if not all(passes):
            self._count_passes(PassEvidence(step, hands, passes, tuple(self.known_cards)))

    def _count_passes(self, passing: PassEvidence) -> None:
        """Keeps these masks if a dealt hand was seen and its pass was not: each of its cards then has two possible places."""
        for seat, (dealt_cards, passed_cards) in enumerate(zip(passing.deals, passing.passes, strict=True)):
            if not dealt_cards or passed_cards:
                continue
            self.passing = passing
            self.simple = False
            for other in {*range(len(self.size))} - {seat, (seat + passing.step) % len(self.size)}:
                self.out[other] |= dealt_cards

    def learn(self, seat: int, cards: int) -> None:
        if self.passing is not None:
            self.passing = self.passing.showing(seat, cards)
        super().learn(seat, cards)

    def hide_from(self, visible: int) -> None:
        super().hide_from(visible)
        passing, (step, passes) = self.passing, self.seen_passes
        self.passing = None
        masks = [-(visible >> seat & 1) for seat in range(len(self.size))]
        self.seen_passes = (step, tuple(cards & masks[seat] for seat, cards in enumerate(passes)))
        for seat, cards in enumerate(self.seen_passes[1]):
            self.known_cards[(seat + step) % len(masks)] |= cards & ~self.laid_cards
        if passing is not None:
            hands = tuple(cards & masks[seat] for seat, cards in enumerate(passing.deals))
            holdings = tuple(
                cards & self.laid_cards | self.known_cards[seat] for seat, cards in enumerate(passing.holdings)
            )
            self._count_passes(PassEvidence(step, hands, self.seen_passes[1], holdings))

    def fits(self, seat: int, cards: int) -> bool:
        """True if the hand may hold all these cards at once, by the cards that lie elsewhere and by the passes."""
        return self.may_hold(seat, cards) and (self.passing is None or self.passing.fits(seat, cards))

    def leaves(self, seat: int, cards: int, absent: int) -> int:
        """Those of these cards after which the hand may be without any card of `absent`, if it lays one of them."""
        if self.passing is not None:
            return self.passing.leaving(seat, cards, absent)
        fill = self.free(seat) & ~absent
        return 0 if self.known_cards[seat] & absent or fill.bit_count() < self.room(seat) else cards

    def weigh(self, seat: int, assertion: Assertion, free: int, room: int) -> tuple[Verdict | None, int]:
        """The verdict by the deals that fit the cards and passes seen: `counted` if it holds in none, `held` if in every one."""
        passing = self.passing
        if passing is None:
            return super().weigh(seat, assertion, free, room)
        if not passing.is_possible():
            return None, NEVER
        if not passing.fits_without(seat, assertion.forbidden_cards):
            return "counted", 0
        if room <= 0 or not passing.fitting(seat, free & assertion.forbidden_cards):
            return "held", 0
        return None, 0
