"""What a client would rather have: media type (`Accept`, `?format=`), language (`Accept-Language`), or nothing new (ETag).

Media types are matched by Litestar's `Accept`. What it lacks is added here: a weight of 0 refuses a type (RFC 9110, 12.4.2).
"""

from collections.abc import Iterator, Sequence

from litestar.datastructures.headers import Accept, ETag, MediaTypeHeader
from litestar.exceptions import ImproperlyConfiguredException

from api.http.describe import FORMATS, LANGUAGES, doc_of
from api.request import Request


def negotiated(request: Request) -> str:
    """The media type of the answer, among those that the route says it has.

    `?format=` has the first word, then `Accept`; a client that likes none of them gets the default (RFC 9110, 12.1).
    Raises Malformed for a format that the route does not have.
    """
    doc = doc_of(request.scope)
    if doc is None:
        return "text/html"
    asked = format_.of(request) if (format_ := doc.format()) else None
    if asked is not None:
        return FORMATS[asked]
    return best_media(", ".join(request.headers.getall("accept", [])), doc.media())


def best_media(accept: str, provided: Sequence[str]) -> str:
    """The one of these media types that an `Accept` header likes best; the first where it likes none, or says nothing."""
    ranges = list(_ranges(accept))
    refused = [one for one, weight in ranges if weight == 0]
    liked = [str(one) for one, weight in ranges if weight > 0]
    kept = [media for media in provided if not any(one.maintype + "/" + one.subtype == media for one in refused)]
    return Accept(", ".join(liked)).best_match(kept, provided[0]) if liked and kept else provided[0]


def best_language(accept: str) -> str:
    """`es` or `en`, whichever an `Accept-Language` header likes better; by the first subtag, so that `es-MX` is `es`."""
    best, most = LANGUAGES[0], 0
    for one, weight in _ranges(accept):
        language = one.maintype.lower().partition("-")[0]
        if weight > most and language in LANGUAGES:
            best, most = language, weight
    return best


def language_of(request: Request) -> str:
    """The language of the answer's texts."""
    return best_language(", ".join(request.headers.getall("accept-language", [])))


def page_language(request: Request) -> str:
    """The language of a page for people: what `?lang=` names, or else what the browser prefers."""
    asked = request.query_params.get("lang", "")
    return asked if asked in LANGUAGES else language_of(request)


def unchanged(given: str, etag: str) -> bool:
    """Whether this `If-None-Match` names this ETag, among others too, weakly compared (RFC 9110, 13.1.2)."""
    ours = ETag.from_header(etag).value
    return given.strip() == "*" or any(tag == ours for tag in _etags(given))


def _etags(header: str) -> Iterator[str | None]:
    for part in header.split(","):
        try:
            yield ETag.from_header(part.strip()).value
        except ImproperlyConfiguredException:
            continue


def _ranges(header: str) -> Iterator[tuple[MediaTypeHeader, int]]:
    """The ranges of a header with their weights in hundredths; one with an invalid weight is ignored."""
    for part in header.split(","):
        one = MediaTypeHeader(part.strip())
        try:
            weight = one.priority[0]
        except OverflowError:
            continue
        if one.maintype and 0 <= weight <= 100:
            yield one, weight
