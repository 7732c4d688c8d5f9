"""Undos of an organizer's decisions, each with a reason; contests that are cancelled, and corrected names."""

from collections.abc import Callable, Sequence

from litestar import Response, delete, get, put
from litestar.params import FromPath

from api.access.policy import require_organizer, require_organizer_of, require_writer
from api.context import Request, reader_of, services_of
from api.document.samples import contests as samples
from api.http.bodies import expected_version
from api.http.commands import WriteRequest, answer, read_command, read_command_without_body
from api.http.describe import (
    CHAMPIONSHIPS,
    CONSISTENCY,
    CONTESTS,
    FIXTURES,
    IDEMPOTENCY_KEY,
    MATCHED,
    VERSIONED,
    Answer,
    Chapter,
    Describe,
)
from api.http.parameters import REASON, REOPEN, Header
from api.http.path_parameters import VERSION
from api.runtime.threads import off_loop
from referee.championship.decided import contest_decided, fixture_decided
from referee.championship.decisions import contest_of
from referee.championship.difference import (
    ChampionshipDecided,
    ContestDecided,
    FixtureDecided,
    general_difference,
    with_difference,
)
from referee.championship.events import AnyDecision, DecisionUndone
from referee.championship.presenters import ContestPresenter, view_championship
from referee.championship.recorded_contest import RecordedContest, RecordedFixture
from referee.championship.service import CommandResult
from referee.championship.state import Championship
from referee.championship.undoing import cancelling
from referee.championship.undoing.cancelling import RenameChampionship, RenameContest
from referee.championship.undoing.history import ContestDecisions, decisions_of
from referee.championship.undoing.undo import (
    Undo,
    leaving_with,
    remove_player,
    undo_decision,
    undo_result,
    undo_sanction,
    undo_substitution,
    undo_walkover,
    undo_withdrawal,
)
from referee.championship.views import ChampionshipView, ContestView

IF_MATCH = Header(
    name="If-Match",
    about="The version of the championship that this was meant for, quoted: the `ETag` of a contest is that too. A stale one is "
    "answered with 409 `conflict`.",
    pattern=MATCHED,
)
FIXTURE_IF_MATCH = Header(
    name="If-Match",
    about="The fixture's version that this was meant for, quoted. A stale one is answered with 409 `conflict`.",
    pattern=MATCHED,
)
AS_IF_NEVER = (
    "Everything is as if it had never been told; what was told since stays. Where something else stands on it: 409 "
    "`impossible`, with `undo_first`. Where other people would be through to a match that has begun: 409 `closed` with the "
    "`difference`, unless `reopen` is true, which voids that match."
)
OF_CONTEST = Answer(
    "The contest after it, and what changed.", ContestDecided, samples.contest_decided, headers=VERSIONED | CONSISTENCY
)
OF_FIXTURE = Answer(
    "The fixture after it, and what changed.",
    FixtureDecided,
    samples.fixture_decided,
    headers={"ETag": "The fixture's version, quoted."} | CONSISTENCY,
)
OF_CHAMPIONSHIP = Answer(
    "The championship after it, and what changed.",
    ChampionshipDecided,
    samples.championship_decided,
    headers=VERSIONED | CONSISTENCY,
)

JudgeContest = Callable[[Undo, Championship, RecordedContest], AnyDecision]
JudgeFixture = Callable[[Undo, Championship, RecordedContest, RecordedFixture], AnyDecision]
JudgeChampionship = Callable[[Undo, Championship], AnyDecision]


def _undoes(chapter: Chapter, summary: str, good: Answer, about: str = AS_IF_NEVER) -> Describe:
    matching = FIXTURE_IF_MATCH if good is OF_FIXTURE else IF_MATCH
    params = (REASON, REOPEN, matching, IDEMPOTENCY_KEY)
    return chapter.doc(summary, good, about=about, params=params, refusals=(403, 409, 422), token=True)


def _undo(request: Request) -> Undo:
    return Undo(REASON.require(request), expected_version(request))


def _with_matches(command: WriteRequest, now: Championship, event: AnyDecision) -> Sequence[AnyDecision]:
    """A decision, the results of matches that count again with it, and the players that leave the championship with it."""
    if not isinstance(event, DecisionUndone):
        return [event]
    return [event, *command.services.fixture_matches.catch_up(now, event), *leaving_with(event, now)]


def _store(
    command: WriteRequest, contest_id: str, judge: Callable[[Championship], AnyDecision], *, reopen: bool
) -> CommandResult:
    championships = command.services.championships
    championship, _ = championships.contest(contest_id)
    return championships.decide(
        championship.id,
        lambda now: _with_matches(command, now, judge(now)),
        command.principal.name,
        command.key,
        reopen=reopen,
    )


