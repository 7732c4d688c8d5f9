"""The address of this service as the reader's browser knows it."""

import re

from litestar import Request

_HOST = re.compile(r"[A-Za-z0-9.-]{1,253}(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:[0-9]{1,5})?")
"""A host and port that can stand in a shell command, an attribute or an address as they are."""
HERE = "127.0.0.1:8000"


def host_of(request: Request) -> str:  # type: ignore[type-arg]
    """The host and port that were asked; one that no host can be called is replaced."""
    host = request.headers.get("host", "")
    return host if _HOST.fullmatch(host) else HERE


def origin_of(request: Request) -> str:  # type: ignore[type-arg]
    """The beginning of an absolute address of this service, as `https://cards.example`."""
    return f"{'https' if request.url.scheme == 'https' else 'http'}://{host_of(request)}"
