"""A service started the way an operator starts it, and a client that talks HTTP to it."""

import os
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom
from typing import Any

import httpx

from referee.errors import Conflict
from tests.support.prepared import prepare
from tests.support.waiting import DEADLOCK_SECONDS, LOOK_SECONDS, eventually

HOST = "127.0.0.1"
TOKEN = "an-organizer-token-for-tests"
BEARER = {"Authorization": f"Bearer {TOKEN}"}
PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Trusts no certificate. These services speak plain HTTP, and reading the system's certificates takes longer than most tests."""
PROCESS = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
"""The number of this process in a parallel run, from 0."""
PROCESSES = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
PORTS = range(10_000 + PROCESS, 32_000, PROCESSES)
"""Ports below those that the system gives to clients, of which the tests have thousands. Two processes share none."""


def free_port() -> int:
    """A free port, drawn by lot: another run of the tests may look for one at the same time."""
    while True:
        port = SystemRandom().choice(PORTS)
        with socket.socket() as probe:
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
            return port


@dataclass
class Running:
    """A running service: its address, its database file, its log."""

    url: str
    database: Path
    output: Path
    process: "subprocess.Popen[bytes]"
    trust: ssl.SSLContext = PLAIN
    """The trusted certificates."""

    @property
    def port(self) -> str:
        """Its port."""
        return self.url.rpartition(":")[2]

    def get(self, path: str, **more: Any) -> httpx.Response:
        """Sends a GET on a connection of its own."""
        return httpx.get(self.url + path, timeout=DEADLOCK_SECONDS, verify=self.trust, **more)

    def post(self, path: str, **more: Any) -> httpx.Response:
        """Sends a POST on a connection of its own."""
        return httpx.post(self.url + path, timeout=DEADLOCK_SECONDS, verify=self.trust, **more)

    def client(self, *, token: str | None = TOKEN) -> "Caller":
        """A client, by default with the organizer's token."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return PatientCaller(base_url=self.url, headers=headers, verify=self.trust)

    def kill(self) -> None:
        """Ends it and all its workers as a power cut would."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(DEADLOCK_SECONDS)

    def output_text(self) -> str:
        """All of its output so far."""
        return self.output.read_text(encoding="utf-8")

    def is_ready(self) -> bool:
        """True if it answers that it is ready. Fails if it has ended."""
        return self.answers("/v1/health/ready")

    def answers(self, path: str) -> bool:
        """True if it answers 200 at this path. Fails if it has ended."""
        assert self.process.poll() is None, self.output_text()
        try:
            # Until it listens, a client is made for nothing: that takes longer than to ask.
            socket.create_connection((HOST, int(self.port)), DEADLOCK_SECONDS).close()
            return self.get(path).status_code == 200
        except (OSError, httpx.TransportError):
            return False


@contextmanager
def start(
    folder: Path,
    *arguments: str,
    database: str | None = None,
    port: str | None = None,
    authority: str | None = None,
    checkout: str | None = None,
    **environment: str,
) -> Iterator[Running]:
    """Runs `referee serve` on a database in this folder until the block ends. A restart takes the earlier `port`.

    With the file of an `authority` it speaks HTTPS, with a certificate that this one signed, which the arguments name. With a
    `checkout` it is the service of that tree, by the Python of its own environment. A file that no `database` names has
    its tables already, except in a checkout.
    """
    port = port or str(free_port())
    file, log = folder / "referee.sqlite", folder / "output.txt"
    if database is None and checkout is None:
        prepare(str(file))
    settings = {"REFEREE_TOKEN": TOKEN, "XDG_DATA_HOME": str(folder), "PYTHONUNBUFFERED": "1", **environment}
    python = sys.executable if checkout is None else str(Path(checkout) / ".venv" / "bin" / "python")
    command = [python, "-m", "api.cli", "serve", "--port", port, "--database", database or str(file)]
    process = _begin([*command, *arguments], settings, log, checkout)
    scheme, trust = ("http", PLAIN) if authority is None else ("https", ssl.create_default_context(cafile=authority))
    with _end(Running(f"{scheme}://{HOST}:{port}", file, log, process, trust)) as running:
        eventually(running.is_ready)
        yield running


@contextmanager
def start_witness(folder: Path, name: str, *logs: str, port: str | None = None) -> Iterator[Running]:
    """Runs `referee witness` of these logs' keys until the block ends; its file and its key are in this folder."""
    port = port or str(free_port())
    file, log = folder / f"{name}.sqlite", folder / f"{name}.txt"
    log_options = [word for key in logs for word in ("--log", key)]
    command = [sys.executable, "-m", "api.cli", "witness", "--port", port, "--file", str(file), "--name", name]
    process = _begin([*command, *log_options], {"PYTHONUNBUFFERED": "1"}, log)
    with _end(Running(f"http://{HOST}:{port}", file, log, process)) as running:
        eventually(lambda: running.answers("/"))
        yield running


def _begin(
    command: list[str], settings: dict[str, str], log: Path, folder: str | None = None
) -> "subprocess.Popen[bytes]":
    with log.open("w", encoding="utf-8") as output:
        return subprocess.Popen(
            command,
            cwd=folder,
            env=os.environ | settings,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )


@contextmanager
def _end(running: Running) -> Iterator[Running]:
    try:
        yield running
    finally:
        running.process.terminate()
        running.process.wait(DEADLOCK_SECONDS)


class Caller(httpx.Client):
    """A client with shorthands. It waits for an answer without a limit."""

    def __init__(self, *, timeout: float = DEADLOCK_SECONDS, verify: ssl.SSLContext = PLAIN, **more: Any) -> None:
        super().__init__(timeout=timeout, verify=verify, **more)

    def open(self, ruleset: str = "hearts.castillar", seats: int = 2, **more: Any) -> str:
        body = {"ruleset": ruleset, "seats": [{"name": f"Jugador {i}"} for i in range(seats)], "first_dealer": 0}
        answer = self.post("/v1/matches", json=body | more)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def say(self, match: str, event: Any, **headers: str) -> httpx.Response:
        return self.post(f"/v1/matches/{match}/events", json=event, headers=headers)

    def tell(self, match: str, event: Any, **headers: str) -> dict[str, Any]:
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


class PatientCaller(Caller):
    """A client that asks again when it is told to, because the read models are behind.

    The service waits two seconds for them, and a busy machine may stand still for as long.
    """

    def request(self, method: str, url: httpx.URL | str, **more: Any) -> httpx.Response:
        while True:
            answer = super().request(method, url, **more)
            if method != "GET" or answer.status_code != Conflict.status or "retry-after" not in answer.headers:
                return answer
            time.sleep(LOOK_SECONDS)


def refusal_of(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """The problem document of a refusal: of this status and code, and complete."""
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    problem: dict[str, Any] = answer.json()
    assert (answer.status_code, problem["status"], problem["code"]) == (status, status, code), answer.text
    assert problem["type"] == f"/v1/problems/{code}"
    assert problem["title"]
    assert problem["detail"]
    return problem
