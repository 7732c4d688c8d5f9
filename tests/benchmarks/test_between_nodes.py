"""Delay between nodes: the time for one node of the service to hear of another one's write, both on one PostgreSQL.

One table writes to the first node, one note after the other; one board follows its match at the second. The measured time begins
when the writer has its answer, which is after the commit, and ends when the board has the entry; below zero, it had it first. A
board at the node that wrote is measured beside it. `pytest tests/benchmarks/test_between_nodes.py --benchmark-only -s` prints
both.
"""

import asyncio
import json
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import quantiles
from typing import Any

import pytest

from tests.benchmarks.test_hall import ASKED, Wire
from tests.support.service import TOKEN, start

NOTES, WARM = 300, 20
APART_SECONDS = 0.02
"""Seconds between two notes: each wakes the board by itself."""
MOST_MS = 50.0


class Board:
    """Follows a match, and notes the time of each version."""

    def __init__(self, port: int, match: str) -> None:
        self.wire, self.match = Wire(port), match
        self.came: dict[int, float] = {}

    async def open(self) -> None:
        """Connects, and returns once the node says that it listens."""
        await self.wire.open()
        head = f"GET /v1/matches/{self.match}/stream HTTP/1.1\r\nHost: x\r\nLast-Event-ID: 0\r\n\r\n"
        self.wire.writer.write(head.encode())
        await self.wire.reader.readuntil(b": referee")
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        while line := await self.wire.reader.readline():
            if line.startswith(b"id: "):
                self.came[int(line[4:])] = time.perf_counter()

    async def has(self, version: int) -> float:
        """The time at which a version came, once it has."""
        while version not in self.came:
            await asyncio.sleep(0.001)
        return self.came[version]

    async def close(self) -> None:
        """Leaves."""
        self.reading.cancel()
        await asyncio.gather(self.reading, return_exceptions=True)
        await self.wire.close()


async def hearing_times(writes: int, follows: int) -> list[float]:
    """Milliseconds from the answer of each note at one port until a board at the other one has it."""
    table = await Wire(writes, TOKEN).open()
    match = json.loads(await table.ask("POST", "/v1/matches", json.dumps(ASKED)))["id"]
    board = Board(follows, match)
    await board.open()
    took = []
    for number in range(WARM + NOTES):
        note = json.dumps({"type": "note", "text": str(number)})
        answer = json.loads(await table.ask("POST", f"/v1/matches/{match}/events", note))
        end = time.perf_counter()
        came = await board.has(int(answer["events"][0]["version"]))
        took.append((came - end) * 1000)
        await asyncio.sleep(APART_SECONDS)
    await board.close()
    await table.close()
    return took[WARM:]


@pytest.mark.postgres
def test_a_board_at_another_node(benchmark: Any, tmp_path: Path, postgres_database: str) -> None:
    with ExitStack() as stack:
        ports: list[int] = []
        for name in ("one", "other"):
            folder = tmp_path / name
            folder.mkdir()
            key = {"REFEREE_SIGNING_KEY": str(tmp_path / "one" / "referee" / "signing-key.pem")} if ports else {}
            ports.append(int(stack.enter_context(start(folder, database=postgres_database, **key)).port))
        here = asyncio.run(hearing_times(ports[0], ports[0]))
        there = benchmark.pedantic(lambda: asyncio.run(hearing_times(*ports)), rounds=1, iterations=1)
    for where, took in (("the node that wrote", here), ("the other node", there)):
        cut = quantiles(took, n=100)
        figures = f"median {cut[49]:.1f} ms, p90 {cut[89]:.1f}, p99 {cut[98]:.1f}, longest {max(took):.1f}"
        print(f"\na board at {where}: {figures}", end="")
    benchmark.extra_info["p90_ms"] = round(quantiles(there, n=10)[8], 1)
    assert quantiles(there, n=100)[49] < MOST_MS
