"""The formats of a contest: the pairings, and the qualified.

Each module here holds one format as `FORMAT`; the registry finds it, and nothing else names it.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from referee import errors
from referee.contests.contest import (
    CONTINUATION,
    STATE,
    Contest,
    ContestState,
    Continuation,
    cancelled_state,
    unattended_state,
)
from referee.contests.format import Format
from referee.contests.ledger import attendees
from referee.text import Text


@cache
def formats() -> dict[str, Format]:
    """Every format by id."""
    instances = [import_module(f"{__name__}.{module.name}").FORMAT for module in iter_modules(__path__)]
    return {format_.id: format_ for format_ in instances}


def format_named(name: str) -> Format:
    """The format of this id. Raises NotFound."""
    return errors.find(formats(), name, Text(es="formato", en="format"))


def follow(contest: Contest) -> ContestState:
    """The fixtures, tables and podium of a contest under the rules. Raises NotFound where its format is not known.

    They are computed once for a contest, which never changes: from the state that it goes on from, where its format can do that,
    else from all that was recorded.
    """
    memory = vars(contest)
    if STATE not in memory:
        memory[STATE] = _compute(contest)
        # The earlier state is let go: states do not make a chain.
        memory.pop(CONTINUATION, None)
    state: ContestState = memory[STATE]
    return state


def _compute(contest: Contest) -> ContestState:
    format_ = format_named(contest.format)
    way: Continuation | None = vars(contest).get(CONTINUATION)
    state = format_.go_on(contest, way.state, way.matches) if way else None
    if state is None:
        state = format_.follow(contest)
    if contest.is_cancelled:
        return cancelled_state(state)
    # If all entrants missed the contest, only an order of absentees would be left: it has no podium (format.podium).
    waits_in_vain = state.phase == "waiting_ruling" and not any(map(attendees, contest.outcomes))
    return unattended_state(state) if waits_in_vain else state
