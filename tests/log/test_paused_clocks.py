"""A clock that the service keeps, paused and given extra time by the referee: clock.pauses."""

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

import pytest

from tests.support.kept_clock import SECONDS, Hall


@pytest.fixture
def filed(tmp_path: Path) -> Iterator[Hall]:
    with ExitStack() as held:
        yield Hall(str(tmp_path / "log.sqlite"), held)


def test_a_clock_that_the_service_keeps_stands_while_the_referee_has_paused_it(filed: Hall) -> None:
    filed.hears(10)
    filed.hear()
    filed.say({"type": "pause"})
    filed.hears(2 * SECONDS)
    filed.hear()
    for _ in range(2):
        filed.one.keeper.round()
    shown = filed.shown()
    assert (filed.timeouts(), shown.deadline, shown.left, shown.expired) == ([], None, SECONDS - 10, False)
    filed.say({"type": "resume"})
    filed.hears(SECONDS - 15)
    filed.hear()
    filed.one.keeper.round()
    assert filed.timeouts() == []
    filed.hears(5)
    filed.hear()
    for process in (filed.one, filed.other):
        process.keeper.round()
    assert len(filed.timeouts()) == 1


def test_a_clock_that_the_service_keeps_waits_for_extra_time(filed: Hall) -> None:
    filed.hears(10)
    filed.say({"type": "extra_time", "seconds": 20})
    filed.hears(SECONDS + 5)
    filed.hear()
    filed.one.keeper.round()
    assert (filed.timeouts(), filed.shown().left, filed.shown().seconds) == ([], None, SECONDS + 20)
    filed.hears(5)
    filed.hear()
    filed.one.keeper.round()
    assert len(filed.timeouts()) == 1


def test_the_turn_after_one_with_extra_time_is_over_in_its_own_time(filed: Hall) -> None:
    filed.hear()
    filed.say({"type": "extra_time", "seconds": 20})
    assert filed.one.keeper.round() == timedelta(seconds=SECONDS)
    filed.on(5)
    filed.play()
    filed.hears(SECONDS)
    filed.hear()
    filed.one.keeper.round()
    assert len(filed.timeouts()) == 1


def test_a_paused_clock_is_not_looked_at_all_the_time(filed: Hall) -> None:
    filed.hear()
    filed.say({"type": "pause"})
    assert filed.one.keeper.round() == timedelta.max
