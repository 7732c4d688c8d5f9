"""Whole contests of every format with any events at the organizer's desk: properties after each act."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.contests.contest import Contest, ContestState
from referee.contests.ledger import persons_at
from referee.contests.partners import members_of
from tests.support.contest_days import SETTINGS, Day

ACTS = 25


def holds(contest: Contest, state: ContestState) -> None:
    """Checks the properties of a contest after any act."""
    over = state.phase in {"finished", "null"}
    assert over == (not state.pending)
    assert bool(state.podium) == (state.phase == "finished")
    keys = {fixture.key: fixture for fixture in state.fixtures}
    assert len(keys) == len(state.fixtures)
    for pending in state.pending:
        assert pending.kind in {"ruling", "pairing"} or (
            pending.fixture and keys[pending.fixture].state in {"pending", "played"}
        )
        assert pending.kind != "ruling" or len(pending.tied) > 1
    for fixture in state.fixtures:
        assert len({*fixture.entrants}) == len(fixture.entrants) > 1
    for table in state.tables:
        rows = Counter(row.player for row in table.rows)
        assert not rows or max(rows.values()) == 1
    medals_are_earned(contest, state)
    podium_awards = sorted(
        (award.player, award.place, award.points) for award in state.awards if award.kind == "podium"
    )
    assert podium_awards == sorted((step.player, step.place, step.points) for step in state.podium)


def medals_are_earned(contest: Contest, state: ContestState) -> None:
    """An entrant that never stood at a table nor won by presence has a medal only by the organizer's word, or if left alone."""
    came = {e for one in contest.outcomes for e in persons_at(one)}
    left = {withdrawal.entrant for withdrawal in contest.withdrawals}
    for fixture in state.fixtures:
        if fixture.state == "walkover":
            outcomes = [one for one in contest.outcomes if one.fixture == fixture.key]
            absent = {e for one in outcomes for pair in one.absent for e in one.missing or members_of(pair)} | left
            came |= {*fixture.members} - absent
    entrants_ruled = {entrant for ruling in contest.rulings for entrant in ruling.tie}
    for step in state.podium:
        assert step.player in came | entrants_ruled or (step.place == 1 and step.player not in left)


@pytest.mark.parametrize("pairs", [False, True], ids=["persons", "pairs"])
@pytest.mark.parametrize("format_", sorted({setting.format for setting in SETTINGS}))
@given(chance=st.randoms(use_true_random=False))
def test_whatever_happens_a_contest_goes_on_to_its_end(format_: str, pairs: bool, chance: Random) -> None:
    setting = chance.choice([setting for setting in SETTINGS if setting.format == format_])
    day = Day(setting.contest(pairs=pairs), chance)
    for _ in range(chance.randint(1, ACTS)):
        day.go_on()
        holds(day.contest, day.state)
    day.finish()
    holds(day.contest, day.state)
    assert day.state.phase in {"finished", "null"}, day.acts
