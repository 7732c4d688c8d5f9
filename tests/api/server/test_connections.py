"""Limits on one connection: heads end in size and in time, and unread answers are dropped."""

import asyncio
import json
import socket
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from uvicorn.server import ServerState

from api.context import begin_context
from api.middleware.observability import send_to_reader
from api.server import connection
from api.server.connection import Connection
from api.server.framing import HEAD_BYTES
from tests.support.connecting import answer_with_size, listening, problem_of, talk_to
from tests.support.service import BEARER, Running
from tests.support.waiting import DEADLOCK_SECONDS

ASKED = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
CLOSE = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
ENDLESS = {
    "address": b"GET /" + b"a" * HEAD_BYTES * 2,
    "value": b"GET / HTTP/1.1\r\nX: " + b"a" * HEAD_BYTES * 2,
    "name": b"GET / HTTP/1.1\r\n" + b"a" * HEAD_BYTES * 2,
    "headers": b"GET / HTTP/1.1\r\n" + b"X: a\r\n" * HEAD_BYTES,
}
"""Heads that would go on for ever, by the part that does."""
HALF = ASKED[:-2]
SHORT: dict[str, tuple[list[bytes], int]] = {
    "half of a first head": ([HALF], 0),
    "a first byte": ([b"G"], 0),
    "half of a second head": ([ASKED, HALF], 1),
    "half of a second head at once": ([ASKED + HALF], 1),
    "half of a third head at once": ([ASKED + ASKED + HALF], 2),
    "half of a head behind a body": ([b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc" + HALF], 1),
    "half of a head that offers another protocol": ([ASKED[:-2] + b"Upgrade: h2c\r\n"], 0),
}
"""Incomplete data, each part sent after the answer to the one before, and the number of whole requests in it."""


async def without_end(scope: Any, receive: Any, send: Any) -> None:
    """An application that sends for as long as anything is read."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    while True:
        await send_to_reader(send, {"type": "http.response.body", "body": b"a" * 65_536, "more_body": True}, 0.05)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A server that gives heads hardly any time."""
    monkeypatch.setattr(connection, "HEAD_SECONDS", 0.05)
    yield


@pytest.mark.parametrize("part", ENDLESS)
def test_a_head_without_end_is_refused(running: Running, part: str) -> None:
    with socket.create_connection(("127.0.0.1", int(running.port)), DEADLOCK_SECONDS) as client:
        answer = b""
        try:
            client.sendall(ENDLESS[part])
            while more := client.recv(65_536):
                answer += more
        except ConnectionError:
            # Data still on its way met a closed door.
            pass
    assert not answer or answer.startswith(b"HTTP/1.1 4")
    assert running.get("/v1/health/live").status_code == 200


@pytest.mark.parametrize("part", ENDLESS)
def test_it_is_refused_by_its_size(part: str) -> None:
    status = b"414" if part == "address" else b"431"
    assert talk_to(answer_with_size, ENDLESS[part][: HEAD_BYTES + 1]).startswith(b"HTTP/1.1 " + status)


def test_a_large_head_is_read(running: Running) -> None:
    answer = running.get("/v1/rulesets", headers={"X-Large": "a" * (HEAD_BYTES // 2)} | BEARER)
    assert answer.status_code == 200


@pytest.mark.parametrize("kind", SHORT)
def test_a_head_that_does_not_come_is_refused_with_a_problem_document(kind: str) -> None:
    parts, whole = SHORT[kind]

    async def wait() -> bytes:
        async with listening(answer_with_size) as (port, state), asyncio.timeout(DEADLOCK_SECONDS):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            answer = b""
            for part in parts:
                writer.write(part)
                for _ in range(part.count(b"\r\n\r\n")):
                    answer += await reader.readuntil(b"\r\n\r\n") + await reader.readexactly(1)
            server = await begin_request(state)
            while server._head_timer is None:
                await asyncio.sleep(0.001)
            time_is_up(server)
            answer += await reader.read()
            writer.close()
            return answer

    answer = asyncio.run(wait())
    assert answer.count(b"HTTP/1.1 200 ") == whole
    problem = problem_of(answer[answer.rindex(b"HTTP/1.1 4") :], 408, "head-too-slow")
    assert "30" in problem["detail"]


async def begin_request(state: ServerState) -> Any:
    """The server's side of the one connection, after it has read the beginning of a head."""
    while True:
        for server in state.connections:
            if isinstance(server, Connection) and server._has_begun:
                return server
        await asyncio.sleep(0.001)


def time_is_up(server: Any) -> None:
    """Ends the time of the awaited head now."""
    server._end_wait()
    server._miss_head()


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("parts", [[b""], [b"\r\n"], [ASKED[:-2] + b"Connection: close\r\n\r\n"]])
def test_who_begins_no_head_is_refused_nothing(parts: list[bytes]) -> None:
    assert b"HTTP/1.1 4" not in talk_to(answer_with_size, *parts)


def test_a_head_that_cannot_be_read_yet_has_its_time_after_the_answers_before_it() -> None:
    """The server stops reading pipelined requests while one waits."""
    others = asyncio.Event()

    async def late(scope: Any, receive: Any, send: Any) -> None:
        await others.wait()
        await answer_with_size(scope, receive, send)

    async def wait() -> bytes:
        async with listening(late) as (port, state), asyncio.timeout(DEADLOCK_SECONDS):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(ASKED + ASKED + HALF)
            server = await begin_request(state)
            time_is_up(server)
            assert server._head_timer is not None
            writer.write(CLOSE[len(HALF) :])
            others.set()
            answer = await reader.read()
            writer.close()
            return answer

    answer = asyncio.run(wait())
    assert answer.count(b"HTTP/1.1 200 ") == 3
    assert b"HTTP/1.1 4" not in answer


@pytest.mark.parametrize("body", [b"", b"abc"], ids=["an answer", "a body and its answer"])
def test_a_head_has_its_time_for_itself(body: bytes) -> None:
    """The time is not for its body or its answer: those have limits of their own."""
    start = asyncio.Event()
    timers: list[asyncio.TimerHandle | None] = []

    async def wait() -> bytes:
        async with listening(noting) as (port, state), asyncio.timeout(DEADLOCK_SECONDS):
            servers.append(state)
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(CLOSE[:-2] + b"Content-Length: %d\r\n\r\n" % len(body))
            await start.wait()
            writer.write(body)
            heard = await reader.read()
            writer.close()
            return heard

    servers: list[ServerState] = []

    async def noting(scope: Any, receive: Any, send: Any) -> None:
        server: Any = next(iter(servers[0].connections))
        timers.append(server._head_timer)
        start.set()

        async def send_noting(message: Any) -> None:
            timers.append(server._head_timer)
            await send(message)

        await answer_with_size(scope, receive, send_noting)

    assert asyncio.run(wait()).endswith(b"\r\n\r\n%d" % len(body))
    assert timers == 3 * [None]


def test_a_body_is_no_head() -> None:
    """A body may be of any size, and anything may come after it."""
    size = 4 * HEAD_BYTES
    post = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % size
    answer = talk_to(answer_with_size, post, b"a" * size, post + b"a" * size + CLOSE)
    assert [part.partition(b"\r\n\r\n")[2] for part in answer.split(b"HTTP/1.1 200 OK")[1:]] == [
        str(size).encode(),
        str(size).encode(),
        b"0",
    ]


def test_an_answer_that_nobody_reads_is_dropped() -> None:
    """The buffered rest is dropped too: a plain close would wait until it is read."""

    async def leave() -> None:
        async with listening(without_end) as (port, state):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
            writer.write(ASKED)
            await reader.readuntil(b"H")
            async with asyncio.timeout(DEADLOCK_SECONDS):
                while state.connections or state.tasks:
                    await asyncio.sleep(0.01)
            writer.close()

    asyncio.run(leave())


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux has the option")
def test_what_the_system_keeps_for_somebody_who_reads_nothing_ends_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server has written all of it, and would never know."""
    monkeypatch.setattr(connection, "UNREAD_SECONDS", 0.2)

    async def stays(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"a" * 300_000, "more_body": True})
        while (await receive())["type"] != "http.disconnect":
            pass

    async def leave() -> None:
        async with listening(stays) as (port, state), asyncio.timeout(DEADLOCK_SECONDS):
            line = socket.socket()
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            line.connect(("127.0.0.1", port))
            line.sendall(ASKED)
            while not state.tasks:
                await asyncio.sleep(0.001)
            while state.connections or state.tasks:
                await asyncio.sleep(0.01)
            line.close()

    asyncio.run(leave())


@pytest.mark.parametrize("request_bytes", [ASKED, CLOSE, ASKED + ASKED], ids=["kept alive", "closed", "pipelined"])
def test_an_answer_in_one_piece_that_nobody_reads_ends_its_connection(
    monkeypatch: pytest.MonkeyPatch, request_bytes: bytes
) -> None:
    """A plain close would wait until all of it is read, and so would the next answer."""
    monkeypatch.setattr(connection, "UNREAD_SECONDS", 0.05)
    large = b"a" * 16_000_000

    async def leave() -> None:
        async with listening(of_parts(len(large), large)) as (port, state):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
            writer.write(request_bytes)
            await reader.readuntil(b"H")
            async with asyncio.timeout(DEADLOCK_SECONDS):
                while state.connections or state.tasks:
                    await asyncio.sleep(0.01)
            writer.close()

    asyncio.run(leave())


def test_an_answer_that_somebody_reads_slowly_is_left_to_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "UNREAD_SECONDS", 0.001)
    left = [300, 200, 100, 0]

    async def read() -> bytes:
        async with listening(answer_with_size) as (port, state), asyncio.timeout(DEADLOCK_SECONDS):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            while not state.connections:
                await asyncio.sleep(0)
            server: Any = next(iter(state.connections))
            server.transport.get_write_buffer_size = lambda: left.pop(0) if left else 0
            writer.write(ASKED)
            head = await reader.readuntil(b"\r\n\r\n0")
            while left:
                await asyncio.sleep(0.001)
            writer.write(CLOSE)
            head += await reader.read()
            writer.close()
            return head

    assert asyncio.run(read()).count(b"HTTP/1.1 200 ") == 2


@pytest.mark.parametrize(("language", "word"), [("es", "sitio"), ("en", "place")])
def test_who_finds_no_place_is_told_so_and_when_to_come_again(language: str, word: str) -> None:
    request = ASKED[:-2] + f"Accept-Language: {language}\r\n\r\n".encode()
    head, _, body = talk_to(answer_with_size, request, most=1).partition(b"\r\n\r\n")
    lines = head.decode().lower().split("\r\n")
    problem = json.loads(body)
    assert lines[0].startswith("http/1.1 429 ")
    assert {"content-type: application/problem+json", "retry-after: 2", "connection: close"} <= {*lines}
    assert (problem["code"], problem["retry_after"]) == ("too-many", 2)
    assert word in problem["detail"]
    assert talk_to(answer_with_size, CLOSE, most=2).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(("data", "end"), [(ASKED, b"connection: close\r\n\r\n0"), (b"", b"")])
def test_who_has_just_come_in_is_heard_by_a_server_that_ends(data: bytes, end: bytes) -> None:
    """A silent client is dropped after a while."""

    async def come_in() -> bytes:
        async with listening(answer_with_size) as (port, state), asyncio.timeout(DEADLOCK_SECONDS):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            while not state.connections:
                await asyncio.sleep(0)
            for one in [*state.connections]:
                one.shutdown()
            writer.write(data)
            answer = await reader.read()
            writer.close()
            return answer

    answer = asyncio.run(come_in())
    assert answer.endswith(end)
    assert bool(answer) == bool(end)


@pytest.mark.parametrize(
    ("accept", "media", "ends"),
    [
        ("text/event-stream", "text/event-stream", True),
        ("*/*", "text/event-stream; charset=utf-8", True),
        ("*/*", "application/x-ndjson", False),
    ],
)
def test_a_stream_of_events_ends_with_its_server_however_it_was_asked_for(accept: str, media: str, ends: bool) -> None:
    """The reader of an endless stream goes on elsewhere. An answer that has an end has time for it."""

    async def stays(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", media.encode())]})
        await send({"type": "http.response.body", "body": b"begun", "more_body": True})
        while (await receive())["type"] != "http.disconnect":
            pass

    async def leave() -> bool:
        async with listening(stays) as (port, state), asyncio.timeout(DEADLOCK_SECONDS):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(ASKED[:-2] + f"Accept: {accept}\r\n\r\n".encode())
            await reader.readuntil(b"begun")
            server: Any = next(iter(state.connections))
            server.shutdown()
            is_told: bool = server._answering.cycle.disconnected
            writer.close()
            while state.connections or state.tasks:
                await asyncio.sleep(0.001)
            return is_told

    assert asyncio.run(leave()) == ends


def of_parts(length: int | None, *parts: bytes) -> Callable[..., Awaitable[None]]:
    """An application that answers in parts. A known length is in its head."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        head = [] if length is None else [(b"content-length", str(length).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        for part in parts[:-1]:
            await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": parts[-1], "more_body": False})

    return app


@pytest.fixture
def writes(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The data of each write to a connection."""
    writes: list[bytes] = []
    connect = Connection.connection_made

    class Noting:
        def __init__(self, transport: Any) -> None:
            self._transport = transport

        def __getattr__(self, name: str) -> Any:
            return getattr(self._transport, name)

        def write(self, data: bytes) -> None:
            writes.append(data)
            self._transport.write(data)

    monkeypatch.setattr(Connection, "connection_made", lambda self, transport: connect(self, Noting(transport)))
    return writes


@pytest.mark.parametrize("request_bytes", [CLOSE, ASKED + CLOSE, b"HEAD" + CLOSE[3:]])
def test_an_answer_of_known_length_is_whole(request_bytes: bytes) -> None:
    answer = talk_to(of_parts(5, b"whole"), request_bytes)
    content = b"" if request_bytes.startswith(b"HEAD") else b"whole"
    assert answer.count(b"HTTP/1.1 200 OK\r\n") == request_bytes.count(b"HTTP/1.1")
    assert answer.count(b"\r\n\r\n" + content) == request_bytes.count(b"HTTP/1.1")
    assert answer.endswith(b"\r\n\r\n" + content)


@pytest.mark.parametrize("length", [9, None])
def test_an_answer_in_parts_leaves_part_by_part(writes: list[bytes], length: int | None) -> None:
    answer = talk_to(of_parts(length, b"one", b"two", b"six"), CLOSE)
    assert answer.endswith(b"onetwosix" if length else b"3\r\nsix\r\n0\r\n\r\n")
    places = [next(at for at, data in enumerate(writes) if part in data) for part in (b"one", b"two", b"six")]
    assert places == sorted({*places})


def test_a_head_that_nothing_follows_is_a_failure() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"5")]})
        raise ArithmeticError("wrong")

    problem_of(talk_to(app, CLOSE), 500, "internal")


@pytest.mark.parametrize("fault", ["a failure", "no answer"])
def test_an_application_without_an_answer_is_a_problem_document(fault: str) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        if fault == "a failure":
            raise ArithmeticError("wrong")

    assert problem_of(talk_to(app, ASKED + ASKED), 500, "internal")["stored"] == "unknown"


@pytest.mark.parametrize(
    "header",
    [
        (b"x-note", b"a\r\nset-cookie: b=c"),
        (b"x-note", b"a\nset-cookie: b=c"),
        (b"x\r\nset-cookie", b"b=c"),
        (b"x", b"\x7f"),
    ],
)
def test_a_header_with_a_lines_end_in_it_is_not_sent(header: tuple[bytes, bytes]) -> None:
    """The rest of the value would be read as more headers."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"5"), header]})
        await send({"type": "http.response.body", "body": b"whole", "more_body": False})

    assert talk_to(app, CLOSE) == b""


@pytest.mark.parametrize("body", [b"", b"less", b"longer"])
def test_a_body_of_another_length_than_its_head_says_is_no_whole_answer(body: bytes) -> None:
    """The connection ends before the length is reached, and no other answer follows."""
    answer = talk_to(of_parts(5, body), ASKED + CLOSE)
    assert answer.count(b"HTTP/1.1") == 1
    assert len(answer.partition(b"\r\n\r\n")[2]) < 5


def test_an_answer_that_says_how_its_connection_goes_on_is_obeyed() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        head = [(b"content-length", b"5"), (b"connection", b"close")]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        await send({"type": "http.response.body", "body": b"whole", "more_body": False})

    answer = talk_to(app, ASKED + ASKED)
    assert answer.count(b"HTTP/1.1 200 OK\r\n") == 1
    assert answer.count(b"connection: close\r\n") == 1


@pytest.mark.parametrize("way", ["at once", "late"])
def test_a_body_that_has_come_is_known_to_be_whole(way: str) -> None:
    """A whole body is not waited for, and an incomplete one is."""
    flags: list[bool] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        flags.append(begin_context(scope).is_body_whole)
        await answer_with_size(scope, receive, send)
        flags.append(begin_context(scope).is_body_whole)

    head = b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 3\r\n\r\n"

    async def tell() -> bytes:
        async with listening(app) as (port, _):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            if way == "at once":
                writer.write(head + b"abc")
            else:
                writer.write(head + b"a")
                while not flags:
                    await asyncio.sleep(0.001)
                writer.write(b"bc")
            answer = await reader.read()
            writer.close()
            return answer

    assert asyncio.run(tell()).endswith(b"\r\n\r\n3")
    assert flags == [way == "at once", True]
