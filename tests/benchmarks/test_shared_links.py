"""Shared links, while others play: pictures, previews, calendars, feeds, papers, corrections.

The championship is a league of the most players, in which half of the matches have results (`half_played.py`). First the CPU time
of a feed and of the corrections: the first time, again, and after one more result. Then the view of a match while four strangers
read one kind of link, and another result comes every second, so that stored answers are made again.
`REFEREE_BENCH_BESIDE=CHECKOUT` adds the service of another tree, with its own environment (`make setup` there), in turns: both
meet the same load. `pytest tests/benchmarks/test_shared_links.py --benchmark-only -s -n 0` prints the tables.
"""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from referee.contests.format import MOST
from tests.benchmarks.test_hall import ASKED, EVENTS, Wire
from tests.benchmarks.test_quiet_hall import cpu_seconds
from tests.support.service import TOKEN, Caller, Running, start
from tests.support.waiting import eventually

BESIDE = os.environ.get("REFEREE_BENCH_BESIDE")
ROUNDS, SECONDS = 3, 2.0
READERS = 4
RESULT_SECONDS = 1.0
PICTURES = 100
PAUSE_SECONDS = 0.005
"""Between two looks at the view."""
KINDS = {
    "nobody": "",
    "picture": "/share/{other}.png",
    "preview": "/table/{other}",
    "calendar": "/v1/championships/{championship}/calendar.ics",
    "feed": "/championships/{championship}/results.atom",
    "fixtures on paper": "/print/contests/{contest}/fixtures",
    "corrections": "/v1/contests/{contest}/changes",
}


