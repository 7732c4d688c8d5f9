"""A state that goes on from the one before is the state by all that was recorded (`Format.go_on`), whatever happens."""

from collections.abc import Callable, Collection, Sequence
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.contests.contest import (
    CONTINUATION,
    AnyRow,
    Contest,
    ContestState,
    Entrant,
    LateEntry,
    Withdrawal,
    changed_fixtures,
    changed_outcomes,
    rows_that_differ,
)
from referee.contests.formats import follow, format_named
from referee.contests.formats.rounds import InRounds
from referee.contests.partners import Partners
from referee.contests.rounds.next_result import work_of
from referee.contests.rounds.options import MatchPoints, RoundsOptions, ScaleStep, Score, TieBreak
from referee.match.results import PLAIN, ContestRules, Result
from tests.support.contest_days import SETTINGS, Day, Setting

RULES = (PLAIN, ContestRules(low_wins=True, walkover_points=52), ContestRules(match_steps=("extra_round",)))
ACTS = 40


class AnyDay(Day):
    """A day on which results are taken back too, cards are given, and entrants come late."""

    def happen(self) -> None:
        """Does one thing that can be done now; several results may come before anybody asks for the state."""
        acts: tuple[Callable[[], object], ...] = (*(self.go_on,) * 8, self.take_back, self.enter)
        self.chance.choice(acts)()

    def take_back(self) -> None:
        if self.contest.outcomes:
            self.version += 1
            key = self.chance.choice(self.contest.outcomes).fixture
            self.contest = self.contest.with_outcomes(key, ())

    def enter(self) -> None:
        if self.contest.format == "rounds" and len(self.contest.late) < 2 and not self.contest.outcomes[20:]:
            self.version += 1
            entrant = f"late-{self.version}"
            late = (*self.contest.late, LateEntry(entrant, 1, at=self.version))
            self.contest = replace(self.contest, late=late, entrants=(*self.contest.entrants, Entrant(entrant)))

    def _result(self, sides: int) -> Result:
        result = super()._result(sides)
        cards = tuple((self.chance.randrange(2), self.chance.randrange(2)) for _ in range(sides))
        return replace(result, cards=cards) if self.chance.randrange(4) == 0 else result


def options_by(chance: Random) -> RoundsOptions:
    """Any choices of a contest in rounds."""
    tie_breaks = chance.sample(get_args(TieBreak), chance.randint(0, len(get_args(TieBreak))))
    scores: tuple[Score, ...] = ("match_points", "match_points", "game_points", "victory_points")
    score = chance.choice(scores)
    return RoundsOptions(
        round_count=chance.randint(2, 6),
        pairing=chance.choice(("swiss", "danish", "random")),
        points=chance.choice((MatchPoints(), MatchPoints(3, 1, 0), MatchPoints(0, 0, 0, bye=0, absent=0))),
        score=score,
        cap=chance.choice((None, 15)) if score == "game_points" else None,
        scale=(ScaleStep(0, 5, 5), ScaleStep(11, 7, 3)) if score == "victory_points" else (),
        strike=chance.randint(0, 1),
        tie_breaks=tuple(tie_breaks),
    )


def anew(contest: Contest) -> ContestState:
    """The state by all that was recorded."""
    return format_named(contest.format).follow(contest)


def happen_and_compare(day: AnyDay) -> None:
    """Goes through a day, and compares after every act."""
    for _ in range(ACTS):
        contest, before = day.contest, follow(day.contest)
        day.happen()
        # Unless somebody asks in between, a state goes on from one that is several results old.
        if day.chance.randrange(4) == 0:
            day.happen()
        state = follow(day.contest)
        if state.phase not in {"null", "cancelled"}:
            whole = anew(day.contest)
            assert (state, work_of(state)) == (whole, work_of(whole)), day.acts
        compare_changes(contest, day.contest)
        compare_states(before, state)
        assert {*state.positions} == {one.key for one in state.fixtures}
        assert all(state.fixture(one.key) is one for one in state.fixtures)


