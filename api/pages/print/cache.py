"""Printable pages, cached by all that they depend on, rendered off the event loop and charged at their cost."""

from collections.abc import Callable, Hashable
from functools import partial

import msgspec
from litestar import Response

from api.access.costs import PAPER_COST
from api.context import Request, charge_request, services_of
from api.reads.response_store import CachedBody


async def cached_page(
    request: Request,
    key: tuple[Hashable, ...],
    make: Callable[[], Response[bytes]],
) -> Response[bytes]:
    """Returns the page that `make` gives, from the cache if it is there. `key` names all that the page depends on,
    besides the path and the names of people.

    Raises TooMany if the page has to be made and its reader has no requests left.
    """
    services = services_of(request)

    def make_body() -> CachedBody:
        page = make()
        return CachedBody(msgspec.msgpack.encode((page.headers, page.content)))

    charge = partial(charge_request, request, PAPER_COST)
    cached_body = await services.worker_cache.of(("paper", request.scope["path"], *key), make_body, charge)
    headers, content = msgspec.msgpack.decode(cached_body.body, type=tuple[dict[str, str], bytes])
    return Response(content, media_type="text/html", headers=headers)
