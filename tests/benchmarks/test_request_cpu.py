"""The CPU time of a request inside the process: other work on the machine does not change it.

Ours and a bare Litestar handler's, in turns, called as an ASGI server calls them. `pytest tests/benchmarks/test_request_cpu.py
--benchmark-only -s` prints the table.
"""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from api.app import create_app
from api.compose import close
from tests.benchmarks.test_hall import ASKED, EVENTS, READS
from tests.support.asgi import ask
from tests.support.inside import Clock, services_on
from tests.support.service import TOKEN

ROUNDS, REQUESTS = 5, 200
TABLES = 16
Ask = Callable[[], Awaitable[object]]


class Tables:
    """Tables that record one match each; a table at the end of its match opens another."""

    def __init__(self, app: Any) -> None:
        self.app, self.at = app, [len(EVENTS)] * TABLES
        self.paths = [""] * TABLES

    async def open(self, table: int = 0) -> None:
        """Opens a match at a table."""
        match = json.loads(await ask(self.app, "POST", "/v1/matches", json.dumps(ASKED).encode(), authorization=BEARER))
        self.paths[table], self.at[table] = f"/v1/matches/{match['id']}", 0

    async def append(self, table: int = 0) -> None:
        """The next event of a table."""
        if self.at[table] == len(EVENTS):
            await self.open(table)
        body, more = EVENTS[self.at[table]].encode(), {"authorization": BEARER, "prefer": "return=minimal"}
        await ask(self.app, "POST", f"{self.paths[table]}/events", body, **more)
        self.at[table] += 1

    async def append_all(self) -> None:
        """The next event of each table, all at the same moment."""
        await asyncio.gather(*map(self.append, range(TABLES)))


BEARER = f"Bearer {TOKEN}"


async def cost(one: Ask, many: int) -> float:
    """Microseconds of CPU time of one call."""
    began = time.process_time()
    for _ in range(many):
        await one()
    return (time.process_time() - began) / many * 1e6


async def compare_with_bare(folder: Path, name: str) -> tuple[float, float]:
    """Microseconds of ours, and of the bare handler's: the best of some rounds."""
    from tests.benchmarks.bare_app import app as bare

    services = services_on(str(folder / "log.sqlite"), Clock())
    app: Any = create_app(services)
    async with app.lifespan(), bare.lifespan():
        tables = Tables(app)
        for _ in range(60):
            await tables.append()
        share = 1
        if name in READS:
            path = READS[name].format(match=tables.paths[0].rpartition("/")[2], ruleset=ASKED["ruleset"])
            content = await ask(app, "GET", path, authorization=BEARER)
            await ask(bare, "POST", f"/keep/{name}", content)
            ours: Ask = lambda: ask(app, "GET", path, authorization=BEARER)  # noqa: E731
            theirs: Ask = lambda: ask(bare, "GET", f"/same/{name}")  # noqa: E731
        else:
            share = TABLES if "16" in name else 1
            ours = tables.append_all if share > 1 else tables.open if name == "open a match" else tables.append
            theirs = lambda: ask(bare, "POST", "/append", EVENTS[0].encode())  # noqa: E731
        await cost(ours, 20)
        rounds = [(await cost(ours, REQUESTS // share) / share, await cost(theirs, REQUESTS)) for _ in range(ROUNDS)]
    close(services)
    return min(ours for ours, _ in rounds), min(theirs for _, theirs in rounds)


@pytest.mark.parametrize("name", ["append", "append at 16 tables", "open a match", *READS])
def test_cpu_time_of_a_request(benchmark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("BARE_DATABASE", str(tmp_path / "bare.sqlite"))
    ours, bare = benchmark.pedantic(lambda: asyncio.run(compare_with_bare(tmp_path, name)), rounds=1, iterations=1)
    benchmark.extra_info["microseconds"] = round(ours)
    print(f"\n{name}: {ours:.0f} us; bare {bare:.0f} us", end="")
