"""Which figures of a reported match of Casino cannot be (casino.end). Penalties may leave a total below 0."""

from referee.errors import Flaw
from referee.games.casino.params import CasinoParams, SpadesParams
from referee.match.results import Result
from referee.text import Text

DEAL_POINTS = 11
"""Cards 3, spades 1, big 2, little 1, aces 4."""
SPADES_DEAL_POINTS = 24
"""Cards 3, spades 15, big 2, aces 4 (casino.most-spades)."""


def check_casino(result: Result, params: CasinoParams) -> Flaw | None:
    """Somebody has reached the target; a deal that is a game by itself gives no more than its items."""
    if not params.single_deal:
        best = max(result.points)
        if best >= params.target:
            return None
        return _flaw(
            f"nadie ha llegado a {params.target}: el total más alto es {best}",
            f"nobody has reached {params.target}: the highest total is {best}",
        )
    whole = SPADES_DEAL_POINTS if isinstance(params, SpadesParams) else DEAL_POINTS
    more = params.sweeps or params.surplus or params.surplus_spades
    total = sum(result.points)
    if more or len(result.points) > 2 or total <= whole:
        return None
    return _flaw(
        f"los puntos suman {total}, y una mano da {whole} como mucho",
        f"points sum to {total}, and a deal gives {whole} at most",
    )


def _flaw(es: str, en: str) -> Flaw:
    return Flaw("$.points", Text(es=es, en=en))
