"""Guiñote: the deal, the descarte, the arrastre. Each test carries the code of the rule that it is about."""

from hashlib import sha256
from typing import Any

import msgspec
import pytest

from referee.errors import BadRequest, Impossible, Irregular, NotInThisGame
from referee.games.guinote.deck import USUAL
from referee.games.guinote.views.table import reading
from tests.support.guinote_hands import HANDS, SIETE, STOCK, deal_guinote, kind_of
from tests.support.guinote_table import NAMES, PlayOut, arrastre, winner
from tests.support.table import Table


def cards(table: Table, seat: int | None = None) -> set[str]:
    """The cards that may regularly be played now."""
    turn = table.match.state.turn
    assert seat in {None, turn}
    return {event["card"] for event in table.moves() if event["type"] == "play"}


# guinote.rank, guinote.points, guinote.trick


def test_rank_sota_above_caballo() -> None:
    trick = ["2O", "4O", "5O", "6O"]
    order = [[*trick[:3], card] for card in ("7O", "11O", "10O", "12O", "3O", "1O")]
    assert all(winner(name, 0, "C") == 3 for name in order)
    assert winner(["11O", "10O", "2O", "4O"], 0, "C") == 1


def test_points_are_120_in_the_pack() -> None:
    table = deal_guinote()
    table.plays("1C", "10E", "12B", "3O")
    assert table.match.ledger.totals == [11 + 3 + 4 + 10, 0]
    assert USUAL.points_in(table.match.state.pack.all) == 120


@pytest.mark.parametrize(
    ("trick", "triunfo", "seat"),
    [
        ("7O 10E 2B 11O", "C", 3),  # the example of the source
        ("7O 10E 2C 11O", "C", 2),
        ("7O 2C 4C 1O", "C", 2),
        ("1O 3O 2O 12O", "C", 0),
    ],
)
def test_trick(trick: str, triunfo: str, seat: int) -> None:
    assert winner(trick.split(), 0, triunfo) == seat


def test_malas() -> None:
    assert [reading(n) for n in (0, 30, 50, 51, 70, 101)] == [
        "0 malas",
        "30 malas",
        "50 malas",
        "1 buenas",
        "20 buenas",
        "51 buenas",
    ]


# guinote.deal, guinote.first-dealer


def test_deal_needs_a_turn_up() -> None:
    refusal = Table("guinote", 4).refusal("deal", hands=[hand.split() for hand in HANDS])
    assert isinstance(refusal, BadRequest)
    assert "turn_up" in refusal.text.es


@pytest.mark.parametrize(
    "deal",
    [
        {"hands": [HANDS[0].split()]},
        {"hands": [HANDS[0].split()[:5], None, None, None]},
        {"hands": [HANDS[0].split(), HANDS[0].split(), None, None]},
        {"hands": [[*HANDS[0].split()[:5], "1B"], None, None, None]},
        {"stock": STOCK.split()[:14]},
        {"stock": [*STOCK.split()[:14], "1B"]},
        {"stock": []},
        {"hands": [[*HANDS[0].split()[:5], "4O"], None, None, None], "stock": STOCK.split()},
        {"dealer": 4},
    ],
)
def test_deal_with_wrong_cards_is_impossible(deal: dict[str, Any]) -> None:
    refusal = Table("guinote", 4).refusal("deal", turn_up="1B", **deal)
    assert kind_of(refusal) == (Impossible, None if "dealer" in deal else "guinote.deal")


def test_deal_of_a_card_of_another_pack() -> None:
    assert isinstance(Table("guinote", 4).refusal("deal", turn_up="8O"), NotInThisGame)
    assert isinstance(Table("guinote", 4).refusal("deal", turn_up="X1"), NotInThisGame)


def test_deal_in_the_middle_of_a_hand() -> None:
    assert kind_of(deal_guinote().refusal("deal", turn_up="1B")) == (Impossible, "guinote.deal")


def test_deal_of_a_seed_is_by_threes_from_the_dealers_right() -> None:
    table = Table("guinote", 4, first_dealer=1)
    table.say("deal", shuffle=True, seed="semilla")
    order = sorted(NAMES, key=lambda card: sha256(f"semilla\n1\n{card}".encode()).digest())
    hands = table.view()["hands"]
    assert set(hands[2]) == set(order[0:3] + order[12:15])
    assert set(hands[1]) == set(order[9:12] + order[21:24])
    assert table.view()["table"]["turn_up"] == order[24]
    assert table.match.state.stock[0][0] == table.match.state.pack.bit[order[25]]  # type: ignore[attr-defined]


