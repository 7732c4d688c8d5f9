"""Malformed HTTP/1.1 is refused in its turn with a problem document, and no data after it is a request."""

import asyncio
import socket
from typing import Any

import pytest

from api.server.connection import FRAME_RATIO, PIPELINED
from api.server.framing import HEAD_BYTES
from tests.support.connecting import answer_with_size, listening, problem_of, talk_to
from tests.support.service import Running
from tests.support.waiting import DEADLOCK_SECONDS

GET = b"GET /v1/rulesets HTTP/1.1\r\nHost: x\r\n"
CHUNKED = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
ASKED = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
CLOSE = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
UNREADABLE: dict[str, tuple[bytes, int, str]] = {
    "an unknown method": (b"BID / HTTP/1.1\r\nHost: x\r\n\r\n", 405, "not-allowed"),
    "a method in small letters": (b"get / HTTP/1.1\r\nHost: x\r\n\r\n", 405, "not-allowed"),
    "a tunnel": (b"CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n", 405, "not-allowed"),
    "no request line": (b"Good morning\r\n\r\n", 405, "not-allowed"),
    "a line without a version": (b"GET /\r\n\r\n", 400, "malformed"),
    "an unknown version": (b"GET / HTTP/1.7\r\nHost: x\r\n\r\n", 400, "malformed"),
    "another version": (b"GET / HTTP/2.0\r\nHost: x\r\n\r\n", 400, "malformed"),
    "HTTP/2 without asking": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "malformed"),
    "an address that is none": (b"GET rulesets HTTP/1.1\r\nHost: x\r\n\r\n", 400, "malformed"),
    "an address in another alphabet": ("GET /reglas/española HTTP/1.1\r\nHost: x\r\n\r\n".encode(), 400, "malformed"),
    "an address without a host": (b"GET http:///rulesets HTTP/1.1\r\nHost: x\r\n\r\n", 400, "malformed"),
    "a header without a colon": (GET + b"Accept\r\n\r\n", 400, "malformed"),
    "a length that is none": (GET + b"Content-Length: many\r\n\r\n", 400, "malformed"),
    "a large address": (b"GET /" + b"a" * HEAD_BYTES + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414, "address-too-long"),
    "a large header": (GET + b"X: " + b"a" * HEAD_BYTES + b"\r\n\r\n", 431, "head-too-large"),
    "many headers": (GET + b"X: a\r\n" * HEAD_BYTES + b"\r\n", 431, "head-too-large"),
    "no Host": (b"GET /v1/rulesets HTTP/1.1\r\n\r\n", 400, "malformed"),
    "two Hosts": (GET + b"Host: x\r\n\r\n", 400, "malformed"),
    "two other Hosts": (GET + b"HOST: y\r\n\r\n", 400, "malformed"),
    "a Host with a space": (b"GET / HTTP/1.1\r\nHost: x y\r\n\r\n", 400, "malformed"),
    "a Host with a path": (b"GET / HTTP/1.1\r\nHost: x/y\r\n\r\n", 400, "malformed"),
    "a Host with a user": (b"GET / HTTP/1.1\r\nHost: a@x\r\n\r\n", 400, "malformed"),
    "a Host with two ports": (b"GET / HTTP/1.1\r\nHost: x:80:80\r\n\r\n", 400, "malformed"),
    "a list of Hosts": (b"GET / HTTP/1.1\r\nHost: [::1], x\r\n\r\n", 400, "malformed"),
    "a malformed Host in HTTP/1.0": (b"GET / HTTP/1.0\r\nHost: x y\r\n\r\n", 400, "malformed"),
}
"""Unsound heads of requests, and the refusal of each."""
HOSTS = ["x", "x:8000", "cards.example", "cards_service:80", "127.0.0.1:8000", "[::1]", "[::1]:8000", "x:", ""]
"""Valid values of Host, as they are written (RFC 9110, 7.2)."""


