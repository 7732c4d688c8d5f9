"""Pages of lists: JSON with `next`, and the address of the next page in the `Link` header (RFC 8288)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar
from urllib.parse import urlencode

from litestar import Response

from api.http.answers import BytesResponse
from api.http.bodies import encode
from api.http.describe import VERSIONED, Answer
from api.request import Request

LINK = {"Link": 'The address of the next page, as `rel="next"` (RFC 8288); absent on the last page.'}
"""What the document says of the header."""


T = TypeVar("T")
MOST_BYTES = 1_000_000
"""Of the items of a page that is bounded by them; a single item may have more."""


class ListPage(Protocol):
    """A page of a list; `next` is what the next page is asked for with, None on the last."""

    @property
    def next(self) -> str | int | None: ...


def log_page(page: type, example: Any, lines: Mapping[str, str]) -> Answer:
    """What the document says of a log: a page of it, or the whole of it in `lines`."""
    about = "A page of entries; as ndjson the whole log, a line each."
    return Answer(about, page, example, headers=LINK | VERSIONED, also=lines)


def within_bytes(items: Iterable[T], most: int) -> tuple[list[T], bool]:
    """The first items, at most so many and within the bytes of a page, one at least; and whether there are more."""
    page: list[T] = []
    left = MOST_BYTES
    for item in items:
        left -= len(encode(item))
        if page and (left < 0 or len(page) == most):
            return page, True
        page.append(item)
    return page, False


def next_after(versions: Sequence[int], head: int) -> int | None:
    """What the page after these versions of a log is asked for with; None where its head is among them, or none is left."""
    return versions[-1] if versions and versions[-1] < head else None


def page_answer(
    request: Request,
    page: ListPage,
    asked_with: str = "cursor",
    headers: Mapping[str, str] | None = None,
) -> Response[bytes]:
    """The answer that carries a page. `asked_with` is the parameter that takes its `next`.

    The address in `Link` is relative, so that it holds behind a proxy too.
    """
    told = dict(headers or {}) | link_to(request, page.next, asked_with)
    return BytesResponse(encode(page), media_type="application/json", headers=told)


def link_to(request: Request, next_: str | int | None, asked_with: str) -> dict[str, str]:
    """The header that names the next page; none on the last."""
    if next_ is None:
        return {}
    query = [(key, value) for key, value in request.query_params.multi_items() if key != asked_with]
    return {"Link": f'<{request.scope["path"]}?{urlencode([*query, (asked_with, next_)])}>; rel="next"'}
