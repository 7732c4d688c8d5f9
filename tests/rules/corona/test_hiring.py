"""Rules corona.hire, corona.joker-income, corona.replica: the price of a hire, and the possible answers to it."""

from typing import Any

import pytest

from tests.support.corona_table import close, deal_battle, lies, refusal_of, strike, unknown
from tests.support.table import Table

SOURCE_HAND = "5O 1C 9E 2B 8C 11B 12O"
"""The hand of the source's example, 5 1 9 2 8, and two cards that are dearer still."""


def hiring(mine: str, theirs: str = "", enforcement: str = "strict") -> Table:
    """Seat 0 has turned its income, the eighth card of `mine`."""
    table = deal_battle(mine, theirs, enforcement)
    table.say("income", seat=0)
    return table


def hires(table: Table) -> list[str]:
    return [event["card"] for event in table.moves() if event["type"] == "hire"]


def replica(table: Table) -> dict[str, Any] | None:
    replicas = [event for event in table.moves() if event["type"] == "replica"]
    return replicas[0]["choose"] if replicas else None


@pytest.mark.parametrize("cards", ["", "5O", "1C", "2B", "8C", "5O 1C", "5O 2B", "2B 1C", "5O 1C 2B"])
def test_hire_the_source_s_example_income_8(cards: str) -> None:
    table = hiring(f"{SOURCE_HAND} 8O")
    for card in cards.split():
        table.say("hire", seat=0, card=card)
    assert lies(table, 0)["upright"] == sorted(cards.split(), key=lambda card: "OCEB".index(card[-1]))
    cost = sum(int(card[:-1]) for card in cards.split())
    assert table.view()["table"]["income_left"] == 8 - cost


@pytest.mark.parametrize("cards", ["9E", "8C 1C", "5O 1C 2B 8C", "5O 8C"])
def test_hire_the_source_s_example_beyond_the_income(cards: str) -> None:
    table = hiring(f"{SOURCE_HAND} 8O")
    *before, last = cards.split()
    for card in before:
        table.say("hire", seat=0, card=card)
    assert refusal_of(table, "hire", seat=0, card=last) == (409, "irregular", "corona.hire")


def test_hire_is_listed_within_the_income() -> None:
    table = hiring(f"{SOURCE_HAND} 8O")
    assert hires(table) == ["5O", "1C", "8C", "2B"]
    table.say("hire", seat=0, card="5O")
    assert hires(table) == ["1C", "2B"]
    assert lies(table, 0)["hand"] == 6


def test_hire_a_card_of_the_hand_only() -> None:
    table = hiring(f"{SOURCE_HAND} 8O")
    for seat, card in ((0, "3O"), (0, "8O"), (1, "2O"), (2, "1C")):
        assert refusal_of(table, "hire", seat=seat, card=card)[:2] == (409, "impossible")
    table.say("hire", seat=0, card="1C")
    assert refusal_of(table, "hire", seat=0, card="1C")[1] == "impossible"


def test_hire_ends_with_the_attack() -> None:
    table = hiring(f"{SOURCE_HAND} 8O")
    table.say("attack", seat=0, cards=[])
    assert refusal_of(table, "hire", seat=0, card="1C")[1] == "impossible"
    table.say("defend", seat=1, blocks=[])
    assert refusal_of(table, "hire", seat=0, card="1C")[1] == "impossible"


@pytest.mark.parametrize("is_observed", [False, True])
@pytest.mark.parametrize("enforcement", ["record", "strict"])
@pytest.mark.parametrize("income", ["8O", "X2"])
def test_hire_never_a_joker(income: str, enforcement: str, is_observed: bool) -> None:
    table = hiring(f"X1 2O 3O 4O 5O 6O 7O {income}", enforcement=enforcement)
    assert "X1" not in hires(table)
    assert refusal_of(table, "hire", seat=0, card="X1", observed=is_observed) == (409, "irregular", "corona.hire")


def test_hire_beyond_the_income_is_recorded_where_it_was_observed() -> None:
    table = hiring(f"{SOURCE_HAND} 8O", enforcement="record")
    assert refusal_of(table, "hire", seat=0, card="9E") == (409, "irregular", "corona.hire")
    table.say("hire", seat=0, card="9E", observed=True)
    assert table.proven_infractions() == [("corona.hire", 0, 4 + 1, 5)]
    assert table.view()["table"]["income_left"] == 0
    assert refusal_of(table, "hire", seat=0, card="1C")[2] == "corona.hire"


