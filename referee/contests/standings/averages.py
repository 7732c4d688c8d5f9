"""The comparison of entrants of different groups: by place, then by averages a match, as exact fractions (groups.uneven)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from referee.contests.standings.league import Bout, columns
from referee.contests.standings.ties import RankedEntrant, Step, Tie, further, keep_open, split
from referee.match.results import ContestRules, Outcome


class Averages(Struct, frozen=True):
    """The place of an entrant in the group, and costs a match of what was made there: less is better.

    `points` are a match won as one and a level one as half, or the encounter points of teams; `boards` are the board points of
    teams. `own_points` are those of matches that were played at a table; None without any.
    """

    place: int
    points: Fraction = Fraction(0)
    boards: Fraction = Fraction(0)
    diff: Fraction = Fraction(0)
    own_points: Fraction | None = None


class ComparedEntrant(Struct, frozen=True):
    """An entrant among those of several groups that are compared: its `place` there, and exact figures a match (groups.uneven).

    `group` is counted from 1. `wins` are the matches won, a level one as half; `diff` is that of their points. Both are None in
    groups of one match. `made` are the points made at the table, None without any.
    """

    place: int
    player: str
    group: int
    group_place: int
    wins: Fraction | None
    diff: Fraction | None
    made: Fraction | None
    is_through: bool


def compared_entrant(
    rank: RankedEntrant, averages: Averages, rules: ContestRules, *, group: int, of_matches: bool, is_through: bool
) -> ComparedEntrant:
    """A row of a comparison, with figures made of costs. `of_matches`: the group is a league, not one match."""
    sign = rules.cost(1)
    return ComparedEntrant(
        place=rank.place,
        player=rank.entrant,
        group=group,
        group_place=averages.place,
        wins=-averages.points if of_matches else None,
        diff=sign * averages.diff if of_matches else None,
        made=None if averages.own_points is None else sign * averages.own_points,
        is_through=is_through,
    )


def in_league(places: Mapping[str, int], bouts: Sequence[Bout], rules: ContestRules) -> dict[str, Averages]:
    """The averages of these entrants in a group of matches of two."""
    table = columns(places, bouts)
    at_table = columns(places, (bout for bout in bouts if not bout.walkover))
    averages: dict[str, Averages] = {}
    for entrant, place in places.items():
        row, own = table[entrant], at_table[entrant]
        points = Fraction(row.p - row.g - row.j, 2 * row.j) if row.j else Fraction(0)
        diff = Fraction(rules.cost(row.diff), row.j) if row.j else Fraction(0)
        made = Fraction(rules.cost(own.f), own.j) if own.j else None
        averages[entrant] = Averages(place, points, diff=diff, own_points=made)
    return averages


def in_match(places: Mapping[str, int], outcome: Outcome | None, rules: ContestRules) -> dict[str, Averages]:
    """The averages of these entrants in a group of one match: its points, where it was played."""
    result = outcome.result if outcome else None
    if outcome is None or result is None:
        return {entrant: Averages(place) for entrant, place in places.items()}
    points = dict(zip(outcome.entrants, result.points, strict=True))
    return {
        entrant: Averages(place, own_points=Fraction(rules.cost(points[entrant])) if entrant in points else None)
        for entrant, place in places.items()
    }


def across_groups(averages: Mapping[str, Averages]) -> list[Tie]:
    """The order of entrants of several groups, best first; those level in everything share a place, open."""
    if not averages:
        return []
    figures: tuple[tuple[Step, Callable[[str], Fraction | int]], ...] = (
        ("place", lambda entrant: averages[entrant].place),
        ("points", lambda entrant: averages[entrant].points),
        ("boards", lambda entrant: averages[entrant].boards),
        ("diff", lambda entrant: averages[entrant].diff),
    )
    ties = [Tie(tuple(averages))]
    for step, figure in figures:
        ties = further(ties, lambda tie, step=step, figure=figure: split(tie, step, figure))  # type: ignore[misc]
    return further(further(ties, lambda tie: _by_own_points(tie, averages)), lambda tie: [keep_open(tie)])


def _by_own_points(tie: Tie, averages: Mapping[str, Averages]) -> Iterable[Tie]:
    """Splits a tie by the points made a match. An entrant with nothing but walkovers has no mean: then nothing is split."""
    means = {entrant: mean for entrant in tie.members if (mean := averages[entrant].own_points) is not None}
    return split(tie, "f", means.__getitem__) if len(means) == len(tie.members) else [tie]
