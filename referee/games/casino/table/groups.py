"""Which sets of the loose cards split into groups that each sum to one value: exact, and fast on the worst table.

Cards that count alike are one *kind*, and a set of cards is, for the sums, how many it has of each kind. Written as the
digits of a number in mixed radix that is the set's *index*; a *family* of sets is one int with a bit per index. To add
a group to every set of a family that has room for it is then one mask and one shift, so a table of twelve cards is
searched in some hundred operations on small ints, whatever its cards are. Nothing is tried and taken back.

The families of a crowded table would be ints of gigabytes. There only single questions are answered: whether some cards split
(by taking the groups of the highest card in turn), and which cards may stand in a group.
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
"""Up to so many cards the sets of a family are listed at once and kept."""
MANY = 20
"""Of more cards than these the sets are spelled one at a time."""
MOST_INDEXES = 1 << 14
"""Of a table with more indexes no family is made: fourteen cards never have so many, and with more there is too much to list."""

Cards = tuple[str, ...]


class Kind:
    """Cards that count alike: their places among the loose cards, and their digit in an index."""

    __slots__ = ("base", "chosen", "readings", "stride", "sums")

    def __init__(self, places: list[int], values: tuple[int, ...], stride: int) -> None:
        self.base = len(places) + 1
        self.stride = stride
        self.chosen = [
            [sum(1 << place for place in chosen) for chosen in combinations(places, n)] for n in range(self.base)
        ]
        """By number of cards, the sets of so many of them."""
        self.sums = [{sum(worth) for worth in combinations_with_replacement(values, n)} for n in range(self.base)]
        """By number of cards, what so many of them may sum to."""
        self.readings = list(combinations_with_replacement(values, len(places)))
        """What all of them may count, one by one."""

    def digit(self, index: int) -> int:
        """How many cards of this kind the set has."""
        return index // self.stride % self.base


class CardGroups:
    """Some cards, and the families of their sets that split into groups."""

    __slots__ = (
        "_beside",
        "_highest",
        "_kinds",
        "_listed",
        "_names",
        "_rooms",
        "_shown",
        "_spelling",
        "_summing",
        "is_whole",
        "size",
    )

    def __init__(self, cards: int, of: Mapping[int, tuple[int, ...]], highest: int) -> None:
        counted = [card for card in bits(cards) if of[card]]
        places: dict[tuple[int, ...], list[int]] = {}
        for place, card in enumerate(counted):
            places.setdefault(of[card], []).append(place)
        self._kinds: list[Kind] = []
        self.size = 1
        for values, where in places.items():
            self._kinds.append(Kind(where, values, self.size))
            self.size *= len(where) + 1
        self.is_whole = len(counted) == cards.bit_count()
        """Whether every card counts something: else they never split."""
        self._names = [FRENCH.name(card) for card in counted]
        self._highest = highest
        self._summing: list[int] | None = None
        self._rooms: dict[tuple[int, int], int] = {}
        self._beside: dict[tuple[int, int], int] = {}
        self._shown: dict[int, list[Cards]] = {}
        self._listed: dict[int, list[Cards]] = {}
        self._spelling: Spelling | None = None

    @property
    def is_crowded(self) -> bool:
        """Whether there are too many sets to make families of them."""
        return self.size > MOST_INDEXES

    def _all_sums(self, highest: int) -> list[int]:
        """By sum up to the highest value, the family of the sets that can have it."""
        families = [EMPTY, *[0] * highest]
        for kind in self._kinds:
            grown = families[:]
            for n in range(1, kind.base):
                shift = n * kind.stride
                for added in kind.sums[n]:
                    for total in range(highest - added + 1):
                        if families[total]:
                            grown[total + added] |= families[total] << shift
            families = grown
        return families

    def summing(self, value: int) -> int:
        """The family of the sets that make one group of this sum; 0 cards sum to 0."""
        if self._summing is None:
            self._summing = self._all_sums(self._highest)
        return self._summing[value] if 0 <= value < len(self._summing) else 0

    def beside(self, value: int, rest: int = 0) -> int:
        """The family of the sets that split into groups of `value`, and one more group that sums to `rest`.

        `rest` 0 asks for no further group; the family then holds the set of no cards too.
        """
        found = self._beside.get((value, rest))
        if found is None:
            found = self._with(self.beside(value), rest) if rest else self._split(value)
            self._beside[value, rest] = found
        return found

    def _split(self, value: int) -> int:
        family = EMPTY
        for group in _indexes(self.summing(value)):
            room = self._room(group)
            while (grown := family | (family & room) << group) != family:
                family = grown
        return family

    def _with(self, family: int, rest: int) -> int:
        found = 0
        for group in _indexes(self.summing(rest)):
            found |= (family & self._room(group)) << group
        return found

    def _room(self, group: int) -> int:
        """The family of the sets to which the group can be added: as many cards of each kind are left."""
        room = -1
        for place, kind in enumerate(self._kinds):
            n = kind.digit(group)
            if n:
                known = self._rooms.get((place, n))
                if known is None:
                    known = self._rooms[place, n] = self._leaving(kind, n)
                room &= known
        return room

    def _leaving(self, kind: Kind, n: int) -> int:
        """The family of the sets that leave at least `n` cards of the kind."""
        period = kind.stride * kind.base
        repeated = ((1 << self.size) - 1) // ((1 << period) - 1)
        return ((1 << kind.stride * (kind.base - n)) - 1) * repeated

    def all_split(self, value: int, rest: int = 0) -> bool:
        """Whether all the cards together split into groups of `value`, and one more that sums to `rest` unless that is 0."""
        splitting = Splitting(value)
        return self.is_whole and any(splitting.is_possible(worths, rest) for worths in self._readings())

    def all_sum(self, value: int) -> bool:
        """Whether all the cards together make one group of this sum."""
        return self.is_whole and any(sum(worths) == value for worths in self._readings())

    def _readings(self) -> Iterator[list[int]]:
        """What the cards count, those that count in several ways in every way."""
        return (list(chain.from_iterable(worths)) for worths in product(*(kind.readings for kind in self._kinds)))

    def count(self, families: Iterable[int]) -> int | None:
        """The sets of these families together; None where they are more than a list holds."""
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
            sets_of = self._sets_of if len(self._names) <= MANY else self._spelled
            return chain.from_iterable(map(sets_of, _indexes(family)))
        found = self._listed.get(family)
        if found is None:
            found = self._listed[family] = list(chain.from_iterable(map(self._sets_of, _indexes(family))))
        return found

    def _spelled(self, index: int) -> Iterator[Cards]:
        """The sets of one index, one at a time."""
        choices = [kind.chosen[n] for kind in self._kinds if (n := kind.digit(index))]
        for chosen in product(*choices):
            yield tuple(self._names[bit.bit_length() - 1] for bit in bits(sum(chosen)))

    def _sets_of(self, index: int) -> list[Cards]:
        """The sets of one index, put together from two halves of the kinds, and named by two halves of the cards."""
        found = self._shown.get(index)
        if found is None:
            if self._spelling is None:
                self._spelling = Spelling(self._kinds, self._names)
            found = self._shown[index] = self._spelling.sets_of(index)
        return found


Counts = tuple[int, ...]
"""By worth, from 0 on, how many cards count so much."""


class Splitting:
    """The search whether some cards, of these worths, split into groups of one value.

    The group of the highest card is tried in every way, then that of the highest card left. What did not split is remembered.
    """

    __slots__ = ("_failed", "_value")

    def __init__(self, value: int) -> None:
        self._failed: set[Counts] = set()
        self._value = value

    def is_possible(self, worths: Iterable[int], rest: int) -> bool:
        """Whether all the cards split, with one more group that sums to `rest` unless that is 0."""
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
        if counts in self._failed:
            return False
        others = (*counts[:highest], counts[highest] - 1, *counts[highest + 1 :])
        if any(self._splits(left) for left in self._groups(others, highest, self._value - highest)):
            return True
        self._failed.add(counts)
        return False

    def _groups(self, counts: Counts, highest: int, total: int) -> Iterator[Counts]:
        """What is left of the cards by every group of this sum, of cards that count no more than `highest`."""
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
    """Lists to look up the cards of an index in: every choice out of either half of the kinds, every name of either half."""

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
    found = [[0]]
    for kind in kinds:
        found = [[one | more for one in before for more in chosen] for chosen in kind.chosen for before in found]
    return found


def _subsets(names: Sequence[str]) -> list[Cards]:
    """Every subset of these names, in order, at the place that its bits say."""
    found: list[Cards] = [()]
    for name in names:
        found += [(*chosen, name) for chosen in found]
    return found


def _indexes(family: int) -> Iterator[int]:
    """The indexes of a family, lowest first."""
    digits = bin(family)[:1:-1]
    index = digits.find("1")
    while index >= 0:
        yield index
        index = digits.find("1", index + 1)


@lru_cache(maxsize=32)
def groups(cards: int, values: Values) -> CardGroups:
    """The groups of these cards. Kept for a while: a table is asked about more than once."""
    return CardGroups(cards, values.of, values.highest)


@lru_cache(maxsize=64)
def sums(cards: int, values: Values) -> int:
    """The sums that some of these cards make, up to the highest value, as bits; bit 0 is the sum of none."""
    found, wanted = 1, (1 << values.highest + 1) - 1
    for card in bits(cards):
        before = found
        for value in values.of[card]:
            found |= before << value & wanted
    return found


@lru_cache(maxsize=16)
def parts(cards: int, values: Values) -> tuple[int, ...]:
    """By sum up to the highest value, those of these cards that may stand in a group of it."""
    found = [0] * (values.highest + 1)
    for card in bits(cards):
        others = sums(cards & ~card, values)
        for worth in values.of[card]:
            for total in range(worth, values.highest + 1):
                if others >> (total - worth) & 1:
                    found[total] |= card
    return tuple(found)


def sum_to(cards: int, values: Values, value: int) -> bool:
    """Whether all these cards together make one group of this sum."""
    of, total = values.of, 0
    for card in bits(cards):
        worths = of[card]
        if len(worths) != 1:
            return groups(cards, values).all_sum(value)
        total += worths[0]
    return total == value


def splits(cards: int, values: Values, value: int, rest: int = 0) -> bool:
    """Whether all these cards split into groups of `value`, and one more that sums to `rest` unless that is 0."""
    if not cards:
        return not rest
    # Most of what is taken or built is one group; the search is for the others.
    return sum_to(cards, values, rest or value) or groups(cards, values).all_split(value, rest)
