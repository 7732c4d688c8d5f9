"""The deal of Escoba, Scopa and Scopone: its cards, its dealer, and the effect of a first table by itself."""

from typing import Any

import msgspec
import pytest

from referee.cards import SPANISH_40
from referee.errors import BadRequest, Impossible, Irregular
from referee.games.escoba.handlers.deal import escobas_of
from referee.match.registry import read_params, ruleset
from tests.support.escoba import EscobaTable, kinds, others

ROUNDS = {2: 6, 3: 4, 4: 3}


# *.deal


@pytest.mark.parametrize("ruleset", ["escoba", "scopa"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_deal_a_hand_takes_the_whole_pack(ruleset: str, seats: int) -> None:
    table = EscobaTable(ruleset, seats)
    table.say("deal", shuffle=True, seed="todo")
    for round_ in range(1, ROUNDS[seats] + 1):
        view = table.view()
        assert (view["table"]["round"], view["table"]["rounds"], view["phase"]) == (round_, ROUNDS[seats], "play")
        assert view["table"]["stock"] == 36 - 3 * seats * round_
        assert view["hand_sizes"] == [3] * seats
        while table.view()["phase"] == "play":
            table.tell(table.moves()[0])
        if round_ < ROUNDS[seats]:
            assert table.view()["phase"] == "round"
            assert table.moves() == [{"type": "deal", "dealer": seats - 1}]
            table.deal()
    assert len(table.match.ledger.hands) == 1


def test_deal_one_card_at_a_time_after_the_dealer_then_the_table() -> None:
    table = EscobaTable(seats=3, dealer=0)
    table.say("deal", shuffle=True, seed="orden")
    order = SPANISH_40.shuffle("orden", 1)
    event: Any = table.events[-1]
    for seat in range(3):
        first = (seat - 1) % 3
        assert event.hands[seat] == SPANISH_40.in_order(order[first:9:3])
    assert event.table == SPANISH_40.in_order(order[9:13])
    assert event.stock == tuple(order[13:])
    while table.view()["phase"] == "play":
        table.tell(table.moves()[0])
    table.deal()
    later: Any = table.events[-1]
    assert later.hands[1] == SPANISH_40.in_order(order[13:22:3])


@pytest.mark.parametrize(("table_size", "each"), [(0, 10), (4, 9)])
def test_deal_scopone_deals_the_whole_pack_at_once(table_size: int, each: int) -> None:
    table = EscobaTable("scopone", 4, table=table_size, kings_redeal=False)
    table.say("deal", shuffle=True, seed="cuatro")
    view = table.view()
    assert (view["hand_sizes"], len(view["table"]["cards"])) == ([each] * 4, table_size)
    assert (view["table"]["rounds"], view["table"]["stock"]) == (1, 0)
    again = EscobaTable("scopone", 4, table=table_size, kings_redeal=False)
    again.say("deal", **({} if table_size == 0 else {"table": ["1O", "2O", "3O", "4O"]}))
    assert again.view()["hands"] == [None] * 4


@pytest.mark.parametrize(
    "deal",
    [
        {"table": ["1O", "2O", "3O"]},
        {"table": ["1O", "2O", "3O", "3O"]},
        {"table": ["1O", "2O", "3O", "4O"], "hands": [["5O", "6O", "7O"]]},
        {"table": ["1O", "2O", "3O", "4O"], "hands": [["5O", "6O"], None]},
        {"table": ["1O", "2O", "3O", "4O"], "hands": [["5O", "6O", "1O"], None]},
        {"table": ["1O", "2O", "3O", "4O"], "hands": [["5O", "6O", "7O"], ["7O", "1C", "2C"]]},
        {"table": ["1O", "2O", "3O", "4O"], "stock": ["1C"]},
        {"table": ["1O", "2O", "3O", "4O"], "dealer": 2},
        {"shuffle": True, "table": ["1O", "2O", "3O", "4O"], "seed": "x"},
    ],
    ids=str,
)
def test_deal_wrong_counts_and_doubles_are_impossible(deal: dict[str, Any]) -> None:
    refusal = EscobaTable().refusal("deal", **deal)
    assert isinstance(refusal, Impossible)
    assert refusal.rule == (None if "dealer" in deal else "escoba.deal")


def test_deal_scopone_with_empty_table_takes_no_table() -> None:
    table = EscobaTable("scopone", 4)
    assert table.refusal("deal", table=["1O", "2O", "3O", "4O"]).rule == "scopa.deal"
    table.deal()


@pytest.mark.parametrize("deal", [{}, {"hands": [None, None]}, {"seed": "x", "table": ["1O", "2O", "3O", "4O"]}])
def test_deal_without_its_table_or_with_a_lone_seed_is_malformed(deal: dict[str, Any]) -> None:
    assert isinstance(EscobaTable().refusal("deal", **deal), BadRequest)


def test_deal_while_hands_are_held_is_impossible() -> None:
    table = EscobaTable()
    table.deal(table="1O 2O 10O 1B")
    for deal in ({}, {"table": ["1C", "2C", "3C", "4C"]}, {"hands": [["1C", "2C", "3C"], None]}):
        refusal = table.refusal("deal", **deal)
        assert (type(refusal), refusal.rule) == (Impossible, "escoba.deal")


def test_deal_a_later_round_is_hands_only_and_of_cards_not_seen() -> None:
    table = EscobaTable()
    table.deal(table="1O 2O 10O 1B")
    table.trails("2C 2E 2B 3O 3C 3E")
    for deal in (
        {"table": ["4C", "4E", "4B", "5O"]},
        {"stock": ["4C"]},
        {"shuffle": True},
        {"seed": "x"},
        {"hands": [["1O", "4O", "5O"], None]},
        {"hands": [["2C", "4O", "5O"], None]},
        {"hands": [["4O", "5O"], None]},
    ):
        refusal = table.refusal("deal", **deal)
        assert (type(refusal), refusal.rule) == (Impossible, "escoba.deal"), deal
    table.deal("4O 5O 6O", None)


def test_deal_a_later_round_comes_out_of_the_known_stock() -> None:
    hands, table_cards = ("7O 2C 2E", "2B 3O 3C"), "1O 2O 10O 1B"
    stock = others(f"{' '.join(hands)} {table_cards}")
    table = EscobaTable()
    table.deal(*hands, table=table_cards, stock=stock)
    assert table.no("trail", stock[5]).rule == "escoba.deal"
    table.trails("7O 2B 2C 3O 2E 3C")
    due = [SPANISH_40.in_order(stock[0:6:2]), SPANISH_40.in_order(stock[1:6:2])]
    assert table.refusal("deal", hands=[list(due[1]), list(due[0])]).rule == "escoba.deal"
    table.deal(None, " ".join(due[1]))
    assert table.view()["hands"] == [list(hand) for hand in due]


def test_deal_a_stock_is_known_while_hands_are_not() -> None:
    table = EscobaTable()
    stock = others("1O 2O 10O 1B 7O 2C 2E 2B 3O 3C")
    table.deal(table="1O 2O 10O 1B", stock=stock)
    refusal = table.no("trail", "7C")
    assert (type(refusal), refusal.rule) == (Impossible, "escoba.deal")
    assert {event["card"] for event in table.moves() if event["type"] == "trail"} == {
        "7O",
        "2C",
        "2E",
        "2B",
        "3O",
        "3C",
    }


# *.turn: the dealer


def test_turn_another_dealer_is_irregular_and_counts() -> None:
    table = EscobaTable("scopa", seats=3, dealer=0)
    refusal = EscobaTable("scopa", seats=3, dealer=0, enforcement="strict").no("deal", table="1O 2O 4O 1B", dealer=1)
    assert (type(refusal), refusal.rule, refusal.seat) == (Irregular, "scopa.turn", 1)
    table.deal(table="1O 2O 4O 1B", dealer=1)
    assert (table.view()["dealer"], table.view()["turn"]) == (1, 2)
    assert table.proven_infractions() == [("scopa.turn", 1, 2, 2)]


def test_turn_another_dealer_in_a_later_round_changes_nothing() -> None:
    table = EscobaTable(seats=3, dealer=0)
    table.deal(table="1O 2O 10O 1B")
    table.trails("2C 2E 2B 3O 3C 3E 3B 4O 4C")
    table.deal(dealer=2)
    assert table.proven_infractions() == [("escoba.turn", 2, 12, 12)]
    assert (table.view()["dealer"], table.view()["turn"]) == (0, 1)


def test_turn_the_deal_passes_on_with_each_hand_from_who_dealt() -> None:
    table = EscobaTable(seats=4, dealer=0, target=100)
    table.say("deal", shuffle=True, seed="a", dealer=2)
    while not table.match.ledger.hands:
        table.tell(table.moves()[0])
    assert table.view()["dealer"] == 3


# escoba.dealer


@pytest.mark.parametrize(
    ("table_cards", "escobas"),
    [
        ("1O 2O 4O 10O", 1),
        ("12O 5C 11O 6C", 2),
        ("10O 10C 7O 7C", 2),
        ("12O 12C 11O 1O", 0),
        ("12O 5C 1O 2O", 0),
        ("7O 7C 7E 7B", 0),
    ],
)
def test_dealer_takes_fifteen_or_two_pairs_of_it(table_cards: str, escobas: int) -> None:
    assert escobas_of(SPANISH_40.mask(table_cards.split())) == escobas
    table = EscobaTable(seats=4, dealer=1)
    facts = table.deal(table=table_cards)
    view = table.view()["table"]
    if not escobas:
        assert kinds(facts) == ["hand_dealt", "round_dealt"]
        assert len(view["cards"]) == 4
        return
    assert kinds(facts) == ["hand_dealt", "round_dealt", "table_taken"]
    assert (facts[-1].seat, facts[-1].sweeps) == (1, escobas)  # type: ignore[attr-defined]
    assert (view["cards"], view["taken"], view["sweeps"], view["last_taker"]) == ([], [0, 4], [0, escobas], 1)
    assert table.view()["turn"] == 2


@pytest.mark.parametrize(("ruleset", "options"), [("escoba", {"dealer_escoba": False}), ("scopa", {})])
def test_dealer_takes_nothing_where_it_is_not_played(ruleset: str, options: dict[str, Any]) -> None:
    table = EscobaTable(ruleset, **options)
    table.deal(table="1O 2O 4O 10O")
    assert table.view()["table"]["taken"] == [0, 0]


# scopa.kings


@pytest.mark.parametrize(("ruleset", "seats", "options"), [("scopa", 2, {}), ("scopone", 4, {"table": 4})])
def test_kings_void_the_deal_and_the_same_dealer_deals_again(ruleset: str, seats: int, options: dict[str, Any]) -> None:
    table = EscobaTable(ruleset, seats, dealer=1, **options)
    facts = table.deal(table="12O 12C 12E 1O")
    assert kinds(facts) == ["hand_dealt", "hand_void"]
    view = table.view()
    assert (view["phase"], view["hand"], view["dealer"], view["turn"]) == ("deal", 1, 1, None)
    assert (view["table"]["cards"], view["hand_sizes"]) == ([], [0] * seats)
    assert table.no("trail", "1C", seat=0).rule == "scopa.turn"
    assert table.refusal("redeal", reason="otra vez").rule == "scopa.misdeal"
    table.deal(table="12O 12C 11E 1O")
    assert (table.view()["hand"], table.view()["phase"]) == (1, "play")


def test_kings_stay_where_they_do_not_void_and_in_escoba() -> None:
    for table in (EscobaTable("scopa", kings_redeal=False), EscobaTable("escoba")):
        table.deal(table="12O 12C 12E 12B")
        assert table.view()["phase"] == "play"


# *.misdeal


def test_misdeal_voids_the_hand_between_rounds_too_and_never_without_one() -> None:
    table = EscobaTable(seats=2, dealer=1)
    refusal = table.refusal("redeal", reason="nada")
    assert (type(refusal), refusal.rule) == (Impossible, "escoba.misdeal")
    table.deal(table="1O 2O 10O 1B")
    table.trails("2C 2E 2B 3O 3C 3E")
    assert table.view()["phase"] == "round"
    assert kinds(table.say("redeal", reason="una carta de más")) == ["hand_void"]
    view = table.view()
    assert (view["phase"], view["dealer"], view["table"]["cards"], view["score"]["totals"]) == ("deal", 1, [], [0, 0])
    table.deal(table="1O 2O 10O 1B")
    assert table.view()["hand"] == 1


# Reading a hand


def test_the_sheet_is_headed_by_the_first_table() -> None:
    table = EscobaTable()
    table.deal(table="1O 2O 4O 10O")
    heading = table.match.heading()
    assert heading is not None
    assert heading.es == "mesa: 1O 2O 4O 10O"


@pytest.mark.parametrize(
    ("name", "defaults"),
    [
        (
            "escoba",
            {
                "target": 21,
                "partners": True,
                "sevens": "most",
                "all_bonus": False,
                "dealer_escoba": True,
                "must_take": False,
                "renuncio": False,
            },
        ),
        ("scopa", {"target": 11, "partners": True, "kings_redeal": True, "last_scopa": False}),
        ("scopone", {"target": 21, "kings_redeal": True, "last_scopa": False, "table": 0}),
    ],
)
def test_house_rules_are_described_and_have_these_defaults(name: str, defaults: dict[str, Any]) -> None:
    schema = msgspec.json.schema(ruleset(name).params)
    [shape] = schema["$defs"].values()
    assert {key: field["default"] for key, field in shape["properties"].items()} == defaults
    assert all(field["description"] for field in shape["properties"].values())


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("escoba", {"target": 0}),
        ("escoba", {"sevens": "all"}),
        ("escoba", {"kings_redeal": True}),
        ("scopa", {"renuncio": True}),
        ("scopone", {"partners": False}),
        ("scopone", {"table": 3}),
    ],
)
def test_house_rules_of_another_game_or_out_of_range_are_malformed(name: str, params: dict[str, Any]) -> None:
    with pytest.raises(BadRequest):
        read_params(ruleset(name), params)
