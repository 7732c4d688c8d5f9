"""Legal moves on a crowded table: the list is bounded, and the choices in place of plays cover exactly those plays."""

import sys
from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import Any, TypeVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards import FRENCH
from referee.errors import Impossible
from referee.games.casino.state import CasinoState
from referee.games.casino.table.groups import CardGroups
from referee.games.casino.table.values import Values, values
from referee.games.escoba.rules import VALUE
from referee.games.escoba.state import EscobaState
from referee.match import choice
from referee.match.aggregate import Match
from referee.match.choice import MOST_LISTED
from referee.match.game import Busiest
from referee.match.state import ALL, NOBODY
from tests.properties.test_casino_groups import partitions, with_rest
from tests.support.busiest import EVERY, busiest
from tests.support.casino_playouts import Playout
from tests.support.casino_playouts import playouts as casino_playouts
from tests.support.crowded import TABLES, filled_in, in_json, is_sum, of_choice, sums, trailing
from tests.support.escoba_playouts import EscobaPlayout, escoba_playouts

T = TypeVar("T")
Json = dict[str, Any]
MOST_BYTES = 500_000
"""Bytes of a list of legal moves, as the API promises."""
MOST_CALLS = 600_000
"""Calls of functions to make one list."""
FEW_CARDS = 3
"""Number of cards of a choice that are tried together."""


def calls_of(work: Callable[[], T]) -> tuple[int, T]:
    """The number of function calls that some work makes, and its result."""
    count = 0

    def count_call(frame: object, event: str, _: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count_call)
    try:
        result = work()
    finally:
        sys.setprofile(before)
    return count, result


def has_an_end(match: Match) -> None:
    for visible in (ALL, NOBODY):
        calls, moves = calls_of(partial(match.legal, visible))
        assert len(msgspec.json.encode(moves)) < MOST_BYTES
        assert calls < MOST_CALLS


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_list_has_an_end_where_everybody_trails(name: str, seats: int) -> None:
    for table in islice(trailing(name, seats), 0, None, 5):
        has_an_end(table.match)


@pytest.mark.parametrize(("name", "of"), EVERY)
def test_a_list_has_an_end_on_the_busiest_tables(name: str, of: Busiest | None) -> None:
    has_an_end(busiest(name, of).match)


