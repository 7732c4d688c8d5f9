"""The order of one match: a single match, a group of one table, a tie-break, a final (group.order).

The game names the steps that split equal totals; the lines say where a tie need not be split.
"""

from collections.abc import Callable, Iterator, Sequence

from referee.contests.standings.alphabet import ByName
from referee.contests.standings.ties import Lines, Step, Tie, alone, further, keep_open, split, split_into
from referee.match.results import ContestRules, Outcome, Result

Part = Callable[[Tie], list[Tie]]


def match_order(entrants: Sequence[str], result: Result, rules: ContestRules, lines: Lines, names: ByName) -> list[Tie]:
    """The order that a result gives. A tie that nothing splits is left open; with a line through it, it needs an extra round."""

    def if_it_matters(part: Part) -> Part:
        def judge(tie: Tie) -> list[Tie]:
            if tie.matters(lines):
                return part(tie)
            return alone(tie, "alphabetical", sorted(tie.members, key=names))

        return judge

    alphabetical = False
    ties = _by_points(Tie(tuple(entrants)), result, rules)
    for step, part in _steps(entrants, result, rules):
        alphabetical = alphabetical or step == "alphabetical"
        ties = further(ties, if_it_matters(part) if alphabetical else part)
    return further(ties, if_it_matters(_open) if alphabetical else _open)


def outcome_order(outcome: Outcome, rules: ContestRules, lines: Lines, names: ByName) -> list[Tie]:
    """The order that a result or a walkover gives: absentees stand last, and nothing splits those present."""
    if outcome.result is not None:
        return match_order(outcome.entrants, outcome.result, rules, lines, names)
    came = tuple(entrant for entrant in outcome.entrants if entrant not in outcome.absent)
    away = tuple(entrant for entrant in outcome.entrants if entrant in outcome.absent)
    return further(split_into(Tie(outcome.entrants), "points", [group for group in (came, away) if group]), _open)


def _by_points(tie: Tie, result: Result, rules: ContestRules) -> list[Tie]:
    """Splits by the totals, behind a winner that may have fewer.

    By the match's own order where a side withdrew, or where the game has no steps of its own.
    """
    costs: dict[str, int]
    if result.ranking and (result.withdrawn or not rules.match_steps):
        place = {side: n for n, sides in enumerate(result.ranking) for side in sides}
        costs = {entrant: place[side] for side, entrant in enumerate(tie.members)}
    elif rules.wins_behind is not None and result.winner is not None:
        winner = tie.members[result.winner]
        own = zip(tie.members, result.points, strict=True)
        keys = {entrant: (entrant != winner, rules.cost(points)) for entrant, points in own}
        return split(tie, "points", keys.__getitem__)
    else:
        costs = {entrant: rules.cost(points) for entrant, points in zip(tie.members, result.points, strict=True)}
    return split(tie, "points", costs.__getitem__)


def _steps(entrants: Sequence[str], result: Result, rules: ContestRules) -> Iterator[tuple[Step, Part]]:
    """The steps that split equal totals, first to last; each extra round is a step."""

    def by(step: Step, costs: Sequence[int]) -> tuple[Step, Part]:
        cost = dict(zip(entrants, costs, strict=True))
        return step, lambda tie: split(tie, step, cost.__getitem__)

    for step in rules.match_steps:
        match step:
            case "alphabetical":
                yield step, lambda tie: [tie]
            case "sanctions":
                yield by(step, [result.sanctions(seat) for seat in range(len(entrants))])
            case "extra_round":
                for points in result.extra_rounds:
                    yield by(step, points)
            case tally if tally in result.tallies:
                yield by(step, [-count for count in result.tallies[tally]])
    if result.winner is not None:
        winner = entrants[result.winner]
        label: Step = "extra_round" if rules.extra_rounds else "points"
        yield label, lambda tie: _by_winner(tie, winner, label)


def _by_winner(tie: Tie, winner: str, step: Step) -> list[Tie]:
    """A stated winner of a level match won what broke the tie, though its points were not written down."""
    if tie.place != 1 or winner not in tie.members:
        return [tie]
    return split_into(tie, step, [(winner,), tuple(entrant for entrant in tie.members if entrant != winner)])


def _open(tie: Tie) -> list[Tie]:
    return [keep_open(tie)]
