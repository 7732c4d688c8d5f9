"""Answers that leave before the body of their request has come: the connection goes on, or its end is announced."""

import asyncio
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPResponse
from itertools import count
from typing import Any
from urllib.parse import urlsplit

import pytest
from litestar.types import HTTPReceiveMessage

from api.http.bodies import MOST_READ
from api.http.parameter_validation import READS
from api.middleware.request_lifecycle import CLOSE, WAIT_SECONDS, RequestBodyDrain
from tests.api.access.test_access import NOBODY, table
from tests.support.service import BEARER, Running
from tests.support.waiting import DEADLOCK_SECONDS

START: Any = {"type": "http.response.start", "status": 401, "headers": []}
BODY = b'{"type":"note","text":"late"}'
WRITES = sorted({(line.method, re.sub(r"{\w+}", NOBODY, line.path)) for line in table() if line.method not in READS})
EARLY = (
    *((method, path, "") for method, path in WRITES),
    ("PUT", "/v1/nothing", ""),
    ("PUT", "/v1/matches", ""),
    ("POST", "/v1/matches?unknown=1", f"Authorization: {BEARER['Authorization']}\r\n"),
    ("POST", f"/v1/matches/{NOBODY}/events", "Authorization: Bearer nobody\r\n"),
    ("GET", "/v1/matches", ""),
)


class BodySource:
    """A client's body, part by part, without an end after the last part."""

    def __init__(self, *parts: bytes, whole: bool = True) -> None:
        self._left = list(parts)
        self._whole = whole
        self.taken = 0

    async def receive(self) -> HTTPReceiveMessage:
        if not self._left:
            await asyncio.Event().wait()
        # The part is on its way: other tasks go on meanwhile.
        await asyncio.sleep(0)
        self.taken += 1
        body = self._left.pop(0)
        return {"type": "http.request", "body": body, "more_body": bool(self._left) or not self._whole}


def scope(version: str = "1.1", **headers: str) -> dict[str, Any]:
    lines = {"content-length": "30"} | {name.replace("_", "-"): value for name, value in headers.items()}
    return {"http_version": version, "headers": [(name.encode(), value.encode()) for name, value in lines.items()]}


def after_long() -> Callable[[], float]:
    """A clock that moves by more than the wait for a body at each look."""
    return map(float, count(0, 2 * int(WAIT_SECONDS))).__next__


def drain(body: BodySource, request: dict[str, Any], **more: Any) -> list[tuple[bytes, bytes]]:
    return asyncio.run(RequestBodyDrain(request, body.receive, **more).drain_before(START))


def test_the_rest_of_a_body_is_passed_over() -> None:
    source = BodySource(b"a", b"b", b"c")
    assert (drain(source, scope()), source.taken) == ([], 3)


def test_what_the_application_has_read_is_not_waited_for_again() -> None:
    source = BodySource(b"a", b"b")

    async def read_then_answer() -> list[tuple[bytes, bytes]]:
        body = RequestBodyDrain(scope(), source.receive)
        while (await body.receive()).get("more_body"):
            pass
        return await body.drain_before(START)

    assert asyncio.run(read_then_answer()) == []


def test_a_body_that_does_not_come_ends_the_connection() -> None:
    assert drain(BodySource(b"a", whole=False), scope(), clock=after_long()) == CLOSE


def test_a_body_without_end_ends_the_connection() -> None:
    part = b"x" * (MOST_READ // 4)
    source = BodySource(*[part] * 100)
    assert drain(source, scope()) == CLOSE
    assert source.taken < 10


def test_who_asks_before_sending_a_body_is_answered_without_it() -> None:
    source = BodySource(b"a")
    assert (drain(source, scope(expect="100-continue")), source.taken) == (CLOSE, 0)


@pytest.mark.parametrize(
    "scope_given", [scope(content_length="0"), {"http_version": "1.1", "headers": []}, scope(version="2")]
)
def test_nothing_is_waited_for_where_nothing_stands_in_the_way(scope_given: dict[str, Any]) -> None:
    source = BodySource()
    assert drain(source, scope_given) == []


def test_a_client_that_is_gone_is_not_waited_for() -> None:
    async def receive_disconnect() -> HTTPReceiveMessage:
        return {"type": "http.disconnect"}

    assert asyncio.run(RequestBodyDrain(scope(), receive_disconnect).drain_before(START)) == []


@contextmanager
def connect(running: Running) -> Iterator[socket.socket]:
    where = urlsplit(running.url)
    with socket.create_connection((where.hostname, where.port), timeout=DEADLOCK_SECONDS) as line:
        yield line


def read_answer(line: socket.socket, method: str) -> HTTPResponse:
    answer = HTTPResponse(line, method=method)
    answer.begin()
    answer.read()
    return answer


@pytest.mark.parametrize(("method", "path", "more"), EARLY, ids=[f"{method} {path}" for method, path, _ in EARLY])
def test_a_connection_goes_on_or_its_end_is_told(running: Running, method: str, path: str, more: str) -> None:
    """The body comes after the answers to later requests. A check of the head alone has had its time by then."""
    head = f"{method} {path} HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n{more}"
    with connect(running) as line:
        line.sendall(f"{head}Content-Length: {len(BODY)}\r\n\r\n".encode())
        running.get("/v1/health/live")
        line.sendall(BODY[:10])
        running.get("/v1/health/live")
        line.sendall(BODY[10:])
        answer = read_answer(line, method)
        assert answer.status == 200 if method in READS else 400 <= answer.status < 500
        if not answer.will_close:
            line.sendall(b"GET /v1/health/live HTTP/1.1\r\nHost: here\r\n\r\n")
            assert read_answer(line, "GET").status == 200


def test_who_waits_to_be_told_is_told_that_nothing_is_wanted(running: Running) -> None:
    head = "PUT /v1/nothing HTTP/1.1\r\nHost: here\r\nContent-Length: 30\r\nExpect: 100-continue\r\n\r\n"
    with connect(running) as line:
        line.sendall(head.encode())
        answer = read_answer(line, "PUT")
        assert (answer.status, answer.getheader("connection"), line.recv(1)) == (404, "close", b"")
