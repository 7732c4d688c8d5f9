"""Possible dates of cards taken from a pack: the shuffles after which each may have been taken.

A card that came back to the pack at shuffle k was taken after k or later, or lies there still. So cards that the log did not
see taken are counted by the shuffle before them. Some cards can be those if a matching with dates exists: each count needs as
many cards that came no later than it (Hall, 1935), and a card seen since takes the place of one of those that it may have been
(the earliest that is left to it, the most pressing first: Glover, 1967).
"""

from collections.abc import Sequence
from operator import attrgetter

from msgspec import Struct

Counts = tuple[int, ...]
"""The number of cards that belong to shuffle 0 (the deal), 1, 2, ... of a pack."""


class Span(Struct, frozen=True):
    """The shuffles after which a card may have been taken: the first of them, and the last."""

    since: int
    until: int


class UnseenCards(Struct, frozen=True):
    """Cards of one hand, or of one cementerio, that the log did not see taken: `counts[k]` of them after shuffle k.

    A card seen since is counted no longer if its shuffle is known. If not, it is still counted, and `spans` has its own.
    """

    counts: Counts
    spans: tuple[Span, ...] = ()

    @property
    def size(self) -> int:
        """The number of them that were never seen."""
        return sum(self.counts) - len(self.spans)

    def more(self, count: int) -> "UnseenCards":
        """These cards and so many more, taken now."""
        counts = self.counts
        return UnseenCards((*counts[:-1], counts[-1] + count), self.spans)

    def after_shuffle(self) -> "UnseenCards":
        """These cards after one more shuffle of the pack."""
        return UnseenCards((*self.counts, 0), self.spans)

    def naming(self, since: int) -> "UnseenCards":
        """These cards after one of them is seen: a card that lay in the pack from shuffle `since` on."""
        counts = self.counts
        now = len(counts) - 1
        if since == now:
            return UnseenCards((*counts[:-1], counts[-1] - 1), self.spans)
        return UnseenCards(counts, (*self.spans, Span(since, now)))

    def less(self, shuffle: int) -> "UnseenCards":
        """These cards without one that was taken after this shuffle."""
        counts = self.counts
        return UnseenCards((*counts[:shuffle], counts[shuffle] - 1, *counts[shuffle + 1 :]), self.spans)

    def with_date(self, span: Span, shuffle: int) -> "UnseenCards":
        """These cards after a card of this span is known to have been taken after this shuffle."""
        if span.since == span.until:
            return self
        at = self.spans.index(span)
        return UnseenCards(self.counts, self.spans[:at] + self.spans[at + 1 :]).less(shuffle)

    def counts_left(self) -> Counts | None:
        """The counts of unseen cards if the seen ones were taken as early as possible; None if these have no place."""
        if min(self.counts) < 0:
            return None
        if not self.spans:
            return self.counts
        waiting = sorted(self.spans, key=attrgetter("until"))
        left: list[int] = []
        for shuffle, count in enumerate(self.counts):
            group = [span for span in waiting if span.since <= shuffle][:count]
            for span in group:
                waiting.remove(span)
            if waiting and waiting[0].until <= shuffle:
                return None
            left.append(count - len(group))
        return tuple(left)


def fits(cards: Sequence[int], *hands: UnseenCards) -> bool:
    """True if there are cards for all `hands`. `cards[k]`: number of possible cards that came to the pack at shuffle k."""
    spare = 0
    left = [each.counts_left() for each in hands]
    for shuffle, count in enumerate(cards):
        spare += count
        for counts in left:
            if counts is None:
                return False
            spare -= counts[shuffle]
        if spare < 0:
            return False
    return True
