"""The headers that every answer carries, whatever it is: what a browser may do with it, and who may keep it.

They are put on as an answer leaves, so that refusals, streams and what the framework answers by itself have them too. An
answer that has one already keeps it. HTTPS is the proxy's, and so is Strict-Transport-Security (deploy/SECURITY.md).
"""

from collections.abc import Iterable

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.routes import HTTPRoute
from litestar.types import Message, Scope

from api.http.describe import doc_of

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
        "Allow",
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
    *("Vary", "WWW-Authenticate"),
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


def harden(message: Message, scope: Scope) -> None:
    """Puts them on an answer that is about to leave.

    What a token was answered, and what a write was, is kept nowhere. What anybody may see may be kept, and is asked for again
    each time: an erased name is gone from it.
    """
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders(message)
    for name, value in EVERYWHERE.items():
        headers.setdefault(name, value)
    if scope.get("method") not in {"GET", "HEAD", "OPTIONS"} or "authorization" in Headers.from_scope(scope):
        headers["Cache-Control"] = "no-store"
    else:
        headers.setdefault("Cache-Control", "no-cache")
    doc = doc_of(scope)
    if doc is not None and doc.format() is not None:
        headers["Vary"] = _with(headers.get("Vary", ""), "Accept")
    headers["Vary"] = _with(headers.get("Vary", ""), "Authorization")


def tell_methods(message: Message, scope: Scope) -> None:
    """All methods of a path, where OPTIONS asks for them or another one was tried; `HEAD` is there wherever `GET` is.

    Litestar's own answers name only the methods registered first, or those with handlers.
    """
    if message["type"] != "http.response.start":
        return
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
