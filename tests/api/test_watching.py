"""One look of a process for all its streams: who listens hears of what other processes wrote, and nobody asks in vain."""

import asyncio
from collections.abc import Callable, Iterator

import pytest

from api import compose
from api.access.policy import PUBLIC
from api.background.signal import Listener
from api.background.watching import Watch
from api.routes import streams
from api.services import Services
from referee.service.matches import Append
from referee.store.log import Log
from referee.store.silence import FAILURES
from tests.api.test_streams import opened
from tests.support.inside import Clock, services_on


@pytest.fixture
def here(database: str) -> Iterator[Services]:
    services = services_on(database, Clock())
    yield services
    compose.close(services)


@pytest.fixture
def there(here: Services, database: str) -> Iterator[Services]:
    """Another process on the same database."""
    services = services_on(database, Clock())
    yield services
    compose.close(services)


def note(services: Services, match: str) -> None:
    services.service.append(Append(match, [b'{"type":"note","text":"x"}'], "tests"))


def test_who_listens_hears_of_what_another_process_wrote_to_its_stream(here: Services, there: Services) -> None:
    mine, other = opened(there), opened(there)

    async def go() -> list[tuple[bool, bool]]:
        watch, heard = Watch(here.service.log, here.appended), []
        with here.appended.listen(mine) as one, here.appended.listen(other) as two:
            await watch.wake()
            for writes in ([], [mine], [mine, other, mine], []):
                one.attend()
                two.attend()
                for match in writes:
                    note(there, match)
                await watch.wake()
                heard.append((one.heard.is_set(), two.heard.is_set()))
        return heard

    assert asyncio.run(go()) == [(False, False), (True, False), (True, True), (False, False)]


def test_while_the_log_cannot_be_read_every_stream_looks_by_itself(
    here: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = opened(here)

    async def go() -> None:
        watch = Watch(here.service.log, here.appended)
        await watch.wake()
        assert here.appended.watched
        with monkeypatch.context() as broken:
            broken.setattr(Log, "position", _fails)
            await watch.wake()
            assert not here.appended.watched
        note(here, match)
        with here.appended.listen(match) as listener:
            await watch.wake()
            assert here.appended.watched
            assert listener.heard.is_set()

    asyncio.run(go())


def _fails(_: Log) -> int:
    raise FAILURES[0]


@pytest.mark.parametrize(("watched", "known", "looks"), [(True, True, 1), (True, False, 20), (False, True, 20)])
def test_a_silent_stream_asks_only_where_it_has_to(
    here: Services, monkeypatch: pytest.MonkeyPatch, watched: bool, known: bool, looks: int
) -> None:
    match, waits = opened(here), iter(range(20))
    asked: list[None] = []

    async def passing(_: Listener, seconds: float) -> None:
        if next(waits, None) is None:
            raise asyncio.CancelledError

    def asks() -> object:
        asked.append(None)
        return PUBLIC

    monkeypatch.setattr(Listener, "wait", passing)
    here.appended.watched = watched

    async def go() -> None:
        follow: Callable[..., object] = streams.follow
        with pytest.raises(asyncio.CancelledError):
            async for _ in follow(here, match, asks, 1, once=False, is_known=lambda: known):  # type: ignore[attr-defined]
                pass

    asyncio.run(go())
    assert looks <= len(asked) <= looks + 1
