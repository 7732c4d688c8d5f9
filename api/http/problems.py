"""Refusals as problem documents (RFC 9457), in the reader's language; and what each code means."""

import logging
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response
from litestar.exceptions import HTTPException
from msgspec import UNSET, Meta, UnsetType

from api.context import Request
from api.http.negotiation import language_of
from api.runtime.disconnects import CLOSED_REQUEST, ClientGone
from referee.championship.round_views import LeastPairs
from referee.championship.views import Somebody
from referee.errors import REASONS, Busy, Flaw, ReadOnly, ServiceRefusal, Unavailable
from referee.log.records import Clash
from referee.log.timeouts.failures import is_outage
from referee.match.view import PlayedInstead
from referee.matches.conflict import Still
from referee.people.namesakes import Candidate
from referee.text import Text
from referee.work import stored_word

PROBLEM_JSON = "application/problem+json"
_log = logging.getLogger("referee.api")
READ_ONLY_SECONDS = 60
"""Seconds after which a balancer may route to another node, or a standby may have become the primary."""
_FAILURE = 500
"""Statuses from here on are logged by `unavailable` and `fail`, at every level."""


class ProblemError(msgspec.Struct, frozen=True):
    """Where in the request something is wrong, and what."""

    path: str
    message: str
    people: Annotated[list[Candidate], Meta(description="The people whom the name there fits.")] | UnsetType = UNSET


class UndoneFirst(msgspec.Struct, frozen=True):
    """A decision on which others stand: its version in the championship's log, and its type."""

    version: int
    type: str


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why the service said no. Nothing was stored, unless `stored` says that this is unknown."""

    type: Annotated[str, Meta(description="A path that explains the code.", examples=["/v1/problems/irregular"])]
    title: str
    status: int
    detail: str
    code: str
    rule: str | UnsetType = UNSET
    seat: int | UnsetType = UNSET
    index: Annotated[int, Meta(description="Which event of an array it is about.")] | UnsetType = UNSET
    alternatives: Annotated[list[Any], Meta(description="What would be legal.")] | UnsetType = UNSET
    errors: list[ProblemError] | UnsetType = UNSET
    version: Annotated[int, Meta(description="The version the match is at.")] | UnsetType = UNSET
    position: Annotated[int, Meta(description="The position the log, or its read models, are at.")] | UnsetType = UNSET
    head: Annotated[int, Meta(description="The position that the read models have yet to reach.")] | UnsetType = UNSET
    since: Annotated[list[Any], Meta(description="The events that came in between.")] | UnsetType = UNSET
    stored: (
        Annotated[
            Literal["no", "unknown"],
            Meta(description="After a failure of the service: whether anything may be stored all the same."),
        ]
        | UnsetType
    ) = UNSET
    retry_after: Annotated[int, Meta(description="Seconds to wait.")] | UnsetType = UNSET
    still: (
        Annotated[
            list[Still],
            Meta(
                description="For each event in its order, whether it would be `regular`, `irregular` or `impossible` now."
            ),
        ]
        | UnsetType
    ) = UNSET
    possible: Annotated[list[int], Meta(description="The numbers of entrants that there may be.")] | UnsetType = UNSET
    people: Annotated[list[Candidate], Meta(description="The people whom a name fits.")] | UnsetType = UNSET
    matches: Annotated[list[str], Meta(description="The matches at which both sat.")] | UnsetType = UNSET
    contests: (
        Annotated[list[str], Meta(description="The contests that both entered, or that somebody is entered in.")]
        | UnsetType
    ) = UNSET
    undo_first: (
        Annotated[list[UndoneFirst], Meta(description="What has to be taken back before, first to last.")] | UnsetType
    ) = UNSET
    in_the_way: (
        Annotated[list[Somebody], Meta(description="Those for whom a round has nobody left to play with.")] | UnsetType
    ) = UNSET
    least: (
        Annotated[LeastPairs, Meta(description="What `repeats` would take: as few meetings again as can be.")]
        | UnsetType
    ) = UNSET
    existing: Annotated[str, Meta(description="The address of what has this external id.")] | UnsetType = UNSET
    differing: (
        Annotated[list[str], Meta(description="The fields of the request in which it differs from what is there.")]
        | UnsetType
    ) = UNSET
    championship: Annotated[str, Meta(description="The championship that is this edition already.")] | UnsetType = UNSET
    instead: (
        Annotated[
            PlayedInstead | None,
            Meta(description="What is played in place of a match that counts no more; null where nothing is."),
        ]
        | UnsetType
    ) = UNSET
    difference: (
        Annotated[dict[str, Any], Meta(description="Who would be through, and which matches it would void.")]
        | UnsetType
    ) = UNSET


class Explanation(msgspec.Struct, frozen=True):
    """What a problem's code means."""

    code: str
    status: int
    es: str
    en: str


