"""corona.joker-recover: at any moment, which cards, how many, and the pack that is shuffled afterwards."""

from hashlib import sha256
from typing import Any

import pytest

from tests.support.corona_table import close, deal_battle, lies, refusal_of, skip, unknown
from tests.support.table import Table

MINE = "X1 X2 3O 2E 5C 6C 7C 4B 9O"
"""A hand with both jokers; the first income is 4B."""


def recovering(enforcement: str = "strict") -> Table:
    """Seat 0 holds MINE and has turned 4B as income; seat 1 holds X1 and small cards."""
    table = deal_battle(MINE, "X1 2O 3O 4O 5O 6O 7O 8O", enforcement)
    table.say("income", seat=0)
    return table


def choices(table: Table, seat: int) -> list[dict[str, object]]:
    return [event["choose"] for event in table.moves() if event["type"] == "recover" and event["seat"] == seat]


def test_joker_recover_returns_cards_and_leaves_the_match() -> None:
    table = recovering()
    fact: Any = table.say("recover", seat=0, joker="X1", card="3O", cards=["4B"])[0]
    assert (fact.aside, fact.cards) == (("X1", "3O"), ("4B",))
    assert lies(table, 0) == {
        "hand": 5,
        "pack": 43,
        "cementerio": [],
        "upright": [],
        "turned": [],
        "out": ["3O", "X1"],
    }


def test_joker_recover_is_listed_with_what_to_choose_from() -> None:
    table = recovering()
    assert choices(table, 0) == [{"jokers": ["X1", "X2"], "cards": ["3O", "5C", "6C", "7C", "2E"], "from": ["4B"]}]
    assert choices(table, 1) == [{"jokers": ["X1"], "cards": ["2O", "3O", "4O", "5O", "6O", "7O"], "from": []}]


@pytest.mark.parametrize("moment", ["income", "hire", "defend", "end", "after"])
@pytest.mark.parametrize("seat", [0, 1])
def test_joker_recover_comes_at_any_moment(moment: str, seat: int) -> None:
    table = deal_battle(MINE, "X1 2O 3O 4O 5O 6O 7O 8O")
    events: list[tuple[str, dict[str, Any]]] = [
        ("income", {"seat": 0}),
        ("attack", {"seat": 0, "cards": []}),
        ("defend", {"seat": 1, "blocks": []}),
    ]
    for type_, fields in events[: ["income", "hire", "defend", "end", "after"].index(moment)]:
        table.say(type_, **fields)
    if moment == "after":
        table.say("end_turn", seat=0)
    before = (table.view()["phase"], table.view()["turn"])
    cards = lies(table, seat)["cementerio"]
    table.say("recover", seat=seat, joker="X1", card="3O", cards=cards)
    assert (table.view()["phase"], table.view()["turn"]) == before


def test_joker_recover_not_before_the_deal() -> None:
    table = Table("corona", 2)
    recover = {"seat": 0, "joker": "X1", "card": "3O", "cards": []}
    assert refusal_of(table, "recover", **recover) == (409, "impossible", "corona.joker-recover")
    table.say("start", shown=[["12B", "1O"]])
    assert refusal_of(table, "recover", **recover)[1] == "impossible"


def test_joker_recover_with_an_empty_cementerio() -> None:
    table = deal_battle(MINE)
    table.say("recover", seat=0, joker="X2", card="7C", cards=[])
    assert (lies(table, 0)["pack"], lies(table, 0)["out"]) == (43, ["7C", "X2"])


@pytest.mark.parametrize(("card", "right"), [("2E", 2), ("3O", 3), ("7C", 3)])
def test_joker_recover_as_many_as_the_number_or_all(card: str, right: int) -> None:
    for enforcement in ("record", "strict"):
        table = deal_battle("X1 X2 3O 2E 5C 6C 7C 4B 10E 9O 11E 10O", enforcement=enforcement)
        for _ in range(4):
            skip(table)
        table.say("income", seat=0)
        there = lies(table, 0)["cementerio"]
        assert there == ["9O", "10O", "4B"]
        recover = {"seat": 0, "joker": "X1", "card": card}
        for count in {0, 1, 2, 3} - {right}:
            answer = refusal_of(table, "recover", **recover, cards=there[:count])
            assert answer == (409, "irregular", "corona.joker-recover")
        table.say("recover", **recover, cards=there[:right])


