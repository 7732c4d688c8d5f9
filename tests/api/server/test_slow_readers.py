"""An answer in parts that is no longer read is broken off, and holds nothing after that."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.types import Message

from api.compose import close
from api.context import AppContext
from api.middleware.observability import NotRead
from referee.matches.opening import OpenMatch, Sitting
from tests.support.application import create_app
from tests.support.inside import Clock, services_on


@pytest.fixture
def services(tmp_path: Path) -> Iterator[AppContext]:
    services = services_on(str(tmp_path / "log.sqlite"), Clock())
    yield services
    close(services)


def test_a_board_that_reads_nothing_is_left(services: AppContext) -> None:
    match = services.service.open_match(
        OpenMatch("hearts.castillar", (Sitting(name="Ana"), Sitting(name="Beto"))), "organizer"
    ).match.id
    app = create_app(services, unread_seconds=0.01)
    messages: list[Message] = []

    async def receive() -> Any:
        await asyncio.Event().wait()

    async def send(message: Message) -> None:
        messages.append(message)
        if message["type"] == "http.response.body":
            # The socket is full, and the server waits for its reader.
            await asyncio.Event().wait()

    with pytest.raises(NotRead):
        asyncio.run(app(scope_of(f"/v1/matches/{match}/stream"), receive, send))  # type: ignore[arg-type]
    assert [message["type"] for message in messages] == ["http.response.start", "http.response.body"]
    assert services.streams.total() == 0


def scope_of(path: str) -> dict[str, Any]:
    """A request in the form in which the server passes it to the application."""
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", b"x")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
        "state": {},
        "extensions": {},
    }
