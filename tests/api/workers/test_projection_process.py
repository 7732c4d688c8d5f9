"""The projection process: a separate one that keeps read models and tree. The worker takes them over at its end."""

import asyncio
import errno
import os
import pickle
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import eventsourcing.persistence as log_errors
import psycopg
import pytest
import sqlalchemy.exc as table_errors

from api import compose
from api.context import AppContext
from api.runtime import forking
from api.settings import CLERK
from api.workers import projection_process as process_module
from api.workers import projection_supervision
from api.workers.projection_messages import as_raised, as_sent
from api.workers.projection_process import ProjectionProcess
from referee.errors import Unavailable
from referee.evidence.tree import Tree
from referee.log.timeouts.failures import is_contention, is_outage, name_of
from referee.matches.append import Append
from tests.api.workers.test_streams import open_match
from tests.support.family import FROM_PROC, descendants_of, is_running, spawned_by
from tests.support.inside import Clock, services_on
from tests.support.service import BEARER, start
from tests.support.waiting import DEADLOCK_SECONDS, eventually

NOTE = b'{"type":"note","text":"x"}'


@pytest.fixture
def services(database: str) -> Iterator[AppContext]:
    context = services_on(database, Clock())
    yield context
    compose.close(context)


@pytest.fixture
def process(services: AppContext, database: str) -> Iterator[ProjectionProcess]:
    process = ProjectionProcess(database, services.follower, services.notary.tree)
    process.open()
    yield process
    process.close()


def child_of(process: ProjectionProcess) -> int:
    assert process._process is not None
    assert process._process.pid is not None
    return process._process.pid


def write_notes(services: AppContext, notes: int = 1) -> int:
    """The position of the log after a match with notes was opened."""
    match = open_match(services)
    for _ in range(notes):
        services.service.append(Append(match, [NOTE], "tests"))
    return services.service.log.position()


