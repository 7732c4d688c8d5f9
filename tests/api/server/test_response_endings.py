"""An answer in parts releases its resources at every kind of end, without help of the garbage collector."""

import asyncio
import gc
import socket
import struct
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.response import Stream
from litestar.routes import HTTPRoute
from msgspec import Struct

from api.compose import close
from api.context import AppContext
from api.routes import backup
from api.server import connection
from api.server.connection import Connection
from tests.support.application import create_app
from tests.support.connecting import Application, listening
from tests.support.inside import Clock, inside, services_on
from tests.support.organizing import Contest
from tests.support.service import BEARER, PLAIN, TOKEN
from tests.support.waiting import DEADLOCK_SECONDS

ROUTES = {
    "/v1/matches/{match_id}/stream": True,
    "/v1/championships/{championship_id}/stream": True,
    "/v1/stream": True,
    "/v1/championships/{championship_id}/export": False,
    "/v1/backup": False,
}
"""Every route that answers in parts, and True if its answer has no end of its own."""
MANY = 3
"""Repetitions of each way to end, to find leaks."""


class Ground(Struct):
    """A service with data for every answer in parts."""

    services: AppContext
    paths: dict[str, str]


class OpenRequest(Struct):
    """A request in progress for an answer in parts."""

    ground: Ground
    request: bytes
    is_endless: bool
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    server: Connection
    tasks: set[Any]

    def ask(self) -> None:
        """Sends it."""
        self.writer.write(self.request)

    async def begin(self) -> None:
        """Sends it, and waits until the first part of the body has come."""
        self.ask()
        await self.reader.readuntil(b"\r\n\r\n")
        assert await self.reader.read(1)


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    database = str(tmp_path_factory.mktemp("endings") / "log.sqlite")
    with inside(database, Clock()) as client:
        client.headers.update(BEARER)
        championship = Contest(client, "Ana", "Beto").championship
        match = client.open()
        client.tell(match, {"type": "note", "text": "a" * 400})
    services = services_on(database, Clock())
    ids = {"{match_id}": match, "{championship_id}": championship}
    paths = {}
    for route in ROUTES:
        path = route
        for name, id_ in ids.items():
            path = path.replace(name, id_)
        paths[route] = path
    yield Ground(services, paths)
    close(services)


