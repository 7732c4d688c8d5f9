"""Each request is framed by its own head and body: harmless clients get the right answers, in order."""

import asyncio
import http.client
import io
import json
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
from msgspec import Struct

from tests.support.connecting import listening
from tests.support.waiting import DEADLOCK_SECONDS

OFFER = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n"
HEADS = {
    "curl": "Host: x\r\nUser-Agent: curl/7.88.1\r\nAccept: */*\r\n",
    "curl --http2": f"Host: x\r\nUser-Agent: curl/7.88.1\r\nAccept: */*\r\n{OFFER}",
    "JDK": "Connection: Upgrade, HTTP2-Settings\r\nHost: x\r\nHTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA\r\n"
    "Upgrade: h2c\r\nUser-Agent: Java-http-client/17.0.15\r\n",
    "browser": "Host: x\r\nConnection: keep-alive\r\nUser-Agent: Mozilla/5.0\r\nAccept: text/html,*/*;q=0.8\r\n"
    "Accept-Encoding: gzip, deflate, br\r\nUpgrade-Insecure-Requests: 1\r\n",
    "browser, WebSocket": "Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
    "http.client": "Host: x\r\nAccept-Encoding: identity\r\n",
    "httpx": "Host: x\r\nAccept: */*\r\nAccept-Encoding: gzip, deflate\r\nConnection: keep-alive\r\n"
    "User-Agent: python-httpx/0.28.1\r\n",
}
"""The headers that clients describe themselves with in a request."""
BODY = b'{"type":"play","seat":0,"card":"2C"}'


class FramedRequest(Struct, frozen=True):
    """A request as its sender means it."""

    method: str
    path: str
    body: bytes = b""

    def head(self, client: str, *more: str) -> bytes:
        """The head that a client sends for it. It has no length if `more` gives the framing of the body."""
        length = [f"Content-Length: {len(self.body)}"] if self.body and not more else []
        lines = "".join(f"{line}\r\n" for line in (*length, *more))
        return f"{self.method} {self.path} HTTP/1.1\r\n{HEADS[client]}{lines}\r\n".encode()

    def answer(self) -> tuple[str, str, str]:
        """The answer of `echo` to it."""
        return self.method, self.path, sha256(self.body).hexdigest()


