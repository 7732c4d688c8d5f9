"""Observability: every request has an id, is counted, and has a line in the log of requests.

It also ends an answer in parts whose reader takes no more of them: the machine of a board sleeps, or a client means harm. The
server buffers some parts for a slow reader, and then waits with the next one. It waits as long as a reader on a bad network may
need; then it closes the connection, and frees the buffer.
"""

import asyncio
import logging
from collections.abc import Callable
from time import perf_counter
from typing import Any

from litestar.types import ASGIApp, Message, Send

from api.observing.figures import Figures
from api.observing.lines import ACCESS
from api.observing.request_info import CURRENT_REQUEST, HEADER, RequestInfo, request_id
from api.observing.tracing import Tracing
from api.proxy.forwarded import Proxies

UNREAD_SECONDS = 60.0
"""Seconds for which a reader may take nothing at all. A stream sends something every quarter of a minute."""
_access = logging.getLogger(ACCESS)


class NotRead(Exception):
    """The reader took nothing more. The server closes the connection."""


class Observability:
    """Counts and times every request, and ends answers that no client reads. `clock` counts seconds."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        figures: Figures,
        proxies: Proxies,
        tracing: Tracing | None = None,
        clock: Callable[[], float] = perf_counter,
        unread_seconds: float = UNREAD_SECONDS,
    ) -> None:
        self._app = app
        self._figures = figures
        self._proxies = proxies if proxies.networks else None
        self._tracing = tracing
        self._clock = clock
        self._unread_seconds = unread_seconds

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if self._proxies:
            self._proxies.restore(scope)
        request = _ObservedRequest(scope, send, self._clock, self._figures, self._unread_seconds)
        token = CURRENT_REQUEST.set(request)
        try:
            if self._tracing is None:
                await self._app(scope, receive, request.take)
            else:
                with self._tracing.request(scope["headers"], request):
                    await self._app(scope, receive, request.take)
        except Exception:
            # The layers between may have raised another error from `NotRead`.
            if request.is_left:
                raise NotRead from None
            raise
        finally:
            CURRENT_REQUEST.reset(token)
            if not request.status:
                request.note()


class _ObservedRequest(RequestInfo):
    """A request that is recorded when its answer is sent."""

    __slots__ = ("_began", "_clock", "_figures", "_scope", "_send", "_unread_seconds", "is_left")

    def __init__(
        self,
        scope: Any,
        send: Send,
        clock: Callable[[], float],
        figures: Figures,
        unread_seconds: float,
    ) -> None:
        super().__init__(request_id(scope["headers"]), scope["method"])
        self._scope = scope
        self._send = send
        self._clock = clock
        self._figures = figures
        self._unread_seconds = unread_seconds
        self._began = clock()
        self.is_left = False
        """True if its reader stopped reading."""

    async def take(self, message: Message) -> None:
        """Sends a part of the answer on; adds the id to its head."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = [*message["headers"], (HEADER, self.id)]
            self.note()
        try:
            await send_to_reader(self._send, message, self._unread_seconds)
        except NotRead:
            self.is_left = True
            raise

    def note(self) -> None:
        """Counts the request, and writes its line."""
        seconds = self._clock() - self._began
        self._figures.request(self.route, self.method, self.status, seconds)
        if _access.isEnabledFor(logging.INFO):
            self._tell(seconds)

    def _tell(self, seconds: float) -> None:
        """Writes one line: the client, and the path as it came, without its query and without headers."""
        path, milliseconds = self._scope["path"], round(seconds * 1e3, 3)
        client = (self._scope.get("client") or ("-",))[0]
        fields = {"client": client, "method": self.method, "path": path, "route": self.route, "status": self.status}
        version = self._scope["http_version"]
        text = ('%s "%s %s HTTP/%s" %d %.3f ms', client, self.method, path, version, self.status, milliseconds)
        _access.info(*text, extra={"fields": fields | {"ms": milliseconds}})


async def send_to_reader(send: Send, message: Message, seconds: float) -> None:
    """Sends a part on. Raises NotRead if the reader takes nothing for so many seconds."""
    if not message.get("more_body"):
        await send(message)
        return
    try:
        async with asyncio.timeout(seconds):
            await send(message)
    except TimeoutError:
        raise NotRead from None
