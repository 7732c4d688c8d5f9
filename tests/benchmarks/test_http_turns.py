"""CPU time of a play and of a view over HTTP, beside another tree, on SQLite and PostgreSQL.

`REFEREE_BENCH_BESIDE=CHECKOUT nice -n 19 pytest tests/benchmarks/test_http_turns.py --benchmark-only -s` measures `referee serve`
of this tree and of that one, each with the Python of its own environment (`make setup` there) and on a database of its own, in
turns of one event at each of 20 tables: the play, the view after it, the same view again. Without the other tree it measures this
one alone.

It prints rows: CPU seconds of 2,000 requests, of all processes of the service; then the same of the other tree, the ratio of the
two, and the median of the ratios of the turns. Work that a request leaves to be done later counts for the requests that it meets.
"""

import http.client
import json
import os
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from tests.benchmarks.test_append_http import HEADERS, RECORD, post
from tests.support import postgres
from tests.support.service import Running, start

BESIDE = os.environ.get("REFEREE_BENCH_BESIDE")
TABLES = 20
REQUESTS = 2_000
WARM_TURNS = 20
"""Turns that are not measured: connections, caches and the first names."""
OPENING, *EVENTS = RECORD.read_text(encoding="utf-8").splitlines()
MATCH = json.dumps({key: json.loads(OPENING)[key] for key in ("ruleset", "params", "seats", "first_dealer")})


class Hall:
    """The service of a tree, and the matches at its tables; it records the CPU time of each turn."""

    def __init__(self, running: Running) -> None:
        self.session = running.process.pid
        self.client = http.client.HTTPConnection("127.0.0.1", int(running.port))
        self.paths: list[str] = []
        self.event = len(EVENTS)
        self.turns: defaultdict[str, list[float]] = defaultdict(list)

    def turn(self) -> None:
        """Records the next event at every table; at the end of the matches, opens others before it."""
        if self.event == len(EVENTS):
            self.paths = [f"/v1/matches/{post(self.client, '/v1/matches', MATCH)['id']}" for _ in range(TABLES)]
            self.event = 0
        event = EVENTS[self.event]
        self.event += 1
        with self._measure("play"):
            for path in self.paths:
                post(self.client, f"{path}/events", event)
        for name in ("view", "view again"):
            with self._measure(name):
                for path in self.paths:
                    self._view(path)

    def _view(self, path: str) -> None:
        self.client.request("GET", path, headers=HEADERS)
        answer = self.client.getresponse()
        text = answer.read()
        assert answer.status == 200, text

    @contextmanager
    def _measure(self, name: str) -> Iterator[None]:
        """Adds the CPU seconds of the service during the block to the turns of this name."""
        before = cpu_seconds(self.session)
        yield
        self.turns[name].append(cpu_seconds(self.session) - before)


def cpu_seconds(session: int) -> float:
    """The CPU seconds of all processes of a session, by their clocks: /proc counts in ticks of 10 ms, half a turn."""
    seconds = 0.0
    for folder in Path("/proc").glob("[0-9]*"):
        process = int(folder.name)
        try:
            if os.getsid(process) == session:
                # clock_getcpuclockid(3), which Python does not have.
                seconds += time.clock_gettime(~process << 3 | 2)
        except OSError:
            continue
    return seconds


@pytest.fixture
def halls(database: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[list[Hall]]:
    """The hall of this tree, and the one of the other tree if there is one, on databases of the same kind."""
    with ExitStack() as stack:
        halls = []
        for number, checkout in enumerate([None, BESIDE] if BESIDE else [None]):
            folder = tmp_path / str(number)
            folder.mkdir()
            own = None
            if database.startswith("postgresql"):
                own = stack.enter_context(postgres.database(request.getfixturevalue("postgres_url")))
            running = stack.enter_context(start(folder, database=own, checkout=checkout, REFEREE_RATE="0"))
            halls.append(Hall(running))
            stack.callback(halls[-1].client.close)
        yield halls


@pytest.mark.timeout(1800)
def test_a_play_and_a_view_in_turns(benchmark: Any, halls: list[Hall]) -> None:
    def measure() -> None:
        for turn in range(WARM_TURNS + REQUESTS // TABLES):
            if turn == WARM_TURNS:
                for hall in halls:
                    hall.turns.clear()
            # Each is the first in every other turn: the second one finds the caches of the processor as the first left them.
            for hall in halls[:: -1 if turn % 2 else 1]:
                hall.turn()

    benchmark.pedantic(measure, rounds=1, iterations=1)
    for name, seconds in halls[0].turns.items():
        cells = [f"{sum(seconds):.2f}"]
        for other in halls[1:]:
            before = other.turns[name]
            by_turn = median(now / then for now, then in zip(seconds, before, strict=True))
            cells += [f"{sum(before):.2f}", f"{sum(seconds) / sum(before):.3f}", f"{by_turn:.3f}"]
        benchmark.extra_info[name] = cells
        print(f"\n| {name} | {' | '.join(cells)} |", end="")
