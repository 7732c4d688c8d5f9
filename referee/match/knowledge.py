"""The judge: the knowledge of each hand by the log, and the assertions that plays have made about it.

A play that departs from a rule's demand asserts something about the hand it came from, such as having no card of the led suit.
In a known hand the assertion is settled at once. In another it stays open until a card disproves it, until so few cards are left
to see that it must be false (`counted`) or must be true (`held`), or until the hand ends. Known, partly known and unknown hands
go through the same code.

Cards are bits, hands ints (see `referee.cards`). The judge is exact: an assertion is false as soon as it holds in no
deal that fits the log, and true as soon as it holds in every one. Other assertions do not narrow the deals: they may be lies.
"""

from collections.abc import Sequence
from typing import Literal, Self

from msgspec import Struct
from msgspec.structs import replace

ProofKind = Literal["known", "shown", "missing", "elsewhere", "counted", "held", "seen"]
Verdict = Literal["counted", "held"]
"""The result of counting for an assertion: the log leaves it no room (`counted`), or no doubt (`held`)."""
NEVER = 1 << 30
"""A number of cards above any that come to light in a hand."""


class Assertion(Struct, frozen=True):
    """An assertion of event `version` by rule `code`: a hand without `forbidden_cards`, and with all of one mask of `present`."""

    version: int
    code: str
    forbidden_cards: int
    present: tuple[int, ...]
    seen_cards: int
    """Cards shown from the hand since, if `present` is not empty."""


class Proof(Struct, frozen=True):
    """The end of an assertion: disproved (how, and by which cards), or `held` after it had stood open.

    The cards of one that was `counted` are those left for the unseen part of its hand.
    """

    code: str
    seat: int
    version: int
    how: ProofKind
    cards: int


