"""What lies on the table, and what the rules let a card do with it.

The questions of `legal` (what may come?) and of `check` (may this?) are answered here out of the same families of
groups; there is no other place that knows what a take, a build, a duplicate or a raise is.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations, repeat
from typing import NamedTuple

from referee.cards import FRENCH, bits
from referee.games.casino.events import Build, Duplicate, Raise, Take
from referee.games.casino.groups import Groups, groups
from referee.games.casino.values import SAME_RANK, Values


class Standing(NamedTuple):
    """A build on the table: whose it is, its value and its cards; multiple when it holds more than one group."""

    id: str
    owner: int
    value: int
    cards: int
    multiple: bool


class Board(NamedTuple):
    """Loose cards and builds, for a side that may not take the cards `barred`.

    `captures`: how many of its rank a face without value takes (casino.take).
    """

    values: Values
    loose: int
    builds: tuple[Standing, ...]
    captures: int
    barred: int

    @property
    def groups(self) -> Groups:
        """The groups of the loose cards."""
        return groups(self.loose, self.values)

    def open(self) -> "Board":
        """What the side may take: no barred card, nor a build that holds one (casino.exposed)."""
        if not self.barred:
            return self
        builds = tuple(build for build in self.builds if not build.cards & self.barred)
        return self._replace(loose=self.loose & ~self.barred, builds=builds, barred=0)

    # What may come: plays in batches, none of them listed before it is asked for

    def takes(self, seat: int, card: int) -> Iterator[Iterable[Take]]:
        """Every take that the card allows."""
        if self.barred:
            yield from self.open().takes(seat, card)
            return
        name = FRENCH.name(card)
        worths = self.values.of[card]
        if not worths:
            mates = FRENCH.cards(self.loose & SAME_RANK[card])
            for n in range(1, self.captures + 1):
                yield [Take(seat, name, cards, ()) for cards in combinations(mates, n)]
            return
        families = {worth: self.groups.beside(worth) for worth in worths}
        alone = 0
        for family in families.values():
            alone |= family
        yield map(Take, repeat(seat), repeat(name), self.groups.sets(alone & ~1), repeat(()))
        for worth, family in families.items():
            standing = [build.id for build in self.builds if build.value == worth]
            for n in range(1, len(standing) + 1):
                for ids in combinations(standing, n):
                    yield map(Take, repeat(seat), repeat(name), self.groups.sets(family), repeat(ids))

    def new_builds(self, seat: int, card: int, kept: int) -> Iterator[Iterable[Build]]:
        """Every build that the card allows, where the hand keeps one of the cards `kept` (casino.build)."""
        name = FRENCH.name(card)
        for value, worth in self.values.worth.items():
            if worth & kept:
                sets = self.groups.sets(self._joined(card, value) & ~1)
                yield map(Build, repeat(seat), repeat(name), sets, repeat(value))

    def duplicates(self, seat: int, card: int, kept: int) -> Iterator[Iterable[Duplicate]]:
        """Every duplicate that the card allows (casino.duplicate)."""
        name = FRENCH.name(card)
        for build in self.builds:
            if self.values.worth.get(build.value, 0) & kept:
                sets = self.groups.sets(self._joined(card, build.value))
                yield map(Duplicate, repeat(seat), repeat(name), sets, repeat(build.id))

    def raises(self, seat: int, card: int, kept: int) -> Iterator[Iterable[Raise]]:
        """Every raise that the card allows (casino.raise)."""
        name = FRENCH.name(card)
        for build in self.builds:
            if not build.multiple:
                values = [v for v in self.lifted(card, build) if self.values.worth.get(v, 0) & kept]
                yield [Raise(seat, name, build.id, value) for value in values]

    def obliging(self, seat: int, card: int, kept: int) -> Iterator[Iterable[Take | Duplicate | Raise]]:
        """What satisfies the duty to a build of one's own (casino.own-build)."""
        return chain(self.takes(seat, card), self.duplicates(seat, card, kept), self.raises(seat, card, kept))

    def _joined(self, card: int, value: int) -> int:
        """The family of the loose sets that, with the card, split into groups of `value`."""
        family = 0
        for worth in self.values.of[card]:
            if worth <= value:
                family |= self.groups.beside(value, value - worth)
        return family

    # May this?

    def takes_them(self, card: int, cards: int, builds: list[Standing]) -> bool:
        """Whether the card takes these loose cards and builds (casino.take)."""
        if not (cards or builds):
            return False
        worths = self.values.of[card]
        if not worths:
            return not (builds or cards & ~SAME_RANK[card]) and cards.bit_count() <= self.captures
        chosen = groups(cards, self.values)
        return any(chosen.all_split(worth) and all(build.value == worth for build in builds) for worth in worths)

    def adds_up(self, card: int, cards: int, value: int) -> bool:
        """Whether the card and these loose cards split into groups of `value`."""
        chosen = groups(cards, self.values)
        worths = self.values.of[card]
        return any(worth <= value and chosen.all_split(value, value - worth) for worth in worths)

    def one_group(self, card: int, cards: int, value: int) -> bool:
        """Whether the card and these loose cards make up the value as one group: a single build."""
        chosen = groups(cards, self.values)
        return any(chosen.all_sum(value - worth) for worth in self.values.of[card])

    def lifted(self, card: int, build: Standing) -> tuple[int, ...]:
        """The values that a build may have with the card added to it."""
        return tuple(build.value + added for added in self.values.of[card])

    def holding(self, value: int) -> tuple[int, ...]:
        """The cards that would take a build of this value, each by itself."""
        return tuple(bits(self.values.worth.get(value, 0)))
