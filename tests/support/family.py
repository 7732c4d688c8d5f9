"""The child processes of a process, as /proc tells. A process that ends during the look is left out."""

from contextlib import suppress
from pathlib import Path

import pytest

FROM_PROC = pytest.mark.skipif(
    not Path("/proc/thread-self/children").exists(), reason="which processes a service has is read from /proc"
)


def children_of(process: int) -> list[int]:
    """Its own children, from any of its threads."""
    return [
        int(child) for thread in Path(f"/proc/{process}/task").glob("*/children") for child in _read(thread).split()
    ]


def descendants_of(process: int) -> list[int]:
    """Its children, and their children in turn."""
    children = children_of(process)
    return children + [one for child in children for one in descendants_of(child)]


def spawned_by(process: int) -> list[int]:
    """Its children that run a function of its program, forked or spawned: a service's workers, a worker's projection process."""
    own = _command(process)
    return [child for child in children_of(process) if _command(child) == own or b"spawn_main" in _command(child)]


def is_running(process: int) -> bool:
    """True if it has not ended. An ended process may still wait to be reaped."""
    after_its_name = _read(Path(f"/proc/{process}/stat")).rpartition(b")")[2].split()
    return bool(after_its_name) and after_its_name[0] != b"Z"


def _command(process: int) -> bytes:
    return _read(Path(f"/proc/{process}/cmdline"))


def _read(path: Path) -> bytes:
    with suppress(FileNotFoundError, ProcessLookupError):
        return path.read_bytes()
    return b""
