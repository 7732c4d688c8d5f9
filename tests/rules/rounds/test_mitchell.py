"""Two lines, of which one sits and the other moves on (rounds.mitchell): plainly again, and over whole contests."""

from collections import Counter

import pytest
from msgspec.structs import replace

from referee.contests.contest import Contest, LateEntry, Substitution, TieRuling, Withdrawal
from referee.contests.formats import follow
from referee.contests.formats.rounds import FORMAT
from referee.contests.rounds.mitchell import MitchellStage
from referee.contests.rounds.movement import most_rounds, tables_of
from referee.contests.rounds.options import RoundsOptions, flaws_of
from referee.contests.rounds.pairing import NoPairing
from referee.contests.standings.tables import LeagueRow
from referee.match.results import Outcome, Result
from tests.support.mitchell import contest_of_lines, play_on, with_next_round, with_results

COUNTS = range(4, 61)


def round_counts(count: int) -> range:
    return range(1, most_rounds(tables_of(count)) + 1)


def halves(contest: Contest) -> tuple[set[str], set[str]]:
    half = len(contest.order) // 2
    return {*contest.order[:half]}, {*contest.order[half:]}


@pytest.mark.parametrize("count", COUNTS)
def test_nobody_meets_twice_and_nobody_comes_to_a_table_twice_in_any_number_of_rounds(count: int) -> None:
    for rounds in round_counts(count):
        lines = MitchellStage(contest_of_lines(count, rounds)).lines
        meetings = [[*lines.meetings(number, rounds)] for number in range(1, rounds + 1)]
        pairs = [pair for round_ in meetings for pair in round_ if None not in pair]
        assert len({frozenset(pair) for pair in pairs}) == len(pairs)
        visits = [(other, table) for round_ in meetings for table, (_, other) in enumerate(round_) if other]
        assert len({*visits}) == len(visits)
        assert {tuple(one for one, _ in round_) for round_ in meetings} == {lines.sitting}
        for round_ in meetings:
            assert sorted(one for pair in round_ for one in pair if one) == [f"p{n:02}" for n in range(count)]
        rests = Counter(one for round_ in meetings for pair in round_ if None in pair for one in pair if one)
        assert {*rests.values()} <= {1}
        assert len(rests) == rounds * (count % 2)


@pytest.mark.parametrize("count", [4, 5, 7, 8, 11, 14, 20, 25, 32, 60])
def test_the_movement_is_that_of_the_clause(count: int) -> None:
    """One table up each round; of an even number of tables one is skipped after half of the rounds."""
    tables = tables_of(count)
    for rounds in round_counts(count):
        lines = MitchellStage(contest_of_lines(count, rounds)).lines
        for start, one in enumerate(lines.moving, start=1):
            if one is None:
                continue
            table = start
            for number in range(1, rounds + 1):
                assert lines.table_in(one, number, rounds) == table
                steps = 2 if tables % 2 == 0 and number == (rounds + 1) // 2 else 1
                table = (table - 1 + steps) % tables + 1


@pytest.mark.parametrize("count", [4, 5, 6, 9, 10, 12, 17, 24, 31])
def test_a_contest_played_out_has_a_table_for_each_line(count: int) -> None:
    rounds = most_rounds(tables_of(count))
    contest = play_on(contest_of_lines(count, rounds), rounds)
    state, (sitting, moving) = follow(contest), halves(contest)
    assert state.phase in {"finished", "waiting_ruling"}
    assert [{row.player for row in table.rows} for table in state.lines.values()] == [sitting, moving]
    assert [*state.lines] == ["sitting", "moving"]
    [overall] = state.tables
    assert {row.player for row in overall.rows} == sitting | moving
    scores = {row.player: row.ptos for row in overall.rows if isinstance(row, LeagueRow)}
    for table in state.lines.values():
        own = [row.ptos for row in table.rows if isinstance(row, LeagueRow)]
        assert own == sorted((scores[row.player] for row in table.rows), reverse=True)
        assert table.rows[0].place == 1
        assert not table.provisional
    tables: dict[str, int | None] = {}
    for fixture in state.fixtures:
        assert tables.setdefault(fixture.entrants[0], fixture.table) == fixture.table
        assert fixture.entrants[0] in sitting
        assert fixture.entrants[1] in moving
    assert len({*tables.values()}) == len(tables)