class HandKnowledge:
    """Per seat: `known_cards`, `size` of the hand, `out` cards it cannot hold, `open` assertions; of all seats the `laid_cards`.

    Counting is for hands that only lose cards: a game in which a hand may draw after an assertion overrides `weigh`.

    `face_up`: per seat, cards that its hand has shown to everyone; those it still holds are in `known_cards` too.
    `sought`: every card that an open assertion places in a hand, and maybe some of assertions that are open no more.
    `doubtful`: True once an assertion of this deal was not settled at once. `named_seats`: the seats, as a mask, of hands of
    which this deal has named cards that not everyone saw.
    `telling`: per seat, the cards that may settle an open assertion when they are laid from its hand.
    `patience`: the number of cards that may come to light before counting can settle an open assertion; below 0 it is due.
    `proofs`: assertions disproved, or held after they had stood open, until `drain` takes them; `settled_assertions` has the
    assertions themselves. `is_disputed`: a claim waits in this deal, so that assertions that hold must be found too.
    `simple`: no claim waits, and the masks hold all that the log knows, so that only the number of cards left counts.
    `overdue_assertions`: assertions that the log left open and this judge has settled, each with its proof.
    """

    __slots__ = (
        "doubtful",
        "face_up",
        "is_disputed",
        "known_cards",
        "laid_cards",
        "named_seats",
        "open",
        "out",
        "overdue_assertions",
        "pack",
        "patience",
        "proofs",
        "settled_assertions",
        "simple",
        "size",
        "sought",
        "telling",
    )

    def __init__(self, pack: int, seats: int) -> None:
        self.pack = pack
        self.laid_cards = 0
        self.known_cards = [0] * seats
        self.size = [0] * seats
        self.out = [0] * seats
        self.face_up = [0] * seats
        self.sought = 0
        self.telling = [0] * seats
        self.doubtful = False
        self.is_disputed = False
        self.simple = True
        self.patience = NEVER
        self.named_seats = 0
        self.open: list[list[Assertion]] = [[] for _ in range(seats)]
        self.proofs: list[Proof] = []
        self.settled_assertions: list[tuple[int, Assertion]] = []
        self.overdue_assertions: list[tuple[Assertion, Proof]] = []

    def copy(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))
        twin.pack = self.pack
        twin.laid_cards = self.laid_cards
        twin.known_cards = self.known_cards[:]
        twin.size = self.size[:]
        twin.out = self.out[:]
        twin.face_up = self.face_up[:]
        twin.sought = self.sought
        twin.telling = self.telling[:]
        twin.doubtful = self.doubtful
        twin.is_disputed = self.is_disputed
        twin.simple = self.simple
        twin.patience = self.patience
        twin.named_seats = self.named_seats
        twin.open = [assertions[:] for assertions in self.open]
        twin.proofs = self.proofs[:]
        twin.settled_assertions = self.settled_assertions[:]
        twin.overdue_assertions = self.overdue_assertions[:]
        return twin

    def deal(self, size: Sequence[int], hands: Sequence[int | None] | None, laid_cards: int = 0) -> None:
        """Begins a new deal: `size` cards per seat; a hand is a mask, or None if unseen. Drops open assertions."""
        seats = len(self.known_cards)
        self.laid_cards = laid_cards
        self.size = list(size)
        self.known_cards = [hand or 0 for hand in hands] if hands else [0] * seats
        self.out = [0] * seats
        self.face_up = [0] * seats
        self.is_disputed = False
        self.simple = True
        self._rest()
        self.named_seats = sum(1 << seat for seat, hand in enumerate(hands or ()) if hand is not None)
        self.open = [[] for _ in range(seats)]
        self.overdue_assertions.clear()

    def _rest(self) -> None:
        """Forgets all that is kept for open assertions, when none is left."""
        self.doubtful = False
        self.sought = 0
        self.telling = [0] * len(self.size)
        self.patience = NEVER

    def hide_from(self, visible: int) -> None:
        """Forgets all cards that a reader of the hands in `visible` does not know."""
        self.known_cards = [self.visible_cards(seat, visible) for seat in range(len(self.known_cards))]
        self.out = [0] * len(self.out)

    def complete(self, seat: int) -> bool:
        """True if every card of the hand is known."""
        return self.known_cards[seat].bit_count() == self.size[seat]

    def visible_cards(self, seat: int, visible: int = -1) -> int:
        """The cards of the hand that a reader of the hands in `visible` knows."""
        return self.known_cards[seat] if visible >> seat & 1 else self.known_cards[seat] & self.face_up[seat]

    def possible(self, seat: int, visible: int = -1) -> int:
        """The cards that the hand may hold, as far as a reader of the hands in `visible` knows."""
        sure = self.visible_cards(seat, visible)
        if sure.bit_count() == self.size[seat]:
            return sure
        return self.pack & ~self.elsewhere(seat, visible)

    def elsewhere(self, seat: int, visible: int = -1) -> int:
        """The cards that were laid, or that a reader of the hands in `visible` knows to be outside this hand."""
        elsewhere = self.laid_cards
        if visible == -1:
            elsewhere |= self.out[seat]
        for other, cards in enumerate(self.known_cards):
            if other != seat:
                elsewhere |= cards if visible >> other & 1 else cards & self.face_up[other]
        return elsewhere

    def room(self, seat: int) -> int:
        """The number of unknown cards in the hand."""
        return self.size[seat] - self.known_cards[seat].bit_count()

    def free(self, seat: int) -> int:
        """The cards from which the unknown part of the hand comes: neither laid, nor known in a hand, nor `out` of this one."""
        return self.unplaced_cards() & ~self.out[seat]

    def unplaced_cards(self) -> int:
        """The cards that were not laid and are not known in any hand."""
        placed = self.laid_cards
        for cards in self.known_cards:
            placed |= cards
        return self.pack & ~placed

    def may_hold(self, seat: int, cards: int, visible: int = -1) -> bool:
        """True if the hand may hold all these cards at once, as far as this reader knows."""
        if visible != -1:
            fits = (self.visible_cards(seat, visible) | cards).bit_count() <= self.size[seat]
            return fits and not cards & ~self.possible(seat, visible)
        if cards & (self.laid_cards | self.out[seat]):
            return False
        for other, hand in enumerate(self.known_cards):
            if hand & cards and other != seat:
                return False
        return (self.known_cards[seat] | cards).bit_count() <= self.size[seat]

    def lay(self, seat: int, card: int) -> None:
        """Moves a card out of the hand for good, face up, and settles what it settles."""
        self.part(seat, card)
        if self.doubtful:
            self.patience -= 1
            if self.patience < 0 or card & self.telling[seat]:
                self.uncover(seat, card)

    def part(self, seat: int, card: int) -> bool:
        """Moves a card out of the hand, face up. Returns True if it was known to be in the hand."""
        self.laid_cards |= card
        self.size[seat] -= 1
        hands = self.known_cards
        if hands[seat] & card:
            hands[seat] ^= card
            return True
        return False

    def uncover(self, seat: int, card: int) -> None:
        """Settles the open assertions about a card that was just laid from the hand."""
        if card & self.telling[seat]:
            if self.open[seat]:
                self.examine_assertions(seat, card)
            if card & self.sought:
                self.disprove_elsewhere(seat, card)
        if self.patience < 0:
            self.count()

    def learn(self, seat: int, cards: int) -> None:
        """Adds cards that the hand holds now, and settles what they settle."""
        self.meet(seat, cards)
        if self.open[seat]:
            self.examine_assertions(seat, cards)
        if cards & self.sought:
            self.disprove_elsewhere(seat, cards)
        if self.doubtful:
            self.count()

    def meet(self, seat: int, cards: int) -> int:
        """Adds cards that the hand holds now. Returns those that were not known before."""
        fresh = cards & ~self.known_cards[seat]
        self.known_cards[seat] |= cards
        if cards & ~self.face_up[seat]:
            self.named_seats |= 1 << seat
        return fresh

    def show(self, seat: int, cards: int) -> None:
        """Adds cards that the hand shows to everyone and keeps."""
        self.face_up[seat] |= cards
        self.learn(seat, cards)

    def receive(self, seat: int, card: int = 0) -> None:
        """Adds a drawn card to the hand; 0 for an unseen one."""
        self.size[seat] += 1
        self.known_cards[seat] |= card
        if card:
            self.named_seats |= 1 << seat

    def assert_absent(self, seat: int, code: str, version: int, absent: int) -> None:
        """Asserts that the hand holds no card of `absent`."""
        hand = self.known_cards[seat]
        room = self.size[seat] - hand.bit_count()
        if hand & absent:
            self._prove(seat, Assertion(version, code, absent, (), 0), "known", hand & absent)
        elif room and self.simple:
            # Nearly every departure from suit comes here: what `_open` does, flat. Hands have no card in common.
            free = self.pack & ~(self.laid_cards | self.out[seat] | sum(self.known_cards))
            slack = (free & ~absent).bit_count() - room
            if slack < 0:
                self._open(seat, Assertion(version, code, absent, (), 0))
            elif free & absent:
                self.open[seat].append(Assertion(version, code, absent, (), 0))
                self.doubtful = True
                self.telling[seat] |= absent
                self.patience = min(self.patience, slack)
        elif room:
            self._open(seat, Assertion(version, code, absent, (), 0))

    def assert_present(self, seat: int, code: str, version: int, present: tuple[int, ...]) -> None:
        """Asserts that the hand holds all cards of at least one mask in `present`."""
        alive = tuple(mask for mask in present if self.may_hold(seat, mask))
        if alive:
            self._state(seat, Assertion(version, code, 0, alive, 0))
            return
        strange = 0
        for mask in present:
            strange |= mask & ~self.possible(seat)
        assertion = Assertion(version, code, 0, present, 0)
        if strange and not self.complete(seat):
            self._prove(seat, assertion, "elsewhere", strange)
        else:
            self._prove(seat, assertion, "known", self.known_cards[seat])

    def _state(self, seat: int, assertion: Assertion) -> None:
        left = self._settle(seat, assertion, "known")
        if left is not None:
            self._open(seat, left)

    def _open(self, seat: int, assertion: Assertion) -> None:
        """Opens an assertion, unless counting settles it at once."""
        free = self.free(seat)
        verdict, patience = self.weigh(seat, assertion, free, self.room(seat))
        if verdict is None:
            self.reopen(seat, assertion)
            self.patience = min(self.patience, patience)
        elif verdict == "counted":
            self._prove(seat, assertion, verdict, free)

    def reopen(self, seat: int, assertion: Assertion) -> None:
        """Opens an assertion."""
        self.open[seat].append(assertion)
        self.doubtful = True
        self.telling[seat] |= assertion.forbidden_cards
        if assertion.present:
            for mask in assertion.present:
                self.sought |= mask
            self.telling = [cards | self.sought for cards in self.telling]
            # Every card that the hand lays goes into `seen_cards` of the assertion, so each one matters.
            self.telling[seat] = self.pack
        if self.is_disputed:
            self.telling = [self.pack] * len(self.telling)

    def dispute(self) -> None:
        """Notes that a claim waits: from here on, assertions that can only be true are settled at once."""
        self.is_disputed = True
        self.simple = False
        if self.doubtful:
            self.telling = [self.pack] * len(self.telling)
            self.count()

    def count(self) -> None:
        """Settles the open assertions for which the cards left to see leave no room, or no doubt."""
        self.patience = NEVER
        unplaced = self.unplaced_cards()
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
        """The number of cards that may come to light before each denial of the hand must be weighed; below 0: now."""
        room = self.room(seat)
        # Usually all denials may be true at once, and then each of them may.
        slack = (free & ~self.telling[seat]).bit_count() - room
        return (
            slack
            if slack >= 0
            else min([(free & ~assertion.forbidden_cards).bit_count() for assertion in assertions]) - room
        )

    def _keep(self, seat: int, still: list[Assertion]) -> None:
        """Leaves only these assertions of the hand open."""
        self.open[seat] = still
        if self.simple and not self.sought:
            self.telling[seat] = 0
            for assertion in still:
                self.telling[seat] |= assertion.forbidden_cards

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
        """The verdict of counting on an open assertion of a hand with `room` unknown cards, all from those `free`.

        Without a verdict (None): the number of cards that may come to light one by one before there can be one. A game in which
        the log knows more of the deal than masks hold, or hands draw, overrides this.
        """
        if assertion.present:
            return None, NEVER
        denied_cards = free & assertion.forbidden_cards
        slack = (free ^ denied_cards).bit_count() - room
        if slack < 0:
            # A log that was recorded under older rules may contradict itself: nothing follows from it.
            return ("counted", 0) if slack + denied_cards.bit_count() >= 0 else (None, NEVER)
        if not denied_cards or room <= 0:
            return "held", 0
        # False once the allowed cards are too few, which takes `slack` cards and one more. True once no forbidden card is left,
        # which is looked for only while a claim waits.
        return None, min(slack, denied_cards.bit_count() - 1) if self.is_disputed else slack

    def _prove(self, seat: int, assertion: Assertion, evidence: ProofKind, cards: int) -> None:
        self.proofs.append(Proof(assertion.code, seat, assertion.version, evidence, cards))
        self.settled_assertions.append((seat, assertion))

    def disprove_elsewhere(self, holder: int, cards: int, since: int = 0) -> None:
        """Disproves the assertions that place these cards elsewhere: `holder` has had them since event `since` (0: the deal).

        No other hand can have held them, nor this one before.
        """
        for seat, assertions in enumerate(self.open):
            if assertions:
                tests = (
                    a if seat == holder and a.version >= since else self._without(seat, a, cards) for a in assertions
                )
                self.open[seat] = [assertion for assertion in tests if assertion is not None]

    def _without(self, seat: int, assertion: Assertion, cards: int) -> Assertion | None:
        """The assertion without the masks that need one of these cards; None if that disproves it."""
        if not any(mask & cards for mask in assertion.present):
            return assertion
        alive = tuple(mask for mask in assertion.present if not mask & cards)
        if alive:
            return replace(assertion, present=alive)
        witnesses = 0
        for mask in assertion.present:
            witnesses |= mask & cards
        self._prove(seat, assertion, "elsewhere", witnesses)
        return None

    def examine_assertions(self, seat: int, cards: int) -> None:
        """Tests the open assertions of a hand that shows these cards."""
        still = []
        hand = self.known_cards[seat] | cards
        is_complete = self.complete(seat)
        for assertion in self.open[seat]:
            if not (is_complete or assertion.present or hand & assertion.forbidden_cards):
                still.append(assertion)
                continue
            before = len(self.proofs)
            left = self._settle(seat, replace(assertion, seen_cards=assertion.seen_cards | cards), "shown")
            if left is not None:
                still.append(left)
            elif len(self.proofs) == before:
                self._prove(seat, assertion, "held", 0)
        self._keep(seat, still)
        if not still and not any(self.open):
            self._rest()

    def _settle(self, seat: int, assertion: Assertion, evidence: ProofKind) -> Assertion | None:
        """The assertion if it stays open; None if it held or is disproved."""
        hand = self.known_cards[seat] | assertion.seen_cards
        against = hand & assertion.forbidden_cards
        if against:
            self._prove(seat, assertion, evidence, against)
            return None
        if assertion.present and any(hand & mask == mask for mask in assertion.present):
            return None
        if self.complete(seat):
            if assertion.present:
                missing: ProofKind = "known" if evidence == "known" else "missing"
                self._prove(seat, assertion, missing, hand)
            return None
        return assertion

    def drain(self) -> list[Proof]:
        """Returns and removes the proofs since the last call, oldest assertion first."""
        proofs = sorted(self.proofs, key=lambda proof: proof.version)
        self.proofs.clear()
        self.settled_assertions.clear()
        return proofs

    def drop(self) -> list[tuple[int, Assertion]]:
        """Removes and returns every assertion that the log left open and that may be false, each with its seat."""
        assertions = [(seat, assertion) for seat, open_ in enumerate(self.open) for assertion in open_]
        assertions += [(proof.seat, assertion) for assertion, proof in self.overdue_assertions if proof.how != "held"]
        self.open = [[] for _ in self.open]
        self.overdue_assertions = []
        return assertions
