"""Infractions shown after the hand: while it is played, other readers see the points as if nothing had been proven."""

from contextlib import nullcontext
from typing import Any

import msgspec
import pytest

from referee.cards import SPANISH_40
from referee.errors import Irregular
from referee.match.entries import line
from referee.match.state import NOBODY
from tests.support.casino import CasinoTable
from tests.support.guinote_hands import HANDS, LIAR, STOCK, deal_guinote
from tests.support.guinote_table import arrastre
from tests.support.logged import LoggedTable
from tests.support.table import Table


def test_a_false_cante_stands_as_it_was_sung() -> None:
    """Points do not count once the hand is known; readers that see no hand see them counted, in the totals and on the table."""
    table = arrastre(*LIAR, turn_up="3C", leader=0, infractions_shown="hand_end")
    before = table.view()["score"]["totals"]
    table.say("cante", seat=0, value=40)
    whole, public = table.view(), table.view(NOBODY)
    assert [i["code"] for i in whole["infractions"]] == ["guinote.cante"]
    assert (whole["score"]["totals"], whole["table"]["cantes"][0]["points"]) == (before, 0)
    assert public["infractions"] == []
    assert public["score"]["totals"] == [before[0] + 40, before[1]]
    assert public["table"]["cantes"][0]["points"] == 40
    assert table.legal(NOBODY) != []
    table.say("reveal", seat=0, cards=LIAR[0].split())
    assert table.view(NOBODY)["infractions"] == []


@pytest.mark.parametrize("true", [True, False])
def test_a_cante_shows_its_cards_to_those_who_are_not_told_whether_it_held(true: bool) -> None:
    """A 20 sung with its suit before the pack is drawn lies on the table, for a reader that sees no hand."""
    table = deal_guinote(infractions_shown="hand_end")
    table.plays("1C", "5C", "6C", "2O")
    suit = "O" if true else "E"
    table.say("cante", seat=0, value=20, suit=suit)
    assert (table.view()["infractions"] == []) == true
    assert table.view(NOBODY)["hands"][0] == [f"10{suit}", f"12{suit}"]
    assert table.view(1 << 0)["hands"][0] == table.view()["hands"][0]


def test_what_an_improper_build_costs_is_told_with_it() -> None:
    table = CasinoTable(infractions_shown="hand_end")
    table.deal(table="7C 3C KC KD")
    table.build("2C", "7C", 9)
    table.say("reveal", seat=0, cards=["JC", "JD", "JH"])
    assert [code for code, *_ in table.proven_infractions()] == ["casino.improper-build"]
    assert table.view()["score"]["totals"] == [-1, 1]
    assert (table.view(NOBODY)["score"]["totals"], table.view(NOBODY)["infractions"]) == ([0, 0], [])
    assert table.match.ledger.totals == [-1, 1]


@pytest.mark.parametrize("is_known", [True, False])
def test_a_casino_play_taken_back_does_not_tell_what_a_hidden_hand_lacks(is_known: bool) -> None:
    """casino.illegal-play: the card is owed by what everyone sees, so a build that only its hand disproves leaves no duty."""
    table = CasinoTable(infractions_shown="hand_end")
    hand = "2C JC JD JH" if is_known else None
    table.deal(hand, None, table="7C 3C KC KD")
    table.build("2C", "7C", 9)
    assert bool(table.match.ledger.infractions) == is_known
    table.say("retract", to=2, reason="se anotó mal")
    public = table.view(NOBODY)
    assert (public["hands"], public["table"]["must_trail"]) == ([None, None], [])
    table.build("2C", "3C", 9)
    table.say("retract", to=4, reason="no suma")
    assert table.view(NOBODY)["table"]["must_trail"] == [{"seat": 0, "cards": ["2C"], "rule": "casino.illegal-play"}]


