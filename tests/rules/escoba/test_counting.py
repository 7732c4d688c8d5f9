"""The points of a hand of Escoba, Scopa or Scopone, and the end of a match."""

from typing import Any

import pytest

from referee.cards import SPANISH_40
from referee.games.escoba import rules
from referee.games.escoba.params import EscobaParams, ScopaParams
from referee.games.escoba.results import check_result
from referee.games.escoba.scoring.counting import items
from referee.games.escoba.scoring.haul import haul, primiera
from referee.match.results import Result
from tests.support.escoba import EscobaTable, kinds

ESCOBA = rules.escoba(EscobaParams(), 2)
SCOPA = rules.scopa(ScopaParams(), 2)


def count_piles(*piles: str, by: rules.Rules = ESCOBA, sweeps: tuple[int, ...] = ()) -> list[tuple[str, int, int]]:
    """The items of piles given as words: rule, side, points."""
    none = (0,) * len(piles)
    all_items = items(by, haul(by, [SPANISH_40.mask(pile.split()) for pile in piles], sweeps or none, none))
    return [(item.rule, item.side, item.points) for item in all_items]


def test_items_stand_in_the_order_of_the_rulebook() -> None:
    with_all = ESCOBA._replace(all_bonus=True)
    mine = " ".join(card for card in SPANISH_40.names if card[-1] == "O" or card[0] == "7")
    assert count_piles(mine, "1C 2C", by=with_all, sweeps=(2, 1)) == [
        ("escoba.sweep", 0, 2),
        ("escoba.sweep", 1, 1),
        ("escoba.most-cards", 0, 1),
        ("escoba.most-oros", 0, 1),
        ("escoba.seven-of-oros", 0, 1),
        ("escoba.sevens", 0, 1),
        ("escoba.all", 0, 1),
        ("escoba.all", 0, 1),
    ]
    assert [rule for rule, *_ in count_piles(mine, "1C 2C", by=SCOPA)] == [
        "scopa.most-cards",
        "scopa.most-oros",
        "scopa.seven-of-oros",
        "scopa.primiera",
    ]


@pytest.mark.parametrize("by", [ESCOBA, SCOPA], ids=["escoba", "scopa"])
def test_most_of_anything_is_more_than_every_other(by: rules.Rules) -> None:
    assert count_piles("1O 2C", "2O 3C", "1E", by=by) == []
    assert count_piles("1O 2C", "3C", "1E", by=by) == [(by.code("most-cards"), 0, 1), (by.code("most-oros"), 0, 1)]
    assert count_piles("", "", by=by) == []


def test_sevens_most_of_them_or_the_best_setenta() -> None:
    setenta = ESCOBA._replace(setenta=True)
    one, other = "7C 7E 6O", "6C 6E 6B 5O"
    assert ("escoba.sevens", 0, 1) in count_piles(one, other)
    assert ("escoba.sevens", 1, 1) in count_piles(one, other, by=setenta), "the other side lacks bastos"
    assert not [rule for rule, *_ in count_piles("7C", "7E") if rule == "escoba.sevens"]


@pytest.mark.parametrize(
    ("pile", "best"),
    [
        ("7O 6C 1E 5B", "7O 6C 1E 5B"),
        ("7O 6O 12C 4C 1E 5E 2B 3B", "7O 4C 1E 3B"),
        ("7O 7C 7E", ""),
        ("10O 2C 2E 2B", "10O 2C 2E 2B"),
    ],
)
def test_primiera_is_the_best_card_of_each_suit(pile: str, best: str) -> None:
    assert primiera(SPANISH_40.mask(pile.split())) == SPANISH_40.mask(best.split())


def test_primiera_level_is_nobody() -> None:
    assert not [r for r, *_ in count_piles("7O 6C 1E 5B", "6O 7C 5E 1B", by=SCOPA) if r == "scopa.primiera"]
    assert ("scopa.primiera", 0, 1) in count_piles("12O 11C 12E 11B", "7O 7C 7E", by=SCOPA)


# Whole hands

HANDS = {
    0: "1O 6O 10O 3C 6C 7C 2E 3E 4E 12B",
    1: "7O 4C 5C 11C 5E 6E 10E 11E 1B 5B",
    2: "3O 5O 11O 1C 10C 12E 4B 6B 7B 11B",
    3: "2O 4O 12O 2C 12C 1E 7E 2B 3B 10B",
}


