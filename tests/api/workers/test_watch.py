"""A process hears of entries that others store: its waiting readers go on, and no look is in vain."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager

import pytest

from api import compose
from api.context import AppContext
from referee.followers import watch
from referee.followers.signal import Signal
from referee.followers.watch import Announcements, Watch
from referee.log.log import Log
from referee.log.postgres.notify import decode_notification, encode_notification
from referee.log.timeouts.failures import FAILURES
from referee.matches.append import Append
from tests.api.workers.test_streams import open_match
from tests.support import sessions
from tests.support.inside import Clock, services_on


@pytest.fixture
def here(database: str) -> Iterator[AppContext]:
    services = services_on(database, Clock())
    yield services
    compose.close(services)


@pytest.fixture
def there(here: AppContext, database: str) -> Iterator[AppContext]:
    """Another process on the same database."""
    services = services_on(database, Clock())
    yield services
    compose.close(services)


def note(services: AppContext, match: str) -> None:
    services.service.append(Append(match, [b'{"type":"note","text":"x"}'], "tests"))


def test_who_listens_hears_of_what_another_process_wrote_to_its_stream(here: AppContext, there: AppContext) -> None:
    mine, other = open_match(there), open_match(there)

    async def go() -> list[tuple[bool, bool]]:
        looks, rings = Watch(here.service.log, here.append_signal), []
        with here.append_signal.listen(mine) as one, here.append_signal.listen(other) as two:
            await looks.wake()
            for writes in ([], [mine], [mine, other, mine], []):
                one.attend()
                two.attend()
                for match in writes:
                    note(there, match)
                await looks.wake()
                rings.append((one.event.is_set(), two.event.is_set()))
        return rings

    assert asyncio.run(go()) == [(False, False), (True, False), (True, True), (False, False)]


def test_a_process_does_not_look_for_what_it_wrote_itself(
    here: AppContext, there: AppContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process knows its own entries at once. With entries of others among them, it looks for all."""
    mine, theirs, positions = open_match(here), open_match(there), list[int]()
    streams_after = Log.streams_after

    def looking(log: Log, position: int) -> set[str]:
        positions.append(position)
        return streams_after(log, position)

    async def go() -> list[int]:
        looks, many = Watch(here.service.log, here.append_signal), []
        await looks.wake()
        monkeypatch.setattr(Log, "streams_after", looking)
        for writers in ([here], [here, here, here], [here, there, here], [there], [here], []):
            for writer in writers:
                note(writer, mine if writer is here else theirs)
            with here.append_signal.listen(theirs) as listener:
                listener.attend()
                await looks.wake()
                assert listener.event.is_set() == (there in writers)
            many.append(len(positions))
        return many

    assert asyncio.run(go()) == [0, 0, 1, 2, 2, 2]


def test_once_the_log_can_be_read_again_everybody_looks(here: AppContext, monkeypatch: pytest.MonkeyPatch) -> None:
    match = open_match(here)

    async def go() -> None:
        looks = Watch(here.service.log, here.append_signal)
        await looks.wake()
        with here.append_signal.listen(match) as listener:
            with monkeypatch.context() as patch:
                patch.setattr(Log, "position", _fails)
                await looks.wake()
                assert not listener.event.is_set()
            note(here, match)
            await looks.wake()
            assert listener.event.is_set()

    asyncio.run(go())


def _fails(_: Log) -> int:
    raise FAILURES[0]


@asynccontextmanager
async def announced_to(services: AppContext) -> AsyncIterator[None]:
    """Hears the announcements of other processes, from the start of its listening to the end of the block."""
    count = services.append_signal.notifications
    listening = asyncio.create_task(Announcements(services.service.log, services.append_signal).run())
    await services.append_signal.wait(None, count)
    yield
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)


async def wait_until_heard(signal: Signal, stream: str, write: Callable[[], None]) -> None:
    """Returns once a listener to a stream has heard of the entries written meanwhile."""
    with signal.listen(stream) as listener:
        await asyncio.to_thread(write)
        await listener.wait()


@pytest.mark.postgres
def test_a_process_hears_of_what_another_one_stores_without_looking(postgres_database: str) -> None:
    here, there = services_on(postgres_database, Clock()), services_on(postgres_database, Clock())
    match, other = open_match(there), open_match(there)

    async def go() -> None:
        async with announced_to(here):
            with here.append_signal.listen(other) as another:
                await wait_until_heard(here.append_signal, match, lambda: note(there, match))
                assert not another.event.is_set()
                # It hears of its own entries once, from its own log, and not again by the announcement.
                before = here.append_signal.notifications
                await asyncio.to_thread(note, here, match)
                await wait_until_heard(here.append_signal, other, lambda: note(there, other))
                assert here.append_signal.notifications == before + 2

    asyncio.run(go())
    for services in (here, there):
        compose.close(services)


@pytest.mark.postgres
def test_of_many_announcements_at_once_none_is_missed(postgres_database: str) -> None:
    here, there = services_on(postgres_database, Clock()), services_on(postgres_database, Clock())
    matches = [open_match(there) for _ in range(12)]

    def note_all() -> None:
        for match in matches:
            note(there, match)

    async def go() -> None:
        async with announced_to(here):
            with ExitStack() as listens:
                listeners = [listens.enter_context(here.append_signal.listen(match)) for match in matches]
                for _ in range(2):
                    for listener in listeners:
                        listener.attend()
                    await asyncio.to_thread(note_all)
                    await asyncio.gather(*(listener.wait() for listener in listeners))

    asyncio.run(go())
    for services in (here, there):
        compose.close(services)


@pytest.mark.postgres
def test_who_was_cut_off_listens_again_and_looks_for_what_was_missed(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "AGAIN_SECONDS", 0)
    here, there = services_on(postgres_database, Clock()), services_on(postgres_database, Clock())
    match = open_match(there)

    def cut() -> None:
        assert sessions.end_sessions(postgres_database, "query LIKE 'LISTEN %'") == 1

    async def go() -> None:
        async with announced_to(here):
            # All readers are woken after it listens again, so that they find the entries from in between.
            await wait_until_heard(here.append_signal, match, cut)
            await wait_until_heard(here.append_signal, match, lambda: note(there, match))

    asyncio.run(go())
    for services in (here, there):
        compose.close(services)


def test_more_streams_than_a_notification_can_name_are_announced_without_names() -> None:
    few, many = [f"match {n}".replace(" ", "-") for n in range(3)], [f"{n:036}" for n in range(300)]
    assert decode_notification(encode_notification("me", few)) == ("me", few)
    assert decode_notification(encode_notification("me", many)) == ("me", [])
    assert len(encode_notification("me", [f"{n:036}" for n in range(200)]).encode()) < 8000