@contextmanager
def unable(process: ProjectionProcess, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Makes the worker unable to do its work by itself."""

    def fails(*_: object) -> int:
        raise AssertionError("the worker did it")

    with monkeypatch.context() as here:
        here.setattr(process._follower, "step", fails)
        here.setattr(process._tree, "catch_up", fails)
        yield


def test_it_takes_the_log_to_read_models_and_tree(
    services: AppContext, process: ProjectionProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = write_notes(services, notes=5)
    with unable(process, monkeypatch):
        assert process.step(head) == head
        process.grow()
    assert services.follower.position() == head
    state = services.notary.tree.state()
    assert state is not None
    assert (state.position, state.size) == (head, head)


def test_it_goes_on_with_the_log_that_the_worker_began(services: AppContext, process: ProjectionProcess) -> None:
    """The rows are the same, whichever of the two takes a batch."""
    for turn in range(6):
        head = write_notes(services, notes=turn)
        at = process.step(head) if turn % 2 else services.follower.step(head)
        assert at == head
        (process.grow if turn % 3 else services.notary.tree.catch_up)()
    assert services.notary.checkpoint().size == services.service.log.position()


def test_one_that_ends_leaves_its_work_to_the_worker(services: AppContext, process: ProjectionProcess) -> None:
    head = write_notes(services)
    os.kill(child_of(process), signal.SIGKILL)
    assert process.step(head) == head
    assert not process.is_open
    process.grow()
    assert services.notary.tree.position() == head
    process.open()
    assert process.is_open
    head = write_notes(services)
    assert process.step(head) == head


def test_while_it_begins_the_worker_does_its_work(
    services: AppContext, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    process, beginning, go = ProjectionProcess(database, services.follower, services.notary.tree), Event(), Event()
    answer = ProjectionProcess._answer

    def waiting(*args: Any) -> Any:
        beginning.set()
        go.wait()
        return answer(*args)

    monkeypatch.setattr(ProjectionProcess, "_answer", waiting)
    opening = Thread(target=process.open)
    opening.start()
    beginning.wait()
    head = write_notes(services)
    assert process.step(head) == head
    process.grow()
    assert services.notary.tree.position() == head
    go.set()
    opening.join()
    assert process.is_open
    process.close()
    assert not process.is_open


def test_one_that_was_closed_while_it_began_does_not_stay(
    services: AppContext, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    child, ends = ProjectionProcess(database, services.follower, services.notary.tree), []
    answer, end = ProjectionProcess._answer, process_module._end

    def closing(*args: Any) -> Any:
        child.close()
        return answer(*args)

    def noting(process: Any, pipe: Any) -> None:
        end(process, pipe)
        ends.append(process.pid)

    monkeypatch.setattr(ProjectionProcess, "_answer", closing)
    monkeypatch.setattr(process_module, "_end", noting)
    child.open()
    assert not child.is_open
    assert len(ends) == 1
    child.open()
    assert not child.is_open


def test_one_that_stands_still_is_ended(
    services: AppContext, process: ProjectionProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_module, "BATCH_SECONDS", 0.2)
    monkeypatch.setattr(process_module, "LEAVE_SECONDS", 0.1)
    child, head = child_of(process), write_notes(services)
    os.kill(child, signal.SIGSTOP)
    assert process.step(head) == head
    assert not process.is_open
    eventually(lambda: not is_running(child))


def test_it_ends_when_it_is_closed_also_in_the_middle_of_its_work(
    services: AppContext, process: ProjectionProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_module, "LEAVE_SECONDS", 0.1)
    child, head = child_of(process), write_notes(services)
    os.kill(child, signal.SIGSTOP)
    answers: list[int] = []
    working = Thread(target=lambda: answers.append(process.step(head)))
    working.start()
    eventually(process._talking.locked)
    process.close()
    working.join()
    assert answers == [head]
    eventually(lambda: not is_running(child))


def busy() -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode, error.sqlite_errorname = sqlite3.SQLITE_BUSY, "SQLITE_BUSY"
    return error


def with_cause(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


FAILURES = {
    "a file that is locked": table_errors.OperationalError("UPDATE", None, busy()),
    "a log that is locked": with_cause(log_errors.OperationalError("database is locked"), busy()),
    "a server that is gone": table_errors.OperationalError("UPDATE", None, psycopg.OperationalError("gone")),
    "a server that is full": with_cause(log_errors.InternalError("full"), psycopg.errors.DiskFull("full")),
    "nobody answers": Unavailable(stored="no"),
}


@pytest.mark.parametrize("kind", FAILURES)
def test_what_it_meets_is_known_to_the_worker_by_its_kind(kind: str) -> None:
    error = FAILURES[kind]
    copy = as_raised(as_sent(error))
    assert type(copy) is type(error)
    assert (is_outage(copy), is_contention(copy), name_of(copy)) == (
        is_outage(error),
        is_contention(error),
        name_of(error),
    )
    if isinstance(error, Unavailable):
        assert isinstance(copy, Unavailable)
        assert (copy.stored, str(copy)) == (error.stored, str(error))


def test_what_cannot_be_sent_is_told_in_words() -> None:
    class Odd(Exception):
        """A class of no module that another process could import."""

    copy = as_raised(as_sent(Odd("what happened")))
    assert str(copy) == "Odd: what happened"
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(Odd("what happened"))


def test_one_that_cannot_open_the_database_says_why(services: AppContext) -> None:
    process = ProjectionProcess("postgresql://nobody@127.0.0.1:1/none", services.follower, services.notary.tree)
    with pytest.raises(psycopg.OperationalError):
        process.open()
    assert not process.is_open
    head = write_notes(services)
    assert process.step(head) == head


def only_one(processes: list[int]) -> int:
    [process] = processes
    return process


@FROM_PROC
@pytest.mark.skipif(process_module.cores() == 1, reason="there is one core")
def test_it_ends_with_its_worker_however_that_ends(tmp_path: Path) -> None:
    with start(tmp_path) as running:
        worker = only_one(spawned_by(running.process.pid))
        eventually(lambda: len(spawned_by(worker)) == 1)
        [first] = spawned_by(worker)
        os.kill(worker, signal.SIGKILL)
        eventually(lambda: not is_running(first))
        eventually(running.is_ready)
        eventually(lambda: spawned_by(running.process.pid) not in ([], [worker]))
        worker = only_one(spawned_by(running.process.pid))
        eventually(lambda: len(spawned_by(worker)) == 1)
        [second] = spawned_by(worker)
        os.kill(second, signal.SIGKILL)
        # Another one is begun, and no client notices meanwhile.
        assert running.get("/v1/matches", headers=BEARER).status_code == 200
        eventually(lambda: spawned_by(worker) not in ([], [second]))
        [third] = spawned_by(worker)
    eventually(lambda: not is_running(third))


FORK_THAT_STANDS_STILL = """
import os, signal
from multiprocessing.connection import wait
from api.workers import projection_process

projection_process.cores = lambda: 2
projection_process.LEAVE_SECONDS = 0.1
projection_process.fork_ahead()
[began] = projection_process._ahead
# Readable once it has left the files of this process.
wait([began.process.sentinel])
os.kill(began.process.pid, signal.SIGSTOP)
projection_process.drop_fork()
began.process.join()
print(began.process.exitcode)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux forks")
def test_a_fork_that_stands_still_is_ended() -> None:
    environment = {name: value for name, value in os.environ.items() if name != CLERK}
    program = [sys.executable, "-c", FORK_THAT_STANDS_STILL]
    output = subprocess.check_output(program, timeout=DEADLOCK_SECONDS, env=environment)
    assert int(output) == -signal.SIGKILL


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux forks")
def test_a_worker_without_room_for_a_fork_begins_without(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **more: Any) -> None:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr(process_module, "wants_process", lambda: True)
    monkeypatch.setattr(forking, "can_fork", lambda: True)
    monkeypatch.setattr(forking, "fork", refuse)
    process_module.fork_ahead()
    assert not process_module._ahead


@pytest.fixture
def ahead() -> Iterator[process_module._Began]:
    """A process that waits, as a fork of the worker would."""
    began = process_module._spawn()
    process_module._ahead.append(began)
    yield began
    process_module.drop_fork()


@pytest.mark.parametrize("has_ended", [False, True])
def test_one_that_waits_is_taken_unless_it_has_ended(
    services: AppContext, database: str, ahead: process_module._Began, has_ended: bool
) -> None:
    if has_ended:
        ahead.process.kill()
        ahead.process.join()
    process = ProjectionProcess(database, services.follower, services.notary.tree)
    assert process.exists
    process.open()
    assert (child_of(process) == ahead.process.pid) != has_ended
    head = write_notes(services)
    assert process.step(head) == head
    process.close()
    assert not process.exists


def test_a_service_without_one_ends_the_one_that_waits(tmp_path: Path, ahead: process_module._Began) -> None:
    compose.close(compose.open_services(str(tmp_path / "log.sqlite")))
    assert not ahead.process.is_alive()
    assert not process_module._ahead


@FROM_PROC
@pytest.mark.skipif(sys.platform != "linux" or process_module.cores() == 1, reason="there is no fork")
def test_the_processes_of_a_service_are_forks_that_share_its_memory(tmp_path: Path) -> None:
    def processes() -> list[bytes]:
        return [Path(f"/proc/{one}/cmdline").read_bytes() for one in descendants_of(running.process.pid)]

    with start(tmp_path) as running:
        own = Path(f"/proc/{running.process.pid}/cmdline").read_bytes()
        assert processes() == [own, own]
        [worker] = spawned_by(running.process.pid)
        os.kill(worker, signal.SIGKILL)
        eventually(lambda: spawned_by(running.process.pid) not in ([], [worker]))
        eventually(running.is_ready)
        assert processes() == [own, own]


@pytest.mark.parametrize(("setting", "wants"), [("0", False), ("1", True), (None, True)])
def test_who_wants_none_has_none(monkeypatch: pytest.MonkeyPatch, setting: str | None, wants: bool) -> None:
    class ServicesOpened(Exception):
        """Raised at the point at which the services would be opened."""

    def open_services(*_: object, projection_process: bool, **__: object) -> None:
        raise ServicesOpened(projection_process)

    monkeypatch.setattr(compose, "open_services", open_services)
    monkeypatch.delenv(CLERK, raising=False)
    if setting is not None:
        monkeypatch.setenv(CLERK, setting)
    with pytest.raises(ServicesOpened) as error:
        compose.app_from_environment()
    assert error.value.args == (wants,)


def test_a_service_on_one_core_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = str(tmp_path / "log.sqlite")
    for many, has_one in ((1, False), (2, True)):
        monkeypatch.setattr(compose, "cores", lambda many=many: many)
        services = compose.open_services(database, projection_process=True)
        assert (services.projection_process is not None) == has_one
        compose.close(services)


class FakeProjectionProcess:
    """A projection process that only says if it is there. It cannot begin while `fails`."""

    def __init__(self) -> None:
        self.is_open, self.waits, self.fails, self.attempts = False, False, False, 0

    def open(self) -> None:
        self.attempts += 1
        if self.fails:
            raise OSError("no room")
        self.is_open = True

    def end(self) -> None:
        self.is_open = self.waits = False

    close = end

    @property
    def exists(self) -> bool:
        return self.is_open or self.waits


class FakeTurn:
    """A turn that this process has or has not."""

    mine = False

    def is_mine(self) -> bool:
        return self.mine


def test_the_process_that_follows_has_one_for_as_long_as_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    process, turn, now = FakeProjectionProcess(), FakeTurn(), [0.0]
    for name in ("FIRST_SECONDS", "LOOK_SECONDS"):
        monkeypatch.setattr(projection_supervision, name, 0.001)

    async def until(holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(DEADLOCK_SECONDS):
            while not holds():
                await asyncio.sleep(0.001)

    async def go() -> None:
        lifespan = projection_supervision.projection_process_lifespan(process, turn, lambda: now[0])  # type: ignore[arg-type]
        async with lifespan(None):  # type: ignore[arg-type]
            process.waits = True
            await asyncio.sleep(0.02)
            assert not process.is_open
            assert process.waits
            # A worker that does not follow needs none that waits.
            now[0] += 2 * projection_supervision.AGAIN_SECONDS
            await until(lambda: not process.waits)
            turn.mine = True
            await until(lambda: process.is_open)
            # A turn that is to be renewed has no holder for a moment.
            turn.mine = False
            now[0] += projection_supervision.AGAIN_SECONDS / 2
            await asyncio.sleep(0.02)
            assert process.is_open
            now[0] += projection_supervision.AGAIN_SECONDS
            await until(lambda: not process.is_open)
            process.fails, turn.mine, attempts = True, True, process.attempts
            await until(lambda: process.attempts > attempts)
            await asyncio.sleep(0.02)
            assert process.attempts == attempts + 1
        assert not process.is_open

    asyncio.run(go())


def test_a_tree_takes_one_batch_at_a_time(services: AppContext) -> None:
    tree = Tree(services.service.log, services.people.store, feed=services.feed)
    head = write_notes(services, notes=9)
    tree.batch = 4
    steps = [tree.step(head)]
    while steps[-1] < head:
        steps.append(tree.step(head))
    assert len(steps) > 1
    assert tree.step(head) == head
