"""Draws that anyone can repeat, and the pairings that follow from a drawn order."""

from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from functools import cache, lru_cache
from itertools import product
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from referee.cards import drawn_order
from referee.match.events import SeedSource

CIRCLES_KEPT = 32
"""Leagues whose rounds are kept: those of the contests of a hall."""
SMALL = 17
"""Entrants of the largest group."""
SMALL_CIRCLES_KEPT = 1024
"""Groups whose rounds are kept."""


FEWEST_GROUPS = 2


class Round(Struct, frozen=True):
    """The pairs of one round, in order, and the entrants that rest."""

    pairs: tuple[tuple[str, str], ...]
    rests: tuple[str, ...] = ()


class DrawnOrder(Struct, frozen=True, omit_defaults=True):
    """Entrants in the order drawn, and how: by SHA-256 of a seed, by lots on the table, or placed by strength.

    `given`: nothing was drawn here; `rounds` are those of a league that was drawn elsewhere, in the order of the entrants.
    """

    order: tuple[str, ...]
    algorithm: Literal["sha256", "lots", "seeded", "given"]
    seed: str | None = None
    seed_source: SeedSource | UnsetType = UNSET
    rounds: tuple[Round, ...] = ()

    @property
    def fits(self) -> bool:
        """True if the order is the one that its seed gives; also true of a draw without a seed, which cannot be checked."""
        return self.algorithm != "sha256" or (
            self.seed is not None and drawn_order(self.order, self.seed) == self.order
        )


def draw(entrants: Iterable[str], seed: str, source: SeedSource | UnsetType = UNSET) -> DrawnOrder:
    """Orders entrants by SHA-256 of seed, newline, entrant id (castillar.draw); `source` says how the seed was chosen."""
    return DrawnOrder(drawn_order(entrants, seed), "sha256", seed, source)


def circle(order: tuple[str, ...], legs: int = 1) -> tuple[Round, ...]:
    """Everyone against everyone by the circle method: the first stays, the others go round; if odd, the last place rests.

    A pair sits in draw order; in a second leg the other way round. Every result of a contest asks for the same rounds.
    """
    return (_small_circle if len(order) <= SMALL else _large_circle)(order, legs)


