"""Which figures of a reported result cannot be (*.end)."""

from collections.abc import Iterator

from referee.errors import Flaw
from referee.games.escoba.params import EscobaParams, ScopaParams, ScoponeParams
from referee.match.results import ContestRules, Result
from referee.text import Text

AnyParams = EscobaParams | ScopaParams | ScoponeParams


def check_result(result: Result, params: AnyParams) -> Flaw | None:
    """The first figure that a match cannot give, or None."""
    return next(_flaws(result.points, params.target), None)


def _flaws(points: tuple[int, ...], target: int) -> Iterator[Flaw]:
    for side, total in enumerate(points):
        if total < 0:
            yield _flaw(f"points[{side}]", f"nadie acaba con {total} puntos", f"nobody ends with {total} points")
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


def _flaw(figure: str, es: str, en: str) -> Flaw:
    return Flaw(f"$.{figure}", Text(es=es, en=en))


ESCOBA_CONTEST = ContestRules(check=check_result)
