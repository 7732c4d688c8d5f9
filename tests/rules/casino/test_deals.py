"""Deals of Casino: rounds, the announcement of the last, misdeals, the order of dealers, the cards that a seed deals."""

from typing import Any

import pytest

from referee.cards import FRENCH
from referee.errors import BadRequest, Impossible, Irregular
from referee.games.casino.handlers.deal import deal_out
from tests.support.casino import TABLE, CasinoTable, last_round, others

# casino.deal


@pytest.mark.parametrize(("seats", "rounds"), [(2, 6), (3, 4), (4, 3)])
def test_deal_four_each_until_the_pack_is_out(seats: int, rounds: int) -> None:
    table = CasinoTable(seats=seats)
    table.deal(table=TABLE)
    for round_ in range(1, rounds + 1):
        view = table.view()
        assert (view["hand_sizes"], view["table"]["round"], view["phase"]) == ([4] * seats, round_, "play")
        table.trail_unseen(4 * seats)
        if round_ < rounds:
            assert (table.view()["phase"], table.view()["turn"]) == ("round", None)
            table.say("deal")
    assert (table.view()["phase"], table.view()["table"]["stock"]) == ("deal", 0)


def test_deal_in_draw_casino_is_one_round_with_a_stock() -> None:
    table = CasinoTable("draw")
    table.deal(table=TABLE)
    for _ in range(40):
        table.trail_unseen(1)
        assert table.view()["hand_sizes"] == [4, 4]
    table.trail_unseen(8)
    assert table.view()["phase"] == "deal"


def test_deal_in_draw_casino_draws_from_a_known_stock() -> None:
    table = CasinoTable("draw")
    hands = "2H 3H 4H 5H", "2S 3S 4S 5S"
    table.deal(*hands, table=TABLE, stock=others(" ".join((TABLE, *hands))))
    table.trail("2H")
    assert table.view()["hands"][0] == ["6C", "3H", "4H", "5H"]


@pytest.mark.parametrize(
    "fields",
    [
        {"table": "2C 3C 4C"},
        {"table": "2C 3C 4C 4C"},
        {"table": TABLE, "hands": ["6C 7C 8C", "6D 7D 8D 9D"]},
        {"table": TABLE, "hands": ["6C 7C 8C 9C TC", "6D 7D 8D 9D"]},
        {"table": TABLE, "hands": ["6C 7C 8C 9C", "9C 7D 8D 9D"]},
        {"table": TABLE, "hands": ["2C 7C 8C 9C", "6D 7D 8D 9D"]},
        {"table": TABLE, "hands": ["6C 7C 8C 9C"]},
        {"table": TABLE, "stock": ["6C"]},
    ],
)
def test_deal_refuses_cards_that_cannot_be(fields: dict[str, Any]) -> None:
    table = CasinoTable()
    deal_fields = {**fields, "table": fields["table"].split()}
    if "hands" in deal_fields:
        deal_fields["hands"] = [hand.split() for hand in deal_fields["hands"]]
    refusal = table.refusal("deal", **deal_fields)
    assert (type(refusal), refusal.rule) == (Impossible, "casino.deal")


def test_deal_needs_the_table_in_the_first_round_and_none_later() -> None:
    table = CasinoTable()
    assert isinstance(table.refusal("deal"), BadRequest)
    table.deal(table=TABLE)
    assert table.no("deal").rule == "casino.deal"
    table.trail_unseen(8)
    assert table.no("deal", table="9S TS QS KS").rule == "casino.deal"
    assert table.no("deal", "2C 9S TS QS", None).rule == "casino.deal"
    assert table.no("deal", shuffle=True).rule == "casino.deal"
    table.deal("9S TS QS KS", None)


def test_deal_by_a_seed_is_repeatable_and_goes_on_through_the_rounds() -> None:
    one, other = CasinoTable(), CasinoTable()
    for table in (one, other):
        table.say("deal", shuffle=True, seed="2026")
    order = FRENCH.shuffle("2026", 1)
    assert one.view()["hands"][0] == sorted([*order[0:2], *order[6:8]], key=FRENCH.names.index)
    assert one.loose() == sorted([*order[2:4], *order[8:10]], key=FRENCH.names.index)
    assert one.view() == other.view()
    for _ in range(8):
        one.tell(next(event for event in one.moves() if event["type"] == "trail"))
    one.say("deal")
    assert set(one.view()["hands"][0]) == {*order[12:14], *order[16:18]}


def test_deal_by_a_seed_is_verified() -> None:
    table = CasinoTable()
    deal_ = deal_out(FRENCH.shuffle("2026", 1), 1, [4, 4], table=True)
    event = {"hands": deal_.hands, "table": deal_.table, "stock": deal_.stock, "shuffle": True}
    assert table.refusal("deal", seed="2027", **event).rule == "casino.deal"
    assert isinstance(table.refusal("deal", **event), BadRequest)
    assert isinstance(table.refusal("deal", table=deal_.table, seed="2026"), BadRequest)
    table.say("deal", seed="2026", **event)


