"""Which cards of a pack may have been taken when, by the shuffles between.

A card that came back to the pack at shuffle k was taken after k or later, or lies there still. So what the log did not
see taken is counted by the shuffle it was taken after, and whether some cards can be those is a matching with dates: each
count needs as many cards that came no later than it (Hall, 1935), and a card seen since takes the place of one of those
that it may have been (the earliest that is left to it, the most pressing first: Glover, 1967).
"""

from collections.abc import Sequence
from operator import attrgetter

from msgspec import Struct

Counts = tuple[int, ...]
"""How many cards belong to shuffle 0 (the deal), 1, 2, ... of a pack."""


class Span(Struct, frozen=True):
    """After which shuffles a card may have been taken: the first of them, and the last."""

    since: int
    until: int


class TakenUnseen(Struct, frozen=True):
    """Cards of one hand, or of one cementerio, that the log did not see taken: `counts[k]` of them after shuffle k.

    A card seen since is not counted any more where it is known after which shuffle it was taken. Where it is not, it still
    is, and `seen` says when it may have been.
    """

    counts: Counts
    seen: tuple[Span, ...] = ()

    @property
    def size(self) -> int:
        """How many of them nobody has seen yet."""
        return sum(self.counts) - len(self.seen)

    def more(self, count: int) -> "TakenUnseen":
        """With so many more, taken now."""
        counts = self.counts
        return TakenUnseen((*counts[:-1], counts[-1] + count), self.seen)

    def shuffled(self) -> "TakenUnseen":
        """After one more shuffle of the pack."""
        return TakenUnseen((*self.counts, 0), self.seen)

    def naming(self, since: int) -> "TakenUnseen":
        """With one of them seen now to be a card that lay in the pack from shuffle `since` on."""
        counts = self.counts
        now = len(counts) - 1
        if since == now:
            return TakenUnseen((*counts[:-1], counts[-1] - 1), self.seen)
        return TakenUnseen(counts, (*self.seen, Span(since, now)))

    def less(self, shuffle: int) -> "TakenUnseen":
        """Without one that was taken after this shuffle."""
        counts = self.counts
        return TakenUnseen((*counts[:shuffle], counts[shuffle] - 1, *counts[shuffle + 1 :]), self.seen)

    def dated(self, span: Span, shuffle: int) -> "TakenUnseen":
        """With a card that may have been taken in this span known to have been taken after this shuffle."""
        if span.since == span.until:
            return self
        at = self.seen.index(span)
        return TakenUnseen(self.counts, self.seen[:at] + self.seen[at + 1 :]).less(shuffle)

    def unnamed(self) -> Counts | None:
        """What is left of the counts when the cards seen were taken as early as can be; None where they cannot be placed."""
        if min(self.counts) < 0:
            return None
        if not self.seen:
            return self.counts
        waiting = sorted(self.seen, key=attrgetter("until"))
        left: list[int] = []
        for shuffle, count in enumerate(self.counts):
            placed = [span for span in waiting if span.since <= shuffle][:count]
            for span in placed:
                waiting.remove(span)
            if waiting and waiting[0].until <= shuffle:
                return None
            left.append(count - len(placed))
        return tuple(left)


def fits(cards: Sequence[int], *taken: TakenUnseen) -> bool:
    """Whether there are cards for all that was taken, where `cards[k]` of those that may be it came at shuffle k."""
    spare = 0
    left = [each.unnamed() for each in taken]
    for shuffle, count in enumerate(cards):
        spare += count
        for counts in left:
            if counts is None:
                return False
            spare -= counts[shuffle]
        if spare < 0:
            return False
    return True
