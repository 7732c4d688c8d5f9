"""Pages to print for a hall. They are for everyone: they hold no token, and say nothing that the public may not read."""

from collections.abc import Callable, Hashable
from datetime import datetime

from litestar import Response, get
from litestar.params import FromPath

from api.context import AppContext, Request, reader_of
from api.http.path_parameters import ROUND
from api.http.paths import board_of, origin_of
from api.pages.naming import contest_name
from api.pages.print.cache import cached_page
from api.pages.print.paper import (
    board_sheets,
    diplomas,
    general,
    listing,
    overlay,
    posted,
    rounds,
    score_sheets,
    settlement,
)
from api.pages.print.paper.diplomas import DiplomaPlace
from api.pages.times import HallClock, page_clock, reader_clock
from projections import sanctions
from referee.championship.presenters import ContestPresenter, view_championship
from referee.championship.round_views import round_view
from referee.championship.state import Championship
from referee.contests.settlement import OVER
from referee.match.aggregate import Match

MOST_CARDS = 500
"""Cards on one list: more than the longest championship gives."""
WHERE_LENGTH = 60
"""Letters that a town may have on a diploma."""


def _changed_at(services: AppContext, championship: Championship) -> datetime:
    """The time of the last entry of a championship."""
    return datetime.fromisoformat(services.championships.recorded_at(championship.id, championship.version))


def _where(request: Request) -> str:
    """The town that `?where=` names; none is a line to write on."""
    return " ".join(request.query_params.get("where", "").split())[:WHERE_LENGTH]


async def _of_contest(
    request: Request,
    contest_id: str,
    make: Callable[[AppContext, ContestPresenter, HallClock], Response[bytes]],
    *more: Hashable,
    clock: HallClock | None = None,
) -> Response[bytes]:
    """A page about a contest, made anew once its championship has changed, or `more` has. Raises NotFound.

    `clock` is that of a page that is translated.
    """
    services, _ = reader_of(request)
    clock = clock or page_clock(request)
    championship, contest = await services.ask(services.championships.contest, contest_id)

    def make_page() -> Response[bytes]:
        return make(services, ContestPresenter(championship, contest, services.people.name), clock)

    return await cached_page(request, (championship.version, clock, *more), make_page)


async def _of_championship(
    request: Request,
    championship_id: str,
    make: Callable[[AppContext, Championship, HallClock], Response[bytes]],
    *more: Hashable,
    clock: HallClock | None = None,
) -> Response[bytes]:
    """The same about a championship."""
    services, _ = reader_of(request)
    clock = clock or page_clock(request)
    championship = await services.ask(services.championships.championship, championship_id)
    return await cached_page(request, (championship.version, clock, *more), lambda: make(services, championship, clock))


@get("/print/contests/{contest_id:str}/fixtures", include_in_schema=False)
async def print_fixtures(request: Request, contest_id: FromPath[str]) -> Response[bytes]:
    """The fixtures for the wall. Raises NotFound."""

    def page(_: AppContext, contest: ContestPresenter, clock: HallClock) -> Response[bytes]:
        return posted.as_page(contest, board_of(request, contest.championship.id, contest_id), clock)

    return await _of_contest(request, contest_id, page, origin_of(request), clock=reader_clock(request))


@get("/print/contests/{contest_id:str}/rounds/{number:str}", include_in_schema=False)
async def print_round(request: Request, contest_id: FromPath[str], number: FromPath[str]) -> Response[bytes]:
    """A round for the wall, by table and by name. Raises NotFound, and Impossible for a contest of another format."""
    round_ = ROUND.of(number)

    def page(_: AppContext, contest: ContestPresenter, clock: HallClock) -> Response[bytes]:
        view = round_view(contest, round_)
        return rounds.as_page(contest, view, board_of(request, contest.championship.id, contest_id), clock)

    return await _of_contest(request, contest_id, page, origin_of(request), clock=reader_clock(request))


@get("/print/contests/{contest_id:str}/sheets", include_in_schema=False)
async def print_score_sheets(request: Request, contest_id: FromPath[str]) -> Response[bytes]:
    """A score sheet for each match without a result. Raises NotFound."""

    def page(_: AppContext, contest: ContestPresenter, clock: HallClock) -> Response[bytes]:
        if contest.has_boards:
            return board_sheets.as_page(contest, board_of(request, contest.championship.id, contest_id), clock)
        return score_sheets.as_page(contest, clock)

    return await _of_contest(request, contest_id, page, origin_of(request))


@get("/print/contests/{contest_id:str}/diplomas", include_in_schema=False)
async def print_contest_diplomas(request: Request, contest_id: FromPath[str]) -> Response[bytes]:
    """The diplomas of a contest's podium, once it is decided. Raises NotFound."""
    where = _where(request)

    def page(services: AppContext, contest: ContestPresenter, clock: HallClock) -> Response[bytes]:
        podium = [DiplomaPlace(step.place, step.player) for step in contest.podium()]
        decided_at = _changed_at(services, contest.championship)
        title = contest_name(contest.recorded_contest, clock.language)
        return diplomas.as_page(contest.championship.name, title, podium, decided_at, where, clock)

    return await _of_contest(request, contest_id, page, where)


