"""The CPU time that the server takes for a request and its answer, by the parser: `httptools` and `h11`, in turns.

`pytest tests/benchmarks/test_parsers.py --benchmark-only -s` prints the medians.
"""

import asyncio
import time
from statistics import median
from typing import Any

import pytest
import uvloop
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from api.server.connection import Connection

ROUNDS, REQUESTS = 7, 3_000
SERVERS: dict[str, type[asyncio.Protocol]] = {"httptools": Connection, "h11": H11Protocol}
HEAD = (
    b"Host: 127.0.0.1:8000\r\nAccept: application/json\r\nAccept-Encoding: gzip, deflate, br\r\nUser-Agent: Mozilla/5.0 (X11)\r\n"
    b"Accept-Language: es-ES,es;q=0.8\r\nAuthorization: Bearer rsv_abcdefghijklmnopqrstuvwxyz0123456789\r\n"
)
OFFER = b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n"
BODY = b'{"type":"play","seat":0,"card":"2C"}'
APPEND = b"POST /v1/matches/0123456789abcdef/events HTTP/1.1\r\n%bContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%b"
ASKED = {
    "view": b"GET /v1/matches/0123456789abcdef HTTP/1.1\r\n" + HEAD + b"\r\n",
    "append": APPEND % (HEAD, len(BODY), BODY),
    "append that offers HTTP/2": APPEND % (HEAD + OFFER, len(BODY), BODY),
}
ANSWERED = [(b"content-type", b"application/json"), (b"content-length", b"2000")]
ANSWERED += [(b"x-header-%d" % number, b"a" * 30) for number in range(12)]


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Reads a request and answers as much as a view."""
    await receive()
    await send({"type": "http.response.start", "status": 200, "headers": ANSWERED})
    await send({"type": "http.response.body", "body": b"a" * 2_000, "more_body": False})


class Wire(asyncio.Transport):
    """Takes the sent bytes, and forgets them."""

    def __init__(self) -> None:
        super().__init__()
        self.data = b""

    def write(self, data: Any) -> None:
        self.data += data

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None:
        """Does nothing: no data comes by itself."""

    def resume_reading(self) -> None:
        """Does nothing: no data comes by itself."""


async def cpu_per_request(server: type[asyncio.Protocol], request: bytes) -> float:
    """CPU time in µs of a request on a connection that stays open."""
    config = Config(app, lifespan="off", log_config=None, ws="none", log_level="critical")
    config.load()
    line, wire = server(config, ServerState(), {}), Wire()  # type: ignore[call-arg]
    line.connection_made(wire)
    began = time.process_time()
    for _ in range(REQUESTS):
        wire.data = b""
        line.data_received(request)
        while not wire.data.endswith(b"a" * 2_000):
            await asyncio.sleep(0)
    return (time.process_time() - began) / REQUESTS * 1e6


@pytest.mark.parametrize("kind", ASKED)
def test_parsers(benchmark: Any, kind: str) -> None:
    times: dict[str, list[float]] = {name: [] for name in SERVERS}

    def turn() -> None:
        for name, server in SERVERS.items():
            times[name].append(uvloop.run(cpu_per_request(server, ASKED[kind])))

    benchmark.pedantic(turn, rounds=ROUNDS)
    medians = {name: round(median(of), 1) for name, of in times.items()}
    print(f"\n{kind}: µs of CPU {medians}", end="")
    benchmark.extra_info.update(medians)
