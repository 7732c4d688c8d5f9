"""Chains of stages: those that go on, those that stay behind, and the order of all (stages.chain)."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.cards import drawn_order
from referee.contests.contest import Substitution
from referee.contests.formats import format_named
from referee.contests.formats.stages.options import (
    GroupsStageOptions,
    KnockoutStageOptions,
    LeagueStageOptions,
    RoundsStageOptions,
    StageOptions,
    StagesOptions,
)
from referee.match.registry import ruleset
from tests.support.in_stages import Stages, has_begun

SWISS = RoundsStageOptions(round_count=2, through=4)
KNOCKOUT = KnockoutStageOptions(third_place=True)
LAST: tuple[StageOptions, ...] = (
    KNOCKOUT,
    KnockoutStageOptions(),
    KnockoutStageOptions(redraw=True, third_place=True),
    KnockoutStageOptions(lives=2),
    LeagueStageOptions(),
    RoundsStageOptions(round_count=2),
)


@st.composite
def chains(draw: st.DrawFn) -> tuple[int, tuple[StageOptions, ...]]:
    """A number of entrants and stages that it can be held in."""
    cuts = sorted(draw(st.sets(st.integers(2, 12), min_size=1, max_size=3)), reverse=True)
    stages: list[StageOptions] = []
    for cut in cuts:
        kinds = ["rounds", "league"] + (["groups"] if cut % 2 == 0 else [])
        match draw(st.sampled_from(kinds)):
            case "rounds":
                count = draw(st.integers(1, 3))
                stages.append(
                    RoundsStageOptions(
                        round_count=count, pairing=draw(st.sampled_from(["swiss", "danish"])), through=cut
                    )
                )
            case "league":
                stages.append(LeagueStageOptions(through=cut))
            case _:
                stages.append(
                    GroupsStageOptions(size=4, through=draw(st.integers(1, 2)), repesca=draw(st.integers(0, 3)))
                )
    stages.append(draw(st.sampled_from(LAST)))
    chain = tuple(stages)
    possible = [n for n in format_named("stages").possible((2,), StagesOptions(chain)) if n <= 24]
    return draw(st.sampled_from(possible or [0])), chain


@given(chains(), st.integers(0, 10**6), st.booleans())
def test_stages_chain_everybody_has_one_place_and_who_came_further_stands_before(
    chain: tuple[int, tuple[StageOptions, ...]], seed: int, lots: bool
) -> None:
    size, stages = chain
    if size == 0:
        return
    contest = Stages(size, *stages, seed=seed, lots=lots)
    state = contest.play()
    rows = state.tables[0].rows
    assert state.phase == "finished"
    assert sorted(row.player for row in rows) == sorted(contest.contest.order)
    # Places as in any table: a shared one leaves out as many as share it.
    assert [row.place for row in rows] == [1 + sum(one.place < row.place for one in rows) for row in rows]
    # Who came further, counted from the matches and rests alone.
    furthest: dict[str, int] = {}
    firsts = [stage.first_round for stage in state.stages]
    for entrants, round_ in [
        *((fixture.entrants, fixture.round) for fixture in state.fixtures),
        *(((bye.player,), bye.round) for bye in state.byes),
    ]:
        stage = sum(first <= round_ for first in firsts)
        for entrant in entrants:
            furthest[entrant] = max(furthest.get(entrant, 0), stage)
    stages_of_rows = [furthest[row.player] for row in rows]
    assert stages_of_rows == sorted(stages_of_rows, reverse=True)
    assert len({fixture.key for fixture in state.fixtures}) == len(state.fixtures)
    assert [step.player for step in state.podium] == [row.player for row in rows if row.place <= 4]
    assert [step.place for step in state.podium] == [row.place for row in rows if row.place <= 4]
    assert {award.player for award in state.awards} == {step.player for step in state.podium}


@given(chains(), st.integers(0, 10**6))
def test_stages_chain_the_first_of_each_table_go_on(chain: tuple[int, tuple[StageOptions, ...]], seed: int) -> None:
    size, stages = chain
    if size == 0:
        return
    state = Stages(size, *stages, seed=seed).play()
    for n, (stage, after) in enumerate(pairwise(state.stages)):
        cut = stages[n].through  # type: ignore[union-attr]
        assert cut is not None
        first = {row.player for table in stage.tables for row in table.rows[:cut]}
        through = {row.player for table in stage.tables for row in table.rows if row.qualified}
        assert {row.player for table in after.tables for row in table.rows} == through
        assert first <= through
        assert len(through - first) == getattr(stages[n], "repesca", 0)


def test_stages_chain_a_stage_begins_when_the_one_before_is_decided() -> None:
    contest = Stages(7, SWISS, KNOCKOUT)
    contest.pair()
    contest.go_on()
    contest.pair()
    pending = [fixture for fixture in contest.state.fixtures if fixture.state == "pending"]
    for fixture in pending[1:]:
        contest.tell_by_chance(fixture)
    assert [stage.format for stage in contest.state.stages] == ["rounds"]
    assert contest.state.tables[0].provisional
    contest.tell(pending[0], 3, 0)
    contest.play(lambda state: len(state.stages) > 1 or any(one.kind == "ruling" for one in state.pending))
    contest.play(has_begun(2))
    assert [stage.format for stage in contest.state.stages] == ["rounds", "knockout"]
    assert [stage.first_round for stage in contest.state.stages] == [1, 3]


def test_rounds_order_a_tie_that_decides_who_goes_on_waits_for_a_ruling() -> None:
    contest = Stages(4, RoundsStageOptions(round_count=1, tie_breaks=(), through=1 + 2), KNOCKOUT)
    contest.pair()
    for fixture in contest.state.fixtures:
        contest.tell(fixture, 3, 0)
    [pending] = contest.state.pending
    losers = {fixture.entrants[1] for fixture in contest.state.fixtures}
    assert (contest.state.phase, pending.kind, {*pending.tied}) == ("waiting_ruling", "ruling", losers)
    contest.rule()
    assert len(contest.state.stages) == 2
    assert [row.decided_by for row in contest.state.stages[0].tables[0].rows[2:]] == ["ruling", "ruling"]


def test_rounds_order_lots_by_seed_part_those_level_where_the_contest_says_so() -> None:
    contest = Stages(4, RoundsStageOptions(round_count=1, tie_breaks=(), through=3), KNOCKOUT, lots=True)
    contest.pair()
    for fixture in contest.state.fixtures:
        contest.tell(fixture, 3, 0)
    losers = {fixture.entrants[1] for fixture in contest.state.fixtures if fixture.kind == "round"}
    rows = contest.state.stages[0].tables[0].rows
    assert [row.player for row in rows[2:]] == [*drawn_order(losers, "a seed", "lots")]
    assert [row.decided_by for row in rows[2:]] == ["lots", "lots"]
    # Those that go on together are not parted: nothing hangs on it.
    assert [row.decided_by for row in rows[:2]] == ["open", "open"]


def test_stages_chain_who_withdraws_before_the_next_stage_is_replaced_by_the_next_of_the_table() -> None:
    contest = Stages(8, SWISS, KNOCKOUT, seed=3)
    contest.play(has_begun(2))
    through = contest.state.qualified
    fifth = contest.state.stages[0].tables[0].rows[4].player
    contest.withdraw(through[1])
    assert contest.state.qualified == (through[0], fifth, *through[2:])


def test_stages_chain_who_has_played_on_is_not_replaced() -> None:
    contest = Stages(8, SWISS, KNOCKOUT, seed=3)
    contest.play(has_begun(2))
    through = contest.state.qualified
    semifinal = next(fixture for fixture in contest.state.fixtures if through[1] in fixture.entrants and fixture.stage)
    contest.tell(semifinal, 3, 0)
    contest.withdraw(through[1])
    assert contest.state.qualified == through
    assert contest.play().phase == "finished"


def test_stages_chain_a_place_that_changes_hands_later_keeps_its_holder_in_the_stage_before() -> None:
    contest = Stages(8, SWISS, LeagueStageOptions(), seed=3)
    contest.play(has_begun(2))
    first = contest.state.qualified[0]
    first_match = next(
        fixture for fixture in contest.state.fixtures if first in fixture.entrants and fixture.round == 3
    )
    contest.tell(first_match, 3, 0)
    change = Substitution(first, "newcomer", contest.next_version())
    contest.contest = replace(contest.contest, substitutions=(change,))
    state = contest.state
    assert state.qualified[0] == first
    assert (
        next(fixture for fixture in state.fixtures if fixture.key == first_match.key).entrants == first_match.entrants
    )
    later = [fixture for fixture in state.fixtures if fixture.round > 3 and "newcomer" in fixture.entrants]
    assert len(later) == 2
    assert contest.play().phase == "finished"


def test_stages_chain_a_stage_of_rounds_is_paired_anew_where_a_correction_lets_others_through() -> None:
    contest = Stages(4, LeagueStageOptions(through=3), RoundsStageOptions(round_count=1), lots=True)
    one, two, three, four = contest.contest.order

    def beat(winner: str, loser: str) -> None:
        fixture = next(each for each in contest.state.fixtures if {*each.entrants} == {winner, loser})
        contest.tell(fixture, *((3, 0) if fixture.entrants[0] == winner else (0, 3)))

    for winner, loser in ((one, two), (one, three), (one, four), (two, three), (two, four), (three, four)):
        beat(winner, loser)
    round_ = contest.pair()
    assert (round_.round, {*round_.entrants}) == (4, {one, two, three})
    beat(four, two)
    beat(four, three)
    # The last of before is second now: the third is out, and the round with it.
    assert contest.state.pending[0].kind == "pairing"
    assert [fixture.kind for fixture in contest.state.fixtures].count("round") == 0
    assert {*contest.pair().entrants} == {*contest.state.qualified}
    assert contest.play().phase == "finished"


def test_stages_chain_the_only_one_left_has_won_without_a_further_stage() -> None:
    contest = Stages(4, LeagueStageOptions(through=2), KNOCKOUT)
    contest.go_on()
    rows = [row.player for row in contest.state.stages[0].tables[0].rows]
    for entrant in rows[1:]:
        contest.withdraw(entrant)
    state = contest.state
    assert state.phase == "finished"
    assert [(step.place, step.player) for step in state.podium][:1] == [(1, rows[0])]


@pytest.mark.parametrize(
    ("stages", "possible"),
    [
        ((LeagueStageOptions(through=2), KNOCKOUT), (3, 64)),
        ((GroupsStageOptions(size=4, through=2), KNOCKOUT), (6, 512)),
        ((RoundsStageOptions(through=40), KNOCKOUT), (41, 4096)),
        ((RoundsStageOptions(through=8), LeagueStageOptions(through=4), KNOCKOUT), (9, 4096)),
        ((LeagueStageOptions(through=8), LeagueStageOptions(through=8), KNOCKOUT), None),
    ],
)
def test_stages_chain_says_how_many_may_enter(
    stages: tuple[StageOptions, ...], possible: tuple[int, int] | None
) -> None:
    numbers = format_named("stages").possible((2,), StagesOptions(stages))
    assert ((numbers[0], numbers[-1]) if numbers else None) == possible


@pytest.mark.parametrize(
    ("stages", "path"),
    [
        ((RoundsStageOptions(), KNOCKOUT), "$.params.stages[0].through"),
        ((SWISS, LeagueStageOptions(through=2)), "$.params.stages[1].through"),
        ((KNOCKOUT, LeagueStageOptions()), "$.params.stages[0].format"),
        ((SWISS, GroupsStageOptions()), "$.params.stages[1].format"),
        ((SWISS, RoundsStageOptions(late_until=2)), "$.params.stages[1].late_until"),
        ((RoundsStageOptions(strike=9, through=4), KNOCKOUT), "$.params.stages[0].strike"),
    ],
)
def test_stages_chain_a_flaw_is_told_at_its_stage(stages: tuple[StageOptions, ...], path: str) -> None:
    flaws = format_named("stages").flaws(StagesOptions(stages), ruleset("guinote").contest)
    assert [flaw.path for flaw in flaws] == [path]
