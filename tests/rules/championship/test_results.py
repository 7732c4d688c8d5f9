"""Impossible figures in reports, results out of a match's account, and the results that a game gives."""

from random import Random
from typing import Any

import pytest

from referee.contests.standings.checks import foreign_figures, inconsistency
from referee.games.casino.params import CasinoParams
from referee.games.hearts.castillar import needs_extra_round
from referee.games.hearts.params import CastillarParams, YppediaParams
from referee.games.hearts.results import CASTILLAR_CONTEST
from referee.games.hearts.state import HeartsState
from referee.match.ledger import HandScore, Ledger, MatchResult, SanctionGiven
from referee.match.registry import rulesets
from referee.match.results import PLAIN, ContestRules, Result, result_of
from referee.text import Text
from tests.support.contests import Desk, order, row, told_result
from tests.support.table import Table


def flaw(seats: int = 2, limit: int = 100, rounds: int = 4, **figures: Any) -> str | None:
    """The path of the impossible figure."""
    flaw_ = inconsistency(told_result(**figures), seats, CASTILLAR_CONTEST, CastillarParams(limit, rounds))
    if flaw_ is None:
        return None
    assert flaw_.text.es and flaw_.text.en and flaw_.text.es != flaw_.text.en
    return flaw_.path


@pytest.mark.parametrize(
    ("figures", "path"),
    [
        ({"points": (40, 64)}, None),
        ({"points": (41, 64)}, "$.points"),
        ({"points": (-4, 108)}, "$.points[0]"),
        ({"points": (40, 64, 0)}, "$.points"),
        ({"points": (40,)}, "$.points"),
        ({"points": (40, 64), "stars": (2, 1), "rounds_won": (2, 2)}, None),
        ({"points": (40, 64), "stars": (3, 0), "rounds_won": (3, 1)}, "$.stars[0]"),
        ({"points": (40, 64), "stars": (0, 2), "rounds_won": (2, 2)}, "$.stars[1]"),
        ({"points": (40, 64), "stars": (2, 0), "rounds_won": (1, 3)}, "$.rounds_won[0]"),
        ({"points": (40, 64), "rounds_won": (2, 1)}, "$.rounds_won"),
        ({"points": (52, 52), "rounds_won": (4, 4), "extra_rounds": ((3, 23),)}, None),
        ({"points": (40, 64), "rounds_won": (5, 1)}, "$.rounds_won[0]"),
        ({"points": (40, 64), "stars": (1,)}, "$.stars"),
        ({"points": (40, 64), "cards": ((0, 0), (1, 0), (0, 0))}, "$.cards"),
        ({"points": (52, 52), "extra_rounds": ((3, 23, 0),)}, "$.extra_rounds[0]"),
        ({"points": (52, 52), "extra_rounds": ((13, 13), (3, 22))}, "$.extra_rounds[1]"),
    ],
)
def test_inconsistent_figures_of_two(figures: dict[str, Any], path: str | None) -> None:
    assert flaw(**figures) == path


@pytest.mark.parametrize(
    ("figures", "path"),
    [
        ({"points": (40, 64), "winner": 0}, None),
        ({"points": (40, 64), "winner": 1}, "$.winner"),
        ({"points": (40, 64), "winner": 2}, "$.winner"),
        ({"points": (52, 52), "stars": (0, 1), "rounds_won": (3, 2), "winner": 0}, "$.winner"),
        ({"points": (52, 52), "rounds_won": (3, 2), "winner": 0}, None),
        ({"points": (52, 52), "rounds_won": (2, 2), "cards": ((1, 0), (0, 0)), "winner": 0}, "$.winner"),
        ({"points": (52, 52), "rounds_won": (2, 2), "extra_rounds": ((20, 6),), "winner": 0}, "$.winner"),
        ({"points": (52, 52), "rounds_won": (2, 2), "winner": 0}, None),
    ],
)
def test_inconsistent_winner_is_not_as_the_tie_break_says(figures: dict[str, Any], path: str | None) -> None:
    assert flaw(**figures) == path


