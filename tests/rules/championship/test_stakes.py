"""Stakes by rule code: the division of a pot by places, shared places and partners, and the result for a contest's podium."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
import pytest

from referee.contests.contest import Contest, Entrant
from referee.contests.settlement import ContestSettlement, contest_settlement, places_paid
from referee.errors import BadRequest, Inconsistent
from referee.match.entries import line
from referee.match.ledger import MatchResult
from referee.match.results import PLAIN
from referee.match.terms.stakes import Settlement, Stakes, require_divisible, settle
from tests.support.contests import Desk, alphabet
from tests.support.grown import Grown
from tests.support.logged import LoggedTable

ALL: Final = "winner_takes_all"
Places = Sequence[Sequence[Sequence[int]]]


def alone(*places: Sequence[int]) -> Places:
    """Places of people that play for themselves."""
    return [[[person] for person in place] for place in places]


def shares(each: int, split: Any, people: int, places: Places) -> tuple[int, ...]:
    return settle(Stakes(each, split), people, places).shares


# stakes.split


def test_the_winner_takes_all() -> None:
    assert settle(Stakes(5, ALL), 4, alone([2], [0], [3], [1])) == Settlement(
        20, (0, 0, 20, 0), (-5, -5, 15, -5), "stakes.split"
    )


def test_weights_divide_the_pot_by_places() -> None:
    assert shares(10, (5, 3, 2), 4, alone([3], [1], [0], [2])) == (8, 12, 0, 20)


def test_who_shares_the_first_place_divides_the_pot() -> None:
    assert shares(3, ALL, 4, alone([1, 3], [0, 2])) == (0, 6, 0, 6)


def test_shared_places_pool_what_they_weigh() -> None:
    """Second and third weigh 3 and 1 together, which two divide; the fourth place has no weight."""
    assert shares(6, (4, 3, 1), 4, alone([0], [1, 2], [3])) == (12, 6, 6, 0)


def test_a_shared_place_reaches_beyond_the_weights() -> None:
    """Third and fourth share, and only the third place weighs: each has half of it."""
    assert shares(8, (4, 2, 2), 4, alone([0], [1], [2, 3])) == (16, 8, 4, 4)


@pytest.mark.parametrize(
    ("places", "result_shares"),
    [
        (alone([2, 1, 3], [0]), (0, 2, 1, 1)),
        (alone([0], [1], [2], [3]), (4, 0, 0, 0)),
        (alone([3, 0, 1], [2]), (2, 1, 0, 1)),
    ],
)
def test_what_does_not_divide_goes_by_seat_order_among_those_who_were_rounded(
    places: Places, result_shares: tuple[int, ...]
) -> None:
    assert shares(1, ALL, 4, places) == result_shares


def test_a_whole_part_gets_nothing_of_what_is_left_over() -> None:
    """20, 13 and a third, 6 and two thirds: the point that is left goes to the lower seat of the last two."""
    assert shares(10, (3, 2, 1), 4, alone([0], [3], [2], [1])) == (20, 0, 7, 13)
    assert shares(10, (3, 2, 1), 4, alone([0], [1], [2], [3])) == (20, 14, 6, 0)


def test_partners_share() -> None:
    assert shares(5, ALL, 4, [[[1, 3]], [[0, 2]]]) == (0, 10, 0, 10)
    assert shares(1, (2, 1), 4, [[[0, 2]], [[1, 3]]]) == (2, 1, 1, 0)


def test_pairs_that_share_a_place_divide_it_by_four() -> None:
    assert shares(7, ALL, 4, [[[0, 2], [1, 3]]]) == (7, 7, 7, 7)


def test_the_weight_of_a_place_that_nobody_holds_is_not_counted() -> None:
    assert shares(6, (2, 1, 1), 2, alone([1], [0])) == (4, 8)


# stakes.returned


def test_without_places_everybody_has_their_stake_back() -> None:
    assert settle(Stakes(7, (2, 1)), 3, []) == Settlement(21, (7, 7, 7), (0, 0, 0), "stakes.returned")


def test_where_nobody_holds_a_place_with_a_weight_it_is_given_back() -> None:
    assert settle(Stakes(7, (0, 0, 1)), 2, alone([1], [0])).rule == "stakes.returned"


# Outcomes without a split


@pytest.mark.parametrize("split", [(0,), (0, 0, 0)])
def test_weights_that_give_nobody_anything_are_refused(split: tuple[int, ...]) -> None:
    with pytest.raises(BadRequest) as error:
        require_divisible(Stakes(1, split), 4)
    assert error.value.flaws[0].path == "$.stakes.split"
    assert error.value.rule == "stakes.split"


def test_more_weights_than_places_are_refused() -> None:
    require_divisible(Stakes(1, (3, 2)), 2)
    require_divisible(Stakes(1, ALL), 2)
    with pytest.raises(Inconsistent) as error:
        require_divisible(Stakes(1, (3, 2, 1)), 2)
    assert "3" in error.value.text.es
    assert "2" in error.value.text.es


@pytest.mark.parametrize(
    "wrong",
    [
        {"each": 0, "split": ALL},
        {"each": -1, "split": ALL},
        {"each": 1_000_001, "split": ALL},
        {"each": 1.0, "split": ALL},
        {"each": True, "split": ALL},
        {"each": 1, "split": "everybody"},
        {"each": 1, "split": []},
        {"each": 1, "split": [-1, 2]},
        {"each": 1, "split": [1_000_001]},
        {"each": 1, "split": [1.5]},
        {"each": 1, "split": [1] * 65},
        {"each": 1},
        {"split": ALL},
        {"each": 1, "split": ALL, "currency": "EUR"},
    ],
)
def test_a_stake_of_another_shape_is_not_read(wrong: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode(wrong), type=Stakes)


# Matches


def result(table: LoggedTable) -> MatchResult:
    match_result = table.match.ledger.result
    assert match_result is not None
    return match_result


def settlement(table: LoggedTable) -> Settlement:
    outcome = result(table).settlement
    assert outcome is not msgspec.UNSET
    return outcome


def left(*seats: int, **opening: Any) -> LoggedTable:
    """A match of four at Hearts that these seats leave, one after the other."""
    table = LoggedTable("hearts.castillar", 4, first_dealer=0, **{"stakes": Stakes(6, (2, 1)), **opening})
    for seat in seats:
        table.say("withdraw", seat=seat, reason="se va")
    return table


def test_who_leaves_is_last_and_leaves_the_stake() -> None:
    """The three remaining seats are level: they share first to third place, which weigh the whole."""
    assert settlement(left(1)) == Settlement(24, (8, 0, 8, 8), (2, -6, 2, 2), "stakes.split")


def test_an_abandoned_match_gives_the_stakes_back() -> None:
    table = left(1, 0, 3, 2)
    assert table.match.ledger.status == "abandoned"
    assert settlement(table) == Settlement(24, (6, 6, 6, 6), (0, 0, 0, 0), "stakes.returned")


def test_a_retract_settles_again() -> None:
    table = left(1, 0)
    one = settlement(table)
    table.say("retract", to=2, reason="Ana se queda")
    assert settlement(table) != one
    assert settlement(table).shares == (8, 0, 8, 8)
    table.say("retract", to=1, reason="y Beto también")
    assert table.match.ledger.result is None


def test_a_match_without_stakes_is_stored_as_ever() -> None:
    """Chains from before stakes existed verify: nothing is written for a match without stakes."""
    plain, with_stakes = left(1, stakes=msgspec.UNSET), left(1)
    for entry in plain.entries:
        assert b"stakes" not in msgspec.json.encode(entry)
        assert b"settlement" not in msgspec.json.encode(entry)
    assert line(with_stakes.entries[0])["stakes"] == {"each": 6, "split": (2, 1)}
    assert "stakes" not in plain.view()
    assert with_stakes.view()["stakes"] == {"each": 6, "split": [2, 1]}


def test_the_log_alone_gives_the_settlement() -> None:
    table = left(1)
    assert table.fold().ledger.result == result(table)


def test_two_keys_settle_with_the_last_confirmation() -> None:
    plain = Grown("hearts.castillar", 2, 1, stakes=Stakes(3, ALL)).grow()
    confirmable = LoggedTable(
        "hearts.castillar", 2, confirm="sides", stakes=Stakes(3, ALL), first_dealer=plain.match.opening.first_dealer
    )
    for event in map(msgspec.to_builtins, plain.events):
        confirmable.confirm()
        confirmable.tell(event)
    closing = confirmable.match.ledger.closing
    assert confirmable.match.ledger.result is None
    assert closing is not msgspec.UNSET
    assert closing.result == result(plain)
    confirmable.confirm()
    assert settlement(confirmable) == settlement(plain)
    assert sorted(settlement(confirmable).net) in ([-3, 3], [0, 0])


# stakes.contest


def settle_contest(desk: Desk, stakes: Stakes) -> ContestSettlement | None:
    return contest_settlement(stakes, desk.contest, desk.state)


def nets(desk: Desk, stakes: Stakes) -> dict[str, int]:
    settlement_ = settle_contest(desk, stakes)
    assert settlement_ is not None
    assert sum(one.net for one in settlement_.players) == 0
    assert sum(one.share for one in settlement_.players) == settlement_.pot
    return {one.player: one.net for one in settlement_.players}


def test_a_contest_is_settled_by_its_podium() -> None:
    desk = Desk("ABCDE").league()
    assert settle_contest(desk, Stakes(10, ALL)) is None
    desk.result({"A": 20, "B": 30, "C": 40, "D": 100}, kind="final")
    assert nets(desk, Stakes(10, ALL)) == {"A": 40, "B": -10, "C": -10, "D": -10, "E": -10}
    settlement_ = settle_contest(desk, Stakes(10, (3, 2)))
    assert settlement_ is not None
    assert (settlement_.pot, settlement_.rule) == (50, "stakes.contest")
    assert [(one.player, one.place, one.share) for one in settlement_.players] == [
        ("A", 1, 30),
        ("B", 2, 20),
        ("C", 3, 0),
        ("D", 4, 0),
        ("E", None, 0),
    ]


def test_who_withdraws_leaves_the_stake() -> None:
    desk = Desk("ABCDEF").league(but=["A-F", "B-F", "C-F", "D-F", "E-F"]).withdraw("F")
    desk.result({"A": 20, "B": 30, "C": 40, "D": 100}, kind="final")
    assert nets(desk, Stakes(2, ALL)) == {"A": 10, "B": -2, "C": -2, "D": -2, "E": -2, "F": -2}


def test_who_comes_from_outside_takes_over_the_stake() -> None:
    desk = Desk("ABCDE").league().substitute("A", "Z")
    desk.contest = msgspec.structs.replace(desk.contest, entrants=(*map(Entrant, "ABCDE"), Entrant("Z")))
    desk.result({"B": 30, "C": 40, "D": 60, "Z": 100}, kind="final")
    assert nets(desk, Stakes(1, (4, 1))) == {"Z": -1, "B": 3, "C": 0, "D": -1, "E": -1}


def test_a_null_contest_gives_the_stakes_back() -> None:
    desk = Desk("ABC").league("A>B B>C C>A")
    assert desk.state.phase == "null"
    settlement_ = settle_contest(desk, Stakes(4, ALL))
    assert settlement_ is not None
    assert (settlement_.rule, {one.net for one in settlement_.players}) == ("stakes.returned", {0})


def pairs(*names: str) -> Contest:
    """A knockout of pairs: `Ana+Luis` are one entrant."""
    entrants = tuple(Entrant(name, tuple(name.split("+"))) for name in names)
    return Contest("knockout", names, PLAIN, (2,), alphabet(names), entrants=entrants)


def test_both_of_a_pair_stake_and_share() -> None:
    desk = Desk(())
    desk.contest = pairs("a+b", "c+d", "e+f", "g+h")
    desk.result({"a+b": 1, "g+h": 0}).result({"c+d": 1, "e+f": 0})
    desk.result({"a+b": 1, "c+d": 0})
    assert nets(desk, Stakes(4, ALL)) == {"a": 12, "b": 12} | dict.fromkeys("cdefgh", -4)
    # The losers of the semi-finals share third and fourth place: four people divide one part of eight, 32 in the pot.
    assert nets(desk, Stakes(4, (4, 2, 1, 1))) == {"a": 4, "b": 4, "c": 0, "d": 0} | dict.fromkeys("efgh", -2)


@pytest.mark.parametrize(
    ("entrants", "podium", "places"), [(2, None, 2), (10, None, 4), (10, (9,) * 7, 7), (3, (9, 1), 3)]
)
def test_so_many_places_can_be_paid(entrants: int, podium: tuple[int, ...] | None, places: int) -> None:
    assert places_paid(entrants, podium) == places
