"""Figures of four at Corazones against the possible ones: every match of one round, near misses of two, black cards."""

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

import pytest

from referee.contests.standings.checks import inconsistency
from referee.games.hearts.params import CastillarParams
from referee.games.hearts.results import CASTILLAR_CONTEST
from referee.match.results import Result, result_of
from tests.properties.test_reported_hearts import figures
from tests.support.contests import told_result
from tests.support.hearts import castillar

Points = tuple[int, ...]
ToldPoints = tuple[Points, Points, Points]
"""Totals, stars, rounds won."""


def every_round() -> Iterator[Points]:
    """The points of every round of four: QS to a seat and thirteen hearts as they fall, or a moon."""
    for queen, a, b, c in product(range(4), range(14), range(14), range(14)):
        hearts = [a, b, c, 13 - a - b - c]
        if hearts[3] >= 0 and hearts[queen] < 13:
            yield tuple(n + 13 * (seat == queen) for seat, n in enumerate(hearts))
    for shooter in range(4):
        yield tuple(26 * (seat != shooter) for seat in range(4))


ROUNDS = tuple(every_round())


def of_seats(totals: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Figures without the order of the seats."""
    return tuple(sorted(zip(*totals, strict=True)))


def is_accepted(rounds: Sequence[Sequence[int]], limit: int) -> bool:
    totals, stars, wins = map(tuple, rounds)
    return (
        inconsistency(told_result(totals, stars=stars, rounds_won=wins), 4, CASTILLAR_CONTEST, CastillarParams(limit))
        is None
    )


def test_of_one_round_exactly_the_figures_of_a_round_are_accepted() -> None:
    """The first round ends a match with a limit of 13, since some seat has QS."""
    possible_figures = {of_seats(figures([points])) for points in ROUNDS}
    totals = {
        (a, b, c, 26 - a - b - c)
        for a, b, c in product(range(14), range(14), range(26))
        if a <= b <= c <= 26 - a - b - c
    }
    flags = list(product((0, 1), repeat=4))
    for points, stars, wins in product(totals, flags, flags):
        assert is_accepted((points, stars, wins), 13) == (of_seats((points, stars, wins)) in possible_figures), (
            points,
            stars,
            wins,
        )


def test_of_two_rounds_what_is_a_little_off_is_accepted_only_where_two_rounds_give_it() -> None:
    chance = Random(40)
    firsts = {tuple(sorted(points)) for points in ROUNDS}
    pairs = [(one, other) for one in firsts for other in ROUNDS if max(map(sum, zip(one, other, strict=True))) >= 40]
    possible_figures = {of_seats(figures(pair)) for pair in pairs}
    looked_at = refusals = 0
    while looked_at < 1500:
        figures_told = off(chance, figures(chance.choice(pairs)))
        if sum(figures_told[0]) != 52 or min(map(min, figures_told)) < 0:
            continue
        looked_at += 1
        possible = of_seats(figures_told) in possible_figures
        refusals += not possible
        assert is_accepted(figures_told, 40) == possible, figures_told
    assert refusals > 500


def off(chance: Random, totals: ToldPoints) -> list[list[int]]:
    """Figures changed in one or two places."""
    copy = [list(figure) for figure in totals]
    seat, other = chance.sample(range(4), 2)
    figure = chance.randrange(3)
    copy[figure][seat] += 1 if figure == 0 else chance.choice((-1, 1))
    if figure == 0 or chance.random() < 0.3:
        copy[figure][other] -= 1
    return copy


# Black cards


def with_black_cards(seed: int, limit: int) -> Result:
    """The result of a match with rounds recorded by their points, and with cards given at any time before its end."""
    chance, table = Random(seed), castillar(4, limit=limit)
    while table.match.ledger.status == "open":
        if chance.random() < 0.3:
            table.say("sanction", seat=chance.randrange(4), card="black", reason="x")
        else:
            table.say("count", figures={"points": points_taken(chance)})
    return result_of(table.match.ledger, CASTILLAR_CONTEST)


def points_taken(chance: Random) -> list[int]:
    """Card points of a round: all 26 of one seat where it is a moon."""
    points = list(chance.choice(ROUNDS))
    return [0 if n == 26 else 26 for n in points] if points.count(26) == 3 else points


@pytest.mark.parametrize("limit", [50, 100])
@pytest.mark.parametrize("seed", range(25))
def test_what_a_match_with_black_cards_gives_is_accepted(seed: int, limit: int) -> None:
    result = with_black_cards(seed, limit)
    assert inconsistency(result, 4, CASTILLAR_CONTEST, CastillarParams(limit)) is None


@pytest.mark.parametrize(
    ("points", "black", "possible"),
    [
        # Four rounds of 25 to one seat, and a card that adds 26 to another.
        ((100, 30, 0, 0), (0, 1, 0, 0), True),
        ((100, 30, 1, 0), (0, 1, 0, 0), False),
        ((100, 31, 0, 0), (0, 1, 0, 0), False),
        # A card brings its seat to 99 and no further.
        ((100, 99, 0, 9), (0, 1, 0, 0), True),
        # From 98 at most the last round leads on; no card does.
        ((126, 126, 0, 0), (1, 1, 0, 0), False),
        ((150, 4, 0, 0), (2, 0, 0, 0), False),
        ((100, 98, 97, 95), (0, 0, 0, 1), True),
    ],
)
def test_a_black_card_explains_no_other_total(points: Points, black: Points, possible: bool) -> None:
    result = Result(points, cards=tuple((0, n) for n in black))
    assert (inconsistency(result, 4, CASTILLAR_CONTEST, CastillarParams()) is None) == possible


@pytest.mark.parametrize(
    ("stars", "rounds", "figure"),
    [((0, 9, 0, 0), (0, 9, 4, 4), "$.stars"), ((0, 0, 0, 0), (9, 0, 0, 0), "$.rounds_won")],
)
def test_stars_and_rounds_won_have_to_fit_what_was_played_without_the_cards(
    stars: Points, rounds: Points, figure: str
) -> None:
    result = told_result((100, 30, 0, 0), stars=stars, rounds_won=rounds, cards=((0, 0), (0, 1), (0, 0), (0, 0)))
    flaw = inconsistency(result, 4, CASTILLAR_CONTEST, CastillarParams())
    assert flaw is not None
    assert flaw.path == figure


def test_figures_past_all_measure_are_answered_at_once() -> None:
    """A bounded number of ways is tried, for any report."""
    params = CastillarParams(10_000)
    cards = ((0, 1_000_000),) * 4
    for stars, wins in product([(0,) * 4, (400,) * 4, (1_000_000,) * 4], repeat=2):
        for card_figures in ((), cards):
            result = told_result((10_000, 9_992, 9_998, 9_998), stars=stars, rounds_won=wins, cards=card_figures)
            inconsistency(result, 4, CASTILLAR_CONTEST, params)


@pytest.mark.parametrize(
    ("result", "path"),
    [
        (Result((52, 52), extra_rounds=((20, 6),)), None),
        (told_result((52, 52), stars=(0, 0), rounds_won=(2, 2), extra_rounds=((13, 13), (6, 20))), None),
        (Result((40, 64), extra_rounds=((20, 6),)), "$.extra_rounds[0]"),
        (told_result((52, 52), stars=(1, 0), rounds_won=(2, 2), extra_rounds=((20, 6),)), "$.extra_rounds[0]"),
        (Result((52, 52), extra_rounds=((20, 6), (13, 13))), "$.extra_rounds[1]"),
        (Result((100, 30, 30, 22), extra_rounds=((0, 20, 6, 0),)), None),
        (Result((100, 30, 31, 21), extra_rounds=((0, 20, 6, 0),)), "$.extra_rounds[0]"),
    ],
)
def test_an_extra_round_is_played_for_a_tie_only(result: Result, path: str | None) -> None:
    flaw = inconsistency(result, len(result.points), CASTILLAR_CONTEST, CastillarParams())
    assert (flaw and flaw.path) == path
