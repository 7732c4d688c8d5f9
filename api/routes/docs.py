"""The API's documentation in a browser, from files that ship with the service: it works without internet."""

from functools import cache
from importlib.resources import files

from litestar import Request, Response, get
from litestar.params import FromPath

from api.document.document import as_text
from api.http.describe import Answer, doc
from api.http.headers import POLICY, RESOURCE_POLICY, policy
from referee.errors import NotFound
from referee.text import Text

_STATIC = files("swagger_ui") / "static"
_FILES = {
    "swagger-ui.css": "text/css",
    "swagger-ui-bundle.js": "text/javascript",
    "favicon-32x32.png": "image/png",
}
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Referee API</title>
<link rel="icon" href="/v1/docs/favicon-32x32.png">
<link rel="stylesheet" href="/v1/docs/swagger-ui.css">
<div id="docs"></div>
<script src="/v1/docs/swagger-ui-bundle.js"></script>
<script src="/v1/docs/start.js"></script>
</html>
"""
START = 'SwaggerUIBundle({url: "/v1/openapi.json", dom_id: "#docs", deepLinking: true, tryItOutEnabled: true});\n'
SAFE = {
    POLICY: policy(script_src="'self'", style_src="'self'", img_src="'self' data:", connect_src="'self'"),
    RESOURCE_POLICY: "same-origin",
}


@cache
def _file(name: str) -> bytes:
    return (_STATIC / name).read_bytes()


@get("/v1/docs", sync_to_thread=False)
def docs_page() -> Response[str]:
    """The interactive documentation."""
    return Response(PAGE, media_type="text/html", headers=SAFE)


@get("/v1/docs/{name:str}", sync_to_thread=False)
def docs_file(name: FromPath[str]) -> Response[bytes]:
    """A file of the interactive documentation."""
    if name == "start.js":
        return Response(START.encode(), media_type="text/javascript")
    if name not in _FILES:
        raise NotFound(Text(es=f"no hay fichero {name}", en=f"there is no file {name}"))
    return Response(_file(name), media_type=_FILES[name], headers={"Cache-Control": "max-age=86400"})


@get(
    "/v1/openapi.json",
    opt=doc(
        "getOpenApi",
        "documentation",
        "This document",
        {200: Answer("OpenAPI 3.1.", media="application/json", example="{}")},
    ),
    sync_to_thread=False,
)
def openapi_json(request: Request) -> Response[bytes]:  # type: ignore[type-arg]
    """The OpenAPI document."""
    return Response(as_text(request.app), media_type="application/json")
