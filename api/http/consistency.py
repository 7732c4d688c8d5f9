"""What an answer stands for: the log position that it shows, and reads that wait for a write of which they know.

Every answer carries `Log-Position`. A read that names a position (`min_position`, or the `Consistency-Token` of a write) or
a version (`min_version`) is answered when the log has it; if it never comes, with 409 and how far the log is.
"""

from collections.abc import Callable
from time import monotonic

from litestar.types import HTTPResponseStartEvent, Scope

from api.elsewhere import THEN_SECONDS
from api.http.describe import Doc, doc_of
from api.http.parameters import MOST_POSITION, Header, Number, Param
from api.request import Request
from api.services import AT_STANDBY, ELSEWHERE, LOG_POSITION, NAMES, Services, services_of
from api.standby import READ_MODELS
from referee.errors import Conflict, Flaw, Malformed, Unauthenticated, Unavailable
from referee.store.outage import patience
from referee.text import Text

HEADER = "Log-Position"
TOKEN = "Consistency-Token"
AGE = "Age"
"""On an answer that was not asked of the database: the seconds since it was known to be true (RFC 9111, 5.1)."""
AT_ANOTHER = {"Cache-Status": 'referee; fwd=miss; detail="the database does not answer, its standby does"'}
"""Why it has an age (RFC 9211)."""
KNOWN_AT = "known_at"
"""Where a request that is answered of what is in memory keeps when that was last known to be true, in seconds of `monotonic`."""
AGAIN = {"Cache-Status": 'referee; hit; detail="the database does not answer"'}
"""Why what is told from memory has an age."""
WAIT_SECONDS = 2.0
"""How long a read waits for what the log does not have yet."""
LOOK_SECONDS = 0.05
FAR = 10_000
"""No log grows by so much in that time: who asks for more is told at once."""
SAME_FOR_ALL = {"rulesets", "problems", "health", "documentation"}
"""Chapters of the document that are the same for every reader."""
NOT_OF_THE_LOG = SAME_FOR_ALL | {"tokens", "webhooks"}
"""Chapters whose answers come from no log."""

MIN_POSITION = Number(
    name="min_position",
    about="Answer once the log has this position; 409 `conflict` where it does not come.",
    least=0,
    most=MOST_POSITION,
)
TOKEN_SENT = Header(
    name=TOKEN,
    about="What a write answered: the read sees at least that write.",
    pattern="^[0-9]{1,18}$",
)
MIN_VERSION = Number(
    name="min_version", about="Answer once it has this version; 409 `conflict` where it does not come.", least=1
)
VERSIONS: dict[str, Callable[[Services, str], int]] = {
    "match_id": lambda services, id_: services.service.match(id_).version,
    "championship_id": lambda services, id_: services.championships.championship(id_).version,
    "contest_id": lambda services, id_: services.championships.contest(id_)[0].version,
    "fixture_id": lambda services, id_: services.championships.fixture(id_)[2].version,
}
"""The version of what a path names."""


def reads_log(method: str, doc: Doc) -> bool:
    """Whether a route shows what is in the log."""
    return method == "get" and doc.tag not in NOT_OF_THE_LOG


def params_of(path: str) -> list[Param]:
    """The parameters with which a read of this path can wait."""
    versioned = any(f"{{{name}}}" in path for name in VERSIONS)
    return [MIN_POSITION, *([MIN_VERSION] if versioned else []), TOKEN_SENT]


async def stand(request: Request) -> None:
    """Before a read: waits for what it asks for, and notes the position that its answer stands for.

    Raises Malformed, Conflict where it does not come in time, NotFound.
    """
    if not shows_log(request):
        return
    services = services_of(request)
    position, version = _asked_position(request), MIN_VERSION.of(request)
    if position is not None or version is not None:
        services.access.recheck(request)
    if version is not None:
        await _version(services, request, version)
    # Looked at last: the answer stands for what was waited for, too.
    state = services.current.state() or await services.current.asked()
    if version is None and await _at_standby(services, request, position or 0, state.position):
        return
    if state.position < (position or 0):
        request.scope["state"][LOG_POSITION] = await _position(services, position or 0)
    else:
        request.scope["state"] |= {LOG_POSITION: state.position, NAMES: state.names}


def wanted(request: Request) -> tuple[int, int]:
    """The position and the version for which a read waits; 0 for one that it does not name. Raises Malformed."""
    return _asked_position(request) or 0, MIN_VERSION.of(request) or 0


