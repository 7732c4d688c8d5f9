"""The fast path: frequent writes of the tables of a hall are answered before routing.

The path of such a request determines its route, so the route's function answers at once, between the same first and last step as
on the way through Litestar. The steps left out serve other requests: routing, the middleware of reads, the values of a signature.
An exception goes to Litestar's way, which refuses the request with it.
"""

import re
from collections.abc import Sequence
from typing import Any

from litestar import Litestar, Response
from litestar.config.cors import CORSConfig
from litestar.datastructures import Headers
from litestar.enums import HttpMethod
from litestar.handlers import HTTPRouteHandler
from litestar.middleware.compression import CompressionMiddleware
from litestar.response.base import ASGIResponse
from litestar.routes import HTTPRoute
from litestar.types import ASGIApp, Message, Send

from api.context import Request, context_in
from api.http.answers import COMPRESSION, LEAST_COMPRESSED
from api.middleware.response_headers import RawHeaders, raw_headers, with_headers

FAST_ROUTES = {
    "/v1/matches/{match_id}/events": re.compile("/v1/matches/(?P<match_id>[A-Za-z0-9-]{1,64})/events"),
    "/v1/matches": re.compile("/v1/matches"),
}
"""By template of a route of POST, the pattern of its paths. The functions of these routes return a `Response[bytes]`."""


class _ReadOnce(Request):
    """A request that parses its headers once: Litestar's own does so at each access."""

    __slots__ = ("headers",)

    headers: Headers

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.headers = Headers(self.scope["headers"])


class FastPath:
    """Middleware: answers a POST to one of `FAST_ROUTES` by the function of its route, without Litestar's routing.

    Every other request goes on to `app`, and so does one whose function raises. `litestar` has the routes and the CORS settings;
    with `own_pages`, pages of other sites may not embed the answer.
    """

    def __init__(self, app: ASGIApp, litestar: Litestar, *, own_pages: bool) -> None:
        self._app = app
        self._own_pages = own_pages
        self._routes = [(template, path, _handler_of(litestar, template)) for template, path in FAST_ROUTES.items()]
        self._cors = _cors_headers(litestar.cors_config) if litestar.cors_config else []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        route = self._match(scope)
        if route is None:
            await self._app(scope, receive, send)
            return
        template, handler, path_params = route
        scope["route_handler"], scope["path_params"], scope["path_template"] = handler, path_params, template
        request = _ReadOnce(scope, receive, send)
        try:
            if begin := handler.resolve_before_request():
                await begin(request)
            response: Response[bytes] = await handler.fn(request=request, **path_params)
        except Exception as error:
            context_in(scope).error = error
            await self._app(scope, receive, send)
            return
        await self._send(scope, response.to_asgi_response(None, request), receive, send)

    def _match(self, scope: Any) -> tuple[str, HTTPRouteHandler, dict[str, str]] | None:
        """The template of a request's route, its handler and its path parameters; None for a request without a fast path."""
        if scope["method"] != HttpMethod.POST or scope["query_string"]:
            return None
        path, raw_path = scope["path"], scope.get("raw_path")
        if (raw_path is not None and raw_path != path.encode()) or b"cookie" in dict(scope["headers"]):
            # A path with escapes is refused, and a cookie changes the CORS headers.
            return None
        for template, pattern, handler in self._routes:
            if match := pattern.fullmatch(path):
                return template, handler, match.groupdict()
        return None

    async def _send(self, scope: Any, response: ASGIResponse, receive: Any, send: Send) -> None:
        """Sends an answer like the middleware of all routes."""
        headers = dict(scope["headers"])
        send = with_headers(scope, send, own_pages=self._own_pages)
        if b"origin" in headers:
            send = self._allowing(send)
        if len(response.body) < LEAST_COMPRESSED or b"gzip" not in headers.get(b"accept-encoding", b""):
            await response(scope, receive, send)
        else:
            await CompressionMiddleware(response, COMPRESSION)(scope, receive, send)

    def _allowing(self, send: Send) -> Send:
        """Wraps `send`: adds the CORS headers to the head of the answer."""

        async def take(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *self._cors]
            await send(message)

        return take


def _handler_of(litestar: Litestar, template: str) -> HTTPRouteHandler:
    for route in litestar.routes:
        if isinstance(route, HTTPRoute) and route.path_format == template:
            for handler in route.route_handlers:
                if HttpMethod.POST in handler.http_methods:
                    return handler
    raise LookupError(template)


def _cors_headers(cors: CORSConfig) -> RawHeaders:
    """The headers that Litestar's CORS middleware adds to an answer."""
    lists: dict[str, Sequence[str]] = {
        "Access-Control-Allow-Headers": cors.allow_headers,
        "Access-Control-Allow-Methods": cors.allow_methods,
    }
    return raw_headers(cors.simple_headers | {name: ", ".join(sorted({*these})) for name, these in lists.items()})
