"""Equal totals at the end of a match of Hearts: hearts.tiebreak."""

from typing import Any

import pytest

from tests.support.hearts import castillar, deal_unseen, deals, play_on, play_round, yppedia
from tests.support.table import Table


def four(*totals: int, stars: tuple[int, ...] = (0, 0, 0, 0), wins: tuple[int, ...] = (0, 0, 0, 0)) -> Table:
    """A match of four with these figures."""
    table = castillar()
    table.match.ledger.totals = list(totals)
    table.match.ledger.tallies = {"stars": list(stars), "rounds_won": list(wins)}
    return table


def two(*rounds: tuple[int, int]) -> Table:
    """A match of two after these rounds."""
    table = castillar(2, rounds=len(rounds))
    for points in rounds:
        play_round(table, *points)
    return table


def ranking(table: Table) -> Any:
    """The places, or None while the match is open."""
    outcome = table.view()["result"]
    return outcome and outcome["ranking"]


def sanction(table: Table, *seats: int, colour: str = "yellow") -> None:
    for seat in seats:
        table.say("sanction", seat=seat, card=colour, reason="conducta")


def extras(table: Table) -> list[list[int]]:
    return [hand["points"] for hand in table.view()["score"]["hands"] if hand.get("extra")]


# Four seats: stars, rounds won, sanctions


def test_tiebreak_by_more_stars() -> None:
    table = four(80, 76, 90, 95, stars=(0, 1, 0, 0), wins=(3, 1, 0, 0))
    play_round(table, 3, 7, 2, 14)
    assert ranking(table) == [[1], [0], [2], [3]]


def test_tiebreak_by_more_rounds_won() -> None:
    table = four(80, 76, 90, 95, stars=(1, 1, 0, 0), wins=(1, 3, 0, 0))
    play_round(table, 3, 7, 2, 14)
    assert ranking(table) == [[1], [0], [2], [3]]


@pytest.mark.parametrize("colour", ["yellow", "black"])
def test_tiebreak_by_fewer_sanctions_of_either_colour(colour: str) -> None:
    table = four(80 - 26 * (colour == "black"), 76, 90, 95)
    sanction(table, 0, colour=colour)
    play_round(table, 3, 7, 2, 14)
    assert table.view()["score"]["totals"][:2] == [83, 83]
    assert ranking(table) == [[1], [0], [2], [3]]


def test_tiebreak_counts_the_stars_and_rounds_of_the_last_round() -> None:
    """Seat 0 wins the last round alone with 0."""
    table = four(83, 76, 90, 95)
    play_round(table, 0, 7, 5, 14)
    assert ranking(table) == [[0], [1], [2], [3]]


# Four seats: the extra round


AT_THE_END: dict[tuple[int, ...], tuple[int, ...]] = {
    (0, 1): (83, 83, 92, 109),
    (1, 2): (83, 92, 92, 109),
    (2, 3): (83, 92, 101, 101),
}
"""Totals in which two seats are level at the end."""


def tie(*level: int) -> Table:
    """A match of four that has ended with two seats level in everything."""
    totals = AT_THE_END[level]
    tied_points = (4, 4, 4, 14)
    table = four(*(total - points for total, points in zip(totals, tied_points, strict=True)), wins=(0, 0, 0, 1))
    play_round(table, *tied_points)
    assert table.view()["score"]["totals"] == list(totals)
    return table


@pytest.mark.parametrize("level", [(0, 1), (1, 2), (2, 3)], ids=["first", "second", "third"])
def test_tiebreak_asks_for_an_extra_round_for_any_place_of_four(level: tuple[int, int]) -> None:
    table = tie(*level)
    view = table.view()
    assert (view["status"], view["result"], view["phase"]) == ("open", None, "deal")
    deal_unseen(table)
    assert table.view()["table"]["extra_round"] is True


def test_tiebreak_goes_on_with_the_next_dealer_and_the_pass_cycle() -> None:
    table = tie(0, 1)
    assert (table.view()["dealer"], table.view()["hand"]) == (3, 1)
    table.say("deal")
    assert (table.view()["hand"], table.view()["table"]["passing_to"]) == (2, [3, 0, 1, 2])


def test_tiebreak_extra_round_counts_only_among_the_tied() -> None:
    table = tie(0, 1)
    play_round(table, 9, 3, 0, 14)
    assert ranking(table) == [[1], [0], [2], [3]]
    assert table.view()["result"]["winner_sides"] == [1]


def test_tiebreak_extra_round_changes_no_total_wins_no_round_and_no_star() -> None:
    table = tie(0, 1)
    before = table.view()["score"]
    play_round(table, 14, 0, 6, 6)
    score = table.view()["score"]
    assert {key: score[key] for key in ("totals", "stars", "rounds_won")} == {
        key: before[key] for key in ("totals", "stars", "rounds_won")
    }
    assert (score["hands"][-1]["points"], score["hands"][-1]["extra"]) == ([14, 0, 6, 6], True)
    assert "extra" not in score["hands"][0]


def test_tiebreak_moon_counts_in_the_extra_round() -> None:
    table = tie(0, 1)
    play_round(table, 26, 0, 0, 0)
    assert extras(table) == [[0, 26, 26, 26]]
    assert ranking(table) == [[0], [1], [2], [3]]


