"""`HEAD` wherever there is `GET`: the same status and headers, and no body (RFC 9110, 9.3.2)."""

import asyncio
from typing import Any

from litestar import Litestar
from litestar.enums import HttpMethod, ScopeType
from litestar.types import Message, ReceiveMessage, Send

from api.http.paths import NOWHERE, is_exact


class ExactApplication(Litestar):
    """An application that answers `HEAD` as it would answer `GET`, whatever the route, and no path that only looks like one.

    Litestar has handlers for `HEAD`, one by one, which answer with other headers than `GET`: without what compression and the
    length of the body make of them.
    """

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == ScopeType.HTTP and not is_exact(scope):
            scope = {**scope, "path": NOWHERE}
        if scope["type"] == ScopeType.HTTP and scope["method"] == HttpMethod.HEAD:
            scope = {**scope, "method": HttpMethod.GET.value}
            head = _Head(send)
            receive, send = head.gone, head.take
        await super().__call__(scope, receive, send)


class _Head:
    """Lets the head of an answer through and drops the body; then nobody listens any more, so that streams end too."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._sent = asyncio.Event()

    async def take(self, message: Message) -> None:
        """Sends the head on."""
        if message["type"] == "http.response.start":
            await self._send(message)
            await self._send({"type": "http.response.body", "body": b"", "more_body": False})
            self._sent.set()

    async def gone(self) -> ReceiveMessage:
        """What a handler receives: not before the head is out, which compression holds back until the body begins."""
        await self._sent.wait()
        return {"type": "http.disconnect"}
