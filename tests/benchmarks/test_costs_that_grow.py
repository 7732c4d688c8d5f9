"""Costs of a request with ever more matches in the log: in turns in one run, as a ratio to the shortest of the logs.

REFEREE_BENCH_MATCHES sets the number of matches of each log ("10000,100000,1000000" unless given; the longest takes ten minutes
to make). Each request is asked after an append, so that nothing is given again from memory, and its read models are brought up to
the log before it is measured. The measure is the CPU time of the process: other work on the machine changes it least.
"""

import asyncio
import json
import os
import shutil
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from api.app import create_app
from api.compose import close
from tests.benchmarks.short_matches import (
    OF_A_CHAMPIONSHIP,
    OF_A_PERSON,
    championship_id,
    grow,
    match_id,
    opened_at,
    person_id,
    templates,
)
from tests.benchmarks.test_hall import ASKED
from tests.benchmarks.test_request_cpu import BEARER
from tests.support import postgres
from tests.support.asgi import ask
from tests.support.inside import Clock, services_on

SIZES = [int(size) for size in os.environ.get("REFEREE_BENCH_MATCHES", "10000,100000,1000000").split(",")]
ROUNDS = 40
SEEN = int(os.environ.get("REFEREE_BENCH_SEEN", "100000"))
"""Matches that are shown to find the memory that a process keeps for them."""
AT_MOST = 1.3
"""The aim: the cost of the longest log, to that of the shortest."""
NOTE = b'{"type":"note","text":"mesa 3"}'
Act = Callable[[], Awaitable[object]]


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def grown(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[int, str]]:
    """Databases by their number of matches; gone afterwards."""
    folder = tmp_path_factory.mktemp("grown")
    if request.param == "sqlite":
        longest = str(folder / "longest.sqlite")
        yield all_sizes(folder, longest, lambda size: str(shutil.copy(longest, f"{folder}/{size}.sqlite")))
    else:
        url = request.getfixturevalue("postgres_url")
        with postgres.database(url) as longest, ExitStack() as copies:
            yield all_sizes(folder, longest, lambda size: copies.enter_context(postgres.database(url, longest)))
    shutil.rmtree(folder)


def all_sizes(folder: Path, longest: str, copy: Callable[[int], str]) -> dict[int, str]:
    """Copies of one log as it grows, by their number of matches."""
    made_of, paths = templates(folder), dict[int, str]()
    for first, end in zip([0, *SIZES], SIZES, strict=False):
        grow(longest, made_of, first, end)
        paths[end] = copy(end)
    return paths


