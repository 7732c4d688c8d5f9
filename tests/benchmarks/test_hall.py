"""A hall at once: many tables that append, and readers of each kind, against a bare Litestar handler in turns.

The bare handler inserts the body as one row, durably; for reads it gives the same bytes back. Both run on one worker of the same
ASGI server. `pytest tests/benchmarks/test_hall.py --benchmark-only -s` prints the table.
"""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Iterator
from statistics import median
from typing import Any

import pytest

from tests.benchmarks.test_append_http import RECORD, servers
from tests.support.service import TOKEN, Running

__all__ = ["servers"]
ROUNDS = 3
SECONDS = 2.0
READERS = 16
OPENING, *EVENTS = RECORD.read_text(encoding="utf-8").splitlines()
ASKED = {key: json.loads(OPENING)[key] for key in ("ruleset", "params", "seats", "first_dealer")}
Ask = Callable[[], Awaitable[None]]


class Wire:
    """One connection that asks one thing after the other."""

    def __init__(self, port: int, token: str | None = None) -> None:
        self.port = port
        self.own = f"Authorization: Bearer {token}\r\n" if token else ""

    async def open(self) -> "Wire":
        """Connects."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def close(self) -> None:
        """Leaves."""
        self.writer.close()
        await self.writer.wait_closed()

    async def ask(self, method: str, path: str, body: str = "", more: str = "") -> bytes:
        """The body of a good answer."""
        head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body.encode())}\r\n{self.own}{more}"
        self.writer.write(f"{head}Content-Type: application/json\r\n\r\n{body}".encode())
        answer = await self.reader.readuntil(b"\r\n\r\n")
        length = next(int(line[15:]) for line in answer.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        content = await self.reader.readexactly(length)
        assert answer[9:10] == b"2", answer + content
        return content


class Table:
    """A tablet that records one match after the other, a play at a time."""

    def __init__(self, wire: Wire) -> None:
        self.wire, self.path, self.left = wire, "", iter(())

    async def append(self) -> None:
        """Appends the next event."""
        event = next(self.left, None)
        if event is None:
            match = json.loads(await self.wire.ask("POST", "/v1/matches", json.dumps(ASKED)))
            self.path, self.left = f"/v1/matches/{match['id']}/events", iter(EVENTS)
            event = next(self.left)
        await self.wire.ask("POST", self.path, event, "Prefer: return=minimal\r\n")

    left: Iterator[str]


async def rate(asks: list[Ask]) -> tuple[float, float]:
    """Answers a second, and the 99th percentile of the time to one, in ms."""
    times: list[float] = []
    until = time.perf_counter() + SECONDS

    async def one(ask: Ask) -> None:
        while (began := time.perf_counter()) < until:
            await ask()
            times.append(time.perf_counter() - began)

    began = time.perf_counter()
    await asyncio.gather(*map(one, asks))
    seconds = time.perf_counter() - began
    return len(times) / seconds, sorted(times)[int(len(times) * 0.99)] * 1000


async def compare_rounds(name: str, ours: list[Ask], bare: list[Ask]) -> float:
    """The median of the ratios of rounds in turns."""
    rounds = [(await rate(bare), await rate(ours)) for _ in range(ROUNDS)]
    ratio = median(our[0] / theirs[0] for theirs, our in rounds)
    theirs, our = rounds[0][0], rounds[0][1]
    print(
        f"\n{name}: {our[0]:.0f}/s, p99 {our[1]:.1f} ms; bare {theirs[0]:.0f}/s, {theirs[1]:.1f} ms; ratio {ratio:.2f}",
        end="",
    )
    return ratio


async def appends(running: Running, port: int, tables: int) -> float:
    mine = int(running.url.rpartition(":")[2])
    ours = [Table(await Wire(mine, TOKEN).open()) for _ in range(tables)]
    bare = [await Wire(port).open() for _ in range(tables)]
    for table in ours:
        await table.append()
    return await compare_rounds(
        f"append, {tables} tables",
        [table.append for table in ours],
        [lambda wire=wire: wire.ask("POST", "/append", EVENTS[0]) for wire in bare],  # type: ignore[misc]
    )


async def reads(running: Running, port: int, name: str, path: str) -> float:
    mine = int(running.url.rpartition(":")[2])
    table = Table(await Wire(mine, TOKEN).open())
    for _ in range(60):
        await table.append()
    path = path.format(match=table.path.split("/")[3], ruleset=ASKED["ruleset"])
    content = await table.wire.ask("GET", path)
    await (await Wire(port).open()).ask("POST", f"/keep/{name}", content.decode())
    ours = [await Wire(mine, TOKEN).open() for _ in range(READERS)]
    bare = [await Wire(port).open() for _ in range(READERS)]
    return await compare_rounds(
        name,
        [lambda wire=wire: wire.ask("GET", path) for wire in ours],  # type: ignore[misc]
        [lambda wire=wire: wire.ask("GET", f"/same/{name}") for wire in bare],  # type: ignore[misc]
    )


@pytest.mark.parametrize("tables", [1, 16, 200])
def test_appends(benchmark: Any, servers: tuple[Running, int], tables: int) -> None:
    ratio = benchmark.pedantic(lambda: asyncio.run(appends(*servers, tables)), rounds=1, iterations=1)
    benchmark.extra_info["ratio_to_bare_handler"] = round(ratio, 3)


READS = {
    "view": "/v1/matches/{match}",
    "legal": "/v1/matches/{match}/legal",
    "audit": "/v1/matches/{match}/audit",
    "list": "/v1/matches",
    "rulebook": "/v1/rulesets/{ruleset}",
}


@pytest.mark.parametrize("name", READS)
def test_reads(benchmark: Any, servers: tuple[Running, int], name: str) -> None:
    ratio = benchmark.pedantic(lambda: asyncio.run(reads(*servers, name, READS[name])), rounds=1, iterations=1)
    benchmark.extra_info["ratio_to_bare_handler"] = round(ratio, 3)
