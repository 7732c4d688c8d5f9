"""The formats of a contest: who plays whom, and who is through.

Each module here holds one format as `FORMAT`; the registry finds it, and nothing else names it.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from referee import errors
from referee.contests.book import came_to
from referee.contests.contest import Contest, ContestState, called_off, unattended
from referee.contests.format import Format
from referee.text import Text


@cache
def formats() -> dict[str, Format]:
    """Every format by id."""
    found = [import_module(f"{__name__}.{module.name}").FORMAT for module in iter_modules(__path__)]
    return {format_.id: format_ for format_ in found}


def named(name: str) -> Format:
    """The format of this id. Raises NotFound."""
    return errors.named(formats(), name, Text(es="formato", en="format"))


def follow(contest: Contest) -> ContestState:
    """What follows from all that was recorded of a contest. Raises NotFound where its format is not known."""
    state = named(contest.format).follow(contest)
    if contest.cancelled:
        return called_off(state)
    # Of a contest to which nobody came, all that is left would be an order of the absent: there is none (format.podium).
    waits_in_vain = state.phase == "waiting_ruling" and not any(map(came_to, contest.outcomes))
    return unattended(state) if waits_in_vain else state