def test_deal_of_a_known_pack_gives_its_next_cards() -> None:
    table = CasinoTable()
    hands = "2H 3H 4H 5H", "2S 3S 4S 5S"
    table.deal(*hands, table=TABLE, stock=others(" ".join((TABLE, *hands))))
    assert isinstance(table.no("trail", "6C"), Impossible)
    table.trails("2H 2S 3H 3S 4H 4S 5H 5S")
    assert table.no("deal", "9C 9D 9H 9S", None).rule == "casino.deal"
    table.say("deal")
    assert table.view()["hands"] == [["6C", "7C", "TC", "JC"], ["8C", "9C", "QC", "KC"]]


# casino.turn: the dealer


def test_turn_the_deal_passes_to_the_next_seat() -> None:
    table = CasinoTable(seats=3, dealer=2, enforcement="strict")
    refusal = table.no("deal", table=TABLE, dealer=0)
    assert (type(refusal), refusal.rule) == (Irregular, "casino.turn")
    table.deal(table=TABLE)
    for _ in range(3):
        table.trail_unseen(12)
        table.say("deal")
        assert table.view()["dealer"] == 2
    table.trail_unseen(12)
    assert table.view()["dealer"] == 0


# casino.last-round


def test_last_round_is_announced_by_the_dealer() -> None:
    table = last_round()
    assert "announce_last" in table.may()
    assert table.refusal("announce_last", seat=0).rule == "casino.last-round"
    table.say("announce_last", seat=1)
    assert table.view()["table"]["last_announced"]
    assert table.refusal("announce_last", seat=1).rule == "casino.last-round"
    table.trail_unseen(16)
    assert table.proven_infractions() == []


def test_last_round_forgotten_is_the_dealers_infraction_and_never_refused() -> None:
    table = last_round(enforcement="strict")
    table.trail_unseen(1)
    at = table.match.version
    assert table.proven_infractions() == [("casino.last-round", 1, at, at)]
    assert isinstance(table.refusal("announce_last", seat=1), Impossible)


def test_last_round_is_announced_neither_earlier_nor_in_draw_casino() -> None:
    for ruleset in ("classic", "draw"):
        table = CasinoTable(ruleset)
        table.deal(table=TABLE)
        assert isinstance(table.refusal("announce_last", seat=1), Impossible)
        table.trail_unseen(1)
        assert table.proven_infractions() == []


# casino.misdeal


def test_misdeal_reasons_and_their_time() -> None:
    table = CasinoTable()
    assert isinstance(table.refusal("redeal", reason="wrong_pack"), Impossible)
    table.deal(table=TABLE)
    assert isinstance(table.refusal("redeal", reason="porque sí"), BadRequest)
    table.trail("9C")
    for reason in ("no_shuffle", "no_cut"):
        refusal = table.refusal("redeal", reason=reason)
        assert (type(refusal), refusal.rule) == (Impossible, "casino.misdeal")
    table.say("redeal", reason="wrong_pack")
    assert (table.view()["phase"], table.view()["hand"]) == ("deal", 1)


@pytest.mark.parametrize("reason", ["no_shuffle", "no_cut", "wrong_pack"])
@pytest.mark.parametrize(
    ("seats", "partners", "due", "open_"),
    [(2, True, 1, True), (4, True, 1, True), (3, True, 2, False), (4, False, 2, False)],
)
def test_misdeal_who_deals_next(reason: str, seats: int, partners: bool, due: int, open_: bool) -> None:
    for dealer in range(seats):
        table = CasinoTable(seats=seats, partners=partners, enforcement="strict")
        table.deal(table=TABLE)
        table.say("redeal", reason=reason)
        assert table.view()["dealer"] == due
        if open_ or dealer == due:
            table.deal(table=TABLE, dealer=dealer)
            assert (table.view()["dealer"], table.view()["hand"]) == (dealer, 1)
        else:
            assert table.no("deal", table=TABLE, dealer=dealer).rule == "casino.turn"


def test_misdeal_between_rounds_voids_what_was_taken() -> None:
    table = CasinoTable("royal")
    table.deal("5H 2D 3D 4D", None, table=TABLE)
    table.take("5H", "5C 2C 3C")
    table.trail_unseen(7)
    table.say("redeal", reason="wrong_pack")
    table.deal("5H 2D 3D 4D", None, table=TABLE)
    assert table.view()["table"]["taken"] == [0, 0]


def test_misdeal_keeps_the_points_of_a_proven_build() -> None:
    table = CasinoTable()
    table.deal(table=TABLE)
    table.build("9D", "2C", 10)
    table.say("redeal", reason="wrong_pack")
    assert table.view()["score"]["totals"] == [-1, 1]