def test_a_casino_play_taken_back_leaves_its_duty_where_infractions_are_told_at_once() -> None:
    table = CasinoTable()
    table.deal("2C JC JD JH", None, table="7C 3C KC KD")
    table.build("2C", "7C", 9)
    table.say("retract", to=2, reason="no le queda un 9")
    assert table.view(NOBODY)["table"]["must_trail"] == [{"seat": 0, "cards": ["2C"], "rule": "casino.illegal-play"}]


def test_an_opening_that_does_not_choose_is_stored_as_ever() -> None:
    """Chains from before the choice verify: nothing is written if it is not made."""
    plain = LoggedTable("hearts.castillar", 2, first_dealer=0)
    table = LoggedTable("hearts.castillar", 2, first_dealer=0, infractions_shown="hand_end")
    assert "infractions_shown" not in line(plain.entries[0])
    assert line(table.entries[0])["infractions_shown"] == "hand_end"
    assert b"infractions_shown" not in msgspec.json.encode(plain.entries[0])


@pytest.mark.parametrize("opening", [{}, {"infractions_shown": "hand_end"}], ids=["at once", "hand end"])
def test_the_suits_that_a_cante_can_be_of_are_those_that_its_reader_can_think_of(opening: dict[str, Any]) -> None:
    """Seat 0 holds the pair of oros alone and names no suit: a reader that sees no hand may think of espadas, too."""
    hands = ("10O 12O 10E 7O 1B 4B", LIAR[1].replace("7O", "12E"), *LIAR[2:])
    lists = []
    for seats_known in (range(4), ()):
        table = arrastre(*hands, turn_up="3C", leader=0, known_seats=seats_known, **opening)
        table.say("cante", seat=0, value=20)
        lists.append([event for event in table.legal(NOBODY) if event["type"] == "cante"])
    assert lists[0] == lists[1] != []


def test_a_card_that_its_holder_sees_was_not_shown_by_a_false_cante() -> None:
    """Seat 0 sings espadas with neither card. Seat 1 holds them, and has drawn an unseen card."""
    table = Table("guinote", 4, first_dealer=3, infractions_shown="hand_end")
    table.say("deal", hands=[hand.split() for hand in HANDS], turn_up="1B")
    table.plays("1C", "5C", "6C", "2O")
    table.say("cante", seat=0, value=20, suit="E")
    assert table.view(NOBODY)["hands"][0] == ["10E", "12E"]
    table.plays("10O")
    assert {"type": "play", "seat": 1, "card": "10E"} in table.legal(1 << 1)
    table.plays("10E")
    assert table.view(NOBODY)["hands"][0] is None


OPPONENTS = (NOBODY, 1 << 1, 1 << 3, 1 << 1 | 1 << 3)
"""Readers that see no hand of the side that sings."""


def sung_twice(holder: int, *then: dict[str, Any]) -> Table:
    """Partners 0 and 2 sing and show oros in one window; only one of them holds the pair. More events follow."""
    hands = [*HANDS]
    if holder == 2:
        hands[0], hands[2] = hands[0].replace("10O 12O", "2E 3E"), hands[2].replace("2E 3E", "10O 12O")
    table = Table("guinote", 4, first_dealer=3, infractions_shown="hand_end")
    table.say("deal", hands=[hand.split() for hand in hands], turn_up="1B")
    table.plays("1C", "5C", "6C", "2O")
    for seat in (0, 2):
        table.say("cante", seat=seat, value=20, suit="O")
    for event in then:
        table.tell(event)
    return table


