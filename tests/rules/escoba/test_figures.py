"""Escoba, Scopa and Scopone: a hand recorded by its figures, and impossible figures."""

from typing import Any

import pytest

from tests.support.escoba import EscobaTable

FIGURES: dict[str, Any] = {
    "cards": [24, 16],
    "oros": [4, 6],
    "sevens": [2, 2],
    "seven_of_oros": 1,
    "sweeps": [3, 1],
}


def refusal(table: EscobaTable, **wrong: Any) -> tuple[str, str]:
    """The code of the refusal, and the figure that it names."""
    return table.wrong_figure({**FIGURES, **wrong})


def test_the_figures_are_scored_as_cards_are() -> None:
    table = EscobaTable()
    table.say("count", figures=FIGURES)
    view = table.view()
    assert view["score"]["totals"] == [3 + 1, 1 + 1 + 1]
    assert view["score"]["sweeps"] == [3, 1]
    assert view["score"]["hands"][0]["counted"] is True
    assert (view["dealer"], view["phase"]) == (0, "deal")


@pytest.mark.parametrize(
    ("wrong", "code_and_field"),
    [
        ({"cards": [24, 15]}, ("impossible", "cards")),
        ({"cards": [24, 16, 0]}, ("malformed", "cards")),
        ({"oros": [4, 5]}, ("impossible", "oros")),
        ({"oros": [11, 0]}, ("impossible", "oros[0]")),
        ({"sevens": [3, 2]}, ("impossible", "sevens")),
        ({"sevens": [4, 0]}, ("impossible", "sevens[1]")),
        ({"oros": [10, 0]}, ("impossible", "oros[1]")),
        ({"cards": [5, 35]}, ("impossible", "cards[0]")),
        ({"seven_of_oros": None}, ("impossible", "seven_of_oros")),
        ({"seven_of_oros": 2}, ("impossible", "seven_of_oros")),
        ({"sweeps": [13, 1]}, ("impossible", "sweeps[0]")),
        ({"best": 0}, ("not-in-this-game", "best")),
    ],
)
def test_figures_that_cannot_be_are_named(wrong: dict[str, Any], code_and_field: tuple[str, str]) -> None:
    assert refusal(EscobaTable(), **wrong) == code_and_field


def test_scopa_needs_who_has_the_best_primiera() -> None:
    table = EscobaTable("scopa")
    assert refusal(table) == ("malformed", "best")
    assert refusal(table, best=0, sevens=[0, 4]) == ("impossible", "best")
    assert refusal(table, best=0, oros=[0, 10], sevens=[1, 3]) == ("impossible", "best")
    table.say("count", figures={**FIGURES, "best": None})
    assert table.view()["score"]["totals"] == [4, 3]


def test_all_the_oros_count_where_they_do() -> None:
    table = EscobaTable(all_bonus=True)
    table.say("count", figures={**FIGURES, "oros": [0, 10], "sevens": [0, 4]})
    assert table.view()["score"]["totals"] == [4, 1 + 1 + 1 + 1 + 2]


def test_what_was_recorded_must_fit() -> None:
    table = EscobaTable(dealer=1)
    table.deal("7O 1C 2C", None, table="5C 3E 2B 4B")
    table.take("7O", "5C 3E")
    assert refusal(table) == ("impossible", "seven_of_oros")
    assert refusal(table, oros=[0, 10], seven_of_oros=0) == ("impossible", "oros[0]")
    assert refusal(table, cards=[2, 38], seven_of_oros=0) == ("impossible", "cards[0]")
    table.say("count", figures={**FIGURES, "seven_of_oros": 0})
    assert table.view()["phase"] == "deal"
