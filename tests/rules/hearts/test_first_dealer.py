"""The dealer of the first round of Hearts: hearts.first-dealer; every clause has cases that bear its name."""

import ast
from collections.abc import Iterator
from datetime import date
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from referee.errors import Impossible, NotInThisGame
from referee.log.opening.engine import engine
from referee.match.events import Opening
from referee.match.registry import ruleset
from referee.matches.opening import OpenMatch, Sitting, prepare
from referee.people.register import People, open_people
from tests.support.beside import enter

NOW = "2026-01-01T12:00:00Z"
CODES = {
    "hearts.castillar": "deal first-dealer next-dealer pass opening-lead follow-suit first-trick lead-hearts broken trick points "
    "moon round-won star end tiebreak change yellow black-4 black-2",
    "hearts.yppedia": "deal first-dealer next-dealer pass opening-lead follow-suit first-trick lead-hearts broken trick points "
    "moon moon-deduct end tiebreak yellow timeout",
}


@pytest.fixture
def people(tmp_path: Path) -> Iterator[People]:
    store = engine(str(tmp_path / "people.sqlite"))
    yield open_people(store)
    store.dispose()


def open_with_ages(people: People, name: str, births: list[int | None], first_dealer: int | None = None) -> Opening:
    """The opening of a match of people born in these years; chance gives the seed `azar`."""
    names_and_births = [(f"P{seat}", None if year is None else date(year, 5, 17)) for seat, year in enumerate(births)]
    seats = tuple(Sitting(player=id_) for id_ in enter(people, names_and_births, NOW))
    return prepare(OpenMatch(name, seats, first_dealer=first_dealer), people, NOW, lambda: "azar").opening


def first_seat_by_seed(seats: int) -> int:
    """The first seat by SHA-256 of seed, 1 and seat."""
    return min(range(seats), key=lambda seat: sha256(f"azar\n1\n{seat}".encode()).digest())


def test_first_dealer_at_el_castillar_is_the_oldest(people: People) -> None:
    opening = open_with_ages(people, "hearts.castillar", [1980, 1975, 1990, 1976])
    assert (opening.first_dealer, opening.seed) == (1, None)


def test_first_dealer_is_who_is_named_before_all(people: People) -> None:
    for name in CODES:
        opening = open_with_ages(people, name, [1980, 1975, 1990, 1976], first_dealer=2)
        assert (opening.first_dealer, opening.seed) == (2, None)


@pytest.mark.parametrize("births", [[1980, None], [None, None], [1980, 1980]], ids=["one", "none", "twins"])
def test_first_dealer_where_ages_do_not_tell_is_drawn_and_the_draw_recorded(
    people: People, births: list[int | None]
) -> None:
    opening = open_with_ages(people, "hearts.castillar", births)
    assert (opening.first_dealer, opening.seed) == (first_seat_by_seed(2), "azar")


def test_first_dealer_at_yppedia_is_drawn_and_the_draw_recorded(people: People) -> None:
    opening = open_with_ages(people, "hearts.yppedia", [1980, 1975, 1990, 1976])
    assert (opening.first_dealer, opening.seed) == (first_seat_by_seed(4), "azar")


def test_first_dealer_that_does_not_exist_is_impossible(people: People) -> None:
    with pytest.raises(Impossible):
        open_with_ages(people, "hearts.castillar", [1980, 1975], first_dealer=2)


@pytest.mark.parametrize(("name", "seats"), [("hearts.castillar", 3), ("hearts.castillar", 5), ("hearts.yppedia", 2)])
def test_a_number_of_seats_that_the_game_does_not_have_is_not_in_this_game(
    people: People, name: str, seats: int
) -> None:
    with pytest.raises(NotInThisGame):
        open_with_ages(people, name, [None] * seats)


@pytest.mark.parametrize("name", CODES)
def test_the_rulebook_of_hearts_has_every_clause(name: str) -> None:
    assert {clause.code for clause in ruleset(name).clauses} == {f"hearts.{code}" for code in CODES[name].split()}
    assert msgspec.json.encode(ruleset(name).clauses)


RULED = {
    "hearts.castillar": "first-trick broken tiebreak change black-4",
    "hearts.yppedia": "first-trick broken moon-deduct end",
}


@pytest.mark.parametrize("name", RULED)
def test_what_was_ruled_is_marked(name: str) -> None:
    rulings = {clause.code for clause in ruleset(name).clauses if clause.ruling}
    assert {f"hearts.{code}" for code in RULED[name].split()} <= rulings


def test_every_clause_of_hearts_has_cases_that_bear_its_name() -> None:
    cases = [
        node.name
        for path in Path(__file__).parent.glob("test_*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
    ]
    codes = {code for names in CODES.values() for code in names.split()}
    bare = {code for code in codes if not any(case.startswith(f"test_{code.replace('-', '_')}_") for case in cases)}
    assert bare == set()