def compare_changes(before: Contest, after: Contest) -> None:
    """Holds the outcomes that a contest is known to have otherwise against those of all its matches."""
    assert changed_outcomes(before, after) == changed_outcomes(before, replace(after))


def compare_states(before: ContestState, after: ContestState) -> None:
    """Holds what a state is known to have otherwise against all that it has; a copy of it knows nothing."""
    known, every = changed_fixtures(before, after), changed_fixtures(before, replace(after))
    assert (known is None) == (every is None)
    assert [pair for pair in known or () if pair[0] != pair[1]] == [pair for pair in every or () if pair[0] != pair[1]]
    assert _other_rows(*rows_that_differ(before, after)) == _other_rows(*rows_that_differ(before, replace(after)))


def _other_rows(before: Sequence[AnyRow], after: Sequence[AnyRow]) -> dict[str, tuple[AnyRow | None, AnyRow | None]]:
    """The rows that are not the same before and after, by entrant."""
    then, now = ({row.player: row for row in rows} for rows in (before, after))
    return {one: (then.get(one), now.get(one)) for one in then | now if then.get(one) != now.get(one)}


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
@given(chance=st.randoms(use_true_random=False))
@settings(max_examples=8, deadline=None)
def test_a_state_that_goes_on_is_the_state_of_all(setting: Setting, chance: Random) -> None:
    happen_and_compare(AnyDay(setting.contest(pairs=False), chance))


@given(chance=st.randoms(use_true_random=False), entrants=st.integers(3, 24), is_rotating=st.booleans())
def test_rounds_of_any_kind_go_on(chance: Random, entrants: int, is_rotating: bool) -> None:
    partners: Partners | None = "rotating" if is_rotating and entrants > 3 else None
    setting = Setting("any rounds", "rounds", entrants, options_by(chance), chance.choice(RULES), partners=partners)
    happen_and_compare(AnyDay(setting.contest(pairs=False), chance))


@pytest.mark.parametrize("seed", range(6))
def test_results_of_a_round_do_go_on(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison above is of two ways, and not of one with itself."""
    states: list[ContestState] = []
    go_on = InRounds.go_on

    def note(self: InRounds, contest: Contest, before: ContestState, matches: Collection[str]) -> ContestState | None:
        state = go_on(self, contest, before, matches)
        states.extend([state] if state else [])
        return state

    monkeypatch.setattr(InRounds, "go_on", note)
    happen_and_compare(AnyDay(Setting("rounds", "rounds", 24, RoundsOptions(5)).contest(pairs=False), Random(seed)))
    assert states


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_a_withdrawal_from_a_contest_that_is_over_changes_nothing(setting: Setting) -> None:
    """A state is compared by what it says, not by what it was made of: such a withdrawal is refused (league.withdrawal)."""
    day = Day(setting.contest(pairs=False), Random(7))
    day.finish()
    state = follow(day.contest)
    assert state.phase == "finished"
    withdrawal = Withdrawal(day.contest.order[-1], day.version + 1)
    assert follow(replace(day.contest, withdrawals=(withdrawal,))) == state


def test_a_contest_without_a_state_goes_on_from_the_last_that_has_one() -> None:
    day = Day(Setting("rounds", "rounds", 8, RoundsOptions(3)).contest(pairs=False), Random(1))
    day.pair()
    before = follow(day.contest)
    first = day.contest
    keys = [one.key for one in before.fixtures][:2]
    for key in keys:
        [fixture] = [one for one in before.fixtures if one.key == key]
        day._tell(fixture)
    way = vars(day.contest)[CONTINUATION]
    assert way.state is before and way.matches == {*keys}
    assert [*changed_outcomes(first, day.contest)] == keys
    follow(day.contest)
    assert CONTINUATION not in vars(day.contest)
    assert CONTINUATION not in vars(replace(day.contest, timing=None))
