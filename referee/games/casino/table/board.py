"""What lies on the table, and what the rules let a card do with it.

The questions of `legal` (what may come?) and of `check` (may this?) are answered here out of the same families of
groups; there is no other place that knows what a take, a build, a duplicate or a raise is.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, repeat
from typing import NamedTuple

from referee.cards import FRENCH, bits
from referee.games.casino.events import Build, Duplicate, Raise, Take
from referee.games.casino.table.groups import EMPTY, CardGroups, groups, splits, sum_to, sums
from referee.games.casino.table.layout import StandingBuild
from referee.games.casino.table.values import SAME_RANK, Values


class CasinoBoard(NamedTuple):
    """Loose cards and builds, for a side that may not take the cards `barred`.

    `captures`: how many of its rank a face without value takes (casino.take).
    """

    values: Values
    loose: int
    builds: tuple[StandingBuild, ...]
    captures: int
    barred: int

    @property
    def groups(self) -> CardGroups:
        """The groups of the loose cards."""
        return groups(self.loose, self.values)

    def open(self) -> "CasinoBoard":
        """What the side may take: no barred card, nor a build that holds one (casino.exposed)."""
        if not self.barred:
            return self
        builds = tuple(build for build in self.builds if not build.cards & self.barred)
        return self._replace(loose=self.loose & ~self.barred, builds=builds, barred=0)

    # Whether anything may come: asked of the sums alone, so a crowded table answers as quickly as an empty one

    @property
    def sums(self) -> int:
        """The sums that some of the loose cards make, as bits; none of them sum to 0."""
        return sums(self.loose, self.values)

    def mates(self, card: int) -> int:
        """The loose cards that a face without value may take."""
        return 0 if self.values.of[card] else self.loose & SAME_RANK[card]

    def takeable(self, card: int) -> list[int]:
        """The values of the card for which a group lies loose or a build stands."""
        standing = {build.value for build in self.builds}
        return [worth for worth in self.values.of[card] if self.sums >> worth & 1 or worth in standing]

    def rests(self, card: int, value: int) -> list[int]:
        """What loose cards may add to this one to make up the value; 0 where it is the value by itself."""
        return [value - n for n in self.values.of[card] if n <= value and self.sums >> (value - n) & 1]

    def duplicable(self, card: int, kept: int) -> list[StandingBuild]:
        """The builds that the card duplicates, where the hand keeps one of the cards `kept` (casino.duplicate)."""
        return [b for b in self.builds if self.worth(b.value) & kept and self.rests(card, b.value)]

    def raisable(self, card: int, kept: int) -> list[tuple[StandingBuild, int]]:
        """The builds that the card raises, each with its new value (casino.raise)."""
        single = (build for build in self.builds if not build.multiple)
        return [(b, value) for b in single for value in self.lifted(card, b) if self.worth(value) & kept]

    def obliges(self, card: int, kept: int) -> bool:
        """Whether the card can take, duplicate or raise, which a build of one's own demands (casino.own-build)."""
        open_ = self.open()
        return bool(
            open_.mates(card) or open_.takeable(card) or self.duplicable(card, kept) or self.raisable(card, kept)
        )

    def worth(self, value: int) -> int:
        """The cards of this value."""
        return self.values.worth.get(value, 0)

    # What may come: plays in batches, none of them listed before it is asked for

    def takes(self, seat: int, card: int) -> Iterator[Iterable[Take]]:
        """Every take that the card allows."""
        name, mates = FRENCH.name(card), FRENCH.cards(self.mates(card))
        for n in range(1, self.captures + 1 if mates else 0):
            yield [Take(seat, name, cards, ()) for cards in combinations(mates, n)]
        families = {worth: self.groups.beside(worth) for worth in self.takeable(card)}
        alone = 0
        for family in families.values():
            alone |= family
        yield map(Take, repeat(seat), repeat(name), self.groups.sets(alone & ~EMPTY), repeat(()))
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
                sets = self.groups.sets(self._joined(card, value) & ~EMPTY)
                yield map(Build, repeat(seat), repeat(name), sets, repeat(value))

    def obliging(self, seat: int, card: int, kept: int) -> Iterator[Iterable[Take | Duplicate | Raise]]:
        """Every take, duplicate and raise that the card allows."""
        name = FRENCH.name(card)
        yield from self.open().takes(seat, card)
        for build in self.duplicable(card, kept):
            sets = self.groups.sets(self._joined(card, build.value))
            yield map(Duplicate, repeat(seat), repeat(name), sets, repeat(build.id))
        yield [Raise(seat, name, build.id, value) for build, value in self.raisable(card, kept)]

    def _joined(self, card: int, value: int) -> int:
        """The family of the loose sets that, with the card, split into groups of `value`."""
        family = 0
        for rest in self.rests(card, value):
            family |= self.groups.beside(value, rest)
        return family

    # May this?

    def takes_them(self, card: int, cards: int, builds: Sequence[StandingBuild]) -> bool:
        """Whether the card takes these loose cards and builds (casino.take)."""
        if not (cards or builds):
            return False
        worths = self.values.of[card]
        if not worths:
            return not (builds or cards & ~SAME_RANK[card]) and cards.bit_count() <= self.captures
        return any(
            all(build.value == worth for build in builds) and splits(cards, self.values, worth) for worth in worths
        )

    def adds_up(self, card: int, cards: int, value: int) -> bool:
        """Whether the card and these loose cards split into groups of `value`."""
        worths = self.values.of[card]
        return any(worth <= value and splits(cards, self.values, value, value - worth) for worth in worths)

    def one_group(self, card: int, cards: int, value: int) -> bool:
        """Whether the card and these loose cards make up the value as one group: a single build."""
        return any(sum_to(cards, self.values, value - worth) for worth in self.values.of[card])

    def lifted(self, card: int, build: StandingBuild) -> tuple[int, ...]:
        """The values that a build may have with the card added to it."""
        return tuple(build.value + added for added in self.values.of[card])

    def holding(self, value: int) -> tuple[int, ...]:
        """The cards that would take a build of this value, each by itself."""
        return tuple(bits(self.worth(value)))
