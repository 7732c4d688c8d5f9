"""`HEAD` on every route with `GET`: the same status and headers, and no body (RFC 9110, 9.3.2).

A path must be written exactly as its route. A framework that folds `//v1//tokens` and decodes `/v1/%74okens` into a route lets it
pass a proxy that closes `/v1/tokens`.
"""

import asyncio
import re
from typing import Any

from litestar.enums import HttpMethod
from litestar.types import ASGIApp, HTTPScope, Message, ReceiveMessage, Send

NOWHERE = "/not-found"
"""A path that no route has."""
_EXACT = re.compile(rb"/|(/[A-Za-z0-9._~-]+)+")


class HeadRequests:
    """Answers `HEAD` like `GET` on every route, and refuses paths that only decode to a route.

    Litestar has separate handlers for `HEAD`. Their headers differ from those of `GET`: they lack those of compression and of
    the length of the body.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if not is_exact(scope):
            scope = {**scope, "path": NOWHERE}
        if scope["method"] == HttpMethod.HEAD:
            scope = {**scope, "method": HttpMethod.GET.value}
            head = _Head(send)
            receive, send = head.disconnect, head.take
        await self._app(scope, receive, send)


class _Head:
    """Passes the head of an answer on and drops the body; then it reports a disconnect, so that streams end too."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._end = asyncio.Event()

    async def take(self, message: Message) -> None:
        """Sends the head on."""
        if message["type"] == "http.response.start":
            await self._send(message)
            await self._send({"type": "http.response.body", "body": b"", "more_body": False})
            self._end.set()

    async def disconnect(self) -> ReceiveMessage:
        """Reports a disconnect to the handler once the head is sent: compression holds it back until the body begins."""
        await self._end.wait()
        return {"type": "http.disconnect"}


def is_exact(scope: HTTPScope) -> bool:
    """True if a request's path is written like routes and ids: nothing encoded, no empty segment, none of dots."""
    raw = scope.get("raw_path") or scope["path"].encode()
    path = raw.partition(b"?")[0]
    return _EXACT.fullmatch(path) is not None and not {b".", b".."} & {*path.split(b"/")}
