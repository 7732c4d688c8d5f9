"""Leagues with given rounds (format.given): a league is the same however its rounds came about."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.contests.contest import Contest, ContestState, LateEntry
from referee.contests.draws import Round, circle
from referee.contests.formats import follow
from referee.contests.formats.league import LeagueOptions
from referee.contests.given import RoundOnPaper, whole_league
from referee.match.results import Outcome, Result
from tests.support.contest_days import Day, Setting
from tests.support.contests import alphabet

MOST = 9


def played_elsewhere(players: tuple[str, ...], legs: int, chance: Random) -> tuple[Round, ...]:
    """The rounds of a league as a hand draws them: any match in any round where both are free, any seats, several byes."""
    rounds: list[list[tuple[str, str]]] = []
    meetings = [pair for pair in combinations(players, 2) for _ in range(legs)]
    chance.shuffle(meetings)
    for one, other in meetings:
        pair = (one, other) if chance.random() < 0.5 else (other, one)
        free = [round_ for round_ in rounds if not {*pair} & {who for those in round_ for who in those}]
        if free:
            chance.choice(free).append(pair)
        else:
            rounds.append([pair])
    on_paper = [RoundOnPaper(tuple(round_)) for round_ in rounds]
    return whole_league(on_paper, players, legs, str)


@pytest.mark.parametrize("pairs", [False, True], ids=["persons", "pairs"])
@given(size=st.integers(2, MOST), legs=st.integers(1, 2), acts=st.integers(0, 25), chance=st.randoms())
def test_the_rounds_of_the_circle_given_are_the_league_drawn(
    pairs: bool, size: int, legs: int, acts: int, chance: Random
) -> None:
    """After any results, absences, withdrawals, substitutions and corrections."""
    day = Day(Setting("league", "league", size, LeagueOptions(legs=legs)).contest(pairs=pairs), chance)
    rounds = whole_league([RoundOnPaper(one.pairs, one.rests) for one in circle(day.contest.order, legs)],
                          day.contest.order, legs, str)  # fmt: skip
    assert rounds == circle(day.contest.order, legs)
    for _ in range(acts):
        day.go_on()
        assert follow(replace(day.contest, rounds=rounds)) == day.state, day.acts


def all_played(contest: Contest, points: dict[frozenset[str], dict[str, int]]) -> ContestState:
    """The league after all its matches, each with the points that the two have against each other."""
    outcomes = tuple(
        Outcome(
            one.key, one.entrants, Result(tuple(points[frozenset(one.entrants)][who] for who in one.entrants)), at=n
        )
        for n, one in enumerate(follow(contest).fixtures)
    )
    return follow(replace(contest, outcomes=outcomes))


@given(size=st.integers(2, MOST), legs=st.integers(1, 2), chance=st.randoms())
def test_a_table_does_not_depend_on_the_rounds(size: int, legs: int, chance: Random) -> None:
    contest = Setting("league", "league", size, LeagueOptions(legs=legs)).contest(pairs=False)
    contest = replace(contest, alphabet=alphabet(contest.order))
    points = {
        frozenset(pair): dict(zip(pair, chance.sample(range(10), 2), strict=True))
        for pair in combinations(contest.order, 2)
    }
    other = replace(contest, rounds=played_elsewhere(contest.order, legs, chance))
    state, of_other = all_played(contest, points), all_played(other, points)
    assert of_other.phase == state.phase == "finished"
    assert (of_other.tables, of_other.podium) == (state.tables, state.podium)
    for number, round_ in enumerate(other.rounds, start=1):
        assert [one.entrants for one in of_other.fixtures if one.round == number] == [*round_.pairs]
        assert {one.player for one in of_other.byes if one.round == number} == {*round_.rests}
    assert len({one.key for one in of_other.fixtures}) == size * (size - 1) // 2 * legs


@given(size=st.integers(3, MOST), legs=st.integers(1, 2), chance=st.randoms())
def test_somebody_comes_late_into_rounds_drawn_elsewhere(size: int, legs: int, chance: Random) -> None:
    """Nothing given changes, everybody meets the newcomer, and nobody plays twice in a round."""
    day = Day(Setting("league", "league", size, LeagueOptions(legs=legs, late_until=256)).contest(pairs=False), chance)
    contest = replace(day.contest, rounds=played_elsewhere(day.contest.order, legs, chance))
    before = follow(contest)
    late = LateEntry("zoe", chance.randint(1, len(contest.rounds) + 1), None, 50)
    after = follow(replace(contest, late=(late,), alphabet=alphabet((*contest.order, "zoe"))))
    assert [one for one in after.fixtures if "zoe" not in one.entrants] == [*before.fixtures]
    rivals = sorted(who for one in after.fixtures if "zoe" in one.entrants for who in one.entrants if who != "zoe")
    assert rivals == sorted(contest.order * legs)
    for number in {one.round for one in after.fixtures}:
        playing = [who for one in after.fixtures if one.round == number for who in one.entrants]
        assert len(playing) == len({*playing})
        assert not {*playing} & {bye.player for bye in after.byes if bye.round == number}
