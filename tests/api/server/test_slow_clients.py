"""Slow clients, tested from outside: streams that stay open, bodies that never come."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.support.service import Caller, Running, refusal_of, start
from tests.support.waiting import DEADLOCK_SECONDS, eventually


@pytest.fixture(scope="module")
def limited_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    limits = {"REFEREE_STREAMS": "6", "REFEREE_STREAMS_PER_TOKEN": "2", "REFEREE_STREAMS_PER_ADDRESS": "3"}
    with start(tmp_path_factory.mktemp("limited"), **limits) as running:
        yield running


def listening(stack: ExitStack, running: Running, path: str, token: dict[str, str]) -> int:
    """Opens a stream, and keeps it open. Returns its status."""
    client = stack.enter_context(Caller(base_url=running.url, headers=token))
    answer = stack.enter_context(client.stream("GET", path))
    return answer.status_code


def test_streams_have_an_end_for_a_token_an_address_and_in_all(limited_service: Running) -> None:
    with limited_service.client() as organizer, ExitStack() as stack:
        path = f"/v1/matches/{organizer.open()}/stream"
        tokens = [organizer.bearer("auditor") for _ in range(3)]
        assert [listening(stack, limited_service, path, tokens[0]) for _ in range(3)] == [200, 200, 429]
        assert [listening(stack, limited_service, path, {}) for _ in range(4)] == [200, 200, 200, 429]
        assert [listening(stack, limited_service, path, tokens[1]) for _ in range(2)] == [200, 429]
        problem = refusal_of(organizer.get(path), 429, "too-many")
        assert "6 streams" in problem["detail"]
        # Streams that end by themselves are let in, and so are all other requests.
        assert organizer.get(path, params={"once": "true"}).status_code == 200
        assert organizer.get("/v1/matches").status_code == 200
    with limited_service.client() as organizer, ExitStack() as stack:
        path = f"/v1/matches/{organizer.open()}/stream"
        eventually(lambda: listening(stack, limited_service, path, {}) == 200)


def test_a_body_that_does_not_come_is_refused(tmp_path: Path) -> None:
    # A service of its own: on a busy machine a good body may take longer than this.
    with start(tmp_path, REFEREE_BODY_SECONDS="0.2") as running:
        where = urlsplit(running.url)
        head = (
            f"POST /v1/matches HTTP/1.1\r\nHost: {where.netloc}\r\n"
            "Content-Type: application/json\r\nContent-Length: 20\r\n\r\n"
        )
        with socket.create_connection((where.hostname, where.port or 80), timeout=DEADLOCK_SECONDS) as line:
            line.sendall(head.encode() + b"{")
            answer = line.recv(65536)
    assert answer.startswith(b"HTTP/1.1 400 ")
