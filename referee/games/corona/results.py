"""Which figures of a reported match of Por la Corona cannot be: it is one battle, and one side wins it."""

from typing import Any

from referee.errors import Flaw
from referee.match.results import ContestRules, Result, not_first_to
from referee.text import Text

ONE_WINS = Text(
    es="`points` son las batallas ganadas: 1 quien gana y 0 quien pierde",
    en="`points` are the battles won: 1 for the winner and 0 for the loser",
)


def check_corona(result: Result, params: Any) -> Flaw | None:
    """Who wins the battle has 1, the other 0."""
    return not_first_to(1, result, ONE_WINS)


CORONA_CONTEST = ContestRules(check=check_corona)
