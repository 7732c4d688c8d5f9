"""A full disk of the service's own, and a file that cannot be written any more: with SQLite, for real, so as root only.

Answered writes stay, new writes are refused in words, reads go on, and the service goes on by itself when the cause is gone.
"""

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from tests.faults.test_one_machine import TWO, note, require_unavailable, texts
from tests.support.service import Running, start
from tests.support.waiting import eventually

MEGABYTES = 4
Cause = Callable[[Running], AbstractContextManager[None]]


@contextmanager
def disk(folder: Path) -> Iterator[None]:
    """A disk of a few megabytes in this folder, until the block ends. Skips the test where none can be made."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m,mode=700", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode != 0:
        pytest.skip("SKIPPED: a disk of its own can be made by root only, where the system allows it")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextmanager
def full(running: Running) -> Iterator[None]:
    """A disk takes not one byte more (ENOSPC) until the block ends."""
    ballast = running.database.with_name("ballast")
    with ballast.open("wb", buffering=0) as file:
        for size in (1 << 16, 1):
            try:
                while file.write(b"x" * size):
                    pass
            except OSError:
                continue
    try:
        yield
    finally:
        ballast.unlink()


@contextmanager
def unwritable(running: Running) -> Iterator[None]:
    """The file and its write-ahead log can be read only, even by processes that have them open, until the block ends.

    This excludes SQLite's shared memory of the file: the kernel would end a process that writes to it.
    """
    files = [str(running.database), f"{running.database}-wal"]
    if subprocess.run(["chattr", "+i", *files], capture_output=True, check=False).returncode != 0:
        pytest.skip("SKIPPED: the file system here cannot close files that are open")
    try:
        yield
    finally:
        subprocess.run(["chattr", "-i", *files], check=True)


def test_a_disk_without_room(tmp_path: Path) -> None:
    with disk(tmp_path):
        require_recovery(tmp_path, full)


def test_a_file_that_becomes_read_only(tmp_path: Path) -> None:
    require_recovery(tmp_path, unwritable)


def require_recovery(folder: Path, cause: Cause) -> None:
    with start(folder) as running, running.client() as client:
        match = client.open()
        client.tell(match, note("before"))
        with cause(running):
            numbers = []
            # A write-ahead log has room of its own, which its last commits have left.
            for n in range(500):
                answer = client.say(match, note(f"{n} " + "x" * 900))
                if answer.status_code != 201:
                    break
                numbers.append(str(n))
            require_unavailable(answer)
            assert client.version(match) == 2 + len(numbers)
            assert client.get("/v1/matches").status_code in {200, 409, 503}
            require_unavailable(client.post("/v1/matches", json=TWO))
        client.tell(match, note("again"))
        assert [text.split()[0] for text in texts(running, match)] == ["before", *numbers, "again"]
        assert client.get(f"/v1/matches/{match}/audit").json()["chain"]["intact"]
        eventually(lambda: client.get("/v1/health/ready").json()["failing"] == {})
