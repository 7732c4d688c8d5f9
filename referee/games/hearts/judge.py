"""The judge of Hearts: what counting says of a hand where the log knows cards as they were dealt, and did not see all passes."""

from collections.abc import Sequence
from typing import Self

from referee.games.hearts.passing import PartlySeen
from referee.match.knowledge import NEVER, Assertion, Knowledge, Verdict


class HeartsJudge(Knowledge):
    """`passing`: what was seen of this round's deal and passes; None where that leaves nothing to count beside the cards.

    `passed`: the cards that each seat has passed on, as far as they were seen, and how many seats on they went.
    """

    __slots__ = ("passed", "passing")

    def __init__(self, pack: int, seats: int) -> None:
        super().__init__(pack, seats)
        self.passing: PartlySeen | None = None
        self.passed: tuple[int, tuple[int, ...]] = (0, ())

    def copy(self) -> Self:
        twin = super().copy()
        twin.passing = self.passing
        twin.passed = self.passed
        return twin

    def deal(self, size: Sequence[int], hands: Sequence[int | None] | None, gone: int = 0) -> None:
        super().deal(size, hands, gone)
        self.passing = None
        self.passed = (0, ())

    def pick_up(self, step: int, dealt: tuple[int, ...], passed: tuple[int, ...]) -> None:
        """The passes are picked up, `step` seats on: `dealt` and `passed` are what was seen of each seat's, 0 for nothing."""
        self.passed = (step, passed)
        self._count_passes(PartlySeen(step, dealt, passed, tuple(self.known)))

    def _count_passes(self, passing: PartlySeen) -> None:
        """Keeps these masks if a hand was seen as it was dealt, and not what it passed: its cards have two places left."""
        for seat, (dealt, passed) in enumerate(zip(passing.dealt, passing.passed, strict=True)):
            if not dealt or passed:
                continue
            self.passing = passing
            self.simple = False
            for other in {*range(len(self.size))} - {seat, (seat + passing.step) % len(self.size)}:
                self.out[other] |= dealt

    def learn(self, seat: int, cards: int) -> None:
        if self.passing is not None:
            self.passing = self.passing.shown(seat, cards)
        super().learn(seat, cards)

    def veil(self, visible: int) -> None:
        super().veil(visible)
        passing, (step, passed) = self.passing, self.passed
        self.passing = None
        seen = [-(visible >> seat & 1) for seat in range(len(self.size))]
        self.passed = (step, tuple(cards & seen[seat] for seat, cards in enumerate(passed)))
        for seat, cards in enumerate(self.passed[1]):
            self.known[(seat + step) % len(seen)] |= cards & ~self.gone
        if passing is not None:
            dealt = tuple(cards & seen[seat] for seat, cards in enumerate(passing.dealt))
            held = tuple(cards & self.gone | self.known[seat] for seat, cards in enumerate(passing.held))
            self._count_passes(PartlySeen(step, dealt, self.passed[1], held))

    def fits(self, seat: int, cards: int) -> bool:
        """Whether the hand may hold all these cards at once, by the cards that lie elsewhere and by the passes."""
        return self.may_hold(seat, cards) and (self.passing is None or self.passing.fits(seat, cards))

    def leaves(self, seat: int, cards: int, absent: int) -> int:
        """Those of these cards that the hand may lay and then hold none of `absent`."""
        if self.passing is not None:
            return self.passing.leaving(seat, cards, absent)
        known = self.known[seat]
        fill = self.possible(seat) & ~known & ~absent
        return 0 if known & absent or fill.bit_count() < self.room(seat) else cards

    def weigh(self, seat: int, assertion: Assertion, free: int, room: int) -> tuple[Verdict | None, int]:
        passing = self.passing
        if passing is None:
            return super().weigh(seat, assertion, free, room)
        if not passing.is_possible():
            return None, NEVER
        if not passing.fits_without(seat, assertion.absent):
            return "counted", 0
        if room <= 0 or not passing.fitting(seat, free & assertion.absent):
            return "upheld", 0
        return None, 0
