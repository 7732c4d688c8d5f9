"""Who may be said to have won a reported match of Casino with fewer points (casino.end, casino.loses)."""

from referee.games.casino.params import CasinoParams
from referee.match.results import ContestRules, Result


def wins_behind(result: Result, winner: int, params: CasinoParams) -> bool:
    """Whether this side may have won though another has more points.

    Several may reach the target in one deal, and who does so first in the order of counting wins. A deal that is a game
    by itself may be lost at once, whatever the points.
    """
    if params.single_deal:
        return len(result.points) == 2
    return result.points[winner] >= params.target


CASINO_CONTEST = ContestRules(wins_behind=wins_behind)