@pytest.mark.parametrize(("joker", "card"), [("X1", "X2"), ("3O", "2E"), ("3O", "X1")])
def test_joker_recover_takes_a_joker_and_a_numbered_card(joker: str, card: str) -> None:
    for enforcement in ("record", "strict"):
        table = recovering(enforcement)
        for cards in ([], ["4B"]):
            answer = refusal_of(table, "recover", seat=0, joker=joker, card=card, cards=cards)
            assert answer == (409, "irregular", "corona.joker-recover")


@pytest.mark.parametrize(
    ("joker", "card", "cards"),
    [
        ("X1", "9O", ["4B"]),
        ("X1", "X1", ["4B"]),
        ("X1", "3O", ["9O"]),
        ("X1", "3O", ["4B", "4B"]),
        ("X1", "3O", ["2E"]),
    ],
    ids=["not in the hand", "one card twice", "not in the cementerio", "named twice", "still in the hand"],
)
def test_joker_recover_of_cards_that_lie_elsewhere(joker: str, card: str, cards: list[str]) -> None:
    answer = refusal_of(recovering(), "recover", seat=0, joker=joker, card=card, cards=cards)
    assert answer == (409, "impossible", "corona.joker-recover")


def test_joker_recover_needs_a_seat_with_a_joker() -> None:
    table = recovering()
    for seat, joker in ((1, "X2"), (2, "X1")):
        assert refusal_of(table, "recover", seat=seat, joker=joker, card="3O", cards=[])[1] == "impossible"
    table.say("recover", seat=1, joker="X1", card="3O", cards=[])
    assert choices(table, 1) == []


def test_joker_recover_brings_a_joker_back() -> None:
    table = deal_battle("X1 2O 3O 4O 5O 6O 7O X2")
    table.say("income", seat=0)
    assert choices(table, 0)[0]["from"] == ["X2"]
    table.say("recover", seat=0, joker="X1", card="7O", cards=["X2"])
    assert lies(table, 0)["cementerio"] == []


def test_joker_recover_carries_the_new_pack() -> None:
    table = recovering()
    game = table.match.state
    order = [game.pack.name(card) for card in game.camps[0].order]  # type: ignore[attr-defined]
    new = ["4B", *order]
    wrong = [new[1:], [*new, "3O"], [*new[1:], new[1]], ["5C", *new[1:]]]
    for pack in wrong:
        answer = refusal_of(table, "recover", seat=0, joker="X1", card="3O", cards=["4B"], pack=pack)
        assert answer == (409, "impossible", "corona.joker-recover")
    table.say("recover", seat=0, joker="X1", card="3O", cards=["4B"], pack=new)
    close(table)
    skip(table)
    assert "4B" in table.view()["hands"][0]


def test_joker_recover_the_server_shuffles_by_a_seed() -> None:
    table = recovering()
    game = table.match.state
    names = [game.pack.name(card) for card in game.camps[0].order]  # type: ignore[attr-defined]
    table.say("recover", seat=0, joker="X1", card="3O", cards=["4B"], seed="s")
    order_by_seed = sorted([*names, "4B"], key=lambda card: sha256(f"s\n1\n0\n{card}".encode()).digest())
    order = [game.pack.name(card) for card in table.match.state.camps[0].order][::-1]  # type: ignore[attr-defined]
    assert order == order_by_seed
    again = recovering()
    order_moved = [*order_by_seed[1:], order_by_seed[0]]
    recover = {"seat": 0, "joker": "X1", "card": "3O", "cards": ["4B"], "seed": "s"}
    assert refusal_of(again, "recover", **recover, pack=order_moved)[1] == "impossible"
    again.say("recover", **recover, pack=order_by_seed)


def test_joker_recover_frees_the_card_shown_at_the_start() -> None:
    table = recovering()
    assert table.view()["table"]["bottoms"] == ["12B", "1O"]
    table.say("recover", seat=0, joker="X1", card="3O", cards=["4B"])
    assert table.view()["table"]["bottoms"] == [None, "1O"]


