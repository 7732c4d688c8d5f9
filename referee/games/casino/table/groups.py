"""Sets of loose cards that split into groups which each sum to one value: exact, and fast on the worst table.

Cards of equal values are one *kind*. For the sums, a set of cards is its numbers of cards of each kind. These numbers are the
digits of the set's *index* in mixed radix; a *family* of sets is one int with a bit per index. One mask and one shift then add
a group to every set of a family that has room for it. So a table of twelve cards takes some hundred operations on small ints,
whatever its cards are, without backtracking.

The families of a crowded table would be ints of gigabytes. There only two questions are answered: do these cards split (by
taking the groups of the highest card in turn), and which cards can be in a group?
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations, combinations_with_replacement, product
from math import comb, prod

from referee.cards import FRENCH, bits
from referee.games.casino.table.values import Values
from referee.match.choice import MOST_LISTED

EMPTY = 1
"""The family that holds only the set of no cards."""
FEW = 14
"""With at most so many cards, the sets of a family are listed at once and cached."""
MANY = 20
"""With more cards than these, sets are spelled out one at a time."""
MOST_INDEXES = 1 << 14
"""The most indexes for families: fourteen cards never have so many, and a table with more has too many plays to list."""

Cards = tuple[str, ...]


class Kind:
    """Cards of equal values: their places among the loose cards, and their digit in an index."""

    __slots__ = ("base", "readings", "stride", "subsets", "sums")

    def __init__(self, places: list[int], values: tuple[int, ...], stride: int) -> None:
        self.base = len(places) + 1
        self.stride = stride
        self.subsets = [
            [sum(1 << place for place in pick) for pick in combinations(places, n)] for n in range(self.base)
        ]
        """By number of cards, the sets of so many of them."""
        self.sums = [{sum(worth) for worth in combinations_with_replacement(values, n)} for n in range(self.base)]
        """By number of cards, the sums that so many of them can have."""
        self.readings = list(combinations_with_replacement(values, len(places)))
        """The possible values of all of them, one by one."""

    def digit(self, index: int) -> int:
        """The number of cards of this kind in the set."""
        return index // self.stride % self.base


class CardGroups:
    """Some cards, and the families of their sets that split into groups."""

    __slots__ = (
        "_beside",
        "_highest",
        "_kinds",
        "_lists",
        "_names",
        "_rooms",
        "_spelling",
        "_spellings",
        "_summing",
        "is_whole",
        "size",
    )

    def __init__(self, cards: int, of: Mapping[int, tuple[int, ...]], highest: int) -> None:
        usable = [card for card in bits(cards) if of[card]]
        places: dict[tuple[int, ...], list[int]] = {}
        for place, card in enumerate(usable):
            places.setdefault(of[card], []).append(place)
        self._kinds: list[Kind] = []
        self.size = 1
        for values, where in places.items():
            self._kinds.append(Kind(where, values, self.size))
            self.size *= len(where) + 1
        self.is_whole = len(usable) == cards.bit_count()
        """True if every card has a value: otherwise they never split."""
        self._names = [FRENCH.name(card) for card in usable]
        self._highest = highest
        self._summing: list[int] | None = None
        self._rooms: dict[tuple[int, int], int] = {}
        self._beside: dict[tuple[int, int], int] = {}
        self._spellings: dict[int, list[Cards]] = {}
        self._lists: dict[int, list[Cards]] = {}
        self._spelling: Spelling | None = None

    @property
    def is_crowded(self) -> bool:
        """True if there are too many sets to make families of them."""
        return self.size > MOST_INDEXES

    def _all_sums(self, highest: int) -> list[int]:
        """By sum up to the highest value, the family of the sets that can have it."""
        families = [EMPTY, *[0] * highest]
        for kind in self._kinds:
            grown = families[:]
            for n in range(1, kind.base):
                shift = n * kind.stride
                for worth in kind.sums[n]:
                    for total in range(highest - worth + 1):
                        if families[total]:
                            grown[total + worth] |= families[total] << shift
            families = grown
        return families

    def summing(self, value: int) -> int:
        """The family of the sets that make one group of this sum; the empty set sums 0."""
        if self._summing is None:
            self._summing = self._all_sums(self._highest)
        return self._summing[value] if 0 <= value < len(self._summing) else 0

    def beside(self, value: int, rest: int = 0) -> int:
        """The family of the sets that split into groups of `value`, and one more group that sums to `rest`.

        `rest` 0 asks for no further group; the family then has the empty set too.
        """
        family = self._beside.get((value, rest))
        if family is None:
            family = self._with(self.beside(value), rest) if rest else self._split(value)
            self._beside[value, rest] = family
        return family

    def _split(self, value: int) -> int:
        family = EMPTY
        for group in _indexes(self.summing(value)):
            room = self._room(group)
            while (grown := family | (family & room) << group) != family:
                family = grown
        return family

    def _with(self, family: int, rest: int) -> int:
        union = 0
        for group in _indexes(self.summing(rest)):
            union |= (family & self._room(group)) << group
        return union

    def _room(self, group: int) -> int:
        """The family of the sets to which the group can be added: as many cards of each kind are left."""
        room = -1
        for place, kind in enumerate(self._kinds):
            n = kind.digit(group)
            if n:
                family = self._rooms.get((place, n))
                if family is None:
                    family = self._rooms[place, n] = self._leaving(kind, n)
                room &= family
        return room

    def _leaving(self, kind: Kind, n: int) -> int:
        """The family of the sets that leave at least `n` cards of the kind."""
        period = kind.stride * kind.base
        ones = ((1 << self.size) - 1) // ((1 << period) - 1)
        return ((1 << kind.stride * (kind.base - n)) - 1) * ones

    def all_split(self, value: int, rest: int = 0) -> bool:
        """True if all the cards together split into groups of `value`, and one more that sums to `rest` unless that is 0."""
        splitting = Splitting(value)
        return self.is_whole and any(splitting.is_possible(worths, rest) for worths in self._readings())

    def all_sum(self, value: int) -> bool:
        """True if all the cards together make one group of this sum."""
        return self.is_whole and any(sum(worths) == value for worths in self._readings())

    def _readings(self) -> Iterator[list[int]]:
        """The values of the cards, in every combination for those with several values."""
        return (list(chain.from_iterable(worths)) for worths in product(*(kind.readings for kind in self._kinds)))

    def count(self, families: Iterable[int]) -> int | None:
        """The number of sets of these families together; None if they are more than a list holds."""
        count = 0
        for family in families:
            if family.bit_count() > MOST_LISTED:
                return None
            for index in _indexes(family):
                count += prod(comb(kind.base - 1, kind.digit(index)) for kind in self._kinds)
            if count > MOST_LISTED:
                return None
        return count

    # The cards themselves

    def sets(self, family: int) -> Iterable[Cards]:
        """The sets of a family by the names of their cards, each in pack order."""
        if len(self._names) > FEW:
            sets_of = self._sets_of if len(self._names) <= MANY else self._spell
            return chain.from_iterable(map(sets_of, _indexes(family)))
        listing = self._lists.get(family)
        if listing is None:
            listing = self._lists[family] = list(chain.from_iterable(map(self._sets_of, _indexes(family))))
        return listing

    def _spell(self, index: int) -> Iterator[Cards]:
        """The sets of one index, one at a time."""
        choices = [kind.subsets[n] for kind in self._kinds if (n := kind.digit(index))]
        for pick in product(*choices):
            yield tuple(self._names[bit.bit_length() - 1] for bit in bits(sum(pick)))

    def _sets_of(self, index: int) -> list[Cards]:
        """The sets of one index, put together from two halves of the kinds, and named by two halves of the cards."""
        listing = self._spellings.get(index)
        if listing is None:
            if self._spelling is None:
                self._spelling = Spelling(self._kinds, self._names)
            listing = self._spellings[index] = self._spelling.sets_of(index)
        return listing


Counts = tuple[int, ...]
"""By value, from 0 on, the number of cards that have it."""


class Splitting:
    """Searches for a split of cards into groups of one value.

    The group of the highest card is tried in every way, then that of the highest card left. Failed counts are cached.
    """

    __slots__ = ("_failures", "_value")

    def __init__(self, value: int) -> None:
        self._failures: set[Counts] = set()
        self._value = value

    def is_possible(self, worths: Iterable[int], rest: int) -> bool:
        """True if all the cards split, with one more group that sums to `rest` unless that is 0."""
        every = Counter(worths)
        total = sum(every.elements())
        if total < rest or (total - rest) % self._value or max(every, default=0) > self._value:
            return False
        counts = tuple(every[worth] for worth in range(self._value + 1))
        return any(self._splits(left) for left in self._groups(counts, rest, rest))

    def _splits(self, counts: Counts) -> bool:
        highest = max((worth for worth, n in enumerate(counts) if n), default=0)
        if not highest:
            return True
        if counts in self._failures:
            return False
        others = (*counts[:highest], counts[highest] - 1, *counts[highest + 1 :])
        if any(self._splits(left) for left in self._groups(others, highest, self._value - highest)):
            return True
        self._failures.add(counts)
        return False

    def _groups(self, counts: Counts, highest: int, total: int) -> Iterator[Counts]:
        """The cards left by every group of this sum, made of cards with values up to `highest`."""
        worth = min(highest, total)
        while worth and not counts[worth]:
            worth -= 1
        if not worth:
            if not total:
                yield counts
            return
        for n in range(min(counts[worth], total // worth) + 1):
            left = (*counts[:worth], counts[worth] - n, *counts[worth + 1 :])
            yield from self._groups(left, worth - 1, total - n * worth)


class Spelling:
    """Lookup tables for the cards of an index: every choice from either half of the kinds, every name of either half."""

    __slots__ = ("first", "high", "low", "places", "second", "stride")

    def __init__(self, kinds: Sequence[Kind], names: Sequence[str]) -> None:
        middle, self.places = len(kinds) // 2, len(names) // 2
        self.stride = kinds[middle].stride if kinds else 1
        self.first = _choices(kinds[:middle])
        self.second = _choices(kinds[middle:])
        self.low = _subsets(names[: self.places])
        self.high = _subsets(names[self.places :])

    def sets_of(self, index: int) -> list[Cards]:
        """The sets of one index."""
        second, first = divmod(index, self.stride)
        low, high, places = self.low, self.high, self.places
        lower = (1 << places) - 1
        masks = [one | other for one in self.first[first] for other in self.second[second]]
        return [low[mask & lower] + high[mask >> places] for mask in masks]


def _choices(kinds: Sequence[Kind]) -> list[list[int]]:
    """By index over these kinds alone, the sets of places that have so many of each."""
    sets = [[0]]
    for kind in kinds:
        sets = [[one | more for one in before for more in places] for places in kind.subsets for before in sets]
    return sets


def _subsets(names: Sequence[str]) -> list[Cards]:
    """Every subset of these names, in order, at the position of its bits."""
    subsets: list[Cards] = [()]
    for name in names:
        subsets += [(*subset, name) for subset in subsets]
    return subsets


def _indexes(family: int) -> Iterator[int]:
    """The indexes of a family, lowest first."""
    digits = bin(family)[:1:-1]
    index = digits.find("1")
    while index >= 0:
        yield index
        index = digits.find("1", index + 1)


@lru_cache(maxsize=32)
def groups(cards: int, values: Values) -> CardGroups:
    """The groups of these cards. Cached, since a table is asked about more than once."""
    return CardGroups(cards, values.of, values.highest)


@lru_cache(maxsize=64)
def sums(cards: int, values: Values) -> int:
    """The sums that some of these cards make, up to the highest value, as bits; bit 0 is the sum of the empty set."""
    reach, limit = 1, (1 << values.highest + 1) - 1
    for card in bits(cards):
        before = reach
        for value in values.of[card]:
            reach |= before << value & limit
    return reach


@lru_cache(maxsize=16)
def parts(cards: int, values: Values) -> tuple[int, ...]:
    """By sum up to the highest value, the cards among these that can be in a group of it."""
    by_sum = [0] * (values.highest + 1)
    for card in bits(cards):
        others = sums(cards & ~card, values)
        for worth in values.of[card]:
            for total in range(worth, values.highest + 1):
                if others >> (total - worth) & 1:
                    by_sum[total] |= card
    return tuple(by_sum)


def sum_to(cards: int, values: Values, value: int) -> bool:
    """True if all these cards together make one group of this sum."""
    of, total = values.of, 0
    for card in bits(cards):
        worths = of[card]
        if len(worths) != 1:
            return groups(cards, values).all_sum(value)
        total += worths[0]
    return total == value


def splits(cards: int, values: Values, value: int, rest: int = 0) -> bool:
    """True if all these cards split into groups of `value`, and one more that sums to `rest` unless that is 0."""
    if not cards:
        return not rest
    # Most takes and builds are one group; only the others need the search.
    return sum_to(cards, values, rest or value) or groups(cards, values).all_split(value, rest)
