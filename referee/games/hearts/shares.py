"""How the rounds of a match of four can have been shared out: who won each of them, and what its points then can be.

A round is of one class: who has the fewest points in it, and whether that is a star or a moon. Stars and rounds won say how many
rounds of each class there were, in a few ways; and for each of these the totals must lie between what so many rounds give at
least and at most, whichever of them are added up or taken from one another. What fails everywhere no play can give.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, islice, product

from msgspec import Struct

from referee.games.hearts.rounds import FEWEST_AT_MOST, QUEEN_POINTS, ROUND_POINTS

SEATS = 4
HEARTS_IN_A_ROUND = ROUND_POINTS - QUEEN_POINTS
MOON_POINTS = (SEATS - 1) * ROUND_POINTS
MOST_WAYS = 500
"""Ways to share out the rounds that are looked at; figures with more of them pass."""

Weights = tuple[int, ...]
"""How totals are put together: added up (1), taken away (-1) or left out (0)."""


class RoundClass(Struct, frozen=True):
    """Rounds won by these seats; `star`: with no points, and alone; `moon`: by taking all 26."""

    winners: tuple[int, ...]
    star: bool = False
    moon: bool = False


Ways = Mapping[RoundClass, int]
"""How many rounds of each class."""


def shares_fit(least: Sequence[int], most: Sequence[int], stars: Sequence[int], rounds_won: Sequence[int]) -> bool:
    """Whether some rounds give each seat points within these bounds, and exactly these stars and rounds won."""
    ways = islice(_ways(sum(least), sum(most), stars, rounds_won), MOST_WAYS + 1)
    return any(n == MOST_WAYS or (_is_whole(way) and _totals_fit(way, least, most)) for n, way in enumerate(ways))


def _is_whole(way: Ways) -> bool:
    """Whether there is such a number of rounds of each class."""
    return bool(way) and min(way.values()) >= 0


def _ways(least: int, most: int, stars: Sequence[int], rounds_won: Sequence[int]) -> Iterator[Ways]:
    """The ways to share out rounds that come to between `least` and `most` points in all, the fewest moons first.

    Some of them are none: they have fewer rounds of a class than none at all. Who asks counts them too.
    """
    for many in range(min(sum(stars), most // MOON_POINTS) + 1):
        for shooters in combinations_with_replacement(range(SEATS), many):
            moons = [shooters.count(seat) for seat in range(SEATS)]
            given = MOON_POINTS * many
            rounds = range(max(0, -(-(least - given) // ROUND_POINTS)), (most - given) // ROUND_POINTS + 1)
            for plain in rounds:
                yield {}
                yield from _plain_ways(plain, moons, stars, rounds_won)


def _plain_ways(
    plain: int, moons: Sequence[int], stars: Sequence[int], rounds_won: Sequence[int]
) -> Iterator[dict[RoundClass, int]]:
    """The same, with so many rounds that are no moons."""
    left = [won - own for won, own in zip(rounds_won, stars, strict=True)]
    more = sum(left) - (plain - sum(stars) + sum(moons))
    for triples in range(more // 2 + 1):
        for shared in _shared(more - 2 * triples, triples):
            way: dict[RoundClass, int] = {}
            for winners in shared:
                way[RoundClass(winners)] = way.get(RoundClass(winners), 0) + 1
            for seat in range(SEATS):
                way[RoundClass((seat,))] = left[seat] - sum(seat in winners for winners in shared)
                way[RoundClass((seat,), star=True)] = stars[seat] - moons[seat]
                way[RoundClass((seat,), moon=True)] = moons[seat]
            yield way


def _shared(pairs: int, triples: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Who won the rounds that so many pairs and triples of seats shared."""
    for some in combinations_with_replacement(tuple(combinations(range(SEATS), 2)), pairs):
        for others in combinations_with_replacement(tuple(combinations(range(SEATS), 3)), triples):
            yield (*some, *others)


def _totals_fit(way: Ways, least: Sequence[int], most: Sequence[int]) -> bool:
    """Whether totals between these bounds can come of rounds of these classes, however they are put together."""
    held = [(_range_of(kind), n) for kind, n in way.items() if n]
    for i, weights in enumerate(_weights()):
        low = sum(n * ranges[i][0] for ranges, n in held)
        high = sum(n * ranges[i][1] for ranges, n in held)
        fewest = sum(w * (least if w > 0 else most)[seat] for seat, w in enumerate(weights))
        biggest = sum(w * (most if w > 0 else least)[seat] for seat, w in enumerate(weights))
        if biggest < low or fewest > high:
            return False
    return True


@cache
def _weights() -> tuple[Weights, ...]:
    """Every way to put four totals together, but for the sign."""
    found: list[Weights] = []
    for weights in product((1, 0, -1), repeat=SEATS):
        if any(weights) and tuple(-w for w in weights) not in found:
            found.append(weights)
    return tuple(found)


@cache
def _range_of(kind: RoundClass) -> tuple[tuple[int, int], ...]:
    """For each way to put totals together, the least and the most that a round of this class gives."""
    rounds = _rounds()[kind]
    values = ([sum(w * n for w, n in zip(weights, points, strict=True)) for points in rounds] for weights in _weights())
    return tuple((min(of), max(of)) for of in values)


@cache
def _rounds() -> dict[RoundClass, list[tuple[int, ...]]]:
    """The points of every round of four, by their class."""
    found: dict[RoundClass, list[tuple[int, ...]]] = {}
    for queen, hearts in product(range(SEATS), _hearts(HEARTS_IN_A_ROUND, SEATS)):
        points = tuple(n + QUEEN_POINTS * (seat == queen) for seat, n in enumerate(hearts))
        if max(points) == ROUND_POINTS:
            kind = RoundClass((queen,), moon=True)
            points = tuple(ROUND_POINTS * (seat != queen) for seat in range(SEATS))
        else:
            fewest = min(points)
            assert fewest <= FEWEST_AT_MOST
            winners = tuple(seat for seat, n in enumerate(points) if n == fewest)
            kind = RoundClass(winners, star=len(winners) == 1 and fewest == 0)
        found.setdefault(kind, []).append(points)
    return found


def _hearts(number: int, seats: int) -> Iterator[tuple[int, ...]]:
    """Every way to share out so many hearts among so many seats."""
    if seats == 1:
        yield (number,)
        return
    for own in range(number + 1):
        for rest in _hearts(number - own, seats - 1):
            yield (own, *rest)
