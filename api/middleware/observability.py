"""The application as an operator sees it: every request has an id, is counted, and has a line in the log of requests.

This is the outermost layer: cached answers, and those before routing, are counted too.
"""

import logging
from collections.abc import Callable
from time import perf_counter
from typing import Any

from litestar.enums import ScopeType
from litestar.routes import HTTPRoute
from litestar.types import Message, Send

from api.access.own_pages import OwnPages
from api.http.headers import OWN_PAGES_ONLY, answer_refused
from api.http.resources import end_with
from api.middleware.body_drain import RequestBodyDrain
from api.middleware.response_cache import CachingApplication
from api.observing.figures import Figures
from api.observing.lines import ACCESS
from api.observing.request_info import CURRENT_REQUEST, HEADER, RequestInfo, request_id
from api.observing.slow_reader import UNREAD_SECONDS, NotRead, send_to_reader
from api.observing.tracing import Tracing
from api.proxy.forwarded import Proxies

_access = logging.getLogger(ACCESS)


class ObservedApplication(CachingApplication):
    """An application that counts and times its requests, and ends answers that no client reads. `clock` counts seconds."""

    def __init__(
        self,
        *args: Any,
        figures: Figures,
        proxies: Proxies,
        tracing: Tracing | None = None,
        clock: Callable[[], float] = perf_counter,
        unread_seconds: float = UNREAD_SECONDS,
        own_pages: OwnPages | None = None,
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        self._figures = figures
        figures.expect_routes(route.path_format for route in self.routes if isinstance(route, HTTPRoute))
        self._proxies = proxies
        self._tracing = tracing
        self._clock = clock
        self._unread_seconds = unread_seconds
        self._own_pages = own_pages

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != ScopeType.HTTP:
            await super().__call__(scope, receive, send)
            return
        if self._proxies.networks:
            self._proxies.restore(scope)
        body = RequestBodyDrain(scope, receive)
        request = _ObservedRequest(scope, send, body, self._clock, self._figures, self._unread_seconds)
        token = CURRENT_REQUEST.set(request)
        try:
            if self._tracing is None:
                await self._answer(scope, body.receive, request.take)
            else:
                with self._tracing.request(scope["headers"], request):
                    await self._answer(scope, body.receive, request.take)
        except Exception:
            # The layers between may have raised another error from `NotRead`.
            if request.is_left:
                raise NotRead from None
            raise
        finally:
            CURRENT_REQUEST.reset(token)
            if not request.status:
                request.note()

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        refusal = self._own_pages.refusal(scope) if self._own_pages else None
        if refusal is None:
            async with end_with(scope):
                await super().__call__(scope, receive, send)
        else:
            await answer_refused(scope, receive, send, refusal, OWN_PAGES_ONLY)


class _ObservedRequest(RequestInfo):
    """A request that is recorded when its answer is sent."""

    __slots__ = ("_began", "_body", "_clock", "_figures", "_scope", "_send", "_unread_seconds", "is_left")

    def __init__(
        self,
        scope: Any,
        send: Send,
        body: RequestBodyDrain,
        clock: Callable[[], float],
        figures: Figures,
        unread_seconds: float,
    ) -> None:
        super().__init__(request_id(scope["headers"]), scope["method"])
        self._scope = scope
        self._send = send
        self._body = body
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
            message["headers"] = [*message["headers"], (HEADER, self.id), *await self._body.drain_before(message)]
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