async def _of_contest(request: Request, contest_id: str, judge: JudgeContest) -> Response[bytes]:
    """Undoes a decision about a contest; the answer says what that changed."""
    command = read_command_without_body(request, lambda principal: require_organizer_of(principal, contest_id))
    await command.services.ask(command.services.championships.contest, contest_id)
    undo, reopen = _undo(request), REOPEN.of(request)

    def store() -> tuple[ContestDecided, int]:
        result = _store(command, contest_id, lambda now: judge(undo, now, contest_of(now, contest_id)), reopen=reopen)
        return contest_decided(result, contest_id, command.services.people.name, command.language), result.position

    view, position = await command.services.write(store)
    return answer(view, view.version, 200, position)


async def _of_fixture(request: Request, fixture_id: str, judge: JudgeFixture) -> Response[bytes]:
    """Undoes the result of a match; the answer says what that changed."""
    command = read_command_without_body(request, lambda principal: require_writer(principal, fixture_id))
    await command.services.ask(command.services.championships.fixture, fixture_id)
    undo, reopen = _undo(request), REOPEN.of(request)

    def store() -> tuple[FixtureDecided, int]:
        _, contest, _ = command.services.championships.fixture(fixture_id)

        def judge_now(now: Championship) -> AnyDecision:
            contest_now = now.contests[contest.id]
            return judge(undo, now, contest_now, contest_now.fixtures[fixture_id])

        result = _store(command, contest.id, judge_now, reopen=reopen)
        return fixture_decided(result, fixture_id, command.services.people.name, command.language), result.position

    view, position = await command.services.write(store)
    return answer(view, view.version, 200, position)


async def _of_championship(
    request: Request,
    championship_id: str,
    judge: JudgeChampionship,
) -> Response[bytes]:
    """Undoes a decision about a whole championship; the answer says what that changed."""
    command = read_command_without_body(request, lambda principal: require_organizer(principal, championship_id))
    services, names = command.services, command.services.people.name
    await services.ask(services.championships.championship, championship_id)
    undo, reopen = _undo(request), REOPEN.of(request)

    def store() -> tuple[ChampionshipDecided, int]:
        result = services.championships.decide(
            championship_id, lambda now: [judge(undo, now)], command.principal.name, command.key, reopen=reopen
        )
        difference = general_difference(result.before, result.championship, names)
        view = view_championship(result.championship, names)
        return with_difference(ChampionshipDecided, view, difference), result.position

    view, position = await services.write(store)
    return answer(view, view.version, 200, position)


@_undoes(
    FIXTURES,
    "Take a result away",
    OF_FIXTURE,
    "With its corrections, or with the match that gave it, which counts no more."
    " What was there before stands again: nothing, or a walkover. " + AS_IF_NEVER,
)
@delete("/v1/fixtures/{fixture_id:str}/result", status_code=200)
async def remove_result(request: Request, fixture_id: FromPath[str]) -> Response[bytes]:
    return await _of_fixture(request, fixture_id, undo_result)


@_undoes(
    FIXTURES,
    "Take a walkover back",
    OF_FIXTURE,
    "What was there before stands again: nothing, or a result. " + AS_IF_NEVER,
)
@delete("/v1/fixtures/{fixture_id:str}/walkover", status_code=200)
async def remove_walkover(request: Request, fixture_id: FromPath[str]) -> Response[bytes]:
    return await _of_fixture(request, fixture_id, undo_walkover)


@_undoes(CONTESTS, "Take a withdrawal back", OF_CONTEST)
@delete("/v1/contests/{contest_id:str}/withdrawals/{player:str}", status_code=200)
async def remove_withdrawal(
    request: Request,
    contest_id: FromPath[str],
    player: FromPath[str],
) -> Response[bytes]:
    names = services_of(request).people.own_name
    return await _of_contest(
        request, contest_id, lambda undo, now, contest: undo_withdrawal(undo, player, now, contest, names)
    )


@_undoes(CONTESTS, "Take a substitution back", OF_CONTEST)
@delete("/v1/contests/{contest_id:str}/substitutions/{out:str}", status_code=200)
async def remove_substitution(
    request: Request,
    contest_id: FromPath[str],
    out: FromPath[str],
) -> Response[bytes]:
    names = services_of(request).people.own_name
    return await _of_contest(
        request, contest_id, lambda undo, now, contest: undo_substitution(undo, out, now, contest, names)
    )


@CONTESTS.doc(
    "What was decided about a contest",
    Answer("The decisions, first to last.", ContestDecisions, samples.decisions, headers=VERSIONED),
    about="Each with its version in the championship's log, the people it is about, and how it is taken back.",
)
@get("/v1/contests/{contest_id:str}/decisions")
async def list_contest_decisions(request: Request, contest_id: FromPath[str]) -> Response[bytes]:
    services, _ = reader_of(request)

    def look() -> ContestDecisions:
        championship, contest = services.championships.contest(contest_id)
        entries = services.championships.entries(championship.id, through=championship.version)
        return decisions_of(ContestPresenter(championship, contest, services.people.name), entries)

    decisions = await off_loop(look)
    return answer(decisions, decisions.version)


