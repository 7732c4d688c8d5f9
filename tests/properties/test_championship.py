"""Properties of every contest, for any results: order of arrival, places, sums, points given."""

from itertools import combinations
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.contests.contest import Contest, ContestState
from referee.contests.draws import draw
from referee.contests.formats import follow
from referee.contests.formats.groups import GroupsOptions
from referee.contests.general import entries_of, general_table
from referee.contests.standings.tables import LeagueRow
from referee.games.hearts.results import CASTILLAR_CONTEST
from referee.match.results import PLAIN, Outcome, Result
from tests.support.contests import WHOLE, alphabet

PLAYERS = "ABCDEFGHIJ"
FEW_POINTS = (40, 44, 52)
"""Few different scores, so that ties are many."""


@st.composite
def leagues(draw_: Any) -> Contest:
    """A league of El Castillar with all or some results, walkovers and withdrawals."""
    n = draw_(st.sampled_from((3, 5, 6, 7)))
    contest = blank("castillar", n)
    outcomes = []
    for fixture in follow(contest).fixtures:
        kind = draw_(st.sampled_from(("result",) * 12 + ("walkover", "nothing", "level")))
        points = draw_(st.sampled_from(FEW_POINTS)) if kind == "result" else WHOLE // 2
        entrants = fixture.entrants if draw_(st.booleans()) else fixture.entrants[::-1]
        cards = ((draw_(st.integers(0, 1)), 0), (0, 0)) if draw_(st.integers(0, 9)) == 0 else ()
        if kind == "walkover":
            outcomes.append(Outcome(fixture.key, entrants, absent=entrants[: draw_(st.integers(1, 2))]))
        elif kind != "nothing":
            winner = 0 if points == WHOLE // 2 and kind == "result" else None
            outcomes.append(
                Outcome(fixture.key, entrants, Result((points, WHOLE - points), cards=cards, winner=winner))
            )
    return replace(contest, outcomes=tuple(replace(o, at=at) for at, o in enumerate(outcomes, start=2)))


@st.composite
def full_leagues(draw_: Any) -> Contest:
    """A league with every result recorded; the circle of three that nothing parts is frequent."""
    n = draw_(st.sampled_from((3, 5, 6, 7, 9, 10)))
    contest = blank("castillar", n)
    scores = st.sampled_from((40, 64)) if draw_(st.booleans()) else st.sampled_from((30, 40, 44, 60, 64, 74))
    outcomes = [
        Outcome(fixture.key, fixture.entrants, Result((points := draw_(scores), WHOLE - points)), at=at)
        for at, fixture in enumerate(follow(contest).fixtures, start=2)
    ]
    return replace(contest, outcomes=tuple(outcomes))


def blank(format_: str, n: int, **fields: Any) -> Contest:
    order = tuple(PLAYERS[:n])
    return Contest(format_, order, CASTILLAR_CONTEST, (2, 4), alphabet(order), **fields)


def plain(state: ContestState) -> ContestState:
    """The state without the events that gave points."""
    return replace(state, awards=tuple(replace(award, source=None) for award in state.awards))


@given(leagues(), st.randoms(use_true_random=False))
def test_order_of_arrival_changes_no_table(contest: Contest, chance: Random) -> None:
    outcomes = [*contest.outcomes]
    chance.shuffle(outcomes)
    assert follow(replace(contest, outcomes=tuple(outcomes))) == follow(contest)
    outcomes_renumbered = tuple(replace(outcome, at=at) for at, outcome in enumerate(outcomes, start=2))
    assert plain(follow(replace(contest, outcomes=outcomes_renumbered))) == plain(follow(contest))


@given(leagues())
def test_order_of_draw_changes_no_table_of_a_league(contest: Contest) -> None:
    """The table depends on the pairings, not on the order of the draw."""
    rows = {row.player: row for row in follow(contest).tables[0].rows}
    by_pair = {frozenset(outcome.entrants): outcome for outcome in contest.outcomes}
    reversal = replace(contest, order=contest.order[::-1], outcomes=())
    outcomes = [
        replace(by_pair[pair], fixture=fixture.key)
        for fixture in follow(reversal).fixtures
        if (pair := frozenset(fixture.entrants)) in by_pair
    ]
    assert {row.player: row for row in follow(replace(reversal, outcomes=tuple(outcomes))).tables[0].rows} == rows


@given(leagues())
def test_places_and_steps_agree(contest: Contest) -> None:
    for table in follow(contest).tables:
        for above, row in zip((None, *table.rows), table.rows, strict=False):
            n = table.rows.index(row) + 1
            is_shared = above is not None and row.place == above.place
            assert row.place == (above.place if is_shared and above else n)
            assert (row.above_by is None) == (above is None)
            assert (row.above_by == "open") == is_shared


