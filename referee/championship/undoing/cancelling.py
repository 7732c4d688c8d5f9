"""A contest that is not held after all, and the names of contests and championships."""

from typing import Annotated

from msgspec import Meta, Struct

from referee.championship.decisions import Why
from referee.championship.events import ChampionshipRenamed, ContestCancelled, ContestRenamed
from referee.championship.recorded_contest import RecordedContest
from referee.championship.state import Championship
from referee.championship.undoing.undo import OF_A_RESULT, Undo, require_version_of, undo_first
from referee.errors import Impossible
from referee.match.events import FOR_GOOD
from referee.people.spelling import require_name
from referee.text import Text

Name = Annotated[str, Meta(min_length=1, max_length=200, description=FOR_GOOD, examples=["Fiestas de agosto"])]


class RenameChampionship(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Another name for a championship, and why."""

    name: Name
    reason: Why | None = None


class RenameContest(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Another name for a contest, and why. Null: it goes by its game."""

    name: Name | None
    reason: Why | None = None


def cancel(request: Undo, now: Championship, contest: RecordedContest) -> ContestCancelled:
    """The contest is not held. Raises Conflict, Impossible where it was cancelled before, or something of it was played."""
    require_version_of(now, request.expected)
    if contest.contest.is_cancelled:
        raise Impossible(Text(es="ese torneo ya está anulado", en="that contest is cancelled already"))
    fixtures = {record.id for record in contest.fixtures.values() if _is_played(contest, record.id)}
    results = [(at, one) for at, one in contest.standing() if isinstance(one, OF_A_RESULT) and one.fixture in fixtures]
    if results:
        raise undo_first(
            Text(
                es="ya se han jugado encuentros: sólo se anula un torneo sin jugar",
                en="matches of it have been played: only a contest without played matches is cancelled",
            ),
            results,
        )
    return ContestCancelled(contest.id, request.reason)


def rename_championship(
    request: RenameChampionship, now: Championship, expected_version: int | None
) -> ChampionshipRenamed:
    """Another name. Raises Conflict, BadRequest for one without visible characters."""
    require_version_of(now, expected_version)
    return ChampionshipRenamed(require_name(request.name, "$.name"), request.reason or "")


def rename_contest(
    request: RenameContest, now: Championship, contest: RecordedContest, expected_version: int | None
) -> ContestRenamed:
    """Another name. Raises Conflict, BadRequest for one without visible characters."""
    require_version_of(now, expected_version)
    name = None if request.name is None else require_name(request.name, "$.name")
    return ContestRenamed(contest.id, name, request.reason or "")


def _is_played(contest: RecordedContest, fixture: str) -> bool:
    record = contest.fixtures[fixture]
    outcomes = (contest.outcome_of(record), *contest.boards_of(record))
    return any(one is not None and one.result is not None for one in outcomes)
