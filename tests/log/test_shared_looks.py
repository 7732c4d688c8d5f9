"""One look at the database serves all waiting callers, and no caller gets the result of a look that began before it came."""

import asyncio
from collections.abc import Mapping, Sequence

import pytest

from api.reads.coalescing import QueryCoalescer
from referee.log.queries import LogSnapshot
from referee.matches.commands import MatchCommands
from referee.people import changed_names
from tests.log.test_log import NOTE, open_match, reopen, say, service

__all__ = ["reopen", "service"]


class Database:
    """A database that answers at the test's signal; `position` is its content at that time."""

    def __init__(self) -> None:
        self.position = 0
        self.queries: list[list[str]] = []
        self.answers: list[asyncio.Event] = []
        self.fails = False

    async def look(self, streams: Sequence[str]) -> Mapping[str, int]:
        version, answer = self.position, asyncio.Event()
        self.queries.append([*streams])
        self.answers.append(answer)
        await answer.wait()
        if self.fails:
            raise OSError("gone")
        return dict.fromkeys(streams, version)

    async def is_asked(self, times: int) -> None:
        while len(self.queries) < times:
            await asyncio.sleep(0)


def test_who_comes_during_a_look_is_told_what_the_next_one_sees() -> None:
    async def scene() -> None:
        database = Database()
        looks = QueryCoalescer(database.look)
        early = asyncio.create_task(looks.of("a"))
        await database.is_asked(1)
        database.position = 1
        late = [asyncio.create_task(looks.of(stream)) for stream in "aab"]
        await asyncio.sleep(0)
        database.answers[0].set()
        assert await early == 0
        await database.is_asked(2)
        database.answers[1].set()
        assert await asyncio.gather(*late) == [1, 1, 1]
        assert database.queries == [["a"], ["a", "b"]]

    asyncio.run(scene())


def test_all_who_wait_hear_that_a_look_failed_and_the_next_one_is_made() -> None:
    async def scene() -> None:
        database = Database()
        looks = QueryCoalescer(database.look)
        waiting = [asyncio.create_task(looks.of(stream)) for stream in "ab"]
        await database.is_asked(1)
        task = asyncio.create_task(looks.of("c"))
        await asyncio.sleep(0)
        task.cancel()
        database.fails = True
        database.answers[0].set()
        assert [type(one) for one in await asyncio.gather(*waiting, return_exceptions=True)] == [OSError, OSError]
        await database.is_asked(2)
        database.fails = False
        database.answers[1].set()
        again = asyncio.create_task(looks.of("d"))
        await database.is_asked(3)
        database.answers[2].set()
        assert await again == 0

    asyncio.run(scene())


@pytest.mark.parametrize("streams", [1, 3])
def test_a_look_tells_the_position_and_the_version_of_each_stream(service: MatchCommands, streams: int) -> None:
    matches = [open_match(service) for _ in range(streams)]
    say(service, matches[0], NOTE)
    versions = {**dict.fromkeys(matches, 1), matches[0]: 2, "nobody's": 0, "": 0}
    states = service.log.read_snapshot([*versions], changed_names.COUNT)
    assert states == LogSnapshot(service.log.position(), service.people.erasures(), versions)
