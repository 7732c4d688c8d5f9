"""A request's body on its way in, for an answer that leaves before all of it has come: a refusal that looks at the head alone.

A server that has answered cannot tell what still comes from the next request. It closes the connection, often without saying so:
the client's next request meets a closed door, and one that is still sending loses the answer. So the rest is waited for and
passed over before the answer leaves; where it does not come, or there is too much of it, the answer says `Connection: close`.
"""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any

from litestar.types import HTTPReceiveMessage, Message

from api.http.answers import RawHeaders
from api.http.bodies import MOST_READ, WHOLE

WAIT_SECONDS = 3.0
"""After a request came, how long the rest of its body is waited for."""
LEAST_SECONDS = 0.1
"""What it is given in any case: much of it is here already."""
CLOSE: RawHeaders = [(b"connection", b"close")]
_BODY = frozenset({b"content-length", b"transfer-encoding"})


class Arriving:
    """The body of one request; `began` is when it came, in seconds of `clock`."""

    __slots__ = ("_began", "_clock", "_expected", "_more", "_receive", "_size")

    def __init__(
        self, scope: Any, receive: Callable[[], Awaitable[HTTPReceiveMessage]], clock: Callable[[], float] = monotonic
    ) -> None:
        self._receive = receive
        self._clock = clock
        self._began = clock()
        self._size = 0
        # HTTP/2 has a stream for each request, and ends one without the others.
        self._more = (
            WHOLE not in scope
            and scope["http_version"].startswith("1")
            and any(name in _BODY and value != b"0" for name, value in scope["headers"])
        )
        self._expected = self._more and any(
            name == b"expect" and value.lower() == b"100-continue" for name, value in scope["headers"]
        )

    async def receive(self) -> HTTPReceiveMessage:
        """The next part of it, or that the client is gone."""
        self._expected = False
        message = await self._receive()
        if message["type"] == "http.request":
            self._size += len(message.get("body", b""))
            self._more = self._more and message.get("more_body", False)
        else:
            self._more = False
        return message

    async def before(self, message: Message) -> RawHeaders:
        """The headers that a part of the answer needs besides its own; waits for the rest of the body before its head."""
        if self._is_whole() or message["type"] != "http.response.start":
            return []
        # Who asked before sending it is told by the answer itself that nobody wants it.
        if not self._expected:
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
