"""The step before every handler: it refuses what no handler may answer, and chooses the source of a read (`SOURCES`)."""

import asyncio
from typing import Protocol

from msgspec import UNSET

from api.access.secret_matches import require_shown
from api.context import AppContext, Request, RequestContext, context_of, services_of
from api.http import consistency, parameter_validation
from api.observing.request_info import CURRENT_REQUEST
from api.reads.failover import FIRST_SECONDS
from api.reads.match_source import FROM_MEMORY
from referee.errors import NotFound, ReadOnly, Unavailable
from referee.log.folds import KeptFold
from referee.log.timeouts import budget
from referee.log.timeouts.failures import FAILURES, is_outage
from referee.match.aggregate import Match
from referee.work import STORED

OF_MATCHES = ("/v1/matches/", "/print/matches/")
"""The beginnings of the paths of what is read of one match."""
ASKS_NOTHING = "asks_nothing"
"""Key of a route's `opt`: its answer needs no database."""
MEMORY_FIRST_SECONDS = 0.25
"""Seconds that a read which memory could answer waits for a database that was silent at the last request."""
_READS = frozenset({"GET", "HEAD", "OPTIONS"})
_FAILED: tuple[type[Exception], ...] = (Unavailable, *FAILURES)
_STILL_SILENT: tuple[type[Exception], ...] = (TimeoutError, *_FAILED)


class ReadSource(Protocol):
    """A source of reads."""

    def can_answer(self, services: AppContext, request: Request) -> bool:
        """True if the source may have the answer to this request."""

    async def serve(self, services: AppContext, request: Request) -> bool:
        """Makes the source answer. Returns False if it cannot; raises the error of a silent source, and refusals."""


class PrimarySource:
    """The database of this process."""

    def can_answer(self, _services: AppContext, _request: Request) -> bool:
        """Returns True: it has everything."""
        return True

    async def serve(self, services: AppContext, request: Request) -> bool:
        """Prepares the request, and waits for the position that it needs."""
        await _prepare(services, context_of(request), request)
        return True


class ReplicaSource:
    """The standby of the database (`REFEREE_DATABASE_READ`), for reads of the log."""

    def can_answer(self, services: AppContext, request: Request) -> bool:
        """True for a read of the log, if there is a standby."""
        return services.elsewhere is not None and consistency.shows_log(request)

    async def serve(self, services: AppContext, request: Request) -> bool:
        """Prepares the request with the services of the standby."""
        await _prepare(await consistency.turn_to_standby(services, request), context_of(request), request)
        return True


class MemorySource:
    """The matches in the memory of this process. The answer carries the position that it shows, and its age.

    A reader needs no token, or one that was looked up within the last minute.
    """

    def can_answer(self, services: AppContext, request: Request) -> bool:
        """True for a read of a match in memory, for any reader."""
        return _match_in_memory(services, request) is not None

    async def serve(self, services: AppContext, request: Request) -> bool:
        """Prepares the request without the database. Returns False for a reader that memory does not know."""
        fold, memory = _match_in_memory(services, request), services.memory
        if fold is None or memory is None:
            return False
        context, places = context_of(request), services.championships.place_remembered
        if not services.access.recall(context.sender, places, memory.people.now):
            return False
        # The services of a replica that fell silent after it was asked do not answer.
        context.services, context.memory = None, memory
        context.position, context.known_at = fold.position, fold.at
        await parameter_validation.require_known_parameters(request)
        return True


PRIMARY = PrimarySource()
SOURCES: tuple[ReadSource, ...] = (PRIMARY, ReplicaSource(), MemorySource())
"""The sources of reads, in the order in which `choose_source` asks them: the one that knows most comes first.

1. `PRIMARY`: the database, which has everything. It is left out while it is known to be silent and there is a replica: the waits
   for both together would exceed the promised time. While it answers, it may leave lists and boards to the read models of a
   replica that is recent enough (`api.reads.replica`).
2. The replica (`REFEREE_DATABASE_READ`). It has all that the log decides, but may be behind: it answers only if it has everything
   that this process knows of.
3. Memory. It has some matches, for readers that it knows, so it comes last. Without a replica it comes first while the database
   is known to be silent: it answers at once.

A request that was answered before needs none of them: `api.middleware.response_cache` sends its answer again before routing,
while the database confirms it, or with its age while the database is silent.
"""