def test_deal_of_a_seed_is_checked() -> None:
    table = Table("guinote", 4, first_dealer=3)
    event = table.match.codec.read(b'{"type": "deal", "shuffle": true, "seed": "s"}')
    deal = msgspec.to_builtins(table.match.complete(event, str))
    other = {**deal, "turn_up": deal["stock"][0], "stock": [deal["turn_up"], *deal["stock"][1:]]}
    assert kind_of(table.refusal(**{**other, "type_": other.pop("type")})) == (Impossible, "guinote.deal")
    table.tell(deal)
    assert isinstance(Table("guinote", 4).refusal("deal", turn_up="1B", seed="s"), BadRequest)


def test_deal_among_two_leaves_27_in_the_stock() -> None:
    table = Table("guinote", 2, first_dealer=0)
    table.say("deal", turn_up="1B")
    assert table.view()["table"]["stock"] == 28
    assert table.view()["hand_sizes"] == [6, 6]
    assert table.match.state.turn == 1


def test_first_dealer_is_enforced() -> None:
    strict = Table("guinote", 4, first_dealer=3, enforcement="strict")
    assert kind_of(strict.refusal("deal", dealer=0, turn_up="1B")) == (Irregular, "guinote.first-dealer")
    table = Table("guinote", 4, first_dealer=3)
    table.say("deal", dealer=0, turn_up="1B")
    assert table.proven_infractions() == [("guinote.first-dealer", 0, 2, 2)]
    assert table.match.state.turn == 1


def test_first_dealer_is_the_same_after_a_hand_without_a_trick() -> None:
    table = deal_guinote()
    table.plays("1C", "3C")
    table.say("redeal", reason="cartas marcadas")
    assert table.view()["dealer"] == 3


def test_lead_is_at_the_dealers_right_then_the_winners() -> None:
    table = deal_guinote()
    assert kind_of(table.refusal("play", seat=1, card="3C")) == (Impossible, "guinote.lead")
    table.plays("2C", "3C", "6C", "1O")
    assert table.match.state.turn == 1
    assert kind_of(table.refusal("play", seat=2, card="7C")) == (Impossible, "guinote.lead")


# guinote.descarte


def test_descarte_any_card() -> None:
    table = deal_guinote(enforcement="strict")
    table.plays("1C")
    assert cards(table) == set(HANDS[1].split())
    table.plays("2B")
    assert cards(table) == set(HANDS[2].split())


def test_descarte_draws_winner_first_and_the_turn_up_last() -> None:
    table = deal_guinote()
    table.plays("2C", "3C", "6C", "1O")
    assert [set(hand) - set(HANDS[s].split()) for s, hand in enumerate(table.view()["hands"])] == [
        {"7O"},
        {"4O"},
        {"5O"},
        {"6O"},
    ]
    table.plays("5C", "7C", "2O", "1C")  # seat 0 wins
    table.plays("10O", "4O", "5O", "6O")  # seat 0 wins
    assert (table.view()["phase"], table.view()["table"]["stock"]) == ("descarte", 4)
    table.plays("12O", "2B", "2E", "1E")  # seat 1 wins with a triunfo and draws first
    assert (table.view()["phase"], table.view()["table"]["stock"]) == ("arrastre", 0)
    assert table.view()["table"]["turn_up"] is None
    assert "1B" in table.view()["hands"][0]


def test_descarte_draw_names_an_unseen_card() -> None:
    table = deal_guinote(stock=None)
    table.plays("2C", "3C", "6C", "1O")
    assert len(table.view()["hands"][0]) == 5
    table.say("draw", seat=0, card="7O")
    table.say("draw", seat=1)
    assert set(table.view()["hands"][0]) == {"7O", "10O", "12O", "1C", "7B", "4E"}
    assert set(table.view()["hands"][1]) == {"10E", "12E", "5C", "2B", "4B"}
    assert kind_of(table.refusal("draw", seat=0, card="6O")) == (Impossible, "guinote.descarte")
    assert kind_of(table.refusal("draw", seat=1, card="7O")) == (Impossible, "guinote.descarte")
    assert kind_of(table.refusal("draw", seat=1, card="5C")) == (Impossible, "guinote.descarte")
    assert kind_of(table.refusal("draw", seat=1, card="1B")) == (Impossible, "guinote.descarte")


