"""The judge of Casino: what a play said of the hand that it left is weighed against every deal that fits the log.

Two things are said. A build says that a card is kept which takes it (casino.improper-build); a trail or a build against a build
of one's own says that nothing in the hand could take, duplicate or raise (casino.own-build). The first is proven or upheld by
cards shown and by counting. The second is proven by cards known or shown alone: which hands could do nothing is too much to
count.

In draw Casino a hand also gains cards. Those that it held when it spoke lie in its first places, those drawn since in later
ones; a card that comes out of it may have lain in any place that it had by then. So the cards shown are matched with places, each
of which has a time (Hall, 1935); with no draw in between all places are first ones, and the same sums hold.
"""

from collections.abc import Sequence
from typing import NamedTuple, Self

from referee.games.casino.table.board import CasinoBoard
from referee.match.knowledge import NEVER, Assertion, HandKnowledge, How

Key = tuple[int, str]
"""The version and the rule of what was asserted."""


class HandThen(NamedTuple):
    """The hand as it was when it asserted something.

    `size`: how many cards it had; `drawn`: how many it had drawn unseen in this deal by then. `past`: the cards that may come
    out of it without having been in it then, or that it had shown before. `wanted`: the cards of which it said to keep one; or
    else `table`, on which it said to be able to do nothing but trail.
    """

    size: int
    drawn: int
    past: int
    wanted: int
    table: CasinoBoard | None = None