@dataclass(frozen=True)
class Site:
    """A service with a match that is being played, and a championship."""

    running: Running
    match: str
    others: Iterator[str]
    """Matches for the pictures and previews that are read, one after the other."""
    championship: str
    contest: str
    pending: Iterator[str]

    @classmethod
    def fill(cls, running: Running, checkout: str | None) -> "Site":
        """The largest league, half played, beside a match."""
        with running.client() as client:
            match = client.post("/v1/matches", json=ASKED).json()["id"]
            for event in EVENTS[:20]:
                client.post(f"/v1/matches/{match}/events", content=event)
            people = ([{"name": f"{name} {n}"} for name in ("Ana", "Beto", "Carla", "Dora")] for n in range(PICTURES))
            others = [client.post("/v1/matches", json=ASKED | {"seats": seats}).json()["id"] for seats in people]
            names = [f"Jugadora {n}" for n in range(MOST)]
            championship = client.post("/v1/championships", json={"name": "Fiestas", "players": names}).json()["id"]
            league = {"ruleset": "hearts.castillar", "format": "league", "params": {"legs": 2}}
            contest = client.post(f"/v1/championships/{championship}/contests", json=league).json()
            fixtures = [fixture["id"] for fixture in contest["fixtures"]]
            _play_half(running, contest["id"], checkout)
            eventually(lambda: client.get(f"/v1/contests/{contest['id']}/standings").is_success)
        return cls(running, match, cycle(others), championship, contest["id"], iter(fixtures[len(fixtures) // 2 :]))

    @property
    def port(self) -> int:
        """The port of its service."""
        return int(self.running.port)

    def path(self, kind: str) -> str:
        """The address of a kind of link."""
        return KINDS[kind].format(other=next(self.others), championship=self.championship, contest=self.contest)


def _play_half(running: Running, contest: str, checkout: str | None) -> None:
    """Lets the tree of the service play half of the contest."""
    python = Path(checkout) / ".venv" / "bin" / "python" if checkout else sys.executable
    command = [python, str(Path(__file__).with_name("half_played.py")), str(running.database), contest]
    subprocess.run(command, check=True, env=os.environ | {"PYTHONPATH": checkout or str(Path.cwd())})


@asynccontextmanager
async def beside(site: Site, kind: str) -> AsyncIterator[list[int]]:
    """Runs readers of a kind, and an organizer that brings results; counts the reads."""
    read = [0]

    async def readers(wire: Wire) -> None:
        while True:
            await wire.ask("GET", site.path(kind))
            read[0] += 1

    async def results(wire: Wire) -> None:
        for fixture in site.pending:
            await asyncio.sleep(RESULT_SECONDS)
            await wire.ask("POST", f"/v1/fixtures/{fixture}/result", '{"points": [40, 64]}')

    wires = [await Wire(site.port).open() for _ in range(READERS)] if KINDS[kind] else []
    organizer = await Wire(site.port, TOKEN).open()
    tasks = [asyncio.create_task(readers(wire)) for wire in wires] + [asyncio.create_task(results(organizer))]
    yield read
    for task in tasks:
        task.cancel()
    for task in tasks:
        with suppress(asyncio.CancelledError):
            await task
    for wire in (*wires, organizer):
        await wire.close()


@dataclass(frozen=True)
class Waits:
    """Times of a view, in ms, and the reads of the readers in a second."""

    middle: float
    p99: float
    read: float


async def waits(site: Site, kind: str) -> Waits:
    """A round of looks at the view of the match."""
    wire = await Wire(site.port).open()
    times: list[float] = []
    async with beside(site, kind) as read:
        began = time.perf_counter()
        while time.perf_counter() < began + SECONDS:
            start = time.perf_counter()
            await wire.ask("GET", f"/v1/matches/{site.match}")
            times.append((time.perf_counter() - start) * 1000)
            await asyncio.sleep(PAUSE_SECONDS)
        rate = read[0] / SECONDS
    await wire.close()
    return Waits(median(times), sorted(times)[int(len(times) * 0.99)], rate)


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Site]]:
    trees: dict[str, str | None] = {"this tree": None} | ({"the other": BESIDE} if BESIDE else {})
    with ExitStack() as stack:
        sites = {}
        for name, checkout in trees.items():
            folder: Path = tmp_path_factory.mktemp("site")
            sites[name] = Site.fill(stack.enter_context(start(folder, checkout=checkout, REFEREE_RATE="0")), checkout)
        yield sites


@pytest.mark.timeout(900)
@pytest.mark.parametrize("kind", ["feed", "corrections"])
def test_what_is_read_again(benchmark: Any, sites: dict[str, Site], kind: str) -> None:
    seconds: dict[str, list[float]] = {}

    def ask() -> None:
        for name, site in sites.items():
            with site.running.client() as client:
                seconds[name] = [_cpu(site, client, kind), _cpu(site, client, kind)]
                answer = client.post(f"/v1/fixtures/{next(site.pending)}/result", json={"points": [40, 64]})
                assert answer.is_success, answer.text
                seconds[name].append(_cpu(site, client, kind))

    benchmark.pedantic(ask, rounds=1, iterations=1)
    for name, (first, again, after_change) in seconds.items():
        print(
            f"\n{kind}, {name}: first {first:.2f} s of CPU, again {again:.2f}, after a result {after_change:.2f}",
            end="",
        )
        benchmark.extra_info[name] = {"first_s": first, "again_s": again, "changed_s": after_change}


def _cpu(site: Site, client: Caller, kind: str) -> float:
    """The CPU time of the service for one answer, in seconds."""
    before = cpu_seconds(site.running.process.pid)
    assert client.get(site.path(kind)).is_success
    return cpu_seconds(site.running.process.pid) - before


@pytest.mark.timeout(900)
@pytest.mark.parametrize("kind", KINDS)
def test_a_view_beside_readers(benchmark: Any, sites: dict[str, Site], kind: str) -> None:
    rounds: dict[str, list[Waits]] = {name: [] for name in sites}

    def turn() -> None:
        for name, site in sites.items():
            rounds[name].append(asyncio.run(waits(site, kind)))

    benchmark.pedantic(turn, rounds=ROUNDS, iterations=1)
    for name, of in rounds.items():
        middle, p99, read = (median(getattr(one, field) for one in of) for field in ("middle", "p99", "read"))
        print(f"\n{kind}, {name}: view {middle:.2f} ms, p99 {p99:.1f} ms; {read:.0f} reads a second", end="")
        benchmark.extra_info[name] = {"median_ms": round(middle, 2), "p99_ms": round(p99, 1), "reads": round(read)}
