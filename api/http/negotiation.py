"""Content negotiation: media type (`Accept`, `?format=`), language (`Accept-Language`), unchanged content (ETag).

Litestar's `Accept` matches media types. It lacks the weight of 0 that refuses a type (RFC 9110, 12.4.2), which is added here.
"""

from collections.abc import Iterator, Sequence

from litestar.datastructures.headers import Accept, ETag, MediaTypeHeader
from litestar.exceptions import ImproperlyConfiguredException

from api.context import Request
from api.http.describe import FALLBACK, FORMATS, LANGUAGES, TRANSLATIONS, doc_of


def negotiate(request: Request) -> str:
    """The media type of the answer, among those of the route.

    `?format=` comes before `Accept`; a client that accepts none of them gets the default (RFC 9110, 12.1).
    Raises BadRequest for a format that the route does not have.
    """
    doc = doc_of(request.scope)
    if doc is None:
        return "text/html"
    format_name = format_.of(request) if (format_ := doc.format()) else None
    if format_name is not None:
        return FORMATS[format_name]
    return best_media(", ".join(request.headers.getall("accept", [])), doc.media())


def best_media(accept: str, media_types: Sequence[str]) -> str:
    """The media type that an `Accept` header prefers; the first if it accepts none, or is empty."""
    ranges = list(_ranges(accept))
    refusals = [one for one, weight in ranges if weight == 0]
    preferences = [str(one) for one, weight in ranges if weight > 0]
    candidates = [
        media for media in media_types if not any(one.maintype + "/" + one.subtype == media for one in refusals)
    ]
    return (
        Accept(", ".join(preferences)).best_match(candidates, media_types[0])
        if preferences and candidates
        else media_types[0]
    )


def best_language(accept: str, languages: Sequence[str] = LANGUAGES) -> str:
    """The language that an `Accept-Language` header prefers; by the first subtag, so that `es-MX` is `es`."""
    best, most = languages[0], 0
    for one, weight in _ranges(accept):
        language = one.maintype.lower().partition("-")[0]
        if weight > most and language in languages:
            best, most = language, weight
    return best


def language_of(request: Request, languages: Sequence[str] = LANGUAGES) -> str:
    """The language of the answer's texts, one of these."""
    return best_language(", ".join(request.headers.getall("accept-language", [])), languages)


def page_language(request: Request) -> str:
    """The language of a page for people that is in Spanish and English alone: that of `?lang=`, else that of the browser."""
    language = request.query_params.get("lang", "")
    if language in TRANSLATIONS:
        return FALLBACK
    return language if language in LANGUAGES else language_of(request)


def reader_language(request: Request) -> str:
    """The language of a page for players and spectators, which is translated: that of `?lang=`, else that of the browser."""
    language, languages = request.query_params.get("lang", ""), (*LANGUAGES, *TRANSLATIONS)
    return language if language in languages else language_of(request, languages)


def matches_etag(if_none_match: str, etag: str) -> bool:
    """True if this `If-None-Match` contains this ETag, weakly compared (RFC 9110, 13.1.2)."""
    ours = ETag.from_header(etag).value
    return if_none_match.strip() == "*" or any(tag == ours for tag in _etags(if_none_match))


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
