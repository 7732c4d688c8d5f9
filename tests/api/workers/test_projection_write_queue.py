"""The projection process queues with its worker's writers to write to a file."""

import os
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import eventsourcing.persistence as log_errors
import pytest

from api.context import AppContext
from api.workers import projection_process as process_module
from api.workers.projection_process import ProjectionProcess
from referee.errors import Unavailable
from referee.log.sqlite.write_queue import WriteQueue, write_queue_at
from tests.api.workers.test_projection_process import child_of, process, services, write_notes
from tests.support.family import is_running
from tests.support.waiting import eventually

__all__ = ["process", "services"]


@pytest.fixture
def turns(tmp_path: Path) -> WriteQueue:
    return write_queue_at(str(tmp_path / "log.sqlite"))


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "log.sqlite")


@pytest.mark.parametrize("kind", ["read models", "tree"])
def test_it_waits_for_its_turn(services: AppContext, process: ProjectionProcess, turns: WriteQueue, kind: str) -> None:
    head = write_notes(services)
    process.grow()
    head = write_notes(services)
    work: Callable[[], object] = process.grow if kind == "tree" else lambda: process.step(head)
    thread = Thread(target=work)
    with turns.hold():
        thread.start()
        eventually(lambda: turns.waiting == 1)
    thread.join()
    assert turns.waiting == 0
    assert (services.notary.tree if kind == "tree" else services.follower).position() == head


def test_where_another_program_keeps_the_file_those_behind_it_are_told(
    services: AppContext, process: ProjectionProcess, turns: WriteQueue
) -> None:
    head = write_notes(services)
    errors: list[BaseException] = []
    lock_error = sqlite3.OperationalError("database is locked")
    lock_error.sqlite_errorcode = sqlite3.SQLITE_BUSY

    def step() -> None:
        try:
            process.step(head)
        except (Unavailable, log_errors.OperationalError) as error:
            errors.append(error)

    thread = Thread(target=step)
    with pytest.raises(log_errors.OperationalError), turns.hold():
        thread.start()
        eventually(lambda: turns.waiting == 1)
        raise log_errors.OperationalError from lock_error
    thread.join()
    # It tried again at once, as a follower does, or got the refusal.
    assert errors or services.follower.position() == head
    assert process.is_open
    assert process.step(head) == head


def test_one_that_keeps_its_turn_for_ever_is_ended(
    services: AppContext, process: ProjectionProcess, turns: WriteQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_module, "WRITE_SECONDS", 0.2)
    head, child = write_notes(services), child_of(process)
    holders: list[int] = []

    class Stopping(type(process._pipe)):  # type: ignore[misc]
        def send(self, message: object) -> None:
            if type(message).__name__ == "TurnGiven":
                os.kill(child, signal.SIGSTOP)
                holders.append(child)
            super().send(message)

    assert process._pipe is not None
    process._pipe.__class__ = Stopping
    assert process.step(head) == head
    assert holders == [child]
    assert not process.is_open
    eventually(lambda: not is_running(child))
    with turns.hold():
        assert turns.waiting == 0
