"""The table, and the plays of a card that the rules allow on it.

The legal plays and the check of a play are both answered here out of the same families of groups. No other place defines a
take, a build, a duplicate or a raise.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial, reduce
from itertools import chain, combinations
from operator import or_
from typing import NamedTuple, TypeVar

from msgspec import UNSET

from referee.cards import FRENCH, bits
from referee.games.casino.events import Build, Duplicate, Raise, Take
from referee.games.casino.table.choices import GroupsChoice, TakenGroupsChoice
from referee.games.casino.table.groups import EMPTY, CardGroups, Cards, groups, parts, splits, sum_to, sums
from referee.games.casino.table.layout import StandingBuild
from referee.games.casino.table.values import SAME_RANK, Values
from referee.match.choice import Choice, Ways, few
from referee.match.events import Event

P = TypeVar("P", bound=Event)


class CasinoBoard(NamedTuple):
    """Loose cards and builds, for a side that may not take the cards of `barred`.

    `captures`: the number of cards of its rank that a face without value takes at most (casino.take).
    """

    values: Values
    loose: int
    builds: tuple[StandingBuild, ...]
    captures: int
    barred: int

    def groups(self, value: int) -> CardGroups:
        """The groups of the loose cards that may sum up to this value."""
        return groups(self.loose & self.values.within[value], self.values)

    def open(self) -> "CasinoBoard":
        """The part of the table that the side may take: no barred card, nor a build that holds one (casino.exposed)."""
        if not self.barred:
            return self
        builds = tuple(build for build in self.builds if not build.cards & self.barred)
        return self._replace(loose=self.loose & ~self.barred, builds=builds, barred=0)

    # The existence of a play: answered from the sums alone, so a crowded table takes no longer than an empty one

    @property
    def sums(self) -> int:
        """The sums that some of the loose cards make, as bits; the empty set sums 0."""
        return sums(self.loose, self.values)

    def mates(self, card: int) -> int:
        """The loose cards that a face without value may take."""
        return 0 if self.values.of[card] else self.loose & SAME_RANK[card]

    def takeable(self, card: int) -> list[int]:
        """The values of the card for which a group lies loose or a build stands."""
        standing = {build.value for build in self.builds}
        return [worth for worth in self.values.of[card] if self.sums >> worth & 1 or worth in standing]

    def rests(self, card: int, value: int) -> list[int]:
        """The sums of loose cards that make up the value together with this card; 0 if the card has the value by itself."""
        return [value - n for n in self.values.of[card] if n <= value and self.sums >> (value - n) & 1]

    def duplicable(self, card: int, hand_after: int) -> list[StandingBuild]:
        """The builds that the card duplicates, for a hand that keeps the cards of `hand_after` (casino.duplicate)."""
        return [b for b in self.builds if self.worth(b.value) & hand_after and self.rests(card, b.value)]

    def raisable(self, card: int, hand_after: int) -> list[tuple[StandingBuild, int]]:
        """The builds that the card raises, each with its new value, for a hand that keeps `hand_after` (casino.raise)."""
        single = (build for build in self.builds if not build.multiple)
        return [(b, value) for b in single for value in self.raised_values(card, b) if self.worth(value) & hand_after]

    def obliges(self, card: int, hand_after: int) -> bool:
        """True if the card can take, duplicate or raise, which a build of one's own demands (casino.own-build)."""
        open_ = self.open()
        return bool(
            open_.mates(card)
            or open_.takeable(card)
            or self.duplicable(card, hand_after)
            or self.raisable(card, hand_after)
        )

    def obliges_any(self, hand: int) -> bool:
        """True if some card of this hand can take, duplicate or raise."""
        return any(self.obliges(card, hand & ~card) for card in bits(hand))

    def worth(self, value: int) -> int:
        """The cards of this value."""
        return self.values.worth.get(value, 0)

    # The legal plays: lazy, so that none is listed before it is asked for

    def takes(self, seat: int, card: int) -> Iterator[Ways[Take]]:
        """Every take that the card allows."""
        name, mates = FRENCH.name(card), FRENCH.cards(self.mates(card))
        if mates:
            picks = chain.from_iterable(combinations(mates, n) for n in range(1, self.captures + 1))
            yield few([Take(seat, name, cards, ()) for cards in picks])
        if worths := self.takeable(card):
            yield self._takes_of_groups(seat, name, worths)

    def _takes_of_groups(self, seat: int, name: str, worths: Sequence[int]) -> Ways[Take]:
        """The takes of a card that counts in one of these ways."""
        standing = {worth: tuple(build.id for build in self.builds if build.value == worth) for worth in worths}
        choices = tuple(
            Choice(
                "take",
                seat,
                TakenGroupsChoice(self._parts(worth), worth, 0 if ids else 1, ids or UNSET),
                card=name,
                cards=(),
            )
            for worth, ids in standing.items()
        )
        table = self.groups(max(worths))
        if table.is_crowded:
            return Ways(None, (), choices)
        families = {worth: table.beside(worth) for worth in worths}
        batches: list[tuple[int, tuple[str, ...]]] = [(reduce(or_, families.values()) & ~EMPTY, ())]
        for worth, ids in standing.items():
            subsets = chain.from_iterable(combinations(ids, n) for n in range(1, len(ids) + 1))
            batches += [(families[worth], some) for some in subsets]
        every = (_each(table, family, partial(Take, seat, name, builds=ids)) for family, ids in batches)
        return Ways(table.count([family for family, _ in batches]), chain.from_iterable(every), choices)

    def new_builds(self, seat: int, card: int, hand_after: int) -> Iterator[Ways[Build]]:
        """Every build that the card allows, for a hand that keeps the cards of `hand_after` (casino.build)."""
        name = FRENCH.name(card)
        for value, worth in self.values.worth.items():
            if worth & hand_after and (rests := self.rests(card, value)):
                choose = GroupsChoice(self._parts(value, *rests), value, 1)
                choice = Choice("build", seat, choose, card=name, cards=(), value=value)
                yield self._ways(choice, choose, rests, partial(Build, seat, name, value=value))

    def obliging(self, seat: int, card: int, hand_after: int) -> Iterator[Ways[Take | Duplicate | Raise]]:
        """Every take, duplicate and raise that the card allows."""
        name = FRENCH.name(card)
        yield from self.open().takes(seat, card)
        for build in self.duplicable(card, hand_after):
            rests = self.rests(card, build.value)
            choose = GroupsChoice(self._parts(build.value, *rests), build.value, 0 if 0 in rests else 1)
            choice = Choice("duplicate", seat, choose, card=name, cards=(), build=build.id)
            yield self._ways(choice, choose, rests, partial(Duplicate, seat, name, build=build.id))
        yield few([Raise(seat, name, build.id, value) for build, value in self.raisable(card, hand_after)])

    def _parts(self, *totals: int) -> Cards:
        """The loose cards that may stand in a group of one of these sums."""
        of = parts(self.loose, self.values)
        return FRENCH.cards(reduce(or_, (of[total] for total in totals)))

    def _ways(self, choice: Choice, choose: GroupsChoice, rests: Sequence[int], play: Callable[[Cards], P]) -> Ways[P]:
        """The ways to make a play with loose cards that split into groups with the card laid. `rests`: sums of its group."""
        table = self.groups(choose.sum)
        if table.is_crowded:
            return Ways(None, (), (choice,) if choose.cards or not choose.min else ())
        family = reduce(or_, (table.beside(choose.sum, rest) for rest in rests))
        family &= ~EMPTY if choose.min else -1
        return Ways(table.count([family]), _each(table, family, play), (choice,))

    # The check of a play

    def takes_them(self, card: int, cards: int, builds: Sequence[StandingBuild]) -> bool:
        """True if the card takes these loose cards and builds (casino.take).

        A build may be taken by any seat. Cards that are barred to a side are refused before, as casino.exposed.
        """
        if not (cards or builds):
            return False
        worths = self.values.of[card]
        if not worths:
            return not (builds or cards & ~SAME_RANK[card]) and cards.bit_count() <= self.captures
        return any(
            all(build.value == worth for build in builds) and splits(cards, self.values, worth) for worth in worths
        )

    def adds_up(self, card: int, cards: int, value: int) -> bool:
        """True if the card and these loose cards split into groups of `value`."""
        worths = self.values.of[card]
        return any(worth <= value and splits(cards, self.values, value, value - worth) for worth in worths)

    def one_group(self, card: int, cards: int, value: int) -> bool:
        """True if the card and these loose cards make up the value as one group: a single build."""
        return any(sum_to(cards, self.values, value - worth) for worth in self.values.of[card])

    def raised_values(self, card: int, build: StandingBuild) -> tuple[int, ...]:
        """The values that a build may have with the card added to it."""
        return tuple(build.value + worth for worth in self.values.of[card])


def _each(table: CardGroups, family: int, play: Callable[[Cards], P]) -> Iterator[P]:
    """The play with each set of a family. The sets are made when the first is asked for."""
    for cards in table.sets(family):
        yield play(cards)
