"""The headers that every answer carries, whatever it is: what a browser may do with it, and who may keep it.

They are put on as an answer leaves, so that refusals, streams and what the framework answers by itself have them too. An
answer that has one already keeps it. HTTPS is the proxy's, and so is Strict-Transport-Security (deploy/SECURITY.md).
"""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any

from litestar.datastructures import MutableScopeHeaders
from litestar.routes import HTTPRoute
from litestar.types import HTTPResponseStartEvent, Message, Scope

from api.http.answers import raw_headers
from api.http.describe import Doc, doc_of
from api.http.problems import refuse
from api.request import Request
from referee.errors import Refused

POLICY = "Content-Security-Policy"
RESOURCE_POLICY = "Cross-Origin-Resource-Policy"
_NOTHING = {"default-src": "'none'", "base-uri": "'none'", "form-action": "'none'", "frame-ancestors": "'none'"}
_DEVICES = ("camera", "display-capture", "fullscreen", "geolocation", "microphone", "midi", "payment", "serial", "usb")


def policy(**sources: str) -> str:
    """A Content-Security-Policy that allows nothing but these sources: `style_src="'self'"`."""
    allowed = _NOTHING | {name.replace("_", "-"): value for name, value in sources.items()}
    return "; ".join(f"{name} {value}" for name, value in allowed.items())


EXPOSED = (
    *(
        "Age",
        "Allow",
        "Cache-Status",
        "Consistency-Token",
        "Content-Disposition",
        "Content-Language",
        "Content-Location",
        "Deprecation",
        "ETag",
    ),
    *(
        "Link",
        "Location",
        "Log-Position",
        "Preference-Applied",
        "RateLimit",
        "RateLimit-Policy",
        "Retry-After",
        "Sunset",
    ),
    *("Vary", "WWW-Authenticate", "X-Request-Id"),
)
"""What a script from another place may read of an answer (CORS): every header that the document names."""
EVERYWHERE = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    POLICY: policy(),
    "Permissions-Policy": ", ".join(f"{device}=()" for device in _DEVICES),
    "Cross-Origin-Opener-Policy": "same-origin",
    # Any app may read the API (CORS); pages say `same-origin`.
    RESOURCE_POLICY: "cross-origin",
}
"""On every answer that does not say otherwise."""


_EVERYWHERE = raw_headers(EVERYWHERE)
OWN_PAGES_ONLY = {RESOURCE_POLICY: "same-origin"}
_TO_OWN_PAGES = raw_headers(OWN_PAGES_ONLY)
_READS = frozenset({"GET", "HEAD", "OPTIONS"})
_MOST_VARIES = 100
"""Values of `Vary` remembered: more than all routes have."""


def complete(message: HTTPResponseStartEvent, scope: Scope, told: Mapping[str, str]) -> None:
    """Completes an answer that is about to leave: with what every answer carries, and with what `told` says of this one.

    What a token was answered, and what a write was, is kept nowhere. What anybody may see may be kept, and is asked for again
    each time: an erased name is gone from it.
    """
    raw = list(message["headers"])
    given = dict(raw)
    varies = b", ".join(value for name, value in raw if name == b"vary")
    replaced = dict(raw_headers(told))
    replaced[b"cache-control"] = _may_keep(scope, given)
    replaced[b"vary"] = _varying(varies, _by_format(doc_of(scope)))
    kept = [pair for pair in raw if pair[0] not in replaced]
    message["headers"] = [*kept, *(pair for pair in _EVERYWHERE if pair[0] not in given), *replaced.items()]
    if b"allow" in given or scope.get("method") == "OPTIONS":
        _tell_methods(message, scope)


async def keep_to_own_pages(message: Message, _: Scope) -> None:
    """Lets no page of another site embed an answer that is about to leave."""
    if message["type"] == "http.response.start":
        message["headers"] = [
            *(pair for pair in message["headers"] if pair[0] != _TO_OWN_PAGES[0][0]),
            *_TO_OWN_PAGES,
        ]


async def answer_refused(scope: Any, receive: Any, send: Any, refused: Refused, more: Mapping[str, str]) -> None:
    """Answers with a refusal that no route gives; `more` are headers beside those of every answer."""
    request: Request = Request(scope, receive, send)
    response = refuse(request, refused)
    response.headers |= {**EVERYWHERE, "Cache-Control": "no-store", **more}
    await response.to_asgi_response(None, request)(scope, receive, send)


def _may_keep(scope: Scope, given: Mapping[bytes, bytes]) -> bytes:
    """The `Cache-Control` of an answer."""
    if scope.get("method") not in _READS or any(name == b"authorization" for name, _ in scope["headers"]):
        return b"no-store"
    return given.get(b"cache-control", b"no-cache")


@cache
def _by_format(doc: Doc | None) -> bool:
    """Whether a route answers with several media types."""
    return doc is not None and doc.format() is not None


@lru_cache(_MOST_VARIES)
def _varying(varies: bytes, by_format: bool) -> bytes:
    """The `Vary` of an answer that depends on who asks, and on the media type asked for where the route has several."""
    listed = _with(varies.decode("latin-1"), "Accept") if by_format else varies.decode("latin-1")
    return _with(listed, "Authorization").encode("latin-1")


def _tell_methods(message: HTTPResponseStartEvent, scope: Scope) -> None:
    """All methods of a path, where OPTIONS asks for them or another one was tried; `HEAD` is there wherever `GET` is.

    Litestar's own answers name only the methods registered first, or those with handlers.
    """
    headers = MutableScopeHeaders(message)
    if scope.get("method") == "OPTIONS":
        template = scope.get("path_template")
        for route in scope["litestar_app"].routes:
            if isinstance(route, HTTPRoute) and route.path_format == template:
                headers["Allow"] = ", ".join(sorted(route.methods))
    if "GET" in (allowed := headers.get("Allow", "")):
        headers["Allow"] = _with(allowed, "HEAD")


def _with(listed: str, name: str) -> str:
    names: Iterable[str] = filter(None, (part.strip() for part in listed.split(",")))
    return ", ".join(dict.fromkeys([*names, name]))
