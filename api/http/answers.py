"""Answers: their JSON, their ETags, their headers, and those that are cached or compressed.

An ETag is a version, or a digest of the answer, or both (RFC 9110, 8.8.3).
"""

import gzip
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

import msgspec
from litestar import Response
from litestar.config.compression import CompressionConfig
from litestar.utils.scope.state import ScopeState
from msgspec import Struct

from api.context import CacheDependencies, Request, context_of
from api.reads.response_store import CachedBody
from referee.log.folds import VersionedFold

JSON = "application/json"
LEAST_COMPRESSED = 4096
"""Bytes of the smallest body that is compressed."""
SENT_AS_IT_IS = "sent_as_it_is"
"""Key of a route's `opt`: its response is not compressed."""
COMPRESSION = CompressionConfig(backend="gzip", minimum_size=LEAST_COMPRESSED, exclude_opt_key=SENT_AS_IT_IS)
"""Compression runs outside of `ConditionalGet`, since a gzip body contains the time and would change the ETag."""

TAG_MARK = "-"
"""Separates the version in an ETag from a mark or digest behind it."""
NOT_WHOLE = "*"
"""The end of an ETag to which `ConditionalGet` adds a digest."""
_TAG_EDGES = '"' + NOT_WHOLE
"""The characters around the inner part of an ETag: its quotes, and the mark of one that is not whole."""


def encode(value: Any) -> bytes:
    """Encodes a value as JSON."""
    return msgspec.json.encode(value)


def version_tag(version: int, mark: str = "", *, whole: bool = True) -> str:
    """The ETag of an answer with a version, and a `mark` of its other dependencies.

    Without `whole` the answer depends on more than the version and the mark: on its reader, its form, or later events. Then
    `ConditionalGet` adds a digest once the body is known.
    """
    return f'"{version}{mark}{"" if whole else NOT_WHOLE}"'


def tag_with_digest(tag: str, body: bytes) -> str:
    """Adds the digest of the body to an ETag."""
    return f'"{tag.strip(_TAG_EDGES)}{TAG_MARK}{body_tag(body).strip(_TAG_EDGES)}"'


def body_tag(body: bytes) -> str:
    """The ETag of an answer without a version: a digest of its body."""
    return f'"{sha256(body).hexdigest()[:16]}"'


def report_response(
    request: Request,
    cached_body: CachedBody,
    headers: Mapping[str, str],
    *,
    streams: Iterable[VersionedFold] = (),
    cost: int = 1,
) -> Response[bytes]:
    """The response with a body. It may be cached while `streams` have no new version; without any, while the log has not grown.

    It is not cached if a name has changed since the request came: the rights of readers depend on the identity of people.
    """
    context = context_of(request)
    if cached_body.names is not None and cached_body.names == context.names:
        versions = tuple((one.id, one.version) for one in streams)
        context.cache_dependencies = CacheDependencies(cached_body.names, context.position or 0, versions, cost)
    return Response(cached_body.body, media_type=JSON, headers=headers)


class StaticResponse(Struct, frozen=True):
    """A response that is the same while the process runs, compressed once."""

    body: bytes
    compressed_body: bytes | None
    etag: str

    def answer(self, request: Request, headers: Mapping[str, str] | None = None, media: str = JSON) -> Response[bytes]:
        """The response to a request, compressed if its client accepts that."""
        context = context_of(request)
        context.cache_dependencies = CacheDependencies(cost=0 if context.sender.bucket is None else 1)
        response_headers = {"ETag": self.etag} | dict(headers or {})
        if self.compressed_body is None or "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.body, media_type=media, headers=response_headers)
        # Litestar's compression passes a cached response through; without this it would compress it again.
        ScopeState.from_scope(request.scope).is_cached = True
        response_headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return Response(self.compressed_body, media_type=media, headers=response_headers)


def static_response(body: bytes) -> StaticResponse:
    """A static response with this body. It is compressed once, so a small body is compressed too."""
    gzip_body = gzip.compress(body, mtime=0)
    return StaticResponse(body, gzip_body if len(gzip_body) < len(body) else None, body_tag(body))


def aging(body: bytes, ageless: bytes) -> Response[bytes]:
    """A response with ages of things, which is otherwise the same as long as `ageless` is.

    Its ETag is a weak one (RFC 9110, 8.8.1): a client with a copy adds the time since it got it.
    """
    return Response(body, media_type=JSON, headers={"Cache-Control": "no-store", "ETag": f"W/{body_tag(ageless)}"})