CONVERSATION = [
    FramedRequest("GET", "/1"),
    FramedRequest("POST", "/2", BODY),
    FramedRequest("POST", "/3", b"a" * 70_000),
    FramedRequest("GET", "/4"),
]
LAST = FramedRequest("GET", "/last")


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Answers with the request's method, path and digest of the body."""
    body, more = b"", True
    while more:
        message = await receive()
        body, more = body + message.get("body", b""), message.get("more_body", False)
    body_out = json.dumps([scope["method"], scope["path"], sha256(body).hexdigest()]).encode()
    head = [(b"content-length", str(len(body_out)).encode()), (b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": 200, "headers": head})
    await send({"type": "http.response.body", "body": body_out, "more_body": False})


def in_chunks(body: bytes) -> bytes:
    """A body in two chunks with an extension, and a field behind them."""
    half = len(body) // 2
    parts = b"".join(b"%x;note=a\r\n%s\r\n" % (len(part), part) for part in (body[:half], body[half:]))
    return parts + b"0\r\nDigest: abc\r\n\r\n"


def answers(data: bytes) -> list[tuple[int, Any]]:
    """The status and JSON of each answer in a connection's data. Fails if any data is left over."""
    stream = io.BytesIO(data)
    responses = []
    while stream.tell() < len(data):
        response = http.client.HTTPResponse(ReceivedData(stream))  # type: ignore[arg-type]
        response.begin()
        responses.append((response.status, json.loads(response.read())))
    return responses


class ReceivedData:
    """The data of a connection, as http.client reads it."""

    def __init__(self, stream: io.BytesIO) -> None:
        self._stream = stream

    def makefile(self, _: str) -> "ReceivedData":
        """Returns itself: several answers are read from it, so that the end of one does not close it."""
        return self

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def close(self) -> None:
        """Does nothing: the stream stays open."""


def asked_of(data: bytes) -> list[tuple[str, str, str]]:
    """The requests that the answers echo. Every request must have been answered with 200."""
    responses = answers(data)
    assert [status for status, _ in responses] == [200] * len(responses), responses
    return [tuple(body) for _, body in responses]


SEGMENTS: dict[str, Callable[[bytes, bytes], list[bytes]]] = {
    "head and body together": lambda head, body: [head + body],
    "head, then body": lambda head, body: [head, body],
    "in the middle of each": lambda head, body: [head[: len(head) // 2], head[len(head) // 2 :] + body[:5], body[5:]],
    "around the end of the head": lambda head, body: [head[:-3], head[-3:-1], head[-1:], body],
}


@pytest.mark.parametrize("in_turn", [True, False], ids=["kept alive", "pipelined"])
@pytest.mark.parametrize("segments", SEGMENTS)
@pytest.mark.parametrize("client", HEADS)
def test_each_request_is_answered_as_it_was_asked(client: str, segments: str, in_turn: bool) -> None:
    requests = [SEGMENTS[segments](request.head(client), request.body) for request in CONVERSATION]
    requests.append([LAST.head("http.client", "Connection: close")])
    data = converse(requests, in_turn=in_turn)
    assert asked_of(data) == [request.answer() for request in (*CONVERSATION, LAST)]


@pytest.mark.parametrize("client", HEADS)
def test_chunks_end_where_they_say(client: str) -> None:
    """The body ends in one segment with the next request too. The field after the chunks is none of the request's."""
    post = FramedRequest("POST", "/1", BODY)
    message = post.head(client, "Transfer-Encoding: chunked", "Trailer: Digest") + in_chunks(BODY)
    end = LAST.head(client, "Content-Length: 0", *([] if "Upgrade\r" in HEADS[client] else ["Connection: close"]))
    for segments in (
        [message + message + end],
        [message, message, end],
        [bytes([one]) for one in message] + [message + end],
    ):
        data = converse([segments], count=3)
        assert asked_of(data) == [post.answer(), post.answer(), LAST.answer()]


@pytest.mark.parametrize("client", HEADS)
def test_who_asks_before_sending_a_body_is_answered_first(client: str) -> None:
    post = FramedRequest("POST", "/1", BODY)
    head = post.head(client, "Expect: 100-continue", f"Content-Length: {len(BODY)}")
    data = converse([[head], [BODY], [LAST.head("curl", "Connection: close")]], in_turn=True)
    first, _, rest = data.partition(b"\r\n\r\n")
    assert first == b"HTTP/1.1 100 Continue"
    assert asked_of(rest) == [post.answer(), LAST.answer()]


@pytest.mark.parametrize("client", HEADS)
def test_a_client_of_http_1_0_gets_one_answer(client: str) -> None:
    post = FramedRequest("POST", "/1", BODY)
    data = converse([[post.head(client).replace(b"HTTP/1.1", b"HTTP/1.0") + BODY]])
    assert asked_of(data) == [post.answer()]
    assert b"\r\nconnection: close\r\n" in data


def converse(requests: Sequence[Sequence[bytes]], *, in_turn: bool = False, count: int = 0) -> bytes:
    """All data from the server for requests with segments that are read one by one, until it closes the connection.

    With `in_turn` each request waits for an answer to the one before; after `count` answers the client closes it.
    """

    async def converse() -> bytes:
        data = b""
        async with listening(echo) as (port, state), asyncio.timeout(DEADLOCK_SECONDS):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            while not state.connections:
                await asyncio.sleep(0)
            (server,) = state.connections
            for number, segments in enumerate(requests):
                for segment in filter(None, segments):
                    server.data_received(segment)
                    await asyncio.sleep(0)
                if in_turn and number < len(requests) - 1:
                    data += await _one_answer(reader)
            while not (count and data.count(b"\r\n\r\n[") == count and data.endswith(b"]")):
                if not (more := await reader.read(65_536)):
                    break
                data += more
            writer.close()
        return data

    return asyncio.run(converse())


async def _one_answer(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readuntil(b"\r\n\r\n")
    (length,) = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")] or [b":0"]
    return head + await reader.readexactly(int(length.partition(b":")[2]))


@pytest.fixture(scope="module")
def echoing() -> Iterator[int]:
    """The port of an `echo` that runs in a thread, for clients that are separate programs."""
    loop = asyncio.new_event_loop()
    ready: asyncio.Queue[int] = asyncio.Queue()
    end = asyncio.Event()

    async def serve() -> None:
        async with listening(echo) as (port, _):
            ready.put_nowait(port)
            await end.wait()

    thread = Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    try:
        yield asyncio.run_coroutine_threadsafe(ready.get(), loop).result(DEADLOCK_SECONDS)
    finally:
        loop.call_soon_threadsafe(end.set)
        thread.join(DEADLOCK_SECONDS)
        loop.close()


def program(*command: str) -> str:
    """The output of a program. Skips the test if it is not installed."""
    if not (path := shutil.which(command[0])):
        pytest.skip(f"{command[0]} is not installed")
    return subprocess.run(
        [path, *command[1:]], check=True, capture_output=True, text=True, timeout=DEADLOCK_SECONDS
    ).stdout


@pytest.mark.parametrize("offer", ["--http1.1", "--http2", "--http1.0"])
def test_curl_is_answered(echoing: int, offer: str, tmp_path: Path) -> None:
    large = tmp_path / "large"
    large.write_bytes(b"a" * 900_000)
    address = f"http://127.0.0.1:{echoing}"
    again = ["--next", "--silent", offer]
    output = program(
        *("curl", "--silent", offer, "--data-binary", BODY.decode(), f"{address}/1"),
        *(*again, f"{address}/2"),
        *(*again, "--data-binary", f"@{large}", f"{address}/3"),
        *(*again, "--header", "Transfer-Encoding: chunked", "--data-binary", BODY.decode(), f"{address}/4"),
    )
    requests = [
        FramedRequest("POST", "/1", BODY),
        FramedRequest("GET", "/2"),
        FramedRequest("POST", "/3", large.read_bytes()),
        FramedRequest("POST", "/4", BODY),
    ]
    # HTTP/1.0 has no chunks, and curl sends none.
    answers_ = [one.answer() for one in (requests[:3] if offer == "--http1.0" else requests)]
    assert [tuple(one) for one in json.loads(output.replace("][", "],[").join("[]"))][: len(answers_)] == answers_


JAVA = """
import java.net.URI;
import java.net.http.*;
public class Asks {
    public static void main(String[] given) throws Exception {
        var client = HttpClient.newHttpClient();
        for (int i = 0; i < 6; i++) {
            var request = HttpRequest.newBuilder(URI.create(given[0] + "/" + i));
            if (i % 2 == 0) request.POST(HttpRequest.BodyPublishers.ofString(given[1].repeat(1 + i * 900)));
            System.out.println(client.send(request.build(), HttpResponse.BodyHandlers.ofString()).body());
        }
    }
}
"""


def test_the_client_of_the_jdk_is_answered(echoing: int, tmp_path: Path) -> None:
    source = tmp_path / "Asks.java"
    source.write_text(JAVA, encoding="utf-8")
    output = program("java", str(source), f"http://127.0.0.1:{echoing}", BODY.decode())
    requests = [
        FramedRequest("POST", f"/{i}", BODY * (1 + i * 900)) if i % 2 == 0 else FramedRequest("GET", f"/{i}")
        for i in range(6)
    ]
    assert [tuple(json.loads(line)) for line in output.splitlines()] == [one.answer() for one in requests]


def test_clients_of_python_are_answered(echoing: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", echoing, timeout=DEADLOCK_SECONDS)
    with httpx.Client(base_url=f"http://127.0.0.1:{echoing}", timeout=DEADLOCK_SECONDS) as client:
        for request in CONVERSATION:
            connection.request(request.method, request.path, request.body or None)
            for body in (
                json.loads(connection.getresponse().read()),
                client.request(request.method, request.path, content=request.body).json(),
                client.request(request.method, request.path, content=iter([request.body])).json(),
            ):
                assert tuple(body) == request.answer()
    connection.close()