def test_hire_in_strict_observing_does_not_help() -> None:
    table = hiring(f"{SOURCE_HAND} 8O")
    assert refusal_of(table, "hire", seat=0, card="9E", observed=True)[1] == "irregular"


def test_hire_that_breaks_nothing_is_no_infraction_for_being_observed() -> None:
    table = hiring(f"{SOURCE_HAND} 8O", enforcement="record")
    table.say("hire", seat=0, card="1C", observed=True)
    assert table.proven_infractions() == []


def test_joker_income_pays_for_one_card_of_any_cost() -> None:
    table = hiring(f"{SOURCE_HAND} X1")
    assert hires(table) == ["5O", "12O", "1C", "8C", "9E", "2B", "11B"]
    assert table.view()["table"]["income_left"] is None
    table.say("hire", seat=0, card="12O")
    assert hires(table) == []
    assert table.view()["table"]["income_left"] == 0
    assert refusal_of(table, "hire", seat=0, card="1C") == (409, "irregular", "corona.joker-income")


def test_joker_income_allows_no_replica() -> None:
    for enforcement in ("record", "strict"):
        table = hiring(f"{SOURCE_HAND} X1", "12E 12C 3O", enforcement)
        table.say("hire", seat=0, card="1C")
        assert replica(table) is None
        assert table.view()["table"]["answerable"] is None
        for is_observed in (False, True):
            answer = refusal_of(table, "replica", seat=1, cards=["12E"], observed=is_observed)
            assert answer == (409, "irregular", "corona.joker-income")


def test_joker_income_a_second_hire_is_recorded_where_it_was_observed() -> None:
    table = hiring(f"{SOURCE_HAND} X1", "12E", "record")
    table.say("hire", seat=0, card="12O")
    table.say("hire", seat=0, card="1C", observed=True)
    assert table.proven_infractions() == [("corona.joker-income", 0, 6, 6)]
    assert replica(table) is None
    assert refusal_of(table, "replica", seat=1, cards=["12E"])[2] == "corona.joker-income"


def test_replica_sends_all_to_their_owners_cementerios() -> None:
    table = hiring(f"{SOURCE_HAND} 8O", "3O 4O 12E")
    table.say("hire", seat=0, card="5O")
    fact: Any = table.say("replica", seat=1, cards=["4O", "3O"])[0]
    assert (fact.seat, fact.card, fact.cards) == (1, "5O", ("3O", "4O"))
    assert lies(table, 0)["cementerio"] == ["5O", "8O"]
    assert lies(table, 0)["upright"] == []
    assert (lies(table, 1)["cementerio"], lies(table, 1)["hand"]) == (["3O", "4O"], 5)


def test_replica_leaves_the_income_spent() -> None:
    table = hiring(f"{SOURCE_HAND} 8O", "3O 4O 12E")
    table.say("hire", seat=0, card="5O")
    table.say("replica", seat=1, cards=["12E"])
    assert hires(table) == ["1C", "2B"]


@pytest.mark.parametrize("cards", [[], ["4O"], ["3O", "2O"]])
def test_replica_must_exceed_the_card(cards: list[str]) -> None:
    for enforcement in ("record", "strict"):
        table = hiring(f"{SOURCE_HAND} 8O", "2O 3O 4O", enforcement)
        table.say("hire", seat=0, card="5O")
        answer = refusal_of(table, "replica", seat=1, cards=cards, observed=True)
        assert answer == (409, "irregular", "corona.replica")


def test_replica_takes_no_joker() -> None:
    for enforcement in ("record", "strict"):
        table = hiring(f"{SOURCE_HAND} 8O", "X1 12E 4O", enforcement)
        table.say("hire", seat=0, card="5O")
        choice = replica(table)
        assert choice is not None
        assert "X1" not in choice["cards"]
        answer = refusal_of(table, "replica", seat=1, cards=["X1", "12E"], observed=True)
        assert answer == (409, "irregular", "corona.replica")


def test_replica_takes_cards_of_the_hand_only() -> None:
    table = hiring(f"{SOURCE_HAND} 8O", "2O 3O 4O")
    table.say("hire", seat=0, card="5O")
    for cards in (["12E"], ["4O", "4O"], ["4O", "12E"]):
        assert refusal_of(table, "replica", seat=1, cards=cards) == (409, "impossible", "corona.replica")


