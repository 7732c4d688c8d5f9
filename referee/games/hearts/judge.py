"""The judge of Hearts: what counting says of a hand where the log knows cards as they were dealt, and did not see all passes."""

from collections.abc import Sequence
from typing import Self

from referee.games.hearts.passing import PartlySeen
from referee.match.knowledge import NEVER, Assertion, Knowledge, Verdict


class HeartsJudge(Knowledge):
    """`passing`: what was seen of this round's deal and passes; None where that leaves nothing to count beside the cards."""

    __slots__ = ("passing",)

    def __init__(self, pack: int, seats: int) -> None:
        super().__init__(pack, seats)
        self.passing: PartlySeen | None = None

    def copy(self) -> Self:
        twin = super().copy()
        twin.passing = self.passing
        return twin

    def deal(self, size: Sequence[int], hands: Sequence[int | None] | None, gone: int = 0) -> None:
        super().deal(size, hands, gone)
        self.passing = None

    def pass_unseen(self, passing: PartlySeen) -> None:
        """The passes are picked up, and not all of them were seen of the hands that were."""
        self.passing = passing
        self.simple = False

    def learn(self, seat: int, cards: int) -> None:
        if self.passing is not None:
            self.passing = self.passing.shown(seat, cards)
        super().learn(seat, cards)

    def veil(self, visible: int) -> None:
        super().veil(visible)
        self.passing = None

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