MEANINGS: dict[str, Text] = {
    "too-large": Text(es="El cuerpo es demasiado grande.", en="The body is too large."),
    "unsupported-media-type": Text(
        es="Esta dirección admite otro tipo de contenido, casi siempre application/json.",
        en="This address takes another media type, nearly always application/json.",
    ),
    "too-many": Text(es="Demasiadas peticiones seguidas.", en="Too many requests in a row."),
    "busy": Text(
        es="El servicio prepara esto de uno en uno, y otros esperan antes. Vuelva a pedirlo.",
        en="The service makes this for one reader after the other, and others wait before you. Ask again.",
    ),
    "unauthenticated": Text(es="Hace falta un token válido.", en="A valid token is needed."),
    "forbidden": Text(es="Este token no lo permite.", en="This token does not allow it."),
    "not-found": Text(es="No se encuentra.", en="Not found."),
    "malformed": Text(
        es="La petición no tiene la forma debida; `errors` dice dónde.",
        en="The request does not have the right shape; `errors` says where.",
    ),
    "not-in-this-game": Text(
        es="Este juego no tiene ese tipo, campo, carta o número de asientos.",
        en="This game does not have that type, field, card or number of seats.",
    ),
    "key-reused": Text(
        es="Esta Idempotency-Key ya se usó con otro contenido.",
        en="This Idempotency-Key was already used with a different body.",
    ),
    "gone": Text(
        es="Lo que hizo esta Idempotency-Key se ha borrado desde entonces.",
        en="What this Idempotency-Key made was deleted since.",
    ),
    "ambiguous": Text(es="El nombre corresponde a dos personas.", en="The name fits two people."),
    "inconsistent": Text(
        es="Lo enviado no concuerda entre sí o con lo que hay; `errors` dice dónde.",
        en="What was sent does not agree with itself or with what is there; `errors` says where.",
    ),
    "finished": Text(es="El encuentro ha terminado.", en="The match is over."),
    "void": Text(
        es="El encuentro ya no cuenta: su torneo sigue sin él. `instead` dice qué encuentro se juega en su lugar.",
        en="The match counts no more: its contest goes on without it. `instead` says which match is played in its place.",
    ),
    "exists": Text(
        es="Ya hay algo con ese `external_id`: `existing` dice dónde y `differing` en qué no coincide.",
        en="Something with this `external_id` is there already: `existing` says where, `differing` in what it differs.",
    ),
    "conflict": Text(
        es="No está como esta petición supone: `version` es la versión de ahora y, en un encuentro, `since` lo que vino y "
        "`still` si lo enviado aún vale.",
        en="It is not as this request takes it to be: `version` is the version now and, of a match, `since` what came and "
        "`still` whether yours is still possible.",
    ),
    "impossible": Text(
        es="No pudo pasar en esta mesa: contradice el registro.",
        en="This cannot have happened at this table: it contradicts the log.",
    ),
    "irregular": Text(
        es="Va contra una regla que aquí se exige; `rule` la nombra y `alternatives` dice qué sería legal.",
        en="It breaks a rule that is enforced here: `rule` names it, `alternatives` lists what would be legal.",
    ),
    "closed": Text(
        es="Cambiaría quién pasa cuando el desempate o la final ya ha empezado.",
        en="It would change who is through after the tie-break or final has begun.",
    ),
    "not-allowed": Text(es="Esta dirección no admite ese método.", en="This address does not take that method."),
    "address-too-long": Text(es="La dirección es demasiado larga.", en="The address is too long."),
    "head-too-large": Text(es="Las cabeceras son demasiado grandes.", en="The headers are too large."),
    "head-too-slow": Text(es="Las cabeceras no llegaron a tiempo.", en="The headers did not arrive in time."),
    "unavailable": Text(
        es="La base de datos no responde; `stored` dice si algo pudo guardarse. Repita la petición con la misma Idempotency-Key.",
        en="The database does not answer; `stored` says whether anything may be stored. Repeat with the same Idempotency-Key.",
    ),
    "internal": Text(
        es="El servicio ha fallado; `stored` dice si algo pudo guardarse.",
        en="The service failed; `stored` says whether anything may be stored.",
    ),
}
STATUSES = {reason.code: reason.status for reason in REASONS} | {
    "not-allowed": 405,
    "address-too-long": 414,
    "head-too-large": 431,
    "head-too-slow": 408,
    "internal": 500,
    Unavailable.code: Unavailable.status,
    Busy.code: Busy.status,
}
_BY_STATUS = {400: "malformed", 401: "unauthenticated", 403: "forbidden", 404: "not-found", 405: "not-allowed"}
_BY_STATUS |= {413: "too-large", 415: "unsupported-media-type", 429: "too-many"}