def test_replica_stands_only_where_the_hand_can_exceed() -> None:
    table = hiring("12O 2O 3O 4O 5O 6O 7O 12E", "1B 2O 1C 2C 1E 2E X1")
    table.say("hire", seat=0, card="7O")
    assert replica(table) == {"cards": ["2O", "1C", "2C", "1E", "2E", "1B"], "min": 1, "max": 6, "exceed": 7}
    poor = hiring("12O 2O 3O 4O 5O 6O 7O 12E", "3C 2O 1C 2C 1E 2E X1")
    poor.say("hire", seat=0, card="12O")
    assert replica(poor) is None


def test_replica_is_the_opponent_s_and_answers_a_hire() -> None:
    table = hiring(f"{SOURCE_HAND} 8O", "12E 11E")
    assert refusal_of(table, "replica", seat=1, cards=["12E"]) == (409, "impossible", "corona.replica")
    table.say("hire", seat=0, card="1C")
    assert refusal_of(table, "replica", seat=0, cards=["9E"])[1] == "impossible"
    assert refusal_of(table, "replica", seat=2, cards=["9E"])[1] == "impossible"


def test_replica_answers_the_card_hired_last() -> None:
    table = hiring(f"{SOURCE_HAND} 8O", "2O 11E")
    table.say("hire", seat=0, card="1C")
    table.say("hire", seat=0, card="5O")
    assert refusal_of(table, "replica", seat=1, cards=["2O"])[2] == "corona.replica"
    table.say("replica", seat=1, cards=["11E"])
    assert lies(table, 0)["upright"] == ["1C"]


@pytest.mark.parametrize("closed_by", ["attack", "replica"])
def test_replica_comes_before_the_attack_and_once_to_a_card(closed_by: str) -> None:
    table = hiring(f"{SOURCE_HAND} 8O", "2O 11E 12E")
    table.say("hire", seat=0, card="1C")
    if closed_by == "attack":
        table.say("attack", seat=0, cards=[])
    else:
        table.say("replica", seat=1, cards=["2O"])
    assert refusal_of(table, "replica", seat=1, cards=["11E"]) == (409, "impossible", "corona.replica")


def test_replica_comes_once_a_turn() -> None:
    table = hiring(f"{SOURCE_HAND} 8O", "2O 11E 12E", "record")
    table.say("hire", seat=0, card="1C")
    table.say("replica", seat=1, cards=["2O"])
    table.say("hire", seat=0, card="5O")
    assert replica(table) is None
    assert refusal_of(table, "replica", seat=1, cards=["11E"]) == (409, "irregular", "corona.replica")
    table.say("replica", seat=1, cards=["11E"], observed=True)
    assert table.proven_infractions() == [("corona.replica", 1, 8, 8)]
    assert lies(table, 0)["upright"] == []


def test_replica_may_come_again_in_the_next_turn() -> None:
    table = hiring(f"{SOURCE_HAND} 8O", "2O 11E 12E 3O 4O 5O 6O 7O 7C")
    table.say("hire", seat=0, card="1C")
    table.say("replica", seat=1, cards=["2O"])
    close(table)
    table.say("income", seat=1)
    table.say("hire", seat=1, card="3O")
    table.say("replica", seat=0, cards=["5O"])
    assert table.proven_infractions() == []


def test_replica_waits_for_a_recover() -> None:
    table = hiring(f"{SOURCE_HAND} 8O", "X1 11E 12E")
    table.say("hire", seat=0, card="1C")
    table.say("recover", seat=1, joker="X1", card="12E", cards=[])
    table.say("replica", seat=1, cards=["11E"])
    assert lies(table, 0)["cementerio"] == ["8O", "1C"]


def test_replica_of_an_unknown_hand_may_be_any_that_exceeds() -> None:
    table = unknown()
    table.say("income", seat=0, card="8O")
    table.say("hire", seat=0, card="5O")
    assert replica(table) == {"cards": None, "min": 1, "max": 7, "exceed": 5}
    assert refusal_of(table, "replica", seat=1, cards=["1O", "9E"])[1] == "impossible"
    table.say("replica", seat=1, cards=["5O", "1E"])
    assert strike(table, lost=[]) == []
