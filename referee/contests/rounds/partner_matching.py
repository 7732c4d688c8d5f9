"""Partners of one round, and those that rest, where partners change: the least by the clause (partners.rotating).

Pure: the same field and seed give the same partners anywhere, so anybody can check them.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import astuple

from referee.contests.rounds.costs import Field
from referee.contests.rounds.matching import Edge, least_matching
from referee.contests.rounds.pairing import PartnersCost

TABLE = 4
"""The persons of a match."""
LOT = 2**32
"""A lot is below."""
Pair = tuple[str, str]


class PartnersOfRound(Struct, frozen=True):
    """The pairs of a round, each in the order of the draw, those that rest, and the cost of both."""

    pairs: tuple[Pair, ...]
    rests: tuple[str, ...]
    cost: PartnersCost


class PartnerPrices:
    """The costs of the pairs and the rests of round `number`, counted from 1."""

    def __init__(self, field: Field, number: int) -> None:
        self.field = field
        self.draw = {entrant: n for n, entrant in enumerate(field.order)}
        self.entrants = sorted(field.entrants, key=self.draw.__getitem__)
        self.plan = circle_partners(field.order, number)
        self._last_rounds = {pair: max(rounds) for pair, rounds in field.partnerships.items()}
        self._seed = field.seed.encode()
        self._divide_rests()

    def _divide_rests(self) -> None:
        """Finds those that must rest, since they have rested least, and those that may have the other rests."""
        self.rest_count = len(self.entrants) % TABLE
        counts = sorted(map(self.rests_of, self.entrants))
        border = counts[self.rest_count - 1] if self.rest_count else -1
        self.first_to_rest = [one for one in self.entrants if self.rests_of(one) < border]
        self.may_rest = {one for one in self.entrants if self.rests_of(one) == border}

    def rests_of(self, entrant: str) -> int:
        """The rounds in which a person has rested."""
        return self.field.rests.get(entrant, 0)

    def is_repeat(self, one: str, other: str) -> bool:
        """True if two have been partners."""
        return frozenset((one, other)) in self._last_rounds

    def pair(self, one: str, other: str) -> PartnersCost:
        """The cost of a pair; the two stand in the order of the draw."""
        age = self._last_rounds.get(frozenset((one, other)))
        return PartnersCost(
            repeats=int(age is not None),
            ages=age or 0,
            unplanned=int(self.plan.get(one) != other),
            lots=self._lot(one, other),
        )

    def rest(self, entrant: str) -> PartnersCost:
        """The cost of a rest."""
        return PartnersCost(lots=self._lot(entrant))

    def total(self, pairs: Sequence[Pair], rests: Sequence[str]) -> PartnersCost:
        """The cost of all."""
        return sum((*(self.pair(*pair) for pair in pairs), *map(self.rest, rests)), PartnersCost())

    def keeps_turns(self, rests: Sequence[str]) -> bool:
        """True if these are as many as have to rest, and their turn has come."""
        others = {*rests} - {*self.first_to_rest}
        return (
            len(rests) == self.rest_count
            and len(others) == self.rest_count - len(self.first_to_rest)
            and others <= self.may_rest
        )

    def _lot(self, *ids: str) -> int:
        """The first 32 bits of SHA-256 of seed, newline, and the ids, one a line."""
        digest = sha256(b"\n".join((self._seed, *(one.encode() for one in ids)))).digest()
        return int.from_bytes(digest[:4], "big")


def circle_partners(order: Sequence[str], number: int) -> dict[str, str]:
    """The partner of each in round `number` of the circle: the last of the draw stands still, the others move on by one place.

    In an odd field the place that stands still is empty. In as many rounds as the circle has, every partner is a new one.
    """
    moving = len(order) - 1 + len(order) % 2
    turn = (number - 1) % moving
    pairs = [(moving, turn), *(((turn + n) % moving, (turn - n) % moving) for n in range(1, (moving + 1) // 2))]
    partners: dict[str, str] = {}
    for one, other in pairs:
        if max(one, other) < len(order):
            partners |= {order[one]: order[other], order[other]: order[one]}
    return partners


def least_partners(field: Field, number: int) -> PartnersOfRound:
    """The least partners and rests of round `number`. The field has four persons or more."""
    prices = PartnerPrices(field, number)
    pairs, rests = min(_plans(prices), key=lambda both: prices.total(*both), default=None) or _least(prices)
    return _in_draw_order(prices, pairs, rests)


def price_partners(field: Field, number: int, pairs: Sequence[Pair], rests: Sequence[str]) -> PartnersOfRound:
    """The given partners and rests with their cost, also where they break a rule."""
    return _in_draw_order(PartnerPrices(field, number), pairs, rests)


def are_least_partners(field: Field, number: int, pairs: Sequence[Pair], rests: Sequence[str]) -> bool:
    """True if no other partners and rests that keep the turns cost less."""
    prices = PartnerPrices(field, number)
    return prices.keeps_turns(rests) and prices.total(pairs, rests) == least_partners(field, number).cost


def _in_draw_order(prices: PartnerPrices, pairs: Sequence[Pair], rests: Sequence[str]) -> PartnersOfRound:
    place = prices.draw.__getitem__
    sorted_pairs = tuple(sorted(pairs, key=lambda pair: place(pair[0])))
    return PartnersOfRound(sorted_pairs, tuple(sorted(rests, key=place)), prices.total(pairs, rests))


def _plans(prices: PartnerPrices) -> Iterator[tuple[list[Pair], list[str]]]:
    """The ways to take no pair but those of the circle, without a repeat: they cost nothing before the lots."""
    present = [one for one in prices.entrants if one not in {*prices.first_to_rest}]
    inside = {*present}
    alone = [one for one in present if prices.plan.get(one) not in inside]
    pairs = [
        (one, other)
        for one in present
        if (other := prices.plan.get(one, one)) in inside and prices.draw[one] < prices.draw[other]
    ]
    repeats = [pair for pair in pairs if prices.is_repeat(*pair)]
    left = prices.rest_count - len(prices.first_to_rest) - len(alone)
    if not {*alone} <= prices.may_rest:
        return
    if left == 0 and not repeats:
        yield pairs, [*prices.first_to_rest, *alone]
    elif left == 2:
        for pair in pairs:
            if {*pair} <= prices.may_rest and (not repeats or repeats == [pair]):
                yield [one for one in pairs if one != pair], [*prices.first_to_rest, *alone, *pair]


def _least(prices: PartnerPrices) -> tuple[list[Pair], list[str]]:
    """The least of all, by a matching of persons with each other and with the rests that are left to give."""
    persons = [one for one in prices.entrants if one not in {*prices.first_to_rest}]
    vertices = len(persons) + prices.rest_count - len(prices.first_to_rest)
    matching = least_matching(vertices, list(_edges(prices, persons, vertices)))
    # Everybody can be the partner of everybody, and as many as have to rest may.
    assert matching is not None
    pairs = [(persons[one], persons[other]) for one, other in matching if other < len(persons)]
    return pairs, [*prices.first_to_rest, *(persons[one] for one, other in matching if other >= len(persons))]


def _edges(prices: PartnerPrices, persons: Sequence[str], vertices: int) -> Iterator[Edge]:
    size = len(prices.field.order)
    # Each factor exceeds all that the later levels add up to: at most one lot a person, and one pair for two of them.
    unplanned = LOT * size
    ages = unplanned * size
    oldest = max((max(rounds) for rounds in prices.field.partnerships.values()), default=0)
    factors = (ages * (oldest + 1) * size, ages, unplanned, 1)
    for n, one in enumerate(persons):
        for m in range(n + 1, len(persons)):
            cost = prices.pair(one, persons[m])
            yield n, m, sum(level * factor for level, factor in zip(astuple(cost), factors, strict=True))
        if one in prices.may_rest:
            lots = prices.rest(one).lots
            yield from ((n, vertex, lots) for vertex in range(len(persons), vertices))