def test_tiebreak_moon_of_another_seat_leaves_the_tied_level() -> None:
    table = tie(0, 1)
    play_round(table, 0, 0, 26, 0)
    assert (extras(table), ranking(table)) == ([[26, 26, 0, 26]], None)


def test_tiebreak_is_repeated_while_any_stay_tied() -> None:
    table = tie(0, 1)
    for points in ((5, 5, 3, 13), (6, 6, 1, 13)):
        play_round(table, *points)
        assert (table.view()["status"], ranking(table)) == ("open", None)
    play_round(table, 2, 1, 10, 13)
    assert ranking(table) == [[1], [0], [2], [3]]
    assert len(extras(table)) == 3


def test_tiebreak_a_later_extra_round_does_not_undo_an_earlier_one() -> None:
    """Two ties: the first round parts seats 0 and 1, the third only 2 and 3."""
    table = four(80, 80, 90, 90)
    play_round(table, 0, 0, 13, 13)
    for points in ((2, 16, 4, 4), (16, 2, 4, 4)):
        play_round(table, *points)
        assert ranking(table) is None
    play_round(table, 14, 1, 6, 5)
    assert ranking(table) == [[0], [1], [3], [2]]


def test_tiebreak_black_card_in_the_extra_round_is_recorded_and_moves_nothing() -> None:
    table = tie(0, 1)
    deal_unseen(table)
    sanction(table, 2, colour="black")
    play_on(table, (9, 3, 0, 14))
    assert table.view()["score"]["totals"] == [83, 83, 92, 109]
    assert [s["card"] for s in table.view()["sanctions"]] == ["black"]
    assert ranking(table) == [[1], [0], [2], [3]]


@pytest.mark.parametrize("colour", ["yellow", "black"])
@pytest.mark.parametrize("moment", ["before the deal", "in mid-round"])
def test_tiebreak_card_given_to_one_of_the_tied_leaves_it_to_the_extra_round(colour: str, moment: str) -> None:
    table = tie(0, 1)
    if moment == "before the deal":
        sanction(table, 1, colour=colour)
    deal_unseen(table)
    if moment == "in mid-round":
        sanction(table, 1, colour=colour)
    play_on(table, (9, 3, 0, 14))
    assert ranking(table) == [[1], [0], [2], [3]]


def test_tiebreak_redeal_of_an_extra_round_is_an_extra_round() -> None:
    table = tie(0, 1)
    deal_unseen(table)
    table.say("redeal", reason="se vio una carta")
    play_round(table, 9, 3, 0, 14)
    assert (extras(table), ranking(table)) == ([[9, 3, 0, 14]], [[1], [0], [2], [3]])


def test_tiebreak_withdrawal_in_the_extra_round() -> None:
    table = tie(0, 1)
    deal_unseen(table)
    table.say("withdraw", seat=0, reason="se marcha")
    assert ranking(table) == [[1], [2], [3], [0]]


# Two seats


def test_tiebreak_of_two_by_stars() -> None:
    """Seat 0 took a moon."""
    table = two((26, 0), (15, 11), (25, 1), (12, 14))
    assert (table.view()["score"]["totals"], ranking(table)) == ([52, 52], [[0], [1]])


def test_tiebreak_of_two_by_rounds_won() -> None:
    table = two((12, 14), (12, 14), (12, 14), (16, 10))
    assert (table.view()["score"]["totals"], table.view()["score"]["rounds_won"]) == ([52, 52], [3, 1])
    assert ranking(table) == [[0], [1]]


def test_tiebreak_of_two_by_sanctions() -> None:
    table = castillar(2, rounds=2)
    play_round(table, 12, 14)
    sanction(table, 1)
    play_round(table, 14, 12)
    assert ranking(table) == [[0], [1]]


def test_tiebreak_of_two_by_an_extra_round_repeated() -> None:
    table = two((12, 14), (14, 12))
    assert (table.view()["status"], table.moves()) == ("open", deals(0))
    play_round(table, 13, 13)
    assert ranking(table) is None
    play_round(table, 0, 26)
    assert (extras(table), table.view()["score"]["totals"]) == ([[13, 13], [26, 0]], [26, 26])
    assert (ranking(table), table.view()["score"]["stars"]) == ([[1], [0]], [0, 0])


def test_tiebreak_of_two_black_card_in_the_extra_round() -> None:
    table = two((12, 14), (14, 12))
    sanction(table, 1, colour="black")
    play_round(table, 14, 12)
    assert (table.view()["score"]["totals"], extras(table)) == ([26, 26], [[14, 12]])


# YPPedia


def test_tiebreak_at_yppedia_shares_the_place() -> None:
    table = yppedia()
    table.match.ledger.totals = [20, 30, 30, 95]
    play_round(table, 3, 5, 5, 13)
    view = table.view()["result"]
    assert (view["ranking"], view["winner_sides"]) == ([[0], [1, 2], [3]], [0])


def test_tiebreak_at_yppedia_for_the_first_place_leaves_no_winner() -> None:
    table = yppedia()
    table.match.ledger.totals = [30, 30, 40, 95]
    sanction(table, 0)
    play_round(table, 3, 3, 7, 13)
    view = table.view()["result"]
    assert (view["ranking"], view["winner_sides"]) == ([[0, 1], [2], [3]], [])
