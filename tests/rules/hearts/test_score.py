"""The points of a round of Hearts: hearts.points, hearts.moon, hearts.moon-deduct, hearts.round-won, hearts.star."""

from typing import Any

import pytest

from referee.match.facts import HandScored
from tests.support.hearts import castillar, play_on, play_round, rounds, yppedia
from tests.support.table import Table


def totals(table: Table) -> list[int]:
    sums: list[int] = table.view()["score"]["totals"]
    return sums


def last_count(table: Table) -> HandScored:
    """The last round as the log counts it."""
    return [fact for _, fact in table.facts if isinstance(fact, HandScored)][-1]


def standing_at(table: Table, *figures: int) -> Table:
    """The same table with these totals."""
    table.match.ledger.totals = list(figures)
    return table


# hearts.points


@pytest.mark.parametrize("points", [(13, 13, 0, 0), (3, 17, 6, 0), (0, 0, 1, 25), (7, 6, 13, 0), (14, 4, 4, 4)])
def test_points_are_one_a_heart_and_13_for_the_queen_of_spades(points: tuple[int, ...]) -> None:
    for table in (castillar(), yppedia()):
        play_round(table, *points)
        assert totals(table) == list(points)
        assert rounds(table) == [(1, list(points))]


def test_points_of_two_seats() -> None:
    table = castillar(2)
    play_round(table, 5, 21)
    assert totals(table) == [5, 21]


def test_points_name_the_cards_that_made_them() -> None:
    table = castillar()
    play_round(table, 1, 12, 0, 13)
    items = {item.side: item for item in last_count(table).items}
    assert sorted(items) == [0, 1, 3]
    assert {item.rule for item in items.values()} == {"hearts.points"}
    assert items[3].cards == ("QS",)
    assert (len(items[0].cards), len(items[1].cards)) == (1, 12)


def test_points_of_a_trick_are_told_when_it_is_taken() -> None:
    table = castillar()
    play_round(table, 26, 0, 0, 0)
    tricks = [fact for _, fact in table.facts if type(fact).__name__ == "TrickTaken"]
    assert len(tricks) == 13
    assert sum(fact.points for fact in tricks) == 26  # type: ignore[attr-defined]


def test_points_add_up_over_the_rounds() -> None:
    table = castillar(2)
    play_round(table, 5, 21)
    play_round(table, 22, 4)
    assert totals(table) == [27, 25]
    assert rounds(table) == [(1, [5, 21]), (2, [22, 4])]


# hearts.moon


@pytest.mark.parametrize("shooter", range(4))
def test_moon_gives_26_to_every_other_seat(shooter: int) -> None:
    points = [0 if seat == shooter else 26 for seat in range(4)]
    for table in (castillar(), yppedia()):
        play_round(table, *(26 - n for n in points))
        assert totals(table) == points
        assert {item.rule for item in last_count(table).items} == {"hearts.moon"}


@pytest.mark.parametrize("shooter", range(2))
def test_moon_of_two_seats(shooter: int) -> None:
    table = castillar(2)
    play_round(table, *(26 if seat == shooter else 0 for seat in range(2)))
    assert totals(table) == [0 if seat == shooter else 26 for seat in range(2)]


def test_moon_takes_every_heart_and_the_queen() -> None:
    for points in ((25, 1, 0, 0), (13, 13, 0, 0)):
        table = castillar()
        play_round(table, *points)
        assert totals(table) == list(points)


# hearts.moon-deduct


def moon_at(*before: int, closing_score: int = 100) -> dict[str, Any]:
    """YPPedia's view after a moon of seat 0, with these totals before it."""
    table = standing_at(yppedia(closing_score=closing_score), *before)
    play_round(table, 26, 0, 0, 0)
    return {**table.view(), "rule": {item.rule for item in last_count(table).items}}


def test_moon_deduct_where_giving_26_would_end_the_match_and_the_shooter_would_lose() -> None:
    view = moon_at(50, 74, 20, 30)
    assert (view["score"]["totals"], view["status"]) == ([24, 74, 20, 30], "open")
    assert [hand["points"] for hand in view["score"]["hands"]] == [[-26, 0, 0, 0]]
    assert view["rule"] == {"hearts.moon-deduct"}


@pytest.mark.parametrize(
    ("highest", "is_deducted"), [(73, False), (74, True), (75, True)], ids=["99", "reaches 100", "101"]
)
def test_moon_deduct_only_where_26_more_reach_the_closing_score(highest: int, is_deducted: bool) -> None:
    sums = [24, highest, 20, 30] if is_deducted else [50, highest + 26, 46, 56]
    assert moon_at(50, highest, 20, 30)["score"]["totals"] == sums


@pytest.mark.parametrize(
    ("shooter", "is_deducted"), [(45, False), (46, False), (47, True)], ids=["would win", "would share", "would lose"]
)
def test_moon_deduct_only_where_another_would_be_strictly_lower(shooter: int, is_deducted: bool) -> None:
    view = moon_at(shooter, 90, 20, 30)
    assert view["score"]["totals"] == ([shooter - 26, 90, 20, 30] if is_deducted else [shooter, 116, 46, 56])
    assert view["status"] == ("open" if is_deducted else "finished")


def test_moon_deduct_may_bring_a_total_below_nought() -> None:
    assert moon_at(10, 30, 5, 4, closing_score=50)["score"]["totals"] == [10, 56, 31, 30]
    assert moon_at(20, 40, -20, 4, closing_score=50)["score"]["totals"] == [-6, 40, -20, 4]


