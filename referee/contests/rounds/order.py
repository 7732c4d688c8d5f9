"""The table of a contest in rounds: by score, then by the contest's own list of tie-breaks (rounds.order, tie.*).

Rounds without a match on the table have no rival: they count the entrant's own final score, where a rival's is asked for. Where
partners change, both of the other pair are rivals.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from referee.contests.duplicate.scoring import Number, two_decimals
from referee.contests.rounds.options import TieBreak
from referee.contests.rounds.scoring import ON_THE_TABLE, RoundScore, Scoring
from referee.contests.standings.ties import Tie, further, keep_open, split

Records = Mapping[str, Sequence[RoundScore]]
Scores = Mapping[str, Number]
Figures = dict[str, float]


def table_order(records: Records, scores: Scores, scoring: Scoring) -> list[Tie]:
    """The order of all; those level in everything share the place, open."""
    ties = split(Tie(tuple(records)), "points", lambda one: -scores[one])
    for tie_break in scoring.options.tie_breaks:
        ties = further(ties, _parting(tie_break, records, scores, scoring))
    return further(ties, lambda tie: [keep_open(tie)])


def tie_break_figures(place: str, records: Records, scores: Scores, scoring: Scoring) -> Figures:
    """The figures by which an entrant is compared, all but the direct score, which is of a tie alone."""
    names = [name for name in scoring.options.tie_breaks if name != "direct"]
    return {name: _in_units(_FIGURES[name](place, records, scores, scoring), _UNIT.get(name, 1)) for name in names}


def buchholz(place: str, records: Records, scores: Scores, scoring: Scoring) -> Number:
    """The final scores of all rivals added up (tie.buchholz)."""
    return sum(_rival_scores(place, records, scores, scoring))


def median(place: str, records: Records, scores: Scores, scoring: Scoring) -> Number:
    """The same without the highest and the lowest (tie.median)."""
    return sum(sorted(_rival_scores(place, records, scores, scoring))[1:-1])


def sonneborn_doubled(place: str, records: Records, scores: Scores, _: Scoring) -> Number:
    """Twice the scores of the rivals beaten, and once those of rivals with a level match (tie.sonneborn)."""
    weights = {"won": 2, "level": 1}
    return sum(weights.get(one.way, 0) * scores[rival] for one in records[place] for rival in one.rivals)


def difference(place: str, records: Records, _: Scores, scoring: Scoring) -> int:
    """The game points made less those given, the right way round for the game (tie.difference)."""
    return sum(scoring.better_by(one.own, one.other) for one in records[place])


def points_for(place: str, records: Records, _: Scores, scoring: Scoring) -> int:
    """The game points made (tie.for)."""
    return sum(scoring.good_points(one.own, one.other) for one in records[place])


def wins(place: str, records: Records, _: Scores, __: Scoring) -> int:
    """The matches won on the table (tie.wins)."""
    return sum(one.way == "won" for one in records[place])


def board_halves(place: str, records: Records, _: Scores, __: Scoring) -> int:
    """The board points of a team, in halves; those of all boards in a round without a rival (teams.score)."""
    return sum(one.halves for one in records[place])


def progress(place: str, records: Records, _: Scores, __: Scoring) -> Number:
    """The sum of the scores after each round (tie.progress)."""
    rounds = max((one.round for record in records.values() for one in record), default=0)
    return sum(one.score * (rounds - one.round + 1) for one in records[place])


_FIGURES: Mapping[TieBreak, Callable[[str, Records, Scores, Scoring], Number]] = {
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


def _parting(name: TieBreak, records: Records, scores: Scores, scoring: Scoring) -> Callable[[Tie], list[Tie]]:
    if name == "direct":
        return lambda tie: _direct(tie, records)
    figure = _FIGURES[name]
    return lambda tie: split(tie, name, lambda place: -figure(place, records, scores, scoring))


def _direct(tie: Tie, records: Records) -> list[Tie]:
    """Splits by the score among the tied alone, if each of them has met every other (tie.direct)."""
    tie_members = {*tie.members}
    meetings = {place: [one for one in records[place] if tie_members & {*one.rivals}] for place in tie.members}
    meetings_of_two = {
        frozenset((place, rival)) for place, own in meetings.items() for one in own for rival in one.rivals
    }
    if not all(frozenset(pair) in meetings_of_two for pair in combinations(tie.members, 2)):
        return [tie]
    return split(tie, "direct", lambda place: -sum(one.score for one in meetings[place]))


def _rival_scores(place: str, records: Records, scores: Scores, scoring: Scoring) -> list[Number]:
    alone = (place,) * scoring.rival_count
    return [scores[rival] for one in records[place] for rival in (one.rivals if one.way in ON_THE_TABLE else alone)]
