"""Line-ups of an encounter of teams: given apart, and shown together once both are given."""

from collections.abc import Callable, Sequence

from litestar import Response, delete, put
from litestar.params import FromPath
from msgspec import Struct

from api.access.policy import require_member, require_to_line_up, require_to_take_back
from api.context import Request
from api.document.samples import contests as samples
from api.http.bodies import expected_version
from api.http.commands import WriteRequest, answer, read_command, read_command_without_body
from api.http.describe import CONSISTENCY, FIXTURES, IDEMPOTENCY_KEY, Answer
from api.http.parameters import REASON
from api.routes.contests.undoing import FIXTURE_IF_MATCH
from referee.championship.decided import fixture_decided
from referee.championship.difference import FixtureDecided
from referee.championship.events import AnyDecision
from referee.championship.lineup_secrets import forget
from referee.championship.lineups import GiveLineup, LineupDecision, LineupDesk, team_of
from referee.championship.recorded_contest import RecordedContest, RecordedFixture
from referee.championship.service import CommandResult
from referee.championship.state import Championship, DecisionEntry
from referee.championship.undoing.undo import Undo, undo_lineup
from referee.commitments.commitments import new_salt
from referee.log.row_writes import RowWrite

JudgeLineup = Callable[[Championship, RecordedContest, RecordedFixture], LineupDecision]
ETAG = {"ETag": "The fixture's version, quoted."}
TOGETHER = (
    "Nobody can read it before the other team has given theirs: then both are shown, in the same moment. Until then it is "
    "changed by the same call, and not even who gave it reads it again. The log has a salted SHA-256 commitment to each, and "
    "the salts once they are shown. The desk may give it, or any member of the team with their own token (`teams.encounter`). "
)


class LineupCommand(Struct, frozen=True):
    """A command about a line-up, with the ids of its championship and contest."""

    command: WriteRequest
    championship: str
    contest: str
    fixture: str
    team: str

    async def store(self, judge: JudgeLineup) -> Response[bytes]:
        """Stores what `judge` decides on the encounter as it stands, with its rows beside the log, and answers."""
        championships, people = self.command.services.championships, self.command.services.people
        rows: list[RowWrite] = []

        def decide(now: Championship) -> Sequence[AnyDecision]:
            contest = now.contests[self.contest]
            decision = judge(now, contest, contest.fixtures[self.fixture])
            rows[:] = decision.rows
            return decision.events

        def rows_of(_: Sequence[DecisionEntry]) -> Sequence[RowWrite]:
            return tuple(rows)

        def store() -> tuple[FixtureDecided, int]:
            name, key = self.command.principal.name, self.command.key
            result: CommandResult = championships.decide(self.championship, decide, name, key, rows_of=rows_of)
            return fixture_decided(result, self.fixture, people.name, self.command.language), result.position

        view, position = await self.command.services.write(store)
        return answer(view, view.version, 200, position)


async def _about(command: WriteRequest, fixture_id: str, reference: str) -> LineupCommand:
    """The command of the desk, or of a member of the team. Raises NotFound, Forbidden."""
    championship, contest, record = await command.services.ask(command.services.championships.fixture, fixture_id)
    team = team_of(reference, contest, record)
    require_member(command.principal, contest.contest.people(team))
    return LineupCommand(command, championship.id, contest.id, fixture_id, team)


@FIXTURES.write(
    "Give the line-up of a team",
    Answer("The encounter with it.", FixtureDecided, samples.fixture_decided, headers=ETAG | CONSISTENCY),
    GiveLineup,
    samples.LINEUPS,
    about=TOGETHER,
)
@put("/v1/fixtures/{fixture_id:str}/lineups/{team:str}")
async def give_lineup(request: Request, fixture_id: FromPath[str], team: FromPath[str]) -> Response[bytes]:
    command = await read_command(request, lambda principal: require_to_line_up(principal, fixture_id))
    about = await _about(command, fixture_id, team)
    body, services = command.read(GiveLineup), command.services

    def judge(now: Championship, contest: RecordedContest, record: RecordedFixture) -> LineupDecision:
        names, championships = services.people.own_name, services.championships
        desk = LineupDesk(now, contest, record, names, new_salt, championships.open_lineup)
        return desk.give(body, about.team)

    return await about.store(judge)


@FIXTURES.doc(
    "Take the line-up of a team back",
    Answer("The encounter after it.", FixtureDecided, samples.fixture_decided, headers=ETAG | CONSISTENCY),
    about="Until both are shown, that of this team. Then both, by the desk alone, while nothing of the encounter has begun: each "
    "team gives theirs again without the other's. Once it has begun: 409 `impossible`, with `undo_first`.",
    params=(REASON, FIXTURE_IF_MATCH, IDEMPOTENCY_KEY),
    refusals=(403, 409, 422),
    token=True,
)
@delete("/v1/fixtures/{fixture_id:str}/lineups/{team:str}", status_code=200)
async def remove_lineup(request: Request, fixture_id: FromPath[str], team: FromPath[str]) -> Response[bytes]:
    command = read_command_without_body(request, lambda principal: require_to_line_up(principal, fixture_id))
    about = await _about(command, fixture_id, team)
    undo = Undo(REASON.require(request), expected_version(request))

    def judge(now: Championship, contest: RecordedContest, record: RecordedFixture) -> LineupDecision:
        lineup = contest.lineups_of(record).get(about.team)
        if lineup is not None and lineup.is_shown:
            require_to_take_back(command.principal)
        event = undo_lineup(undo, about.team, now, contest, record)
        return LineupDecision((event,), tuple(forget(record, about.team)))

    return await about.store(judge)


LINEUPS = [give_lineup, remove_lineup]
