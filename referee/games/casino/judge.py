"""The judge of Casino: a build's promise is settled by the hand that made it, and by nothing else.

Other games conclude from cards that turn up elsewhere later. Here the rule says otherwise: what is open is settled by the
hand's own cards, and counting those unseen proves nothing (casino.improper-build). A build is proven wrong at once only where
the hand cannot keep such a card when it is made: nothing is left in it, it is known, or every such card is known elsewhere.
"""

from referee.cards import FRENCH
from referee.match.judge.knowledge import Assertion, Knowledge, Proof

NO_CARD = 1 << FRENCH.size
"""A bit that is no card: no hand holds it."""


class CasinoJudge(Knowledge):
    """What the log knows of each hand, and of the cards that builds say to be kept in it."""

    __slots__ = ()

    def may_keep(self, seat: int, card: int, wanted: int) -> bool:
        """Whether the hand, once `card` has left it, may hold one of the cards `wanted`, by what the log knows now."""
        known = self.known[seat] & ~card
        if known & wanted:
            return True
        unseen = self.size[seat] - 1 - known.bit_count()
        return unseen > 0 and bool(wanted & ~card & ~self.elsewhere(seat))

    def assert_present(self, seat: int, code: str, version: int, present: tuple[int, ...]) -> None:
        """One of the masks in `present` is in the hand. That none can be, by what the log knows now, is proven at once."""
        if self.complete(seat) or any(self.may_hold(seat, mask) for mask in present):
            self._state(seat, Assertion(version, code, 0, present, 0))
        else:
            self.proofs.append(Proof(code, seat, version, "elsewhere", sum(present)))

    def found(self, holder: int, cards: int, since: int = 0) -> None:
        """Nothing follows for other hands."""

    def draw(self, seat: int, card: int) -> None:
        """The hand draws a known card, which is not the one that an earlier build said to be kept."""
        self.out = [out & ~card for out in self.out]
        self.receive(seat, card)
        self.open[seat] = [
            said._replace(present=tuple(NO_CARD if mask & card else mask for mask in said.present))
            for said in self.open[seat]
        ]

    def miss(self, seat: int, cards: int) -> None:
        """The hand holds so many cards fewer; which ones, nobody says."""
        self.size[seat] -= cards
        if self.known[seat].bit_count() > self.size[seat]:
            self.known[seat] = 0
        if self.open[seat]:
            self.shown(seat, 0)

    def expose(self, card: int) -> int | None:
        """A card that was never played lies face up; returns the seat whose hand it was known to be in, or None."""
        self.gone |= card
        holder = next((seat for seat, known in enumerate(self.known) if known & card), None)
        if holder is not None:
            self.known[holder] &= ~card
        return holder

    def elsewhere(self, seat: int) -> int:
        """The cards that lie open, or are known to be in the pack or in another hand."""
        found = self.gone | self.out[seat]
        for other, known in enumerate(self.known):
            found |= known if other != seat else 0
        return found
