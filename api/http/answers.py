"""Responses with a body of bytes: it is sent as it is, and the headers are encoded once."""

import gzip
from collections.abc import Iterable, Mapping
from typing import Any

from litestar import Litestar, Response
from litestar.config.compression import CompressionConfig
from litestar.response.base import ASGIResponse
from litestar.types import Receive, Scope, Send
from litestar.utils.scope.state import ScopeState
from msgspec import Struct

from api.context import CacheDependencies, Request, context_of
from api.http.tags import digest_of
from api.reads.response_store import Report
from referee.log.folds import VersionedFold

JSON = "application/json"
RawHeaders = list[tuple[bytes, bytes]]
_OK = 200
LEAST_COMPRESSED = 4096
"""Bytes of the smallest body that is compressed."""
SENT_AS_IT_IS = "sent_as_it_is"
"""Key of a route's `opt`: its response is not compressed."""
COMPRESSION = CompressionConfig(backend="gzip", minimum_size=LEAST_COMPRESSED, exclude_opt_key=SENT_AS_IT_IS)
"""Compression runs outside of `ConditionalGet`, since a gzip body contains the time and would change the ETag."""


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
        # The attributes that the base class would set from its other parameters.
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
        """The ASGI response, with `status_code` if this one has no status of its own."""
        media = str(self.media_type or JSON)
        if media.startswith("text/"):
            media += "; charset=utf-8"
        raw = raw_headers(self.headers)
        raw += [(b"content-type", media.encode()), (b"content-length", str(len(self.content)).encode())]
        return _WholeResponse(self.status_code or status_code or _OK, raw, self.content)


class _WholeResponse(ASGIResponse):
    """A head and a body that are ready to send."""

    def __init__(self, status: int, raw: RawHeaders, body: bytes) -> None:
        self.status_code = status
        self.body = body
        self.background = None
        self._raw = raw

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends the head and the body."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self._raw})
        await send({"type": "http.response.body", "body": self.body, "more_body": False})


def report_response(
    request: Request,
    report: Report,
    headers: Mapping[str, str],
    *,
    streams: Iterable[VersionedFold] = (),
    cost: int = 1,
) -> BytesResponse:
    """The response with a report. It may be cached while `streams` have no new version; without any, while the log has not grown.

    It is not cached if a name has changed since the request came: the rights of readers depend on the identity of people.
    """
    context = context_of(request)
    if report.names is not None and report.names == context.names:
        versions = tuple((one.id, one.version) for one in streams)
        context.cache_dependencies = CacheDependencies(report.names, context.position or 0, versions, cost)
    return BytesResponse(report.body, media_type=JSON, headers=headers)


class StaticResponse(Struct, frozen=True):
    """A response that is the same while the process runs, compressed once."""

    body: bytes
    compressed: bytes | None
    etag: str

    def answer(self, request: Request, headers: Mapping[str, str] | None = None, media: str = JSON) -> BytesResponse:
        """The response to a request, compressed if its client accepts that."""
        context = context_of(request)
        context.cache_dependencies = CacheDependencies(cost=0 if context.sender.bucket is None else 1)
        response_headers = {"ETag": self.etag} | dict(headers or {})
        if self.compressed is None or "gzip" not in request.headers.get("accept-encoding", ""):
            return BytesResponse(self.body, media_type=media, headers=response_headers)
        # Litestar's compression passes a cached response through; without this it would compress it again.
        ScopeState.from_scope(request.scope).is_cached = True
        response_headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return BytesResponse(self.compressed, media_type=media, headers=response_headers)


def static_response(body: bytes) -> StaticResponse:
    """A static response with this body. It is compressed once, so a small body is compressed too."""
    gzip_body = gzip.compress(body, mtime=0)
    return StaticResponse(body, gzip_body if len(gzip_body) < len(body) else None, digest_of(body))


def aging(body: bytes, ageless: bytes) -> BytesResponse:
    """A response with ages of things, which is otherwise the same as long as `ageless` is.

    Its ETag is a weak one (RFC 9110, 8.8.1): a client with a copy adds the time since it got it.
    """
    return BytesResponse(
        body, media_type=JSON, headers={"Cache-Control": "no-store", "ETag": f"W/{digest_of(ageless)}"}
    )


def raw_headers(headers: Mapping[str, Any]) -> RawHeaders:
    """Encodes headers for ASGI."""
    return [(name.lower().encode("latin-1"), str(value).encode("latin-1")) for name, value in headers.items()]