def test_a_round_costs_nothing_but_repeats_and_results_change_nothing() -> None:
    contest = play_on(contest_of_lines(9, 5), 3)
    other = replace(contest, outcomes=tuple(replace(one, result=Result((0, 9))) for one in contest.outcomes))
    assert with_next_round(contest).pairings == with_next_round(other).pairings


def test_who_withdraws_leaves_a_resting_place_and_nobody_sits_elsewhere() -> None:
    contest = play_on(contest_of_lines(10, 5), 1)
    contest = replace(contest, withdrawals=(Withdrawal("p01", at=1500), Withdrawal("p07", at=1501)))
    # p01 sat at table 2; p07 began at table 3, and moves on as if it were there.
    contest = with_next_round(contest)
    last = contest.pairings[-1]
    assert last.pairs == (("p00", "p09"), ("p02", "p06"), ("p04", "p08"))
    assert {*last.rests} == {"p03", "p05"}
    state = follow(contest)
    assert [one.table for one in state.fixtures if one.round == 2] == [1, 3, 5]
    assert {bye.player for bye in state.byes} == {"p03", "p05"}
    assert with_next_round(with_results(contest)).pairings[-1].rests == ("p09", "p04")


def test_a_late_entrant_takes_the_resting_place_and_further_ones_have_none() -> None:
    contest = play_on(contest_of_lines(9, 5, late_until=3), 1)
    assert FORMAT.room(contest) == {None: 1}
    contest = replace(contest, late=(LateEntry("late", 2, at=1500),))
    assert FORMAT.room(contest) == {None: 0}
    contest = play_on(contest, 4)
    assert [len(one.rests) for one in contest.pairings] == [1, 0, 0, 0, 0]
    tables = {fixture.table for fixture in follow(contest).fixtures if "late" in fixture.entrants}
    assert tables == {5}
    records = {row.player: row for row in follow(contest).tables[0].rows if isinstance(row, LeagueRow)}
    assert records["late"].j == 5


def test_before_the_first_round_any_number_may_enter_and_who_left_has_no_place() -> None:
    contest = contest_of_lines(9, 5, late_until=1)
    room = FORMAT.room(contest)[None]
    assert room is not None
    assert room > 1000
    late = replace(contest, late=(LateEntry("x", 1, at=5), LateEntry("y", 1, at=6)))
    assert len(with_next_round(late).pairings[0].pairs) == 5
    left = replace(contest, withdrawals=(Withdrawal("p03", at=5),))
    # Four tables are too few for five rounds: a fifth has nobody sitting, and none is a pair twice.
    rounds = play_on(left, 5).pairings
    pairs = [pair for one in rounds for pair in one.pairs]
    assert len({frozenset(pair) for pair in pairs}) == len(pairs) == 5 * 4 - 4
    assert rounds[0].rests == ()


def test_who_comes_back_without_a_place_left_is_in_no_round() -> None:
    left = replace(contest_of_lines(11, 5), withdrawals=(Withdrawal("p03", at=5),))
    contest = replace(play_on(left, 1), withdrawals=())
    assert FORMAT.room(contest) == {None: -1}
    assert "p03" not in with_next_round(contest).pairings[-1].entrants


def test_a_substitute_takes_the_seat_over() -> None:
    contest = play_on(contest_of_lines(10, 5), 2)
    contest = replace(contest, substitutions=(Substitution("p01", "new", at=2500),))
    state = follow(with_next_round(contest))
    assert [one.table for one in state.fixtures if "new" in one.entrants] == [2]


def test_the_lines_follow_from_the_first_round_as_it_was_changed_by_hand() -> None:
    contest = with_next_round(contest_of_lines(8, 3))
    own = contest.pairings[0]
    pairs = (("p07", "p00"), *own.pairs[1:3], ("p03", "p04"))
    contest = with_results(replace(contest, pairings=(replace(own, pairs=pairs),)))
    stage = MitchellStage(contest)
    assert stage.lines.sitting == ("p07", "p01", "p02", "p03")
    assert with_next_round(contest).pairings[-1].pairs == (
        ("p07", "p04"),
        ("p01", "p00"),
        ("p02", "p05"),
        ("p03", "p06"),
    )
    field = stage.field(2, "s")
    assert stage.refusal_of_pairs(field, 2, [("p04", "p07"), ("p01", "p06")]) is None
    assert stage.refusal_of_pairs(field, 2, [("p04", "p00"), ("p01", "p07")])


