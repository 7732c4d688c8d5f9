"""The API's documentation in a browser, from files that ship with the service: it works without internet.

First what one can do in an hour, then every call, to read and to try.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from litestar import Response, get
from litestar.params import FromPath

from api.context import AppContext, Request, services_of
from api.http.answers import StaticResponse, static_response
from api.http.describe import DOCUMENTATION, LANGUAGES, Answer
from api.http.headers import POLICY, RESOURCE_POLICY, policy
from api.http.negotiation import page_language
from api.http.paths import origin_of
from api.pages.print import fill, guide
from referee.errors import NotFound
from referee.text import Text

if TYPE_CHECKING:
    from api.document.document import Edition

_TYPES = "openapi.d.ts"


def _types_folder() -> Traversable:
    """The folder of the TypeScript types: a wheel has them beside its code, a checkout beside the document of the API."""
    package = files("api.document")
    return package if (package / _TYPES).is_file() else Path(__file__).parents[2] / "openapi"


@cache
def _files() -> Mapping[str, tuple[str, Traversable]]:
    """The media type and the folder of each file. Not at the start: to find those of Swagger UI imports its package and Jinja."""
    static = files("swagger_ui") / "static"
    return {
        "swagger-ui.css": ("text/css", static),
        "swagger-ui-bundle.js": ("text/javascript", static),
        "favicon-32x32.png": ("image/png", static),
        "guide.css": ("text/css", files("api.pages.print")),
        _TYPES: ("text/plain", _types_folder()),
    }


STARTING = "start.js"
START = 'SwaggerUIBundle({url: "/v1/openapi.json", dom_id: "#docs", deepLinking: true, tryItOutEnabled: true});\n'
SAFE = {
    POLICY: policy(script_src="'self'", style_src="'self'", img_src="'self' data:", connect_src="'self'"),
    RESOURCE_POLICY: "same-origin",
}
BEARER = "Authorization: Bearer secret"
NO_TOKEN = "X-Token: none-needed"
"""In place of a token, where everyone may do everything."""

_OBJECT = {"type": "object", "additionalProperties": True}
_documents: WeakKeyDictionary[AppContext, dict["Edition", StaticResponse]] = WeakKeyDictionary()


@cache
def _file(name: str) -> StaticResponse:
    return static_response(START.encode() if name == STARTING else (_files()[name][1] / name).read_bytes())


@get("/v1/docs", sync_to_thread=True)
def docs_page(request: Request) -> Response[str]:
    """The guide and the interactive reference; `?lang=` chooses the language."""
    choice, language = request.query_params.get("lang", ""), page_language(request)
    other = next(one for one in LANGUAGES if one != language)
    auth = NO_TOKEN if services_of(request).access.open_table else BEARER
    text = fill(
        "guide.html",
        language=language,
        here=f"/v1/docs?lang={choice}" if choice == language else "/v1/docs",
        other=other,
        switch=guide.LANGUAGE.in_language(other),
        title=guide.TITLE.in_language(language),
        lead=guide.LEAD.in_language(language),
        contents=guide.CONTENTS.in_language(language),
        reference=guide.REFERENCE.in_language(language),
        reference_words=guide.REFERENCE_WORDS.in_language(language),
        tasks=[guide.task_text(task, origin_of(request), auth, language) for task in guide.TASKS],
    )
    headers = {**SAFE, "Content-Language": language, "Vary": "Accept-Language"}
    return Response(text, media_type="text/html", headers=headers)


@get("/v1/docs/{name:str}", sync_to_thread=True)
def docs_file(request: Request, name: FromPath[str]) -> Response[bytes]:
    """A file of the interactive documentation."""
    if name == STARTING:
        return _file(name).answer(request, media="text/javascript")
    if name not in _files():
        raise NotFound(Text(es=f"no hay fichero {name}", en=f"there is no file {name}"))
    return _file(name).answer(request, {"Cache-Control": "max-age=86400"}, _files()[name][0])


@DOCUMENTATION.doc(
    "This document", Answer("OpenAPI 3.1.", media="application/json", schema=_OBJECT, example={"openapi": "3.1.0"})
)
@get("/v1/openapi.json", sync_to_thread=False)
def get_open_api(request: Request) -> Response[bytes]:
    """The OpenAPI document."""
    return _document(request, "3.1")


@DOCUMENTATION.doc(
    "This document in OpenAPI 3.0",
    Answer("OpenAPI 3.0.3.", media="application/json", schema=_OBJECT, example={"openapi": "3.0.3"}),
    about="The same calls for programs that do not read OpenAPI 3.1. The messages to webhooks stand in `x-webhooks`.",
)
@get("/v1/openapi-3.0.json", sync_to_thread=False)
def get_open_api_3_0(request: Request) -> Response[bytes]:
    """The OpenAPI document in the edition before."""
    return _document(request, "3.0")


def _document(request: Request, edition: "Edition") -> Response[bytes]:
    """The document in this edition, made once for each service. What makes it is loaded for that."""
    from api.document.document import as_text

    editions = _documents.setdefault(services_of(request), {})
    if edition not in editions:
        editions[edition] = static_response(as_text(request.app, edition))
    return editions[edition].answer(request)
