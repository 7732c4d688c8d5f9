"""The points of a deal of Casino, and the first seat to reach the target."""

from collections.abc import Sequence

import pytest

from referee.cards import FRENCH
from referee.games.casino.handlers.deal import may_announce
from referee.games.casino.params import CasinoOptions, CasinoParams
from referee.games.casino.scoring import worth
from referee.games.casino.scoring.haul import haul
from referee.match.facts import HandScored, MatchEnded
from referee.match.ledger import Item
from tests.support.casino import CasinoTable

SUITS = "CDHS"


def piles(*words: str) -> list[int]:
    """Piles of cards; the pile `rest` or the last one gets every card that no other pile has."""
    masks = [FRENCH.mask(word.split()) if word != "rest" else 0 for word in words]
    if words[-1] == "rest":
        masks[-1] = FRENCH.all & ~sum(masks)
    return masks


def count_haul(
    cards: Sequence[int], swept: Sequence[int] = (0, 0), spades: bool = False, last: bool = False, **params: object
) -> list[Item]:
    tariff = worth.tariff(CasinoParams(**params), CasinoOptions(each_spade=spades, sweeps_last=last))  # type: ignore[arg-type]
    return [item for step in worth.count(haul(cards, swept), tariff) for item in step]


def item_words(items: Sequence[Item]) -> list[str]:
    return [f"{item.side} {item.points} {item.rule.removeprefix('casino.')}" for item in items]


HALF = " ".join(rank + suit for suit in "CD" for rank in "23456789TJQKA")


def test_most_cards_three_points_and_nobody_if_level() -> None:
    assert item_words(count_haul(piles(HALF + " 2H", "rest")))[0] == "0 3 most-cards"
    assert "most-cards" not in " ".join(item_words(count_haul(piles(HALF, "rest"))))


def test_most_cards_level_at_the_top_of_three() -> None:
    three = piles("2C 3C 4C", "2D 3D 4D", "2H")
    assert "most-cards" not in " ".join(item_words(count_haul(three, (0, 0, 0))))


def test_most_spades_one_point_and_nobody_if_level() -> None:
    seven = " ".join(f"{rank}S" for rank in "345678A")
    assert "0 1 most-spades" in item_words(count_haul(piles(seven, "rest")))
    assert "most-spades" not in " ".join(item_words(count_haul(piles("3S", "4S"))))


def test_big_little_and_aces() -> None:
    items = item_words(count_haul(piles("TD AS AD", "2S AC AH")))
    assert items == ["0 2 big", "1 1 little", "0 1 aces", "1 1 aces", "1 1 aces", "0 1 aces"]


def test_aces_are_counted_spades_clubs_hearts_diamonds() -> None:
    items = count_haul(piles("AS AC AH AD 2C", "3C"))
    assert [item.cards for item in items if item.rule == "casino.aces"] == [("AS",), ("AC",), ("AH",), ("AD",)]


def test_spades_each_counts_and_two_and_jack_double() -> None:
    items = count_haul(piles("2S JS 3S", "4S"), spades=True)
    assert item_words(items) == ["0 3 most-cards", "0 5 most-spades", "1 1 most-spades"]


def test_spades_make_twenty_four_points_a_deal() -> None:
    items = count_haul(piles(HALF + " 2H", "rest"), spades=True)
    assert sum(item.points for item in items) == 24


def test_sweeps_surplus_and_surplus_spades_in_order() -> None:
    many = piles(" ".join(f"{rank}{suit}" for suit in "CDS" for rank in "3456789TJQK"), "rest")
    swept = (FRENCH.mask(["3C", "4C"]), FRENCH.bit["2H"])
    house = {"sweeps": True, "surplus": True, "surplus_spades": True}
    assert item_words(count_haul(many, swept, **house))[-4:] == ["0 2 sweep", "1 1 sweep", "0 3 surplus", "0 3 surplus"]
    assert item_words(count_haul(many, swept, last=True, **house))[-4:] == [
        "0 3 surplus",
        "0 3 surplus",
        "0 2 sweep",
        "1 1 sweep",
    ]


def test_surplus_counts_nothing_unless_agreed() -> None:
    assert all(item.rule not in {"casino.surplus", "casino.sweep"} for item in count_haul(piles("2C", "rest"), (1, 1)))


def step(*points: int) -> tuple[Item, ...]:
    return tuple(Item(side, n, "casino.most-cards") for side, n in enumerate(points) if n)


@pytest.mark.parametrize(
    ("before", "steps", "target", "home"),
    [
        ((10, 10), [step(3), step(0, 1)], 21, ()),
        ((10, 18), [step(0, 3), step(9)], 21, (1,)),
        ((18, 20), [step(3), step(0, 1)], 21, (0,)),
        ((20, 20), [step(0, 1), step(3)], 21, (1,)),
        # Two within one item: the higher total; equal, counted on.
        ((18, 17), [step(3, 5)], 21, (1,)),
        ((18, 18), [step(3, 3), step(0, 1)], 21, (1,)),
        ((18, 18), [step(3, 3)], 21, (0, 1)),
        # A third that comes home later has lost to both.
        ((20, 20, 0), [step(1, 1), step(0, 0, 30), step(0, 1)], 21, (1,)),
        # Points proven before the deal's items count first.
        ((21, 20), [step(0, 9)], 21, (0,)),
        ((21, 22), [step(9, 0)], 21, (1,)),
    ],
)
def test_end_first_home(
    before: tuple[int, ...], steps: list[tuple[Item, ...]], target: int, home: tuple[int, ...]
) -> None:
    assert worth.first_home(before, steps, target) == home


