"""Pages of paper, made once for all that they depend on, away from the event loop, and counted by what they cost."""

from collections.abc import Callable, Hashable
from functools import partial

import msgspec
from litestar import Response

from api.access.costs import PAPER_COST
from api.background.reports import Report
from api.request import Request
from api.services import services_of


async def printed(
    request: Request,
    key: tuple[Hashable, ...],
    make: Callable[[], Response[bytes]],
) -> Response[bytes]:
    """The page that `make` gives, made where it is not kept. `key` names all that it depends on, the path and people aside.

    Raises TooMany where it has to be made, and its reader may ask no more.
    """
    services = services_of(request)

    def made() -> Report:
        page = make()
        return Report(msgspec.msgpack.encode((page.headers, page.content)))

    charge = partial(services.access.charge, request, PAPER_COST)
    kept = await services.reports.of(("paper", request.scope["path"], *key), made, charge)
    headers, content = msgspec.msgpack.decode(kept.body, type=tuple[dict[str, str], bytes])
    return Response(content, media_type="text/html", headers=headers)
