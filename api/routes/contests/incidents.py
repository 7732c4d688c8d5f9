"""The written record of the cards of a match or a championship, to be signed: pages to print, for whoever may read the log."""

from collections.abc import Mapping

from litestar import Response, get
from litestar.params import FromPath

from api.context import AppContext, Request, reader_of
from api.http.parameters import Number
from api.http.paths import origin_of
from api.pages.kept import printed
from api.pages.paper import incidents as paper
from api.pages.paper.incidents import PlayedAt
from api.pages.times import page_clock
from projections import sanctions
from projections.sanctions import LadderStep
from referee.audit.incidents import incidents
from referee.championship.presenters import ContestPresenter
from referee.championship.state import Championship
from referee.errors import NotFound
from referee.match.aggregate import Match
from referee.text import Text

VERSION = Number(name="version", about="Only of the cards that this version of the log gave.", least=1)


@get("/print/matches/{match_id:str}/sanctions", include_in_schema=False)
async def print_match_incidents(request: Request, match_id: FromPath[str]) -> Response[bytes]:
    """A record of each card of a match that counts; with `?version=`, of what that version gave. Raises NotFound."""
    services, principal = reader_of(request)
    version, clock, origin = VERSION.of(request), page_clock(request), origin_of(request)
    match = await services.ask(services.service.match, match_id)
    visible = principal.sees(match)
    championship, occasion = await services.ask(_occasion, services, match)
    steps = await _steps(services, championship, match_id)

    def page() -> Response[bytes]:
        found = incidents(match, services.service.entries(match_id, through=match.version), visible)
        chosen = [one for one in found if one.counts] if version is None else [o for o in found if o.version == version]
        if version is not None and not chosen:
            raise _none_there(version)
        return paper.of_match(match, chosen, occasion, steps, services.people.name, origin, clock)

    decided = championship.version if championship else 0
    return await printed(
        request, (match.version, visible, decided, frozenset(steps.items()), version, origin, clock), page
    )


@get("/print/championships/{championship_id:str}/sanctions", include_in_schema=False)
async def print_championship_incidents(request: Request, championship_id: FromPath[str]) -> Response[bytes]:
    """A record of each card that its own log gave: outside matches, or with a result. Raises NotFound."""
    services, _ = reader_of(request)
    version, clock, origin = VERSION.of(request), page_clock(request), origin_of(request)
    championship = await services.ask(services.championships.championship, championship_id)
    steps = await _steps(services, championship, championship_id)

    def page() -> Response[bytes]:
        entries = services.championships.entries(championship_id, through=championship.version)
        found = paper.of_championship(championship, entries, steps, version, services.people.name, origin, clock)
        if found is None:
            raise _none_there(version or 0)
        return found

    return await printed(request, (championship.version, frozenset(steps.items()), version, origin, clock), page)


async def _steps(
    services: AppContext, championship: Championship | None, stream: str
) -> Mapping[tuple[int, int], LadderStep]:
    """What the cards of a log come to in their championship. Where there never was a ladder nobody waits for the read models."""
    if championship is None or not championship.disciplined:
        return {}
    position = await services.ask(services.service.log.position)
    same = services.people.same
    return await services.read_models.look(position, lambda connection: sanctions.steps_of(connection, stream, same))


def _occasion(services: AppContext, match: Match) -> tuple[Championship | None, PlayedAt]:
    """Where a match is played."""
    table = match.opening.table
    if match.opening.fixture is None:
        return None, PlayedAt(None, None, None, table)
    championship, contest, _ = services.championships.fixture(match.opening.fixture)
    fixture = ContestPresenter(championship, contest, services.people.name).fixture(match.opening.fixture)
    known = table or fixture.table
    return championship, PlayedAt(championship.name, contest.name, fixture, None if known is None else str(known))


def _none_there(version: int) -> NotFound:
    return NotFound(
        Text(
            es=f"en la jugada {version} de este registro no se dio ninguna tarjeta",
            en=f"event {version} of this log gave no card",
        )
    )


INCIDENTS = [print_match_incidents, print_championship_incidents]
