"""The processes that a process began, as /proc tells. What ends while somebody looks is not told."""

from contextlib import suppress
from pathlib import Path

import pytest

FROM_PROC = pytest.mark.skipif(
    not Path("/proc/thread-self/children").exists(), reason="which processes a service has is read from /proc"
)


def children_of(process: int) -> list[int]:
    """Those that it began itself, whichever of its threads did."""
    return [
        int(child) for thread in Path(f"/proc/{process}/task").glob("*/children") for child in _told(thread).split()
    ]


def descendants_of(process: int) -> list[int]:
    """Those that it began, and those that these began."""
    children = children_of(process)
    return children + [one for child in children for one in descendants_of(child)]


def spawned_by(process: int) -> list[int]:
    """Its children that run a function of its program: a service's workers, a worker's clerk."""
    return [child for child in children_of(process) if b"spawn_main" in _told(Path(f"/proc/{child}/cmdline"))]


def is_running(process: int) -> bool:
    """Whether it has not ended. Nobody may have asked yet how it did."""
    after_its_name = _told(Path(f"/proc/{process}/stat")).rpartition(b")")[2].split()
    return bool(after_its_name) and after_its_name[0] != b"Z"


def _told(path: Path) -> bytes:
    with suppress(FileNotFoundError, ProcessLookupError):
        return path.read_bytes()
    return b""