@pytest.mark.parametrize(
    ("points", "path"),
    [
        ((100, 20, 20, 16), None),
        ((99, 20, 20, 17), "$.points"),
        ((101, -26, 3, 26), None),
        ((101, -26, 3, 20), "$.points"),
    ],
)
def test_inconsistent_yppedia_nobody_has_reached_the_closing_score(points: tuple[int, ...], path: str | None) -> None:
    yppedia = rulesets()["hearts.yppedia"]
    flaw_ = inconsistency(Result(points), 4, yppedia.contest, YppediaParams())
    assert (flaw_ and flaw_.path) == path


@pytest.mark.parametrize(
    ("figures", "params", "path"),
    [
        ({"points": (21, 22), "winner": 0}, CasinoParams(), None),
        ({"points": (20, 22), "winner": 0}, CasinoParams(), "$.winner"),
        ({"points": (21, 22), "winner": 1}, CasinoParams(), None),
        ({"points": (21, 21), "winner": 1}, CasinoParams(), None),
        ({"points": (3, 8), "winner": 0}, CasinoParams(single_deal=True), None),
        ({"points": (3, 8, 0), "winner": 0}, CasinoParams(single_deal=True), "$.winner"),
        ({"points": (21, 22), "winner": 2}, CasinoParams(), "$.winner"),
    ],
)
def test_casino_end_whoever_reached_the_target_first_may_have_fewer_points(
    figures: dict[str, Any], params: CasinoParams, path: str | None
) -> None:
    casino = rulesets()["casino.classic"].contest
    flaw_ = inconsistency(told_result(**figures), len(figures["points"]), casino, params)
    assert (flaw_ and flaw_.path) == path


def test_casino_end_a_winner_behind_stands_first() -> None:
    casino = rulesets()["casino.classic"].contest
    desk = Desk("ABC", "single", casino, (2, 3, 4)).result({"A": 23, "B": 21, "C": 22}, winner="B")
    assert order(desk.state) == "1 B, 2 A, 3 C"
    level = Desk("AB", "league", casino, (2, 3, 4)).result({"A": 22, "B": 21}, winner="B")
    assert (row(level.state, "B").g, row(level.state, "A").g) == (1, 0)


def test_inconsistent_figures_of_two_over_other_rounds() -> None:
    assert flaw(points=(20, 32), rounds=2) is None
    assert flaw(points=(40, 64), rounds=2) == "$.points"


@pytest.mark.parametrize(
    ("points", "limit", "path"),
    [
        ((100, 40, 30, 38), 100, None),
        ((99, 40, 30, 39), 100, "$.points"),
        ((50, 20, 4, 4), 50, None),
        ((49, 49, 49, 49), 50, "$.points"),
    ],
)
def test_inconsistent_of_four_unless_someone_reached_the_limit(
    points: tuple[int, ...], limit: int, path: str | None
) -> None:
    assert flaw(4, limit, points=points) == path


def test_inconsistent_winner_of_four() -> None:
    assert flaw(4, points=(100, 40, 30, 38), winner=2) is None
    assert flaw(4, points=(100, 40, 30, 38), winner=1) == "$.winner"
    assert flaw(4, points=(100, 30, 30, 48), winner=1) is None


def test_inconsistent_text_names_figure_and_reason() -> None:
    flaw_ = inconsistency(Result((41, 64)), 2, CASTILLAR_CONTEST, CastillarParams())
    assert flaw_ is not None
    assert flaw_.text == Text(
        es="los puntos suman 105, y 4 rondas dan 104", en="points sum to 105, and 4 rounds give 104"
    )


def test_a_game_that_says_nothing_checks_only_shape_and_winner() -> None:
    assert inconsistency(Result((3, -1)), 2, PLAIN, None) is None
    wrong = inconsistency(Result((3, 1), winner=1), 2, PLAIN, None)
    assert wrong is not None and wrong.path == "$.winner"


def test_foreign_figures() -> None:
    result = told_result((3, 1), stars=(1, 0), extra_rounds=((1, 2),))
    assert foreign_figures(result, PLAIN) == ("stars", "extra_rounds")
    assert foreign_figures(result, CASTILLAR_CONTEST) == ()


def ledger(**fields: Any) -> Ledger:
    return Ledger(fields.pop("totals"), fields.pop("tallies", {}), **fields)


