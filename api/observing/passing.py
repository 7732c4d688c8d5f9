"""A request on its way through the service: its id, and what is known of it when its answer leaves."""

import re
from collections.abc import Iterable
from contextvars import ContextVar

from uuid_utils import uuid7

HEADER = b"x-request-id"
NOWHERE = "none"
"""The route of a request that no route takes."""
_GIVEN = re.compile(rb"[A-Za-z0-9._~+/=:@-]{1,128}")
"""An id that somebody else gave, such as a proxy: nothing in it can end a line of a log or be longer than one."""
_TRACE = re.compile(rb"[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}")
"""`traceparent` (W3C Trace Context, 3.2.2)."""
_NO_TRACE = b"0" * 32


class Passing:
    """One request: its id and method; its route, as a template without ids in it, and its status once they are known."""

    __slots__ = ("id", "method", "route", "status")

    def __init__(self, request_id: bytes, method: str) -> None:
        self.id = request_id
        self.method = method
        self.route = NOWHERE
        self.status = 0


PASSING: ContextVar[Passing | None] = ContextVar("passing", default=None)
"""The request that is being answered; None in work beside requests."""


def request_id(headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    """What the client or the proxy calls this request, if it is well-formed: `X-Request-Id`, else the trace of `traceparent`.

    Otherwise a new UUID, as 32 hexadecimal digits like the id of a trace.
    """
    trace = b""
    for name, value in headers:
        if name == HEADER and _GIVEN.fullmatch(value):
            return value
        if name == b"traceparent" and (found := _TRACE.fullmatch(value)) and found[1] != _NO_TRACE:
            trace = found[1]
    return trace or uuid7().hex.encode()


def on_route(template: str | None) -> None:
    """Notes the route of the request that is being answered."""
    if template and (passing := PASSING.get()) is not None:
        passing.route = template
