"""The headers of every answer: browser security, CORS and caching.

`api.middleware.response_headers` adds them. HTTPS is the proxy's task, and so is Strict-Transport-Security (deploy/SECURITY.md).
"""

from collections.abc import Mapping
from typing import Any

from api.context import Request
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


OWN_PAGES_ONLY = {RESOURCE_POLICY: "same-origin"}
"""Headers of every answer that pages of other sites may not embed."""


async def answer_refused(scope: Any, receive: Any, send: Any, refusal: ServiceRefusal, more: Mapping[str, str]) -> None:
    """Sends a refusal without a route; `more` are headers beside those of every answer."""
    request: Request = Request(scope, receive, send)
    response = refuse(request, refusal)
    response.headers |= {**EVERYWHERE, "Cache-Control": "no-store", **more}
    await response.to_asgi_response(None, request)(scope, receive, send)
