"""The formats of a contest: who plays whom, and who is through.

Each module here holds one format as `FORMAT`; the registry finds it, and nothing else names it.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from referee import errors
from referee.contests.contest import Contest, ContestState, called_off
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
    return called_off(state) if contest.cancelled else state
