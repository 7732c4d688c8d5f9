"""Costs of boards and phones while nothing happens: the CPU time of the whole service, as a share of one core.

Each of 120 pages holds the stream of its championship and that of the match on it. It turns every 12 seconds to another match:
then it leaves that match's stream, asks for the next with the ETag that it has, and follows that one. `pytest
tests/benchmarks/test_quiet_hall.py --benchmark-only -s` prints the table.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.hall import Hall
from tests.support.service import Running, start

BOARDS, PHONES = 20, 100
TURN_SECONDS = 12.0
SECONDS = 36.0
MOST_OF_A_CORE = 0.1
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


def _fields(session: int) -> Iterator[list[str]]:
    """The kernel's fields for each process of a session (proc(5), from the state on)."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except FileNotFoundError:
            continue
        if int(fields[3]) == session:
            yield fields


def cpu_seconds(session: int) -> float:
    """The CPU seconds used by all processes of this session."""
    return sum(int(fields[11]) + int(fields[12]) for fields in _fields(session)) / TICKS


def memory_megabytes(session: int) -> float:
    """The memory of all processes of this session; a part that two of them share is counted twice."""
    return sum(int(fields[21]) for fields in _fields(session)) * PAGE / 1e6


class Page:
    """A board, or a phone that shows one."""

    def __init__(self, port: int, championship: str, matches: list[str], first: int) -> None:
        self.port, self.championship, self.matches, self.at = port, championship, matches, first
        self.etags: dict[str, str] = {}

    @asynccontextmanager
    async def _ask(self, path: str, more: str) -> AsyncIterator[tuple[asyncio.StreamReader, str]]:
        """The head of a good answer, and the reader of its body."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n{more}\r\n\r\n".encode())
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            assert head[9:12] in {"200", "304"}, head
            yield reader, head
        finally:
            writer.close()
            await writer.wait_closed()

    async def _listen(self, path: str) -> None:
        async with self._ask(path, "Accept: application/json") as (_, head):
            version = head.partition('etag: "')[2].partition('"')[0].partition("-")[0]
        async with self._ask(f"{path}/stream", f"Last-Event-ID: {version}") as (reader, _):
            while await reader.read(4096):
                pass

    async def _look(self, match: str) -> None:
        path = f"/v1/matches/{match}"
        async with self._ask(path, f"If-None-Match: {self.etags.get(path, '*none')}") as (_, head):
            self.etags[path] = head.partition("etag: ")[2].partition("\r\n")[0]

    async def run(self) -> None:
        """Runs until the page is switched off."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._listen(f"/v1/championships/{self.championship}"))
            while True:
                match = self.matches[self.at % len(self.matches)]
                await self._look(match)
                board = group.create_task(self._listen(f"/v1/matches/{match}"))
                await asyncio.sleep(TURN_SECONDS)
                board.cancel()
                self.at += 1


async def share(running: Running, championship: str, matches: list[str], pages: int) -> float:
    """The share of a core that the service uses with so many pages open."""
    port = int(running.url.rpartition(":")[2])
    tasks = []
    for first in range(pages):
        tasks.append(asyncio.create_task(Page(port, championship, matches, first).run()))
        await asyncio.sleep(TURN_SECONDS / pages)
    before = cpu_seconds(running.process.pid)
    await asyncio.sleep(SECONDS)
    seconds = cpu_seconds(running.process.pid) - before
    for task in tasks:
        assert not task.done(), task.exception()
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return seconds / SECONDS


def test_a_quiet_hall(benchmark: Any, tmp_path: Path) -> None:
    if not Path("/proc/self/stat").exists():
        pytest.skip("no /proc on this system")
    with start(tmp_path) as running, running.client() as client:
        hall = Hall(client)
        matches = [hall.guinote(), hall.opens(hall.league.fixture("Concha", "Estrella"))]
        alone = asyncio.run(share(running, hall.championship, matches, 1))
        full = benchmark.pedantic(
            lambda: asyncio.run(share(running, hall.championship, matches, BOARDS + PHONES)), rounds=1, iterations=1
        )
    benchmark.extra_info["share_of_a_core"] = round(full, 4)
    print(f"\n{BOARDS} boards and {PHONES} phones: {full:.3f} of a core; one: {alone:.3f}", end="")
    assert full < MOST_OF_A_CORE
