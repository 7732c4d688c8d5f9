"""A commit that waits for the disk does not block readers."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from threading import Event, Semaphore
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from api.compose import close
from api.context import AppContext
from api.runtime.threads import MOST_WRITERS
from api.runtime.writer_thread import WriterThread
from referee.log.commits.group import LOOK_AROUND
from referee.log.records import Record
from referee.log.sqlite.recorder import SQLiteRecorder
from tests.api.access.test_access import table
from tests.api.server.test_event_loop import LoopObserver, is_in_loop
from tests.support.application import create_app
from tests.support.hands import FOUR
from tests.support.inserts import watch_inserts
from tests.support.inside import Clock, inside, services_on
from tests.support.service import BEARER
from tests.support.waiting import DEADLOCK_SECONDS

NOTE = {"type": "note", "text": "mesa 3"}
SEATS = [{"name": name} for name in ("Ana", "Beto", "Carla", "Dani")]
OPENING = {"ruleset": "hearts.yppedia", "seats": SEATS, "first_dealer": 0}


class SlowDisk:
    """A slow disk for a log: from `hold` on, each commit waits with its locks until `go` is set."""

    def __init__(self, services: AppContext) -> None:
        self.log = services.service.log
        self.waiting = Semaphore(0)
        """Counts one up for each commit that waits."""
        self.go = Event()

    def hold(self, monkeypatch: pytest.MonkeyPatch) -> None:
        recorder: Any = self.log.recorder

        def waiting(_: Sequence[Record]) -> None:
            with self._hold(recorder):
                self.waiting.release()
                self.go.wait(DEADLOCK_SECONDS)

        watch_inserts(self.log, monkeypatch, before=waiting)

    @contextmanager
    def _hold(self, recorder: Any) -> Iterator[None]:
        """Holds the resource of a commit: the write lock of the file, or a connection."""
        if not self.log.backend.is_local:
            with recorder.datastore.get_connection():
                yield
            return
        with closing(sqlite3.connect(recorder.datastore.pool.db_name, uri=True)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.rollback()


@asynccontextmanager
async def serve_slowly(database: str) -> AsyncIterator[tuple[httpx.AsyncClient, AppContext]]:
    """A client of the organizer, in the loop of the service. Only requests run in it."""
    services = services_on(database, Clock())
    app: Any = create_app(services)
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://table.example", headers=BEARER) as client:
        yield client, services
    await asyncio.to_thread(close, services)


async def make_by_post(client: httpx.AsyncClient, path: str, body: Any) -> Any:
    answer = await client.post(path, json=body)
    assert answer.is_success, answer.text
    return answer.json()


async def reads_of(client: httpx.AsyncClient) -> tuple[str, list[str]]:
    """The address of a match in play, and the addresses of reads in it and beside it. None was read before."""
    match = (await make_by_post(client, "/v1/matches", OPENING))["id"]
    await make_by_post(client, f"/v1/matches/{match}/events", {"type": "deal", "hands": FOUR})
    championship = (await make_by_post(client, "/v1/championships", {"name": "Fiestas", "players": ["Elena", "Fito"]}))[
        "id"
    ]
    draw = {"ruleset": "hearts.castillar", "format": "castillar"}
    contest = (await make_by_post(client, f"/v1/championships/{championship}/contests", draw))["id"]
    of_match = [
        "",
        "/legal",
        "/audit",
        "/replay",
        "/events",
        "/stream?once=true",
        "/whatif?without=2",
        "/events?after=1",
    ]
    others = [
        *("/v1/matches", "/v1/players", f"/v1/championships/{championship}", "/v1/championships"),
        *(f"/v1/contests/{contest}", f"/v1/contests/{contest}/standings", f"/v1/contests/{contest}/fixtures"),
        *("/", f"/table/{match}", "/v1/rulesets/hearts.yppedia", "/v1/health/ready"),
    ]
    return f"/v1/matches/{match}", [*(f"/v1/matches/{match}{path}" for path in of_match), *others]


@pytest.mark.parametrize("alone", [False, True], ids=["with others", "by itself"])
def test_reads_are_answered_while_a_commit_waits(database: str, monkeypatch: pytest.MonkeyPatch, alone: bool) -> None:
    async def run() -> None:
        async with serve_slowly(database) as (client, services):
            match, reads = await reads_of(client)
            # Commands on a file no longer wait for others after some that came alone.
            for number in range(LOOK_AROUND + 2 if alone else 0):
                await make_by_post(client, f"{match}/events", NOTE | {"text": f"mesa {number}"})
            # The read models catch up to the position of the reads, as their commits are not the log's.
            await asyncio.to_thread(services.follower.catch_up)
            disk = SlowDisk(services)
            disk.hold(monkeypatch)
            write = asyncio.create_task(client.post(f"{match}/events", json=NOTE))
            await asyncio.to_thread(disk.waiting.acquire)
            try:
                answers = {path: await client.get(path) for path in reads}
                assert {path: answer.status_code for path, answer in answers.items()} == dict.fromkeys(reads, 200)
                assert not write.done()
            finally:
                disk.go.set()
            assert (await write).status_code == 201

    asyncio.run(run())


def test_reads_have_threads_and_connections_while_all_who_write_wait(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More commands wait than there are threads for them."""

    async def run() -> None:
        async with serve_slowly(database) as (client, services):
            _, reads = await reads_of(client)
            await asyncio.to_thread(services.follower.catch_up)
            disk = SlowDisk(services)
            disk.hold(monkeypatch)
            people = [{"name": f"Persona {number}", "distinct": True} for number in range(MOST_WRITERS + 4)]
            writes = [asyncio.create_task(client.post("/v1/players", json=person)) for person in people]
            for _ in range(1 if services.service.log.backend.is_local else MOST_WRITERS):
                await asyncio.to_thread(disk.waiting.acquire)
            try:
                answers = await asyncio.gather(*(client.get(path) for path in reads))
                assert [answer.status_code for answer in answers] == [200] * len(reads)
                assert not any(task.done() for task in writes)
            finally:
                disk.go.set()
            assert {(await task).status_code for task in writes} == {201}

    asyncio.run(run())