@pytest.fixture(autouse=True)
def without_garbage(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Turns the garbage collector off, and makes parts small."""
    monkeypatch.setattr(backup, "PART_BYTES", 4_096)
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def resources(services: AppContext) -> dict[str, Any]:
    """The resources of answers: places of streams, listeners to the log, copies on the disk, unfinished generators."""
    loop: Any = asyncio.get_running_loop()
    return {
        "places": services.streams.total(),
        "listeners": sum(map(len, services.append_signal._listening.values())),
        "copies": sum("copy.sqlite" in file for file in open_files()),
        "generators": sum(parts.ag_frame is not None for parts in loop._asyncgens),
    }


def open_files() -> Iterator[str]:
    """The names of the files that this process has open, even of deleted ones."""
    for file in Path("/proc/self/fd").iterdir():
        # The list of files is itself one of them, and is closed by now.
        with suppress(OSError):
            yield str(file.readlink())


async def is_read(request: OpenRequest) -> None:
    """Its client reads the first part, or the whole of an answer that has an end."""
    await request.begin()
    if not request.is_endless:
        await request.reader.read()


async def is_left_at_once(request: OpenRequest) -> None:
    """Its client closes before anything has come."""
    request.ask()


async def is_left_in_the_middle(request: OpenRequest) -> None:
    """Its client closes when the first part has come."""
    await request.begin()


async def is_reset(request: OpenRequest) -> None:
    """Its client is cut off."""
    await request.begin()
    line: socket.socket = request.writer.get_extra_info("socket")
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    request.writer.transport.abort()


async def is_not_read(request: OpenRequest) -> None:
    """Its client takes nothing after the first part: the server has no room for more, and gives up."""
    transport: Any = request.server.transport
    write = transport.write

    def fill(data: bytes) -> None:
        write(data)
        request.server.pause_writing()

    transport.write = fill
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection, "UNREAD_SECONDS", 0.02)
        request.ask()
        while request.tasks or request.server in request.server.connections:
            await asyncio.sleep(0.001)


async def is_stopped(request: OpenRequest) -> None:
    """The server stops: it tells the connection, and drops endless answers."""
    await request.begin()
    request.server.shutdown()
    for task in [*request.tasks]:
        task.cancel()


async def may_read_no_more(request: OpenRequest) -> None:
    """The token of its reader is revoked. An endless answer to that reader ends by itself."""
    port = request.writer.get_extra_info("peername")[1]
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers=BEARER, verify=PLAIN) as organizer:
        token = (await organizer.post("/v1/tokens", json={"role": "organizer"})).json()
        request.request = request.request.replace(TOKEN.encode(), token["token"].encode())
        await request.begin()
        assert (await organizer.delete(f"/v1/tokens/{token['id']}")).status_code == 204
    request.ground.services.append_signal.notify()
    if "/matches/" in request.request.decode():
        await request.reader.read()


async def is_a_head(request: OpenRequest) -> None:
    """Its client sends HEAD."""
    request.request = b"HEAD" + request.request[3:]
    request.ask()
    await request.reader.readuntil(b"\r\n\r\n")


WAYS: list[Callable[[OpenRequest], Awaitable[None]]] = [
    is_read,
    is_left_at_once,
    is_left_in_the_middle,
    is_reset,
    is_not_read,
    is_stopped,
    may_read_no_more,
    is_a_head,
]


def failing(app: Application) -> Application:
    """An application with answers that fail at the first part of the body."""

    async def fail(scope: Any, receive: Any, send: Any) -> None:
        async def take(message: Any) -> None:
            if message["type"] == "http.response.body":
                raise ArithmeticError("wrong")
            await send(message)

        await app(scope, receive, take)

    return fail


async def end(ground: Ground, route: str, way: Callable[[OpenRequest], Awaitable[None]], app: Application) -> None:
    """Asks for an answer and ends it. Checks that its resources are released."""
    method = f"GET {ground.paths[route]} HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream, */*\r\nConnection: close\r\n"
    request = f"{method}Authorization: Bearer {TOKEN}\r\n\r\n".encode()
    async with listening(app) as (port, state), asyncio.timeout(DEADLOCK_SECONDS):
        before = resources(ground.services)
        for _ in range(MANY):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            while not state.connections:
                await asyncio.sleep(0)
            (server,) = state.connections
            assert isinstance(server, Connection)
            await way(OpenRequest(ground, request, ROUTES[route], reader, writer, server, state.tasks))
            writer.close()
            while state.connections or state.tasks:
                await asyncio.sleep(0.001)
        assert resources(ground.services) == before


def test_every_route_that_answers_in_parts_is_here(ground: Ground) -> None:
    app = create_app(ground.services)
    assert {route.path_format for route in app.routes if isinstance(route, HTTPRoute) and _streams(route)} == {*ROUTES}


def _streams(route: HTTPRoute) -> bool:
    return any(handler.parsed_return_field.annotation is Stream for handler in route.route_handlers)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
@pytest.mark.parametrize("route", ROUTES)
def test_what_it_holds_is_given_back(ground: Ground, route: str, way: Callable[[OpenRequest], Awaitable[None]]) -> None:
    asyncio.run(end(ground, route, way, create_app(ground.services)))


@pytest.mark.parametrize("route", ROUTES)
def test_what_it_holds_is_given_back_where_it_fails(ground: Ground, route: str) -> None:
    app: Any = create_app(ground.services)
    asyncio.run(end(ground, route, is_left_at_once, failing(app)))
