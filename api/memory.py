"""Reads of a match that this process has in memory go on while its database says nothing, and nobody else can answer.

They are made by the routes themselves, of parts that ask nothing, for whoever may read them as far as is known: without a
token, or with one that was looked up within the last minute. They say for which position they stand, and since when.
"""

import asyncio
from collections.abc import Callable

from msgspec.structs import replace

from api.http import consistency
from api.request import Request
from api.services import ELSEWHERE, LOG_POSITION, Services
from referee.championship.remembered import RememberedChampionships
from referee.errors import Unavailable
from referee.match.aggregate import Match
from referee.service.folds import KeptFold
from referee.service.remembered import RememberedService
from referee.store.outage import patience
from referee.store.outage.silence import FAILURES

FROM_MEMORY = "from_memory"
"""What a route says of itself in its `opt` that shows a match of what a process has in memory."""
QUICK_SECONDS = 0.25
"""How long such a read waits for a database of which the last that was heard is that it says nothing."""
_FAILED: tuple[type[Exception], ...] = (Unavailable, TimeoutError, *FAILURES)


def parts_of(services: Services) -> Services:
    """The parts of a service that answer of what this one has in memory."""
    service, names = RememberedService(services.service), _names_of(services)
    return replace(
        services,
        service=service,
        championships=RememberedChampionships(services.championships, service),
        reports=services.reports.with_names(names),
        answers=services.answers.with_names(names),
        pictures=services.pictures.with_names(names),
        standby=None,
        elsewhere=None,
        memory=None,
    )


def _names_of(services: Services) -> Callable[[], int]:
    return lambda: services.people.in_memory().count


def has(services: Services, request: Request) -> bool:
    """Whether what is in memory would do for this read, whoever asks."""
    return _kept(services, request) is not None


async def needed(services: Services) -> bool:
    """Whether the last that was heard of the database is that it says nothing, and it says nothing now."""
    if not patience.is_silent():
        return False
    try:
        async with asyncio.timeout(QUICK_SECONDS):
            await services.current.asked()
    except _FAILED:
        return True
    return False


def turn(services: Services, request: Request) -> bool:
    """Has a read answered of what is in memory, and says whether that can be done."""
    kept, parts = _kept(services, request), services.memory
    if kept is None or parts is None:
        return False
    if not services.access.recall(request, services.championships.place_remembered, parts.people.now):
        return False
    request.scope["state"] |= {ELSEWHERE: parts, LOG_POSITION: kept.position, consistency.KNOWN_AT: kept.at}
    return True


def _kept(services: Services, request: Request) -> KeptFold[Match] | None:
    """The match that a read is about, where it is in memory, as new as is asked for, and no name is known to have changed."""
    if services.memory is None or not request.route_handler.opt.get(FROM_MEMORY):
        return None
    kept = services.service.in_memory(request.path_params["match_id"])
    names = services.people.in_memory().count
    if kept is None or not services.people.are_names_known() or names != services.current.names_last:
        return None
    position, version = consistency.awaited(request)
    return kept if 0 < kept.position >= position and kept.fold.version >= version else None
