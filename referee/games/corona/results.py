"""Which figures of a reported match of Por la Corona cannot be: it is one battle, and one side wins it."""

from typing import Any

from referee.errors import Flaw
from referee.match.results import ContestRules, Result
from referee.text import Text


def check_corona(result: Result, params: Any) -> Flaw | None:
    """Who wins the battle has 1, the other 0."""
    if sorted(result.points) == [0, 1]:
        return None
    listed = ", ".join(map(str, result.points))
    return Flaw(
        "$.points",
        Text(
            es=f"`points` son las batallas ganadas: 1 quien gana y 0 quien pierde, no {listed}",
            en=f"`points` are the battles won: 1 for the winner and 0 for the loser, not {listed}",
        ),
    )


CORONA_CONTEST = ContestRules(check=check_corona)
