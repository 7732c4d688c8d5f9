"""The saving by `FastPath`: the CPU time of a play and of an opening inside the process, with and without it, in turns.

`pytest tests/benchmarks/test_request_parts.py --benchmark-only -s` prints the table.
"""

import asyncio
import json
import time
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from api import app as application
from api.app import create_app
from api.compose import close
from tests.benchmarks.test_hall import ASKED, EVENTS
from tests.benchmarks.test_request_cpu import BEARER
from tests.support.asgi import ask
from tests.support.inside import Clock, services_on

TURNS, OPENINGS, PLAYS, STRETCH = 60, 8, 96, 16
"""A turn opens some matches and records plays of one of them, in short stretches: other work disturbs few of them."""
OPEN, PLAY = "open a match", "play, return=minimal"
ALL, WITHOUT = "all parts", "without `FastPath`"


def passed_over(app: Any, **_: Any) -> Any:
    """Stands in the list of middleware in place of `FastPath`."""
    return app


async def turn(app: Any) -> dict[str, float]:
    """Microseconds of CPU of each kind of request: the least of the stretches."""

    async def open_match() -> str:
        match = json.loads(await ask(app, "POST", "/v1/matches", json.dumps(ASKED).encode(), authorization=BEARER))
        return f"/v1/matches/{match['id']}/events"

    began = time.process_time()
    paths = [await open_match() for _ in range(OPENINGS)]
    figures = {OPEN: (time.process_time() - began) / OPENINGS * 1e6}
    costs = []
    for first in range(0, PLAYS, STRETCH):
        began = time.process_time()
        for event in EVENTS[first : first + STRETCH]:
            await ask(app, "POST", paths[0], event.encode(), authorization=BEARER, prefer="return=minimal")
        costs.append((time.process_time() - began) / STRETCH * 1e6)
    return figures | {PLAY: min(costs)}


async def compare_parts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[tuple[str, str], list[float]]:
    """The figures of each kind of request with and without the part, turn by turn."""
    services = {name: services_on(str(folder / f"{at}.sqlite"), Clock()) for at, name in enumerate((ALL, WITHOUT))}
    apps = {ALL: create_app(services[ALL])}
    monkeypatch.setattr(application, "FastPath", passed_over)
    apps[WITHOUT] = create_app(services[WITHOUT])
    figures = defaultdict(list)
    for _ in range(TURNS):
        for name, app in apps.items():
            for kind, cost in (await turn(app)).items():
                figures[kind, name].append(cost)
    for parts in services.values():
        close(parts)
    return figures


def test_parts_of_a_request(benchmark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    figures = benchmark.pedantic(lambda: asyncio.run(compare_parts(tmp_path, monkeypatch)), rounds=1, iterations=1)
    print(f"\n| µs of CPU, the least of {TURNS} turns | {ALL} | {WITHOUT} | median ratio of turns |", end="")
    for kind in (PLAY, OPEN):
        mine, others = figures[kind, ALL], figures[kind, WITHOUT]
        ratio = median(other / own for own, other in zip(mine, others, strict=True))
        print(f"\n| {kind} | {min(mine):.0f} | {min(others):.0f} | {ratio:.2f} |", end="")
