"""The application: routes, refusals as problem documents, limits and headers."""

from litestar import Litestar, Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.config.cors import CORSConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.response import Redirect

from api import docs, health, matches, problems, rulesets, streams
from api.desk import Desk
from referee.errors import Refused

MAX_BODY = 1_000_000
"""Bytes of a request body: about ten thousand events."""


@get("/", include_in_schema=False, sync_to_thread=False)
def front() -> Redirect:
    """The front door leads to the documentation."""
    return Redirect("/v1/docs")


def _harden(response: Response[bytes]) -> Response[bytes]:
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Cache-Control", "no-cache")
    response.headers.setdefault("Referrer-Policy", "no-referrer")
    return response


def _refused(request: Request, error: Refused) -> Response[bytes]:  # type: ignore[type-arg]
    return problems.refuse(request, error)


def create_app(desk: Desk) -> Litestar:
    """The ASGI application of one service."""
    return Litestar(
        route_handlers=[
            front,
            *matches.ROUTES,
            streams.stream_match,
            rulesets.list_rulesets,
            rulesets.get_ruleset,
            rulesets.list_problems,
            rulesets.get_problem,
            health.live,
            health.ready,
            health.metrics,
            docs.docs_page,
            docs.docs_file,
            docs.openapi_json,
        ],
        state=State({"desk": desk, "metrics": health.registry_of(desk)}),
        exception_handlers={
            Refused: _refused,
            HTTPException: problems.refuse_http,
            Exception: problems.fail,
        },
        after_request=_harden,
        cors_config=CORSConfig(
            allow_origins=["*"], expose_headers=["ETag", "Location", "Consistency-Token", "Content-Language"]
        ),
        compression_config=CompressionConfig(backend="gzip", minimum_size=4096),
        request_max_body_size=MAX_BODY,
        openapi_config=None,
    )
