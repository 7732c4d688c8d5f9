"""Ways to share out the rounds of a match of four: the winners of each, and the points that it can then have.

A round is of one class: its winners (the seats with the fewest points), and whether that is a star or a moon. Stars and rounds
won leave a few ways to count the rounds of each class. For each way, the totals must lie between the least and the most that so
many rounds give, and so must every sum and difference of them. Figures that fit no way come from no play.
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
"""The most ways that are looked at; figures with more of them pass."""

Weights = tuple[int, ...]
"""A combination of totals, by seat: added (1), subtracted (-1) or left out (0)."""


class RoundClass(Struct, frozen=True):
    """Rounds won by these seats; `star`: with no points, and alone; `moon`: by taking all 26."""

    winners: tuple[int, ...]
    star: bool = False
    moon: bool = False


Ways = Mapping[RoundClass, int]
"""The number of rounds of each class."""


def shares_fit(least: Sequence[int], most: Sequence[int], stars: Sequence[int], rounds_won: Sequence[int]) -> bool:
    """True if some rounds give each seat points within these bounds, and exactly these stars and rounds won."""
    ways = islice(_ways(sum(least), sum(most), stars, rounds_won), MOST_WAYS + 1)
    return any(n == MOST_WAYS or (_is_whole(way) and _totals_fit(way, least, most)) for n, way in enumerate(ways))


def _is_whole(way: Ways) -> bool:
    """True if the way is not empty and no class has fewer than 0 rounds."""
    return bool(way) and min(way.values()) >= 0


def _ways(least: int, most: int, stars: Sequence[int], rounds_won: Sequence[int]) -> Iterator[Ways]:
    """The ways to share out rounds that give between `least` and `most` points in all, the fewest moons first.

    Some are impossible: empty, or with fewer than 0 rounds of a class. They count towards MOST_WAYS too, which bounds the work.
    """
    for many in range(min(sum(stars), most // MOON_POINTS) + 1):
        for shooters in combinations_with_replacement(range(SEATS), many):
            moons = [shooters.count(seat) for seat in range(SEATS)]
            moon_points = MOON_POINTS * many
            rounds = range(max(0, -(-(least - moon_points) // ROUND_POINTS)), (most - moon_points) // ROUND_POINTS + 1)
            for plain in rounds:
                yield {}
                yield from _plain_ways(plain, moons, stars, rounds_won)


def _plain_ways(
    plain: int, moons: Sequence[int], stars: Sequence[int], rounds_won: Sequence[int]
) -> Iterator[dict[RoundClass, int]]:
    """The same, with so many rounds that are no moons."""
    left = [wins - own for wins, own in zip(rounds_won, stars, strict=True)]
    more = sum(left) - (plain - sum(stars) + sum(moons))
    for triples in range(more // 2 + 1):
        for ties in _tied_rounds(more - 2 * triples, triples):
            way: dict[RoundClass, int] = {}
            for winners in ties:
                way[RoundClass(winners)] = way.get(RoundClass(winners), 0) + 1
            for seat in range(SEATS):
                way[RoundClass((seat,))] = left[seat] - sum(seat in winners for winners in ties)
                way[RoundClass((seat,), star=True)] = stars[seat] - moons[seat]
                way[RoundClass((seat,), moon=True)] = moons[seat]
            yield way


def _tied_rounds(pairs: int, triples: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every list of winners of rounds won by two (`pairs`) and by three seats (`triples`)."""
    for some in combinations_with_replacement(tuple(combinations(range(SEATS), 2)), pairs):
        for others in combinations_with_replacement(tuple(combinations(range(SEATS), 3)), triples):
            yield (*some, *others)


def _totals_fit(way: Ways, least: Sequence[int], most: Sequence[int]) -> bool:
    """True if every combination of totals within these bounds can come from rounds of these classes."""
    range_counts = [(_range_of(kind), n) for kind, n in way.items() if n]
    for i, weights in enumerate(_weights()):
        low = sum(n * ranges[i][0] for ranges, n in range_counts)
        high = sum(n * ranges[i][1] for ranges, n in range_counts)
        fewest = sum(w * (least if w > 0 else most)[seat] for seat, w in enumerate(weights))
        biggest = sum(w * (most if w > 0 else least)[seat] for seat, w in enumerate(weights))
        if biggest < low or fewest > high:
            return False
    return True


@cache
def _weights() -> tuple[Weights, ...]:
    """Every combination of four totals, once for both signs."""
    vectors: list[Weights] = []
    for weights in product((1, 0, -1), repeat=SEATS):
        if any(weights) and tuple(-w for w in weights) not in vectors:
            vectors.append(weights)
    return tuple(vectors)


@cache
def _range_of(kind: RoundClass) -> tuple[tuple[int, int], ...]:
    """For each combination of totals, the least and the most that a round of this class gives."""
    rounds = _rounds()[kind]
    values = ([sum(w * n for w, n in zip(weights, points, strict=True)) for points in rounds] for weights in _weights())
    return tuple((min(of), max(of)) for of in values)


@cache
def _rounds() -> dict[RoundClass, list[tuple[int, ...]]]:
    """The points of every round of four, by class of round."""
    rounds: dict[RoundClass, list[tuple[int, ...]]] = {}
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
        rounds.setdefault(kind, []).append(points)
    return rounds


def _hearts(number: int, seats: int) -> Iterator[tuple[int, ...]]:
    """Every way to share out so many hearts among so many seats."""
    if seats == 1:
        yield (number,)
        return
    for own in range(number + 1):
        for rest in _hearts(number - own, seats - 1):
            yield (own, *rest)
