"""Shows the CPU seconds of each file of tests, with the processes that it starts: `make cost`.

CPU does not depend on what else the machine does, as the seconds of a clock do. A service that many files share counts for the
file that uses it. The server of PostgreSQL, which all processes of a run share, is left out.
"""

import os
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from operator import itemgetter
from typing import Any

import pytest

START = "(start and collection)"
"""Name of what comes before the first test, in each process of a run."""
SHOWN = 40
"""Files in the table."""


def cpu_seconds() -> float:
    """Returns the CPU seconds of this process and of all that it started, the ended ones as well."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system + _running(os.getpid())


def _running(parent: int) -> float:
    """Returns the CPU seconds of the parent's children that it has not waited for, with all that they started.

    Linux alone says whose children they are; elsewhere they count once they have ended. Each test of a quick run asks, so the
    files are read without anything between: with a service running, in a third of the time that a `Path` takes.
    """
    seconds = 0.0
    # Whatever ends meanwhile has no file any more.
    with suppress(OSError):
        for thread in os.scandir(f"/proc/{parent}/task"):
            with suppress(OSError):
                for child in map(int, _content(f"{thread.path}/children").split()):
                    # After the name, which may hold anything, from the 12th on: its own times, those of its ended children.
                    fields = _content(f"/proc/{child}/stat").rpartition(b")")[2].split()
                    seconds += sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK") + _running(child)
    return seconds


def _content(path: str) -> bytes:
    """Returns what is in a small file of the system's."""
    file = os.open(path, os.O_RDONLY)
    try:
        return os.read(file, 65_536)
    finally:
        os.close(file)


class Cost:
    """Counts the CPU seconds of the files that this process tests; in a parallel run, those of all its workers."""

    def __init__(self) -> None:
        self._seconds = defaultdict[str, float](float)
        self._tests = Counter[str]()
        self._last = 0.0

    def _count(self, name: str) -> None:
        now = cpu_seconds()
        self._seconds[name] += now - self._last
        self._last = now

    def pytest_runtestloop(self) -> None:
        """Counts the start."""
        self._count(START)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
        """Counts after the last test of a file."""
        result = yield
        name = item.nodeid.partition("::")[0]
        self._tests[name] += 1
        if nextitem is None or nextitem.nodeid.partition("::")[0] != name:
            self._count(name)
        return result

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Hands what a worker counted to the process that prints it."""
        output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
        if output is not None:
            output["cost"] = [dict(self._seconds), dict(self._tests)]

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Adds what a worker counted."""
        seconds, tests = getattr(node, "workeroutput", {}).get("cost", [{}, {}])
        for name in seconds:
            self._seconds[name] += seconds[name]
        self._tests.update(tests)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Prints the dearest files, and what all came to."""
        terminalreporter.section("CPU seconds")
        for name, seconds in sorted(self._seconds.items(), key=itemgetter(1), reverse=True)[:SHOWN]:
            terminalreporter.line(f"{seconds:8.1f}  {self._tests[name]:5}  {name}")
        total, tests = sum(self._seconds.values()), sum(self._tests.values())
        terminalreporter.line(f"{total:8.1f}  {tests:5}  all {len(self._seconds)}")


def pytest_configure(config: pytest.Config) -> None:
    """Counts from now on."""
    config.pluginmanager.register(Cost(), "cost")
