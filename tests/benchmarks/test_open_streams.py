"""Appends of a hall while 2,000 streams are open: 300 of one championship, in which a decision is made now and then.

The others are each of a quiet match. The same 16 tables record with the streams and without, in turns. The service's CPU time is
measured too: other work on the machine changes it less than the rate. `pytest tests/benchmarks/test_open_streams.py
--benchmark-only -s` prints the ratio.
"""

import asyncio
import json
import resource
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from tests.benchmarks.test_hall import ASKED, Ask, Table, Wire, rate
from tests.benchmarks.test_quiet_hall import cpu_seconds, memory_megabytes
from tests.support.service import TOKEN, Running, start

TABLES, STREAMS, OF_A_CHAMPIONSHIP = 16, 2_000, 300
ROUNDS = 3
DECIDED_SECONDS = 0.5
LEAST_RATIO = 0.9
FILES = 10_000
LIMITS = dict.fromkeys(("REFEREE_STREAMS", "REFEREE_STREAMS_PER_TOKEN", "REFEREE_STREAMS_PER_ADDRESS"), "4000")


class Stream:
    """An open stream that is read to its end."""

    def __init__(self, port: int, path: str) -> None:
        self.wire, self.path, self.entry_count = Wire(port), path, 0

    async def open(self) -> None:
        """Connects, and reads the present entries until it says that it listens."""
        await self.wire.open()
        head = f"GET {self.path}/stream HTTP/1.1\r\nHost: x\r\nLast-Event-ID: 0\r\n\r\n"
        self.wire.writer.write(head.encode())
        await self.wire.reader.readuntil(b": referee")
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        while part := await self.wire.reader.read(65536):
            self.entry_count += part.count(b"id: ")

    async def close(self) -> None:
        """Leaves."""
        self.reading.cancel()
        await asyncio.gather(self.reading, return_exceptions=True)
        await self.wire.close()


@asynccontextmanager
async def listening(port: int, organizer: Wire, championship: str, idle: list[str]) -> AsyncIterator[None]:
    """Opens all streams, and lets an organizer decide something in the championship."""
    paths = [f"/v1/championships/{championship}"] * OF_A_CHAMPIONSHIP
    streams = [Stream(port, path) for path in [*paths, *(f"/v1/matches/{match}" for match in idle)]]
    for first in range(0, len(streams), 50):
        await asyncio.gather(*(stream.open() for stream in streams[first : first + 50]))

    async def decide() -> None:
        card = json.dumps({"player": "Ana", "card": "yellow", "reason": "x"})
        while True:
            await organizer.ask("POST", f"/v1/championships/{championship}/sanctions", card)
            await asyncio.sleep(DECIDED_SECONDS)

    deciding = asyncio.create_task(decide())
    yield
    deciding.cancel()
    await asyncio.gather(deciding, return_exceptions=True)
    least = min(stream.entry_count for stream in streams[:OF_A_CHAMPIONSHIP])
    print(f"\neach of {OF_A_CHAMPIONSHIP} streams of a championship heard of {least} entries at least", end="")
    for stream in streams:
        await stream.close()
    await organizer.close()


@dataclass(frozen=True)
class AppendFigures:
    """Appends a second, the 99th percentile of the time to one in ms, the service's CPU time for one in µs, its memory in MB."""

    rate: float
    p99: float
    cpu: float
    memory: float

    def __str__(self) -> str:
        return f"{self.rate:.0f}/s, p99 {self.p99:.1f} ms, {self.cpu:.0f} us of CPU, {self.memory:.0f} MB"


async def append_figures(running: Running, asks: list[Ask]) -> AppendFigures:
    """The figures of the tables in a round."""
    session, began = running.process.pid, time.perf_counter()
    before = cpu_seconds(session)
    appends, p99 = await rate(asks)
    share = (cpu_seconds(session) - before) / (time.perf_counter() - began)
    return AppendFigures(appends, p99, share / appends * 1e6, memory_megabytes(session))


async def compare_streams(running: Running) -> tuple[float, float]:
    """The medians of two ratios with the streams to without: of appends a second, and of CPU time for one."""
    port = int(running.port)
    organizer = await Wire(port, TOKEN).open()
    body = json.dumps({"name": "Fiestas", "players": ["Ana", "Beto"]})
    championship = json.loads(await organizer.ask("POST", "/v1/championships", body))["id"]
    tables = [Table(await Wire(port, TOKEN).open()) for _ in range(TABLES)]
    idle = [
        json.loads(await organizer.ask("POST", "/v1/matches", json.dumps(ASKED)))["id"]
        for _ in range(STREAMS - OF_A_CHAMPIONSHIP)
    ]
    asks: list[Ask] = [table.append for table in tables]
    await rate(asks)
    rounds = []
    for _ in range(ROUNDS):
        alone = await append_figures(running, asks)
        async with listening(port, await Wire(port, TOKEN).open(), championship, idle):
            beside_many = await append_figures(running, asks)
        rounds.append((beside_many.rate / alone.rate, beside_many.cpu / alone.cpu))
        print(f"\n{TABLES} tables: {alone}; with {STREAMS} streams {beside_many}; ratio {rounds[-1][0]:.2f}", end="")
    for wire in (organizer, *(table.wire for table in tables)):
        await wire.close()
    return median(rates for rates, _ in rounds), median(cpu for _, cpu in rounds)


@pytest.mark.timeout(600)
def test_no_table_feels_the_streams(benchmark: Any, tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < FILES:
        pytest.skip(f"this system lets a process open {hard} files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, FILES), hard))
    with start(tmp_path, **LIMITS) as running:
        ratio, cpu = benchmark.pedantic(lambda: asyncio.run(compare_streams(running)), rounds=1, iterations=1)
    benchmark.extra_info["ratio_to_without_streams"] = round(ratio, 3)
    benchmark.extra_info["cpu_to_without_streams"] = round(cpu, 3)
    print(f"\nratio {ratio:.2f}, of CPU time {cpu:.2f}", end="")
    assert ratio >= LEAST_RATIO
