"""Appends over HTTP against a bare Litestar handler that inserts one row into a database of the same kind and place.

Both servers run on one worker of the same ASGI server, and take turns in short rounds, so that both meet the same machine.
"""

import http.client
import json
import os
import statistics
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks.servers import of_bare
from tests.support.service import TOKEN, Running, free_port, start

RECORD = Path(__file__).parents[1] / "data" / "records" / "hearts-openspiel-01.match.jsonl"
HEADERS = {"Content-Type": "application/json", "Authorization": f"Bearer {TOKEN}"}
ROUNDS = 12


def post(client: http.client.HTTPConnection, path: str, body: str, **headers: str) -> Any:
    client.request("POST", path, body, HEADERS | headers)
    answer = client.getresponse()
    text = answer.read()
    assert answer.status == 201, text
    return json.loads(text)


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, int]]:
    folder = tmp_path_factory.mktemp("append")
    port = free_port()
    env = os.environ | {"BARE_DATABASE": str(folder / "bare.sqlite")}
    with ExitStack() as stack:
        running = stack.enter_context(start(folder))
        bare = subprocess.Popen(of_bare("tests.benchmarks.bare_app:app", port), env=env)
        stack.callback(bare.wait)
        stack.callback(bare.terminate)
        for _ in range(100):
            try:
                with closing(http.client.HTTPConnection("127.0.0.1", port)) as client:
                    post(client, "/append", "{}")
                break
            except ConnectionError:
                time.sleep(0.1)
        yield running, port


def rate(client: http.client.HTTPConnection, path: str, bodies: list[str], **headers: str) -> float:
    """Requests a second."""
    began = time.perf_counter()
    for body in bodies:
        post(client, path, body, **headers)
    return len(bodies) / (time.perf_counter() - began)


@pytest.mark.parametrize("prefer", ["return=representation", "return=minimal"])
def test_append(benchmark: Any, servers: tuple[Running, int], prefer: str) -> None:
    running, port = servers
    opening, *events = RECORD.read_text(encoding="utf-8").splitlines()
    fields = json.loads(opening)
    body = json.dumps({key: fields[key] for key in ("ruleset", "params", "seats", "first_dealer")})
    ours = http.client.HTTPConnection(running.url.removeprefix("http://"))
    theirs = http.client.HTTPConnection("127.0.0.1", port)
    ratios: list[float] = []
    rates: list[float] = []

    def play() -> None:
        path = f"/v1/matches/{post(ours, '/v1/matches', body)['id']}/events"
        for first in range(0, len(events), 56):
            some = events[first : first + 56]
            bare = rate(theirs, "/append", some)
            full = rate(ours, path, some, Prefer=prefer)
            rates.append(full)
            ratios.append(full / bare)

    with closing(ours), closing(theirs):
        benchmark.pedantic(play, rounds=ROUNDS, iterations=1, warmup_rounds=1)
    benchmark.extra_info["appends_per_second"] = round(statistics.median(rates))
    benchmark.extra_info["ratio_to_bare_handler"] = round(statistics.median(ratios), 3)
    print(f"\n{prefer}: {statistics.median(rates):.0f}/s, {statistics.median(ratios):.2f} of a bare handler")
