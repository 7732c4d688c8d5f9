"""Checks the figures of a reported result (*.end).

Totals change only at the end of a hand. Before the last one no side had won: all were below the target, or two or more were
level at the top. The points of a hand are bounded, so one hand cannot lead to every result.
"""

from collections.abc import Iterator
from itertools import chain

from referee.cards import SPANISH_40
from referee.errors import Flaw
from referee.games.escoba.params import EscobaParams, ScopaParams, ScoponeParams
from referee.match.results import ContestRules, Result
from referee.text import Text

AnyParams = EscobaParams | ScopaParams | ScoponeParams

ITEMS = 4
"""Most cards, most oros, sevens or primiera, the 7 of oros."""
BONUSES = 2
"""With `all_bonus`: all ten oros, and all four sevens (escoba.all)."""
DEALERS = 2
"""The dealer takes a table of fifteen, or of twice fifteen (escoba.dealer)."""
MOST_SWEEPS = SPANISH_40.size // 2
"""After a sweep the next card is laid on an empty table (*.sweep)."""
HAND_POINTS = ITEMS + BONUSES + DEALERS + MOST_SWEEPS
"""No hand of any of these games gives more."""


def check_result(result: Result, params: AnyParams) -> Flaw | None:
    """The first figure that a match cannot give, or None."""
    return next(_flaws(result.points, params.target), None)


def check_stopped(result: Result, params: AnyParams) -> Flaw | None:
    """The first figure that a match stopped between two hands cannot have, or None. A match already won cannot be stopped."""
    return next(chain(_below_0(result.points), _over_already(result.points, params.target)), None)


def check_one_hand(result: Result, params: AnyParams) -> Flaw | None:
    """The first figure that one hand by itself cannot give, or None."""
    return next(chain(_below_0(result.points), _more_than_a_hand(result.points)), None)


def _more_than_a_hand(points: tuple[int, ...]) -> Iterator[Flaw]:
    if sum(points) > HAND_POINTS:
        yield _flaw(
            "points",
            f"los puntos suman {sum(points)}, y una mano da {HAND_POINTS} como mucho",
            f"points sum to {sum(points)}, and a hand gives {HAND_POINTS} at most",
        )


def _below_0(points: tuple[int, ...]) -> Iterator[Flaw]:
    for side, total in enumerate(points):
        if total < 0:
            yield _flaw(f"points[{side}]", f"nadie acaba con {total} puntos", f"nobody ends with {total} points")


def _over_already(points: tuple[int, ...], target: int) -> Iterator[Flaw]:
    best = max(points)
    if best >= target and points.count(best) == 1:
        yield _flaw(
            "points",
            f"con {best} solo arriba el encuentro ya estaba ganado: se juega a {target}",
            f"with {best} alone at the top the match was won already: it is played to {target}",
        )


def _flaws(points: tuple[int, ...], target: int) -> Iterator[Flaw]:
    yield from _below_0(points)
    best = max(points)
    if best < target:
        yield _flaw(
            "points",
            f"nadie ha llegado a {target}: el total más alto es {best}",
            f"nobody has reached {target}: the highest total is {best}",
        )
    if points.count(best) > 1:
        yield _flaw(
            "points",
            f"dos o más tienen {best}: con empate arriba se reparte otra mano",
            f"two or more have {best}: level at the top, another hand is dealt",
        )
    if not _last_hand_fits(sorted(points, reverse=True), target):
        yield _flaw(
            "points",
            f"ninguna mano lleva a estos totales: antes nadie había ganado, y una mano da {HAND_POINTS} como mucho",
            f"no hand leads to these totals: nobody had won before it, and a hand gives {HAND_POINTS} at most",
        )


def _last_hand_fits(points: list[int], target: int) -> bool:
    """True if one hand can lead to these totals, best first: from totals below the target, or from two level at the top."""
    from_below = sum(max(0, total - target + 1) for total in points)
    level = points[1] >= target and points[0] - points[1] <= HAND_POINTS
    return from_below <= HAND_POINTS or level


def _flaw(figure: str, es: str, en: str) -> Flaw:
    return Flaw(f"$.{figure}", Text(es=es, en=en))


ESCOBA_CONTEST = ContestRules(check=check_result, check_stopped=check_stopped)
