"""Builds of Casino that their maker cannot take (casino.improper-build): their proof and their cost."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.casino import CasinoTable, built_nine, others, trail

# casino.improper-build


def test_improper_build_with_the_hand_unseen_is_proven_at_its_last_card() -> None:
    table = built_nine("7C 3C KC KD")
    table.take("9D", builds="b1")
    table.trails("JC JD QC QD JH")
    assert table.proven_infractions() == [("casino.improper-build", 0, 3, 9)]
    assert table.view()["infractions"][0]["evidence"] == {"how": "missing", "cards": ["JC", "QC", "JH"]}


def test_improper_build_is_upheld_by_the_card_shown() -> None:
    table = built_nine("7C 3C KC KD")
    table.trail("JC")
    table.take("9D", builds="b1")
    assert table.state.knowledge.open == [[], []]
    table.trails("JD QC QD JH QH")
    assert table.proven_infractions() == []


def test_improper_build_is_proven_once_every_card_that_would_take_it_lies_elsewhere() -> None:
    table = built_nine("7C 9C 9D 9H")
    table.take("9S", "9C 9D 9H", builds="b1")
    assert table.proven_infractions() == [("casino.improper-build", 0, 3, 4)]
    evidence = table.view()["infractions"][0]["evidence"]
    assert evidence == {"how": "elsewhere", "cards": ["9C", "9D", "9H", "9S"]}
    table.trails("JC JD QC QD KC KD")
    assert len(table.proven_infractions()) == 1


def test_improper_build_is_upheld_once_too_few_other_cards_are_left_to_fill_the_hand() -> None:
    rest = others("2C 9C 9D 9H QC QD QH QS 7C 3C KC KD")
    table = CasinoTable()
    table.deal(None, None, table="7C 3C KC KD", stock=rest)
    table.build("2C", "7C", 9)
    table.say("claim", by=1, against=0, kind="improper-build", at=3)
    table.trail("QC")
    assert table.view()["claims"][0]["status"] == "pending"
    table.say("reveal", seat=1, cards=["QD"])
    assert table.view()["claims"][0]["status"] == "rejected"
    table.say("claim", by=1, against=0, kind="improper-build", at=3)
    assert table.view()["claims"][1]["status"] == "rejected"


def test_improper_build_that_does_not_add_up_is_seen_at_once_and_costs_once() -> None:
    table = CasinoTable()
    table.deal(table="7C 3C KC KD")
    facts = table.build("2C", "7C", 8)
    assert table.proven_infractions() == [("casino.improper-build", 0, 3, 3)]
    assert table.view()["score"]["totals"] == [-1, 1]
    assert [fact.__class__.__name__ for fact in facts].count("PointsScored") == 2
    table.trails("QC JC QD JD QH JH QS")
    assert table.view()["score"]["totals"] == [-1, 1]


def test_improper_build_of_a_value_that_no_card_has_is_seen_at_once() -> None:
    table = CasinoTable()
    table.deal(table="7C 3C KC KD")
    table.build("5C", "7C", 12)
    assert table.proven_infractions() == [("casino.improper-build", 0, 3, 3)]


def test_improper_build_with_the_last_card_is_proven_by_it() -> None:
    table = trail("7C 3C KC KD", "JC JD QC QD JH QH")
    table.build("2C", "7C", 9)
    assert table.proven_infractions() == [("casino.improper-build", 0, 9, 9)]


def test_improper_build_costs_each_of_three_sides() -> None:
    table = CasinoTable(seats=3, dealer=2)
    table.deal("2C 3D 4D 5D", "6D 7D 8D 9D", "TD TC TH TS", table="7C 3C KC KD")
    table.build("2C", "7C", 9)
    assert table.view()["score"]["totals"] == [-1, 1, 1]


def test_improper_build_costs_the_pair_of_its_maker() -> None:
    table = CasinoTable(seats=4, dealer=3)
    table.deal(None, None, None, None, table="7C 3C KC KD")
    table.build("2C", "7C", 8)
    assert table.view()["score"]["totals"] == [-1, 1]


def test_improper_build_is_judged_before_drawing() -> None:
    rest = others("9D 2C JC JD JH QC QD QH QS 7C 3C KC KD")
    table = CasinoTable("draw")
    table.deal("2C JC JD JH", "QC QD QH QS", table="7C 3C KC KD", stock=["9D", *rest])
    table.build("2C", "7C", 9)
    assert table.proven_infractions() == [("casino.improper-build", 0, 3, 3)]
    assert "9D" in table.view()["hands"][0]


def test_improper_build_in_draw_is_upheld_by_more_takers_than_were_drawn_since() -> None:
    table = CasinoTable("draw")
    table.deal(table="7C 3C KC KD")
    table.build("2C", "7C", 9)
    table.say("claim", by=1, against=0, kind="improper-build", at=3)
    table.trail("QC")
    table.take("9D", builds="b1")
    assert table.view()["claims"][0]["status"] == "pending"
    table.say("reveal", seat=0, cards=["9C"])
    assert table.view()["claims"][0]["status"] == "pending"
    table.say("reveal", seat=0, cards=["9H"])
    assert table.view()["claims"][0]["status"] == "rejected"


def test_improper_build_in_draw_is_proven_by_a_hand_shown_before_the_card_came() -> None:
    table = CasinoTable("draw")
    table.deal(table="7C 3C KC KD")
    table.build("2C", "7C", 9)
    table.say("reveal", seat=0, cards=["QC", "QD", "QH", "JC"])
    assert table.proven_infractions() == [("casino.improper-build", 0, 3, 4)]


def test_improper_build_in_draw_that_nothing_contradicts_is_let_go_with_its_hand() -> None:
    table = CasinoTable("draw")
    table.deal(table="7C 3C KC KD")
    table.build("2C", "7C", 9)
    table.say("claim", by=1, against=0, kind="improper-build", at=3)
    table.trail("QC")
    table.take("9D", builds="b1")
    for card in sorted(others("7C 3C KC KD 2C QC 9D"), key=lambda card: card[0] == "9"):
        table.trail(card)
        assert table.view()["claims"][0]["status"] == ("pending" if table.view()["hand_sizes"][0] else "rejected")
    assert (table.view()["claims"][0]["status"], table.proven_infractions()) == ("rejected", [])


def test_improper_build_in_draw_with_a_known_stock_is_not_saved_by_a_card_drawn_later() -> None:
    rest = others("2C JC JD JH 9S 9D QC QD QH 7C 3C KC KD")
    table = CasinoTable("draw")
    table.deal(None, None, table="7C 3C KC KD", stock=["9D", *rest])
    table.build("2C", "7C", 9)
    assert table.proven_infractions() == []
    table.trail("QC")
    table.take("9D", builds="b1")
    table.trail("QD")
    while not table.proven_infractions():
        table.trail_unseen(1)
    assert table.proven_infractions()[0][:3] == ("casino.improper-build", 0, 3)


# Builds that the log proves when they are made (casino.improper-build)


def last_card(enforcement: str) -> CasinoTable:
    """Hands unseen, each at its last card, seat 0 to play; b1 stands for 6 beside the loose 7C."""
    table = CasinoTable(enforcement=enforcement)
    table.deal(table="7C 5D KC KD")
    table.trails("JC JD JH QD QC")
    table.build("AC", "5D", 6)
    return table


def every_taker_elsewhere(enforcement: str) -> CasinoTable:
    """Hands unseen, with every nine on the table or shown by another seat."""
    table = CasinoTable(seats=3, dealer=2, enforcement=enforcement)
    table.deal(table="7C 9C 9D 9H")
    table.say("reveal", seat=1, cards=["9S"])
    return table


def rest_shown(enforcement: str) -> CasinoTable:
    """Three cards of the hand shown, none of them a nine, and the fourth unseen."""
    table = CasinoTable(enforcement=enforcement)
    table.deal(table="7C 5D KC KD")
    table.say("reveal", seat=0, cards=["JC", "JD", "JH"])
    return table


Position = Callable[[str], CasinoTable]
BUILD = ("build", "2C", "7C", 9)
CANNOT_KEEP = [
    pytest.param(last_card, BUILD, "it is the last card of its hand", "known", [], id="build with the last card"),
    pytest.param(last_card, ("duplicate", "6H", "", "b1"), "last card", "known", [], id="duplicate with the last card"),
    pytest.param(last_card, ("lift", "3C", "b1", 9), "last card", "known", [], id="raise with the last card"),
    pytest.param(
        every_taker_elsewhere,
        BUILD,
        "9C 9D 9H 9S cannot be in its hand",
        "elsewhere",
        ["9C", "9D", "9H", "9S"],
        id="every nine elsewhere",
    ),
    pytest.param(rest_shown, BUILD, "it holds JC JD JH", "known", ["JC", "JD", "JH"], id="the rest of the hand shown"),
]


@pytest.mark.parametrize(("position", "play", "why", "evidence", "cards"), CANNOT_KEEP)
def test_improper_build_that_its_maker_cannot_take_is_refused_in_strict(
    position: Position, play: tuple[Any, ...], why: str, evidence: str, cards: list[str]
) -> None:
    table = position("strict")
    refusal = table.no(*play)
    assert (refusal.code, refusal.rule, why in refusal.text.en) == ("irregular", "casino.improper-build", True)


@pytest.mark.parametrize(("position", "play", "why", "evidence", "cards"), CANNOT_KEEP)
def test_improper_build_that_its_maker_cannot_take_is_proven_at_once_in_record(
    position: Position, play: tuple[Any, ...], why: str, evidence: str, cards: list[str]
) -> None:
    table = position("record")
    name, *words = play
    getattr(table, name)(*words)
    at = table.match.version
    assert ("casino.improper-build", 0, at, at) in table.proven_infractions()
    infraction = next(i for i in table.view()["infractions"] if i["version"] == at)
    assert infraction["evidence"] == {"how": evidence, **({"cards": cards} if cards else {})}


@pytest.mark.parametrize("position", [last_card, every_taker_elsewhere, rest_shown])
def test_legal_lists_no_build_that_its_maker_cannot_take(position: Position) -> None:
    table = position("strict")
    assert [play for play in table.may("build") if play.endswith("=9")] == []


def test_claim_of_an_improper_build_waits_for_the_cards_and_is_upheld() -> None:
    table = built_nine("7C 3C KC KD")
    table.say("claim", by=1, against=0, kind="improper-build", at=3)
    assert table.view()["claims"][0]["status"] == "pending"
    table.take("9D", builds="b1")
    table.trails("JC QC JD QD JH")
    claim = table.view()["claims"][0]
    assert (claim["status"], claim["ruled_at"]) == ("upheld", 10)
    assert table.view()["score"]["totals"] == [-1, 1]


def test_claim_upheld_by_a_ruling_costs_the_same() -> None:
    table = built_nine("7C 3C KC KD")
    table.say("claim", by=1, against=0, kind="improper-build", at=3)
    table.say("ruling", claim="c1", upheld=True, reason="lo dijo")
    assert table.view()["score"]["totals"] == [-1, 1]
    assert table.match.ledger.infractions[0].status == "proven"


def test_claim_of_a_proper_build_is_rejected() -> None:
    table = CasinoTable()
    table.deal("2C 9C 3D 4D", None, table="7C 3C KC KD")
    table.build("2C", "7C", 9)
    table.say("claim", by=1, against=0, kind="improper-build", at=3)
    assert table.view()["claims"][0]["status"] == "rejected"


@pytest.mark.parametrize("upheld", [True, False])
def test_a_claim_made_again_after_the_end_is_for_the_referee(upheld: bool) -> None:
    """A withdrawal drops the first claim; the build was never settled, so a ruling on the second settles it."""
    table = CasinoTable(seats=3)
    table.deal(table="7C 3C KC KD")
    table.build("2C", "7C", 9, seat=2)
    table.say("claim", by=0, against=2, kind="improper-build", at=3)
    table.say("withdraw", seat=1, reason="se va")
    statuses = [[c["status"] for c in table.view()["claims"]], [i["status"] for i in table.view()["infractions"]]]
    assert statuses == [["rejected"], ["dismissed"]]
    table.say("claim", by=0, against=2, kind="improper-build", at=3)
    assert [i["status"] for i in table.view()["infractions"]] == ["open"]
    table.say("ruling", claim="c2", upheld=upheld, reason="lo vi")
    statuses = [[c["status"] for c in table.view()["claims"]], [i["status"] for i in table.view()["infractions"]]]
    assert statuses == [["rejected", "upheld" if upheld else "rejected"], ["proven" if upheld else "dismissed"]]