def test_descarte_draw_of_a_known_stock() -> None:
    table = deal_guinote()
    assert kind_of(table.refusal("draw", seat=0, card="4O")) == (Impossible, "guinote.descarte")
    table.plays("2C", "3C", "6C", "1O")
    assert kind_of(table.refusal("draw", seat=1, card="5O")) == (Impossible, "guinote.descarte")
    table.say("draw", seat=1, card="4O")


def test_descarte_no_draw_in_the_arrastre() -> None:
    table = arrastre(*SIETE, turn_up="3C", leader=0, known_seats=())
    table.say("draw", seat=0, card="2E")
    table.plays("7O", "10O", "6O", "10B")
    assert kind_of(table.refusal("draw", seat=1, card="1C")) == (Impossible, "guinote.descarte")


def test_descarte_a_known_stock_is_in_no_hand() -> None:
    table = Table("guinote", 4, first_dealer=3)
    table.say("deal", turn_up="1B", stock=STOCK.split())
    assert cards(table) == {card for hand in HANDS for card in hand.split()}
    assert isinstance(table.refusal("play", seat=0, card="4O"), Impossible)
    assert isinstance(table.refusal("play", seat=0, card="1B"), Impossible)


# guinote.arrastre-follow, guinote.arrastre-beat: the examples of the source, with Copas as triunfo
TRIUNFO = ("7O 2E 4E 5E 2B 4B", "4O 10O 1C 2C 3E 6B", "6C 4C 7E 10E 5B 1B", "3C 7C 1E 12E 7B 10B")


def test_arrastre_siete_de_oros_must_be_beaten_by_the_sota() -> None:
    table = arrastre(*SIETE, turn_up="3C", leader=0)
    table.plays("7O")
    assert cards(table, 1) == {"10O"}


def test_arrastre_siete_de_oros_sota_or_caballo() -> None:
    hands = [hand.replace("4O", "11O") for hand in SIETE]
    table = arrastre(*hands, turn_up="3C", leader=0)
    table.plays("7O")
    assert cards(table, 1) == {"10O", "11O"}


def test_arrastre_seis_de_oros_follows_though_it_cannot_beat_the_sota() -> None:
    table = arrastre(*SIETE, turn_up="3C", leader=0)
    table.plays("7O", "10O")
    assert cards(table, 2) == {"6O"}


def test_arrastre_fourth_seat_is_free_while_its_partner_wins() -> None:
    table = arrastre(*SIETE, turn_up="3C", leader=0)
    table.plays("7O", "10O", "6O")
    assert cards(table, 3) == set(SIETE[3].split())


def test_arrastre_variant_third_seat_without_oros_trumps() -> None:
    table = arrastre(*TRIUNFO, turn_up="3C", leader=0)
    table.plays("7O", "10O")
    assert cards(table, 2) == {"6C", "4C"}


def test_arrastre_variant_seis_de_triunfo_must_be_overtrumped() -> None:
    table = arrastre(*TRIUNFO, turn_up="3C", leader=0)
    table.plays("7O", "10O", "6C")
    assert cards(table, 3) == {"3C", "7C"}


def test_arrastre_variant_seis_de_triunfo_that_cannot_be_overtrumped() -> None:
    hands = (*TRIUNFO[:3], "5C 11E 1E 12E 7B 10B")
    table = arrastre(*hands, turn_up="5C", leader=0)
    table.plays("7O", "10O", "6C")
    assert cards(table, 3) == set(hands[3].split())


def test_arrastre_trumped_suit_is_followed_with_any_card_of_it() -> None:
    hands = ("7O 2E 4E 5E 2B 4B", "1C 2C 3E 6B 3B 11B", "6O 1O 4C 7E 10E 5B", "3C 11C 1E 12E 7B 10B")
    table = arrastre(*hands, turn_up="3C", leader=0)
    table.plays("7O", "1C")
    assert cards(table, 2) == {"6O", "1O"}


def test_arrastre_of_triunfo_is_beaten_or_followed() -> None:
    hands = ("7C 2E 4E 5E 2B 4B", "6C 10C 1O 2O 3E 6B", "2C 4C 5C 7E 10E 5B", "3C 11C 1E 12E 7B 10B")
    table = arrastre(*hands, turn_up="3C", leader=0, enforcement="strict")
    table.plays("7C")
    assert cards(table, 1) == {"10C"}
    table.plays("10C")
    assert cards(table, 2) == {"2C", "4C", "5C"}
    table.plays("2C")
    assert cards(table, 3) == {"3C", "11C"}


