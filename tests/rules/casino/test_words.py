"""Moves and refusals of Casino in words, in both languages."""

import pytest

from referee.games.casino.events import Build, Duplicate, Expose, Laying, Raise, Take, Trail
from referee.games.casino.views.words import sentence
from tests.support.casino import CasinoTable

SAID = [
    (Trail(0, "7S"), "deja 7 de picas", "trails 7 of spades"),
    (
        Take(0, "9C", ("4S", "5H"), ("b1",)),
        "4 de picas, 5 de corazones y b1 con 9 de",
        "4 of spades, 5 of hearts and b1 with 9",
    ),
    (Take(0, "9C", (), ()), "toma nada con 9 de tréboles", "takes nothing with 9 of clubs"),
    (
        Build(0, "2C", ("7D",), 9),
        "construye 9 con 2 de tréboles y 7 de dia",
        "builds 9 with 2 of clubs and 7 of diamonds",
    ),
    (Duplicate(0, "9C", (), "b1"), "duplica b1 con 9 de tréboles", "duplicates b1 with 9 of clubs"),
    (Raise(0, "AC", "b1", 10), "aumenta b1 a 10 con as de tréboles", "raises b1 to 10 with ace of clubs"),
]


@pytest.mark.parametrize(("move", "es", "en"), SAID)
def test_a_move_is_told_in_words(move: Laying, es: str, en: str) -> None:
    text = sentence(move)
    assert text is not None
    assert es in text.es
    assert en in text.en


def test_what_is_no_move_has_no_words() -> None:
    assert sentence(Expose("7S")) is None


def test_a_refusal_names_no_empty_set() -> None:
    table = CasinoTable(enforcement="strict")
    table.deal("2C 9C 9D 4D", "8C 8D 8S 3S", table="7C 6H KC KD")
    assert "cannot take nothing with 9C" in table.no("take", "9C", "").text.en
    assert "cannot build 9 with 2C:" in table.no("build", "2C", "", 9).text.en
    table.build("2C", "7C", 9)
    table.trail("3S")
    assert "no puede duplicar b1 con 4D:" in table.no("duplicate", "4D", "", "b1").text.es