def _circle(order: tuple[str, ...], legs: int) -> tuple[Round, ...]:
    ring: list[str | None] = [*order, *([None] if len(order) % 2 else [])]
    seat = {entrant: i for i, entrant in enumerate(order)}
    rounds = []
    for _ in range(len(ring) - 1):
        meet = [(ring[i], ring[-1 - i]) for i in range(len(ring) // 2)]
        rests = tuple(one for pair in meet if None in pair for one in pair if one is not None)
        pairs = [(a, b) if seat[a] < seat[b] else (b, a) for a, b in meet if a is not None and b is not None]
        rounds.append(Round(tuple(pairs), rests))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    back = [Round(tuple((b, a) for a, b in round_.pairs), round_.rests) for round_ in rounds]
    return tuple(round_ for leg in range(legs) for round_ in (back if leg % 2 else rounds))


_small_circle = lru_cache(SMALL_CIRCLES_KEPT)(_circle)
_large_circle = lru_cache(CIRCLES_KEPT)(_circle)


def group_count(entrants: int, size: int, through: int, seats: Collection[int] = ()) -> int:
    """The number of groups of about `size` (groups.uneven): the nearest to entrants / size, a half up, and two at least.

    It is less where a group would have no more than go `through`. Where groups have `seats`, the sizes that they can have, and
    those do not do, the whole number on the other side is taken. 0 where there is none.
    """
    most = entrants // (through + 1)
    nearest = (2 * entrants + size) // (2 * size)
    other = nearest + 1 if nearest * size < entrants else nearest - 1
    for count in (min(max(one, FEWEST_GROUPS), most) for one in (nearest, other)):
        if count >= FEWEST_GROUPS and (not seats or {*group_sizes(entrants, count)} <= {*seats}):
            return count
    return 0


def group_sizes(entrants: int, count: int) -> list[int]:
    """The sizes of so many groups: they differ by one at most, and the first ones have one more."""
    least, more = divmod(entrants, count)
    return [least + (number < more) for number in range(count)]


def groups(order: Sequence[str], count: int) -> list[tuple[str, ...]]:
    """The first of the draw, the next, and so on (castillar.draw), in so many groups."""
    own_sizes = group_sizes(len(order), count)
    starts = [sum(own_sizes[:number]) for number in range(count)]
    return [tuple(order[start : start + size]) for start, size in zip(starts, own_sizes, strict=True)]


def snake(order: Sequence[str], count: int) -> list[tuple[str, ...]]:
    """An order by strength, dealt to so many groups: one to each from first to last, then from last to first, and so on."""
    rows = [order[start : start + count] for start in range(0, len(order), count)]
    places = range(count)
    hands: list[list[str]] = [[] for _ in places]
    for number, row in enumerate(rows):
        for place, entrant in zip(reversed(places) if number % 2 else places, row, strict=False):
            hands[place].append(entrant)
    return [tuple(hand) for hand in hands]


def bracket(order: Sequence[str | None]) -> list[str | None]:
    """The first round of a knockout, two by two: the first of the order meet the last, byes (None) go to the first.

    The two strongest can meet in the last match only, the four strongest not before the last four.
    """
    size = bracket_size(len(order))
    return [order[n] if n < len(order) else None for n in _places(size)]


@cache
def kept_apart(groups: int, through: int, more: int = 0) -> tuple[int, ...]:
    """The group of each seed of a bracket, counted from 0, such that no first match is between two of one group.

    The seeds are the first of every group, then the second of each, and so on: only those of one place change among each
    other, and a seed keeps its group where it can. Where not all can be kept apart, those of the first round are. `more` seeds
    follow, of any groups: `best_apart` places them.
    """
    first_round, after_rest = _first_matches(groups * through + more)
    group_of_seed: list[int] = []
    for place in range(through):
        seeds = range(place * groups, (place + 1) * groups)
        rivals = [[group_of_seed[one] for one in first_round[seed] if one < len(group_of_seed)] for seed in seeds]
        later = [[group_of_seed[one] for one in after_rest[seed] if one < len(group_of_seed)] for seed in seeds]
        both = [{*now, *then} for now, then in zip(rivals, later, strict=True)]
        group_of_seed += _assignment(both) or _assignment([{*now} for now in rivals]) or range(groups)
    return tuple(group_of_seed)


@lru_cache(CIRCLES_KEPT)
def best_apart(groups: int, through: int, more: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The same with the groups of further seeds, the strongest first: the group of each seed, and the further ones as placed.

    These change among each other. Where that does not keep them from their own group, the groups of all other seeds go round,
    by as little as does.
    """
    usual = kept_apart(groups, through, len(more))
    first_round, _ = _first_matches(len(usual) + len(more))
    best: tuple[int, tuple[int, ...], tuple[int, ...]] | None = None
    for turn in range(groups):
        order = tuple((group + turn) % groups for group in usual)
        places = _further(order, more, first_round[len(usual) :])
        meetings = _meetings(order, more, places, first_round)
        if best is None or meetings < best[0]:
            best = meetings, order, tuple(places)
        if not meetings:
            break
    return (usual, ()) if best is None else best[1:]


def _further(order: Sequence[int], more: Sequence[int], rivals: Sequence[Sequence[int]]) -> list[int]:
    """Further seeds, placed to meet none of their group in the first round: first those before them, then each other."""
    barred = [{order[one] for one in seeds if one < len(order)} for seeds in rivals]
    own = [{n for n, group in enumerate(more) if group in groups} for groups in barred]
    places = _assignment(own) or [*range(len(more))]
    pairs = [[one - len(order) for one in seeds if one >= len(order)] for seeds in rivals]

    def is_fine(place: int) -> bool:
        group = more[places[place]]
        return group not in barred[place] and all(more[places[other]] != group for other in pairs[place])

    for place in range(len(more)):
        for other in range(len(more)):
            if is_fine(place):
                break
            was_fine = is_fine(other)
            places[place], places[other] = places[other], places[place]
            if not is_fine(place) or (was_fine and not is_fine(other)):
                places[place], places[other] = places[other], places[place]
    return places


def _meetings(order: Sequence[int], more: Sequence[int], places: Sequence[int], rivals: Sequence[Sequence[int]]) -> int:
    """The first matches between two of one group."""
    groups = (*order, *(more[place] for place in places))
    return sum(groups[seed] == groups[other] for seed, others in enumerate(rivals) for other in others if other < seed)


def _first_matches(seeds: int) -> tuple[list[list[int]], list[list[int]]]:
    """Possible rivals of each seed in the first round, and in the second where one of the two rested in the first."""
    slots = bracket([*map(str, range(seeds))])
    real = [None if slot is None else int(slot) for slot in slots]
    first_round: list[list[int]] = [[] for _ in range(seeds)]
    after_rest: list[list[int]] = [[] for _ in range(seeds)]
    for matches, size in ((first_round, 1), (after_rest, 2)):
        for start in range(0, len(real), 2 * size):
            halves = real[start : start + size], real[start + size : start + 2 * size]
            present = [[seed for seed in half if seed is not None] for half in halves]
            if size == 1 or any(len(half) < size for half in present):
                for seed, rival in product(*present):
                    matches[seed].append(rival)
                    matches[rival].append(seed)
    return first_round, after_rest


def _assignment(exclusions: Sequence[Set[int]]) -> list[int]:
    """Each group once, none where it is barred, each as near to its own position as can be; empty if that is impossible."""
    groups = range(len(exclusions))
    if not any(position in barred for position, barred in enumerate(exclusions)):
        return [*groups]
    assignment: list[int] = []
    for position in groups:
        free = {*groups} - {*assignment}
        candidates = sorted(free - exclusions[position], key=lambda group: (group != position, group))
        group = next((one for one in candidates if _can_be_assigned(exclusions[position + 1 :], free - {one})), None)
        if group is None:
            return []
        assignment.append(group)
    return assignment


def _can_be_assigned(exclusions: Sequence[Set[int]], groups: Set[int]) -> bool:
    """True if these positions can have these groups, one each: a bipartite matching by augmenting paths (Kuhn)."""
    holders: dict[int, int] = {}

    def is_placed(position: int, visits: set[int]) -> bool:
        for group in groups - exclusions[position] - visits:
            visits.add(group)
            if group not in holders or is_placed(holders[group], visits):
                holders[group] = position
                return True
        return False

    return all(is_placed(position, set()) for position in range(len(exclusions)))


def bracket_size(entrants: int) -> int:
    """The places of the first round of a knockout: the next power of two."""
    return 1 << max(entrants - 1, 0).bit_length()


def _places(size: int) -> Iterator[int]:
    """Places of a bracket: the weakest of each half is paired with its strongest."""
    places = [0]
    while len(places) < size:
        last = 2 * len(places) - 1
        places = [both for place in places for both in (place, last - place)]
    return iter(places)
