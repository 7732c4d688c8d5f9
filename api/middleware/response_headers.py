"""The headers of every answer: position, browser security, caching, remaining quota, methods of the path.

They are added when an answer leaves, so that refusals, streams and the framework's own answers have them too. An answer that
has one already keeps it.
"""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from time import monotonic
from typing import Any

from litestar.datastructures import MutableScopeHeaders
from litestar.routes import HTTPRoute
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Scope, Send

from api.context import AppContext, RequestContext, context_in, services_in
from api.http.consistency import AGAIN, AGE, HEADER, TOKEN
from api.http.describe import Doc, doc_of
from api.http.headers import EVERYWHERE, OWN_PAGES_ONLY
from api.observing.request_info import on_route

RawHeaders = list[tuple[bytes, bytes]]
AT_ANOTHER = {"Cache-Status": 'referee; fwd=miss; detail="the database does not answer, its standby does"'}
"""The reason of the age of an answer (RFC 9211): the standby answers."""


def raw_headers(headers: Mapping[str, Any]) -> RawHeaders:
    """Encodes headers for ASGI."""
    return [(name.lower().encode("latin-1"), str(value).encode("latin-1")) for name, value in headers.items()]


_TOKEN = TOKEN.lower().encode()
_EVERYWHERE = raw_headers(EVERYWHERE)
_TO_OWN_PAGES = raw_headers(OWN_PAGES_ONLY)
_READS = frozenset({"GET", "HEAD", "OPTIONS"})
_MOST_VARIES = 100
"""Values of `Vary` cached: more than all routes have."""


class ResponseHeaders:
    """Completes the head of every answer; with `own_pages`, pages of other sites may not embed it."""

    def __init__(self, app: ASGIApp, *, own_pages: bool) -> None:
        self._app = app
        self._own_pages = own_pages

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self._app(scope, receive, with_headers(scope, send, own_pages=self._own_pages))


def with_headers(scope: Any, send: Send, *, own_pages: bool) -> Send:
    """Wraps `send`: completes the head of the answer."""

    async def take(message: Message) -> None:
        if message["type"] == "http.response.start":
            on_route(scope.get("path_template"))
            context, services = context_in(scope), services_in(scope)
            quota = services.access.quota(scope, context.sender)
            own_headers = _position_headers(message, scope, context) | (quota.headers() if quota else {})
            _complete(message, scope, context, own_headers)
            if own_pages:
                _keep_to_own_pages(message)
        await send(message)

    return take


def _complete(
    message: HTTPResponseStartEvent, scope: Scope, context: RequestContext, own_headers: Mapping[str, str]
) -> None:
    """Completes the head of an answer: with the headers of every answer, and with those of this one (`own_headers`).

    Answers to a token and to a write are cached nowhere. Public answers may be cached, and are revalidated each time: an erased
    name must vanish from them.
    """
    raw = list(message["headers"])
    headers = dict(raw)
    varies = b", ".join(value for name, value in raw if name == b"vary")
    new_headers = dict(raw_headers(own_headers))
    new_headers[b"cache-control"] = _may_keep(scope, context, headers)
    new_headers[b"vary"] = _varying(varies, _by_format(doc_of(scope)))
    remaining = [pair for pair in raw if pair[0] not in new_headers]
    message["headers"] = [*remaining, *(pair for pair in _EVERYWHERE if pair[0] not in headers), *new_headers.items()]
    if b"allow" in headers or scope.get("method") == "OPTIONS":
        _tell_methods(message, scope)


def _keep_to_own_pages(message: HTTPResponseStartEvent) -> None:
    """Forbids pages of other sites to embed an answer."""
    message["headers"] = [*(pair for pair in message["headers"] if pair[0] != _TO_OWN_PAGES[0][0]), *_TO_OWN_PAGES]


def _position_headers(message: HTTPResponseStartEvent, scope: Scope, context: RequestContext) -> dict[str, str]:
    """Returns the headers of an answer's position, and of its age if it comes without the database.

    The position of a write is its own; that of a read is the one that it shows.
    """
    for header, value in message["headers"]:
        if header == _TOKEN:
            return {HEADER: value.decode()}
    position = context.position
    since = _away_since(context, scope) if message["status"] < 400 else {}
    return ({} if position is None else {HEADER: str(position)}) | since


def _away_since(context: RequestContext, scope: Scope) -> dict[str, str]:
    """The headers of an answer given without the database: the seconds since the database was last heard, and why."""
    if context.known_at is not None:
        return {AGE: str(max(0, int(monotonic() - context.known_at))), **AGAIN}
    if context.services is None:
        return {}
    services: AppContext = scope["litestar_app"].state.services
    return {AGE: str(max(0, int(monotonic() - services.database_state.answered_at))), **AT_ANOTHER}


def _may_keep(scope: Scope, context: RequestContext, headers: Mapping[bytes, bytes]) -> bytes:
    """The `Cache-Control` of an answer."""
    if scope.get("method") not in _READS or context.sender.header is not None:
        return b"no-store"
    return headers.get(b"cache-control", b"no-cache")


@cache
def _by_format(doc: Doc | None) -> bool:
    """True if a route answers with several media types."""
    return doc is not None and doc.format() is not None


@lru_cache(_MOST_VARIES)
def _varying(varies: bytes, by_format: bool) -> bytes:
    """The `Vary` of an answer that depends on the reader, and on `Accept` if the route has several media types."""
    names = _with(varies.decode("latin-1"), "Accept") if by_format else varies.decode("latin-1")
    return _with(names, "Authorization").encode("latin-1")


def _tell_methods(message: HTTPResponseStartEvent, scope: Scope) -> None:
    """Adds all methods of a path to the answer to OPTIONS or to a method it lacks; `HEAD` is allowed if `GET` is.

    Litestar's own answers name only the methods registered first, or those with handlers.
    """
    headers = MutableScopeHeaders(message)
    if scope.get("method") == "OPTIONS":
        template = scope.get("path_template")
        for route in scope["litestar_app"].routes:
            if isinstance(route, HTTPRoute) and route.path_format == template:
                headers["Allow"] = ", ".join(sorted(route.methods))
    if "GET" in (methods := headers.get("Allow", "")):
        headers["Allow"] = _with(methods, "HEAD")


def _with(value: str, name: str) -> str:
    names: Iterable[str] = filter(None, (part.strip() for part in value.split(",")))
    return ", ".join(dict.fromkeys([*names, name]))
