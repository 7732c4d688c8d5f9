"""The current request: its id, and the route and status that logs and metrics show."""

import re
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar

from litestar.types import Receive
from uuid_utils import uuid7

HEADER = b"x-request-id"
NOWHERE = "none"
"""The route of a request without one."""
_GIVEN = re.compile(rb"[A-Za-z0-9._~+/=:@-]{1,128}")
"""An id from a client or proxy: it cannot break a line of the log, and is short enough for one."""
_TRACE = re.compile(rb"[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}")
"""`traceparent` (W3C Trace Context, 3.2.2)."""
_NO_TRACE = b"0" * 32


class RequestInfo:
    """One request, for code that knows no request: its id and method; its route, as a template without ids in it, and its status.

    `step` returns the span of a part of a traced request; `client` is the `receive` of a client that waits for a read.
    """

    __slots__ = ("client", "id", "method", "route", "status", "step")

    def __init__(self, request_id: bytes, method: str) -> None:
        self.id = request_id
        self.method = method
        self.route = NOWHERE
        self.status = 0
        self.step: Callable[[str], AbstractContextManager[object]] | None = None
        self.client: Receive | None = None


CURRENT_REQUEST: ContextVar[RequestInfo | None] = ContextVar("request", default=None)
"""The current request; None in background work."""


def request_id(headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    """The id that the client or the proxy gave, if it is well-formed: `X-Request-Id`, else the trace of `traceparent`.

    Otherwise a new UUID, as 32 hexadecimal digits like the id of a trace.
    """
    trace = b""
    for name, value in headers:
        if name == HEADER and _GIVEN.fullmatch(value):
            return value
        if name == b"traceparent" and (match := _TRACE.fullmatch(value)) and match[1] != _NO_TRACE:
            trace = match[1]
    return trace or uuid7().hex.encode()


def on_route(template: str | None) -> None:
    """Sets the route of the current request."""
    if template and (info := CURRENT_REQUEST.get()) is not None:
        info.route = template


def trace_step(name: str) -> AbstractContextManager[object]:
    """The span of a part of the current request; does nothing if requests are not traced."""
    info = CURRENT_REQUEST.get()
    return nullcontext() if info is None or info.step is None else info.step(name)