@given(leagues())
def test_sums_of_a_league(contest: Contest) -> None:
    state = follow(contest)
    rows = [row for row in state.tables[0].rows if isinstance(row, LeagueRow)]
    assert sum(row.f for row in rows) == sum(row.c for row in rows) == 52 * sum(row.j for row in rows)
    assert sum(row.g for row in rows) == sum(row.p for row in rows) == sum(row.ptos for row in rows)
    assert sum(row.diff for row in rows) == 0 and all(row.j == row.g + row.p for row in rows)


@given(full_leagues())
def test_extra_points_of_a_full_league(contest: Contest) -> None:
    """2 for the champion, or 2 for each entrant that shares the head or is in or above a tie that makes it null."""
    state = follow(contest)
    rows = state.tables[0].rows
    gain = {row.player for row in rows if row.place == 1}
    match state.phase:
        case "null":
            line = 1 if len(rows) == 3 else 4
            place = next(row.place for row in rows[line - 1 : line])
            assert state.extras == {row.player: 2 for row in rows if row.place <= place}
        case "final" if len(gain) == 4:
            assert state.extras == {}
        case _:
            assert state.extras == dict.fromkeys(gain, 2)


@given(full_leagues())
def test_through_are_four_or_nobody(contest: Contest) -> None:
    state = follow(contest)
    rows = state.tables[0].rows
    assert len(state.qualified) == (4 if state.phase == "final" else 0)
    assert {row.player for row in rows if row.qualified} == {*state.qualified}
    if state.qualified:
        assert [row.player for row in rows[:4]] == [*state.qualified]
    if state.phase == "tie_break":
        fixture = state.fixtures[-1]
        places = {row.place for row in rows if row.player in fixture.entrants}
        assert len(fixture.entrants) == 4 and len(places) == 1 and places.pop() <= 4


@given(full_leagues())
def test_ties_that_do_not_matter_go_by_the_alphabet(contest: Contest) -> None:
    """Ties stay open only across the line or at the head; with three players nothing goes by the alphabet."""
    rows = follow(contest).tables[0].rows
    for place in {row.place for row in rows}:
        last = place + sum(row.place == place for row in rows) - 1
        assert place in {1, last} or place <= 4 < last
    assert len(rows) > 3 or all(row.decided_by != "alphabetical" for row in rows)


@given(full_leagues(), st.permutations("ABCD"), st.integers(0, 3))
def test_points_of_the_general_table_are_those_given(contest: Contest, finish: list[str], black: int) -> None:
    state = follow(contest)
    if state.phase == "final":
        points = tuple(20 * (finish.index(place) + 2) for place in "ABCD")
        cards = tuple((0, black if seat == 0 else 0) for seat in range(4))
        final = Outcome("final", state.qualified, Result(points, cards=cards), at=99)
        contest = replace(contest, outcomes=(*contest.outcomes, final))
        state = follow(contest)
        assert sum(step.points for step in state.podium) in {11, 9}
    rows = general_table(contest.order, contest.alphabet, entries_of("c", contest, state))
    assert sum(row.points for row in rows) == sum(award.points for award in state.awards)
    assert {row.player: row.points for row in rows} == {
        row.player: sum(entry.points for entry in row.entries) for row in rows
    }
    assert sum(row.golds for row in rows) == bool(state.podium)


@given(st.integers(2, 24), st.booleans(), st.randoms(use_true_random=False))
def test_knockout_every_match_sends_one_home(n: int, third: bool, chance: Random) -> None:
    order = tuple(f"p{i}" for i in range(n))
    contest = Contest("knockout", order, PLAIN, (2,), {})
    for _ in range(2 * n):
        pending = [fixture for fixture in follow(contest).fixtures if fixture.state == "pending"]
        if not pending:
            break
        fixture = chance.choice(pending)
        points = (1, 0) if chance.random() < 0.5 else (0, 1)
        contest = replace(contest, outcomes=(*contest.outcomes, Outcome(fixture.key, fixture.entrants, Result(points))))
    state = follow(contest)
    assert (state.phase, len(contest.outcomes)) == ("finished", n - 1)
    assert {row.player for row in state.tables[0].rows} == {*order}
    assert len([step for step in state.podium if step.place == 1]) == 1


@given(st.integers(2, 5), st.integers(3, 4), st.randoms(use_true_random=False))
def test_groups_keep_apart_who_met(n: int, size: int, chance: Random) -> None:
    """Every two of a group meet once; entrants of two groups do not meet before the knockout."""
    order = draw([f"p{i}" for i in range(n * size)], str(chance.random())).order
    contest = Contest("groups", order, PLAIN, (2,), {}, options=GroupsOptions(size=size))
    pairs = [frozenset(fixture.entrants) for fixture in follow(contest).fixtures]
    groups = [order[start : start + size] for start in range(0, len(order), size)]
    assert sorted(map(sorted, pairs)) == sorted(sorted(pair) for group in groups for pair in combinations(group, 2))
