"""A program of the cluster while it runs. Its process id stays in a file, so that another command can stop it."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

STOP_SECONDS = 30.0
"""Seconds that a program may take to end by itself."""
LOOK_SECONDS = 0.05


class Member:
    """One program: its processes, and where it writes what it says.

    `server` is the file in which a PostgreSQL that it keeps says which process it is: that one outlives its keeper.
    """

    def __init__(self, name: str, folder: Path, server: Path | None = None) -> None:
        self.name = name
        self._server = server
        self.output = folder / f"{name}.txt"
        self._pid_file = folder / f"{name}.pid"
        self._child: subprocess.Popen[bytes] | None = None

    def start(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        """Starts it, in a session of its own: it goes on when the command that started it ends."""
        if self._child is not None:
            self._child.wait()
        with self.output.open("ab") as output:
            self._child = subprocess.Popen(
                command,
                env=os.environ | dict(environment),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._pid_file.write_text(f"{self._child.pid} {_start_time(self._child.pid)}", encoding="ascii")

    def pid(self) -> int | None:
        """Its process; None where it does not run."""
        if self._child is not None:
            # One that has ended stays in the table of processes until it is asked for.
            self._child.poll()
        with suppress(FileNotFoundError, ValueError):
            pid, start = self._pid_file.read_text(encoding="ascii").split(" ", 1)
            # Numbers are given again: the process of this number may be somebody else's by now.
            if start and _start_time(int(pid)) == start:
                return int(pid)
        return None

    def signal(self, number: signal.Signals) -> None:
        """Sends a signal to it and to all that it has started; nothing where it does not run."""
        for root in filter(None, (self.pid(), self._server_pid())):
            for one in [root, *_descendants(root)]:
                with suppress(ProcessLookupError):
                    os.kill(one, number)

    def end(self) -> None:
        """Asks it to end."""
        if pid := self.pid():
            os.kill(pid, signal.SIGTERM)

    def wait_for_end(self, seconds: float = STOP_SECONDS) -> bool:
        """Waits for its end, and kills it after this time. Returns True if it ended by itself."""
        until = time.monotonic() + seconds
        while self.pid() and time.monotonic() < until:
            time.sleep(LOOK_SECONDS)
        by_itself = self.pid() is None
        self.signal(signal.SIGKILL)
        while self.pid() or self._server_pid():
            time.sleep(LOOK_SECONDS)
        if self._child is not None:
            self._child.wait()
        self._pid_file.unlink(missing_ok=True)
        return by_itself

    def _server_pid(self) -> int | None:
        """The PostgreSQL that it keeps; None where none runs."""
        with suppress(OSError, ValueError, TypeError):
            pid = int(self._server.read_text(encoding="utf-8").split()[0]) if self._server else 0
            if Path(f"/proc/{pid}/comm").read_text(encoding="utf-8").strip() == "postgres" and _start_time(pid):
                return pid
        return None


def _start_time(pid: int) -> str:
    """The start of a process, in ticks of the kernel; empty without the process, or for a zombie."""
    try:
        # The name of the program comes second, in brackets, and may hold anything.
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(") ")[2].split()
    except OSError:
        return ""
    return "" if fields[0] == "Z" else fields[19]


def _descendants(pid: int) -> Iterator[int]:
    """The processes that it has started, and those that these have started."""
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in map(int, task.read_text(encoding="ascii").split()):
                yield child
                yield from _descendants(child)