class Grown:
    """A service on a long log, in the view of requests."""

    def __init__(self, app: Any, size: int) -> None:
        self.app, self.size = app, size
        self.at = 0

    async def begin(self) -> None:
        """Opens a match, and a championship with a contest."""
        self.match = json.loads(await self.send("/v1/matches", ASKED))["id"]
        names = [f"Participante {n}" for n in range(10)]
        self.championship = json.loads(await self.send("/v1/championships", {"name": "Feria", "players": names}))["id"]
        draw = {"ruleset": "hearts.castillar", "format": "castillar", "seed": "bench"}
        contest = json.loads(await self.send(f"/v1/championships/{self.championship}/contests", draw))
        self.contest = contest["id"]

    async def send(self, path: str, body: Any) -> bytes:
        return await ask(self.app, "POST", path, json.dumps(body).encode(), authorization=BEARER)

    async def get(self, path: str) -> bytes:
        return await ask(self.app, "GET", path, authorization=BEARER)

    async def append(self) -> None:
        """Appends one event more in its own match."""
        more = {"authorization": BEARER, "prefer": "return=minimal"}
        await ask(self.app, "POST", f"/v1/matches/{self.match}/events", NOTE, **more)

    async def move(self) -> None:
        """Makes an append, and read models that have it."""
        await self.append()
        await self.get("/v1/matches?limit=1")

    def another(self) -> int:
        """The number of a match without requests so far, anywhere in the log."""
        self.at += 1
        return self.at * 7919 % self.size

    async def cold(self) -> None:
        """The view of a match without any data in memory: of a short log the names of its few people would be, all of them."""
        self.app.state["services"].people.in_memory().names.clear()
        await self.get(f"/v1/matches/{match_id(self.another())}")

    def path(self, path: str) -> str:
        """A path with its parameters filled in, in the middle of the log."""
        middle = self.size // 2
        return path.format(
            middle=middle * 2,
            match=match_id(middle),
            person=person_id(middle // OF_A_PERSON),
            championship=championship_id(middle // OF_A_CHAMPIONSHIP),
            own=self.championship,
            contest=self.contest,
            since=opened_at(middle),
        )


PATHS = {
    "matches": "/v1/matches",
    "matches, deep": "/v1/matches?cursor={middle}",
    "matches, the last page": "/v1/matches?cursor=60",
    "matches, oldest first": "/v1/matches?sort=oldest",
    "matches, changed last": "/v1/matches?sort=changed",
    "matches, changed last, deep": "/v1/matches?sort=changed&cursor={middle}",
    "matches of a status": "/v1/matches?status=finished",
    "matches of a status, deep": "/v1/matches?status=open&cursor={middle}",
    "matches of a status that none has": "/v1/matches?status=abandoned",
    "matches of a ruleset": "/v1/matches?ruleset=hearts.castillar",
    "matches of a ruleset that none has": "/v1/matches?ruleset=guinote",
    "matches of a ruleset and status": "/v1/matches?ruleset=hearts.castillar&status=finished",
    "matches of a ruleset, changed last": "/v1/matches?ruleset=hearts.castillar&sort=changed",
    "matches of a player": "/v1/matches?player={person}",
    "matches of a contest": "/v1/matches?contest={contest}",
    "matches of a championship": "/v1/matches?championship={own}",
    "matches since": "/v1/matches?since={since}",
    "matches until, oldest first": "/v1/matches?until={since}&sort=oldest",
    "matches until": "/v1/matches?until={since}",
    "matches since, oldest first": "/v1/matches?since={since}&sort=oldest",
    "players": "/v1/players",
    "players, deep": "/v1/players?cursor={person}",
    "players of a name": "/v1/players?name=Jugadora+7",
    "a player's record": "/v1/players/{person}/record",
    "sanctions": "/v1/sanctions",
    "sanctions, deep": "/v1/sanctions?cursor={middle}000",
    "sanctions of a player": "/v1/sanctions?player={person}",
    "championships": "/v1/championships",
    "championships, deep": "/v1/championships?cursor={middle}",
    "a championship": "/v1/championships/{own}",
    "calls of a championship": "/v1/championships/{own}/calls",
    "tables of a championship": "/v1/championships/{own}/tables",
    "events of a championship": "/v1/championships/{own}/events",
    "standings": "/v1/contests/{contest}/standings",
    "fixtures": "/v1/contests/{contest}/fixtures",
    "tokens": "/v1/tokens",
    "webhooks": "/v1/webhooks",
    "results": "/v1/results",
    "events of a match": "/v1/matches/{match}/events",
    "health": "/v1/health/ready",
    "metrics": "/metrics",
}


def acts(grown: Grown) -> dict[str, Act]:
    """Every request that is measured, by name."""
    open_match = lambda: grown.send("/v1/matches", ASKED)  # noqa: E731
    reads = {name: lambda path=path: grown.get(grown.path(path)) for name, path in PATHS.items()}
    return {"append": grown.append, "open a match": open_match, "view of a cold match": grown.cold, **reads}


async def costs(databases: dict[int, str]) -> dict[str, list[float]]:
    """Microseconds of CPU of each request, by name, for each of the logs."""
    async with AsyncExitStack() as stack:
        all_: list[tuple[Grown, dict[str, Act]]] = []
        for size, database in databases.items():
            services = services_on(database, Clock())
            stack.callback(close, services)
            app: Any = create_app(services)
            await stack.enter_async_context(app.lifespan())
            one = Grown(app, size)
            await one.begin()
            all_.append((one, acts(one)))
        times: dict[str, list[list[float]]] = {name: [[] for _ in all_] for name in all_[0][1]}
        for _ in range(ROUNDS):
            for name in times:
                for number, (one, act) in enumerate(all_):
                    await one.move()
                    began = time.process_time()
                    await act[name]()
                    times[name][number].append((time.process_time() - began) * 1e6)
    return {name: [median(one) for one in samples] for name, samples in times.items()}


@pytest.mark.timeout(3600)
def test_costs_do_not_grow(benchmark: Any, grown: dict[int, str]) -> None:
    figures = benchmark.pedantic(lambda: asyncio.run(costs(grown)), rounds=1, iterations=1)
    for name, seconds in figures.items():
        ratio = seconds[-1] / seconds[0]
        benchmark.extra_info[name] = round(ratio, 2)
        far = "" if ratio <= AT_MOST else "  <-- grows"
        print(f"\n{name}: " + ", ".join(f"{one:.0f}" for one in seconds) + f" us of CPU; {ratio:.2f}{far}", end="")


async def memory(database: str, size: int) -> list[tuple[int, int]]:
    """The number of matches that were shown, and the memory of the process by then, in MB: ten times on the way."""
    services, sizes = services_on(database, Clock()), list[tuple[int, int]]()
    app: Any = create_app(services)
    async with app.lifespan():
        one = Grown(app, size)
        for number in range(SEEN + 1):
            if number % max(1, SEEN // 10) == 0:
                pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
                sizes.append((number, pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000))
            await one.cold()
    close(services)
    return sizes


@pytest.mark.timeout(3600)
def test_memory_is_bounded(benchmark: Any, grown: dict[int, str]) -> None:
    size = SIZES[-1]
    figures = benchmark.pedantic(lambda: asyncio.run(memory(grown[size], size)), rounds=1, iterations=1)
    benchmark.extra_info["megabytes"] = figures[-1][1]
    print("\n" + ", ".join(f"{number} matches seen: {megabytes} MB" for number, megabytes in figures), end="")