def test_a_meeting_that_would_come_again_is_refused_unless_it_is_allowed() -> None:
    contest = play_on(contest_of_lines(8, 3), 1)
    own = with_next_round(contest)
    last = own.pairings[-1]
    swapped = ((last.pairs[0][0], last.pairs[2][1]), last.pairs[1], (last.pairs[2][0], last.pairs[0][1]), last.pairs[3])
    contest = with_results(replace(own, pairings=(*contest.pairings, replace(last, pairs=swapped))))
    stage = MitchellStage(contest)
    field = stage.field(3, "s")
    repeated = {frozenset(pair) for pair in swapped} & {
        frozenset((one, other)) for one, other in stage.lines.meetings(3, 3) if one and other
    }
    assert repeated
    with pytest.raises(NoPairing) as refusal:
        stage.pair(field, 3, repeats=False)
    assert {*refusal.value.in_the_way} == {one for pair in repeated for one in pair}
    assert stage.pair(field, 3, repeats=True).cost.repeats == len(repeated)


def final_of(contest: Contest) -> tuple[str, ...]:
    return next(one.entrants for one in follow(contest).fixtures if one.kind == "final")


def test_the_first_of_each_line_play_a_final() -> None:
    contest = play_on(contest_of_lines(10, 5, champion="final"), 5)
    state = follow(contest)
    for tie in state.open_ties:
        contest = replace(contest, rulings=(*contest.rulings, TieRuling(tie, tuple((one,) for one in tie), at=9000)))
    state = follow(contest)
    assert state.phase == "final"
    firsts = [table.rows[0].player for table in state.lines.values()]
    assert sorted(final_of(contest)) == sorted(firsts) == sorted(state.qualified)
    assert [one.round for one in state.fixtures if one.kind == "final"] == [6]
    assert state.podium == ()
    entrants = final_of(contest)
    contest = replace(contest, outcomes=(*contest.outcomes, Outcome("final", entrants, Result((1, 3)), at=9500)))
    state = follow(contest)
    assert state.phase == "finished"
    assert [(step.place, step.player) for step in state.podium[:2]] == [(1, entrants[1]), (2, entrants[0])]
    others = [row.player for row in state.tables[0].rows if row.player not in entrants]
    assert state.podium[2].player == others[0]


def test_who_is_first_and_leaves_is_replaced_by_the_next_of_the_line() -> None:
    contest = play_on(contest_of_lines(10, 5, champion="final"), 5)
    ruled = replace(
        contest,
        rulings=tuple(TieRuling(tie, tuple((one,) for one in tie), at=9000) for tie in follow(contest).open_ties),
    )
    first = final_of(ruled)[0]
    left = replace(ruled, withdrawals=(Withdrawal(first, at=9100),))
    sitting = [row.player for row in follow(left).lines["sitting"].rows]
    assert final_of(left)[0] == next(one for one in sitting if one != first)


def test_the_overall_champion_is_the_first_of_all() -> None:
    state = follow(play_on(contest_of_lines(10, 5), 5))
    assert state.podium[0].player == state.tables[0].rows[0].player


@pytest.mark.parametrize("count", range(3, 30))
def test_numbers_that_cannot_be_held_say_why(count: int) -> None:
    for rounds in range(1, 17):
        options = RoundsOptions(pairing="mitchell", round_count=rounds)
        is_possible = most_rounds(tables_of(count)) >= rounds
        assert (count in FORMAT.possible((2,), options)) == is_possible
        why = FORMAT.obstacle(count, (2,), options)
        assert (why is None) == is_possible
        if why is not None:
            assert f"{most_rounds(tables_of(count))} rounds" in why.en
            assert (tables_of(count) % 2 == 0) == ("skipped" in why.en)


def test_choices_that_do_not_fit() -> None:
    def paths(options: RoundsOptions) -> list[str]:
        return [flaw.path for flaw in flaws_of(options)]

    assert paths(RoundsOptions(champion="final")) == ["$.params.champion"]
    assert paths(RoundsOptions(pairing="mitchell", champion="final")) == []
    assert paths(RoundsOptions(pairing="mitchell", repeats="last")) == ["$.params.repeats"]
    assert [flaw.path for flaw in FORMAT.flaws_of_rotation(RoundsOptions(pairing="mitchell"))] == ["$.params.pairing"]


def test_the_largest_field_is_paired_and_followed() -> None:
    contest = play_on(contest_of_lines(400, 5), 5)
    assert len(follow(contest).fixtures) == 1000
    assert FORMAT.possible((2,), RoundsOptions(pairing="mitchell"))[-1] == 4096
