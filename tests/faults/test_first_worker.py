"""The supervisor of a service while its first worker makes ready: signals, refusals, failures."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tests.support.family import FROM_PROC, spawned_by
from tests.support.service import free_port
from tests.support.slow_start import FOLDER
from tests.support.waiting import DEADLOCK_SECONDS, eventually

pytestmark = FROM_PROC
Start = Callable[[int], tuple["subprocess.Popen[bytes]", str]]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a service with so many workers, and returns its process and address while it makes ready."""
    processes: list[subprocess.Popen[bytes]] = []

    def start_slowly(workers: int) -> tuple["subprocess.Popen[bytes]", str]:
        port = free_port()
        command = [sys.executable, "-m", "tests.support.slow_start", str(port), str(workers)]
        process = subprocess.Popen(command, env=os.environ | {FOLDER: str(tmp_path)}, stdout=subprocess.PIPE)
        processes.append(process)
        eventually(lambda: (tmp_path / "began").exists() or process.poll() is not None)
        return process, f"http://127.0.0.1:{port}"

    yield start_slowly
    for process in processes:
        process.kill()
        process.communicate()


def answers(address: str) -> bool:
    try:
        return httpx.get(address).status_code == 200
    except httpx.TransportError:
        return False


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTTIN, signal.SIGTTOU])
def test_a_signal_about_workers_waits_until_all_is_ready(start: Start, tmp_path: Path, number: signal.Signals) -> None:
    process, address = start(2)
    first_worker = spawned_by(process.pid)
    process.send_signal(number)
    process.send_signal(signal.SIGCONT)
    assert not answers(address)
    assert spawned_by(process.pid) == first_worker
    (tmp_path / "go").touch()
    eventually(lambda: answers(address))
    assert process.poll() is None
    process.terminate()
    output, _ = process.communicate(timeout=DEADLOCK_SECONDS)
    assert (output, process.returncode) == (b"ready True\n", 0)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_ends_what_makes_ready(start: Start, number: signal.Signals) -> None:
    process, _ = start(2)
    workers = spawned_by(process.pid)
    process.send_signal(number)
    output, _ = process.communicate(timeout=DEADLOCK_SECONDS)
    assert (output, process.returncode) == (b"", 0)
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


def test_a_worker_that_cannot_start_gives_its_exit_status(start: Start, tmp_path: Path) -> None:
    (tmp_path / "fails").touch()
    (tmp_path / "go").touch()
    process, _ = start(1)
    process.communicate(timeout=DEADLOCK_SECONDS)
    assert process.returncode == 3


def test_no_worker_is_left_when_its_supervisor_fails(start: Start, tmp_path: Path) -> None:
    (tmp_path / "refuses").touch()
    process, _ = start(2)
    workers = spawned_by(process.pid)
    assert workers
    (tmp_path / "go").touch()
    process.communicate(timeout=DEADLOCK_SECONDS)
    assert process.returncode == 1
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


@pytest.mark.parametrize("kind", ["forks", "spawns"])
def test_workers_start_and_are_replaced_also_where_they_are_no_forks(start: Start, tmp_path: Path, kind: str) -> None:
    (tmp_path / kind).touch()
    (tmp_path / "go").touch()
    process, address = start(2)
    eventually(lambda: answers(address))
    eventually(lambda: len(spawned_by(process.pid)) == 2)
    before = spawned_by(process.pid)
    commands = {Path(f"/proc/{worker}/cmdline").read_bytes() for worker in (process.pid, *before)}
    assert (len(commands) > 1) == (kind == "spawns" or sys.platform != "linux")
    os.kill(before[0], signal.SIGKILL)
    eventually(lambda: len(now := spawned_by(process.pid)) == 2 and before[0] not in now)
    eventually(lambda: answers(address))
    process.terminate()
    assert process.wait(DEADLOCK_SECONDS) == 0
