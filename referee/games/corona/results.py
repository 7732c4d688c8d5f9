"""Checks the figures of a reported match of Por la Corona: it is one battle, and one side wins it."""

from typing import Any

from referee.errors import Flaw
from referee.match.results import ContestRules, Result, not_below, not_first_to
from referee.text import Text

ONE_WINS = Text(
    es="`points` son las batallas ganadas: 1 quien gana y 0 quien pierde",
    en="`points` are the battles won: 1 for the winner and 0 for the loser",
)


NOBODY_WON = Text(
    es="`points` son las batallas ganadas: 1 quien gana y 0 quien pierde, o 0 los dos si acabó el tiempo",
    en="`points` are the battles won: 1 for the winner and 0 for the loser, or 0 for both where time was up",
)


def check_corona(result: Result, params: Any) -> Flaw | None:
    """Refuses all but 1 for the winner of the battle and 0 for the other."""
    return not_first_to(1, result, ONE_WINS)


def check_corona_stopped(result: Result, params: Any) -> Flaw | None:
    """Refuses all but 0 for both (time was up and the battle void), or a win where a seat left (corona.lose)."""
    return not_first_to(1, result, ONE_WINS) if result.left else not_below(1, result, NOBODY_WON)


CORONA_CONTEST = ContestRules(check=check_corona, check_stopped=check_corona_stopped)
