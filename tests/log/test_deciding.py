"""Decisions of commands: quick ones are made in the event loop, and those that would have to wait there in a thread."""

import asyncio
import json
from collections.abc import Callable
from threading import Event, RLock, Thread, current_thread
from typing import Any

import pytest

from referee.errors import Conflict
from referee.log.commits.group import CommandSteps
from referee.matches.append import Append, StoredAppend
from referee.matches.commands import MatchCommands
from tests.log.test_log import NOTE, open_match, reopen, say, service
from tests.support.grouping import group_commit

__all__ = ["reopen", "service"]


def by_itself(service: MatchCommands, match: str, lock: Any, **more: Any) -> StoredAppend:
    """The outcome of one command that may decide in the event loop, under this lock."""

    def steps() -> CommandSteps[StoredAppend]:
        return service.appending(Append(match, [json.dumps(NOTE).encode()], "organizer", **more))

    async def run() -> StoredAppend:
        return await group_commit(service.log).run(steps, lock)

    return asyncio.run(run())


@pytest.fixture
def places(service: MatchCommands, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The thread of each append, from here on."""
    threads: list[str] = []
    append = service._append

    def noting(*args: Any) -> CommandSteps[StoredAppend]:
        threads.append(current_thread().name)
        return (yield from append(*args))

    monkeypatch.setattr(service, "_append", noting)
    return threads


HERE = current_thread().name


def test_what_is_in_memory_is_decided_in_the_event_loop(service: MatchCommands, places: list[str]) -> None:
    match = open_match(service)
    assert by_itself(service, match, RLock()).match.version == 2
    assert places == [HERE]


def test_what_another_thread_is_deciding_keeps_no_event_loop_waiting(service: MatchCommands, places: list[str]) -> None:
    match, lock, lock_held, go = open_match(service), RLock(), Event(), Event()

    def hold() -> None:
        with lock:
            lock_held.set()
            go.wait()

    holding = Thread(target=hold)
    holding.start()
    lock_held.wait()
    try:
        assert by_itself(service, match, lock).match.version == 2
    finally:
        go.set()
        holding.join()
    assert len(places) == 1
    assert places[0] != HERE


@pytest.mark.parametrize("place", ["a refusal", "a retry", "somebody else was first"])
def test_what_needs_the_servers_answer_is_decided_once_more_in_a_thread(
    service: MatchCommands, reopen: Callable[[], MatchCommands], places: list[str], place: str
) -> None:
    """A file is read at the place of the question; a server is not awaited in the event loop."""
    match = open_match(service)
    key = ("a" * 64, "b" * 64)
    if place == "a retry":
        first = say(service, match, NOTE, key=key)
        places.clear()
        answer = by_itself(service, match, RLock(), key=key)
        assert (answer.again, answer.position) == (True, first.position)
    elif place == "a refusal":
        with pytest.raises(Conflict):
            by_itself(service, match, RLock(), expected=9)
    else:
        say(reopen(), match, NOTE)
        assert by_itself(service, match, RLock()).match.version == 3
    in_loop = [thread for thread in places if thread == HERE]
    if service.log.backend.is_local:
        assert in_loop == places
    else:
        assert in_loop == [HERE]
        assert len(places) > 1
