"""Degraded reads: a match in this process's memory can be read while the database is silent and no standby answers.

The routes themselves answer, with parts that never ask the database. A reader needs no token, or one that was looked up within
the last minute. The answers carry the position that they show, and their age.
"""

import asyncio
from collections.abc import Callable

from msgspec.structs import replace

from api.context import AppContext, Request, context_of
from api.http import consistency
from api.runtime.database_calls import LocalCalls
from referee.championship.remembered import RememberedChampionships
from referee.errors import Unavailable
from referee.log.folds import KeptFold
from referee.log.timeouts import budget
from referee.log.timeouts.failures import FAILURES
from referee.match.aggregate import Match
from referee.matches.remembered import RememberedService

FROM_MEMORY = "from_memory"
"""Key of a route's `opt`: it can show a match from the memory of a process."""
QUICK_SECONDS = 0.25
"""Seconds that such a read waits for a database that was silent at the last request."""
_FAILED: tuple[type[Exception], ...] = (Unavailable, TimeoutError, *FAILURES)


def parts_of(services: AppContext) -> AppContext:
    """The parts of a service that answer from the memory of this one."""
    service, names = RememberedService(services.service), _names_of(services)
    return replace(
        services,
        service=service,
        calls=LocalCalls(service.log, services.writer_thread),
        championships=RememberedChampionships(services.championships, service),
        reports=services.reports.with_names(names),
        answers=services.answers.with_names(names),
        pictures=services.pictures.with_names(names),
        standby=None,
        elsewhere=None,
        memory=None,
    )


def _names_of(services: AppContext) -> Callable[[], int]:
    return lambda: services.people.in_memory().count


def has(services: AppContext, request: Request) -> bool:
    """True if memory could answer this read, for any reader."""
    return _cached_match(services, request) is not None


async def is_needed(services: AppContext) -> bool:
    """True if the database was silent at the last request, and is still silent."""
    if not budget.is_down():
        return False
    try:
        async with asyncio.timeout(QUICK_SECONDS):
            await services.current.query_state()
    except _FAILED:
        return True
    return False


def turn(services: AppContext, request: Request) -> bool:
    """Makes memory answer a read. Returns False if it cannot."""
    fold, parts = _cached_match(services, request), services.memory
    if fold is None or parts is None:
        return False
    context, places = context_of(request), services.championships.place_remembered
    if not services.access.recall(request.scope, context.sender, places, parts.people.now):
        return False
    context.services, context.position, context.known_at = parts, fold.position, fold.at
    return True


def _cached_match(services: AppContext, request: Request) -> KeptFold[Match] | None:
    """The match of a read if it is in memory, is as new as the read requires, and no name is known to have changed."""
    if services.memory is None or not request.route_handler.opt.get(FROM_MEMORY):
        return None
    fold = services.service.in_memory(request.path_params["match_id"])
    names = services.people.in_memory().count
    if fold is None or not services.people.are_names_known() or names != services.current.names_last:
        return None
    position, version = consistency.awaited_state(request)
    return fold if 0 < fold.position >= position and fold.fold.version >= version else None
