"""The processes of one service: one that ends is started again, and all of them start again when they are told to."""

import os
import signal
from pathlib import Path

import pytest

from tests.support.service import BEARER, Running, start
from tests.support.waiting import eventually

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/task").exists(), reason="which processes a service has is read from /proc"
)


def workers(running: Running) -> set[int]:
    """The processes that answer."""
    watcher = running.process.pid
    children = Path(f"/proc/{watcher}/task/{watcher}/children").read_text(encoding="ascii").split()
    return {int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()}


@pytest.mark.parametrize("count", [1, 2])
def test_a_worker_that_dies_is_started_again(tmp_path: Path, count: int) -> None:
    with start(tmp_path, "--workers", str(count)) as running:
        before = workers(running)
        assert len(before) == count
        killed = min(before)
        os.kill(killed, signal.SIGKILL)
        eventually(lambda: len(now := workers(running)) == count and killed not in now)
        eventually(running.is_ready)
        assert before - workers(running) == {killed}


def test_told_to_start_again_they_do_one_by_one_and_nobody_meets_a_closed_door(tmp_path: Path) -> None:
    with start(tmp_path, "--workers", "2") as running:
        before = workers(running)
        os.kill(running.process.pid, signal.SIGHUP)
        # Each on a connection of its own: whoever asks meanwhile is answered by one of before, or by one of after.
        while before & workers(running):
            assert running.get("/v1/rulesets", headers=BEARER).status_code == 200
        assert running.get("/v1/rulesets", headers=BEARER).status_code == 200
