"""The headers of every answer: browser security, CORS and caching.

They are added when an answer leaves, so that refusals, streams and the framework's own answers have them too. An answer that
has one already keeps it. HTTPS is the proxy's task, and so is Strict-Transport-Security (deploy/SECURITY.md).
"""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any

from litestar.datastructures import MutableScopeHeaders
from litestar.routes import HTTPRoute
from litestar.types import HTTPResponseStartEvent, Scope

from api.context import Request
from api.http.answers import raw_headers
from api.http.describe import Doc, doc_of
from api.http.problems import refuse
from referee.errors import ServiceRefusal

POLICY = "Content-Security-Policy"
RESOURCE_POLICY = "Cross-Origin-Resource-Policy"
_NOTHING = {"default-src": "'none'", "base-uri": "'none'", "form-action": "'none'", "frame-ancestors": "'none'"}
_DEVICES = ("camera", "display-capture", "fullscreen", "geolocation", "microphone", "midi", "payment", "serial", "usb")


def policy(**sources: str) -> str:
    """A Content-Security-Policy that allows nothing but these sources: `style_src="'self'"`."""
    directives = _NOTHING | {name.replace("_", "-"): value for name, value in sources.items()}
    return "; ".join(f"{name} {value}" for name, value in directives.items())


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
"""Headers that a script from another origin may read (CORS): every header that the document names."""
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
"""Headers of every answer that does not set them itself."""


_EVERYWHERE = raw_headers(EVERYWHERE)
OWN_PAGES_ONLY = {RESOURCE_POLICY: "same-origin"}
_TO_OWN_PAGES = raw_headers(OWN_PAGES_ONLY)
_READS = frozenset({"GET", "HEAD", "OPTIONS"})
_MOST_VARIES = 100
"""Values of `Vary` cached: more than all routes have."""


def complete(message: HTTPResponseStartEvent, scope: Scope, own_headers: Mapping[str, str]) -> None:
    """Completes the head of an answer: with the headers of every answer, and with those of this one (`own_headers`).

    Answers to a token and to a write are cached nowhere. Public answers may be cached, and are revalidated each time: an erased
    name must vanish from them.
    """
    raw = list(message["headers"])
    headers = dict(raw)
    varies = b", ".join(value for name, value in raw if name == b"vary")
    new_headers = dict(raw_headers(own_headers))
    new_headers[b"cache-control"] = _may_keep(scope, headers)
    new_headers[b"vary"] = _varying(varies, _by_format(doc_of(scope)))
    remaining = [pair for pair in raw if pair[0] not in new_headers]
    message["headers"] = [*remaining, *(pair for pair in _EVERYWHERE if pair[0] not in headers), *new_headers.items()]
    if b"allow" in headers or scope.get("method") == "OPTIONS":
        _tell_methods(message, scope)


def keep_to_own_pages(message: HTTPResponseStartEvent) -> None:
    """Forbids pages of other sites to embed an answer."""
    message["headers"] = [*(pair for pair in message["headers"] if pair[0] != _TO_OWN_PAGES[0][0]), *_TO_OWN_PAGES]


async def answer_refused(scope: Any, receive: Any, send: Any, refusal: ServiceRefusal, more: Mapping[str, str]) -> None:
    """Sends a refusal without a route; `more` are headers beside those of every answer."""
    request: Request = Request(scope, receive, send)
    response = refuse(request, refusal)
    response.headers |= {**EVERYWHERE, "Cache-Control": "no-store", **more}
    await response.to_asgi_response(None, request)(scope, receive, send)


def _may_keep(scope: Scope, headers: Mapping[bytes, bytes]) -> bytes:
    """The `Cache-Control` of an answer."""
    if scope.get("method") not in _READS or any(name == b"authorization" for name, _ in scope["headers"]):
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
