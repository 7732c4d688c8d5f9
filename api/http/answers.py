"""Answers whose body is bytes already: they are sent as they are, and their headers are written once."""

from collections.abc import Mapping
from typing import Any

from litestar import Litestar, Request, Response
from litestar.response.base import ASGIResponse
from litestar.types import Receive, Scope, Send

JSON = "application/json"
RawHeaders = list[tuple[bytes, bytes]]
_OK = 200


class BytesResponse(Response[bytes]):
    """A body of bytes. Litestar's own response would render it again, and set each header in two layers."""

    def to_asgi_response(
        self,
        app: Litestar | None,
        request: Request,  # type: ignore[type-arg]
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


def raw_headers(headers: Mapping[str, Any]) -> RawHeaders:
    """Headers as ASGI carries them."""
    return [(name.lower().encode("latin-1"), str(value).encode("latin-1")) for name, value in headers.items()]
