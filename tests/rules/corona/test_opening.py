"""corona.start and corona.hand: the seat that starts, possible deals, and the server's deal by a seed."""

from hashlib import sha256
from typing import Any

import pytest

from referee.errors import ServiceRefusal
from referee.games.corona.rules import PACK
from tests.support.corona_table import deal_battle, lies, refusal_of, skip, unknown, whole
from tests.support.table import Table


def test_start_the_higher_number_starts() -> None:
    table = Table("corona", 2)
    table.say("start", shown=[["9O", "10E"]])
    assert table.view()["table"]["starter"] == 1
    table.say("deal")
    assert table.view()["turn"] == 1


def test_start_a_joker_counts_nothing() -> None:
    table = Table("corona", 2)
    table.say("start", shown=[["X1", "1O"]])
    assert table.view()["table"]["starter"] == 1


def test_start_equal_numbers_show_again() -> None:
    table = Table("corona", 2)
    fact: Any = table.say("start", shown=[["2E", "2O"], ["X1", "X2"], ["5O", "4O"]])[0]
    assert (fact.seat, fact.shown[0]) == (0, ("2E", "2O"))


@pytest.mark.parametrize("bottoms", [[["2E", "2O"]], [["3E", "2O"], ["5O", "4O"]], [["X1", "X1"]]])
def test_start_shows_again_only_after_a_tie_and_until_there_is_none(bottoms: list[list[str]]) -> None:
    for enforcement in ("record", "strict"):
        table = Table("corona", 2, enforcement=enforcement)
        assert refusal_of(table, "start", shown=bottoms) == (409, "irregular", "corona.start")


def test_start_is_decided_once() -> None:
    table = Table("corona", 2)
    table.say("start", shown=[["3E", "2O"]])
    assert refusal_of(table, "start", shown=[["3E", "2O"]])[1] == "impossible"
    assert refusal_of(deal_battle(""), "start", shown=[["3E", "2O"]])[1] == "impossible"


@pytest.mark.parametrize("bottoms", [[], [["3E"]], [["3E", "2O", "1O"]], [[None, "2O"]], "3E", [["3E", 2]]])
def test_start_of_another_shape_is_malformed(bottoms: object) -> None:
    assert refusal_of(Table("corona", 2), "start", shown=bottoms)[:2] == (400, "malformed")


def test_start_knows_its_cards() -> None:
    assert refusal_of(Table("corona", 2), "start", shown=[["QS", "2O"]])[:2] == (422, "not-in-this-game")
    one_joker = Table("corona", 2, params={"jokers": 1})
    assert refusal_of(one_joker, "start", shown=[["X2", "2O"]])[1] == "impossible"


def test_start_comes_before_the_deal() -> None:
    table = Table("corona", 2)
    assert refusal_of(table, "deal") == (409, "impossible", "corona.start")
    assert refusal_of(table, "income", seat=0)[1] == "impossible"


def test_hand_each_draws_seven_from_the_top() -> None:
    table = deal_battle("1O 2O 3O 4O 5O 6O 7O", "12E 11E 10E 9E 8E 7E 6E")
    assert table.view()["hands"] == [
        ["1O", "2O", "3O", "4O", "5O", "6O", "7O"],
        ["6E", "7E", "8E", "9E", "10E", "11E", "12E"],
    ]
    assert [lies(table, seat)["pack"] for seat in (0, 1)] == [43, 43]


@pytest.mark.parametrize(("jokers", "pack"), [(0, 41), (1, 42), (2, 43)])
def test_hand_the_parameter_sets_the_jokers(jokers: int, pack: int) -> None:
    assert lies(deal_battle("", jokers=jokers), 0)["pack"] == pack


@pytest.mark.parametrize("jokers", [-1, 3, "2", 1.0])
def test_hand_other_numbers_of_jokers_are_malformed(jokers: object) -> None:
    with pytest.raises(ServiceRefusal) as refusal:
        Table("corona", 2, params={"jokers": jokers})
    assert refusal.value.code == "malformed"


def test_hand_packs_are_whole_and_end_with_the_card_shown() -> None:
    table = Table("corona", 2)
    table.say("start", shown=[["12B", "1O"]])
    good, other = whole("5O", "12B"), whole("5O", "1O")
    short, double = good[1:], [*good[:-2], "5O", "12B"]
    rotation = [*good[1:], good[0]]
    for packs in ([short, other], [double, other], [good], [good, other, other]):
        assert refusal_of(table, "deal", packs=packs) == (409, "impossible", "corona.hand")
    assert refusal_of(table, "deal", packs=[rotation, other]) == (409, "impossible", "corona.start")
    assert refusal_of(table, "deal", packs=[good, None])[0] == 400
    table.say("deal", packs=[good, other])


def test_hand_hands_alone_leave_the_order_unknown() -> None:
    seven = ["1C", "2C", "3C", "4C", "5C", "6C", "7C"]
    table = unknown(hands=[seven, None])
    assert table.view()["hands"] == [seven, None]
    assert refusal_of(table, "income", seat=0)[1] == "impossible"
    assert refusal_of(table, "income", seat=0, card="7C")[1] == "impossible"
    table.say("income", seat=0, card="8C")


