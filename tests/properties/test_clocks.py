"""A clock of the referee never counts the time in which it was stopped, and shows more time only for a new turn or by extra time.

The clock of a whole match shows more by extra time alone, and a play taken back gives it none.
"""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.match.test_clocks import SECONDS, TimedMatch
from tests.rules.match.test_match_clocks import SECONDS as WHOLE_SECONDS
from tests.rules.match.test_match_clocks import Round
from tests.support.logged import state

STEPS = st.lists(
    st.one_of(st.integers(1, 25), st.sampled_from(["play", "note", "pause", "resume", "retract"]), st.just(-30)),
    min_size=1,
    max_size=25,
)


class Model:
    """A model of the clock that counts second by second."""

    def __init__(self) -> None:
        self.left = float(SECONDS)
        self.is_paused = False

    def on(self, seconds: int) -> None:
        self.left -= 0 if self.is_paused else seconds


@settings(max_examples=min(60, settings().max_examples), deadline=None)
@given(steps=STEPS)
def test_a_clock_counts_every_second_that_it_runs_and_no_other(steps: list[int | str]) -> None:
    table, model = TimedMatch(), Model()
    over = 0.0
    for step in steps:
        time_left = table.left()
        match step:
            case -30:
                table.say("extra_time", seconds=30)
                model.left += 30
            case int():
                table.on(step)
                model.on(step)
                assert table.left() <= time_left
            case "play":
                table.tell(table.next())
                if table.match.turn() is None:
                    break
                model.left = SECONDS
            case "retract":
                extra = table.time.extra
                table.say("retract", to=table.match.version, reason="otra vez")
                model.left = SECONDS + extra
            case "note":
                table.say("note", text="agua")
                assert table.left() == time_left
            case _:
                if (step == "pause") != model.is_paused:
                    model.is_paused = step == "pause"
                    table.say(step)
                    assert table.left() == time_left
        over = max(0.0, model.left)
        assert table.left() == over
        assert table.clock().expired == (model.left <= 0)
        assert (table.clock().paused_at is not None) == model.is_paused
    assert state(table.fold()) == state(table.match)


@settings(max_examples=min(40, settings().max_examples), deadline=None)
@given(steps=STEPS)
def test_the_clock_of_a_match_counts_every_second_that_it_runs_whatever_is_taken_back(steps: list[int | str]) -> None:
    table, model = Round(), Model()
    table.deal()
    model.left, extra = float(WHOLE_SECONDS), 0
    for step in steps:
        match step:
            case -30:
                table.say("extra_time", seconds=30, of="match")
                model.left, extra = model.left + 30, extra + 30
            case int():
                table.on(step)
                model.on(step)
            case "play" if table.match.turn() is not None:
                table.tell(table.next())
            case "retract":
                table.say("retract", to=table.match.version, reason="otra vez")
            case "pause" | "resume" if (step == "pause") != model.is_paused:
                model.is_paused = step == "pause"
                table.say(step)
            case _:
                table.say("note", text="agua")
        clock = table.clock()
        assert (table.left(), clock.extra) == (max(0.0, model.left), extra)
        assert clock.time_called == (model.left <= 0)
        assert (clock.paused_at is not None) == model.is_paused
