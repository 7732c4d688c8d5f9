"""PINs at the database: the stored part of one, and the delay of guesses; by a clock that the test moves."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from referee.errors import Forbidden, TooMany
from referee.log.opening.engine import engine
from referee.people.pins import FIRST_WAIT, FREE_TRIES, LONGEST_WAIT, Pins
from referee.people.register import open_people
from tests.support.beside import store_rows

MATCH = "01920000-0000-7000-8000-000000000001"
PIN, WRONG = "271828", "000000"


@pytest.fixture
def clock() -> list[float]:
    return [1_000_000.0]


@pytest.fixture
def pins(database: str, clock: list[float]) -> Iterator[Pins]:
    store = engine(database)
    open_people(store)
    yield Pins(store, lambda: clock[0])
    store.dispose()


def guess(pins: Pins, pin: str = WRONG, side: int = 0, match: str = MATCH) -> int | None:
    """The answer to a PIN: None if it opens, 0 if it is wrong, else the seconds to wait."""
    try:
        pins.require(match, side, pin)
    except Forbidden:
        return 0
    except TooMany as refused:
        return int(refused.extra["retry_after"])
    return None


def give(pins: Pins, match: str, side: int, pin: str) -> None:
    store_rows(pins.store, pins.replacement_rows(match, side, pin))


def rows(pins: Pins) -> list[str]:
    with pins.store.connect() as connection:
        return [str(tuple(row)) for row in connection.execute(sa.text("SELECT * FROM pins"))]


def test_a_pin_opens_its_side_of_its_match_only(pins: Pins) -> None:
    give(pins, MATCH, 0, PIN)
    give(pins, MATCH, 1, "3141")
    assert guess(pins, PIN) is None
    assert guess(pins, "3141", side=1) is None
    assert [guess(pins, "3141"), guess(pins, PIN + "0"), guess(pins, PIN[:-1])] == [0, 0, 0]
    assert (guess(pins, PIN, side=2), guess(pins, PIN, match="other")) == (0, 0)


def test_of_a_pin_only_a_salted_hash_is_kept(pins: Pins) -> None:
    give(pins, MATCH, 0, PIN)
    give(pins, MATCH, 1, PIN)
    pin_rows = rows(pins)
    assert len(pin_rows) == 2 and not [row for row in pin_rows if PIN in row]
    hashes = {row.split("scrypt")[1].split("'")[0] for row in pin_rows}
    assert len(hashes) == 2


def test_a_new_pin_takes_the_place_of_the_one_before_and_lifts_its_lock(pins: Pins) -> None:
    give(pins, MATCH, 0, "1111")
    assert [guess(pins) for _ in range(FREE_TRIES + 1)] == [0] * FREE_TRIES + [FIRST_WAIT]
    give(pins, MATCH, 0, PIN)
    assert [guess(pins, "1111"), guess(pins, PIN)] == [0, None]
    assert len(rows(pins)) == 1


def test_wrong_pins_lock_it_each_time_for_longer(pins: Pins, clock: list[float]) -> None:
    give(pins, MATCH, 0, PIN)
    give(pins, MATCH, 1, PIN)
    assert [guess(pins) for _ in range(FREE_TRIES)] == [0] * FREE_TRIES
    waits = []
    for _ in range(8):
        wait = guess(pins, PIN)
        assert wait
        waits.append(wait)
        clock[0] += wait - 0.5
        assert guess(pins, PIN) == 1
        clock[0] += 0.5
        assert guess(pins) == 0
    assert waits == [60, 120, 240, 480, 960, 1920, LONGEST_WAIT, LONGEST_WAIT]
    assert guess(pins, PIN, side=1) is None


def test_the_right_pin_after_a_lock_forgets_the_wrong_ones(pins: Pins, clock: list[float]) -> None:
    give(pins, MATCH, 0, PIN)
    for _ in range(FREE_TRIES):
        guess(pins)
    clock[0] += FIRST_WAIT
    assert guess(pins, PIN) is None
    assert [guess(pins) for _ in range(FREE_TRIES)] == [0] * FREE_TRIES


def test_guesses_at_once_are_no_more_than_one_after_the_other(pins: Pins) -> None:
    give(pins, MATCH, 0, PIN)
    with ThreadPoolExecutor(8) as guessers:
        answers = list(guessers.map(lambda _: guess(pins), range(24)))
    assert answers.count(0) <= FREE_TRIES
    assert None not in answers


def test_erased_pins_open_nothing(pins: Pins) -> None:
    give(pins, MATCH, 0, PIN)
    give(pins, "other", 0, PIN)
    store_rows(pins.store, [pins.of(MATCH)])
    assert (guess(pins, PIN), guess(pins, PIN, match="other"), len(rows(pins))) == (0, None, 1)
