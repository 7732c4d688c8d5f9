"""The judge of two packs: each name exists once per seat, and what was seen is judged per seat.

A card that is shuffled back into a pack can be in the hand again only once it was drawn after that shuffle. So the cards
that the log does not know are counted by the shuffle they were taken after, and a card that came back at shuffle k only
fits where one was taken after k or later.
"""

from typing import Self

from referee.cards import bits
from referee.match.judge.knowledge import Knowledge
from referee.match.state import ALL

SEATS = 2
Counts = list[int]
"""How many cards were taken after shuffle 0 (the deal), 1, 2, ... of a pack."""


class CoronaKnowledge(Knowledge):
    """Per seat, beside the hand: `placed` cards lie open or aside, `last` is the pack's last card while it must be there.

    `returned[k]` came back at shuffle k and were not seen since. `unknown` counts the cards of the hand that the log does not
    know, `closed` all its cards (none is known to the public), `unseen` those of the cementerio that nobody named.
    """

    __slots__ = ("closed", "last", "placed", "returned", "unknown", "unseen")

    def __init__(self, pack: int) -> None:
        super().__init__(pack, SEATS)
        self.begin([0] * SEATS, [0] * SEATS, 0)

    def begin(self, known: list[int], last: list[int], size: int) -> None:
        """A new battle: hands of `size` cards, of which these are known; `last` cards lie at the bottom of the packs."""
        self.deal([size] * SEATS, known)
        self.placed = [0] * SEATS
        self.last = last[:]
        self.returned = [[0] for _ in range(SEATS)]
        self.unknown: list[Counts] = [[size - hand.bit_count()] for hand in known]
        self.closed: list[Counts] = [[size] for _ in range(SEATS)]
        self.unseen: list[Counts] = [[0] for _ in range(SEATS)]

    def copy(self) -> Self:
        twin = super().copy()
        twin.placed = self.placed[:]
        twin.last = self.last[:]
        twin.returned = [masks[:] for masks in self.returned]
        twin.unknown = [counts[:] for counts in self.unknown]
        twin.closed = [counts[:] for counts in self.closed]
        twin.unseen = [counts[:] for counts in self.unseen]
        return twin

    def veil(self, visible: int) -> None:
        for seat in range(SEATS):
            known, counts = self._read(seat, visible)
            self.known[seat], self.unknown[seat] = known, counts[:]

    # What may be where

    def possible(self, seat: int, visible: int = -1) -> int:
        """The cards that the hand may hold, for a reader who sees the hands in the bit mask `visible`."""
        known, counts = self._read(seat, visible)
        return known | self._candidates(seat, known, counts)

    def may_hold(self, seat: int, cards: int, visible: int = ALL) -> bool:
        """Whether the log leaves it open, for this reader, that the hand holds all these cards at once."""
        if visible != ALL:
            return super().may_hold(seat, cards, visible)
        known = self.known[seat]
        return self._fits(seat, known, self.unknown[seat], cards & ~known)

    def may_lie_unseen(self, seat: int, cards: int) -> bool:
        """Whether all these cards may be among those of the cementerio that nobody named."""
        return self._fits(seat, self.known[seat], self.unseen[seat], cards)

    def may_turn(self, seat: int, size: int, visible: int = -1) -> int:
        """The cards that may come next from a pack of `size` whose order is unknown, for this reader."""
        last = self.last[seat]
        if size == 1 and last:
            return last
        known, counts = self._read(seat, visible)
        free = self.pack & ~(self.placed[seat] | last | known)
        if len(counts) == 1:
            return free
        return sum(card for card in bits(free) if self._leaves_enough(seat, known | card, counts))

    def may_leave(self, seat: int, size: int, cards: int, count: int) -> bool:
        """Whether the next `count` cards of a pack of `size` may be these, and others that nobody saw."""
        last, known = self.last[seat], self.known[seat]
        free = self.pack & ~(self.placed[seat] | known)
        if count < size:
            free &= ~last
        elif last & ~cards and cards.bit_count() == count:
            return False
        return not cards & ~free and self._leaves_enough(seat, known | cards, self.unknown[seat])

    def may_be_drawn(self, seat: int, card: int, shuffle: int) -> bool:
        """Whether a card of the hand that was drawn after this shuffle may be this one."""
        if self._since(seat, card) > shuffle:
            return False
        known, counts = self.known[seat], self.unknown[seat][:]
        if known & card:
            return True
        if not counts[shuffle] or card & ~self._candidates(seat, known, counts):
            return False
        counts[shuffle] -= 1
        return self._leaves_enough(seat, known | card, counts)

    def _read(self, seat: int, visible: int) -> tuple[int, Counts]:
        """The known cards of a hand, and the count of the others, for this reader."""
        if visible >> seat & 1:
            return self.known[seat], self.unknown[seat]
        return 0, self.closed[seat]

    def _since(self, seat: int, card: int) -> int:
        """The shuffle that brought the card back to the pack; 0 if none did since it was last seen."""
        return next((k for k, cards in enumerate(self.returned[seat]) if cards & card), 0)

    def _candidates(self, seat: int, known: int, counts: Counts) -> int:
        """The cards that one of those so counted may be."""
        newest = max((k for k, count in enumerate(counts) if count), default=None)
        if newest is None:
            return 0
        free = self.pack & ~(self.placed[seat] | self.last[seat] | known)
        for later in self.returned[seat][newest + 1 :]:
            free &= ~later
        return free

    def _fits(self, seat: int, known: int, counts: Counts, cards: int) -> bool:
        """Whether all these cards at once may be among those so counted."""
        if cards & ~self._candidates(seat, known, counts):
            return False
        left = counts[:]
        return all(_take(left, self._since(seat, card)) for card in bits(cards))

    def _leaves_enough(self, seat: int, known: int, counts: Counts) -> bool:
        """Whether enough cards are left for all that are counted as taken, shuffle by shuffle, when these are known."""
        free = self.pack & ~(self.placed[seat] | self.last[seat] | known)
        returned, taken = self.returned[seat], 0
        for shuffle, (held, unseen) in enumerate(zip(counts, self.unseen[seat], strict=True)):
            taken += held + unseen
            later = sum(returned[shuffle + 1 :])
            if (free & ~later).bit_count() < taken:
                return False
        return True

    # What moves

    def place(self, seat: int, card: int) -> None:
        """A card lies open now, or aside."""
        self.placed[seat] |= card
        self.last[seat] &= ~card
        self.returned[seat] = [cards & ~card for cards in self.returned[seat]]

    def lay(self, seat: int, card: int) -> None:
        """A card leaves the hand, face up."""
        since = self._since(seat, card)
        self.size[seat] -= 1
        _take(self.closed[seat], since)
        if self.known[seat] & card:
            self.known[seat] ^= card
        else:
            _take(self.unknown[seat], since)
        self.place(seat, card)

    def learn(self, seat: int, cards: int) -> None:
        """The hand is seen to hold these cards now."""
        for card in bits(cards & ~self.known[seat]):
            _take(self.unknown[seat], self._since(seat, card))
        self.known[seat] |= cards

    def name_drawn(self, seat: int, card: int, shuffle: int) -> None:
        """A card of the hand that was drawn after this shuffle was this one."""
        if not self.known[seat] & card:
            self.unknown[seat][shuffle] -= 1
            self.known[seat] |= card

    def receive(self, seat: int, card: int = 0) -> None:
        """The hand draws a card: known, or 0 for one unseen."""
        self.size[seat] += 1
        self.closed[seat][-1] += 1
        if card:
            self.known[seat] |= card
            self.last[seat] &= ~card
        else:
            self.unknown[seat][-1] += 1

    def bury_unseen(self, seat: int) -> None:
        """A card that nobody saw went from the pack to the cementerio."""
        self.unseen[seat][-1] += 1

    def shuffle(self, seat: int, cards: int, hidden: int) -> None:
        """These cards of the cementerio return to the pack, `hidden` ones among them unnamed until now."""
        for card in bits(hidden):
            _take(self.unseen[seat], self._since(seat, card))
        self.placed[seat] &= ~cards
        self.last[seat] = 0
        self.returned[seat] = [*(masks & ~cards for masks in self.returned[seat]), cards]
        for counts in (self.unknown[seat], self.closed[seat], self.unseen[seat]):
            counts.append(0)


def _take(counts: Counts, since: int) -> bool:
    """Takes one from the earliest of the counts from `since` on; says whether there was one."""
    for shuffle in range(since, len(counts)):
        if counts[shuffle]:
            counts[shuffle] -= 1
            return True
    return False
