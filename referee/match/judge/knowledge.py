"""The judge: what the log knows of each hand, and what plays have asserted about it.

A play that departs from what a rule demands asserts something about the hand it came from. Where the hand is known the
assertion is settled at once; where it is not, it stays open until a card shows up that disproves it, or the hand ends.
Known, partly known and unknown hands go through the same code.

Cards are bits, hands ints (see `referee.cards`). Nothing is concluded by elimination: only cards shown from a hand, or
known to be in it, speak.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple, Self

How = Literal["known", "shown", "missing", "elsewhere", "upheld"]


class Assertion(NamedTuple):
    """What event `version` asserted under rule `code`: no card of `absent` in the hand, and all cards of one of `present`."""

    version: int
    code: str
    absent: int
    present: tuple[int, ...]
    seen: int
    """Cards shown from the hand since; kept where cards are to be `present`."""


class Proof(NamedTuple):
    """An assertion settled: disproved (how, and by which cards), or `upheld` after it had stood open."""

    code: str
    seat: int
    version: int
    how: How
    cards: int


class Knowledge:
    """Per seat: `known` cards, `size` of the hand, `out` cards it cannot hold, `open` assertions; `gone`: cards laid.

    `face_up`: per seat, cards that its hand has shown to everyone; those it still holds are in `known` too.
    `sought`: every card that an open assertion places in a hand, and maybe some that one placed there; `doubtful`:
    whether anything was asserted in this deal that nothing settled at once. `told`: the seats, as a mask, of whose hands this
    deal has named cards that not everyone saw.
    Assertions that are disproved, or upheld after having stood open, gather in `proofs` until `drain` takes them.
    """

    __slots__ = ("doubtful", "face_up", "gone", "known", "open", "out", "pack", "proofs", "size", "sought", "told")

    def __init__(self, pack: int, seats: int) -> None:
        self.pack = pack
        self.gone = 0
        self.known = [0] * seats
        self.size = [0] * seats
        self.out = [0] * seats
        self.face_up = [0] * seats
        self.sought = 0
        self.doubtful = False
        self.told = 0
        self.open: list[list[Assertion]] = [[] for _ in range(seats)]
        self.proofs: list[Proof] = []

    def copy(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))
        twin.pack = self.pack
        twin.gone = self.gone
        twin.known = self.known[:]
        twin.size = self.size[:]
        twin.out = self.out[:]
        twin.face_up = self.face_up[:]
        twin.sought = self.sought
        twin.doubtful = self.doubtful
        twin.told = self.told
        twin.open = [assertions[:] for assertions in self.open]
        twin.proofs = self.proofs[:]
        return twin

    def deal(self, size: Sequence[int], hands: Sequence[int | None] | None, gone: int = 0) -> None:
        """A new deal: `size` cards per seat; a hand is a mask, or None when unseen. Open assertions are dropped."""
        seats = len(self.known)
        self.gone = gone
        self.size = list(size)
        self.known = [hand or 0 for hand in hands] if hands else [0] * seats
        self.out = [0] * seats
        self.face_up = [0] * seats
        self.sought = 0
        self.doubtful = False
        self.told = sum(1 << seat for seat, hand in enumerate(hands or ()) if hand is not None)
        self.open = [[] for _ in range(seats)]

    def veil(self, visible: int) -> None:
        """Forgets all that a reader does not know who sees the hands in the bit mask `visible`."""
        self.known = [self.seen(seat, visible) for seat in range(len(self.known))]
        self.out = [0] * len(self.out)

    def complete(self, seat: int) -> bool:
        """Whether every card of the hand is known."""
        return self.known[seat].bit_count() == self.size[seat]

    def seen(self, seat: int, visible: int = -1) -> int:
        """The cards of the hand that a reader knows who sees the hands in the bit mask `visible`."""
        return self.known[seat] if visible >> seat & 1 else self.known[seat] & self.face_up[seat]

    def possible(self, seat: int, visible: int = -1) -> int:
        """The cards that the hand may hold, for a reader who sees the hands in the bit mask `visible`."""
        seen = self.seen(seat, visible)
        if seen.bit_count() == self.size[seat]:
            return seen
        elsewhere = self.gone
        if visible == -1:
            elsewhere |= self.out[seat]
        for other, known in enumerate(self.known):
            if other != seat:
                elsewhere |= known if visible >> other & 1 else known & self.face_up[other]
        return self.pack & ~elsewhere

    def may_hold(self, seat: int, cards: int, visible: int = -1) -> bool:
        """Whether the log leaves it open, for this reader, that the hand holds all these cards at once."""
        if visible != -1:
            fits = (self.seen(seat, visible) | cards).bit_count() <= self.size[seat]
            return fits and not cards & ~self.possible(seat, visible)
        if cards & (self.gone | self.out[seat]):
            return False
        for other, known in enumerate(self.known):
            if known & cards and other != seat:
                return False
        return (self.known[seat] | cards).bit_count() <= self.size[seat]

    def lay(self, seat: int, card: int) -> None:
        """A card leaves the hand, face up, for good."""
        self.gone |= card
        self.size[seat] -= 1
        known = self.known
        if known[seat] & card:
            known[seat] ^= card
        if self.open[seat]:
            self.shown(seat, card)
        if card & self.sought:
            self.found(seat, card)

    def learn(self, seat: int, cards: int) -> None:
        """The hand is seen to hold these cards now."""
        self.known[seat] |= cards
        if cards & ~self.face_up[seat]:
            self.told |= 1 << seat
        if self.open[seat]:
            self.shown(seat, cards)
        if cards & self.sought:
            self.found(seat, cards)

    def show(self, seat: int, cards: int) -> None:
        """The hand shows these cards to everyone, and keeps them."""
        self.face_up[seat] |= cards
        self.learn(seat, cards)

    def receive(self, seat: int, card: int = 0) -> None:
        """The hand gains a card: known, or 0 for one unseen."""
        self.size[seat] += 1
        self.known[seat] |= card
        if card:
            self.told |= 1 << seat

    def assert_absent(self, seat: int, code: str, version: int, absent: int) -> None:
        """The hand holds no card of `absent`."""
        self._state(seat, Assertion(version, code, absent, (), 0))

    def assert_present(self, seat: int, code: str, version: int, present: tuple[int, ...]) -> None:
        """The hand holds all the cards of at least one of the masks in `present`."""
        alive = tuple(mask for mask in present if self.may_hold(seat, mask))
        if alive:
            self._state(seat, Assertion(version, code, 0, alive, 0))
            return
        strange = 0
        for mask in present:
            strange |= mask & ~self.possible(seat)
        if strange and not self.complete(seat):
            self.proofs.append(Proof(code, seat, version, "elsewhere", strange))
        else:
            self.proofs.append(Proof(code, seat, version, "known", self.known[seat]))

    def _state(self, seat: int, assertion: Assertion) -> None:
        left = self._settled(seat, assertion, "known")
        if left is not None:
            self.open[seat].append(left)
            self.doubtful = True
            for mask in left.present:
                self.sought |= mask

    def found(self, holder: int, cards: int, since: int = 0) -> None:
        """These cards turn out to be with `holder`, who has had them since event `since` (0: since the deal).

        No other hand can have held them, nor this one before; what was asserted so is disproved.
        """
        for seat, assertions in enumerate(self.open):
            if assertions:
                tested = (
                    a if seat == holder and a.version >= since else self._without(seat, a, cards) for a in assertions
                )
                self.open[seat] = [assertion for assertion in tested if assertion is not None]

    def _without(self, seat: int, assertion: Assertion, cards: int) -> Assertion | None:
        """The assertion without the masks that need one of these cards; None once that disproves it."""
        if not any(mask & cards for mask in assertion.present):
            return assertion
        alive = tuple(mask for mask in assertion.present if not mask & cards)
        if alive:
            return assertion._replace(present=alive)
        needed = 0
        for mask in assertion.present:
            needed |= mask & cards
        self.proofs.append(Proof(assertion.code, seat, assertion.version, "elsewhere", needed))
        return None

    def shown(self, seat: int, cards: int) -> None:
        """Tests the open assertions of a hand that shows these cards."""
        still = []
        held = self.known[seat] | cards
        settled = self.complete(seat)
        for assertion in self.open[seat]:
            version, code, absent, present, seen = assertion
            if not (settled or present or held & absent):
                still.append(assertion)
                continue
            before = len(self.proofs)
            left = self._settled(seat, Assertion(version, code, absent, present, seen | cards), "shown")
            if left is not None:
                still.append(left)
            elif len(self.proofs) == before:
                self.proofs.append(Proof(code, seat, version, "upheld", 0))
        self.open[seat] = still

    def _settled(self, seat: int, assertion: Assertion, how: How) -> Assertion | None:
        """The assertion if it stays open; None once it is upheld or disproved."""
        held = self.known[seat] | assertion.seen
        against = held & assertion.absent
        if against:
            self.proofs.append(Proof(assertion.code, seat, assertion.version, how, against))
            return None
        if assertion.present and any(held & mask == mask for mask in assertion.present):
            return None
        if self.complete(seat):
            if assertion.present:
                missing: How = "known" if how == "known" else "missing"
                self.proofs.append(Proof(assertion.code, seat, assertion.version, missing, held))
            return None
        return assertion

    def drain(self) -> list[Proof]:
        """What was settled since the last call, oldest assertion first."""
        proofs = sorted(self.proofs, key=lambda proof: proof.version)
        self.proofs.clear()
        return proofs

    def drop(self) -> list[tuple[int, Assertion]]:
        """Takes back every open assertion; returns them with their seats."""
        dropped = [(seat, assertion) for seat, open_ in enumerate(self.open) for assertion in open_]
        self.open = [[] for _ in self.open]
        return dropped
