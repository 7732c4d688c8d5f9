"""Addresses: a path must be written exactly as its route, and a host must be a valid one.

A framework that folds `//v1//tokens` and decodes `/v1/%74okens` into a route lets it pass a proxy that closes `/v1/tokens`.
"""

import re

from litestar.types import HTTPScope

from api.context import Request, services_of
from api.proxy.public import HOST

_EXACT = re.compile(rb"/|(/[A-Za-z0-9._~-]+)+")
NOWHERE = "/not-found"
"""A path that no route has."""
HERE = "127.0.0.1:8000"


def is_exact(scope: HTTPScope) -> bool:
    """True if a request's path is written like routes and ids: nothing encoded, no empty segment, none of dots."""
    raw = scope.get("raw_path") or scope["path"].encode()
    path = raw.partition(b"?")[0]
    return _EXACT.fullmatch(path) is not None and not {b".", b".."} & {*path.split(b"/")}


def host_of(request: Request) -> str:
    """The host and port of a request; an invalid one is replaced by `HERE`."""
    host = request.headers.get("host", "")
    return host if HOST.fullmatch(host) else HERE


def origin_of(request: Request) -> str:
    """The beginning of an absolute address of this service, as `https://cards.example`: the public address if the
    operator set one, else the address of the request.
    """
    scheme = "https" if request.scope["scheme"] == "https" else "http"
    return services_of(request).url or f"{scheme}://{host_of(request)}"