def played_out(**options: Any) -> EscobaTable:
    """A hand of scopone played by the first legal play each time."""
    table = EscobaTable("scopone", 4, dealer=0, **options)
    table.deal(*HANDS.values())
    while table.view()["phase"] == "play":
        table.tell(table.moves()[0])
    return table


def last_take(ruleset: str, **options: Any) -> Any:
    """The fact of a take with the very last card that clears the table."""
    table = EscobaTable(ruleset, 4, dealer=3, **options)
    table.deal(*HANDS.values())
    table.state.table = SPANISH_40.bit["10O"]
    judge = table.state.knowledge
    judge.size, judge.known_cards = [0, 0, 0, 1], [0, 0, 0, SPANISH_40.bit["10B"]]
    table.state.turn = 3
    table.past[-1] = table.match.copy()
    return table.take("10B", "10O")[0]


def test_last_card_scores_no_scopa_unless_that_is_played() -> None:
    assert last_take("scopone").sweep is False
    assert last_take("scopone", last_scopa=True).sweep is True


def test_rest_goes_to_the_side_that_took_last_and_is_no_sweep() -> None:
    table = played_out(target=100)
    rest = [fact for _, fact in table.facts if kinds([fact]) == ["rest_taken"]]
    view = table.view()
    assert sum(view["table"]["taken"]) == 40
    assert view["table"]["cards"] == []
    for fact in rest:
        assert fact.seat == view["table"]["last_taker"]  # type: ignore[attr-defined]
    assert view["score"]["sweeps"] == view["table"]["sweeps"]


def test_rest_is_nobody_s_where_nobody_took() -> None:
    table = EscobaTable(dealer_escoba=False, target=1)
    table.say("deal", shuffle=True, seed="nadie")
    while not table.match.ledger.hands:
        event = next(event for event in table.moves() if event["type"] != "take")
        table.tell(event)
    view = table.view()
    assert (view["table"]["taken"], view["score"]["totals"], view["status"]) == ([0, 0], [0, 0], "open")
    assert [item for hand in view["score"]["hands"] for item in hand.get("items", [])] == []


# *.end


def view_at_end(totals: list[int], more: str, **options: Any) -> dict[str, Any]:
    """The view of a match with these totals before a hand that gives side 0 the piles of `more`."""
    table = EscobaTable("scopone", 4, dealer=0, **options)
    table.deal(*HANDS.values())
    state = table.state
    state.ledger.totals = totals
    state.piles = (SPANISH_40.mask(more.split()), 0)
    state.last_taker = 1
    judge = state.knowledge
    judge.size, judge.known_cards = [0, 0, 0, 1], [0, 0, 0, SPANISH_40.bit["10B"]]
    state.turn, state.table = 3, 0
    state.rules = state.rules._replace(must_take=False)
    table.trail("10B")
    return table.view()


def test_end_one_side_alone_at_the_target_wins_by_its_margin() -> None:
    view = view_at_end([20, 18], "1O 2C 3E 4B")
    assert (view["score"]["totals"], view["status"]) == ([23, 18], "finished")
    assert view["result"] == {"ranking": [[0, 2], [1, 3]], "winner_sides": [0], "margin": 5, "reason": "scopa.end"}
    assert view["phase"] == "finished"


def test_end_level_at_the_top_another_hand_is_dealt() -> None:
    view = view_at_end([20, 23], "1O 2C 3E 4B")
    assert (view["score"]["totals"], view["status"], view["phase"]) == ([23, 23], "open", "deal")


def test_end_the_higher_total_wins_though_both_are_at_the_target() -> None:
    view = view_at_end([20, 25], "1O 2C 3E 4B")
    assert (view["result"]["winner_sides"], view["result"]["margin"]) == ([1], 2)


def test_end_a_withdrawal_ranks_the_others_by_their_totals() -> None:
    table = EscobaTable(seats=3)
    table.deal(table="1O 2O 10O 1B")
    table.say("withdraw", seat=0, reason="se va")
    view = table.view()
    assert (view["result"]["ranking"], view["phase"]) == ([[1, 2], [0]], "finished")
    assert table.moves() == []


# Results without a record


@pytest.mark.parametrize(
    ("points", "path"),
    [((21, 20), None), ((30, 0), None), ((20, 3), "$.points"), ((25, 25), "$.points"), ((22, -1), "$.points[1]")],
)
def test_a_reported_result_must_be_one_that_can_be(points: tuple[int, ...], path: str | None) -> None:
    flaw = check_result(Result(points), EscobaParams())
    assert (flaw and flaw.path) == path
