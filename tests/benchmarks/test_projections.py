"""Read models: the time to follow a million records anew, and the lag while tablets write."""

import json
import os
from bisect import bisect_left
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import quantiles
from threading import Event, Thread
from time import monotonic, perf_counter, sleep

import httpx
import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from sqlalchemy import Engine, func, select

from projections.follower import POSITIONS, Follower
from projections.rebuild import rebuild
from referee.log.log import Log, open_log
from referee.log.opening.engine import engine
from tests.benchmarks.grown_log import grow
from tests.support.playout import play_out
from tests.support.service import TOKEN, start

RECORDS = int(os.environ.get("REFEREE_BENCH_RECORDS", "1000000"))
TABLETS = 4
SECONDS = 10.0


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Log, Engine]]:
    """A log of a million records, followed to its end."""
    folder = tmp_path_factory.mktemp("grown")
    database = str(folder / "grown.sqlite")
    log, store = open_log(database), engine(database)
    start = perf_counter()
    size = grow(log, folder, RECORDS)
    print(f"\n{size} records stored in {perf_counter() - start:.0f} s")
    start = perf_counter()
    Follower(log, store).catch_up()
    print(f"followed by a service in batches of 500 in {perf_counter() - start:.0f} s")
    yield log, store
    log.close()
    store.dispose()


@pytest.mark.timeout(1200)
def test_rebuild(benchmark: BenchmarkFixture, grown: tuple[Log, Engine]) -> None:
    log, store = grown
    results = benchmark.pedantic(rebuild, args=(log, store), rounds=1, iterations=1)
    print("\n" + "\n".join(f"{one.projection}: {one.rows} rows, same: {one.same}" for one in results))
    assert all(one.same for one in results)


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("kind", "workers"), [("sqlite", 1), pytest.param("postgres", 2, marks=pytest.mark.postgres)])
def test_lag_under_load(
    benchmark: BenchmarkFixture, kind: str, workers: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Tablets write as fast as they are answered; the lag of a write is from its answer to its arrival in the read models."""
    database = str(request.getfixturevalue("postgres_database")) if kind == "postgres" else None
    with start(tmp_path, "--workers", str(workers), database=database) as running:
        store = engine(database or str(running.database))
        lags = benchmark.pedantic(_lags, args=(running.url, store), rounds=1, iterations=1)
        store.dispose()
    cuts = quantiles(lags, n=100)
    print(
        f"\n{kind}, {workers} workers: {len(lags) / SECONDS:.0f} appends a second, "
        f"lag {cuts[49] * 1000:.0f} ms at the median, {cuts[98] * 1000:.0f} ms at the 99th percentile, "
        f"{max(lags) * 1000:.0f} ms at most"
    )


def _lags(url: str, store: Engine) -> list[float]:
    stop, lags = Event(), list[tuple[int, float]]()

    def watch() -> None:
        least = select(func.min(POSITIONS.c.position))
        while not stop.is_set():
            with store.connect() as connection:
                lags.append((int(connection.execute(least).scalar() or 0), monotonic()))
            sleep(0.003)

    watcher = Thread(target=watch)
    watcher.start()
    with ThreadPoolExecutor(TABLETS) as tablets:
        all_writes = [one for writes in tablets.map(_write, [url] * TABLETS) for one in writes]
    sleep(1.0)
    stop.set()
    watcher.join()
    positions = [position for position, _ in lags]
    return [max(0.0, lags[bisect_left(positions, position)][1] - at) for position, at in all_writes]


def _write(url: str) -> list[tuple[int, float]]:
    """Plays matches for a while, a play a request: the position of each write, and the time of its answer."""
    events = play_out("hearts.castillar", 2, "lag", first_dealer=0, lines=(1,))
    writes = []
    until = monotonic() + SECONDS
    with httpx.Client(base_url=url, headers={"Authorization": f"Bearer {TOKEN}", "Prefer": "return=minimal"}) as client:
        while monotonic() < until:
            seats = [{"name": "A"}, {"name": "B"}]
            match = client.post(
                "/v1/matches", json={"ruleset": "hearts.castillar", "seats": seats, "first_dealer": 0}
            ).json()
            for event in events:
                answer = client.post(f"/v1/matches/{match['id']}/events", content=json.dumps(event), headers=JSON)
                writes.append((int(answer.headers["Consistency-Token"]), monotonic()))
                if monotonic() > until:
                    break
    return writes


JSON = {"Content-Type": "application/json"}
