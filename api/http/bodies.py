"""Request bodies and headers, read strictly: a wrong shape is refused, never coerced."""

import hmac
import json
import re
from asyncio import timeout
from hashlib import sha256
from typing import Any, TypeVar

import msgspec

from api.context import Request, context_of, services_of
from api.http.answers import TAG_MARK
from api.http.describe import IDEMPOTENCY_KEY, IF_MATCH
from referee.canonical_json import has_many_digits
from referee.characters import require_seen
from referee.errors import UNREADABLE, BadRequest, Flaw, TooLarge, UnsupportedMediaType
from referee.exact_numbers import require_exact
from referee.match.registry import malformation
from referee.matches.commands import MOST_EVENTS
from referee.text import Text

T = TypeVar("T")

MAX_BODY = 1_000_000
"""Bytes of a request body: about ten thousand events."""
MOST_READ = 16 * MAX_BODY
"""Bytes of a larger one that are read before it is refused."""


async def json_body(request: Request) -> bytes:
    """The body of a JSON request. Raises TooLarge, UnsupportedMediaType."""
    return await body_of(request, "application/json")


async def body_of(request: Request, media_type: str) -> bytes:
    """The body of a request that must be of this media type. Raises TooLarge, UnsupportedMediaType."""
    body = await _whole(request)
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != media_type:
        raise UnsupportedMediaType(
            Text(
                es=f"el cuerpo debe ser {media_type}, no «{media}»", en=f"the body must be {media_type}, not {media!r}"
            )
        )
    coding = request.headers.get("content-encoding", "identity").strip().lower()
    if coding != "identity":
        raise UnsupportedMediaType(
            Text(es=f"el cuerpo no se comprime: sobra «{coding}»", en=f"the body must not be compressed: no {coding!r}")
        )
    return body


async def _whole(request: Request) -> bytes:
    """The body, if it is not too large. Raises TooLarge, and BadRequest for one that breaks off or takes too long.

    The rest of a body that is too large is still read, up to `MOST_READ`: a client that is cut off while it sends often does not
    see the answer.
    """
    if context_of(request).is_body_whole:
        body, size = await _receive(request)
    else:
        try:
            async with timeout(services_of(request).body_seconds):
                body, size = await _receive(request)
        except TimeoutError as slow:
            raise BadRequest(Text(es="el cuerpo no llegó a tiempo", en="the body did not arrive in time")) from slow
    if size > MAX_BODY:
        raise TooLarge(
            Text(
                es=f"el cuerpo pasa de {MAX_BODY} bytes: envíalo en varias veces",
                en=f"the body is larger than {MAX_BODY} bytes: send it in several requests",
            )
        )
    return body


async def _receive(request: Request) -> tuple[bytes, int]:
    """The body and its size; only the size counts if it is too large. Raises BadRequest for a body that breaks off."""
    chunks: list[bytes] = []
    size, more = 0, True
    while more and size <= MOST_READ:
        message = await request.receive()
        if message["type"] != "http.request":
            raise BadRequest(Text(es="el cuerpo llegó incompleto", en="the body is incomplete"))
        chunk = message.get("body", b"")
        size += len(chunk)
        if size <= MAX_BODY:
            chunks.append(chunk)
        more = message.get("more_body", False)
    return b"".join(chunks), size


def require_sound(body: bytes) -> None:
    """Raises BadRequest for JSON with an invisible character, with an inexact number, or with a key twice in one object."""
    require_seen(body)
    if has_many_digits(body):
        require_exact(body)
    require_each_key_once(body)


def read(body: bytes, shape: type[T]) -> T:
    """Decodes the body as this struct. Raises BadRequest with the path of each fault."""
    require_sound(body)
    try:
        return msgspec.json.decode(body, type=shape)
    except UNREADABLE as error:
        raise malformation(error) from error


