"""Which figures of a reported result cannot be: both games of Corazones (hearts.points, hearts.star, hearts.end)."""

from collections.abc import Iterator
from itertools import chain

from referee.errors import Flaw
from referee.games.hearts.castillar import CastillarParams
from referee.games.hearts.yppedia import YppediaParams
from referee.match.results import ContestRules, Result
from referee.text import Text

ROUND_POINTS = 26
"""What a round of two gives in all (hearts.points); a moon gives them to the rival."""
ROUNDS = 4
"""The rounds of a match of two (hearts.end)."""


def check_castillar(result: Result, params: CastillarParams) -> Flaw | None:
    """The first figure that a match of two or of four cannot give, or None."""
    whole = _flaws_of_two(result, params) if len(result.points) == 2 else _nobody_at(params.limit, result)
    return next(chain(_below_0(result), whole), None)


def check_yppedia(result: Result, params: YppediaParams) -> Flaw | None:
    """The first figure that a match of YPPedia cannot give, or None (hearts.end). A moon may leave a total below 0."""
    return next(_nobody_at(params.closing_score, result), None)


def _flaws_of_two(result: Result, params: CastillarParams) -> Iterator[Flaw]:
    whole = ROUND_POINTS * params.rounds
    a, b = result.points
    if a + b != whole:
        yield _flaw(
            "points",
            f"los puntos suman {a + b}, y {params.rounds} rondas dan {whole}",
            f"points sum to {a + b}, and {params.rounds} rounds give {whole}",
        )
    stars = result.stars or (0, 0)
    for seat, (own, rival) in enumerate(zip(stars, reversed(result.points), strict=True)):
        if rival < ROUND_POINTS * own:
            yield _flaw(
                f"stars[{seat}]",
                f"{own} estrellitas dan al rival al menos {ROUND_POINTS * own} puntos, y tiene {rival}",
                f"{own} stars give the rival at least {ROUND_POINTS * own} points, and they have {rival}",
            )
    if result.rounds_won is not None:
        yield from _flaws_of_rounds(result.rounds_won, stars, params.rounds)
    for n, points in enumerate(result.extra_rounds):
        if sum(points) != ROUND_POINTS:
            yield _flaw(
                f"extra_rounds[{n}]",
                f"la ronda extra suma {sum(points)}, y una ronda da {ROUND_POINTS}",
                f"the extra round sums to {sum(points)}, and a round gives {ROUND_POINTS}",
            )


def _flaws_of_rounds(won: tuple[int, ...], stars: tuple[int, ...], rounds: int) -> Iterator[Flaw]:
    """Every round is won by one or by both."""
    for seat, (rounds_won, own) in enumerate(zip(won, stars, strict=True)):
        if not own <= rounds_won <= rounds:
            yield _flaw(
                f"rounds_won[{seat}]",
                f"{rounds_won} rondas ganadas con {own} estrellitas en {rounds} rondas",
                f"{rounds_won} rounds won with {own} stars in {rounds} rounds",
            )
    if not rounds <= sum(won) <= 2 * rounds:
        yield _flaw(
            "rounds_won",
            f"las rondas ganadas suman {sum(won)}; con {rounds} rondas son de {rounds} a {2 * rounds}",
            f"rounds won sum to {sum(won)}; {rounds} rounds give {rounds} to {2 * rounds}",
        )


def _below_0(result: Result) -> Iterator[Flaw]:
    for seat, own in enumerate(result.points):
        if own < 0:
            yield _flaw(f"points[{seat}]", f"nadie acaba con {own} puntos", f"nobody ends with {own} points")


def _nobody_at(end: int, result: Result) -> Iterator[Flaw]:
    """The match goes on until somebody has so many points."""
    highest = max(result.points)
    if highest < end:
        yield _flaw(
            "points",
            f"nadie ha llegado a {end}: el total más alto es {highest}",
            f"nobody has reached {end}: the highest total is {highest}",
        )


def _flaw(figure: str, es: str, en: str) -> Flaw:
    return Flaw(f"$.{figure}", Text(es=es, en=en))


CASTILLAR_CONTEST = ContestRules(
    low_wins=True,
    match_steps=("stars", "rounds_won", "alphabetical", "sanctions", "extra_round"),
    walkover_points=ROUND_POINTS * ROUNDS // 2,
    black_card_seats=(2,),
    formats=("castillar",),
    check=check_castillar,
)
"""Half of what a match of two gives goes to each in a walkover, so that no difference moves (league.walkover)."""
YPPEDIA_CONTEST = ContestRules(low_wins=True, check=check_yppedia)
