"""Casino: a deal recorded by its figures, and impossible figures."""

from typing import Any

import pytest

from tests.support.casino import CasinoTable

FIGURES: dict[str, Any] = {
    "cards": [30, 22],
    "spades": [7, 6],
    "big": 0,
    "little": 1,
    "aces": [0, 0, 1, 1],
    "sweeps": [0, 0],
}


def refusal(table: CasinoTable, **wrong: Any) -> tuple[str, str]:
    """The code of the refusal, and the figure that it names."""
    return table.wrong_figure({**FIGURES, **wrong})


def test_the_figures_are_scored_as_cards_are() -> None:
    table = CasinoTable(dealer=1)
    table.say("count", figures=FIGURES)
    view = table.view()
    assert view["score"]["totals"] == [8, 3]
    assert view["score"]["hands"][0]["counted"] is True
    assert (view["dealer"], view["phase"], view["turn"]) == (0, "deal", None)


@pytest.mark.parametrize(
    ("wrong", "code_and_field"),
    [
        ({"cards": [30, 21]}, ("impossible", "cards")),
        ({"cards": [30, 22, 0]}, ("malformed", "cards")),
        ({"spades": [7, 7]}, ("impossible", "spades")),
        ({"cards": [5, 47]}, ("impossible", "cards[0]")),
        ({"spades": [0, 13]}, ("impossible", "spades[0]")),
        ({"big": None}, ("impossible", "big")),
        ({"little": 2}, ("impossible", "little")),
        ({"aces": [0, 0, 1, None]}, ("impossible", "aces[3]")),
        ({"jack_of_spades": 0}, ("not-in-this-game", "jack_of_spades")),
        ({"sweeps": [16, 0]}, ("impossible", "sweeps[0]")),
        ({"penalties": [1]}, ("malformed", "penalties")),
        ({"loses": {"seat": 0, "rule": "casino.take"}}, ("impossible", "loses")),
    ],
)
def test_figures_that_cannot_be_are_named(wrong: dict[str, Any], code_and_field: tuple[str, str]) -> None:
    assert refusal(CasinoTable(sweeps=True), **wrong) == code_and_field


def test_spade_casino_needs_the_jack_of_spades() -> None:
    table = CasinoTable("spades")
    assert refusal(table) == ("malformed", "jack_of_spades")
    table.say("count", figures={**FIGURES, "jack_of_spades": 1})
    assert table.view()["score"]["totals"] == [3 + 7 + 2 + 2, 6 + 2 + 2]


def test_what_was_recorded_must_fit() -> None:
    table = CasinoTable(dealer=1)
    table.deal("TD 2C 3C 4C", None, table="TS 9S 8D AH")
    table.take("TD", "TS")
    assert refusal(table, big=1) == ("impossible", "big")
    assert refusal(table, spades=[0, 13], cards=[10, 42]) == ("impossible", "spades[0]")
    assert refusal(table, cards=[1, 51], spades=[1, 12]) == ("impossible", "cards[0]")
    table.say("count", figures=FIGURES)
    assert table.view()["hand_sizes"] == [0, 0]


def test_nobody_took_all_deal_long() -> None:
    nothing = {"cards": [0, 0], "spades": [0, 0], "big": None, "little": None, "aces": [None] * 4, "sweeps": [0, 0]}
    table = CasinoTable()
    table.say("count", figures=nothing)
    assert table.view()["score"]["totals"] == [0, 0]
    assert refusal(table, **{**nothing, "big": 0}) == ("impossible", "cards[0]")


def test_penalties_move_points_before_the_items() -> None:
    table = CasinoTable()
    table.say("count", figures={**FIGURES, "penalties": [2, 1]})
    assert table.view()["score"]["totals"] == [8 - 1, 3 + 1]


def test_a_single_deal_of_two_may_be_lost_at_once() -> None:
    table = CasinoTable(single_deal=True)
    assert refusal(table, penalties=[1, 0]) == ("impossible", "penalties[0]")
    assert refusal(table, loses={"seat": 0, "rule": "casino.trail"}) == ("impossible", "loses.rule")
    assert refusal(table, loses={"seat": 2, "rule": "casino.take"}) == ("impossible", "loses.seat")
    table.say("count", figures={**FIGURES, "loses": {"seat": 0, "rule": "casino.last-round"}})
    result = table.view()["result"]
    assert (result["winner_sides"], result["reason"]) == ([1], "casino.loses")


def test_the_figures_can_be_taken_back() -> None:
    table = CasinoTable(dealer=1)
    table.deal("TD 2C 3C 4C", None, table="TS 9S 8D AH")
    before = table.view()
    table.say("count", figures=FIGURES)
    table.say("retract", to=2, reason="se cuenta otra vez")
    after = table.view()
    assert {**after, "version": 2} == before
