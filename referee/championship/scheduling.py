"""The time and table of a fixture."""

from typing import Annotated

from msgspec import Meta, Struct

from referee.championship.decisions import due
from referee.championship.events import FixtureScheduled
from referee.championship.recorded_contest import RecordedContest, RecordedFixture
from referee.errors import Impossible
from referee.match.events import FOR_GOOD
from referee.moments import WrittenMoment, in_calendar, written_moment
from referee.text import Text

Beginning = Annotated[WrittenMoment, Meta(description="With its offset or `Z`; shown in UTC.")]
TableNumber = Annotated[int, Meta(ge=1, le=9999)]
TableName = Annotated[str, Meta(min_length=1, max_length=100, description=FOR_GOOD)]


class ScheduleFixture(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """When a match begins, and at which table, by its number or its name. What is left out is not settled yet."""

    starts_at: Beginning | None = None
    table: TableNumber | TableName | None = None


def schedule(request: ScheduleFixture, contest: RecordedContest, record: RecordedFixture) -> FixtureScheduled:
    """The schedule in place of the one before.

    Raises Impossible for a match that is over, or is not to be played any more; BadRequest for a time that does not exist,
    Inconsistent for one beyond the calendar.
    """
    path = "$.starts_at"
    starts_at = (
        None
        if request.starts_at is None
        else in_calendar(written_moment(request.starts_at, path), path).isoformat().replace("+00:00", "Z")
    )
    fixture = due(contest, record)
    if fixture.state != "pending":
        raise Impossible(
            Text(
                es="ese encuentro ya se ha jugado, o no se juega: no hay nada que fijar",
                en="that match has been played, or is not played at all: there is nothing to schedule",
            )
        )
    return FixtureScheduled(contest.id, record.id, starts_at, request.table)
