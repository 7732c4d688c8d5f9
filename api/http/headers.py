"""The headers that every answer carries, whatever it is: what a browser may do with it, and who may keep it.

They are put on as an answer leaves, so that refusals, streams and what the framework answers by itself have them too. An
answer that has one already keeps it. HTTPS is the proxy's, and so is Strict-Transport-Security (deploy/SECURITY.md).
"""

from collections.abc import Iterable

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.types import Message, Scope

POLICY = "Content-Security-Policy"
RESOURCE_POLICY = "Cross-Origin-Resource-Policy"
_NOTHING = {"default-src": "'none'", "base-uri": "'none'", "form-action": "'none'", "frame-ancestors": "'none'"}
_DEVICES = ("camera", "display-capture", "fullscreen", "geolocation", "microphone", "midi", "payment", "serial", "usb")


def policy(**sources: str) -> str:
    """A Content-Security-Policy that allows nothing but these sources: `style_src="'self'"`."""
    allowed = _NOTHING | {name.replace("_", "-"): value for name, value in sources.items()}
    return "; ".join(f"{name} {value}" for name, value in allowed.items())


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

    What a token was answered, and what a write was, is kept nowhere. What anybody may see may be kept, and is asked for anew
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
    headers["Vary"] = _with(headers.get("Vary", ""), "Authorization")


def _with(listed: str, name: str) -> str:
    names: Iterable[str] = filter(None, (part.strip() for part in listed.split(",")))
    return ", ".join(dict.fromkeys([*names, name]))
