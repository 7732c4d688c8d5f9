"""Pages of lists: JSON with `next`, and the address of the next page in the `Link` header (RFC 8288)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar
from urllib.parse import urlencode

from litestar import Response

from api.context import Request
from api.http.answers import encode
from api.http.describe import VERSIONED, Answer

LINK = {"Link": 'The address of the next page, as `rel="next"` (RFC 8288); absent on the last page.'}
"""The document's description of the header."""


T = TypeVar("T")
MOST_BYTES = 1_000_000
"""The most bytes of the items of a page; a single item may have more."""


class ListPage(Protocol):
    """A page of a list; `next` is the parameter of the next page, None on the last."""

    @property
    def next(self) -> str | int | None: ...


def log_page(page: type, example: Any, lines: Mapping[str, str]) -> Answer:
    """The document's description of a log's answers: a page, or the whole log in `lines`."""
    about = "A page of entries; as ndjson the whole log, a line each."
    return Answer(about, page, example, headers=LINK | VERSIONED, also=lines)


def within_bytes(items: Iterable[T], most: int) -> tuple[list[T], bool]:
    """The first items, at most `most` and within the bytes of a page, at least one; and True if there are more."""
    page: list[T] = []
    left = MOST_BYTES
    for item in items:
        left -= len(encode(item))
        if page and (left < 0 or len(page) == most):
            return page, True
        page.append(item)
    return page, False


def next_after(versions: Sequence[int], head: int) -> int | None:
    """The parameter of the page after these versions of a log; None if they are empty or reach its head."""
    return versions[-1] if versions and versions[-1] < head else None


def page_answer(
    request: Request,
    page: ListPage,
    asked_with: str = "cursor",
    headers: Mapping[str, str] | None = None,
) -> Response[bytes]:
    """The response with a page. `asked_with` is the parameter that takes its `next`.

    The address in `Link` is relative, so that it holds behind a proxy too.
    """
    all_headers = dict(headers or {}) | link_to(request, page.next, asked_with)
    return Response(encode(page), media_type="application/json", headers=all_headers)


def link_to(request: Request, next_: str | int | None, asked_with: str, *only_first: str) -> dict[str, str]:
    """The header with the address of the next page; no header on the last. `only_first` are parameters that it does not take."""
    if next_ is None:
        return {}
    query = [(key, value) for key, value in request.query_params.multi_items() if key not in (asked_with, *only_first)]
    return {"Link": f'<{request.scope["path"]}?{urlencode([*query, (asked_with, next_)])}>; rel="next"'}
