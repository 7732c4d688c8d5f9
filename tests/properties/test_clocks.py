"""A clock of the referee never counts what it stood, and shows more time only for a new turn or by extra time."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.test_clocks import SECONDS, Timed
from tests.support.logged import state

STEPS = st.lists(
    st.one_of(st.integers(1, 25), st.sampled_from(["play", "note", "pause", "resume", "retract"]), st.just(-30)),
    min_size=1,
    max_size=25,
)


class Model:
    """The same counted second by second."""

    def __init__(self) -> None:
        self.left = float(SECONDS)
        self.paused = False

    def on(self, seconds: int) -> None:
        self.left -= 0 if self.paused else seconds


@settings(max_examples=60, deadline=None)
@given(steps=STEPS)
def test_a_clock_counts_every_second_that_it_runs_and_no_other(steps: list[int | str]) -> None:
    table, model = Timed(), Model()
    over = 0.0
    for step in steps:
        shown = table.left()
        match step:
            case -30:
                table.say("extra_time", seconds=30)
                model.left += 30
            case int():
                table.on(step)
                model.on(step)
                assert table.left() <= shown
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
                assert table.left() == shown
            case _:
                if (step == "pause") != model.paused:
                    model.paused = step == "pause"
                    table.say(step)
                    assert table.left() == shown
        over = max(0.0, model.left)
        assert table.left() == over
        assert table.clock().expired == (model.left <= 0)
        assert (table.clock().paused_at is not None) == model.paused
    assert state(table.folded()) == state(table.match)
