"""Pages of lists: JSON with `next`, and the address of the next page in the `Link` header (RFC 8288)."""

from collections.abc import Mapping
from typing import Protocol
from urllib.parse import urlencode

from litestar import Request, Response

from api.http.answers import BytesResponse
from api.http.bodies import encode

LINK = {"Link": 'The address of the next page, as `rel="next"` (RFC 8288); absent on the last page.'}
"""What the document says of the header."""


class ListPage(Protocol):
    """A page of a list; `next` is what the next page is asked for with, None on the last."""

    @property
    def next(self) -> str | int | None: ...


def page_answer(
    request: Request,  # type: ignore[type-arg]
    page: ListPage,
    asked_with: str = "cursor",
    headers: Mapping[str, str] | None = None,
) -> Response[bytes]:
    """The answer that carries a page. `asked_with` is the parameter that takes its `next`.

    The address in `Link` is relative, so that it holds behind a proxy too.
    """
    told = dict(headers or {}) | link_to(request, page.next, asked_with)
    return BytesResponse(encode(page), media_type="application/json", headers=told)


def link_to(request: Request, next_: str | int | None, asked_with: str) -> dict[str, str]:  # type: ignore[type-arg]
    """The header that names the next page; none on the last."""
    if next_ is None:
        return {}
    query = [(key, value) for key, value in request.query_params.multi_items() if key != asked_with]
    return {"Link": f'<{request.url.path}?{urlencode([*query, (asked_with, next_)])}>; rel="next"'}
