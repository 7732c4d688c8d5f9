"""The beginning and the end of a request: its context, its deadline, the rest of its body, and its resources.

It drains the body of a request whose answer is ready before all of it has come, such as a refusal by the head alone.

A server that has answered cannot tell the rest of the body from the next request. It closes the connection, often without notice:
the client's next request fails, and a client that is still sending loses the answer. So the rest is read and ignored before the
answer is sent; if it does not come, or is too large, the answer has `Connection: close`.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from time import monotonic
from typing import Any

from litestar.types import ASGIApp, HTTPReceiveMessage, Message, Send

from api.context import begin_context
from api.http.bodies import MOST_READ
from api.middleware.response_headers import RawHeaders
from referee.log.timeouts import budget

WAIT_SECONDS = 3.0
"""Seconds after the beginning of a request for which the rest of its body is awaited."""
LEAST_SECONDS = 0.1
"""Seconds for which it is awaited at least: much of it may have arrived already."""
CLOSE: RawHeaders = [(b"connection", b"close")]
_READS = frozenset({"GET", "HEAD", "OPTIONS"})


class RequestLifecycle:
    """Begins every request with a context, drains its body before the answer, and releases its resources.

    With `has_deadline`, a request waits for the database no longer than `budget` allows. A file needs no deadline.
    """

    def __init__(self, app: ASGIApp, *, has_deadline: bool) -> None:
        self._app = app
        self._has_deadline = has_deadline

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        context = begin_context(scope)
        if self._has_deadline:
            budget.begin(writes=scope["method"] not in _READS)
        headers = dict(scope["headers"])
        if not context.is_body_whole and (
            headers.get(b"content-length", b"0") != b"0" or b"transfer-encoding" in headers
        ):
            body = RequestBodyDrain(scope, receive)
            receive, send = body.receive, body.draining(send)
        try:
            await self._app(scope, receive, send)
        finally:
            if context.resources is not None:
                await context.resources.aclose()


class RequestBodyDrain:
    """The body of one request. `clock` counts seconds from any start."""

    __slots__ = ("_began", "_clock", "_expects_continue", "_more", "_receive", "_size")

    def __init__(
        self, scope: Any, receive: Callable[[], Awaitable[HTTPReceiveMessage]], clock: Callable[[], float] = monotonic
    ) -> None:
        self._receive = receive
        self._clock = clock
        self._began = clock()
        self._size = 0
        headers = dict(scope["headers"])
        # HTTP/2 has a stream for each request, which ends without the others.
        self._more = scope["http_version"].startswith("1") and _has_body(headers)
        self._expects_continue = self._more and headers.get(b"expect", b"").lower() == b"100-continue"

    def draining(self, send: Send) -> Send:
        """Wraps `send`: drains the body before the head of the answer."""

        async def take(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *await self.drain_before(message)]
            await send(message)

        return take

    async def receive(self) -> HTTPReceiveMessage:
        """Receives the next part of the body, or the disconnect."""
        self._expects_continue = False
        message = await self._receive()
        if message["type"] == "http.request":
            self._size += len(message.get("body", b""))
            self._more = self._more and message.get("more_body", False)
        else:
            self._more = False
        return message

    async def drain_before(self, message: Message) -> RawHeaders:
        """Drains the body before the head of the answer. Returns the additional headers that the head needs."""
        if self._is_whole() or message["type"] != "http.response.start":
            return []
        # A client that waits for `100 Continue` has not sent the body: the answer tells it not to.
        if not self._expects_continue:
            await self._pass_over()
        return [] if self._is_whole() else CLOSE

    def _is_whole(self) -> bool:
        return not self._more

    async def _pass_over(self) -> None:
        try:
            async with asyncio.timeout(max(LEAST_SECONDS, self._began + WAIT_SECONDS - self._clock())):
                while not self._is_whole() and self._size <= MOST_READ:
                    await self.receive()
        except TimeoutError:
            return


def _has_body(headers: Mapping[bytes, bytes]) -> bool:
    return headers.get(b"content-length", b"0") != b"0" or b"transfer-encoding" in headers