# Packs unknown


def test_joker_recover_of_an_unknown_pack_has_no_order() -> None:
    table = unknown()
    table.say("income", seat=0, card="5O")
    recover = {"seat": 0, "joker": "X1", "card": "3O", "cards": ["5O"]}
    assert refusal_of(table, "recover", **recover, seed="s")[1] == "impossible"
    assert refusal_of(table, "recover", **recover, pack=["5O"])[1] == "impossible"
    table.say("recover", **recover)
    assert lies(table, 0)["pack"] == 43


def test_joker_recover_from_an_unknown_hand_is_listed_with_nothing_to_choose_from() -> None:
    table = unknown()
    table.say("income", seat=0, card="5O")
    assert choices(table, 0) == [{"jokers": None, "cards": None, "from": ["5O"]}]
    close(table)
    table.say("income", seat=1, card="X1")
    table.say("recover", seat=1, joker="X2", card="1E", cards=["X1"])
    # X2 is out, and X1 is in the pack: no joker can be in the hand before a card is drawn.
    assert choices(table, 1) == []
    close(table)
    skip(table, "6O")
    assert choices(table, 1) == [{"jokers": None, "cards": None, "from": []}]


def test_joker_recover_needs_two_cards_in_the_hand() -> None:
    table = unknown()
    table.say("income", seat=0, card="8O")
    table.say("hire", seat=0, card="5O")
    table.say("replica", seat=1, cards=["1C", "2C", "3C", "4C", "5C", "6C"])
    assert (lies(table, 1)["hand"], choices(table, 1)) == (1, [])


def test_joker_recover_of_cards_that_nobody_named() -> None:
    table = unknown()
    table.say("income", seat=0, card="5O")
    table.say("hire", seat=0, card="3C")
    table.say("attack", seat=0, cards=["3C"])
    table.say("defend", seat=1, blocks=[], lost=["5O", None, None])
    assert choices(table, 1)[0]["from"] is None
    recover = {"seat": 1, "joker": "X1", "card": "2E"}
    assert refusal_of(table, "recover", **recover, cards=["7O", "1O"])[1] == "impossible"
    # A card set aside was in the hand, and lies nowhere else.
    for aside in ("2E", "X1"):
        assert refusal_of(table, "recover", **recover, cards=["7O", aside]) == (
            409,
            "impossible",
            "corona.joker-recover",
        )
    assert refusal_of(table, "recover", **recover, cards=["7O"])[2] == "corona.joker-recover"
    table.say("recover", **recover, cards=["7O", "8O"])
    assert table.view()["table"]["cementerio_sizes"] == [1, 1]
    assert choices(table, 1)[0]["from"] == ["5O"]


def test_joker_recover_a_card_that_returned_is_not_in_the_hand_before_a_draw() -> None:
    table = unknown()
    skip(table, "5O", "6O")
    table.say("income", seat=0, card="7O")
    table.say("recover", seat=0, joker="X1", card="2E", cards=["5O", "7O"])
    for card in ("5O", "7O"):
        assert refusal_of(table, "hire", seat=0, card=card) == (409, "impossible", "corona.hire")
    assert "5O" not in [event.get("card") for event in table.moves()]
    close(table)
    skip(table, "8O")
    table.say("income", seat=0, card="12E")
    table.say("hire", seat=0, card="5O")
    # One card was drawn since the shuffle: it cannot have been both.
    assert refusal_of(table, "hire", seat=0, card="7O")[1] == "impossible"
    table.say("hire", seat=0, card="1E")


def test_joker_recover_a_drawn_card_may_be_named_by_the_shuffle_it_came_after() -> None:
    table = unknown()
    skip(table, "5O", "6O")
    table.say("draw", seat=0, card="9E")
    table.say("recover", seat=0, joker="X1", card="1E", cards=["5O"])
    assert refusal_of(table, "draw", seat=0, card="5O")[1] == "impossible"
    skip(table, "7O", "8O")
    table.say("draw", seat=0, card="5O")
    assert table.view()["hands"][0] == ["5O", "9E"]
