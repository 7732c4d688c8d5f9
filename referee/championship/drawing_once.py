"""A contest that is drawn once: the same request with the same external id is answered with the contest that is there."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from referee.championship.differing import differing_contest
from referee.championship.drawing import DrawContest, draw_contest
from referee.championship.events import ContestDrawn
from referee.championship.service import Championships, CommandResult
from referee.championship.state import DecisionEntry
from referee.client_data import NewClientData
from referee.errors import Conflict
from referee.log.idempotency import ClientKey


class DrawResult(Struct, frozen=True):
    """The result of a draw, and the contest. `is_new` is False where an earlier request drew it."""

    result: CommandResult
    contest: str
    is_new: bool = True


def draw_once(
    championships: Championships,
    id_: str,
    request: DrawContest,
    seed_source: Callable[[], str],
    by: str,
    key: ClientKey | None = None,
) -> DrawResult:
    """Draws a contest in this championship. Raises what `draw_contest` raises, and AlreadyExists."""
    own = NewClientData.of("contest", request, id_)
    names, new_id = championships.people.own_name, championships.new_id

    def differing(contest: str) -> list[str]:
        now = championships.championship(id_)
        draw = draw_contest(request, now, names, new_id, seed_source)
        return differing_contest(request, draw, now.contests[contest], now)

    def there() -> DrawResult | None:
        contest = own.existing(championships.people.store, differing)
        return None if contest is None else DrawResult(championships.present_result(id_), contest, is_new=False)

    if not championships.was_sent(id_, by, key) and (earlier := there()):
        return earlier
    try:
        result = championships.decide(
            id_,
            lambda now: [draw_contest(request, now, names, new_id, seed_source)],
            by,
            key,
            rows_of=lambda entries: own.rows(_contest(entries)),
        )
    except Conflict:
        # The same external id came twice at the same moment.
        if (earlier := there()) is None:
            raise
        return earlier
    return DrawResult(result, _contest(result.entries))


def _contest(entries: Sequence[DecisionEntry]) -> str:
    """The id of the contest that these entries draw."""
    [contest] = [entry.event.contest for entry in entries if isinstance(entry.event, ContestDrawn)]
    return contest
