"""Fields of tournaments in rounds for tests, and an oracle that reads the clauses once more and tries every pairing."""

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import combinations
from random import Random

from hypothesis import strategies as st

from referee.contests.rounds.pairing import Cost, Field, Method, Pairing

Pairs = list[tuple[str, str]]
Candidate = tuple[Pairs, str | None]
"""The pairs of a round and the entrant that rests."""


def new_field(*scores: int, meetings: str = "", rests: str = "", apart: str = "", order: str = "") -> Field:
    """A field of one-letter entrants from A on, in the order given. `meetings`: "AB1 CD2", two entrants and their rounds.

    `rests`: the entrants that had a bye, once for each; `apart`: "AB CDE".
    """
    entrants = tuple(chr(ord("A") + i) for i in range(len(scores)))
    rounds: dict[frozenset[str], tuple[int, ...]] = {}
    for word in meetings.split():
        rounds[frozenset(word[:2])] = tuple(int(digit) for digit in word[2:]) or (1,)
    return Field(
        entrants=entrants,
        scores=dict(zip(entrants, scores, strict=True)),
        meetings=rounds,
        rests=Counter(rests),
        order=tuple(order) or entrants,
        seed="a seed",
        apart=tuple(tuple(group) for group in apart.split()),
    )


def pairs_of(pairing: Pairing) -> str:
    """The pairs of a pairing in one line, the entrant that rests alone: "AB CD E"."""
    pairs = ["".join(match.entrants) for match in pairing.matches]
    return " ".join([*pairs, *([pairing.rest.entrant] if pairing.rest else [])])


@st.composite
def fields(draw: st.DrawFn, most: int = 9) -> Field:
    """Small fields in which many have met, some have rested, and some should be kept apart."""
    size = draw(st.integers(1, most))
    entrants = tuple(f"e{i}" for i in range(size))
    scores = sorted(draw(st.lists(st.integers(0, 5), min_size=size, max_size=size)), reverse=True)
    all_pairs = list(combinations(entrants, 2))
    past = draw(st.sets(st.sampled_from(all_pairs))) if all_pairs else set()
    return Field(
        entrants=entrants,
        scores=dict(zip(entrants, scores, strict=True)),
        meetings={frozenset(pair): tuple(draw(st.lists(st.integers(1, 9), min_size=1, max_size=2))) for pair in past},
        rests={entrant: draw(st.integers(0, 2)) for entrant in draw(st.sets(st.sampled_from(entrants)))},
        order=tuple(draw(st.permutations(entrants))),
        seed=draw(st.sampled_from(["x", "y", "z"])),
        apart=tuple(
            draw(st.lists(st.lists(st.sampled_from(entrants), max_size=3, unique=True).map(tuple), max_size=2))
        ),
    )


def candidates(entrants: tuple[str, ...]) -> Iterator[Candidate]:
    """Every way to pair all entrants, with every bye in odd fields."""
    if len(entrants) % 2:
        for rest in entrants:
            for pairs, _ in candidates(tuple(one for one in entrants if one != rest)):
                yield pairs, rest
    elif not entrants:
        yield [], None
    else:
        first, *others = entrants
        for rival in others:
            for pairs, _ in candidates(tuple(one for one in others if one != rival)):
                yield [(first, rival), *pairs], None


def is_allowed(field: Field, method: Method, candidate: Candidate, repeats: bool) -> bool:
    """True if nobody meets again unless `repeats` allows it, and the bye is one that the method gives."""
    pairs, rest = candidate
    if not repeats and any(frozenset(pair) in field.meetings for pair in pairs):
        return False
    if rest is None:
        return True
    counts = {entrant: field.rests.get(entrant, 0) for entrant in field.entrants}
    if 0 in counts.values():
        return counts[rest] == 0
    return method in {"random", "knockout"} or (repeats and counts[rest] == min(counts.values()))


def cost_of(field: Field, method: Method, candidate: Candidate, free_repeats: bool = False) -> Cost:
    """The cost of a pairing by the clauses."""
    pairs, rest = candidate
    places = {entrant: place for place, entrant in enumerate(field.entrants, 1)}
    again = [] if free_repeats else [max(field.meetings[two]) for two in map(frozenset, pairs) if two in field.meetings]
    groups = Counter(field.scores[entrant] for entrant in field.entrants)
    lives = differences = halves = 0
    for one, other in pairs:
        difference = field.scores[one] - field.scores[other]
        distance = abs(places[one] - places[other])
        if method == "knockout":
            lives += difference**2
        elif method == "danish":
            differences += distance**2
        elif method == "swiss":
            differences += difference**2
            halves += 0 if difference else (2 * distance - groups[field.scores[one]]) ** 2
    bye = 0
    if rest is not None:
        bye = field.rests.get(rest, 0) if method in {"random", "knockout"} else len(field.entrants) - places[rest]
    return Cost(
        lives=lives,
        repeats=len(again),
        ages=sum(again),
        apart=sum(any({*pair} <= {*group} for group in field.apart) for pair in pairs),
        bye=bye,
        differences=differences,
        halves=halves,
        lots=sum(lot(field, *pair) for pair in pairs) + (0 if rest is None else lot(field, rest)),
    )


def lot(field: Field, *entrants: str) -> int:
    """The first 32 bits of SHA-256 of the seed and of the ids in the order of the draw, a newline between each two."""
    ids = [entrant for entrant in field.order if entrant in entrants]
    return int(sha256("\n".join([field.seed, *ids]).encode()).hexdigest()[:8], 16)


def least_of_all(field: Field, method: Method, repeats: bool = False, free_repeats: bool = False) -> Cost | None:
    """The least cost of all pairings that are allowed, each of them tried."""
    allowed = (one for one in candidates(field.entrants) if is_allowed(field, method, one, repeats or free_repeats))
    return min((cost_of(field, method, one, free_repeats) for one in allowed), default=None)


def after_rounds(size: int, rounds: int, seed: int, draws: float = 0.1) -> Field:
    """A field after rounds with results by chance, in which neighbours in the table met; nobody twice, and no two byes of one."""
    chance = Random(seed)
    ids = [f"p{i}" for i in range(size)]
    scores = dict.fromkeys(ids, 0)
    meetings: dict[frozenset[str], tuple[int, ...]] = {}
    rests: dict[str, int] = {}
    for number in range(1, rounds + 1):
        line = sorted(ids, key=lambda one: (-scores[one], chance.random()))
        if size % 2:
            bye = next(one for one in reversed(line) if one not in rests)
            rests[bye] = 1
            scores[bye] += 2
            line.remove(bye)
        while line:
            one = line.pop(0)
            rival = next((other for other in line if frozenset((one, other)) not in meetings), None)
            # The last of a line may have met everybody who is left: they sit this round out.
            if rival is None:
                continue
            line.remove(rival)
            meetings[frozenset((one, rival))] = (number,)
            won = chance.random()
            points = (1, 1) if won < draws else (2, 0) if won < (1 + draws) / 2 else (0, 2)
            scores[one] += points[0]
            scores[rival] += points[1]
    order = tuple(chance.sample(ids, size))
    drawn = {entrant: i for i, entrant in enumerate(order)}
    return Field(
        entrants=tuple(sorted(ids, key=lambda one: (-scores[one], drawn[one]))),
        scores=scores,
        meetings=meetings,
        rests=rests,
        order=order,
        seed=f"seed {seed}",
    )
