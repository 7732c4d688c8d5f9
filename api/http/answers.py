"""Answers whose body is bytes already: they are sent as they are, and their headers are written once."""

import gzip
from collections.abc import Iterable, Mapping
from typing import Any

from litestar import Litestar, Response
from litestar.config.compression import CompressionConfig
from litestar.response.base import ASGIResponse
from litestar.types import Receive, Scope, Send
from litestar.utils.scope.state import ScopeState
from msgspec import Struct

from api.access.bearers import COUNTED
from api.background.reports import Report
from api.http.tags import digest_of
from api.request import Request
from api.services import LOG_POSITION, NAMES
from referee.service.folds import Versioned

JSON = "application/json"
GROUND = "ground"
"""Where a request keeps what its answer stands on."""
RawHeaders = list[tuple[bytes, bytes]]
_OK = 200
LEAST_COMPRESSED = 4096
"""Bytes of the smallest body that is compressed."""
SENT_AS_IT_IS = "sent_as_it_is"
"""What a route says of itself in its `opt` whose answer is not compressed."""
COMPRESSION = CompressionConfig(backend="gzip", minimum_size=LEAST_COMPRESSED, exclude_opt_key=SENT_AS_IT_IS)
"""Outside of what makes ETags: the time is part of what is compressed."""


class Ground(Struct, frozen=True):
    """What an answer stands on: it is the same while names are what they were, and the log or some streams of it as well.

    `names` counts the changes of names, None where they are in no way part of it; `position` is that of the log; `streams` are
    some of it, each with its last version. `cost`: as how many requests one for it counts; 0 where nobody asks who sends it: it
    is the same for all.
    """

    names: int | None = None
    position: int = 0
    streams: tuple[tuple[str, int], ...] = ()
    cost: int = 1


class BytesResponse(Response[bytes]):
    """A body of bytes. Litestar's own response would render it again, and set each header in two layers."""

    def __init__(
        self,
        content: bytes,
        *,
        status_code: int | None = None,
        media_type: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        # What the base class would make of what else it takes: nothing.
        self.content = content
        self.status_code = status_code
        self.media_type = media_type
        self.headers = {} if headers is None else {**headers}
        self.cookies = []
        self.background = None
        self.encoding = "utf-8"
        self.response_type_encoders = {}

    def to_asgi_response(
        self,
        app: Litestar | None,
        request: Request,
        *,
        status_code: int | None = None,
        **_: Any,
    ) -> ASGIResponse:
        """What sends it: with `status_code` where it has none of its own."""
        media = str(self.media_type or JSON)
        if media.startswith("text/"):
            media += "; charset=utf-8"
        raw = raw_headers(self.headers)
        raw += [(b"content-type", media.encode()), (b"content-length", str(len(self.content)).encode())]
        return _Whole(self.status_code or status_code or _OK, raw, self.content)


class _Whole(ASGIResponse):
    """A head and a body that are ready to be sent."""

    def __init__(self, status: int, raw: RawHeaders, body: bytes) -> None:
        self.status_code = status
        self.body = body
        self.background = None
        self._raw = raw

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends them."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self._raw})
        await send({"type": "http.response.body", "body": self.body, "more_body": False})


def reported(
    request: Request,
    report: Report,
    headers: Mapping[str, str],
    *,
    streams: Iterable[Versioned] = (),
    cost: int = 1,
) -> BytesResponse:
    """The answer that a report is. It may be given again while these have nothing new, or without any the log as it is.

    Not where a name has changed since the request came: who may see what goes by who people are.
    """
    state = request.scope["state"]
    if report.names is not None and report.names == state.get(NAMES):
        versions = tuple((one.id, one.version) for one in streams)
        state[GROUND] = Ground(report.names, state[LOG_POSITION], versions, cost)
    return BytesResponse(report.body, media_type=JSON, headers=headers)


class LastingAnswer(Struct, frozen=True):
    """An answer that is the same for as long as the process runs, compressed once."""

    body: bytes
    compressed: bytes | None
    etag: str

    def answer(self, request: Request, headers: Mapping[str, str] | None = None, media: str = JSON) -> BytesResponse:
        """The answer to a request, compressed where its client takes that."""
        state = request.scope["state"]
        state[GROUND] = Ground(cost=1 if COUNTED in state else 0)
        told = {"ETag": self.etag} | dict(headers or {})
        if self.compressed is None or "gzip" not in request.headers.get("accept-encoding", ""):
            return BytesResponse(self.body, media_type=media, headers=told)
        # Litestar's compression lets through what comes from a cache: it would compress it once more.
        ScopeState.from_scope(request.scope).is_cached = True
        told |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return BytesResponse(self.compressed, media_type=media, headers=told)


def lasting(body: bytes) -> LastingAnswer:
    """A body that never changes, with what is sent of it. It is compressed once, and so however small it is."""
    compressed = gzip.compress(body, mtime=0)
    return LastingAnswer(body, compressed if len(compressed) < len(body) else None, digest_of(body))


def aging(body: bytes, ageless: bytes) -> BytesResponse:
    """An answer that says how long ago things were, and is otherwise the same for as long as `ageless` is.

    Its ETag is a weak one (RFC 9110, 8.8.1): who has a copy adds the time since it came.
    """
    return BytesResponse(
        body, media_type=JSON, headers={"Cache-Control": "no-store", "ETag": f"W/{digest_of(ageless)}"}
    )


def raw_headers(headers: Mapping[str, Any]) -> RawHeaders:
    """Headers as ASGI carries them."""
    return [(name.lower().encode("latin-1"), str(value).encode("latin-1")) for name, value in headers.items()]
