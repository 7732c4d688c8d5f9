"""Fixtures: one match of a contest, its result without a record, its correction, a walkover."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from litestar import Controller, Response, get, post, put
from litestar.params import FromPath
from msgspec import Struct

from api.access.policy import may_read_client_data, require_writer
from api.context import Request, reader_of
from api.document.samples import contests as samples
from api.http.bodies import expected_version
from api.http.commands import WriteRequest, answer, read_command
from api.http.describe import CONSISTENCY, FIXTURES, MATCHED, Answer, links
from api.http.parameters import Header
from api.http.path_parameters import BOARD
from api.routes.contests.client_data import with_client_data
from referee.championship.boards import board_walkover, correct_board, report_board
from referee.championship.boards_at_once import ReportBoards, report_boards
from referee.championship.decided import fixture_decided, fixture_planned
from referee.championship.decisions import CorrectResult, GiveWalkover, ReportResult, correct, report, walkover
from referee.championship.difference import FixtureDecided
from referee.championship.double_booking import FixturePlanned
from referee.championship.events import AnyDecision
from referee.championship.presenters import ContestPresenter
from referee.championship.recorded_contest import RecordedContest, RecordedFixture
from referee.championship.scheduling import ScheduleFixture, schedule
from referee.championship.seat_changes import SubstituteMember, substitute_member
from referee.championship.service import CommandResult
from referee.championship.state import Championship
from referee.championship.views import FixtureView

T = TypeVar("T")
ETAG = {"ETag": "The fixture's version, quoted."}
IF_MATCH = Header(
    name="If-Match",
    about="The fixture's version that this was meant for, quoted. A stale one is answered with 409 `conflict`.",
    pattern=MATCHED,
)
LINKS = links("fixture_id", "getFixture", "correctResult")


def _creation_answer(about: str) -> Answer:
    """A fixture that was decided, with its address."""
    headers = {"Location": "The fixture's address."} | ETAG | CONSISTENCY
    return Answer(about, FixtureDecided, samples.fixture_decided, headers=headers, links=LINKS)


Judge = Callable[[Championship, RecordedContest, RecordedFixture], AnyDecision]
JudgeAll = Callable[[Championship, RecordedContest, RecordedFixture], Sequence[AnyDecision]]


class FixtureCommand(Struct, frozen=True):
    """A command about a fixture, with the ids of its championship and contest."""

    command: WriteRequest
    championship: str
    contest: str
    fixture: str

    def store(self, judge: Judge, *, reopen: bool = False) -> CommandResult:
        """Stores the decision that `judge` makes on the fixture as it stands."""
        return self.store_all(lambda now, contest, record: [judge(now, contest, record)], reopen=reopen)

    def store_all(self, judge: JudgeAll, *, reopen: bool = False) -> CommandResult:
        """Stores all decisions that `judge` makes on the fixture as it stands; there may be none."""

        def decide(now: Championship) -> Sequence[AnyDecision]:
            contest = now.contests[self.contest]
            return judge(now, contest, contest.fixtures[self.fixture])

        command = self.command
        championships = command.services.championships
        return championships.decide(self.championship, decide, command.principal.name, command.key, reopen=reopen)


async def _command_and_body(request: Request, fixture_id: str, shape: type[T]) -> tuple[FixtureCommand, T]:
    """The command of a writer of this fixture, and its body. Raises as `read_command` does, Forbidden, NotFound."""
    command = await read_command(request, lambda principal: require_writer(principal, fixture_id))
    championship, contest, _ = await command.services.ask(command.services.championships.fixture, fixture_id)
    return FixtureCommand(command, championship.id, contest.id, fixture_id), command.read(shape)


async def _decide(about: FixtureCommand, judge: Judge, *, reopen: bool = False, status: int = 201) -> Response[bytes]:
    """Stores a decision about a match; the answer says what it changed."""
    return await _decide_all(about, lambda now, contest, record: [judge(now, contest, record)], reopen, status)


async def _decide_all(about: FixtureCommand, judge: JudgeAll, reopen: bool, status: int) -> Response[bytes]:
    """Stores several decisions about a match, or none; the answer says what they changed."""
    services, language = about.command.services, about.command.language

    def decide() -> tuple[FixtureView, int]:
        result = about.store_all(judge, reopen=reopen)
        return fixture_decided(result, about.fixture, services.people.name, language), result.position

    return _answer(*await services.write(decide), status)


async def _plan(about: FixtureCommand, judge: Judge) -> Response[bytes]:
    """Stores the time and table of a match; the answer warns of double bookings."""
    services, language = about.command.services, about.command.language

    def decide() -> tuple[FixtureView, int]:
        result = about.store(judge)
        return fixture_planned(result, about.fixture, services.people.name, language), result.position

    return _answer(*await services.write(decide), 200)


def _answer(view: FixtureView, position: int, status: int) -> Response[bytes]:
    path = f"/v1/fixtures/{view.id}"
    if status == 201:
        return answer(view, view.version, status, position, Location=path)
    return answer(view, view.version, status, position, Content_Location=path)


class Fixtures(Controller):
    """The routes of fixtures."""

    path = "/v1/fixtures"

    @FIXTURES.doc("A fixture", Answer("The fixture.", FixtureView, lambda: samples.fixtures()[0], headers=ETAG))
    @get("/{fixture_id:str}")
    async def get_fixture(self, request: Request, fixture_id: FromPath[str]) -> Response[bytes]:
        services, principal = reader_of(request)

        def look() -> FixtureView:
            championship, contest, _ = services.championships.fixture(fixture_id)
            sees_hands = may_read_client_data(principal, championship.id)
            view = ContestPresenter(championship, contest, services.people.name, sees_hands=sees_hands).fixture(
                fixture_id
            )
            if not sees_hands:
                return view
            [whole] = with_client_data(services, [view])
            return whole

        view = await services.ask(look)
        # Its version is that of its result: a schedule, and what other matches share with it, is no part of it.
        return answer(view, view.version, whole=False)

    @FIXTURES.write(
        "Report a result without a record",
        _creation_answer("The fixture with it; `needs` says what it still lacks."),
        ReportResult,
        samples.RESULTS,
        about="Every list stands in the order of the fixture's `entrants`. A level match without what breaks the tie is "
        "stored and waits for its extra round, with which it may be reported again.",
        params=(IF_MATCH,),
    )
    @post("/{fixture_id:str}/result")
    async def report_result(self, request: Request, fixture_id: FromPath[str]) -> Response[bytes]:
        about, body = await _command_and_body(request, fixture_id, ReportResult)
        version = expected_version(request)
        may_end_on_time = about.command.services.championships.may_end_on_time

        def judge(now: Championship, contest: RecordedContest, record: RecordedFixture) -> AnyDecision:
            return report(body, contest, record, version, has_clock=may_end_on_time(contest, record))

        return await _decide(about, judge)

    @FIXTURES.write(
        "Correct a result",
        Answer(
            "The fixture with the right result; the old one stays in the log, superseded.",
            FixtureDecided,
            samples.fixture_decided,
            headers=ETAG | CONSISTENCY,
        ),
        CorrectResult,
        samples.CORRECTIONS,
        about="Where other people would be through to a tie-break or final that has begun: 409 `closed` with the "
        "`difference`, unless `reopen` is true, which voids that match.",
        params=(IF_MATCH,),
    )
    @put("/{fixture_id:str}/result")
    async def correct_result(self, request: Request, fixture_id: FromPath[str]) -> Response[bytes]:
        about, body = await _command_and_body(request, fixture_id, CorrectResult)
        version = expected_version(request)
        may_end_on_time = about.command.services.championships.may_end_on_time

        def judge(now: Championship, contest: RecordedContest, record: RecordedFixture) -> AnyDecision:
            return correct(body, contest, record, version, has_clock=may_end_on_time(contest, record))

        return await _decide(about, judge, reopen=body.reopen, status=200)

    @FIXTURES.write(
        "Say when and where a match is to be played",
        Answer(
            "The fixture with its schedule; `warnings` where somebody, or its table, is in another match then.",
            FixturePlanned,
            lambda: samples.fixtures()[0],
            headers=ETAG | CONSISTENCY,
        ),
        ScheduleFixture,
        {"time and table": {"starts_at": "2026-08-15T17:00:00Z", "table": 3}},
        about="It takes the place of the schedule before; what is left out is not settled. The fixture's `version` stays, as "
        "that is of its result. A match that is over is 409 `impossible`.",
    )
    @put("/{fixture_id:str}/schedule")
    async def schedule_fixture(self, request: Request, fixture_id: FromPath[str]) -> Response[bytes]:
        about, body = await _command_and_body(request, fixture_id, ScheduleFixture)
        return await _plan(about, lambda now, contest, record: schedule(body, contest, record))

    @FIXTURES.write(
        "Somebody did not come",
        _creation_answer("The fixture after it."),
        GiveWalkover,
        samples.WALKOVERS,
        about="With everybody absent the match is void. In place of a result it needs `If-Match`.",
        params=(IF_MATCH,),
    )
    @post("/{fixture_id:str}/walkover")
    async def give_walkover(self, request: Request, fixture_id: FromPath[str]) -> Response[bytes]:
        about, body = await _command_and_body(request, fixture_id, GiveWalkover)
        version = expected_version(request)
        names = about.command.services.people.own_name
        return await _decide(
            about,
            lambda now, contest, record: walkover(body, now, contest, record, names, version),
            reopen=body.reopen,
        )

    @FIXTURES.write(
        "Report several boards of an encounter, or the hands of a table, at once",
        Answer(
            "The match with all of them, and what they changed.",
            FixtureDecided,
            samples.fixture_decided,
            headers=ETAG | CONSISTENCY,
        ),
        ReportBoards,
        samples.BOARDS_AT_ONCE,
        about="All or nothing. What is on record already is not stored again: the same request twice changes nothing. Something "
        "else than what is on record is 409 `conflict`, to be corrected at its own address; `errors` names each that is refused, "
        "by table and board.",
        params=(IF_MATCH,),
    )
    @post("/{fixture_id:str}/boards", status_code=200)
    async def report_boards(self, request: Request, fixture_id: FromPath[str]) -> Response[bytes]:
        about, body = await _command_and_body(request, fixture_id, ReportBoards)
        version, names = expected_version(request), about.command.services.people.own_name
        may_end_on_time = about.command.services.championships.may_end_on_time
        return await _decide_all(
            about,
            lambda now, contest, record: report_boards(
                body.boards, now, contest, record, names, version, may_end_on_time
            ),
            reopen=False,
            status=200,
        )

    @FIXTURES.write(
        "Report the result of a board of an encounter of teams",
        _creation_answer("The encounter with it; it has a result once all its boards have."),
        ReportResult,
        samples.BOARD_RESULTS,
        about="Every list stands in the order of the encounter's two teams (`teams.encounter`).",
        params=(IF_MATCH,),
    )
    @post("/{fixture_id:str}/boards/{board:str}/result")
    async def report_board(self, request: Request, fixture_id: FromPath[str], board: FromPath[str]) -> Response[bytes]:
        about, body = await _command_and_body(request, fixture_id, ReportResult)
        version, number = expected_version(request), BOARD.of(board)
        may_end_on_time = about.command.services.championships.may_end_on_time

        def judge(_: Championship, contest: RecordedContest, record: RecordedFixture) -> AnyDecision:
            has_clock = may_end_on_time(contest, record, number)
            return report_board(body, number, contest, record, version, has_clock=has_clock)

        return await _decide(about, judge)

    @FIXTURES.write(
        "Correct the result of a board",
        Answer(
            "The encounter with the right result; the old one stays in the log, superseded.",
            FixtureDecided,
            samples.fixture_decided,
            headers=ETAG | CONSISTENCY,
        ),
        CorrectResult,
        samples.BOARD_CORRECTIONS,
        about="Also in place of a walkover of that board.",
        params=(IF_MATCH,),
    )
    @put("/{fixture_id:str}/boards/{board:str}/result")
    async def correct_board(self, request: Request, fixture_id: FromPath[str], board: FromPath[str]) -> Response[bytes]:
        about, body = await _command_and_body(request, fixture_id, CorrectResult)
        version, number = expected_version(request), BOARD.of(board)
        may_end_on_time = about.command.services.championships.may_end_on_time

        def judge(_: Championship, contest: RecordedContest, record: RecordedFixture) -> AnyDecision:
            has_clock = may_end_on_time(contest, record, number)
            return correct_board(body, number, contest, record, version, has_clock=has_clock)

        return await _decide(about, judge, reopen=body.reopen, status=200)

    @FIXTURES.write(
        "A team did not come to a board",
        _creation_answer("The encounter after it."),
        GiveWalkover,
        samples.BOARD_WALKOVERS,
        about="The other team has the board points; with both absent nobody has. In place of a result it needs `If-Match`.",
        params=(IF_MATCH,),
    )
    @post("/{fixture_id:str}/boards/{board:str}/walkover")
    async def give_board_walkover(
        self, request: Request, fixture_id: FromPath[str], board: FromPath[str]
    ) -> Response[bytes]:
        about, body = await _command_and_body(request, fixture_id, GiveWalkover)
        version, number = expected_version(request), BOARD.of(board)
        names = about.command.services.people.own_name
        return await _decide(
            about,
            lambda now, contest, record: board_walkover(body, number, now, contest, record, names, version),
            reopen=body.reopen,
        )

    @FIXTURES.write(
        "Substitute a member of a team at a board",
        _creation_answer("The encounter after it."),
        SubstituteMember,
        samples.MEMBER_SUBSTITUTIONS,
        about="Once line-ups are shown, while the board is not decided, as often as the contest allows (`teams.substitutes`). "
        "Who comes in is of the same team, and sits at no other board that is not decided. It is taken back by its version.",
    )
    @post("/{fixture_id:str}/boards/{board:str}/substitutions")
    async def substitute_member(
        self, request: Request, fixture_id: FromPath[str], board: FromPath[str]
    ) -> Response[bytes]:
        about, body = await _command_and_body(request, fixture_id, SubstituteMember)
        number, names = BOARD.of(board), about.command.services.people.own_name
        return await _decide(
            about, lambda now, contest, record: substitute_member(body, number, now, contest, record, names)
        )
