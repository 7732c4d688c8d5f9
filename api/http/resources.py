"""What an answer needs until its end (a place among the streams, a file, a generator), given back at the end of its request.

Whatever ends it: the last part was sent, the client went away, took nothing more or wanted only the head, what makes the parts
failed, or the server stops. A generator that is left in its middle would otherwise be closed once Python looks for garbage, which
it seldom does (`api.garbage`).
"""

from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, aclosing
from typing import Any

from litestar.response import Stream

from api.request import Request

_RESOURCES = "resources"


def end_with(scope: Any) -> AsyncExitStack:
    """What a request that begins will have to give back. Whoever calls this closes it at the end of the request."""
    stack = AsyncExitStack()
    scope.setdefault("state", {})[_RESOURCES] = stack
    return stack


def resources_of(request: Request) -> AsyncExitStack:
    """What a request has to give back at its end: add to it what an answer needs for longer than its handler runs."""
    stack: AsyncExitStack = request.scope["state"][_RESOURCES]
    return stack


def stream(request: Request, parts: AsyncGenerator[bytes, None], media: str, headers: Mapping[str, str]) -> Stream:
    """An answer in parts. What makes them is closed at the end of the request."""
    resources_of(request).push_async_exit(aclosing(parts))
    return Stream(parts, media_type=media, headers=dict(headers))
