"""Checks the figures of a reported result, in both games of Corazones (hearts.points, hearts.star, hearts.end)."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, product
from math import prod

from msgspec.structs import replace

from referee.errors import Flaw
from referee.games.hearts.params import CastillarParams, YppediaParams
from referee.games.hearts.rounds import (
    ROUND_POINTS,
    four_seats_fit,
    is_round,
    last_round_fits,
    two_seats_fit,
)
from referee.games.hearts.shares import shares_fit
from referee.games.hearts.views.words import SCORE_NAMES
from referee.match.results import ContestRules, ContestTally, Result
from referee.text import Text

Bounds = tuple[int, int]
"""The least and the most points."""
MOST_WAYS_OF_CARDS = 16
"""Ways to count black cards that are looked at one by one; more of them are joined to one range a seat."""
Figures = tuple[int, ...] | None
"""A figure of each seat; None if it was not reported."""
ROUNDS = 4
"""The rounds of a match of two (hearts.end)."""

STARS = ContestTally(
    "stars",
    SCORE_NAMES["stars"],
    step=Text(es="estrellitas", en="stars"),
    about="rounds won alone and without a point",
    box=True,
)
ROUNDS_WON = ContestTally(
    "rounds_won",
    SCORE_NAMES["rounds_won"],
    step=Text(es="rondas ganadas", en="rounds won"),
    about="how many rounds were won",
)


def check_castillar(result: Result, params: CastillarParams) -> Flaw | None:
    """The first figure that a match of two or of four cannot give, or None."""
    whole = _flaws_of_two(result, params) if len(result.points) == 2 else _flaws_of_four(result, params.limit)
    return next(chain(_below_0(result), whole, _flaws_of_extra_rounds(result)), None)


def check_castillar_stopped(result: Result, params: CastillarParams) -> Flaw | None:
    """The first figure that a match cannot have between two rounds, or None."""
    whole = _flaws_of_two_so_far if len(result.points) == 2 else _flaws_of_four_so_far
    return next(chain(_below_0(result), whole(result, params), _flaws_of_extra_rounds(result)), None)


def check_yppedia(result: Result, params: YppediaParams) -> Flaw | None:
    """The first figure that a match of YPPedia cannot give, or None. A moon may leave a total below 0."""
    end = params.closing_score
    return next(chain(_nobody_at(end, result), _past(end, result), _no_whole_rounds(result.points)), None)


def check_yppedia_stopped(result: Result, params: YppediaParams) -> Flaw | None:
    """The first figure that a match of YPPedia cannot have between two rounds, or None."""
    return next(chain(_was_over(params.closing_score, result), _no_whole_rounds(result.points)), None)


def check_one_round(result: Result, params: CastillarParams | YppediaParams) -> Flaw | None:
    """The flaw of points that one round of four by itself cannot give, with what black cards add to them; None if it can."""
    alternatives = (
        _without_black_cards(result, params.limit)
        if isinstance(params, CastillarParams)
        else iter([tuple((points, points) for points in result.points)])
    )
    if any(
        any(least != most for least, most in bounds) or is_round([least for least, _ in bounds])
        for bounds in alternatives
    ):
        return None
    return _flaw(
        "points",
        f"ninguna ronda da {_listing(result.points)}: suman {ROUND_POINTS} y alguien tiene al menos 13, o es una luna",
        f"no round gives {_listing(result.points)}: they sum to {ROUND_POINTS} and somebody has at least 13, or it is a moon",
    )


def _flaws_of_two(result: Result, params: CastillarParams) -> Iterator[Flaw]:
    whole = ROUND_POINTS * params.rounds
    a, b = result.points
    if a + b != whole:
        yield _flaw(
            "points",
            f"los puntos suman {a + b}, y {params.rounds} rondas dan {whole}",
            f"points sum to {a + b}, and {params.rounds} rounds give {whole}",
        )
    stars = result.tallies.get(STARS.name) or (0, 0)
    for seat, (own, rival) in enumerate(zip(stars, reversed(result.points), strict=True)):
        if rival < ROUND_POINTS * own:
            yield _flaw(
                f"stars[{seat}]",
                f"{own} estrellitas dan al rival al menos {ROUND_POINTS * own} puntos, y tiene {rival}",
                f"{own} stars give the rival at least {ROUND_POINTS * own} points, and they have {rival}",
            )
    rounds_won = result.tallies.get(ROUNDS_WON.name)
    if rounds_won is not None:
        yield from _flaws_of_rounds(rounds_won, stars, params.rounds)
    yield from _no_such_play(
        result, lambda stars, rounds_won: two_seats_fit(result.points, stars, rounds_won, params.rounds)
    )


def _flaws_of_two_so_far(result: Result, params: CastillarParams) -> Iterator[Flaw]:
    """Flaws of a stopped match: it has fewer rounds than a whole one, or all of them and an extra round is due."""
    rounds, rest = divmod(sum(result.points), ROUND_POINTS)
    if rest or rounds > params.rounds:
        most = ROUND_POINTS * params.rounds
        yield _flaw(
            "points",
            f"los puntos suman {sum(result.points)}: las rondas enteras dan múltiplos de {ROUND_POINTS}, hasta {most}",
            f"points sum to {sum(result.points)}: whole rounds give multiples of {ROUND_POINTS}, up to {most}",
        )
    elif rounds == params.rounds and not _are_level(result):
        yield _flaw(
            "points",
            f"con {rounds} rondas jugadas y sin empate, el encuentro había acabado",
            f"with {rounds} rounds played and no tie, the match was over",
        )
    yield from _flaws_of_two(result, replace(params, rounds=rounds))


def _flaws_of_four_so_far(result: Result, params: CastillarParams) -> Iterator[Flaw]:
    """Flaws of a stopped match: no seat has reached the limit, or an extra round is due."""
    if max(result.points) >= params.limit and _are_level(result):
        yield from _flaws_of_four(result, params.limit)
        return
    yield from _was_over(params.limit, result)
    yield from _flaws_of_rounds_of_four(result, params.limit)


def _flaws_of_four(result: Result, limit: int) -> Iterator[Flaw]:
    yield from _nobody_at(limit, result)
    yield from _past(limit, result)
    yield from _flaws_of_rounds_of_four(result, limit)


def _flaws_of_rounds_of_four(result: Result, limit: int) -> Iterator[Flaw]:
    alternatives = list(_without_black_cards(result, limit))
    if all(least == most for bounds in alternatives for least, most in bounds):
        yield from _no_whole_rounds(result.points)
    yield from _no_such_play(
        result, lambda stars, rounds_won: any(_four_fit(bounds, stars, rounds_won) for bounds in alternatives)
    )


def _four_fit(bounds: Sequence[Bounds], stars: Figures, rounds_won: Figures) -> bool:
    """True if rounds can give these figures, with points within these bounds."""
    least, most = [low for low, _ in bounds], [high for _, high in bounds]
    if not four_seats_fit(least, most, stars, rounds_won):
        return False
    return stars is None or rounds_won is None or shares_fit(least, most, stars, rounds_won)


def _without_black_cards(result: Result, limit: int) -> Iterator[tuple[Bounds, ...]]:
    """Points that the seats can have taken in play, without those that black cards added (hearts.black-4).

    A card adds 26, but never lifts a total above one below the limit: a seat stays there until the last round. After the last
    round it adds nothing.
    """
    options = [
        _without_cards_of_one(total, result.black_cards(seat), limit) for seat, total in enumerate(result.points)
    ]
    if prod(map(len, options)) > MOST_WAYS_OF_CARDS:
        options = [[(min(low for low, _ in of), max(high for _, high in of))] for of in options]
    return product(*options)


def _without_cards_of_one(total: int, black: int, limit: int) -> list[Bounds]:
    cards, last = min(black, total // ROUND_POINTS), limit - 1
    bounds = [(total - ROUND_POINTS * n, total - ROUND_POINTS * n) for n in range(cards + 1)]
    if black and total >= last:
        bounds.append((max(total - last, total - ROUND_POINTS * black + 1), total))
    return bounds


def _past(end: int, result: Result) -> Iterator[Flaw]:
    """The match ends with the round in which a seat reaches `end` points (hearts.end)."""
    if not last_round_fits(result.points, end):
        yield _flaw(
            "points",
            f"ninguna ronda lleva a estos totales desde otros por debajo de {end}",
            f"no round leads to these totals from others that are all below {end}",
        )


def _no_whole_rounds(points: Sequence[int]) -> Iterator[Flaw]:
    total = sum(points)
    if total % ROUND_POINTS:
        yield _flaw(
            "points",
            f"los puntos suman {total}, y las rondas enteras dan múltiplos de {ROUND_POINTS}",
            f"points sum to {total}, and whole rounds give multiples of {ROUND_POINTS}",
        )


def _no_such_play(result: Result, fits: Callable[[Figures, Figures], bool]) -> Iterator[Flaw]:
    """The first figure that does not fit those reported before it."""
    star_counts, win_counts = result.tallies.get(STARS.name), result.tallies.get(ROUNDS_WON.name)
    steps: list[tuple[str, Figures, Figures, Figures]] = [
        ("points", result.points, None, None),
        (STARS.name, star_counts, star_counts, None),
        (ROUNDS_WON.name, win_counts, star_counts, win_counts),
    ]
    for figure, counts, stars, rounds_won in steps:
        if not fits(stars, rounds_won):
            yield _flaw(
                figure,
                f"ninguna serie de rondas da {figure} {_listing(counts or ())} con las demás cifras",
                f"no rounds give {figure} {_listing(counts or ())} together with the other figures",
            )


def _flaws_of_extra_rounds(result: Result) -> Iterator[Flaw]:
    """Flaws of extra rounds: its points are impossible, or no two seats were level before it (hearts.tiebreak)."""
    before = [result.points, *result.tallies.values()]
    for n, points in enumerate(result.extra_rounds):
        if not is_round(points):
            yield _flaw(
                f"extra_rounds[{n}]",
                f"ninguna ronda da {_listing(points)}: suman {ROUND_POINTS}, y con cuatro alguien tiene al menos 13",
                f"no round gives {_listing(points)}: they sum to {ROUND_POINTS}, and with four somebody has at least 13",
            )
        if len(set(zip(*before, strict=True))) == len(points):
            yield _flaw(
                f"extra_rounds[{n}]",
                "no hay dos igualados antes de ella: una ronda extra sólo se juega por un empate",
                "no two are level before it: an extra round is played for a tie only",
            )
        before.append(points)


def _flaws_of_rounds(wins: tuple[int, ...], stars: tuple[int, ...], rounds: int) -> Iterator[Flaw]:
    """Flaws of rounds won in a match of two: every round is won by one seat or by both."""
    for seat, (rounds_won, own) in enumerate(zip(wins, stars, strict=True)):
        if not own <= rounds_won <= rounds:
            yield _flaw(
                f"rounds_won[{seat}]",
                f"{rounds_won} rondas ganadas con {own} estrellitas en {rounds} rondas",
                f"{rounds_won} rounds won with {own} stars in {rounds} rounds",
            )
    if not rounds <= sum(wins) <= 2 * rounds:
        yield _flaw(
            "rounds_won",
            f"las rondas ganadas suman {sum(wins)}; con {rounds} rondas son de {rounds} a {2 * rounds}",
            f"rounds won sum to {sum(wins)}; {rounds} rounds give {rounds} to {2 * rounds}",
        )


def _below_0(result: Result) -> Iterator[Flaw]:
    for seat, own in enumerate(result.points):
        if own < 0:
            yield _flaw(f"points[{seat}]", f"nadie acaba con {own} puntos", f"nobody ends with {own} points")


def _nobody_at(end: int, result: Result) -> Iterator[Flaw]:
    """The match goes on until a seat has `end` points."""
    highest = max(result.points)
    if highest < end:
        yield _flaw(
            "points",
            f"nadie ha llegado a {end}: el total más alto es {highest}",
            f"nobody has reached {end}: the highest total is {highest}",
        )


def _was_over(end: int, result: Result) -> Iterator[Flaw]:
    """The match ended when a seat had `end` points."""
    highest = max(result.points)
    if highest >= end:
        yield _flaw(
            "points",
            f"con {highest} el encuentro había acabado: se juega hasta {end}",
            f"with {highest} the match was over: it is played until {end}",
        )


def _are_level(result: Result) -> bool:
    """True if two seats are level in all figures of regular play."""
    return len({*zip(result.points, *result.tallies.values(), strict=True)}) < len(result.points)


def _listing(figures: Sequence[int]) -> str:
    return ", ".join(map(str, figures))


def _flaw(figure: str, es: str, en: str) -> Flaw:
    return Flaw(f"$.{figure}", Text(es=es, en=en))


CASTILLAR_CONTEST = ContestRules(
    low_wins=True,
    tallies=(STARS, ROUNDS_WON),
    match_steps=(STARS.name, ROUNDS_WON.name, "alphabetical", "sanctions", "extra_round"),
    walkover_points=ROUND_POINTS * ROUNDS // 2,
    black_card={2: "hearts.black-2", 4: "hearts.black-4"},
    black_card_seats=(2,),
    formats=("castillar",),
    check=check_castillar,
    check_stopped=check_castillar_stopped,
    example=Result((40, 64), tallies={STARS.name: (0, 0), ROUNDS_WON.name: (3, 1)}),
)
"""Half of what a match of two gives goes to each in a walkover, so that no difference moves (league.walkover)."""
YPPEDIA_CONTEST = ContestRules(low_wins=True, check=check_yppedia, check_stopped=check_yppedia_stopped)