@pytest.mark.parametrize(
    ("worth", "value", "rest", "missing"),
    [
        (values(), 10, 9, "2D 3D 4D 4S 7S 8D 9H 9S TC"),
        (values(True), 14, 13, "2D 2S 3S 4C 4H 5S 6C 6H 7C 7S JH JS KC KS TC TH TS QC QD QH QS"),
        (values(True, True, True), 16, 13, "2H 3H 4D 5C 5S 6D 6S 7C 7D 7S 8S JC JH KC KD KH QC TH"),
    ],
    ids=["classic", "royal", "wide"],
)
def test_many_cards_are_judged_in_bounds(worth: Values, value: int, rest: int, missing: str) -> None:
    """Tables that took the longest in a climbing search: cards were changed for as long as that made the search longer."""
    cards = FRENCH.mask(name for name in FRENCH.names if worth.of[FRENCH.bit[name]] and name not in missing.split())
    calls, _ = calls_of(lambda: CardGroups(cards, worth.of, worth.highest).all_split(value, rest))
    assert calls < MOST_CALLS


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_what_is_listed_on_a_crowded_table_can_be_recorded(name: str, seats: int) -> None:
    """The listed plays can be recorded, and so can the chosen ones, where few cards are enough."""
    *_, table = islice(trailing(name, seats), 26)
    match = table.match
    moves = in_json(match.legal(NOBODY))
    assert len(moves) <= MOST_LISTED + 300
    for move in moves[:: max(1, len(moves) // 30)]:
        if "choose" not in move:
            assert match.check(match.codec.read(msgspec.json.encode(move)), match.version + 1) is None
    for entry in sums(moves)[::60]:
        regular = [event for event in filled_in(entry, FEW_CARDS) if is_regular(match, event)]
        assert regular, entry


def is_regular(match: Match, event: Json) -> bool:
    """True if an event may come now and breaks no rule."""
    try:
        return match.check(match.codec.read(msgspec.json.encode(event)), match.version + 1) is None
    except Impossible:
        return False


def both(match: Match, most: int, monkeypatch: pytest.MonkeyPatch) -> tuple[list[Json], list[Json]]:
    """The whole list, and the list with at most so many plays."""
    whole = in_json(match.legal())
    assert not sums(whole)
    with monkeypatch.context() as patch:
        patch.setattr(choice.list_ways, "__defaults__", (most,))
        return whole, in_json(match.legal())


def bare_move(move: Json) -> Json:
    """A move without its choices."""
    return {name: value for name, value in move.items() if name not in ("cards", "builds", "choose")}


def stand_for_the_rest(whole: list[Json], cut: list[Json]) -> None:
    """Each unlisted play has one choice that covers it, and no choice covers a listed play."""
    choices = sums(cut)
    left = [move for move in whole if move not in cut]
    assert [move for move in cut if move not in choices] == [move for move in whole if move not in left]
    for move in left:
        assert any(covers(entry, move) for entry in choices), move
    for entry in choices:
        assert entry["cards"] == []
        assert any(covers(entry, move) for move in left) or bare_move(entry) in map(bare_move, left)


def covers(choice: Json, move: Json) -> bool:
    """True if a play is among those that a choice stands for, as far as its cards and builds tell."""
    choose = choice["choose"]
    beside = {choose["with"]} if "with" in choose else set()
    cards = set(move.get("cards", ()))
    return (
        bare_move(choice) == bare_move(move)
        and beside <= cards <= {*choose["cards"]} | beside
        and len(cards - beside) >= choose.get("min", 1)
        and {*move.get("builds", ())} <= {*choose.get("builds", ())}
    )


def fits_in_casino(choice: Json, cards: tuple[str, ...], values: Values) -> bool:
    """True if these cards fit the words of a choice."""
    value = choice["choose"]["sum"]
    if choice["type"] == "take":
        return bool(cards) and partitions(cards, value, values)
    values_ = [worth for worth in values.of[FRENCH.bit[choice["card"]]] if worth <= value]
    return any(
        partitions(cards, value, values) if worth == value else with_rest(cards, value, value - worth, values)
        for worth in values_
    )


@given(casino_playouts(), st.integers(0, 60), st.integers(0, 40))
def test_choices_of_casino_are_what_they_say(match: Playout, steps: int, most: int) -> None:
    match.run(steps)
    state = match.table.match.state
    assert isinstance(state, CasinoState)
    if state.layout.loose.bit_count() > 8:
        return
    with pytest.MonkeyPatch.context() as patch:
        whole, cut = both(match.table.match, most, patch)
    stand_for_the_rest(whole, cut)
    moves_listed = {msgspec.json.encode(move) for move in whole}
    for entry in sums(cut):
        for event in filled_in(entry, FEW_CARDS):
            cards = tuple(event["cards"])
            if cards or entry["type"] == "duplicate":
                fits = fits_in_casino(entry, cards, state.values)
                assert fits == (msgspec.json.encode(of_choice(entry, cards)) in moves_listed), event


@given(escoba_playouts(), st.integers(0, 60), st.integers(0, 20))
def test_choices_of_escoba_are_what_they_say(match: EscobaPlayout, steps: int, most: int) -> None:
    if not match.go(steps):
        return
    state = match.table.match.state
    assert isinstance(state, EscobaState)
    with pytest.MonkeyPatch.context() as patch:
        whole, cut = both(match.table.match, most, patch)
    stand_for_the_rest(whole, cut)
    numbers = {name: VALUE[bit] for name, bit in match.table.match.rules.pack.bit.items()}
    for entry in sums(cut):
        of_it = [move for move in whole if covers(entry, move)]
        beside = entry["choose"].get("with")
        assert all(
            sum(numbers[card] for card in move["cards"] if card != beside) == entry["choose"]["sum"] for move in of_it
        )
        for event in filled_in(entry, FEW_CARDS):
            chosen_cards = [card for card in event["cards"] if card != beside]
            fits = sum(numbers[card] for card in chosen_cards) == entry["choose"]["sum"]
            assert fits == any({*event["cards"]} == {*move["cards"]} for move in of_it), event


def test_choices_come_only_where_a_list_would_be_too_long() -> None:
    *_, table = islice(trailing("casino.classic", 2), 8)
    assert not any(is_sum(move) for move in table.match.legal())
