"""Teams of different groups in one order: by the points that the contest counts, a mean of each encounter (groups.uneven)."""

from fractions import Fraction
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from referee.contests.standings.averages import Averages, across_groups
from referee.contests.standings.league import Bout
from referee.contests.teams.table import team_averages
from referee.contests.teams.terms import EncounterPoints

GROUPS = ("ABC", "DEFG")
PAIRS = [pair for group in GROUPS for pair in combinations(group, 2)]


@given(
    st.lists(st.tuples(st.integers(0, 4), st.integers(-30, 30)), min_size=len(PAIRS), max_size=len(PAIRS)),
    st.sampled_from([(2, 1, 0), (3, 1, 0), (5, 2, 1)]),
)
def test_the_order_is_that_of_a_plain_computation(results: list[tuple[int, int]], values: tuple[int, int, int]) -> None:
    points = EncounterPoints(*values)
    made: dict[str, list[tuple[int, int, int]]] = {team: [] for group in GROUPS for team in group}
    bouts = []
    for (one, other), (halves, diff) in zip(PAIRS, results, strict=True):
        winner = one if halves > 2 else other if halves < 2 else None
        bouts.append(Bout((one, other), (50 + diff, 50), winner, halves=(halves, 4 - halves)))
        for team, own, sign in ((one, halves, 1), (other, 4 - halves, -1)):
            score = values[1] if winner is None else values[0] if winner == team else values[2]
            made[team].append((score, own, sign * diff))
    places = {team: n for group in GROUPS for n, team in enumerate(group, 1)}
    averages: dict[str, Averages] = {}
    for group in GROUPS:
        inside = {team: places[team] for team in group}
        averages |= team_averages(inside, [bout for bout in bouts if bout.entrants[0] in inside], points)

    def worth(team: str) -> tuple[Fraction, ...]:
        sums = map(sum, zip(*made[team], strict=True))
        return (Fraction(places[team]), *(-Fraction(sum_, len(made[team])) for sum_ in sums))

    ties = across_groups(averages)
    assert [worth(tie.members[0]) for tie in ties] == sorted({worth(team) for team in places})
    assert all(len({worth(team) for team in tie.members}) == 1 for tie in ties)


def test_two_level_encounters_are_less_than_a_win_where_a_win_is_three() -> None:
    level, win = [Bout(("c", "a"), (9, 9), None), Bout(("c", "b"), (9, 9), None)], [Bout(("e", "d"), (9, 9), "d")]
    win.append(Bout(("e", "f"), (9, 9), "e"))
    for points, order in ((EncounterPoints(3, 1, 0), ["e", "c"]), (EncounterPoints(2, 1, 0), ["ce"])):
        groups = (({"c": 2, "a": 1, "b": 3}, level), ({"e": 2, "d": 1, "f": 3}, win))
        averages = {team: own for places, bouts in groups for team, own in team_averages(places, bouts, points).items()}
        seconds = {team: own for team, own in averages.items() if own.place == 2}
        assert ["".join(sorted(tie.members)) for tie in across_groups(seconds)] == order
