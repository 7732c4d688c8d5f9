"""A service started the way an operator starts it, and a client that talks HTTP to it."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

TOKEN = "an-organizer-token-for-tests"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Running:
    """A running service: its address, its database file, its log."""

    url: str
    database: Path
    output: Path
    process: "subprocess.Popen[bytes]"

    def kill(self) -> None:
        """Ends it and all its workers as a power cut would."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(10)


@contextmanager
def start(folder: Path, *arguments: str, database: str | None = None, **environment: str) -> Iterator[Running]:
    """Runs `referee serve` on a database in this folder until the block ends."""
    port = free_port()
    file, log = folder / "referee.sqlite", folder / "output.txt"
    settings = {"REFEREE_TOKEN": TOKEN, "XDG_DATA_HOME": str(folder), "PYTHONUNBUFFERED": "1", **environment}
    command = [
        sys.executable,
        "-m",
        "api.cli",
        "serve",
        "--port",
        str(port),
        "--database",
        database or str(file),
    ]
    with log.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            [*command, *arguments],
            env=os.environ | settings,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    running = Running(f"http://127.0.0.1:{port}", file, log, process)
    try:
        wait_until_ready(running)
        yield running
    finally:
        process.terminate()
        process.wait(40)


def wait_until_ready(running: Running) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            if httpx.get(running.url + "/v1/health/ready", timeout=5).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
        assert running.process.poll() is None, running.output.read_text(encoding="utf-8")
    raise AssertionError("the service did not start: " + running.output.read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The service on a new database."""
    with start(tmp_path_factory.mktemp("service")) as service:
        yield service


class Caller(httpx.Client):
    """A client with shorthands; `refused` asserts a problem document and returns it."""

    def open(self, ruleset: str = "hearts.castillar", seats: int = 2, **more: Any) -> str:
        body = {"ruleset": ruleset, "seats": [{"name": f"Jugador {i}"} for i in range(seats)], "first_dealer": 0}
        answer = self.post("/v1/matches", json=body | more)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def say(self, match: str, event: Any, **headers: str) -> httpx.Response:
        return self.post(f"/v1/matches/{match}/events", json=event, headers=headers)

    def told(self, match: str, event: Any, **headers: str) -> dict[str, Any]:
        answer = self.say(match, event, **headers)
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def bearer(self, role: str, expires: str | None = None, **scope: Any) -> dict[str, str]:
        """The header of a new token, made with this client's own."""
        body = {"role": role, "scope": scope} | ({"expires": expires} if expires else {})
        answer = self.post("/v1/tokens", json=body)
        assert answer.status_code == 201, answer.text
        return {"Authorization": f"Bearer {answer.json()['token']}"}

    def version(self, match: str) -> int:
        return int(self.get(f"/v1/matches/{match}").json()["version"])


def refused(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    problem: dict[str, Any] = answer.json()
    assert (answer.status_code, problem["status"], problem["code"]) == (status, status, code), answer.text
    assert problem["type"] == f"/v1/problems/{code}"
    assert problem["title"]
    assert problem["detail"]
    return problem


@pytest.fixture
def organizer(running: Running) -> Iterator[Caller]:
    """A client with the organizer's token."""
    with Caller(base_url=running.url, headers={"Authorization": f"Bearer {TOKEN}"}, timeout=30) as client:
        yield client


@pytest.fixture
def public(running: Running) -> Iterator[Caller]:
    """A client without a token."""
    with Caller(base_url=running.url, timeout=30) as client:
        yield client
