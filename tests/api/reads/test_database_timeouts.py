"""A request gives up on a silent database after a time of its own, and waits for a slow one."""

import asyncio
from collections.abc import Iterator

import pytest

from api.runtime import threads
from api.runtime.threads import in_time
from referee.errors import Unavailable
from referee.log.timeouts import budget


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    # The rate of looks does not decide the time at which it gives up: the clock does.
    monkeypatch.setattr(threads, "LOOK_SECONDS", 0.0)
    budget.MAIN.mark_up()
    yield Clock()
    budget.MAIN.mark_up()


@pytest.mark.parametrize(("writes", "word"), [(True, "unknown"), (False, "no")])
def test_a_request_gives_up_on_a_silent_database(clock: Clock, writes: bool, word: str) -> None:
    async def wait() -> None:
        budget.begin(writes=writes, clock=clock)
        clock.now += budget.REQUEST_SECONDS
        budget.MAIN.mark_down()
        await in_time(asyncio.get_running_loop().create_future())

    with pytest.raises(Unavailable) as error:
        asyncio.run(wait())
    assert error.value.stored == word


def test_a_request_waits_for_a_slow_one(clock: Clock) -> None:
    async def wait() -> str:
        budget.begin(clock=clock)
        clock.now += 10 * budget.REQUEST_SECONDS
        work: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        waiting = asyncio.ensure_future(in_time(work))
        for _ in range(10):
            await asyncio.sleep(0)
        assert not waiting.done()
        work.set_result("late")
        return await waiting

    assert asyncio.run(wait()) == "late"


def test_work_beside_requests_waits(clock: Clock) -> None:
    async def wait() -> str:
        budget.MAIN.mark_down()
        work: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        waiting = asyncio.ensure_future(in_time(work))
        await asyncio.sleep(0)
        work.set_result("done")
        return await waiting

    assert asyncio.run(wait()) == "done"


def test_an_answer_has_less_time_the_longer_the_database_is_silent(clock: Clock) -> None:
    with budget.deadline(4.0, clock) as asking:
        assert budget.answer_seconds() == budget.ANSWER_SECONDS
        budget.MAIN.mark_down()
        clock.now += 3.0
        assert budget.answer_seconds() == 1.0
        clock.now += 3.0
        assert asking.remaining() < 0
        assert budget.answer_seconds() == budget.LEAST_SECONDS
    with budget.deadline(4.0, clock):
        budget.MAIN.mark_up()
        assert budget.answer_seconds() == budget.ANSWER_SECONDS, "who comes later is not in a hurry"
    assert budget.answer_seconds() is None


def test_waits_for_one_connection_after_the_other_do_not_add_up(clock: Clock) -> None:
    with budget.deadline(4.0, clock):
        clock.now += 3.0
        budget.MAIN.mark_down()
        # Another connection is answered in between, as by a server that still reads.
        budget.MAIN.mark_up()
        assert budget.answer_seconds() == 1.0


def test_a_request_that_has_met_silence_gives_up_though_others_are_answered(clock: Clock) -> None:
    async def wait() -> None:
        budget.begin(clock=clock)
        budget.MAIN.mark_down()
        budget.MAIN.mark_up()
        clock.now += budget.REQUEST_SECONDS
        await in_time(asyncio.get_running_loop().create_future())

    with pytest.raises(Unavailable):
        asyncio.run(wait())


def test_a_request_after_the_silence_waits_for_a_slow_database(clock: Clock) -> None:
    async def wait() -> str:
        budget.MAIN.mark_down()
        budget.MAIN.mark_up()
        budget.begin(clock=clock)
        clock.now += 10 * budget.REQUEST_SECONDS
        work: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        waiting = asyncio.ensure_future(in_time(work))
        for _ in range(10):
            await asyncio.sleep(0)
        work.set_result("late")
        return await waiting

    assert asyncio.run(wait()) == "late"
