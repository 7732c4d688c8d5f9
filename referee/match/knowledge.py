"""The judge: what the log knows of each hand, and what plays have asserted about it.

A play that departs from what a rule demands asserts something about the hand it came from. Where the hand is known the
assertion is settled at once; where it is not, it stays open until a card shows up that disproves it, until the cards that are
left to see leave no room for it or no doubt about it, or until the hand ends. Known, partly known and unknown hands go through
the same code.

Cards are bits, hands ints (see `referee.cards`). The judge is exact: it says that an assertion is false as soon as no deal that
fits the log bears it out, and that it is true as soon as every one does. Other assertions say nothing of the deals: they may
be lies.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple, Self

How = Literal["known", "shown", "missing", "elsewhere", "counted", "upheld"]
Verdict = Literal["counted", "upheld"]
"""What counting says of an assertion: that the log leaves it no room, or no doubt."""
NEVER = 1 << 30
"""More cards than any hand sees."""


class Assertion(NamedTuple):
    """What event `version` asserted under rule `code`: no card of `absent` in the hand, and all cards of one of `present`."""

    version: int
    code: str
    absent: int
    present: tuple[int, ...]
    seen: int
    """Cards shown from the hand since; kept where cards are to be `present`."""


class Proof(NamedTuple):
    """An assertion settled: disproved (how, and by which cards), or `upheld` after it had stood open.

    Of one that was `counted`, the cards are those that were left for the unseen part of its hand.
    """

    code: str
    seat: int
    version: int
    how: How
    cards: int


class HandKnowledge:
    """Per seat: `known` cards, `size` of the hand, `out` cards it cannot hold, `open` assertions; `gone`: cards laid.

    Counting is of hands that only lose cards: a game in which a hand may draw after it has spoken weighs by itself.

    `face_up`: per seat, cards that its hand has shown to everyone; those it still holds are in `known` too.
    `sought`: every card that an open assertion places in a hand, and maybe some that one placed there; `doubtful`:
    whether anything was asserted in this deal that nothing settled at once. `told`: the seats, as a mask, of whose hands this
    deal has named cards that not everyone saw.
    `telling`: per seat, the cards that say something of what is open once they are laid from its hand.
    `patience`: how many more cards may come to light before counting can settle anything that is open; below 0 it is due.
    Assertions that are disproved, or upheld after having stood open, gather in `proofs` until `drain` takes them; `settled`
    has them as they stood. `disputed`: a claim waits in this deal, so that what holds matters as much as what does not.
    `simple`: none waits, and masks hold all that the log knows, so that only the number of cards left counts.
    `overdue`: what the log left open that this judge has settled, by seat; `resume` opens it again.
    """

    __slots__ = (
        "disputed",
        "doubtful",
        "face_up",
        "gone",
        "known",
        "open",
        "out",
        "overdue",
        "pack",
        "patience",
        "proofs",
        "settled",
        "simple",
        "size",
        "sought",
        "telling",
        "told",
    )

    def __init__(self, pack: int, seats: int) -> None:
        self.pack = pack
        self.gone = 0
        self.known = [0] * seats
        self.size = [0] * seats
        self.out = [0] * seats
        self.face_up = [0] * seats
        self.sought = 0
        self.telling = [0] * seats
        self.doubtful = False
        self.disputed = False
        self.simple = True
        self.patience = NEVER
        self.told = 0
        self.open: list[list[Assertion]] = [[] for _ in range(seats)]
        self.proofs: list[Proof] = []
        self.settled: list[tuple[int, Assertion]] = []
        self.overdue: list[tuple[int, Assertion]] = []

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
        twin.telling = self.telling[:]
        twin.doubtful = self.doubtful
        twin.disputed = self.disputed
        twin.simple = self.simple
        twin.patience = self.patience
        twin.told = self.told
        twin.open = [assertions[:] for assertions in self.open]
        twin.proofs = self.proofs[:]
        twin.settled = self.settled[:]
        twin.overdue = self.overdue[:]
        return twin

    def deal(self, size: Sequence[int], hands: Sequence[int | None] | None, gone: int = 0) -> None:
        """A new deal: `size` cards per seat; a hand is a mask, or None when unseen. Open assertions are dropped."""
        seats = len(self.known)
        self.gone = gone
        self.size = list(size)
        self.known = [hand or 0 for hand in hands] if hands else [0] * seats
        self.out = [0] * seats
        self.face_up = [0] * seats
        self.disputed = False
        self.simple = True
        self._rest()
        self.told = sum(1 << seat for seat, hand in enumerate(hands or ()) if hand is not None)
        self.open = [[] for _ in range(seats)]
        self.overdue.clear()

    def _rest(self) -> None:
        """Nothing is open."""
        self.doubtful = False
        self.sought = 0
        self.telling = [0] * len(self.size)
        self.patience = NEVER

    def hide_from(self, visible: int) -> None:
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
        return self.pack & ~self.elsewhere(seat, visible)

    def elsewhere(self, seat: int, visible: int = -1) -> int:
        """The cards that were laid, or that a reader who sees the hands in `visible` knows to be out of this hand."""
        elsewhere = self.gone
        if visible == -1:
            elsewhere |= self.out[seat]
        for other, known in enumerate(self.known):
            if other != seat:
                elsewhere |= known if visible >> other & 1 else known & self.face_up[other]
        return elsewhere

    def room(self, seat: int) -> int:
        """How many cards of the hand are not known."""
        return self.size[seat] - self.known[seat].bit_count()

    def free(self, seat: int) -> int:
        """The cards that the unknown part of the hand may come from: neither laid, nor known to be in any hand."""
        return self.unplaced() & ~self.out[seat]

    def unplaced(self) -> int:
        """The cards that were not laid, and are not known to be in any hand."""
        seen = self.gone
        for known in self.known:
            seen |= known
        return self.pack & ~seen

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
        self.part(seat, card)
        if self.doubtful:
            self.patience -= 1
            if self.patience < 0 or card & self.telling[seat]:
                self.uncover(seat, card)

    def part(self, seat: int, card: int) -> bool:
        """A card is in the hand no more, and lies face up; whether it was known to be in the hand."""
        self.gone |= card
        self.size[seat] -= 1
        known = self.known
        if known[seat] & card:
            known[seat] ^= card
            return True
        return False

    def uncover(self, seat: int, card: int) -> None:
        """A card that has just been laid from the hand says what it says of all that is open."""
        if card & self.telling[seat]:
            if self.open[seat]:
                self.shown(seat, card)
            if card & self.sought:
                self.found(seat, card)
        if self.patience < 0:
            self.count()

    def learn(self, seat: int, cards: int) -> None:
        """The hand is seen to hold these cards now."""
        self.meet(seat, cards)
        if self.open[seat]:
            self.shown(seat, cards)
        if cards & self.sought:
            self.found(seat, cards)
        if self.doubtful:
            self.count()

    def meet(self, seat: int, cards: int) -> int:
        """These cards are known to be in the hand now; those that were not before."""
        fresh = cards & ~self.known[seat]
        self.known[seat] |= cards
        if cards & ~self.face_up[seat]:
            self.told |= 1 << seat
        return fresh

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
        known = self.known[seat]
        room = self.size[seat] - known.bit_count()
        if known & absent:
            self._prove(seat, Assertion(version, code, absent, (), 0), "known", known & absent)
        elif room and self.simple:
            # Nearly every departure from suit comes here: what `_open` does, flat. Hands have no card in common.
            slack = (self.pack & ~(self.gone | self.out[seat] | absent | sum(self.known))).bit_count() - room
            if slack < 0:
                self._open(seat, Assertion(version, code, absent, (), 0))
                return
            self.open[seat].append(Assertion(version, code, absent, (), 0))
            self.doubtful = True
            self.telling[seat] |= absent
            self.patience = min(self.patience, slack)
        elif room:
            self._open(seat, Assertion(version, code, absent, (), 0))

    def assert_present(self, seat: int, code: str, version: int, present: tuple[int, ...]) -> None:
        """The hand holds all the cards of at least one of the masks in `present`."""
        alive = tuple(mask for mask in present if self.may_hold(seat, mask))
        if alive:
            self._state(seat, Assertion(version, code, 0, alive, 0))
            return
        strange = 0
        for mask in present:
            strange |= mask & ~self.possible(seat)
        said = Assertion(version, code, 0, present, 0)
        if strange and not self.complete(seat):
            self._prove(seat, said, "elsewhere", strange)
        else:
            self._prove(seat, said, "known", self.known[seat])

    def _state(self, seat: int, assertion: Assertion) -> None:
        left = self._settled(seat, assertion, "known")
        if left is not None:
            self._open(seat, left)

    def _open(self, seat: int, assertion: Assertion) -> None:
        """The assertion stands open, unless counting settles it at once."""
        free = self.free(seat)
        verdict, patience = self.weigh(seat, assertion, free, self.room(seat))
        if verdict is None:
            self.reopen(seat, assertion)
            self.patience = min(self.patience, patience)
        elif verdict == "counted":
            self._prove(seat, assertion, verdict, free)

    def reopen(self, seat: int, assertion: Assertion) -> None:
        """The assertion stands open."""
        self.open[seat].append(assertion)
        self.doubtful = True
        self.telling[seat] |= assertion.absent
        if assertion.present:
            for mask in assertion.present:
                self.sought |= mask
            self.telling = [cards | self.sought for cards in self.telling]
            # Every card that the hand lays is kept as seen of it.
            self.telling[seat] = self.pack
        if self.disputed:
            self.telling = [self.pack] * len(self.telling)

    def resume(self) -> None:
        """Opens again what the log left open, to be settled with what comes next."""
        for seat, assertion in self.overdue:
            self.reopen(seat, assertion)
            self.patience = -1
        self.overdue.clear()

    def dispute(self) -> None:
        """A claim is made: from here on, what can only be true is settled at once."""
        self.disputed = True
        self.simple = False
        if self.doubtful:
            self.telling = [self.pack] * len(self.telling)
            self.count()

    def count(self) -> None:
        """Settles the open assertions for which the cards left to see leave no room, or no doubt."""
        self.patience = NEVER
        unplaced = self.unplaced()
        for seat, assertions in enumerate(self.open):
            if assertions:
                free = unplaced & ~self.out[seat]
                slack = self._slack(seat, assertions, free) if self.simple and not self.sought else -1
                if slack >= 0:
                    self.patience = min(self.patience, slack)
                else:
                    self._weigh_all(seat, assertions, free)
        if self.patience == NEVER and not any(self.open):
            self._rest()

    def _slack(self, seat: int, assertions: Sequence[Assertion], free: int) -> int:
        """How many cards may come to light before what the hand denies must be weighed one by one; below 0: it must now."""
        room = self.room(seat)
        # All of it may be true at once, as a rule, and then each of it.
        slack = (free & ~self.telling[seat]).bit_count() - room
        return slack if slack >= 0 else min([(free & ~said.absent).bit_count() for said in assertions]) - room

    def _keep(self, seat: int, still: list[Assertion]) -> None:
        """No more than these assertions of the hand stand open."""
        self.open[seat] = still
        if self.simple and not self.sought:
            self.telling[seat] = 0
            for said in still:
                self.telling[seat] |= said.absent

    def _weigh_all(self, seat: int, assertions: Sequence[Assertion], free: int) -> None:
        room, still, least = self.room(seat), [], self.patience
        for assertion in assertions:
            verdict, patience = self.weigh(seat, assertion, free, room)
            if verdict is None:
                still.append(assertion)
                least = min(least, patience)
            else:
                self._prove(seat, assertion, verdict, free if verdict == "counted" else 0)
        self._keep(seat, still)
        self.patience = least

    def weigh(self, seat: int, assertion: Assertion, free: int, room: int) -> tuple[Verdict | None, int]:
        """What counting says of an open assertion of this hand, of which `room` cards are to come from those `free`.

        And where it says nothing: how many cards at least may come to light one by one before it can. A game whose log knows
        more of the deal than masks hold, or whose hands draw, overrides it.
        """
        if assertion.present:
            return None, NEVER
        denied = free & assertion.absent
        slack = (free ^ denied).bit_count() - room
        if slack < 0:
            # A log that was recorded under older rules may hold what cannot be: nothing follows from it.
            return ("counted", 0) if slack + denied.bit_count() >= 0 else (None, NEVER)
        if not denied or room <= 0:
            return "upheld", 0
        return None, min(slack, denied.bit_count() - 1) if self.disputed else slack

    def _prove(self, seat: int, assertion: Assertion, how: How, cards: int) -> None:
        self.proofs.append(Proof(assertion.code, seat, assertion.version, how, cards))
        self.settled.append((seat, assertion))

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
        self._prove(seat, assertion, "elsewhere", needed)
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
                self._prove(seat, assertion, "upheld", 0)
        self._keep(seat, still)
        if not still and not any(self.open):
            self._rest()

    def _settled(self, seat: int, assertion: Assertion, how: How) -> Assertion | None:
        """The assertion if it stays open; None once it is upheld or disproved."""
        held = self.known[seat] | assertion.seen
        against = held & assertion.absent
        if against:
            self._prove(seat, assertion, how, against)
            return None
        if assertion.present and any(held & mask == mask for mask in assertion.present):
            return None
        if self.complete(seat):
            if assertion.present:
                missing: How = "known" if how == "known" else "missing"
                self._prove(seat, assertion, missing, held)
            return None
        return assertion

    def drain(self) -> list[Proof]:
        """What was settled since the last call, oldest assertion first."""
        proofs = sorted(self.proofs, key=lambda proof: proof.version)
        self.proofs.clear()
        self.settled.clear()
        return proofs

    def drop(self) -> list[tuple[int, Assertion]]:
        """Takes back every open assertion; returns them with their seats."""
        dropped = [(seat, assertion) for seat, open_ in enumerate(self.open) for assertion in open_] + self.overdue
        self.open = [[] for _ in self.open]
        self.overdue = []
        return dropped
