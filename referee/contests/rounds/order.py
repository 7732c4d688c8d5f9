"""The table of a contest in rounds: by score, then by the contest's own list of tie-breaks (rounds.order, tie.*).

Rounds without a match on the table have no rival: they count the entrant's own final score, where a rival's is asked for. Where
partners change, both of the other pair are rivals.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations, pairwise
from operator import eq

from msgspec import Struct

from referee.contests.duplicate.scoring import Number, two_decimals
from referee.contests.rounds.options import TieBreak
from referee.contests.rounds.scoring import ON_THE_TABLE, RoundScore, Scoring
from referee.contests.standings.alphabet import ByName
from referee.contests.standings.ties import Step, Tie

Records = Mapping[str, Sequence[RoundScore]]
Scores = Mapping[str, Number]
Figures = tuple[Number, ...]
"""The figures of a table in its order, each with its sign turned: the least stands first."""


class Comparison(Struct, frozen=True, dict=True):
    """All that entrants are compared by: what each made round by round, the scores, and what was agreed."""

    records: Records
    scores: Scores
    scoring: Scoring

    @cached_property
    def last_round(self) -> int:
        """The last round in which anybody has a score; 0 before the first."""
        return last_round(self.records)


def last_round(records: Records) -> int:
    """The last round in these records, each of which has its rounds in their order; 0 if there is none."""
    return max((record[-1].round for record in records.values() if record), default=0)


class Ranking(Struct, frozen=True):
    """An order, first to last, and the figures that each in it has; those with the same figures share the place, open.

    `steps` are the names of the figures.
    """

    order: tuple[str, ...]
    figures: Mapping[str, Figures]
    steps: tuple[Step, ...]

    def scores_of(self, places: Iterable[str]) -> dict[str, Number]:
        """The scores of these."""
        return {place: -self.figures[place][0] for place in places}

    def steps_at(self, number: int) -> tuple[Step, Step | None]:
        """The step that left the entrant at this number of the order alone, and the one that parts it from the one before.

        "open" where none did; None above the first.
        """
        above, below = self._parting(number), self._parting(number + 1)
        is_first, is_last = number == 0, number + 1 == len(self.order)
        is_alone = (above is not None or is_first) and (below is not None or is_last)
        decided_by = self.steps[max(above or 0, below or 0)] if is_alone else "open"
        return decided_by, None if is_first else "open" if above is None else self.steps[above]

    def ties(self) -> list[Tie]:
        """The places of the order, each with all that share it."""
        steps = [self.steps_at(number) for number in range(len(self.order))]
        starts = [number for number, (_, above_by) in enumerate(steps) if above_by != "open"]
        return [
            Tie(self.order[start:end], start + 1, steps[start][1], steps[start][0])
            for start, end in pairwise((*starts, len(self.order)))
        ]

    def _parting(self, number: int) -> int | None:
        """The number of the first figure that is not that of the one before; None where all are the same, and at the ends."""
        if not 0 < number < len(self.order):
            return None
        above, own = self.figures[self.order[number - 1]], self.figures[self.order[number]]
        return None if above == own else [*map(eq, above, own)].index(False)


def rank(records: Records, scores: Scores, scoring: Scoring, names: ByName) -> Ranking:
    """The order of all that have a record; those that share a place are in alphabetical order."""
    comparison = Comparison(records, scores, scoring)
    figures = {place: figures_of(place, comparison) for place in records}
    before_direct = figures_before_direct(scoring)
    if before_direct is not None:
        level: dict[Figures, list[str]] = {}
        for place, own in figures.items():
            level.setdefault(own[:before_direct], []).append(place)
        for members in level.values():
            figures |= with_direct(members, figures, records, scoring)
    order = sorted(records, key=lambda place: (figures[place], names(place)))
    return Ranking(tuple(order), figures, ("points", *scoring.options.tie_breaks))


def figures_of(place: str, comparison: Comparison) -> Figures:
    """The score and the tie-breaks of an entrant, less is better; 0 for the direct score, which is of a tie alone."""
    names = comparison.scoring.options.tie_breaks
    return (
        -comparison.scores[place],
        *[0 if name == "direct" else -_FIGURES[name](place, comparison) for name in names],
    )


def figures_before_direct(scoring: Scoring) -> int | None:
    """The number of figures that come before the direct score; None where the table does not go by it."""
    names = scoring.options.tie_breaks
    return names.index("direct") + 1 if "direct" in names else None


def with_direct(
    level: Sequence[str], figures: Mapping[str, Figures], records: Records, scoring: Scoring
) -> dict[str, Figures]:
    """The figures of all that are level before the direct score, with that (tie.direct).

    It is the score among them alone; 0 unless each of them has met every other.
    """
    at = figures_before_direct(scoring)
    assert at is not None
    direct = _direct_scores(level, records, scoring)
    return {place: (*figures[place][:at], -direct.get(place, 0), *figures[place][at + 1 :]) for place in level}


def may_have_met(level: Sequence[str], records: Records, scoring: Scoring) -> bool:
    """False where there are more of them than one of them had rivals: not each has met every other."""
    return len(level) <= len(records[level[0]]) * scoring.rival_count + 1


def tie_break_figures(place: str, comparison: Comparison) -> dict[str, float]:
    """The figures by which an entrant is compared, all but the direct score, which is of a tie alone."""
    return shown_figures(figures_of(place, comparison), comparison.scoring)


def shown_figures(figures: Figures, scoring: Scoring) -> dict[str, float]:
    """The same from the figures of a table."""
    own = zip(scoring.options.tie_breaks, figures[1:], strict=True)
    return {name: _in_units(-figure, _UNIT.get(name, 1)) for name, figure in own if name != "direct"}


def buchholz(place: str, comparison: Comparison) -> Number:
    """The final scores of all rivals added up (tie.buchholz)."""
    return sum(_rival_scores(place, comparison))


def median(place: str, comparison: Comparison) -> Number:
    """The same without the highest and the lowest (tie.median)."""
    return sum(sorted(_rival_scores(place, comparison))[1:-1])


def sonneborn_doubled(place: str, comparison: Comparison) -> Number:
    """Twice the scores of the rivals beaten, and once those of rivals with a level match (tie.sonneborn)."""
    weights, scores = {"won": 2, "level": 1}, comparison.scores
    return sum(weights.get(one.way, 0) * scores[rival] for one in comparison.records[place] for rival in one.rivals)


def difference(place: str, comparison: Comparison) -> int:
    """The game points made less those given, the right way round for the game (tie.difference)."""
    better_by = comparison.scoring.better_by
    return sum([better_by(one.own, one.other) for one in comparison.records[place]])


def points_for(place: str, comparison: Comparison) -> int:
    """The game points made (tie.for)."""
    return sum([comparison.scoring.good_points(one.own, one.other) for one in comparison.records[place]])


def wins(place: str, comparison: Comparison) -> int:
    """The matches won on the table (tie.wins)."""
    return sum([one.way == "won" for one in comparison.records[place]])


def board_halves(place: str, comparison: Comparison) -> int:
    """The board points of a team, in halves; those of all boards in a round without a rival (teams.score)."""
    return sum([one.halves for one in comparison.records[place]])


def progress(place: str, comparison: Comparison) -> Number:
    """The sum of the scores after each round (tie.progress)."""
    rounds = comparison.last_round
    return sum([one.score * (rounds - one.round + 1) for one in comparison.records[place]])


_FIGURES: Mapping[TieBreak, Callable[[str, Comparison], Number]] = {
    "buchholz": buchholz,
    "median": median,
    "sonneborn": sonneborn_doubled,
    "difference": difference,
    "for": points_for,
    "wins": wins,
    "progress": progress,
    "boards": board_halves,
}
_UNIT: Mapping[TieBreak, int] = {"sonneborn": 2, "boards": 2}
"""Units of figures that stay whole while they are compared."""


def _in_units(count: Number, unit: int) -> float:
    """A figure in the unit that readers know: whole where it is; a fraction with two decimals."""
    if isinstance(count, Fraction):
        return two_decimals(count / unit)
    return count / unit if count % unit else count // unit


def _direct_scores(level: Sequence[str], records: Records, scoring: Scoring) -> dict[str, Number]:
    """The scores among these alone; empty unless each of them has met every other."""
    if len(level) < 2 or not may_have_met(level, records, scoring):
        return {}
    members = {*level}
    meetings = {place: [one for one in records[place] if members & {*one.rivals}] for place in level}
    meetings_of_two = {
        frozenset((place, rival)) for place, own in meetings.items() for one in own for rival in one.rivals
    }
    if not all(frozenset(pair) in meetings_of_two for pair in combinations(level, 2)):
        return {}
    return {place: sum(one.score for one in own) for place, own in meetings.items()}


def _rival_scores(place: str, comparison: Comparison) -> list[Number]:
    alone, scores = (place,) * comparison.scoring.rival_count, comparison.scores
    return [
        scores[rival]
        for one in comparison.records[place]
        for rival in (one.rivals if one.way in ON_THE_TABLE else alone)
    ]
