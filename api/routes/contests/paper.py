"""What is printed for a hall. Pages for anybody: they hold no token, and say nothing that the public may not read."""

from datetime import datetime

from litestar import Request, Response, get
from litestar.params import FromPath

from api.http.negotiation import page_language
from api.http.paths import origin_of
from api.pages.naming import contest_name
from api.pages.paper import diplomas, general, listing, posted, score_sheets, settlement
from api.pages.paper.diplomas import Placed
from api.pages.times import page_clock
from api.services import Services, off_loop, reader_of
from projections import sanctions
from referee.championship.changes import changes_of
from referee.championship.shown import ContestPage, view_championship
from referee.championship.state import Championship
from referee.contests.settlement import OVER
from referee.match.aggregate import Match

MOST_CARDS = 500
"""Cards on one list: more than the longest championship gives."""
WHERE_LENGTH = 60
"""Letters that a town may have on a diploma."""


def _contest(services: Services, contest_id: str) -> ContestPage:
    """A contest as it is shown. Raises NotFound."""
    return ContestPage(*services.championships.contest(contest_id), services.people.name)


def _board(request: Request, championship: str, contest: str | None = None) -> str:  # type: ignore[type-arg]
    """Where anybody looks at the board of a championship, or of one contest of it."""
    return f"{origin_of(request)}/board/{championship}" + (f"?only={contest}" if contest else "")


async def _decided(services: Services, championship: Championship) -> datetime:
    """When the last was entered in a championship."""
    entries = await off_loop(services.championships.entries, championship.id)
    return datetime.fromisoformat(entries[-1].recorded_at)


def _where(request: Request) -> str:  # type: ignore[type-arg]
    """The town that `?where=` names; none is a line to write on."""
    return " ".join(request.query_params.get("where", "").split())[:WHERE_LENGTH]


@get("/print/contests/{contest_id:str}/fixtures", include_in_schema=False)
async def print_fixtures(request: Request, contest_id: FromPath[str]) -> Response[bytes]:  # type: ignore[type-arg]
    """The fixtures for the wall. Raises NotFound."""
    services, _ = reader_of(request)
    contest = await services.ask(_contest, services, contest_id)
    return posted.as_page(contest, _board(request, contest.championship.id, contest_id), page_clock(request))


@get("/print/contests/{contest_id:str}/sheets", include_in_schema=False)
async def print_score_sheets(request: Request, contest_id: FromPath[str]) -> Response[bytes]:  # type: ignore[type-arg]
    """A score sheet for each match without a result. Raises NotFound."""
    services, _ = reader_of(request)
    contest = await services.ask(_contest, services, contest_id)
    return score_sheets.as_page(contest, page_clock(request))


@get("/print/contests/{contest_id:str}/diplomas", include_in_schema=False)
async def print_contest_diplomas(request: Request, contest_id: FromPath[str]) -> Response[bytes]:  # type: ignore[type-arg]
    """The diplomas of a contest's podium, once it is decided. Raises NotFound."""
    services, _ = reader_of(request)
    contest = await services.ask(_contest, services, contest_id)
    clock = page_clock(request)
    podium = [Placed(step.place, step.player) for step in contest.podium()]
    decided = await _decided(services, contest.championship)
    title = contest_name(contest.on_record, clock.language)
    return diplomas.as_page(contest.championship.name, title, podium, decided, _where(request), clock)


@get("/print/championships/{championship_id:str}/general", include_in_schema=False)
async def print_general(request: Request, championship_id: FromPath[str]) -> Response[bytes]:  # type: ignore[type-arg]
    """The general table. Raises NotFound."""
    services, _ = reader_of(request)
    championship = await services.ask(services.championships.championship, championship_id)
    view = view_championship(championship, services.people.name)
    return general.as_page(view, _board(request, championship_id), page_language(request))


@get("/print/championships/{championship_id:str}/diplomas", include_in_schema=False)
async def print_general_diplomas(request: Request, championship_id: FromPath[str]) -> Response[bytes]:  # type: ignore[type-arg]
    """The diplomas of the general table, once every contest is over. Raises NotFound."""
    services, _ = reader_of(request)
    championship = await services.ask(services.championships.championship, championship_id)
    view = view_championship(championship, services.people.name)
    over = view.contests and all(contest.phase in OVER for contest in view.contests)
    podium = [Placed(row.place, row.player) for row in view.general if row.points > 0] if over else []
    decided = await _decided(services, championship)
    return diplomas.as_page(championship.name, None, podium, decided, _where(request), page_clock(request))


@get("/print/contests/{contest_id:str}/corrections", include_in_schema=False)
async def print_corrections(request: Request, contest_id: FromPath[str]) -> Response[bytes]:  # type: ignore[type-arg]
    """What was corrected in a contest. Raises NotFound."""
    services, _ = reader_of(request)
    contest = await services.ask(_contest, services, contest_id)
    entries = await off_loop(services.championships.entries, contest.championship.id)
    found = await off_loop(changes_of, contest.championship.id, contest_id, entries, services.people.name)
    return listing.corrections(contest, found.items, page_clock(request))


@get("/print/contests/{contest_id:str}/settlement", include_in_schema=False)
async def print_settlement(request: Request, contest_id: FromPath[str]) -> Response[bytes]:  # type: ignore[type-arg]
    """How the stakes of a contest come out. Raises NotFound."""
    services, _ = reader_of(request)
    contest = await services.ask(_contest, services, contest_id)
    decided = await _decided(services, contest.championship)
    return settlement.of_contest(contest, decided, page_clock(request))


@get("/print/matches/{match_id:str}/settlement", include_in_schema=False)
async def print_match_settlement(request: Request, match_id: FromPath[str]) -> Response[bytes]:  # type: ignore[type-arg]
    """How the stakes of a match come out. Raises NotFound."""
    services, principal = reader_of(request)
    match = await services.ask(services.service.match, match_id)
    [last] = await off_loop(services.service.entries, match_id, after=match.version - 1, upto=match.version)
    championship, contest, table = await services.ask(_occasion, services, match)
    view = await off_loop(match.view, principal.sees(match), services.people.name, services.people.now)
    changed = datetime.fromisoformat(last.recorded_at)
    return settlement.of_match(view, championship, contest, table, changed, page_clock(request))


def _occasion(services: Services, match: Match) -> tuple[str | None, str | None, str | None]:
    """The championship of a match, the name of its contest and its table, where it has them."""
    opening = match.opening
    if opening.fixture is None:
        return None, None, opening.table
    championship, contest, fixture = services.championships.fixture(opening.fixture)
    return championship.name, contest.name, opening.table or (None if fixture.table is None else str(fixture.table))


@get("/print/championships/{championship_id:str}/cards", include_in_schema=False)
async def print_cards(request: Request, championship_id: FromPath[str]) -> Response[bytes]:  # type: ignore[type-arg]
    """The cards that were given in a championship. Raises NotFound."""
    services, _ = reader_of(request)
    names = services.people.name
    championship = await services.ask(services.championships.championship, championship_id)
    contests = [ContestPage(championship, contest, names) for contest in championship.contests.values()]
    position = await services.ask(services.service.log.position)
    given, _ = await services.read_models.look(
        position,
        lambda connection: sanctions.find(
            connection, championship=championship_id, limit=MOST_CARDS, same=services.people.same
        ),
    )
    return await off_loop(listing.cards, championship.name, contests, given, names, page_clock(request))


PAPER = [
    print_fixtures,
    print_score_sheets,
    print_contest_diplomas,
    print_corrections,
    print_settlement,
    print_match_settlement,
    print_general,
    print_general_diplomas,
    print_cards,
]
