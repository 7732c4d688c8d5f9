"""Late entries into leagues (format.late): the draw stays as it is, and every entrant meets every other."""

from collections import Counter
from itertools import combinations

import pytest
from msgspec.structs import replace

from referee.contests.contest import ContestState, Fixture, LateEntry
from referee.contests.formats.league import LeagueOptions
from referee.contests.late import MissedMatches
from tests.support.contests import Desk, alphabet

PLAYERS = "ABCDEFGH"
NEWCOMERS = "XYZ"


def league(size: int, legs: int, treatment: MissedMatches) -> Desk:
    options = LeagueOptions(legs=legs, late_until=99, missed=treatment)
    return Desk(PLAYERS[:size], "league", options=options)


def enter(desk: Desk, player: str, round_: int) -> ContestState:
    at = 50 + len(desk.contest.late)
    late = (*desk.contest.late, LateEntry(player, round_, None, at))
    desk.contest = replace(desk.contest, late=late, alphabet=alphabet((*desk.contest.places, player)))
    return desk.state


def fixture_place(fixture: Fixture) -> tuple[object, ...]:
    return fixture.key, fixture.entrants, fixture.round, fixture.order, fixture.table


@pytest.mark.parametrize("treatment", ["later", "walkover"])
@pytest.mark.parametrize("legs", [1, 2])
@pytest.mark.parametrize("size", range(2, 9))
def test_what_was_drawn_stays_and_everybody_meets(size: int, legs: int, treatment: MissedMatches) -> None:
    for first in range(1, size + 2):
        desk = league(size, legs, treatment)
        before = desk.state
        for n, who in enumerate(NEWCOMERS):
            state = enter(desk, who, first + n)
            assert [*map(fixture_place, before.fixtures)] == [
                fixture_place(f) for f in state.fixtures if not is_new(f, before)
            ]
            before = state
        players = (*PLAYERS[:size], *NEWCOMERS)
        encounters = Counter(frozenset(fixture.entrants) for fixture in before.fixtures)
        assert encounters == {frozenset(pair): legs for pair in combinations(players, 2)}
        assert len({fixture.key for fixture in before.fixtures}) == len(before.fixtures)
        for round_ in {fixture.round for fixture in before.fixtures}:
            once_each([who for fixture in before.fixtures if fixture.round == round_ for who in fixture.entrants])
            once_each([fixture.table for fixture in before.fixtures if fixture.round == round_])
            playing = {who for fixture in before.fixtures if fixture.round == round_ for who in fixture.entrants}
            assert not playing & {bye.player for bye in before.byes if bye.round == round_}


def is_new(fixture: Fixture, before: ContestState) -> bool:
    return before.fixture(fixture.key) is None


def once_each(values: list[object]) -> None:
    assert len(values) == len({*values})


@pytest.mark.parametrize(("treatment", "state"), [("later", "pending"), ("walkover", "walkover")])
def test_who_rested_in_a_round_that_had_begun_was_missed(treatment: MissedMatches, state: str) -> None:
    """A rests first of five, and D second: a newcomer in round 3 missed these two."""
    desk = league(5, 1, treatment)
    resting = [bye.player for bye in desk.state.byes[:2]]
    after = enter(desk, "X", 3)
    against = {f.entrants[0]: f for f in after.fixtures if "X" in f.entrants}
    assert {against[who].state for who in resting} == {state}
    assert all(f.round >= 3 and f.state == "pending" for who, f in against.items() if who not in resting)
    if treatment == "walkover":
        wins = {row.player: row.g for row in after.tables[0].rows}  # type: ignore[union-attr]
        assert [wins[who] for who in resting] == [1, 1]
    else:
        assert all(against[who].round > 5 for who in resting)


def test_two_newcomers_missed_no_match_between_them() -> None:
    """Two absentees of the first round: neither wins by walkover a match that could not have been played."""
    desk = league(4, 1, "walkover")
    enter(desk, "X", 2)
    state = enter(desk, "Y", 3)
    [fixture] = [f for f in state.fixtures if {*f.entrants} == {"X", "Y"}]
    assert fixture.round >= 2


def test_a_league_that_all_but_the_newcomer_play_waits_for_the_newcomer() -> None:
    desk = league(4, 1, "later").league()
    assert desk.state.phase == "finished"
    state = enter(desk, "X", 4)
    assert state.phase == "playing"
    assert {waiting.fixture for waiting in state.pending} == {f.key for f in state.fixtures if "X" in f.entrants}
