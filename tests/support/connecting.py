"""One connection of the service's server to an application of a test, without a process."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from uvicorn import Config
from uvicorn.server import ServerState

from api.server.connection import Connection
from tests.support.waiting import DEADLOCK_SECONDS

Application = Callable[[Any, Any, Any], Awaitable[None]]


async def answer_with_size(scope: Any, receive: Any, send: Any) -> None:
    """An application that reads the body and answers with its size."""
    size, more = 0, True
    while more:
        message = await receive()
        size, more = size + len(message.get("body", b"")), message.get("more_body", False)
    body = str(size).encode()
    head = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": head})
    await send({"type": "http.response.body", "body": body, "more_body": False})


@asynccontextmanager
async def listening(app: Application, most: int | None = None) -> AsyncIterator[tuple[int, ServerState]]:
    """A port that serves an application to a limited number of connections, and the server's state."""
    config, state = Config(app, lifespan="off", log_config=None, ws="none", limit_concurrency=most), ServerState()
    config.load()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Connection(config, state, {}), "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1], state
    finally:
        server.close()


def talk_to(app: Application, *parts: bytes, in_turn: bool = False, most: int | None = None) -> bytes:
    """All data from the server until it closes the connection, to a client that sends only these parts.

    With `in_turn` it waits for the answer to each part before the next.
    """

    async def tell() -> bytes:
        async with listening(app, most) as (port, state):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            response = b""
            for part in parts:
                if in_turn and part is not parts[0]:
                    response += await reader.readuntil(b"\r\n\r\n")
                writer.write(part)
                await writer.drain()
            try:
                async with asyncio.timeout(DEADLOCK_SECONDS):
                    while more := await reader.read(65_536):
                        response += more
            except ConnectionResetError:
                # It ended in the middle of the sent data.
                pass
            writer.close()
            async with asyncio.timeout(DEADLOCK_SECONDS):
                while state.connections or state.tasks:
                    await asyncio.sleep(0.001)
            return response

    return asyncio.run(tell())


def problem_of(response: bytes, status: int, code: str) -> dict[str, Any]:
    """The one problem document in the data, complete, after which the connection was closed."""
    head, _, body = response.partition(b"\r\n\r\n")
    lines = head.decode().lower().split("\r\n")
    problem: dict[str, Any] = json.loads(body)
    assert lines[0].startswith(f"http/1.1 {status} ")
    assert {"content-type: application/problem+json", "connection: close", "x-content-type-options: nosniff"} <= {
        *lines
    }
    assert (problem["status"], problem["code"], problem["type"]) == (status, code, f"/v1/problems/{code}")
    assert problem["title"]
    assert problem["detail"]
    assert (status == 405) == any(line.startswith("allow: ") for line in lines)
    return problem