def test_moon_deduct_with_another_closing_score() -> None:
    assert moon_at(30, 23, 3, 3, closing_score=50)["score"]["totals"] == [30, 49, 29, 29]
    assert moon_at(30, 24, 3, 3, closing_score=50)["score"]["totals"] == [4, 24, 3, 3]


def test_moon_deduct_is_not_known_at_el_castillar() -> None:
    table = standing_at(castillar(), 50, 90, 20, 30)
    play_round(table, 26, 0, 0, 0)
    assert totals(table) == [50, 116, 46, 56]


# hearts.round-won, hearts.star


@pytest.mark.parametrize(
    ("points", "winners", "stars"),
    [
        ((3, 17, 6, 0), [0, 0, 0, 1], [0, 0, 0, 1]),
        ((13, 13, 0, 0), [0, 0, 1, 1], [0, 0, 0, 0]),
        ((0, 26, 0, 0), [0, 1, 0, 0], [0, 1, 0, 0]),
        ((4, 4, 4, 14), [1, 1, 1, 0], [0, 0, 0, 0]),
        ((15, 4, 4, 3), [0, 0, 0, 1], [0, 0, 0, 0]),
    ],
    ids=["alone with 0", "two with 0", "moon", "three level", "alone with 3"],
)
def test_round_won_by_the_fewest_points_each_where_shared_and_a_star_of_four_alone_with_0(
    points: tuple[int, ...], winners: list[int], stars: list[int]
) -> None:
    table = castillar()
    play_round(table, *points)
    score = table.view()["score"]
    assert (score["rounds_won"], score["stars"]) == (winners, stars)


def test_round_won_by_two_seats_level_counts_for_both() -> None:
    table = castillar(2)
    play_round(table, 13, 13)
    assert table.view()["score"]["rounds_won"] == [1, 1]


@pytest.mark.parametrize(
    ("points", "stars"), [((26, 0), [1, 0]), ((0, 26), [0, 1]), ((25, 1), [0, 0]), ((13, 13), [0, 0])]
)
def test_star_of_two_is_a_moon(points: tuple[int, ...], stars: list[int]) -> None:
    table = castillar(2)
    play_round(table, *points)
    assert table.view()["score"]["stars"] == stars


def test_star_and_round_won_are_of_el_castillar() -> None:
    table = yppedia()
    play_round(table, 3, 17, 6, 0)
    assert set(table.view()["score"]) == {"totals", "hands"}


# Sanctions and the score: hearts.black-4, hearts.black-2, hearts.yellow


def card(table: Table, seat: int, colour: str = "black") -> list[int]:
    """The totals after a card."""
    table.say("sanction", seat=seat, card=colour, reason="conducta")
    return totals(table)


@pytest.mark.parametrize("limit", [100, 50])
def test_black_4_adds_26_at_once_and_stops_one_short_of_the_limit(limit: int) -> None:
    table = castillar(limit=limit)
    sums = [card(table, 3)[3] for _ in range(5)]
    assert sums == [min(26 * n, limit - 1) for n in range(1, 6)]


@pytest.mark.parametrize(("before", "after"), [(0, 26), (73, 99), (74, 99), (75, 99), (98, 99), (99, 99)])
def test_black_4_at_the_border_of_100(before: int, after: int) -> None:
    assert card(standing_at(castillar(), before, 0, 0, 0), 0) == [after, 0, 0, 0]


@pytest.mark.parametrize(("before", "after"), [(23, 49), (24, 49), (25, 49), (49, 49)])
def test_black_4_at_the_border_of_50(before: int, after: int) -> None:
    assert card(standing_at(castillar(limit=50), before, 0, 0, 0), 0) == [after, 0, 0, 0]


def test_black_4_belongs_to_no_round() -> None:
    table = castillar()
    table.say("deal")
    card(table, 3)
    for seat in range(4):
        table.say("pass", seat=seat)
    play_on(table, (3, 17, 6, 0))
    score = table.view()["score"]
    assert (score["totals"], rounds(table)) == ([3, 17, 6, 26], [(1, [3, 17, 6, 0])])
    assert (score["rounds_won"], score["stars"]) == ([0, 0, 0, 1], [0, 0, 0, 1])


def test_black_4_says_which_rule_moved_the_points() -> None:
    table = castillar()
    facts = table.say("sanction", seat=1, card="black", reason="conducta")
    assert [(type(fact).__name__, getattr(fact, "rule", None)) for fact in facts] == [
        ("SanctionImposed", None),
        ("PointsScored", "hearts.black-4"),
    ]


def test_black_2_leaves_the_match_total_alone() -> None:
    table = castillar(2)
    play_round(table, 5, 21)
    assert card(table, 0) == [5, 21]
    assert table.view()["sanctions"] == [
        {"seat": 0, "card": "black", "reason": "conducta", "version": table.match.version}
    ]


@pytest.mark.parametrize("seats", [2, 4])
def test_yellow_is_recorded_without_points(seats: int) -> None:
    table = castillar(seats)
    assert card(table, 1, "yellow") == [0] * seats
    assert [s["card"] for s in table.view()["sanctions"]] == ["yellow"]


@pytest.mark.parametrize("colour", ["yellow", "black"])
def test_yellow_and_black_change_nothing_at_yppedia(colour: str) -> None:
    table = yppedia()
    assert card(table, 1, colour) == [0, 0, 0, 0]
    assert [s["card"] for s in table.view()["sanctions"]] == [colour]


def test_sanction_of_a_seat_that_does_not_exist_is_impossible() -> None:
    refusal = castillar(2).refusal("sanction", seat=2, card="yellow", reason="")
    assert refusal.code == "impossible"


def test_sanction_of_another_colour_is_malformed() -> None:
    assert castillar().refusal("sanction", seat=0, card="red", reason="").code == "malformed"