class CasinoJudge(HandKnowledge):
    """What the log knows of each hand, and of what plays said of it.

    `seen` of an assertion are the cards known in the hand when it spoke. `spoken`: by assertion of this deal, the hand as it was.
    `came`: per seat, the cards that came out of it unknown, or were shown in it, while anything was in doubt. `drawn`: per seat,
    the cards drawn unseen. `spare`: the seats, as a mask, that may hold a card more than their `size` (casino.wrong-hand);
    `unable`: those that said to be able to do nothing, and have drawn nothing unseen since.
    """

    __slots__ = ("came", "drawn", "spare", "spoken", "unable")

    def __init__(self, pack: int, seats: int) -> None:
        super().__init__(pack, seats)
        self.came = [0] * seats
        self.drawn = [0] * seats
        self.spare = 0
        self.unable = 0
        self.spoken: dict[Key, HandThen] = {}

    def copy(self) -> Self:
        twin = super().copy()
        twin.came = self.came[:]
        twin.drawn = self.drawn[:]
        twin.spare = self.spare
        twin.unable = self.unable
        twin.spoken = self.spoken.copy()
        return twin

    def deal(self, size: Sequence[int], hands: Sequence[int | None] | None, gone: int = 0) -> None:
        super().deal(size, hands, gone)
        self.came = [0] * len(size)
        self.drawn = [0] * len(size)
        self.spare = 0
        self.unable = 0
        self.spoken = {}

    def room(self, seat: int) -> int:
        """How many cards of the hand are not known."""
        return self.size[seat] - self.known[seat].bit_count() + self._spare(seat)

    def complete(self, seat: int) -> bool:
        return not self.room(seat)

    def _spare(self, seat: int) -> int:
        """The cards that the hand may hold beyond its size: one too many, until the hand is out or while it is seen there."""
        return int(bool(self.spare >> seat & 1 and (self.size[seat] or self.known[seat])))

    def possible(self, seat: int, visible: int = -1) -> int:
        """The cards that the hand may hold; one that may have a card more may hold any that is left."""
        if self._spare(seat):
            return self.pack & ~self.elsewhere(seat, visible)
        return super().possible(seat, visible)

    def may_hold(self, seat: int, cards: int, visible: int = -1) -> bool:
        """Whether the log leaves it open, for this reader, that the hand holds all these cards at once."""
        if not self.spare or not self._spare(seat):
            return super().may_hold(seat, cards, visible)
        fits = (self.seen(seat, visible) | cards).bit_count() <= self.size[seat] + 1
        return fits and not cards & self.elsewhere(seat, visible)

    def unseen_beside(self, seat: int, card: int, visible: int = -1) -> int:
        """How many cards that a reader does not know the hand may keep once this one has left it.

        The reader sees the hands in `visible`. Below 0 the hand cannot hold the card.
        """
        left, kept = self.size[seat] - 1, self.seen(seat, visible) & ~card
        return left - kept.bit_count() + int(bool(self.spare >> seat & 1 and (left or kept)))

    # What is asserted

    def may_keep(self, seat: int, card: int, wanted: int) -> bool:
        """Whether the hand, once `card` has left it, may hold one of the cards `wanted`, by what the log knows now."""
        if self.known[seat] & ~card & wanted:
            return True
        return self.unseen_beside(seat, card) > 0 and bool(wanted & ~card & ~self.elsewhere(seat))

    def assert_kept(self, seat: int, code: str, version: int, wanted: int) -> None:
        """One of the cards `wanted` is in the hand. That none can be, by what the log knows now, is proven at once."""
        known = self.known[seat]
        if known & wanted:
            return
        said = Assertion(version, code, 0, (), known)
        self.spoken[version, code] = HandThen(self.size[seat], self.drawn[seat], self.came[seat], wanted)
        if not self.room(seat):
            self._prove(seat, said, "known", known)
        elif not self._settles(seat, said, self.free(seat)):
            self.reopen(seat, said)

    def assert_unable(self, seat: int, code: str, version: int, table: CasinoBoard, card: int) -> bool:
        """The hand that has just played `card` could do nothing but trail on this table; returns whether that may be so."""
        held = self.known[seat] | card
        said = Assertion(version, code, 0, (), held)
        size = self.size[seat] + 1 + self._spare(seat)
        self.spoken[version, code] = HandThen(size, self.drawn[seat], self.came[seat], 0, table)
        if table.obliges_any(held):
            self._prove(seat, said, "known", held)
            return False
        if self.room(seat):
            self.reopen(seat, said)
        return True

    def reopen(self, seat: int, assertion: Assertion) -> None:
        super().reopen(seat, assertion)
        then = self.spoken[assertion.version, assertion.code]
        self.sought |= then.wanted
        if then.table is not None:
            self.unable |= 1 << seat

    # What settles it

    def lay(self, seat: int, card: int) -> None:
        if not self.part(seat, card) and self.doubtful:
            self._come_to_light(seat, card)

    def learn(self, seat: int, cards: int) -> None:
        fresh = self.meet(seat, cards)
        if fresh and self.doubtful:
            self._come_to_light(seat, fresh)

    def receive(self, seat: int, card: int = 0) -> None:
        self.size[seat] += 1
        if card:
            self.known[seat] |= card
            self.told |= 1 << seat
        else:
            self.drawn[seat] += 1
            if self.unable >> seat & 1:
                self._close_past(seat)

    def _close_past(self, seat: int) -> None:
        """From here on no card that the hand shows was surely in it when it said to be able to do nothing."""
        self.unable &= ~(1 << seat)
        for at, said in enumerate(self.open[seat]):
            then = self.spoken[said.version, said.code]
            if then.table is not None:
                self.spoken[said.version, said.code] = then._replace(past=self.pack)
                self.open[seat][at] = said._replace(seen=self._seen_of(seat, said, then))

    def _seen_of(self, seat: int, said: Assertion, then: HandThen) -> int:
        """The cards known to have been in the hand when it spoke, and those that it showed since and may have drawn."""
        return said.seen | self.came[seat] & ~then.past

    def draw(self, seat: int, card: int) -> None:
        """The hand draws a known card, which is not the one that an earlier build said to be kept."""
        self.out = [out & ~card for out in self.out]
        self.receive(seat, card)
        for said in self.open[seat]:
            spoken = self.spoken[said.version, said.code]
            self.spoken[said.version, said.code] = spoken._replace(wanted=spoken.wanted & ~card)

    def miss(self, seat: int, cards: int, *, of_these: bool = False) -> None:
        """The hand holds so many cards fewer; which ones, nobody says. `of_these`: those known may be among them."""
        self.size[seat] -= cards
        surely_held = self.pack
        if self.known[seat].bit_count() > self.size[seat] or (of_these and cards):
            self.known[seat] = 0
            surely_held = self.gone
        for said in self.open[seat]:
            then = self.spoken[said.version, said.code]
            past = then.past & (surely_held if then.past != self.pack else self.pack)
            self.spoken[said.version, said.code] = then._replace(size=then.size - cards, past=past)
        self.open[seat] = [said._replace(seen=said.seen & surely_held) for said in self.open[seat]]
        self.came[seat] &= surely_held
        if self.doubtful:
            self.count()

    def allow_spare(self, seats: int) -> None:
        """These seats, as a mask, may have been dealt a card too many, which they turn over or never play."""
        for seat, open_ in enumerate(self.open):
            if seats & ~self.spare & 1 << seat:
                for said in open_:
                    spoken = self.spoken[said.version, said.code]
                    self.spoken[said.version, said.code] = spoken._replace(
                        size=spoken.size + (spoken.table is not None)
                    )
        self.spare |= seats

    def turn_over(self, seat: int, card: int) -> None:
        """The hand turns over a card too many: it leaves the hand, which keeps its size."""
        self.spare &= ~(1 << seat)
        self.gone |= card
        fresh = card & ~self.known[seat]
        self.known[seat] &= ~card
        if self.doubtful:
            self._come_to_light(seat, fresh)

    def expose(self, card: int) -> None:
        """A card that was never played lies face up, and is no longer in the hand that it was known to be in."""
        self.gone |= card
        self.known = [known & ~card for known in self.known]
        if self.doubtful:
            self.count()

    def found(self, holder: int, cards: int, since: int = 0) -> None:
        """What lies in one hand is counted as what lies anywhere."""

    def _come_to_light(self, seat: int, cards: int) -> None:
        """Cards of this hand are seen for the first time.

        What it said is settled by a card that it said to keep, or by its last unknown one: others leave as many for it as they
        fill of it. What other hands said is settled by the last card that they could have kept, or once too few are left.
        """
        self.came[seat] |= cards
        wanted = cards & self.sought
        if self.open[seat]:
            whole = not self.room(seat)
            if wanted or whole or self.unable >> seat & 1:
                self._hear(seat, cards, whole)
        self.patience -= cards.bit_count()
        if self.patience < 0:
            self.count()
        elif wanted:
            for other, open_ in enumerate(self.open):
                if open_ and other != seat:
                    self.open[other] = [said for said in open_ if not self._has_lost(other, said, wanted)]

    def _hear(self, seat: int, cards: int, whole: bool) -> None:
        """Settles what these cards settle of what their hand said."""
        free, still = self.free(seat), []
        for said in self.open[seat]:
            then = self.spoken[said.version, said.code]
            concerns = whole or cards & then.wanted if then.table is None else cards & ~then.past
            if not (concerns and self._settles(seat, said, free)):
                still.append(said)
        self.open[seat] = still

    def _has_lost(self, seat: int, said: Assertion, cards: int) -> bool:
        """Whether these cards of another hand were the last that this one may have kept; then it is proven."""
        then = self.spoken[said.version, said.code]
        if not cards & then.wanted:
            return False
        free = self.free(seat)
        return not free & then.wanted and self._settles(seat, said, free)

    def count(self) -> None:
        """Settles what the cards seen, and those that are left to see, prove or leave no doubt about."""
        self.patience = NEVER
        unplaced = self.unplaced()
        for seat, open_ in enumerate(self.open):
            if open_:
                self.open[seat] = [said for said in open_ if not self._settles(seat, said, unplaced & ~self.out[seat])]

    def _settles(self, seat: int, said: Assertion, free: int) -> bool:
        """Whether nothing is left in doubt of an assertion; then it is proven or upheld."""
        then = self.spoken[said.version, said.code]
        seen = self._seen_of(seat, said, then)
        verdict = self._weighed(seat, seen, then, free) if then.table is None else _refuted(seen, then, then.table)
        if verdict is not None:
            self._prove(seat, said, *verdict)
        return verdict is not None

    def _weighed(self, seat: int, seen: int, then: HandThen, free: int) -> tuple[How, int] | None:
        """What is certain of a hand that said to keep one of the cards `wanted`, and by which cards; None while nothing is.

        It did where more of them came out of it than it has drawn since, or where too few others are left to have filled it.
        """
        wanted = then.wanted
        shown = (seen & wanted).bit_count()
        others = seen.bit_count() - shown
        slack = (free & ~wanted).bit_count() - (then.size - others)
        if slack < 0 or (shown and shown > self.drawn[seat] - then.drawn):
            return "upheld", 0
        if not shown:
            if not free & wanted:
                return ("elsewhere", wanted) if self.room(seat) else ("missing", seen)
            if not self.room(seat):
                return "missing", seen
        self.patience = min(self.patience, slack)
        return None

    def let_go(self) -> None:
        """Settles what hands said that are out: their card never came, or nothing contradicts it."""
        if 0 not in self.size:
            return
        self.count()
        for seat, open_ in enumerate(self.open):
            if open_ and not self.size[seat]:
                for said in open_:
                    self._prove(seat, said, "upheld", 0)
                self.open[seat] = []


def _refuted(seen: int, then: HandThen, table: CasinoBoard) -> tuple[How, int] | None:
    """What is certain of a hand that said to be able to do nothing: it is refuted by what was seen, or seen whole."""
    if table.obliges_any(seen):
        return "shown", seen
    return ("upheld", 0) if seen.bit_count() >= then.size else None
