"""Resources of an answer (a place among the streams, a file, a generator), released at the end of its request.

They are released at every end: the last part was sent, the client left, stopped reading or wanted only the head, the generator
failed, or the server stops. Otherwise an unfinished generator would stay open until garbage collection, which is rare
(`api.runtime.gc_tuning`). `api.middleware.request_lifecycle` releases them.
"""

from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, aclosing

from litestar.response import Stream

from api.context import Request, context_of


def resources_of(request: Request) -> AsyncExitStack:
    """The stack of a request's resources: add what an answer needs after its handler has returned."""
    context = context_of(request)
    if context.resources is None:
        context.resources = AsyncExitStack()
    return context.resources


def stream(request: Request, parts: AsyncGenerator[bytes, None], media: str, headers: Mapping[str, str]) -> Stream:
    """An answer in parts. Their generator is closed at the end of the request."""
    resources_of(request).push_async_exit(aclosing(parts))
    return Stream(parts, media_type=media, headers=dict(headers))
