"""Costs of an append for the whole process, and its work beside the requests: the read models, the tree, open streams.

A fixed number of appends at 16 tables, with the CPU time of all the service's threads: with all work beside them, without some of
it, with 300 streams of other matches open, and of the bare handler. All take turns, and the time after the appends in which
followers take the last of them is counted too. `pytest tests/benchmarks/test_beside_requests.py --benchmark-only -s` prints the
table.
"""

import asyncio
import json
import os
import subprocess
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from tests.benchmarks.fewer_parts import WITHOUT
from tests.benchmarks.servers import of_bare, of_service
from tests.benchmarks.test_hall import ASKED, EVENTS, Ask, Table, Wire
from tests.benchmarks.test_open_streams import Stream
from tests.benchmarks.test_quiet_hall import cpu_seconds
from tests.benchmarks.test_stages import _listens
from tests.support.service import TOKEN, free_port
from tests.support.waiting import eventually

TABLES, APPENDS, ROUNDS, STREAMS = 16, 60, 6, 300
FOLLOWED_SECONDS = 1.3
"""Seconds after the last append: the tree takes a batch a second."""
SERVICE = "tests.benchmarks.fewer_parts:service"
BESIDE = (
    "projection_lifespan",
    "checkpoint_lifespan",
    "delivery_lifespan",
    "notification_lifespan",
    "projection_process_lifespan",
)
ALL, CROWDED, BARE = "all of it", f"the same, {STREAMS} streams open", "the bare handler"
PARTS = {
    ALL: (),
    "without the read models": ("projection_lifespan",),
    "without the tree": ("checkpoint_lifespan",),
    "the requests alone": BESIDE,
}
"""The parts left out of the service."""


@dataclass(frozen=True)
class SessionServer:
    """A server with processes that are those of one session."""

    port: int
    session: int


@contextmanager
def serve_app(folder: Path, app: str, *without: str) -> Iterator[SessionServer]:
    """Runs an app with a database of its own in this folder."""
    folder.mkdir()
    port = free_port()
    command = of_service(app, port) if app == SERVICE else of_bare(app, port)
    settings = {
        "BARE_DATABASE": str(folder / "bare.sqlite"),
        "REFEREE_DATABASE": str(folder / "referee.sqlite"),
        "REFEREE_TOKEN": TOKEN,
        "XDG_DATA_HOME": str(folder),
        "REFEREE_STREAMS_PER_TOKEN": "0",
        "REFEREE_STREAMS_PER_ADDRESS": "0",
        WITHOUT: ",".join(without),
    }
    process = subprocess.Popen(command, env=os.environ | settings, start_new_session=True)
    try:
        eventually(lambda: asyncio.run(_listens(port)))
        yield SessionServer(port, process.pid)
    finally:
        process.terminate()
        process.wait()


Seat = tuple[Wire, Ask]
"""A connection, and a function that appends by it."""


async def cost(server: SessionServer, tables: list[Seat]) -> tuple[float, float]:
    """Microseconds of the server's CPU, and of the clock, for one append."""
    # A server closes connections on which nothing comes while others have their turn.
    for wire, _ in tables:
        await wire.open()

    async def record(append: Ask) -> None:
        for _ in range(APPENDS):
            await append()

    before, began = cpu_seconds(server.session), time.perf_counter()
    await asyncio.gather(*(record(append) for _, append in tables))
    took = time.perf_counter() - began
    await asyncio.sleep(FOLLOWED_SECONDS)
    for wire, _ in tables:
        await wire.close()
    appends = APPENDS * len(tables)
    return (cpu_seconds(server.session) - before) / appends * 1e6, took / appends * 1e6


def tables_at(server: SessionServer, name: str) -> list[Seat]:
    """Tables of a server."""
    if name == BARE:
        wires = [Wire(server.port) for _ in range(TABLES)]
        return [(wire, lambda wire=wire: wire.ask("POST", "/append", EVENTS[0])) for wire in wires]  # type: ignore[misc]
    tables = [Table(Wire(server.port, TOKEN)) for _ in range(TABLES)]
    return [(table.wire, table.append) for table in tables]


async def crowd(server: SessionServer) -> list[Stream]:
    """Streams of quiet matches, not open yet."""
    organizer = await Wire(server.port, TOKEN).open()
    matches = [json.loads(await organizer.ask("POST", "/v1/matches", json.dumps(ASKED))) for _ in range(STREAMS)]
    await organizer.close()
    return [Stream(server.port, f"/v1/matches/{match['id']}") for match in matches]


async def compare_servers(servers: dict[str, SessionServer]) -> dict[str, list[tuple[float, float]]]:
    """The figures of each, round by round."""
    tables = {what: tables_at(server, what) for what, server in servers.items()}
    streams = await crowd(servers[ALL])
    figures: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for _ in range(ROUNDS):
        for what, server in servers.items():
            figures[what].append(await cost(server, tables[what]))
        for stream in streams:
            await stream.open()
        figures[CROWDED].append(await cost(servers[ALL], tables[ALL]))
        for stream in streams:
            await stream.close()
    return figures


@pytest.mark.timeout(600)
def test_what_runs_beside_requests(benchmark: Any, tmp_path: Path) -> None:
    with ExitStack() as stack:
        servers = {
            what: stack.enter_context(serve_app(tmp_path / str(at), SERVICE, *without))
            for at, (what, without) in enumerate(PARTS.items())
        }
        servers[BARE] = stack.enter_context(serve_app(tmp_path / "bare", "tests.benchmarks.bare_app:app"))
        figures = benchmark.pedantic(lambda: asyncio.run(compare_servers(servers)), rounds=1, iterations=1)
    print(f"\n{'µs for an append: least, median':34} {'CPU':>12} {'the clock':>14}")
    for what, rounds in figures.items():
        columns = (f"{min(of):7.0f}{median(of):7.0f}" for of in zip(*rounds, strict=True))
        print(f"{what:34} " + " ".join(columns))
    ratios = [one[1] / other[1] for one, other in zip(figures[ALL], figures[CROWDED], strict=True)]
    print(f"appends with {STREAMS} streams open, of those without: {median(ratios):.2f}", end="")
    benchmark.extra_info["ratio_to_without_streams"] = round(median(ratios), 3)
