"""Contests: state, tables and fixtures; draws made again, departures, ties that were ruled on."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar, cast, get_args

import msgspec
from litestar import Controller, Response, get, post, put
from litestar.params import FromPath
from msgspec.structs import replace
from sqlalchemy import Connection

from api.access.policy import PUBLIC, Principal, may_read_client_data, require_organizer_of, require_whole_record
from api.context import AppContext, Request, charge_request, reader_of, services_of
from api.document.samples import contests as samples
from api.http.answers import encode
from api.http.commands import WriteRequest, answer, read_command
from api.http.describe import CONSISTENCY, CONTESTS, VERSIONED, Answer, Describe
from api.http.negotiation import negotiate, reader_language
from api.http.paging import LINK, link_to
from api.http.parameters import LIMIT, Cursor, Number, OneOf, Words
from api.pages.print import boards, fixture_lists, lists
from api.pages.print.spreadsheets import answer_table
from api.pages.times import reader_clock
from api.reads.replica import READ_MODELS
from api.reads.response_store import CachedBody
from api.routes.contests.client_data import contest_with_client_data, with_client_data
from api.routes.naming import NAMESAKES, namesake_warning, telling_apart
from projections import standing_parts, standings
from projections.standing_parts import PartChoice, entrants_with, teams_named
from referee.championship.changes import ChangesView
from referee.championship.decided import contest_decided
from referee.championship.decisions import (
    LeaveContest,
    RuleTie,
    held_contest,
    no_contest,
    ruling,
    withdrawal,
)
from referee.championship.difference import ContestDecided
from referee.championship.drawing import ChangeTiming, DrawAgain, change_timing, draw_again
from referee.championship.events import AnyDecision, EntrantAdded, PlayersEntered
from referee.championship.filling_in import FillInFixtures, fill_in
from referee.championship.late_entry import (
    EnterLate,
    asked_for,
    enter_late,
    late_comers,
    paths_of,
)
from referee.championship.people import Arrivals, namesakes_elsewhere, player
from referee.championship.presenters import ContestPresenter
from referee.championship.recorded_contest import Names, RecordedContest
from referee.championship.service import CommandResult
from referee.championship.state import Championship
from referee.championship.substituting import Substitute, substitution
from referee.championship.views import ContestView, FixtureView, StandingsView
from referee.contests.standings.tables import LineName
from referee.errors import Inconsistent
from referee.text import Text

CONTEST = Answer(
    "The contest after it, and what changed.", ContestDecided, samples.contest_decided, headers=VERSIONED | CONSISTENCY
)
PLAYER = Words(name="player", about="Only the fixtures of this player, by id or exact name.", least=1)

JSON = "application/json"
PART = Number(name="limit", about="The rows of a part at most; 50 unless given.", least=LIMIT.least, most=LIMIT.most)
CURSOR = Cursor(about="The `next` of the part above, or the `previous` of the one below.")
ENTRANT = Words(
    name="player",
    about="The part around this entrant, or around that of this person: by id or exact name. Not with `cursor`.",
    least=1,
)
STAGE = Number(
    name="stage", about="The stage of the table, 1 the first; without it the contest's own.", least=1, most=100
)
LINE = OneOf(name="line", about="The line of the table; without it that of all.", words=get_args(LineName))
EXTERNAL_ID = Words(
    name="external_id",
    about="Only the fixture with this id of the organizer's. For organizers and auditors of the championship.",
    least=1,
    most=100,
)

OF_A_PART = {one.name for one in (PART, CURSOR, ENTRANT, STAGE, LINE)}

Judge = Callable[[Championship, RecordedContest], AnyDecision]
JudgeAll = Callable[[Championship, RecordedContest], Sequence[AnyDecision]]
A = TypeVar("A", LeaveContest, Substitute, RuleTie)


class FixtureList(msgspec.Struct, frozen=True):
    """The fixtures of a contest: as they stand, then those superseded since its last draw."""

    items: Sequence[FixtureView]


def _page(services: AppContext, contest_id: str, principal: Principal = PUBLIC) -> ContestPresenter:
    """The contest for this reader: who runs or audits it reads what was told of hands that other tables have still to play."""
    championship, contest = services.championships.contest(contest_id)
    sees_hands = may_read_client_data(principal, championship.id)
    return ContestPresenter(championship, contest, services.people.name, sees_hands=sees_hands)


def _choice(request: Request) -> PartChoice | None:
    """The part of the standings that a request asks for, None for all of them. Raises BadRequest and Inconsistent."""
    if OF_A_PART.isdisjoint(request.query_params):
        return None
    cursor = CURSOR.of(request)
    if ENTRANT.of(request) is not None and cursor is not None:
        raise Inconsistent(
            Text(
                es="`player` y `cursor` dicen cada uno dónde empieza la parte: mande uno",
                en="`player` and `cursor` both say where the part begins: send one of them",
            )
        )
    line = cast(LineName | None, LINE.of(request))
    return PartChoice(PART.of(request) or LIMIT.default, cursor or 0, STAGE.of(request), line)


def _part(
    services: AppContext, contest_id: str, choice: PartChoice, name: str | None, connection: Connection
) -> StandingsView:
    """A part of the standings, around the entrant of this name or id if there is one. Raises NotFound and Ambiguous."""
    if name is not None:
        entrants = entrants_with(connection, contest_id, services.people.now(name)) or teams_named(
            connection, contest_id, name
        )
        if not entrants:
            championship, _ = services.championships.contest(contest_id)
            entrants = entrants_with(connection, contest_id, player(name, championship, services.people.own_name))
        choice = replace(choice, entrants=entrants)
    part = standing_parts.part(connection, contest_id, services.people.name, choice)
    if part is None:
        raise no_contest(contest_id)
    return part


async def _command(request: Request, contest_id: str) -> WriteRequest:
    """The command of an organizer of this contest. Raises as `read_command` does, Forbidden and NotFound."""
    command = await read_command(request, lambda principal: require_organizer_of(principal, contest_id))
    await command.services.ask(command.services.championships.contest, contest_id)
    return command


async def _decide(
    command: WriteRequest, contest_id: str, judge: Judge, *, reopen: bool, status: int = 201
) -> Response[bytes]:
    """Stores a decision about a contest; the answer says what it changed."""
    return await _decide_all(
        command, contest_id, lambda now, contest: [judge(now, contest)], reopen=reopen, status=status
    )


async def _decide_all(
    command: WriteRequest, contest_id: str, judge: JudgeAll, *, reopen: bool = False, status: int = 200
) -> Response[bytes]:
    """Stores several decisions about a contest, or none; the answer says what they changed."""
    championships, names = command.services.championships, command.services.people.name

    def decide(now: Championship) -> Sequence[AnyDecision]:
        return judge(now, held_contest(now, contest_id))

    def store() -> tuple[ContestDecided, int]:
        championship, _ = championships.contest(contest_id)
        result = championships.decide(championship.id, decide, command.principal.name, command.key, reopen=reopen)
        return contest_decided(result, contest_id, names, command.language), result.position

    view, position = await command.services.write(store)
    return answer(view, view.version, status, position)


async def _decide_by_body(
    request: Request,
    contest_id: str,
    shape: type[A],
    judge: Callable[[A, Championship, RecordedContest, Names], AnyDecision],
) -> Response[bytes]:
    """Stores what the organizer asks in a body of this shape, as `judge` decides it."""
    command = await _command(request, contest_id)
    body = command.read(shape)
    names = command.services.people.own_name
    return await _decide(command, contest_id, lambda now, contest: judge(body, now, contest, names), reopen=body.reopen)


def _view_with_warnings(
    command: WriteRequest, body: EnterLate, contest_id: str, result: CommandResult
) -> ContestDecided:
    """The contest after a late entry, with a warning for each new name that others have elsewhere."""
    people = command.services.people
    view = contest_decided(result, contest_id, people.name, command.language)
    new = {id_ for entry in result.entries if isinstance(entry.event, PlayersEntered) for id_ in entry.event.players}
    [ids] = [entry.event.entrant.people for entry in result.entries if isinstance(entry.event, EntrantAdded)]
    refs = [who if id_ in new else id_ for who, id_ in zip(asked_for(body), ids, strict=True)]
    doubts = namesakes_elsewhere(refs, body, people, result.championship.id, ids, paths_of(body))
    namesakes = (namesake_warning(doubt, command.principal, command.language) for doubt in doubts)
    return replace(view, warnings=(*view.warnings, *namesakes))


def _decides(summary: str, body: type, examples: dict[str, Any], about: str) -> Describe:
    return CONTESTS.write(summary, CONTEST, body, examples, about=about)


class Contests(Controller):
    """The routes of contests."""

    path = "/v1/contests"

    @CONTESTS.doc(
        "A contest: phase, draw, fixtures, what it waits for, podium",
        Answer("The contest.", ContestView, samples.contest, headers=VERSIONED),
    )
    @get("/{contest_id:str}")
    async def get_contest(self, request: Request, contest_id: FromPath[str]) -> Response[bytes]:
        services, principal = reader_of(request)

        def look() -> tuple[ContestView, bool]:
            view = _page(services, contest_id, principal).view()
            if not may_read_client_data(principal, view.championship):
                return view, True
            whole = contest_with_client_data(services, view)
            # What clients keep changes without a new version.
            return whole, whole is view and view.duplicate is None

        view, is_whole = await services.ask(look)
        return answer(view, view.version, whole=is_whole)

    @CONTESTS.doc(
        "The table, and which step decided each place",
        Answer(
            "`rows`, or `groups` in draw order; `text/csv`, and `text/html` with the podium, by `Accept`.",
            StandingsView,
            samples.standings,
            headers=LINK | VERSIONED,
            also=samples.BOARDS,
        ),
        about="`decided_by` is the step that left the row alone, `above_by` the one that parts it from the row above. "
        "Rows left open share a place, in alphabetical order. With any of these parameters the JSON is a part of one table; CSV "
        "and paper are whole all the same. A `cursor` is a number of rows: parts of one `version` are the whole, and after a "
        "result in between each is right by itself, but a row may come twice or not at all.",
        params=(PART, CURSOR, ENTRANT, STAGE, LINE),
        refusals=(422,),
    )
    @get("/{contest_id:str}/standings", opt={READ_MODELS: True})
    async def get_standings(self, request: Request, contest_id: FromPath[str]) -> Response[bytes]:
        services, _ = reader_of(request)
        media = negotiate(request)
        choice = _choice(request)
        if choice is not None and media == JSON:
            part = await services.look(request, partial(_part, services, contest_id, choice, ENTRANT.of(request)))
            response = answer(part, part.version)
            response.headers.update(link_to(request, cast(str | None, part.next), CURSOR.name, ENTRANT.name))
            return response
        board = await services.look(
            request, lambda connection: standings.board(connection, contest_id, services.people.name)
        )
        if board is None:
            raise no_contest(contest_id)
        if media == "text/csv":
            return answer_table(request, partial(boards.spreadsheet, board.standings), boards.COLUMNS)
        if media == "text/html":
            return boards.as_page(board, reader_language(request))
        return answer(board.standings, board.standings.version)

    @CONTESTS.doc(
        "The fixtures: as JSON, as CSV, or as a page to print",
        Answer(
            "All of them; `text/csv` and `text/html` by `Accept`.",
            FixtureList,
            lambda: FixtureList(samples.fixtures()),
            headers=VERSIONED,
            also=samples.SHEETS,
        ),
        about="The page has blank boxes for rounds, total, the game's tallies, cards and signatures, to be filled in.",
        params=(PLAYER, EXTERNAL_ID),
        refusals=(401, 403, 422),
    )
    @get("/{contest_id:str}/fixtures")
    async def list_fixtures(self, request: Request, contest_id: FromPath[str]) -> Response[bytes]:
        services, principal = reader_of(request)
        who, external_id, media = PLAYER.of(request), EXTERNAL_ID.of(request), negotiate(request)

        def look() -> tuple[ContestPresenter, Sequence[FixtureView], Sequence[FixtureView]]:
            page = _page(services, contest_id, principal)
            if external_id is not None:
                require_whole_record(principal, page.championship.id)
            one = None if who is None else player(who, page.championship, services.people.own_name)
            plain = page.fixtures(one)
            if not may_read_client_data(principal, page.championship.id):
                return page, plain, plain
            whole = with_client_data(services, plain)
            return page, plain, [one for one in whole if one.external_id == external_id] if external_id else whole

        page, plain, fixtures = await services.ask(look)
        if media == "text/csv":
            return answer_table(request, partial(fixture_lists.spreadsheet, fixtures), fixture_lists.COLUMNS)
        if media == "text/html":
            return fixture_lists.as_page(page.championship.name, page, fixtures, reader_clock(request))
        # What clients keep changes without a new version.
        return answer(
            FixtureList(fixtures), page.championship.version, whole=fixtures is plain and page.contest.duplicate is None
        )

    @CONTESTS.write(
        "Fill in days, tables and results of many fixtures",
        CONTEST,
        FillInFixtures,
        samples.FILLED_IN,
        about="All or nothing: what another program has of the fixtures, each named by its round and its two entrants in the "
        "order of the seats. What is left out stays, and what is there already is not stored again: the same request twice "
        "changes nothing. Another result than the one on record is 409 `conflict`, to be corrected at the fixture; `errors` says "
        "which items are refused.",
    )
    @post("/{contest_id:str}/fixtures", status_code=200)
    async def fill_in_fixtures(self, request: Request, contest_id: FromPath[str]) -> Response[bytes]:
        command = await _command(request, contest_id)
        body, names = command.read(FillInFixtures), command.services.people.own_name
        may_end_on_time = command.services.championships.may_end_on_time
        return await _decide_all(
            command, contest_id, lambda now, contest: fill_in(body, now, contest, names, may_end_on_time)
        )

    @CONTESTS.doc(
        "What corrections changed in its tables, and why",
        Answer(
            "The corrections, first to last.",
            ChangesView,
            samples.changes,
            headers=VERSIONED,
            also={"text/csv": f"{','.join(lists.CHANGES)}\n"},
        ),
    )
    @get("/{contest_id:str}/changes")
    async def list_changes(self, request: Request, contest_id: FromPath[str]) -> Response[bytes]:
        services, _ = reader_of(request)
        championship, _ = await services.ask(services.championships.contest, contest_id)

        def make_body() -> CachedBody:
            return CachedBody(encode(services.championships.changes(contest_id)))

        charge = partial(charge_request, request)
        cached_body = await services.worker_cache.of(
            ("corrections", contest_id, championship.version), make_body, charge
        )
        content, version = msgspec.json.decode(cached_body.body, type=tuple[msgspec.Raw, int])
        if negotiate(request) == "text/csv":
            items = msgspec.json.decode(content, type=ChangesView).items
            return answer_table(request, partial(lists.changes, items), lists.CHANGES_COLUMNS)
        return answer(content, version)

    @_decides(
        "Draw again, while nothing was played",
        DrawAgain,
        samples.REDRAWS,
        "Old draws stay listed in `draws`, and their fixtures answer at their own addresses.",
    )
    @post("/{contest_id:str}/draw")
    async def draw_again(self, request: Request, contest_id: FromPath[str]) -> Response[bytes]:
        command = await _command(request, contest_id)
        body = command.read(DrawAgain)
        names, seed_source = command.services.people.own_name, command.services.service.seed_source
        return await _decide(
            command, contest_id, lambda now, contest: draw_again(body, contest, now, names, seed_source), reopen=False
        )

    @CONTESTS.write(
        "Change the clock of the matches to come",
        CONTEST,
        ChangeTiming,
        samples.TIMINGS,
        about="It takes the place of `timing` for every match opened from now on (`clock.contest`); one that is open keeps its "
        "own, to which `extra_time` adds. A contest that is over is 409 `closed`.",
    )
    @put("/{contest_id:str}/timing")
    async def change_timing(self, request: Request, contest_id: FromPath[str]) -> Response[bytes]:
        command = await _command(request, contest_id)
        body = command.read(ChangeTiming)
        return await _decide(
            command, contest_id, lambda now, contest: change_timing(body, contest), reopen=False, status=200
        )

    @_decides(
        "Somebody leaves the contest for good",
        LeaveContest,
        samples.WITHDRAWALS,
        "With fewer than half of the matches played they are void; with half or more the rest are walkovers.",
    )
    @post("/{contest_id:str}/withdrawals")
    async def withdraw_player(self, request: Request, contest_id: FromPath[str]) -> Response[bytes]:
        return await _decide_by_body(request, contest_id, LeaveContest, withdrawal)

    @_decides(
        "Somebody comes in another's place",
        Substitute,
        samples.SUBSTITUTIONS,
        "Who comes from outside has the place from now on: every match of it that has not begun, and what was played in it. Of "
        "a pair, one partner or both. Without `in` the next of the table comes to the last matches. What would change nothing "
        "is refused (`format.substitution`).",
    )
    @post("/{contest_id:str}/substitutions")
    async def substitute_player(self, request: Request, contest_id: FromPath[str]) -> Response[bytes]:
        new_id = services_of(request).championships.new_id
        return await _decide_by_body(request, contest_id, Substitute, partial(substitution, new_id=new_id))

    @_decides(
        "Somebody comes in after the draw",
        EnterLate,
        samples.LATE_ENTRIES,
        "Into a league, or a group with a free place, until the round that the contest names (`late_until` of its `params`): "
        "nothing that was drawn changes (`format.late`). Elsewhere 409 `impossible`, with what can be done instead. Who is no "
        "player of the championship becomes one. " + NAMESAKES,
    )
    @post("/{contest_id:str}/entrants")
    async def enter_late(self, request: Request, contest_id: FromPath[str]) -> Response[bytes]:
        command = await _command(request, contest_id)
        services, body = command.services, command.read(EnterLate)
        championships, people = services.championships, services.people

        def find_arrivals(now: Championship) -> Arrivals:
            return late_comers(body, now, held_contest(now, contest_id), people)

        def decide(now: Championship, players: tuple[str, ...]) -> Sequence[AnyDecision]:
            return [
                enter_late(body, players, now, held_contest(now, contest_id), people.own_name, championships.new_id)
            ]

        def store() -> tuple[ContestDecided, int]:
            championship, _ = championships.contest(contest_id)
            result = championships.bring(championship.id, find_arrivals, decide, command.principal.name, command.key)
            return _view_with_warnings(command, body, contest_id, result), result.position

        async with telling_apart(services, command.principal):
            view, position = await services.write(store)
        return answer(view, view.version, 201, position)

    @_decides(
        "Order a tie that the rules leave open",
        RuleTie,
        samples.RULINGS,
        "The tie has to be exactly one that is open (`pending` of kind `ruling`).",
    )
    @post("/{contest_id:str}/rulings")
    async def rule_tie(self, request: Request, contest_id: FromPath[str]) -> Response[bytes]:
        return await _decide_by_body(request, contest_id, RuleTie, ruling)