def test_result_of_a_match_of_hearts() -> None:
    account = ledger(
        totals=[52, 52],
        tallies={"stars": [1, 1], "rounds_won": [2, 2]},
        hands=[HandScore(4, (0, 26), 40), HandScore(5, (3, 23), 50, extra=True)],
        sanctions=[
            SanctionGiven(0, "yellow", "", 7),
            SanctionGiven(1, "black", "", 9),
            SanctionGiven(1, "yellow", "", 45),
            SanctionGiven(0, "black", "", 99),
        ],
        result=MatchResult(((0,), (1,)), (0,), "hearts.end"),
    )
    result = result_of(account, CASTILLAR_CONTEST)
    assert (result.points, result.tallies) == ((52, 52), {"stars": (1, 1), "rounds_won": (2, 2)})
    assert (result.extra_rounds, result.winner) == (((3, 23),), 0)
    assert (result.cards, result.late_cards) == (((1, 0), (0, 1)), ((0, 1), (1, 0)))
    assert inconsistency(result, 2, CASTILLAR_CONTEST, CastillarParams()) is None


def test_result_of_a_game_of_pairs() -> None:
    """Seats become sides, and the figures that the game counts in place of totals are the points."""
    account = ledger(
        totals=[88, 101],
        tallies={"partidas": [2, 3]},
        sanctions=[SanctionGiven(3, "yellow", "", 7)],
        result=MatchResult(((1, 3), (0, 2)), (1,), "guinote.coto"),
    )
    result = result_of(account, ContestRules(points_tally="partidas"))
    assert (result.points, result.ranking, result.winner) == ((2, 3), ((1,), (0,)), 1)
    assert result.cards == ((0, 0), (1, 0))


def test_result_of_a_match_that_someone_left() -> None:
    account = ledger(totals=[0, 13], result=MatchResult(((1,), (0,)), (1,), "withdraw"))
    assert result_of(account, PLAIN).withdrawn


def test_hearts_tells_contests_of_its_results() -> None:
    hearts = rulesets()["hearts.castillar"]
    assert hearts.contest is CASTILLAR_CONTEST and hearts.contest.walkover_points == 52
    assert [hearts.sides(seats) for seats in hearts.seats] == [2, 4]
    assert rulesets()["hearts.yppedia"].contest.low_wins


# A match of four ends level where the contest does not ask for more


def one_round(seed: int, **opening: Any) -> Table:
    """A match of four to 1 point after its first round, played by chance."""
    table = Table("hearts.castillar", 4, params={"limit": 1}, first_dealer=0, **opening)
    chance = Random(seed)
    table.say("deal", shuffle=True, seed=str(seed))
    for seat in range(4):
        table.say("pass", seat=seat, cards=table.view()["hands"][seat][:3])
    for _ in range(52):
        table.tell(chance.choice(table.moves()))
    return table


def level_at_the_head() -> int:
    """A seed that makes exactly the first and second place level after the first round."""
    for seed in range(100):
        points = sorted(one_round(seed).match.ledger.totals)
        if points[0] == points[1] < points[2] < points[3]:
            return seed
    raise AssertionError("no such round among 100")


def test_group_order_a_match_ends_level_where_no_line_runs() -> None:
    """A tie-break in which two go on: their order does not matter."""
    result = one_round(level_at_the_head(), lines=(2,)).view()["result"]
    assert [len(level) for level in result["ranking"]] == [2, 1, 1]
    assert result["winner_sides"] == []


@pytest.mark.parametrize("lines", [None, (1, 2), (1, 2, 3)])
def test_group_order_a_match_goes_on_where_a_line_runs(lines: tuple[int, ...] | None) -> None:
    view = one_round(level_at_the_head(), lines=lines).view()
    assert (view["status"], view["phase"], view["result"]) == ("open", "deal", None)


@pytest.mark.parametrize(
    ("lines", "ranking", "extra"),
    [
        ((1, 2), ((0,), (1, 2), (3,)), True),
        ((1, 2), ((0, 1), (2,), (3,)), True),
        ((2,), ((0, 1), (2, 3)), False),
        ((2,), ((0,), (1, 2, 3)), True),
        ((3,), ((0, 1, 2), (3,)), False),
    ],
)
def test_group_order_an_extra_round_is_asked_for_by_lines(
    lines: tuple[int, ...], ranking: tuple[tuple[int, ...], ...], extra: bool
) -> None:
    state = Table("hearts.castillar", 4, lines=lines).match.state
    assert isinstance(state, HeartsState)
    assert needs_extra_round(state, ranking) is extra