@_undoes(
    CONTESTS,
    "Take any decision about a contest back",
    OF_CONTEST,
    "By its version in the championship's log, which `changes` and `events` give: a result, a correction, a walkover, a "
    "withdrawal, a substitution, a ruling, a draw made again, a match that was opened for the wrong fixture, the cancellation "
    "of the contest. " + AS_IF_NEVER,
)
@delete("/v1/contests/{contest_id:str}/decisions/{version:str}", status_code=200)
async def remove_decision(
    request: Request,
    contest_id: FromPath[str],
    version: FromPath[str],
) -> Response[bytes]:
    return await _of_contest(
        request, contest_id, lambda undo, now, contest: undo_decision(undo, VERSION.of(version), now, contest)
    )


@_undoes(
    CONTESTS,
    "Cancel a contest of which nothing was played",
    OF_CONTEST,
    "Its fixtures are void, and it counts for nothing; stakes are given back. Where a match has been played: 409 `impossible`, "
    "with the results to take away first. Where tables are open: 409 `closed` with them, unless `reopen` is true.",
)
@delete("/v1/contests/{contest_id:str}", status_code=200)
async def cancel_contest(request: Request, contest_id: FromPath[str]) -> Response[bytes]:
    return await _of_contest(request, contest_id, cancelling.cancel)


@_undoes(
    CHAMPIONSHIPS,
    "Take a card outside a match back",
    OF_CHAMPIONSHIP,
    "By the version of the championship that gave it.",
)
@delete("/v1/championships/{championship_id:str}/sanctions/{version:str}", status_code=200)
async def remove_sanction(
    request: Request,
    championship_id: FromPath[str],
    version: FromPath[str],
) -> Response[bytes]:
    return await _of_championship(
        request, championship_id, lambda undo, now: undo_sanction(undo, VERSION.of(version), now)
    )


@_undoes(
    CHAMPIONSHIPS,
    "Take out a player who was entered by mistake",
    OF_CHAMPIONSHIP,
    "Anyone who is entered in a contest, or has a card: 409 `impossible`, with those.",
)
@delete("/v1/championships/{championship_id:str}/players/{player:str}", status_code=200)
async def remove_player_from_championship(
    request: Request,
    championship_id: FromPath[str],
    player: FromPath[str],
) -> Response[bytes]:
    names = services_of(request).people.own_name
    return await _of_championship(request, championship_id, lambda undo, now: remove_player(undo, player, now, names))


@CHAMPIONSHIPS.write(
    "Rename a championship",
    Answer("The championship with it.", ChampionshipView, samples.championship, headers=VERSIONED | CONSISTENCY),
    RenameChampionship,
    {"a name put right": {"name": "Fiestas de septiembre"}},
    params=(IF_MATCH,),
)
@put("/v1/championships/{championship_id:str}")
async def rename_championship(request: Request, championship_id: FromPath[str]) -> Response[bytes]:
    command = await read_command(request, lambda principal: require_organizer(principal, championship_id))
    services = command.services
    await services.ask(services.championships.championship, championship_id)
    body, version = command.read(RenameChampionship), expected_version(request)

    def store() -> tuple[ChampionshipView, int]:
        result = services.championships.decide(
            championship_id,
            lambda now: [cancelling.rename_championship(body, now, version)],
            command.principal.name,
            command.key,
        )
        return view_championship(result.championship, services.people.name), result.position

    view, position = await services.write(store)
    return answer(view, view.version, 200, position)


@CONTESTS.write(
    "Rename a contest",
    Answer("The contest with it.", ContestView, samples.contest, headers=VERSIONED | CONSISTENCY),
    RenameContest,
    {"a name": {"name": "Copa de la peña"}, "by its game again": {"name": None}},
    params=(IF_MATCH,),
)
@put("/v1/contests/{contest_id:str}")
async def rename_contest(request: Request, contest_id: FromPath[str]) -> Response[bytes]:
    command = await read_command(request, lambda principal: require_organizer_of(principal, contest_id))
    await command.services.ask(command.services.championships.contest, contest_id)
    body, version = command.read(RenameContest), expected_version(request)

    def store() -> tuple[ContestView, int]:
        result = _store(
            command,
            contest_id,
            lambda now: cancelling.rename_contest(body, now, contest_of(now, contest_id), version),
            reopen=False,
        )
        contest = result.championship.contests[contest_id]
        return ContestPresenter(result.championship, contest, command.services.people.name).view(), result.position

    view, position = await command.services.write(store)
    return answer(view, view.version, 200, position)


UNDOING = [
    remove_result,
    remove_walkover,
    remove_withdrawal,
    remove_substitution,
    list_contest_decisions,
    remove_decision,
    cancel_contest,
    remove_sanction,
    remove_player_from_championship,
    rename_championship,
    rename_contest,
]
