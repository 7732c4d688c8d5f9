"""Requests that are answered before any route is looked for: what the tables of a hall send all the time.

The path of such a request names its route by itself, so the function of the route answers it at once, after the same first step
and with the same last one as on the way through Litestar. What lies between serves other requests: the search for a route, the
middleware of reads, the values that a signature asks for. Whatever is refused is refused on that way, with what was raised here.
"""

import re
from collections.abc import Sequence
from typing import Any

from litestar.config.cors import CORSConfig
from litestar.datastructures import Headers
from litestar.enums import HttpMethod, ScopeType
from litestar.handlers import HTTPRouteHandler
from litestar.middleware.compression import CompressionMiddleware
from litestar.response.base import ASGIResponse
from litestar.routes import HTTPRoute
from litestar.types import Message, Send

from api.http.answers import COMPRESSION, LEAST_COMPRESSED, BytesResponse, RawHeaders, raw_headers
from api.http.rehearsing import Rehearsing
from api.request import Request

SHORT = {
    "/v1/matches/{match_id}/events": re.compile("/v1/matches/(?P<match_id>[A-Za-z0-9-]{1,64})/events"),
    "/v1/matches": re.compile("/v1/matches"),
}
"""Routes of POST, and the paths by which they are known. Their functions give a `BytesResponse`."""
RAISED = "raised"
"""Where a request keeps what was raised before its route was looked for."""


class _ReadOnce(Request):
    """A request whose headers are looked for once: Litestar's own looks for them whenever one of them is asked for."""

    __slots__ = ("_read",)

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._read = Headers(self.scope["headers"])

    @property
    def headers(self) -> Headers:
        """The headers, by their names in small letters."""
        return self._read


class ShortWays(Rehearsing):
    """An application that answers some requests by the function of their route alone."""

    def __init__(self, **named: Any) -> None:
        super().__init__(**named)
        self._routes = [(template, path, self._route_of(template)) for template, path in SHORT.items()]
        self._cors = _told_to_scripts(self.cors_config) if self.cors_config else []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        found = self._found(scope)
        if found is None:
            await super().__call__(scope, receive, send)
            return
        template, handler, named = found
        scope["app"] = scope["litestar_app"] = self
        scope["route_handler"], scope["path_params"], scope["path_template"] = handler, named, template
        scope.setdefault("state", {})
        request = _ReadOnce(scope, receive, send)
        try:
            if begin := handler.resolve_before_request():
                await begin(request)
            response: BytesResponse = await handler.fn(request=request, **named)
        except Exception as error:
            scope["state"][RAISED] = error
            await super().__call__(scope, receive, send)
            return
        await self._send(scope, response.to_asgi_response(self, request), receive, send)

    def _found(self, scope: Any) -> tuple[str, HTTPRouteHandler, dict[str, str]] | None:
        """The route of a request, its function, and what its path names; None for one that takes the way of all others."""
        if scope["type"] != ScopeType.HTTP or scope["method"] != HttpMethod.POST or scope["query_string"]:
            return None
        path, sent = scope["path"], scope.get("raw_path")
        if (sent is not None and sent != path.encode()) or b"cookie" in dict(scope["headers"]):
            # A path that is not written as it is meant is refused, and a cookie changes what another place may read.
            return None
        for template, known, handler in self._routes:
            if match := known.fullmatch(path):
                return template, handler, match.groupdict()
        return None

    async def _send(self, scope: Any, response: ASGIResponse, receive: Any, send: Send) -> None:
        """Sends an answer as the middleware of all routes would."""
        given = dict(scope["headers"])
        send = self._wrap_send(send, scope)
        if b"origin" in given:
            send = self._allowing(send)
        if len(response.body) < LEAST_COMPRESSED or b"gzip" not in given.get(b"accept-encoding", b""):
            await response(scope, receive, send)
        else:
            await CompressionMiddleware(response, COMPRESSION)(scope, receive, send)

    def _allowing(self, send: Send) -> Send:
        """What sends an answer that a script from another place may read."""

        async def take(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *self._cors]
            await send(message)

        return take

    def _route_of(self, template: str) -> HTTPRouteHandler:
        for route in self.routes:
            if isinstance(route, HTTPRoute) and route.path_format == template:
                for handler in route.route_handlers:
                    if HttpMethod.POST in handler.http_methods:
                        return handler
        raise LookupError(template)


def _told_to_scripts(cors: CORSConfig) -> RawHeaders:
    """What Litestar's middleware tells a script from any other place of an answer."""
    allowed: dict[str, Sequence[str]] = {
        "Access-Control-Allow-Headers": cors.allow_headers,
        "Access-Control-Allow-Methods": cors.allow_methods,
    }
    return raw_headers(cors.simple_headers | {name: ", ".join(sorted({*these})) for name, these in allowed.items()})