class Commits:
    """The commits to a file, in an event loop and beside it."""

    def __init__(self) -> None:
        self.in_loop: list[str] = []
        self.beside: list[str] = []

    def note(self, step: str) -> None:
        (self.in_loop if is_in_loop() else self.beside).append(step)


@pytest.fixture
def commits(monkeypatch: pytest.MonkeyPatch) -> Iterator[Commits]:
    """The commits from here on."""
    log_commits = Commits()
    insert = SQLiteRecorder.insert_events

    def inserting(recorder: SQLiteRecorder, *args: Any, **options: Any) -> Any:
        log_commits.note("the log")
        return insert(recorder, *args, **options)

    def committing(_: Any) -> None:
        log_commits.note("a table beside it")

    monkeypatch.setattr(SQLiteRecorder, "insert_events", inserting)
    sa.event.listen(sa.Engine, "commit", committing)
    yield log_commits
    sa.event.remove(sa.Engine, "commit", committing)


def test_no_route_commits_to_a_file_in_the_loop(tmp_path: Path, commits: Commits) -> None:
    with inside(str(tmp_path / "log.sqlite"), Clock()) as client:
        caller = LoopObserver(client, commits.in_loop)
        names_by_call = {
            f"{line.method} {line.path} {line.query}{line.body}": caller.queries_in_loop(line, "organizer of all")
            for line in table()
        }
    assert {call: names for call, names in names_by_call.items() if names} == {}
    assert {*commits.beside} == {"the log", "a table beside it"}


def calls_of(go: Event, calls: list[str]) -> tuple[Callable[[], str], Callable[[], str]]:
    def waits() -> str:
        go.wait(DEADLOCK_SECONDS)
        calls.append("first")
        return "first"

    def fails() -> str:
        calls.append("second")
        raise TimeoutError("the call's own")

    return waits, fails


def test_who_writes_to_a_file_comes_after_those_before_and_meets_its_own_failure() -> None:
    async def run() -> None:
        go, calls, scribe = Event(), list[str](), WriterThread()
        waits, fails = calls_of(go, calls)
        first, second = asyncio.create_task(scribe.run(waits)), asyncio.create_task(scribe.run(fails))
        # Both were asked for, and the loop goes on.
        await asyncio.sleep(0)
        assert not scribe.is_free
        assert calls == []
        go.set()
        assert await first == "first"
        with pytest.raises(TimeoutError, match="the call's own"):
            await second
        assert calls == ["first", "second"]
        scribe.close()

    asyncio.run(run())
