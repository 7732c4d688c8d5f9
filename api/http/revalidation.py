"""`If-None-Match`, for every answer that carries an ETag: what the client has already is not sent again (RFC 9110, 13.1.2)."""

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

from api.http.describe import Answer, Doc
from api.http.negotiation import unchanged
from api.http.parameters import Header
from referee.people import changed_names

IF_NONE_MATCH = Header(
    name="If-None-Match", about="The ETag of the answer that you have, or several.", shape={"type": "string"}
)
NOT_MODIFIED = Answer("Nothing has changed since the version in `If-None-Match`.")
_OF_CONTENT = ("content-length", "content-type", "content-encoding", "content-disposition")


class Revalidation(ASGIMiddleware):
    """Answers 304 where a read finds nothing newer than what `If-None-Match` names.

    Versions do not count erasures: where an answer lacks the name of somebody, the client's copy may still have it, and the
    answer is sent.
    """

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        given = ", ".join(Headers.from_scope(scope).getall("if-none-match", []))
        if not given or scope["type"] != ScopeType.HTTP or scope["method"] != "GET":
            await next_app(scope, receive, send)
            return
        changed_names.begin()
        dropped = False

        async def revalidated(message: Message) -> None:
            nonlocal dropped
            if message["type"] == "http.response.start":
                etag = MutableScopeHeaders(message).get("etag")
                dropped = (
                    message["status"] == 200 and etag is not None and not changed_names.met() and unchanged(given, etag)
                )
                if dropped:
                    await send(_not_modified(message))
                    await send({"type": "http.response.body", "body": b"", "more_body": False})
                    return
            if not dropped:
                await send(message)

        await next_app(scope, receive, revalidated)


def _not_modified(message: HTTPResponseStartEvent) -> HTTPResponseStartEvent:
    headers = MutableScopeHeaders(message)
    for name in _OF_CONTENT:
        if name in headers:
            del headers[name]
    message["status"] = 304
    return message


def revalidates(method: str, doc: Doc) -> bool:
    """Whether a route's answers carry an ETag that a later read may name."""
    good = doc.answers.get(200)
    return method == "get" and good is not None and "ETag" in good.headers
