"""Resources of an answer (a place among the streams, a file, a generator), released at the end of its request.

They are released at every end: the last part was sent, the client left, stopped reading or wanted only the head, the generator
failed, or the server stops. Otherwise an unfinished generator would stay open until garbage collection, which is rare
(`api.runtime.gc_tuning`).
"""

from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, aclosing
from typing import Any

from litestar.response import Stream

from api.context import Request

_RESOURCES = "resources"


def end_with(scope: Any) -> AsyncExitStack:
    """Creates the stack of a new request's resources. The caller closes it at the end of the request."""
    stack = AsyncExitStack()
    scope.setdefault("state", {})[_RESOURCES] = stack
    return stack


def resources_of(request: Request) -> AsyncExitStack:
    """The stack of a request's resources: add what an answer needs after its handler has returned."""
    stack: AsyncExitStack = request.scope["state"][_RESOURCES]
    return stack


def stream(request: Request, parts: AsyncGenerator[bytes, None], media: str, headers: Mapping[str, str]) -> Stream:
    """An answer in parts. Their generator is closed at the end of the request."""
    resources_of(request).push_async_exit(aclosing(parts))
    return Stream(parts, media_type=media, headers=dict(headers))
