"""Consistency of reads: the log position that an answer shows, and reads that wait for a write.

Every answer carries `Log-Position`. A read that names a position (`min_position`, or the `Consistency-Token` of a write) or
a version (`min_version`) is answered once the log has it. If it never comes, the answer is 409 with the log's position.
"""

from collections.abc import Callable

from api.context import AppContext, Request, RequestContext, context_of, principal_of, services_of
from api.http.describe import Doc, doc_of
from api.http.parameters import MOST_POSITION, Header, Number, Param
from api.reads.failover import THEN_SECONDS
from api.reads.replica import READ_MODELS
from referee.errors import BadRequest, Conflict, Flaw, NotAuthenticated, Unavailable
from referee.log.timeouts import budget
from referee.text import Text

HEADER = "Log-Position"
TOKEN = "Consistency-Token"
AGE = "Age"
"""Header of an answer given without the database: the seconds since it was last known to be current (RFC 9111, 5.1)."""
AGAIN = {"Cache-Status": 'referee; hit; detail="the database does not answer"'}
"""The reason of the age of an answer from memory."""
WAIT_SECONDS = 2.0
"""Seconds for which a read waits for a position that the log does not have yet."""
LOOK_SECONDS = 0.05
"""Seconds between two looks at the position."""
FAR = 10_000
"""No log grows by so many positions in that time: a read that asks for more is refused at once."""
SAME_FOR_ALL = {"rulesets", "problems", "health", "documentation"}
"""Chapters of the document with the same answers for every reader."""
NOT_OF_THE_LOG = SAME_FOR_ALL | {"tokens", "webhooks"}
"""Chapters with answers that do not depend on the log."""

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
VERSIONS: dict[str, Callable[[AppContext, str], int]] = {
    "match_id": lambda services, id_: services.service.match(id_).version,
    "championship_id": lambda services, id_: services.championships.championship(id_).version,
    "contest_id": lambda services, id_: services.championships.contest(id_)[0].version,
    "fixture_id": lambda services, id_: services.championships.fixture(id_)[2].version,
}
"""For each parameter of a path, the function that returns the version of the thing it names."""


def reads_log(method: str, doc: Doc) -> bool:
    """True if the answers of a route depend on the log."""
    return method == "get" and doc.tag not in NOT_OF_THE_LOG


def params_of(path: str) -> list[Param]:
    """The parameters by which a read of this path can wait."""
    has_version = any(f"{{{name}}}" in path for name in VERSIONS)
    return [MIN_POSITION, *([MIN_VERSION] if has_version else []), TOKEN_SENT]


async def wait_for_position(services: AppContext, context: RequestContext, request: Request) -> None:
    """Waits, before a read, for the position or version that it names, and stores the position that its answer shows.

    Raises BadRequest, NotFound, or Conflict if it does not arrive in time.
    """
    if not shows_log(request):
        return
    position, version = _named_position(request), MIN_VERSION.of(request)
    if position is not None or version is not None:
        services.access.recheck(context.sender)
    if version is not None:
        await wait_for_version(services, request, version)
    # Read after the wait, so that the position of the answer includes the awaited write.
    state = services.database_state.state() or await services.database_state.query_state()
    if version is None and await _at_standby(services, request, position or 0, state.position):
        return
    if state.position < (position or 0):
        context.position = await wait_for_log(services, position or 0)
    else:
        context.position, context.names = state.position, state.names


def awaited_state(request: Request) -> tuple[int, int]:
    """The position and the version for which a read waits; 0 for one that it does not name. Raises BadRequest."""
    return _named_position(request) or 0, MIN_VERSION.of(request) or 0


def shows_log(request: Request) -> bool:
    """True if the answer to a request depends on the log."""
    doc = doc_of(request.scope)
    return doc is not None and reads_log(request.method.lower(), doc)


async def turn_to_standby(services: AppContext, request: Request) -> AppContext:
    """Makes the standby answer a request, and returns its services. Raises Unavailable if it does not answer, or is behind this
    process.
    """
    there = services.elsewhere.parts if services.elsewhere is not None else None
    if there is None:
        raise Unavailable(stored="no")
    budget.begin(seconds=THEN_SECONDS, of=budget.STANDBY)
    if not services.database_state.is_known_to(await there.database_state.query_state()):
        raise Unavailable(stored="no")
    context_of(request).services = there
    return there


async def _at_standby(services: AppContext, request: Request, least: int, head: int) -> bool:
    """True if the standby answers this read; stores the position it has. `head` is the position of the log."""
    if services.standby is None or not request.route_handler.opt.get(READ_MODELS):
        return False
    services.standby.note_position(head)
    position = await services.standby.position(least)
    if position is None:
        return False
    context = context_of(request)
    context.position, context.is_at_standby = position, True
    return True


async def require_found(request: Request) -> None:
    """Raises the refusals that come before those of parameters: TooMany, NotAuthenticated, NotFound for the path."""
    services, doc = services_of(request), doc_of(request.scope)
    if principal_of(request).role == "public" and doc is not None and doc.token:
        raise NotAuthenticated(
            Text(es="hace falta `Authorization: Bearer <token>`", en="this needs `Authorization: Bearer <token>`")
        )
    if context_of(request).memory is not None:
        # The match of the path was found in memory.
        return
    for name, id_ in request.path_params.items():
        if name in VERSIONS:
            await services.ask(VERSIONS[name], services, id_)


async def wait_for_log(services: AppContext, least: int) -> int:
    """Waits until the log has the position `least`, and returns its position. Raises Conflict."""
    until = services.clock() + WAIT_SECONDS
    while (position := await services.ask(services.service.log.position)) < least:
        if services.clock() > until or least > position + FAR:
            raise _never(position, "position", "el registro va por la posición", "the log is at position")
        await services.append_signal.wait(LOOK_SECONDS)
    return position


async def wait_for_version(services: AppContext, request: Request, least: int) -> None:
    """Waits until the thing that the path names has the version `least`. Raises Conflict."""
    until = services.clock() + WAIT_SECONDS
    for name, id_ in request.path_params.items():
        if name in VERSIONS:
            while (version := await services.ask(VERSIONS[name], services, id_)) < least:
                if services.clock() > until or least > version + FAR:
                    raise _never(version, "version", "va por la versión", "it is at version")
                await services.append_signal.wait(LOOK_SECONDS)


def _never(now: int, query: str, es: str, en: str) -> Conflict:
    return Conflict(
        Text(es=f"no llegó a tiempo: {es} {now}", en=f"it did not arrive in time: {en} {now}"),
        extra={query: now},
    )


def _named_position(request: Request) -> int | None:
    """The position that a read waits for, by its query or by the token of a write. Raises BadRequest."""
    position, token = MIN_POSITION.of(request), TOKEN_SENT.header_value(request)
    if token is None:
        return position
    if not TOKEN_SENT.fits(token):
        what = Text(es="tiene que ser uno que contestó una escritura", en="must be one that a write answered")
        raise BadRequest(
            Text(es=f"`{TOKEN}` {what.es}, no «{token}»", en=f"`{TOKEN}` {what.en}, not {token!r}"),
            flaws=(Flaw(TOKEN, what),),
        )
    return max(position or 0, int(token))