@pytest.mark.parametrize("kind", UNREADABLE)
def test_it_is_refused_with_a_problem_document(kind: str) -> None:
    request, status, code = UNREADABLE[kind]
    halves = request[: len(request) // 2], request[len(request) // 2 :]
    for parts in ((request,), halves):
        problem_of(talk_to(answer_with_size, *parts), status, code)


@pytest.mark.parametrize("kind", UNREADABLE)
def test_the_service_says_so_from_outside(running: Running, kind: str) -> None:
    request, status, code = UNREADABLE[kind]
    with socket.create_connection(("127.0.0.1", int(running.port)), DEADLOCK_SECONDS) as client:
        client.sendall(request)
        answer = b""
        while more := client.recv(65_536):
            answer += more
    assert running.get(problem_of(answer, status, code)["type"]).json()["status"] == status


@pytest.mark.parametrize(("language", "word"), [("es", "cabecera"), ("en", "header")])
def test_its_reader_understands_it(language: str, word: str) -> None:
    request = f"GET / HTTP/1.1\r\nAccept-Language: {language}\r\nHost: x y\r\n\r\n".encode()
    assert word in problem_of(talk_to(answer_with_size, request), 400, "malformed")["detail"]


@pytest.mark.parametrize("host", HOSTS)
def test_a_sound_host_is_taken(host: str) -> None:
    assert talk_to(answer_with_size, CLOSE.replace(b"Host: x", f"Host: {host}".encode())).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("target", ["http://x", "http://x?a=b", "http://x/", "/", "*"])
def test_an_address_in_its_long_form_is_taken(target: str) -> None:
    """A proxy gets requests of this form (RFC 9112, 3.2.2)."""
    requests = [CLOSE.replace(b" / ", f" {target} ".encode())]
    assert talk_to(answer_with_size, *requests).startswith(b"HTTP/1.1 200 ")


def test_who_fails_over_what_cannot_be_read_leaves_no_connection() -> None:

    async def fails(scope: Any, receive: Any, send: Any) -> None:
        start.set()
        assert (await receive())["type"] == "http.request"

    async def leave() -> None:
        async with listening(fails) as (port, state), asyncio.timeout(DEADLOCK_SECONDS):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(CHUNKED)
            await start.wait()
            writer.write(FRAMES["chunks"])
            await reader.read()
            while state.connections or state.tasks:
                await asyncio.sleep(0.001)
            writer.close()

    start = asyncio.Event()
    asyncio.run(leave())


def test_empty_lines_without_end_are_refused() -> None:
    """The server ignores a few empty lines before a request (RFC 9112, 2.2)."""
    problem_of(talk_to(answer_with_size, b"\r\n" * HEAD_BYTES), 431, "head-too-large")
    assert talk_to(answer_with_size, b"\r\n\r\n" + CLOSE).startswith(b"HTTP/1.1 200 ")


def test_http_1_0_needs_no_host() -> None:
    assert talk_to(answer_with_size, b"GET / HTTP/1.0\r\n\r\n").startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("kind", UNREADABLE)
def test_it_waits_for_the_answers_before_it(kind: str) -> None:
    """Data after it is not answered."""
    request, status, code = UNREADABLE[kind]

    async def late(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.sleep(0.05)
        await answer_with_size(scope, receive, send)

    answer = talk_to(late, ASKED + ASKED + request + ASKED)
    first, second, last = answer.split(b"HTTP/1.1 ")[1:]
    assert first.startswith(b"200 ")
    assert second.startswith(b"200 ")
    problem_of(b"HTTP/1.1 " + last, status, code)


FRAMES = {
    "chunks": b"three\r\nabc\r\n",
    "fields behind the body": b"0\r\n" + b"X: a\r\n" * HEAD_BYTES,
    "an extension": b"3;" + b"a" * (4 * HEAD_BYTES),
    "small chunks": b"1;aaaaaaaaaaaaaaaaaa\r\nb\r\n" * HEAD_BYTES,
}
"""Bodies with invalid or endless framing."""


@pytest.mark.parametrize("place", ["alone", "behind another"])
@pytest.mark.parametrize("kind", FRAMES)
def test_a_body_that_is_not_framed_is_refused(kind: str, place: str) -> None:
    parts = [FRAMES[kind][i : i + 50_000] for i in range(0, len(FRAMES[kind]), 50_000)]
    before = [ASKED] if place == "behind another" else []
    answer = talk_to(answer_with_size, *before, CHUNKED, *parts)
    assert answer.count(b"HTTP/1.1 200 ") == len(before)
    problem_of(answer[answer.rindex(b"HTTP/1.1 4") :], 400, "malformed")


def test_nothing_is_done_for_a_request_that_cannot_be_read() -> None:
    paths: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        paths.append(scope["path"])
        await answer_with_size(scope, receive, send)

    problem_of(talk_to(app, CHUNKED + FRAMES["chunks"]), 400, "malformed")
    assert paths == []


def test_small_chunks_are_read() -> None:
    """A client that writes a byte at a time frames each with five."""
    assert FRAME_RATIO > 5
    size = HEAD_BYTES // 4
    body = b"1\r\na\r\n" * size + b"0\r\n\r\n"
    assert f"\r\n\r\n{size}HTTP".encode() in talk_to(answer_with_size, CHUNKED, body[:9], body[9:], CLOSE)


def test_so_many_requests_wait_for_the_one_before() -> None:
    """A client with more requests in one segment hears that the connection has ended, and sends the rest again."""
    answer = talk_to(answer_with_size, ASKED * (PIPELINED + 20))
    assert answer.count(b"HTTP/1.1 200 ") == PIPELINED + 1
    assert answer.count(b"connection: close\r\n") == 1


def test_who_is_answered_is_left_when_its_client_goes() -> None:
    """The request after it in the queue is told too: nothing else would tell it."""
    paths: list[str] = []

    async def stays(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b": begun\n\n", "more_body": True})
        while (await receive())["type"] != "http.disconnect":
            pass
        paths.append(scope["path"])

    async def leave() -> None:
        async with listening(stays) as (port, state), asyncio.timeout(DEADLOCK_SECONDS):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(ASKED + ASKED)
            await reader.readuntil(b"begun")
            writer.close()
            while state.connections or state.tasks:
                await asyncio.sleep(0.001)

    asyncio.run(leave())
    assert paths == ["/"]
