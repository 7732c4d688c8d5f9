"""The processes of one service: one that ends is started again, and all of them start again when they are told to."""

import os
import signal
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from tests.support.family import FROM_PROC, spawned_by
from tests.support.service import BEARER, Running, start
from tests.support.waiting import DEADLOCK_SECONDS, eventually

pytestmark = FROM_PROC


def workers(running: Running) -> set[int]:
    """The processes that answer."""
    return set(spawned_by(running.process.pid))


@pytest.mark.parametrize("count", [1, 2])
def test_a_worker_that_dies_is_started_again(tmp_path: Path, count: int) -> None:
    with start(tmp_path, "--workers", str(count)) as running:
        before = workers(running)
        assert len(before) == count
        pid = min(before)
        os.kill(pid, signal.SIGKILL)
        eventually(lambda: len(now := workers(running)) == count and pid not in now)
        eventually(running.is_ready)
        assert before - workers(running) == {pid}


def test_told_to_start_again_they_do_one_by_one_and_nobody_meets_a_closed_door(tmp_path: Path) -> None:
    with start(tmp_path, "--workers", "2") as running:
        before = workers(running)
        os.kill(running.process.pid, signal.SIGHUP)
        # Each on a connection of its own: a request meanwhile is answered by an old or a new process.
        while before & workers(running):
            assert running.get("/v1/rulesets", headers=BEARER).status_code == 200
        assert running.get("/v1/rulesets", headers=BEARER).status_code == 200


@pytest.mark.parametrize("accept", ["text/event-stream", "*/*"])
def test_a_service_that_ends_lets_go_of_its_streams_without_a_fuss(tmp_path: Path, accept: str) -> None:
    with start(tmp_path) as running, running.client() as client:
        match = client.open()
        address = f"{running.url}/v1/matches/{match}/stream"
        headers = BEARER | {"Accept": accept, "Accept-Encoding": "identity"}
        with httpx.stream("GET", address, headers=headers, timeout=DEADLOCK_SECONDS) as stream:
            parts = stream.iter_raw()
            while b"opened" not in next(parts):
                pass
            running.process.terminate()
            with suppress(httpx.TransportError):
                for _ in parts:
                    pass
        assert running.process.wait(DEADLOCK_SECONDS) == 0
        assert "Traceback" not in running.output_text()
        assert "Cancel" not in running.output_text()