def shows_log(request: Request) -> bool:
    """Whether a request reads what is in the log."""
    doc = doc_of(request.scope)
    return doc is not None and reads_log(request.method.lower(), doc)


async def turn(services: Services, request: Request) -> Services:
    """Has the standby answer a request, and returns its services. Raises Unavailable where it does not answer or knows less than
    this process.
    """
    there = services.elsewhere.parts if services.elsewhere is not None else None
    if there is None:
        raise Unavailable(stored="no")
    patience.begin(seconds=THEN_SECONDS, of=patience.STANDBY)
    if not services.current.is_known_to(await there.current.asked()):
        raise Unavailable(stored="no")
    request.scope["state"][ELSEWHERE] = there
    return there


async def _at_standby(services: Services, request: Request, wanted: int, head: int) -> bool:
    """Whether the standby answers this read, with the position that it has; `head` is that of the log."""
    if services.standby is None or not request.route_handler.opt.get(READ_MODELS):
        return False
    services.standby.seen(head)
    position = await services.standby.position(wanted)
    if position is None:
        return False
    request.scope["state"] |= {LOG_POSITION: position, AT_STANDBY: True}
    return True


async def need_found(request: Request) -> None:
    """Raises what comes before any refusal of parameters: TooMany, Unauthenticated, NotFound for what the path names."""
    services, doc = services_of(request), doc_of(request.scope)
    if services.access.principal(request).role == "public" and doc is not None and doc.token:
        raise Unauthenticated(
            Text(es="hace falta `Authorization: Bearer <token>`", en="this needs `Authorization: Bearer <token>`")
        )
    for name, id_ in request.path_params.items():
        if name in VERSIONS:
            await services.ask(VERSIONS[name], services, id_)


def told(message: HTTPResponseStartEvent, scope: Scope) -> dict[str, str]:
    """The header with the position that an answer stands for: a write's own, or the one that a read waited for."""
    name = TOKEN.lower().encode()
    for header, value in message["headers"]:
        if header == name:
            return {HEADER: value.decode()}
    position = scope["state"].get(LOG_POSITION)
    since = _away_since(scope) if message["status"] < 400 else {}
    return ({} if position is None else {HEADER: str(position)}) | since


def _away_since(scope: Scope) -> dict[str, str]:
    """What an answer says of itself that is not of the database: since when nobody has said whether there is anything newer."""
    if ELSEWHERE not in scope["state"]:
        return {}
    known_at: float | None = scope["state"].get(KNOWN_AT)
    if known_at is not None:
        return {AGE: str(max(0, int(monotonic() - known_at))), **AGAIN}
    services: Services = scope["litestar_app"].state.services
    return {AGE: str(max(0, int(monotonic() - services.current.told_at))), **AT_ANOTHER}


async def _position(services: Services, wanted: int) -> int:
    """The position of the log, once it has `wanted`."""
    until = services.clock() + WAIT_SECONDS
    while (position := await services.ask(services.service.log.position)) < wanted:
        if services.clock() > until or wanted > position + FAR:
            raise _never(position, "position", "el registro va por la posición", "the log is at position")
        await services.appended.wait(LOOK_SECONDS)
    return position


async def _version(services: Services, request: Request, wanted: int) -> None:
    """Waits until what the path names has this version."""
    until = services.clock() + WAIT_SECONDS
    for name, id_ in request.path_params.items():
        if name in VERSIONS:
            while (version := await services.ask(VERSIONS[name], services, id_)) < wanted:
                if services.clock() > until or wanted > version + FAR:
                    raise _never(version, "version", "va por la versión", "it is at version")
                await services.appended.wait(LOOK_SECONDS)


def _never(now: int, what: str, es: str, en: str) -> Conflict:
    return Conflict(
        Text(es=f"no llegó a tiempo: {es} {now}", en=f"it did not arrive in time: {en} {now}"),
        extra={what: now},
    )


def _asked_position(request: Request) -> int | None:
    """The position that a read waits for, by its query or by the token of a write. Raises Malformed."""
    asked, token = MIN_POSITION.of(request), TOKEN_SENT.sent(request)
    if token is None:
        return asked
    if not TOKEN_SENT.fits(token):
        what = Text(es="tiene que ser uno que contestó una escritura", en="must be one that a write answered")
        raise Malformed(
            Text(es=f"`{TOKEN}` {what.es}, no «{token}»", en=f"`{TOKEN}` {what.en}, not {token!r}"),
            flaws=(Flaw(TOKEN, what),),
        )
    return max(asked or 0, int(token))
