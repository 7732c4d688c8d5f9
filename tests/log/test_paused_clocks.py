"""A clock that the service keeps, paused and given extra time by the referee: clock.pauses."""

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

import pytest

from tests.support.kept_clock import SECONDS, Hall


@pytest.fixture
def hall_on_file(tmp_path: Path) -> Iterator[Hall]:
    with ExitStack() as exits:
        yield Hall(str(tmp_path / "log.sqlite"), exits)


def test_a_clock_that_the_service_keeps_stands_while_the_referee_has_paused_it(hall_on_file: Hall) -> None:
    hall_on_file.hears(10)
    hall_on_file.hear()
    hall_on_file.say({"type": "pause"})
    hall_on_file.hears(2 * SECONDS)
    hall_on_file.hear()
    for _ in range(2):
        hall_on_file.one.keeper.round()
    clock = hall_on_file.clock_shown()
    assert (hall_on_file.timeouts(), clock.deadline, clock.left, clock.expired) == ([], None, SECONDS - 10, False)
    hall_on_file.say({"type": "resume"})
    hall_on_file.hears(SECONDS - 15)
    hall_on_file.hear()
    hall_on_file.one.keeper.round()
    assert hall_on_file.timeouts() == []
    hall_on_file.hears(5)
    hall_on_file.hear()
    for process in (hall_on_file.one, hall_on_file.other):
        process.keeper.round()
    assert len(hall_on_file.timeouts()) == 1


def test_a_clock_that_the_service_keeps_waits_for_extra_time(hall_on_file: Hall) -> None:
    hall_on_file.hears(10)
    hall_on_file.say({"type": "extra_time", "seconds": 20})
    hall_on_file.hears(SECONDS + 5)
    hall_on_file.hear()
    hall_on_file.one.keeper.round()
    assert (hall_on_file.timeouts(), hall_on_file.clock_shown().left, hall_on_file.clock_shown().seconds) == (
        [],
        None,
        SECONDS + 20,
    )
    hall_on_file.hears(5)
    hall_on_file.hear()
    hall_on_file.one.keeper.round()
    assert len(hall_on_file.timeouts()) == 1


def test_the_turn_after_one_with_extra_time_is_over_in_its_own_time(hall_on_file: Hall) -> None:
    hall_on_file.hear()
    hall_on_file.say({"type": "extra_time", "seconds": 20})
    assert hall_on_file.one.keeper.round() == timedelta(seconds=SECONDS)
    hall_on_file.on(5)
    hall_on_file.play()
    hall_on_file.hears(SECONDS)
    hall_on_file.hear()
    hall_on_file.one.keeper.round()
    assert len(hall_on_file.timeouts()) == 1


def test_a_paused_clock_is_not_looked_at_all_the_time(hall_on_file: Hall) -> None:
    hall_on_file.hear()
    hall_on_file.say({"type": "pause"})
    assert hall_on_file.one.keeper.round() == timedelta.max