@pytest.mark.parametrize(
    ("totals", "winners", "factor", "margin"),
    [
        ((21, 12), (0,), 1, 9),
        ((21, 30), (0,), 1, 0),
        ((21, 12, 15), (0,), 1, 6),
        ((21, 12), (0,), 2, 30),
        ((21, 30), (0,), 4, 54),
        ((21, 21), (0, 1), 1, 0),
    ],
)
def test_end_margin(totals: tuple[int, ...], winners: tuple[int, ...], factor: int, margin: int) -> None:
    assert worth.margin(totals, winners, factor) == margin


def test_doubling_by_the_number_of_deals() -> None:
    assert [worth.factor(True, deals) for deals in (1, 2, 3)] == [4, 2, 1]
    assert [worth.factor(False, deals) for deals in (1, 2, 3)] == [1, 1, 1]


def played_deal(**options: object) -> CasinoTable:
    """A deal in which only seat 0 takes: 2D with 2C, and all the rest at the end; 11 points."""
    table = CasinoTable(**options)  # type: ignore[arg-type]
    return one_deal(table)


def one_deal(table: CasinoTable) -> CasinoTable:
    table.deal(table="2C 3C 4C 5C")
    if table.state.turn != 0:
        table.trail("9S")
    table.take("2D", "2C")
    while True:
        table.trail_unseen(sum(table.view()["hand_sizes"]))
        if table.view()["phase"] != "round":
            return table
        table.say("deal")
        if may_announce(table.state):
            table.say("announce_last", seat=table.state.dealer)


def test_end_totals_run_on_to_the_target() -> None:
    table = played_deal(target=22)
    assert table.view()["result"] is None
    one_deal(table)
    result = table.view()["result"]
    assert (result["ranking"], result["winner_sides"], result["margin"]) == ([[0], [1]], [0], 22)
    assert table.view()["score"]["totals"] == [22, 0]


def test_end_dealer_alternates_between_two() -> None:
    table = played_deal(target=22)
    assert table.view()["dealer"] == 0
    assert table.no("deal", table="2C 3C 4C 5C", dealer=5).rule is None
    table.deal(table="2C 3C 4C 5C", dealer=1)
    assert table.proven_infractions() == [("casino.turn", 1, table.match.version, table.match.version)]


def test_doubling_of_a_target_reached_in_one_deal_is_fourfold() -> None:
    result = played_deal(target=11, doubling=True).view()["result"]
    assert (result["margin"], result["reason"]) == (44, "casino.end")


def test_end_of_a_single_deal_has_no_margin() -> None:
    table = played_deal(single_deal=True)
    result = table.view()["result"]
    assert (result["ranking"], result["winner_sides"], result["margin"]) == ([[0], [1]], [0], None)
    assert table.view()["status"] == "finished"


def test_end_of_a_level_single_deal_has_no_winner() -> None:
    table = CasinoTable(single_deal=True)
    table.trail_all()
    result = table.view()["result"]
    assert (result["ranking"], result["winner_sides"]) == ([[0, 1]], [])


def test_end_partners_stand_together() -> None:
    table = played_deal(seats=4, dealer=3, target=11)
    assert table.view()["result"]["ranking"] == [[0, 2], [1, 3]]


def test_end_counts_an_improper_build_before_the_items() -> None:
    table = CasinoTable(target=11)
    table.deal(table="2C 3C 4C 5C")
    table.build("6D", "3C", 8)
    table.take("2D", "2C")
    while table.view()["status"] == "open":
        table.trail_unseen(sum(table.view()["hand_sizes"]))
        if table.view()["phase"] == "round":
            table.say("deal")
    assert table.view()["score"]["hands"][0]["points"] == [0, 11]
    assert table.view()["score"]["totals"] == [-1, 12]


def test_score_says_how_each_point_arose() -> None:
    table = played_deal(target=11)
    items = table.view()["score"]["hands"][0]["items"]
    assert [(item["rule"], item["points"], len(item["cards"])) for item in items] == [
        ("casino.most-cards", 3, 52),
        ("casino.most-spades", 1, 13),
        ("casino.big", 2, 1),
        ("casino.little", 1, 1),
        *[("casino.aces", 1, 1)] * 4,
    ]
    facts = [fact for _, fact in table.facts if isinstance(fact, HandScored | MatchEnded)]
    assert len(facts) == 2


def test_sweep_of_the_table_counts_where_it_is_played() -> None:
    for ruleset, tally in (("royal", [1, 0]), ("classic", [0, 0])):
        table = CasinoTable(ruleset)
        table.deal("9C 2D 3D 4D", None, table="2C 7C 4C 5C")
        table.take("9C", "2C 7C 4C 5C")
        assert table.view()["table"]["sweeps"] == tally
        assert table.view()["score"]["sweeps"] == [0, 0]
    royal = CasinoTable("royal")
    royal.deal("9C 2D 3D 4D", None, table="2C 7C 4C 5C")
    royal.take("9C", "2C 7C 4C 5C")
    while royal.view()["phase"] != "deal":
        royal.trail_unseen(sum(royal.view()["hand_sizes"]))
        if royal.view()["phase"] == "round":
            royal.say("deal")
    assert royal.view()["score"]["sweeps"] == [1, 0]
    assert royal.view()["score"]["totals"] == [12, 0]


def test_withdraw_ranks_by_totals_and_the_leaver_last() -> None:
    table = CasinoTable(seats=3, dealer=2)
    table.deal(table="7C 3C KC KD")
    table.build("2C", "7C", 8)
    table.say("withdraw", seat=1, reason="se va")
    result = table.view()["result"]
    assert (result["ranking"], result["winner_sides"], table.moves()) == ([[2], [0], [1]], [2], [])