@pytest.mark.parametrize(
    "hands",
    [
        [["1C", "2C", "3C", "4C", "5C", "6C"], None],
        [["1C", "1C", "3C", "4C", "5C", "6C", "7C"], None],
        [["1C", "2C", "3C", "4C", "5C", "6C", "12B"], None],
        [None],
    ],
    ids=["six", "doubled", "the last card", "one hand"],
)
def test_hand_hands_that_cannot_be_drawn(hands: list[list[str] | None]) -> None:
    table = Table("corona", 2)
    table.say("start", shown=[["12B", "1O"]])
    assert refusal_of(table, "deal", hands=hands) == (409, "impossible", "corona.hand")


def test_hand_hands_with_packs_are_their_first_seven() -> None:
    table = Table("corona", 2)
    table.say("start", shown=[["12B", "1O"]])
    packs = [whole("1C 2C 3C 4C 5C 6C 7C", "12B"), whole("", "1O")]
    wrong, right = ["2C", "3C", "4C", "5C", "6C", "7C", "8C"], ["1C", "2C", "3C", "4C", "5C", "6C", "7C"]
    assert refusal_of(table, "deal", packs=packs, hands=[wrong, None])[1] == "impossible"
    table.say("deal", packs=packs, hands=[right, None])


def test_hand_is_dealt_once() -> None:
    assert refusal_of(deal_battle(""), "deal") == (409, "impossible", "corona.hand")


@pytest.mark.parametrize("field", ["dealer", "turn_up", "table", "stock"])
def test_hand_there_is_no_dealer_and_no_turn_up(field: str) -> None:
    table = Table("corona", 2)
    table.say("start", shown=[["12B", "1O"]])
    # 422 if another game has the field, 400 if no game has it.
    assert refusal_of(table, "deal", **{field: 0 if field == "dealer" else ["1C"]})[0] in {400, 422}
    assert table.view()["dealer"] is None


def order(seed: str, seat: int, number: int) -> list[str]:
    """A pack in the order that anybody can repeat with a SHA-256 tool."""
    return sorted(PACK.names, key=lambda card: sha256(f"{seed}\n1\n{seat}\n{number}\n{card}".encode()).digest())


def value(card: str) -> int:
    return 0 if card[0] == "X" else int(card[:-1])


def ties(seed: str) -> int:
    """Returns the number of tries of this seed that are ties."""
    number = 1
    while value(order(seed, 0, number)[-1]) == value(order(seed, 1, number)[-1]):
        number += 1
    return number - 1


def test_start_the_server_shuffles_shows_and_shows_again() -> None:
    seed = next(seed for seed in map(str, range(999)) if ties(seed) == 1)
    table = Table("corona", 2)
    facts: list[Any] = list(table.say("deal", shuffle=True, seed=seed))
    start, deal = facts
    first, second = ([order(seed, seat, number) for seat in (0, 1)] for number in (1, 2))
    assert start.shown == ((first[0][-1], first[1][-1]), (second[0][-1], second[1][-1]))
    assert table.view()["hands"][0] == list(PACK.in_order(second[0][:7]))
    assert table.view()["table"]["bottoms"] == [second[0][-1], second[1][-1]]
    assert (table.view()["turn"] == 0) == (value(second[0][-1]) > value(second[1][-1]))
    assert deal.hand == 1


def test_hand_a_recorded_shuffle_is_what_its_seed_deals() -> None:
    packs = [order("7", seat, ties("7") + 1) for seat in (0, 1)]
    table = Table("corona", 2)
    other = [packs[1], packs[0]]
    assert refusal_of(table, "deal", shuffle=True, seed="7", packs=other)[1] == "impossible"
    assert refusal_of(table, "deal", shuffle=True, packs=packs)[1] == "malformed"
    assert refusal_of(table, "deal", seed="7", packs=packs)[1] == "malformed"
    table.say("deal", shuffle=True, seed="7", packs=packs)


def test_start_on_the_table_excludes_the_server_s_shuffle() -> None:
    table = Table("corona", 2)
    table.say("start", shown=[["12B", "1O"]])
    assert refusal_of(table, "deal", shuffle=True) == (409, "impossible", "corona.start")


def test_redeal_the_same_seat_starts_or_the_cards_are_shown_again() -> None:
    table = deal_battle("")
    skip(table)
    table.say("redeal", reason="cartas marcadas")
    assert lies(table, 0) == {"hand": 0, "pack": 50, "cementerio": [], "upright": [], "turned": [], "out": []}
    assert [event["type"] for event in table.moves()] == ["deal", "deal", "deal", "start"]
    again = table.match.copy()
    table.say("deal")
    assert (table.view()["turn"], table.view()["hand"]) == (0, 1)
    table.match = again
    table.say("start", shown=[["1C", "2C"]])
    table.say("deal")
    assert table.view()["turn"] == 1
