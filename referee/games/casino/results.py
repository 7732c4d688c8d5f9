"""Checks the figures of a reported match of Casino (casino.end). Penalties may leave a total below 0.

The target is judged at the end of a deal only, so every side was below it before the last one. The points of the last deal are
bounded: its items, and the penalties, which cost one side 1 and give each of the others 1.
"""

from referee.cards import FRENCH
from referee.errors import Flaw
from referee.games.casino.params import CasinoParams, SpadesParams
from referee.match.results import Result
from referee.text import Text

DEAL_POINTS = 11
"""Cards 3, spades 1, big 2, little 1, aces 4."""
SPADES_DEAL_POINTS = 24
"""Cards 3, spades 15, big 2, aces 4 (casino.most-spades)."""
PLAYS = FRENCH.size - 4
"""All cards but the four dealt to the table are played."""
MOST_SWEEPS = PLAYS // 2
"""After a sweep the next card is laid on an empty table (casino.sweep)."""
MOST_SURPLUS = FRENCH.size - 30
"""Cards over thirty (casino.surplus)."""
MOST_SURPLUS_SPADES = 13 - 8
"""Spades over eight (casino.surplus)."""


def check_casino(result: Result, params: CasinoParams) -> Flaw | None:
    """Refuses a match without a side at the target, or with more points above it than one deal gives."""
    points = result.points
    if params.single_deal:
        return _more_than_a_deal(points, points, params, _items(params))
    best = max(points)
    if best < params.target:
        return _flaw(
            f"nadie ha llegado a {params.target}: el total más alto es {best}",
            f"nobody has reached {params.target}: the highest total is {best}",
        )
    return _more_than_a_deal(points, _over(points, params), params, _items(params))


def check_one_deal(result: Result, params: CasinoParams) -> Flaw | None:
    """Refuses more points than one deal by itself gives. A penalty of two sides leaves their sum as it is."""
    points, most = result.points, _items(params)
    if len(points) == 2 and sum(points) > most:
        total = sum(points)
        return _flaw(
            f"los puntos suman {total}, y una mano da {most} como mucho",
            f"points sum to {total}, and a deal gives {most} at most",
        )
    return _more_than_a_deal(points, points, params, most)


def check_casino_stopped(result: Result, params: CasinoParams) -> Flaw | None:
    """Refuses a stopped match that a deal had already ended: since its last deal only penalties can have moved the totals."""
    gains = result.points if params.single_deal else _over(result.points, params)
    return _more_than_a_deal(result.points, gains, params, 0)


def _over(points: tuple[int, ...], params: CasinoParams) -> tuple[int, ...]:
    """The fewest points that lead each side to its total from below the target."""
    return tuple(total - params.target + 1 for total in points)


def _more_than_a_deal(points: tuple[int, ...], gains: tuple[int, ...], params: CasinoParams, most: int) -> Flaw | None:
    """The flaw of `gains` in one deal that are more than items worth `most` and penalties give, or None."""
    highest = sorted((n for n in gains if n > 0), reverse=True)
    if any(sum(highest[:n]) > most + _from_penalties(n, len(points), params) for n in range(1, len(highest) + 1)):
        totals = ", ".join(map(str, points))
        return _flaw(
            f"ninguna mano lleva a {totals}: una mano da {most} como mucho, y las penalizaciones quitan a uno lo que dan a otro",
            f"no deal leads to {totals}: a deal gives {most} at most, and penalties take from one side what they give another",
        )
    return None


def _items(params: CasinoParams) -> int:
    """The most points of the items of a deal."""
    more = MOST_SWEEPS * params.sweeps + MOST_SURPLUS * params.surplus + MOST_SURPLUS_SPADES * params.surplus_spades
    return more + (SPADES_DEAL_POINTS if isinstance(params, SpadesParams) else DEAL_POINTS)


def _from_penalties(some: int, sides: int, params: CasinoParams) -> int:
    """The most points that penalties of one deal give `some` of the sides together (casino.improper-build).

    Each is for a card that was played, costs its side 1 and gives each of the others 1; a single deal of two is lost by it.
    """
    if params.single_deal and sides == 2:
        return 0
    own = PLAYS * some // sides
    return max(0, some - 2) * own + some * (PLAYS - own)


def _flaw(es: str, en: str) -> Flaw:
    return Flaw("$.points", Text(es=es, en=en))