SINCE: dict[str, list[dict[str, Any]]] = {
    "nothing": [],
    "plays": [{"type": "play", "seat": 0, "card": "4E"}, {"type": "play", "seat": 1, "card": "2B"}],
    "claims": [{"type": "claim", "by": 1, "against": seat, "kind": "cante", "at": 7 + seat // 2} for seat in (0, 2)],
    "a third cante": [{"type": "cante", "seat": 0, "value": 20, "suit": "E"}],
    "a cante without a suit": [{"type": "cante", "seat": 2, "value": 20}],
    "a retract of the second": [{"type": "retract", "to": 7, "reason": "mal apuntado"}],
}


@pytest.mark.parametrize("then", SINCE.values(), ids=SINCE)
def test_of_two_seats_that_show_one_suit_no_reader_learns_which_holds_it(then: list[dict[str, Any]]) -> None:
    one, other = (sung_twice(holder, *then) for holder in (0, 2))
    assert one.proven_infractions() != other.proven_infractions()
    for visible in OPPONENTS:
        assert (one.view(visible), one.legal(visible)) == (other.view(visible), other.legal(visible))
    oros = {"10O", "12O"} & {card for hand in one.view(NOBODY)["hands"] for card in hand or ()}
    assert bool(oros) == any(event["type"] == "retract" for event in then)


def test_the_seat_that_lays_a_card_of_the_suit_is_believed() -> None:
    table = sung_twice(2, {"type": "play", "seat": 0, "card": "4E"}, {"type": "play", "seat": 1, "card": "2B"})
    table.plays("10O")
    assert [table.view(NOBODY)["hands"][seat] for seat in (0, 2)] == [None, ["12O"]]


def test_readers_of_one_of_the_hands_know() -> None:
    for holder in (0, 2):
        hands = [sung_twice(holder).view(1 << seat)["hands"] for seat in (0, 2)]
        assert [{"10O", "12O"} <= set(view[holder] or ()) for view in hands] == [True, True]


def test_a_cante_is_taken_at_its_word_by_the_singer_whose_hand_the_log_does_not_know() -> None:
    """Seat 3 holds the pair in one log; in the other it is unknown where the cards are."""
    views = []
    for hand in ("1E 5E 6E 1O 10O 12O", "1E 5E 6E 1O 2O 3O"):
        table = Table("guinote", 4, first_dealer=3, infractions_shown="hand_end")
        table.say("deal", hands=[None, None, None, hand.split()], turn_up="1B")
        table.plays("1C", "5C", "6C", "1O")
        table.say("cante", seat=0, value=20, suit="O")
        views.append([(table.view(visible), table.legal(visible)) for visible in (NOBODY, 1, 2, 1 | 1 << 2)])
    assert views[0] == views[1]
    assert views[0][1][0]["hands"][0] == ["10O", "12O"]


def test_more_cantes_than_a_hand_has_room_for_show_nothing() -> None:
    """Seat 0 shows two suits, of which it holds one, and keeps the four cards until it has three."""
    views = []
    for own in ("10O 12O 1C 2C 7B 4E", "10E 12E 1C 2C 7B 4E"):
        other = "10E 12E" if own.startswith("10O") else "10O 12O"
        table = Table("guinote", 4, first_dealer=3, infractions_shown="hand_end")
        hands = [own, f"{other} 3C 5C 2B 4B", "10B 12B 6C 7C 2E 3E", "1E 5E 6E 1O 2O 3O"]
        table.say("deal", hands=[hand.split() for hand in hands], turn_up="1B", stock=STOCK.split())
        table.plays("1C", "5C", "6C", "2O")
        table.say("cante", seat=0, value=20, suit="O")
        table.say("cante", seat=0, value=20, suit="E")
        assert table.view(NOBODY)["hands"][0] == ["10O", "12O", "10E", "12E"]
        while table.view()["hand_sizes"][0] > 3 or table.view()["table"]["trick"]:
            view = table.view()
            table.plays(next(card for card in view["hands"][view["turn"]] if card[:2] not in ("10", "12")))
        views.append([(table.view(visible)["hands"], table.legal(visible)) for visible in (NOBODY, 1 << 3)])
    assert views[0] == views[1]
    assert views[0][0][0][0] is None


def test_a_suit_sung_again_is_seen_only_where_the_table_shows_it() -> None:
    """Seat 0 sings twice without a suit. Its hand has one pair, which only those who see it know."""
    hands = ("10O 12O 10E 7O 1B 4B", LIAR[1].replace("7O", "12E"), *LIAR[2:])
    table = arrastre(*hands, turn_up="3C", leader=0)
    for suit in (None, None, "O", "O"):
        table.say("cante", seat=0, value=20, suit=suit)
    evidence = [i["evidence"] for i in table.view()["infractions"]]
    public = [i["evidence"] for i in table.view(NOBODY)["infractions"]]
    assert [(proof["how"], sorted(proof["cards"])) for proof in evidence] == [("known", sorted(hands[0].split()))] * 3
    assert [(proof["how"], proof["cards"]) for proof in public] == [("known", None)] * 3
    table = arrastre(*hands, turn_up="3C", leader=0)
    for suit in ("O", "O"):
        table.say("cante", seat=0, value=20, suit=suit)
    assert [i["evidence"]["how"] for i in table.view(NOBODY)["infractions"]] == ["seen"]


def test_the_exchange_after_the_last_draw_is_listed_by_what_was_shown_before_it() -> None:
    """Seat 0 shows three suits, and seat 3 may hold the third pair. Five cards shown before the last draw are no siete."""
    lists = []
    for draws, rest in (("10E 12E", "1E 3E"), ("1E 3E", "10E 12E")):
        table = Table("guinote", 4, first_dealer=3, infractions_shown="hand_end")
        hands = ["2O 4O 5O 10O 12O 10C", "2C 4C 5C 6C 7C 11C", "3B 12B 10B 11B 2E 4E", f"6O 7O 11O 1O {rest}"]
        cards = f"{draws} 12C 1B {' '.join(hands)}".split()
        stock = [card for card in SPANISH_40.names if card not in cards]
        for place, card in zip((2, 6, 10), ["12C", *draws.split()], strict=True):
            stock.insert(place, card)
        table.say("deal", hands=[hand.split() for hand in hands], turn_up="1B", stock=stock)
        table.plays("2O", "2C", "3B", "6O", "12B", "7O", "4O", "4C", "10B", "11O", "5O", "5C")
        for suit in "OCE":
            table.say("cante", seat=0, value=20, suit=suit)
        table.plays("11B", "1O", "10O", "6C")
        readers = (NOBODY, 1 << 1, 1 << 2)
        lists.append([table.legal(visible) for visible in readers])
        assert table.view(NOBODY)["hands"][0] == ["12O", "10C", "12C", "10E", "12E"]
    assert lists[0] == lists[1]
    assert {"type": "exchange", "seat": 0} not in lists[0][0]


def sung_falsely(*cantes: dict[str, Any], **opening: Any) -> Table:
    """Seat 0 has won the first trick and sings, as these events say; triunfo is bastos, and no stock is known."""
    table = Table("guinote", 4, first_dealer=3, infractions_shown="hand_end", **opening)
    table.say("deal", hands=[hand.split() for hand in HANDS], turn_up="1B")
    table.plays("1C", "5C", "6C", "2O")
    for event in cantes:
        table.say("cante", **event)
    return table


def seats_that_may_sing(table: Table, visible: int, suit: str) -> list[int]:
    """The seats that may sing this suit, in the list of a reader."""
    events = (event for event in table.legal(visible) if event["type"] == "cante")
    return [event["seat"] for event in events if event["suit"] == suit]


def test_a_false_cuarenta_leaves_its_suit_to_the_partner_whoever_reads() -> None:
    """Seat 2 holds the pair of bastos that seat 0 has sung. No list says if its reader believes that."""
    table = sung_falsely({"seat": 0, "value": 40})
    readers = (NOBODY, 1 << 1, 1 << 3, 1 << 1 | 1 << 3, 1, 1 | 1 << 3, 1 << 2, 1 << 1 | 1 << 2)
    assert [seats_that_may_sing(table, visible, "B") for visible in readers] == [[2]] * len(readers)
    assert [cante["points"] for cante in table.view(1 << 2)["table"]["cantes"]] == [40]


def test_a_cuarenta_of_two_partners_falls_for_each_of_them_as_that_one_sees() -> None:
    table = sung_falsely({"seat": 0, "value": 40}, {"seat": 2, "value": 40})
    assert [seats_that_may_sing(table, visible, "B") for visible in (NOBODY, 1 << 1, 1, 1 << 2)] == [[]] * 4
    table = sung_falsely({"seat": 2, "value": 40}, {"seat": 0, "value": 40})
    assert [seats_that_may_sing(table, visible, "B") for visible in (NOBODY, 1 << 1, 1, 1 << 2)] == [[]] * 4


@pytest.mark.parametrize("seat", [1, 2])
def test_a_strict_match_takes_the_cuarenta_that_it_lists_for_its_player(seat: int) -> None:
    """The log knows no card but one of the player's hand. Seat 0 has sung its suit, which seat 2 may hold all the same."""
    table = Table("guinote", 4, first_dealer=3, infractions_shown="hand_end", enforcement="strict")
    table.say("deal", turn_up="1B")
    table.plays("1C", "5C", "6C", "2O")
    table.say("cante", seat=0, value=40)
    event = {"type": "cante", "seat": 2, "value": 40}
    assert seats_that_may_sing(table, 1 << seat, "B") == [2]
    with pytest.raises(Irregular):
        table.tell_as({**event, "seat": 0}, 1 << seat)
    table.tell_as({"type": "reveal", "seat": seat, "cards": ["10B"]}, 1 << seat)
    assert [seats_that_may_sing(table, visible, "B") for visible in (NOBODY, 1 << (3 - seat))] == [[2]] * 2
    assert seats_that_may_sing(table, 1 << seat, "B") == [2] * (seat == 2)
    with nullcontext() if seat == 2 else pytest.raises(Irregular):
        table.tell_as(event, 1 << seat)


def test_a_veinte_without_a_suit_is_narrowed_by_the_hand_of_its_reader() -> None:
    """Seat 1 holds espadas. So for its reader two cantes without a suit are oros and copas, and their seat has no third."""
    table = sung_falsely({"seat": 0, "value": 20}, {"seat": 0, "value": 20})
    assert [seats_that_may_sing(table, NOBODY, suit) for suit in "OCE"] == [[0, 2]] * 3
    assert [seats_that_may_sing(table, 1 << 1, suit) for suit in "OCE"] == [[2], [2], []]
    assert [seats_that_may_sing(table, 1 << 2, suit) for suit in "OCE"] == [[0]] * 3


def test_a_hand_that_keeps_other_cards_has_no_room_for_its_cuarenta() -> None:
    """Seat 0 shows two pairs, sings a third and lays a card of none of them. It can have drawn what was missing of the third."""
    hands = ["10O 12O 10E 12E 1C 1E", "4C 5C 2B 4B 5B 4E", HANDS[2], "5E 6E 1O 3O 7O 11O"]
    table = Table("guinote", 4, first_dealer=3, infractions_shown="hand_end")
    table.say("deal", hands=[hand.split() for hand in hands], turn_up="1B")
    table.plays("1C", "5C", "6C", "7O")
    table.say("cante", seat=0, value=20, suit="O")
    table.say("cante", seat=0, value=20, suit="E")
    table.say("cante", seat=0, value=40)
    assert [seats_that_may_sing(table, visible, "B") for visible in (NOBODY, 1 << 1, 1 << 2)] == [[2]] * 3
    table.plays("1E", "4E", "2E", "5E")
    assert [seats_that_may_sing(table, visible, "B") for visible in (NOBODY, 1 << 3, 1 << 2)] == [[0, 2], [0, 2], [2]]