@get("/print/championships/{championship_id:str}/general", include_in_schema=False)
async def print_general(request: Request, championship_id: FromPath[str]) -> Response[bytes]:
    """The general table. Raises NotFound."""

    def page(services: AppContext, championship: Championship, clock: HallClock) -> Response[bytes]:
        view = view_championship(championship, services.people.name)
        return general.as_page(view, board_of(request, championship_id), clock.language)

    return await _of_championship(request, championship_id, page, origin_of(request), clock=reader_clock(request))


@get("/print/championships/{championship_id:str}/diplomas", include_in_schema=False)
async def print_general_diplomas(request: Request, championship_id: FromPath[str]) -> Response[bytes]:
    """The diplomas of the general table, once every contest is over. Raises NotFound."""
    where = _where(request)

    def page(services: AppContext, championship: Championship, clock: HallClock) -> Response[bytes]:
        view = view_championship(championship, services.people.name)
        over = view.contests and all(contest.phase in OVER for contest in view.contests)
        podium = [DiplomaPlace(row.place, row.player) for row in view.general if row.points > 0] if over else []
        return diplomas.as_page(championship.name, None, podium, _changed_at(services, championship), where, clock)

    return await _of_championship(request, championship_id, page, where)


@get("/print/championships/{championship_id:str}/overlay", include_in_schema=False)
async def print_overlay_help(request: Request, championship_id: FromPath[str]) -> Response[bytes]:
    """How the board of a championship becomes an overlay for a stream. Raises NotFound."""

    def page(_: AppContext, championship: Championship, clock: HallClock) -> Response[bytes]:
        return overlay.as_page(championship.name, board_of(request, championship_id), clock.language)

    return await _of_championship(request, championship_id, page, origin_of(request))


@get("/print/contests/{contest_id:str}/corrections", include_in_schema=False)
async def print_corrections(request: Request, contest_id: FromPath[str]) -> Response[bytes]:
    """The corrections of a contest. Raises NotFound."""

    def page(services: AppContext, contest: ContestPresenter, clock: HallClock) -> Response[bytes]:
        changes, _ = services.championships.changes(contest_id)
        return listing.corrections(contest, changes.items, clock)

    return await _of_contest(request, contest_id, page)


@get("/print/contests/{contest_id:str}/settlement", include_in_schema=False)
async def print_settlement(request: Request, contest_id: FromPath[str]) -> Response[bytes]:
    """The settled stakes of a contest. Raises NotFound."""

    def page(services: AppContext, contest: ContestPresenter, clock: HallClock) -> Response[bytes]:
        return settlement.of_contest(contest, _changed_at(services, contest.championship), clock)

    return await _of_contest(request, contest_id, page)


@get("/print/matches/{match_id:str}/settlement", include_in_schema=False)
async def print_match_settlement(request: Request, match_id: FromPath[str]) -> Response[bytes]:
    """The settled stakes of a match. Raises NotFound."""
    services, principal = reader_of(request)
    clock = page_clock(request)
    match = await services.ask(services.service.match, match_id)
    visible = principal.sees(match)
    championship, contest, table = await services.ask(_occasion, services, match)

    def page() -> Response[bytes]:
        [last] = services.service.entries(match_id, after=match.version - 1, through=match.version)
        view = match.view(visible, services.people.name, services.people.now)
        changed_at = datetime.fromisoformat(last.recorded_at)
        return settlement.of_match(view, championship, contest, table, changed_at, clock)

    return await cached_page(request, (match.version, visible, championship, contest, table, clock), page)


def _occasion(services: AppContext, match: Match) -> tuple[str | None, str | None, str | None]:
    """The championship of a match, the name of its contest and its table, where it has them."""
    opening = match.opening
    if opening.fixture is None:
        return None, None, opening.table
    championship, contest, fixture = services.championships.fixture(opening.fixture)
    return championship.name, contest.name, opening.table or (None if fixture.table is None else str(fixture.table))


@get("/print/championships/{championship_id:str}/cards", include_in_schema=False)
async def print_cards(request: Request, championship_id: FromPath[str]) -> Response[bytes]:
    """The cards that were given in a championship. Raises NotFound."""
    services, _ = reader_of(request)
    clock, names = page_clock(request), services.people.name
    championship = await services.ask(services.championships.championship, championship_id)
    position = await services.ask(services.service.log.position)
    cards, _ = await services.read_models.look(
        position,
        lambda connection: sanctions.find(
            connection, championship=championship_id, limit=MOST_CARDS, same=services.people.same
        ),
    )

    def page() -> Response[bytes]:
        contests = [ContestPresenter(championship, contest, names) for contest in championship.contests.values()]
        return listing.cards(championship.name, contests, cards, names, clock)

    return await cached_page(request, (championship.version, tuple(cards), clock), page)


PAPER = [
    print_fixtures,
    print_round,
    print_score_sheets,
    print_contest_diplomas,
    print_corrections,
    print_settlement,
    print_match_settlement,
    print_general,
    print_general_diplomas,
    print_overlay_help,
    print_cards,
]
