"""The pack cut before it is dealt, and the card that was seen in cutting (guinote.cut)."""

from random import Random
from typing import Any

import pytest

from referee.cards import SPANISH_40
from referee.errors import ServiceRefusal
from referee.games.guinote.state import GuinoteState
from tests.support.table import Table

RULE = "guinote.cut"


def table(seats: int = 4, **opening: Any) -> Table:
    """A match that seat 0 deals first: seat 3 sits at its left, or seat 1 of two."""
    return Table("guinote", seats, first_dealer=0, **opening)


def state(one: Table) -> GuinoteState:
    assert isinstance(one.match.state, GuinoteState)
    return one.match.state


def place(refusal: ServiceRefusal) -> list[str]:
    return [flaw.path for flaw in refusal.flaws]


def pack(seats: int, seed: int, bottom: str) -> tuple[list[list[str]], str, list[str]]:
    """Hands, turn-up and stock of a pack that ends with this card."""
    cards = [card for card in SPANISH_40.names if card != bottom]
    Random(seed).shuffle(cards)
    hands = [sorted(cards[seat * 6 : seat * 6 + 6]) for seat in range(seats)]
    turn_up, *stock = cards[seats * 6 :]
    return hands, turn_up, [*stock, bottom]


@pytest.mark.parametrize(("seats", "cutter"), [(4, 3), (2, 1)])
def test_the_seat_at_the_dealers_left_cuts_once(seats: int, cutter: int) -> None:
    one = table(seats)
    one.say("cut", seat=cutter)
    refusal = one.refusal("cut", seat=cutter)
    assert (refusal.code, refusal.rule) == ("impossible", RULE)
    one.say("deal", shuffle=True)
    assert one.refusal("cut", seat=cutter).code == "impossible"
    assert one.proven_infractions() == []


def test_a_cut_by_another_seat_is_irregular() -> None:
    assert table(enforcement="strict").refusal("cut", seat=1).rule == RULE
    one = table()
    one.say("cut", seat=1)
    assert one.proven_infractions() == [(RULE, 1, 2, 2)]


def test_a_hand_that_is_void_is_cut_again() -> None:
    one = table()
    one.say("cut", seat=3)
    one.say("deal", turn_up="7B")
    one.say("redeal", reason="carta vista")
    one.say("cut", seat=3, card="1O")
    one.say("deal", turn_up="7B")
    assert one.view()["table"]["bottom"] == "1O"


@pytest.mark.parametrize("enforcement", ["record", "strict"])
@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"turn_up": "1O"}, "$.turn_up"),
        ({"turn_up": "7B", "hands": [None, ["1O", "2O", "3O", "4O", "5O", "6O"], None, None]}, "$.hands[1]"),
        ({"shuffle": True}, "$.shuffle"),
    ],
)
def test_the_card_seen_is_in_no_hand(fields: dict[str, Any], path: str, enforcement: str) -> None:
    one = table(enforcement=enforcement)
    one.say("cut", seat=3, card="1O")
    assert not any(entry.get("shuffle") for entry in one.legal())
    refusal = one.refusal("deal", **fields)
    assert (refusal.code, refusal.rule, place(refusal)) == ("impossible", RULE, [path])


@pytest.mark.parametrize("seats", [2, 4])
def test_it_is_the_last_of_the_stock(seats: int) -> None:
    hands, turn_up, stock = pack(seats, 1, "1O")
    one = table(seats)
    one.say("cut", seat=seats - 1, card="1O")
    for wrong, path in ((["1O", *stock[1:-1], stock[0]], 0), ([*stock[:-1], hands[0][0]], len(stock) - 1)):
        hands_told = hands if path == 0 else None
        assert place(one.refusal("deal", turn_up=turn_up, hands=hands_told, stock=wrong)) == [f"$.stock[{path}]"]
    one.say("deal", turn_up=turn_up, hands=hands, stock=stock)
    assert one.view()["table"]["bottom"] == "1O"


@pytest.mark.parametrize("visible", [-1, 0, 1])
def test_everybody_knows_that_nobody_holds_it(visible: int) -> None:
    one = table()
    one.say("cut", seat=3, card="1O")
    one.say("deal", turn_up="7B")
    assert one.view(visible)["table"]["bottom"] == "1O"
    assert "1O" not in [entry.get("card") for entry in one.legal(visible)]
    refusal = one.refusal("play", seat=1, card="1O")
    assert refusal.code == "impossible"
    assert "cutting" in refusal.text.en


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("way", ["all", "hands", "nothing"])
def test_who_draws_it_is_known_and_the_match_goes_on_as_without_the_cut(seats: int, seed: int, way: str) -> None:
    """Twins, one of which saw the cut: the same points, the same piles, and the last draw but one is known."""
    chance = Random(seed)
    bottom = chance.choice(SPANISH_40.names)
    hands, turn_up, stock = pack(seats, seed, bottom)
    whole, with_cut = table(seats), table(seats)
    with_cut.say("cut", seat=seats - 1, card=bottom)
    whole.say("cut", seat=seats - 1)
    whole.say("deal", turn_up=turn_up, hands=hands, stock=stock)
    fields: dict[str, list[str]] = {"all": ["hands", "stock"], "hands": ["hands"], "nothing": []}
    cards: dict[str, Any] = {"hands": hands, "stock": stock}
    with_cut.say("deal", turn_up=turn_up, **{name: cards[name] for name in fields[way]})
    while whole.match.state.in_hand():
        before = state(whole).undrawn
        play = chance.choice([entry for entry in whole.moves() if entry["type"] == "play"])
        whole.tell(play)
        with_cut.tell(play)
        if before and not state(whole).undrawn:
            drawer = (state(whole).winner - 2) % seats
            assert bottom in (with_cut.view(0)["hands"][drawer] or ())
            assert with_cut.view()["table"]["bottom"] is None
        one, other = with_cut.view(), whole.view()
        assert (one["score"], one["hand_sizes"]) == (other["score"], other["hand_sizes"])
        assert one["table"]["tricks_taken"] == other["table"]["tricks_taken"]
    assert state(with_cut).piles == state(whole).piles
    assert with_cut.proven_infractions() == whole.proven_infractions() == []
