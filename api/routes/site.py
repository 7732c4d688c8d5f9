"""The pages for people: their documents, and the files that they are made of."""

from functools import cache

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from api.context import Request, services_of
from api.http.answers import StaticResponse, static_response
from api.http.headers import POLICY, RESOURCE_POLICY, policy
from api.http.negotiation import page_language, reader_language
from api.pages.browser import site
from api.routes.sharing import tags_of
from referee.errors import NotFound
from referee.text import Text

WORKER = "worker.js"
FOR_GOOD = "public, max-age=31536000, immutable"
"""Caching of an address that contains the digest of its answer (RFC 8246)."""


def _opens(page: site.Page) -> HTTPRouteHandler:
    """Answers with a page's document, which asks the API for all that it shows, also whether that exists."""

    @get(list(page.paths), name=f"{page.name}_page", include_in_schema=False)
    async def open_page(request: Request) -> Response[bytes]:
        language = reader_language(request) if page.is_translated else page_language(request)
        tags = await tags_of(request, language, chooses=page.chooses) if page.has_preview else ""
        return site.document(page, language, tags, services_of(request).url)

    return open_page


PAGES = [_opens(page) for page in site.PAGES]


@get("/static/{digest:str}/{path:path}", include_in_schema=False, sync_to_thread=False)
def static_file(request: Request, digest: FromPath[str], path: FromPath[str]) -> Response[bytes]:
    """A file of the pages. Raises NotFound for any other, and for another release's: its modules do not fit these."""
    name = str(path).lstrip("/")
    if name not in site.served_files() or digest != site.digest():
        raise NotFound(Text(es=f"no hay fichero {name}", en=f"there is no file {name}"))
    headers = {"Cache-Control": FOR_GOOD, RESOURCE_POLICY: "same-origin"}
    return _file_response(name).answer(request, headers, site.media_type(name))


@get("/worker.js", include_in_schema=False, sync_to_thread=False)
def page_worker(request: Request) -> Response[bytes]:
    """The script that keeps the pages on a device. Its address has no digest, since browsers look there for a newer one."""
    headers = {"Cache-Control": "no-cache", RESOURCE_POLICY: "same-origin", POLICY: policy(connect_src="'self'")}
    return _file_response(WORKER).answer(request, headers, site.media_type(WORKER))


@cache
def _file_response(name: str) -> StaticResponse:
    return static_response(site.served_files()[name])
