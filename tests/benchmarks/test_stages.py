"""Stages of one append at one table, with their times, from the client's first byte to its last, ours beside the bare handler's.

Both servers note the beginning of each stage (`staged_apps.py`), by the clock of the machine, which the client reads too. They
take turns. `pytest tests/benchmarks/test_stages.py --benchmark-only -s` prints the table.
"""

import asyncio
import json
import os
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import pairwise
from pathlib import Path
from statistics import quantiles
from time import perf_counter_ns
from typing import Any

from tests.benchmarks.servers import of_bare, of_service
from tests.benchmarks.staged_apps import MARKS
from tests.benchmarks.test_hall import ASKED, EVENTS, Wire
from tests.support.service import TOKEN, free_port
from tests.support.waiting import eventually

ROUNDS, APPENDS = 12, 300
HEARD, IN_ALL = "heard", "in all"
Stages = dict[str, list[float]]
"""Microseconds of each stage, append by append."""


@contextmanager
def serve_stages(folder: Path, app: str) -> Iterator[int]:
    """Runs one of the apps of `staged_apps` with a database in this folder; gives its port."""
    port = free_port()
    module = f"tests.benchmarks.staged_apps:{app}"
    command = of_service(module, port) if app == "ours" else of_bare(module, port, "--factory")
    settings = {
        "BARE_DATABASE": str(folder / "bare.sqlite"),
        "REFEREE_DATABASE": str(folder / "referee.sqlite"),
        "REFEREE_TOKEN": TOKEN,
        "XDG_DATA_HOME": str(folder),
    }
    process = subprocess.Popen(command, env=os.environ | settings)
    try:
        eventually(lambda: asyncio.run(_listens(port)))
        yield port
    finally:
        process.terminate()
        process.wait()


async def _listens(port: int) -> bool:
    try:
        await (await Wire(port).open()).close()
    except OSError:
        return False
    return True


class StagedTable:
    """A tablet that sends one event after the other, and learns the time of each stage."""

    def __init__(self, port: int, token: str | None) -> None:
        self._wire = Wire(port, token)
        self._path = "/append"
        self.stages: Stages = defaultdict(list)

    async def round(self) -> None:
        """Makes the appends of a round."""
        if self._wire.own:
            match = json.loads(await self._wire.ask("POST", "/v1/matches", json.dumps(ASKED)))
            self._path = f"/v1/matches/{match['id']}/events"
        await self._wire.ask("GET", MARKS)
        spans: list[tuple[int, int]] = []
        for event in EVENTS[:APPENDS]:
            began = perf_counter_ns()
            await self._wire.ask("POST", self._path, event, "Prefer: return=minimal\r\n")
            spans.append((began, perf_counter_ns()))
        notes: list[list[Any]] = json.loads(await self._wire.ask("GET", MARKS))
        for (began, end), marks in zip(spans, _by_request(notes), strict=True):
            self._take([["to the app", began], *marks, [HEARD, end]])

    async def open(self) -> None:
        """Connects."""
        await self._wire.open()

    async def close(self) -> None:
        """Leaves."""
        await self._wire.close()

    def _take(self, marks: list[list[Any]]) -> None:
        for (stage, began), (_, end) in pairwise(marks):
            self.stages[stage].append((end - began) / 1000)
        self.stages[IN_ALL].append((marks[-1][1] - marks[0][1]) / 1000)


def _by_request(marks: list[list[Any]]) -> list[list[list[Any]]]:
    """The marks of each request."""
    requests: list[list[list[Any]]] = []
    for mark in marks:
        if mark[0] == "to the body":
            requests.append([])
        requests[-1].append(mark)
    return requests


async def compare_stages(ours: int, bare: int) -> tuple[Stages, Stages]:
    """The stages of ours and of the bare handler."""
    tables = StagedTable(ours, TOKEN), StagedTable(bare, None)
    for table in tables:
        await table.open()
    for _ in range(ROUNDS):
        for table in tables:
            await table.round()
    for table in tables:
        await table.close()
    return tables[0].stages, tables[1].stages


def test_stages_of_an_append(benchmark: Any, tmp_path: Path) -> None:
    with ExitStack() as stack:
        ports = [stack.enter_context(serve_stages(tmp_path, app)) for app in ("ours", "bare")]
        ours, bare = benchmark.pedantic(lambda: asyncio.run(compare_stages(*ports)), rounds=1, iterations=1)
    print(f"\n{'µs: tenth percentile, median':30} {'ours':>16} {'bare':>16}")
    for stage, times in ours.items():
        columns = (_deciles(of) for of in (times, bare.get(stage, [])))
        print(f"{stage:30} " + " ".join(f"{of[0]:8.0f}{of[4]:8.0f}" for of in columns))
    ratio = _deciles(bare[IN_ALL])[0] / _deciles(ours[IN_ALL])[0]
    benchmark.extra_info["ratio_to_bare_handler"] = round(ratio, 3)


def _deciles(of: list[float]) -> list[float]:
    return quantiles(of, n=10) if of else [0.0] * 9