def problem_of(refusal: ServiceRefusal, language: str) -> Problem:
    """The problem document of a refusal, in this language."""
    return Problem(
        type=f"/v1/problems/{refusal.code}",
        title=MEANINGS[refusal.code].in_language(language),
        status=refusal.status,
        detail=refusal.text.in_language(language),
        code=refusal.code,
        rule=refusal.rule or UNSET,
        seat=UNSET if refusal.seat is None else refusal.seat,
        errors=[ProblemError(flaw.path, flaw.text.in_language(language), **flaw.extra) for flaw in refusal.flaws]
        or UNSET,
        **refusal.extra,
    )


def refuse(request: Request, refusal: ServiceRefusal) -> Response[bytes]:
    """The response with the problem document of a refusal."""
    language = language_of(request)
    problem = problem_of(refusal, language)
    if refusal.status < _FAILURE and _log.isEnabledFor(logging.INFO):
        fields = {
            "method": request.method,
            "path": request.scope["path"],
            "status": refusal.status,
            "code": refusal.code,
        }
        _log.info("%s %s: %d %s", *fields.values(), extra={"fields": fields})
    headers = {"Content-Language": language, "Vary": "Accept-Language, Authorization"}
    if "retry_after" in refusal.extra:
        headers["Retry-After"] = str(refusal.extra["retry_after"])
    if refusal.status == 401:
        headers["WWW-Authenticate"] = 'Bearer realm="referee"'
    return Response(msgspec.json.encode(problem), status_code=refusal.status, media_type=PROBLEM_JSON, headers=headers)


class _Http(ServiceRefusal):
    """A refusal by the web framework."""

    def __init__(self, text: Text, status: int, code: str, flaws: tuple[Flaw, ...] = ()) -> None:
        super().__init__(text, flaws=flaws)
        self.status = status  # type: ignore[misc]
        self.code = code  # type: ignore[misc]


def refuse_http(request: Request, error: HTTPException) -> Response[bytes]:
    """The problem document of a refusal by the web framework: of a path, method, parameter or size."""
    code = _BY_STATUS.get(error.status_code, "malformed" if error.status_code < 500 else "internal")
    flaws = tuple(
        Flaw(str(item.get("key", "")), Text(es=str(item.get("message", "")), en=str(item.get("message", ""))))
        for item in (error.extra if isinstance(error.extra, list) else [])
        if isinstance(item, Mapping)
    )
    meaning = MEANINGS[code]
    details = f" ({', '.join(f'{flaw.path}: {flaw.text.en}' for flaw in flaws)})" if flaws else ""
    text = Text(es=meaning.es + details, en=meaning.en + details)
    response = refuse(request, _Http(text, STATUSES[code], code, flaws))
    for name, value in (error.headers or {}).items():
        response.set_header(name, value)
    return response


def unavailable(request: Request, error: Exception) -> Response[bytes]:
    """The problem document of a database that does not answer."""
    if not isinstance(error, Unavailable):
        # A clash without a visible cause means that two servers disagree which of them is the primary.
        if not (is_outage(error) or isinstance(error, Clash)):
            return fail(request, error)
        error = Unavailable(stored_word())
    _log.warning("%s %s: %s", request.method, request.scope["path"], error, exc_info=error.__cause__)
    refusal = _Http(MEANINGS[error.code], error.status, error.code)
    refusal.extra = {"stored": error.stored, "retry_after": error.retry_after}
    return refuse(request, refusal)


def client_left(request: Request, _: ClientGone) -> Response[bytes]:
    """An empty response for a client that left before it was ready."""
    return Response(b"", status_code=CLOSED_REQUEST)


def read_only(request: Request, error: ReadOnly) -> Response[bytes]:
    """The problem document of a write to a read-only node."""
    refusal = _Http(error.text, Unavailable.status, Unavailable.code)
    refusal.extra = {"stored": "no", "retry_after": READ_ONLY_SECONDS}
    return refuse(request, refusal)


def fail(request: Request, error: Exception) -> Response[bytes]:
    """The problem document of a fault of the service itself."""
    _log.exception("%s %s failed", request.method, request.scope["path"], exc_info=error)
    refusal = _Http(MEANINGS["internal"], 500, "internal")
    refusal.extra = {"stored": stored_word()}
    return refuse(request, refusal)