def test_arrastre_between_two_there_is_no_partner() -> None:
    out = _two_seats()
    seat = out.match.state.turn
    assert seat is not None
    hands = out.view()["hands"]
    lead = hands[seat][0]
    out.plays(lead)
    other = hands[1 - seat]
    legal = cards(out)
    same = [card for card in other if card[-1] == lead[-1]]
    better = [card for card in same or other if winner([lead, card], 0, out.view()["table"]["triunfo"]) == 1]
    assert legal == set(better or same or other)


def _two_seats() -> Table:
    out = PlayOut(5, seats=2)
    out.deal()
    while out.truth.match.state.phase == "descarte":
        out.step()
    return out.truth


@pytest.mark.parametrize(
    ("cards_before", "card", "rule"),
    [
        (["7O"], "1C", "guinote.arrastre-follow"),
        (["7O"], "3E", "guinote.arrastre-follow"),
        (["7O"], "4O", "guinote.arrastre-beat"),
        (["7O", "10O"], "4C", "guinote.arrastre-follow"),
    ],
)
def test_arrastre_strict_refuses(cards_before: list[str], card: str, rule: str) -> None:
    table = arrastre(*SIETE, turn_up="3C", leader=0, enforcement="strict")
    table.plays(*cards_before)
    refusal = table.refusal("play", seat=table.match.state.turn, card=card)
    assert kind_of(refusal) == (Irregular, rule)
    assert {event.card for event in refusal.extra["alternatives"]} == cards(table)
    assert card in refusal.text.es
    assert card in refusal.text.en


def test_arrastre_beat_strict_refuses_not_to_trump() -> None:
    table = arrastre(*TRIUNFO, turn_up="3C", leader=0, enforcement="strict")
    table.plays("7O", "10O")
    assert kind_of(table.refusal("play", seat=2, card="7E")) == (Irregular, "guinote.arrastre-beat")


def test_arrastre_follow_and_beat_broken_by_one_play() -> None:
    table = arrastre(*SIETE, turn_up="3C", leader=0)
    table.plays("7O", "3E")
    at = table.match.version
    assert table.proven_infractions() == [("guinote.arrastre-beat", 1, at, at), ("guinote.arrastre-follow", 1, at, at)]


def test_arrastre_follow_only_where_the_card_trumps() -> None:
    table = arrastre(*SIETE, turn_up="3C", leader=0)
    table.plays("7O", "1C")
    assert [code for code, *_ in table.proven_infractions()] == ["guinote.arrastre-follow"]


def test_arrastre_a_hidden_hand_is_taken_at_its_word_until_a_card_contradicts_it() -> None:
    table = arrastre(*SIETE, turn_up="3C", leader=0, known_seats=(), enforcement="strict")
    table.plays("7O", "3E", "6O", "3C")
    at = table.match.version - 2
    assert table.proven_infractions() == []
    table.plays("7B", "2B", "1C")
    assert table.proven_infractions() == [("guinote.arrastre-beat", 1, at, table.match.version)]
    assert [i.evidence.cards for i in table.match.ledger.infractions if i.evidence] == [("1C",)]


def test_arrastre_a_known_card_of_a_hidden_hand_binds_it() -> None:
    hands = ("7O 2E 4E 5E 2B 4B", "4O 10O 1C 2C 3E 6B", "6O 4C 5C 7E 10E 5B", "3O 11C 1E 12E 7B 10B")
    table = arrastre(*hands, turn_up="3O", leader=0, known_seats=(), enforcement="strict")
    table.plays("7O", "10O", "6O")
    assert {card[-1] for card in cards(table, 3)} == {"O"}
    assert kind_of(table.refusal("play", seat=3, card="1E")) == (Irregular, "guinote.arrastre-follow")
    assert kind_of(table.refusal("play", seat=0, card="3O"))[0] is Impossible


def test_deal_a_card_is_played_once_and_by_its_holder() -> None:
    table = deal_guinote()
    table.plays("1C")
    assert kind_of(table.refusal("play", seat=1, card="1C")) == (Impossible, "guinote.deal")
    assert kind_of(table.refusal("play", seat=1, card="6C")) == (Impossible, "guinote.deal")
    assert isinstance(table.refusal("play", seat=1, card="9O"), NotInThisGame)
    assert isinstance(table.refusal("trail", seat=1, card="3C"), BadRequest | NotInThisGame)
    assert isinstance(table.refusal("play", seat=7, card="3C"), Impossible)


def test_deal_comes_before_play() -> None:
    assert kind_of(Table("guinote", 4).refusal("play", seat=0, card="1O")) == (Impossible, "guinote.deal")
