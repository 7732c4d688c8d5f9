"""`If-None-Match`: an answer that the client has is not sent again (RFC 9110, 13.1.2). Every read has an ETag.

The ETag of a thing with a version is that version. Otherwise it is a digest of the answer, made here. Both are joined if the
answer depends on more than the version.
"""

from collections.abc import Mapping

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

from api.http.answers import NOT_WHOLE, body_tag, tag_with_digest
from api.http.describe import Answer, Doc, doc_of
from api.http.negotiation import matches_etag
from api.http.parameters import Header
from referee.people import changed_names

IF_NONE_MATCH = Header(name="If-None-Match", about="The ETag of the answer that you have, or several.")
NOT_MODIFIED = Answer("Nothing has changed since the answer that `If-None-Match` names.")
DIGEST = {"ETag": "A digest of the answer, quoted: `If-None-Match` takes it."}
"""The document's description of the ETag of a read without a version."""
EVENT_STREAM = "text/event-stream"
_OF_CONTENT = ("content-length", "content-type", "content-encoding", "content-disposition")


class ConditionalGet(ASGIMiddleware):
    """Gives every read an ETag, and answers 304 if `If-None-Match` names it.

    A version does not count changes of names. If a name in an answer was ever changed or erased, its ETag has a digest beside the
    version: so a client with the old name gets the new one.
    """

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        if scope["type"] != ScopeType.HTTP or scope["method"] != "GET":
            await next_app(scope, receive, send)
            return
        if_none_match = ", ".join(Headers.from_scope(scope).getall("if-none-match", []))
        changed_names.ASKED.begin()
        doc = doc_of(scope)
        await next_app(
            scope, receive, _RevalidatedAnswer(send, if_none_match, digests=doc is None or revalidates("get", doc)).take
        )


class _RevalidatedAnswer:
    """An answer on its way out: holds its head back until the first part of its body, then sends both, or a 304."""

    def __init__(self, send: Send, if_none_match: str, *, digests: bool) -> None:
        self._send, self._if_none_match, self._digests = send, if_none_match, digests
        self._head: HTTPResponseStartEvent | None = None
        self._is_dropped = False

    async def take(self, message: Message) -> None:
        """Sends a part of the answer on, unless the client has it."""
        if message["type"] == "http.response.start":
            self._head = message
        elif self._head is not None and message["type"] == "http.response.body":
            head, self._head = self._head, None
            body = None if message.get("more_body") else message["body"]
            self._is_dropped = self._tag_and_compare(head, body)
            await self._send(_not_modified(head) if self._is_dropped else head)
            await self._send(
                {"type": "http.response.body", "body": b"", "more_body": False} if self._is_dropped else message
            )
        elif not self._is_dropped:
            await self._send(message)

    def _tag_and_compare(self, head: HTTPResponseStartEvent, body: bytes | None) -> bool:
        """Writes an ETag into a head that lacks one. Returns True if the client has this answer.

        `body`: the whole body; None if only a part of it is here, of which there is no digest.
        """
        if head["status"] != 200:
            return False
        route_tag = next((value.decode() for name, value in head["headers"] if name == b"etag"), None)
        # A weak ETag is a digest already, of all but the ages of things (`aging`).
        is_weak = route_tag is not None and route_tag.startswith("W/")
        lacks_digest = route_tag is None or route_tag.endswith(f'{NOT_WHOLE}"') or changed_names.ASKED.is_set()
        if is_weak or not lacks_digest:
            tag = str(route_tag)
        elif body is None or (route_tag is None and not self._digests):
            return False
        else:
            tag = body_tag(body) if route_tag is None else tag_with_digest(route_tag, body)
            rest = [pair for pair in head["headers"] if pair[0] != b"etag"]
            head["headers"] = [*rest, (b"etag", tag.encode())]
        return bool(self._if_none_match) and matches_etag(self._if_none_match, tag)


def _not_modified(message: HTTPResponseStartEvent) -> HTTPResponseStartEvent:
    headers = MutableScopeHeaders(message)
    for name in _OF_CONTENT:
        if name in headers:
            del headers[name]
    message["status"] = 304
    return message


def revalidates(method: str, doc: Doc) -> bool:
    """True if the answers of a route have an ETag for a later read: all reads but streams and the state of the service."""
    good = doc.answers.get(200)
    return method == "get" and good is not None and good.media != EVENT_STREAM and doc.tag != "health"


def named_by(doc: Doc) -> Mapping[str, str]:
    """The document's description of the ETag header of a read, if the answer has none of its own."""
    return {} if "ETag" in doc.answers[200].headers else DIGEST