async def begin(request: Request) -> None:
    """Runs before every handler. Raises ReadOnly for a write to a node that takes none."""
    context, services = context_of(request), services_of(request)
    if context.error is not None:
        error, context.error = context.error, None
        raise error
    STORED.begin()
    if request.method in _READS:
        if (info := CURRENT_REQUEST.get()) is not None:
            info.client = request.receive
    elif not services.service.log.takes_writes:
        # The database of this node is a standby, until it is promoted (`api.cli.failover_watch`).
        raise ReadOnly
    if services.elsewhere is None and services.memory is None:
        # A database in a file: no other source exists.
        await _prepare(services, context, request)
    else:
        await choose_source(services, request)
    if request.method in _READS and (match_id := request.path_params.get("match_id")):
        await require_shown_match(services_of(request), context, request, match_id)


async def require_shown_match(services: AppContext, context: RequestContext, request: Request, id_: str) -> None:
    """Raises NotAuthenticated or Forbidden at a read of a match that is hidden from its reader, before it tells anything of it.

    Pages are sent: they have nothing of the match but what they read themselves. A match whose contest cannot be asked now, in
    an outage, is not read.
    """
    if not request.scope["path"].startswith(OF_MATCHES):
        return
    match = services.service.cached_match(id_)
    if match is not None and match.opening.shared_hand is UNSET:
        return
    try:
        match = await services.ask(services.service.match, id_)
    except NotFound:
        # The handler says so.
        return
    if match.opening.shared_hand is not UNSET:
        await services.ask(require_shown, services.championships, services.access.recheck(context.sender), match)


async def choose_source(services: AppContext, request: Request) -> None:
    """Lets the first of the sources answer that is not silent. Raises the last error if all are."""
    sources = [source for source in SOURCES if source.can_answer(services, request)]
    if sources == [PRIMARY]:
        await PRIMARY.serve(services, request)
        return
    if services.elsewhere is None:
        # A read from memory costs nothing, and the database is asked if memory does not know the reader.
        if await _is_still_silent(services):
            sources.reverse()
    elif services.elsewhere.is_needed():
        # The waits for the primary and for the replica together would exceed the promised time.
        sources.remove(PRIMARY)
    budget.begin(seconds=FIRST_SECONDS)
    failure: Exception = Unavailable(stored="no")
    for source in sources:
        try:
            if await source.serve(services, request):
                return
        except _FAILED as error:
            if not (isinstance(error, Unavailable) or is_outage(error)):
                raise
            failure = error
            if source is PRIMARY and services.elsewhere is not None:
                services.elsewhere.need()
    raise failure


async def _is_still_silent(services: AppContext) -> bool:
    """True if the database was silent at the last request, and does not answer now."""
    if not budget.is_down():
        return False
    try:
        async with asyncio.timeout(MEMORY_FIRST_SECONDS):
            await services.database_state.query_state()
    except _STILL_SILENT:
        return True
    return False


def _match_in_memory(services: AppContext, request: Request) -> KeptFold[Match] | None:
    """The match of a read if it is in memory, is as new as the read requires, and no name is known to have changed."""
    if services.memory is None or not request.route_handler.opt.get(FROM_MEMORY):
        return None
    fold = services.service.in_memory(request.path_params["match_id"])
    names = services.memory.people.changes()
    if fold is None or not services.people.are_names_known() or names != services.database_state.names_last:
        return None
    position, version = consistency.awaited_state(request)
    return fold if 0 < fold.position >= position and fold.fold.version >= version else None


async def _prepare(services: AppContext, context: RequestContext, request: Request) -> None:
    """Looks up the reader, checks the parameters, and waits for the position that a read needs."""
    if not request.route_handler.opt.get(ASKS_NOTHING):
        await services.access.recognize(context.sender, services.calls)
    if request.scope["query_string"]:
        await parameter_validation.require_known_parameters(request)
    if request.method in _READS:
        await consistency.wait_for_position(services, context, request)