def read_events(body: bytes) -> list[msgspec.Raw]:
    """The events of a body, one or an array, undecoded. Raises BadRequest."""
    require_sound(body)
    try:
        events = msgspec.json.decode(body, type=list[msgspec.Raw]) if body.lstrip()[:1] == b"[" else [msgspec.Raw(body)]
    except UNREADABLE as error:
        raise malformation(error) from error
    if not 1 <= len(events) <= MOST_EVENTS:
        what = Text(
            es=f"se envían de 1 a {MOST_EVENTS} eventos de una vez, no {len(events)}",
            en=f"between 1 and {MOST_EVENTS} events go in one request, not {len(events)}",
        )
        raise BadRequest(what, flaws=(Flaw("$", what),))
    return events


def expected_version(request: Request) -> int | None:
    """The version that `If-Match` names; None without it. Raises BadRequest."""
    header = IF_MATCH.header_value(request)
    if header is None or header == "*":
        return None
    if not IF_MATCH.fits(header):
        text = Text(
            es=f"If-Match pide una versión entre comillas, no «{header}»",
            en=f"If-Match needs a version in quotes, not {header!r}",
        )
        raise BadRequest(text, flaws=(Flaw(IF_MATCH.name, text),))
    return int(header.removeprefix("W/").strip('"').partition(TAG_MARK)[0])


def idempotency_key(request: Request, content: bytes) -> tuple[str, str] | None:
    """The digests of a request's Idempotency-Key and of its content; None without a key, and in a dry run. Raises BadRequest.

    The second is keyed with the key, which is stored nowhere: a reader of the log cannot guess names and compare digests.
    """
    key = IDEMPOTENCY_KEY.header_value(request)
    if key is None:
        return None
    require_key(key)
    if services_of(request).is_dry_run:
        return None
    return key_digest(key), hmac.digest(key.encode(), content, "sha256").hex()


def require_key(key: str, path: str = IDEMPOTENCY_KEY.name) -> None:
    """Raises BadRequest for a text that is no Idempotency-Key; `path` says where it stands."""
    name, least, most = path.removeprefix("$."), IDEMPOTENCY_KEY.least, IDEMPOTENCY_KEY.most
    if not IDEMPOTENCY_KEY.fits(key):
        text = Text(
            es=f"{name} tiene de {least} a {most} caracteres ASCII visibles",
            en=f"{name} has between {least} and {most} visible ASCII characters",
        )
        raise BadRequest(text, flaws=(Flaw(path, text),))


def key_digest(key: str) -> str:
    """The digest under which an Idempotency-Key is stored."""
    return sha256(key.encode()).hexdigest()


def require_each_key_once(body: bytes) -> None:
    """Raises BadRequest if an object in this JSON, at any depth, has a key twice; ignores a text that is not JSON.

    Parsers treat such a key differently (RFC 8259, 4). The decoder of the bodies, msgspec, silently takes the last; that of the
    standard library shows every pair.
    """
    if b"\\" not in body:
        keys = [text for text, colon in _TEXTS.findall(body) if colon]
        if len({*keys}) == len(keys):
            return
    try:
        _reader.decode(body.decode())
    except (ValueError, RecursionError):
        return


def _object(pairs: list[tuple[str, Any]]) -> None:
    if len({name for name, _ in pairs}) == len(pairs):
        return
    names = [name for name, _ in pairs]
    twice = next(name for name in names if names.count(name) > 1)
    what = Text(es=f"la clave «{twice}» viene dos veces", en=f"the key {twice!r} comes twice")
    raise BadRequest(what, flaws=(Flaw(f"$..{twice}", what),))


def _number(_: str) -> int:
    """Returns 0 without parsing: the longest number would take seconds."""
    return 0


_TEXTS = re.compile(rb'"([^"]*)"(\s*:)?')
"""The strings of JSON without escapes, each with the colon that makes it a key."""
_reader = json.JSONDecoder(object_pairs_hook=_object, parse_int=_number, parse_float=_number)
