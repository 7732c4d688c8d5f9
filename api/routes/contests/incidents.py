"""The written record of the cards of a match or a championship, to be signed: pages to print, for readers of the log."""

from collections.abc import Mapping

from litestar import Response, get
from litestar.params import FromPath

from api.context import AppContext, Request, reader_of
from api.http.parameters import Number
from api.http.paths import origin_of
from api.pages.print.cache import cached_page
from api.pages.print.paper import incidents as paper
from api.pages.print.paper.incidents import PlayedAt
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
        cards = incidents(match, services.service.entries(match_id, through=match.version), visible)
        own_cards = (
            [one for one in cards if one.counts] if version is None else [o for o in cards if o.version == version]
        )
        if version is not None and not own_cards:
            raise _none_there(version)
        return paper.of_match(match, own_cards, occasion, steps, services.people.name, origin, clock)

    championship_version = championship.version if championship else 0
    return await cached_page(
        request, (match.version, visible, championship_version, frozenset(steps.items()), version, origin, clock), page
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
        cards = paper.of_championship(championship, entries, steps, version, services.people.name, origin, clock)
        if cards is None:
            raise _none_there(version or 0)
        return cards

    return await cached_page(request, (championship.version, frozenset(steps.items()), version, origin, clock), page)


async def _steps(
    services: AppContext, championship: Championship | None, stream: str
) -> Mapping[tuple[int, int], LadderStep]:
    """The penalties of a log's cards in their championship. Without any ladder the read models are not awaited."""
    if championship is None or not championship.had_discipline:
        return {}
    position = await services.ask(services.service.log.position)
    same = services.people.same
    return await services.read_models.look(position, lambda connection: sanctions.steps_of(connection, stream, same))


def _occasion(services: AppContext, match: Match) -> tuple[Championship | None, PlayedAt]:
    """The place of a match."""
    table = match.opening.table
    if match.opening.fixture is None:
        return None, PlayedAt(None, None, None, table)
    championship, contest, _ = services.championships.fixture(match.opening.fixture)
    fixture = ContestPresenter(championship, contest, services.people.name).fixture(match.opening.fixture)
    table_name = table or fixture.table
    return championship, PlayedAt(
        championship.name, contest.name, fixture, None if table_name is None else str(table_name)
    )


def _none_there(version: int) -> NotFound:
    return NotFound(
        Text(
            es=f"en la jugada {version} de este registro no se dio ninguna tarjeta",
            en=f"event {version} of this log gave no card",
        )
    )


INCIDENTS = [print_match_incidents, print_championship_incidents]
