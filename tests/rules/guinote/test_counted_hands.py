"""Guiñote: cantes of a hand that was counted by its figures, claims against them, and a ruling that takes one back later."""

import inspect
import sys
from types import FrameType
from typing import Any

import pytest
from msgspec.structs import replace

from referee.errors import Impossible
from referee.games.guinote.facts import PointsVoid
from referee.match.aggregate import Match
from referee.match.facts import ClaimRuled, HandScored
from tests.support.logged import LoggedTable
from tests.support.table import Table


def after_ruling(*, in_vueltas: bool = False) -> Table:
    """An ida of 90 and 80 by its figures, with a 40 of side 0 that a ruling takes back: 50 and 80.

    `in_vueltas`: the vueltas were dealt before that ruling.
    """
    table = Table("guinote", 4, first_dealer=3)
    table.say("deal", dealer=3, turn_up="2O")
    table.plays("1C", "4C", "5C", "6C", first=0)
    table.say("cante", seat=0, value=40)
    at = table.match.version
    table.say("claim", by=1, against=0, kind="cante", at=at)
    count(table, tricks=[40, 80], last=0, cantes=[{"seat": 0, "value": 40}])
    assert table.match.ledger.totals == [90, 80]
    if in_vueltas:
        table.say("deal", dealer=0, turn_up="2O")
    assert ClaimRuled("c1", "upheld") in table.say("ruling", claim="c1", upheld=True, reason="se vio")
    assert table.match.ledger.totals == [50, 80]
    return table


def count(table: Table, **figures: Any) -> list[HandScored]:
    """Enters the figures of a hand, and returns its score."""
    facts = table.say("count", figures={"cantes": [], **figures})
    return [fact for fact in facts if isinstance(fact, HandScored)]


@pytest.mark.parametrize("in_vueltas", [False, True])
def test_vueltas_count_from_the_points_that_a_fallen_cante_of_the_ida_leaves(in_vueltas: bool) -> None:
    table = after_ruling(in_vueltas=in_vueltas)
    (score,) = count(table, tricks=[40, 80], last=1)
    assert (score.points, score.totals) == ((40, 90), (90, 170))
    assert table.match.ledger.tallies["partidas"] == [0, 1]


@pytest.mark.parametrize("in_vueltas", [False, True])
def test_nobody_said_101_who_has_it_only_with_a_fallen_cante(in_vueltas: bool) -> None:
    table = after_ruling(in_vueltas=in_vueltas)
    refusal = table.refusal("count", figures={"tricks": [40, 80], "last": 1, "cantes": [], "said": 0})
    assert isinstance(refusal, Impossible)
    assert "90" in refusal.text.en
    assert table.match.ledger.tallies["partidas"] == [0, 0]


@pytest.mark.parametrize("in_vueltas", [False, True])
def test_score_of_vueltas_has_all_their_points_after_a_cante_of_the_ida_fell(in_vueltas: bool) -> None:
    table = after_ruling(in_vueltas=in_vueltas)
    (score,) = count(table, tricks=[60, 60], last=1, said=0)
    assert (score.points, score.totals) == ((60, 60), (110, 140))


def test_void_vueltas_leave_a_fallen_cante_of_the_ida_fallen() -> None:
    table = after_ruling(in_vueltas=True)
    facts = table.say("redeal", reason="se cayó la baraja")
    assert not [fact for fact in facts if isinstance(fact, PointsVoid)]
    assert table.match.ledger.totals == [50, 80]

    (score,) = count(table, tricks=[60, 60], last=0, said=1)
    assert (score.points, score.totals) == ((60, 60), (110, 140))


@pytest.mark.parametrize("by_cards", [False, True])
def test_void_vueltas_of_an_older_log_go_on_from_the_points_that_its_ledger_has(by_cards: bool) -> None:
    """Older judges gave a fallen 40 of the ida back with the void vueltas: their logs stand at 90 and 80, not at 50 and 80."""
    table = LoggedTable("guinote", 4, first_dealer=3)
    table.say("deal", dealer=3, turn_up="2O")
    table.plays("1C", "4C", "5C", "6C", first=0)
    table.say("cante", seat=0, value=40)
    table.say("claim", by=1, against=0, kind="cante", at=table.match.version)
    count(table, tricks=[40, 80], last=0, cantes=[{"seat": 0, "value": 40}])
    table.say("deal", dealer=0, turn_up="2O")
    table.say("ruling", claim="c1", upheld=True, reason="se vio")
    table.say("redeal", reason="se cayó la baraja")
    entry = table.entries[-1]
    table.entries[-1] = replace(entry, facts=(*entry.facts, PointsVoid((90, 80))))
    table.match = Match.fold("match", table.entries)
    assert table.match.ledger.totals == [90, 80]
    if by_cards:
        table.say("deal", dealer=0, turn_up="2O")
    refusal = table.refusal("count", figures={"tricks": [60, 60], "last": 1, "cantes": []})
    assert isinstance(refusal, Impossible)
    # 90 and 60; 80, 60 and the last trick.
    assert "150" in refusal.text.en
    assert "110" not in refusal.text.en
    (score,) = count(table, tricks=[60, 60], last=1, said=0)
    assert (score.points, score.totals) == ((60, 60), (150, 140))


def test_figures_after_void_vueltas_are_of_the_next_ida_once_a_ruling_gives_the_partida_away() -> None:
    table = Table("guinote", 4, first_dealer=3)
    table.say("deal", dealer=3, turn_up="2O")
    cards = "11C 2C 4C 5C 7C 6C 2B 4B 11B 5B 6B 7B 11E 2E 4E 5E 1E 12B 6E 7E"
    table.plays(*cards.split(), first=0)
    table.say("claim", by=0, against=1, kind="renuncio", at=table.match.version - 2)
    count(table, tricks=[70, 50], last=1)
    table.say("deal", dealer=0, turn_up="2O")
    table.say("redeal", reason="se cayó la baraja")
    table.say("ruling", claim="c1", upheld=True, reason="se vio")
    assert table.match.ledger.tallies["partidas"] == [1, 0]
    (offer,) = [offer for offer in table.legal() if offer["type"] == "count"]
    assert "said" not in offer["choose"]["figures"]
    (score,) = count(table, tricks=[60, 60], last=1)
    assert (score.points, score.totals) == ((60, 70), (60, 70))
    assert table.match.ledger.tallies["partidas"] == [1, 0]


def test_cante_ruled_false_after_counted_vueltas_leaves_the_partida_to_the_side_that_won_it() -> None:
    table = Table("guinote", 4, first_dealer=3)
    table.say("deal", dealer=3, turn_up="2O")
    table.plays("1C", "4C", "5C", "6C", first=0)
    table.say("cante", seat=0, value=40)
    table.say("claim", by=1, against=0, kind="cante", at=table.match.version)
    count(table, tricks=[40, 80], last=0, cantes=[{"seat": 0, "value": 40}])
    (score,) = count(table, tricks=[11, 30], last=0, said=0)
    assert score.totals == (101, 110)
    table.say("ruling", claim="c1", upheld=True, reason="se vio")
    assert table.match.ledger.totals == [61, 110]
    assert table.match.ledger.tallies["partidas"] == [1, 0]
    assert table.match.phase == "deal"


# guinote.count: claims against cantes of such a hand


@pytest.mark.parametrize("is_dealt", [False, True])
def test_cante_that_only_figures_tell_is_not_claimed(is_dealt: bool) -> None:
    table = Table("guinote", 4, first_dealer=3)
    told = [{"seat": 0, "value": 20}, {"seat": 0, "value": 40}]
    count(table, tricks=[30, 90], last=1, cantes=told)
    at = table.match.version
    if is_dealt:
        table.say("deal", turn_up="2O")
    refusal = table.refusal("claim", by=1, against=0, kind="cante", at=at)
    assert (type(refusal), refusal.rule) == (Impossible, "guinote.cante")
    assert "figures" in refusal.text.en
    assert table.match.ledger.totals == [90, 100]


def test_cante_on_record_of_a_counted_hand_is_claimed_and_left_to_the_referee() -> None:
    table = Table("guinote", 4, first_dealer=3)
    table.say("deal", turn_up="2O")
    table.plays("1C", "4C", "5C", "6C", first=0)
    table.say("cante", seat=0, value=40)
    at = table.match.version
    count(table, tricks=[60, 60], last=1, cantes=[{"seat": 0, "value": 40}, {"seat": 1, "value": 20}])
    table.say("claim", by=1, against=0, kind="cante", at=at)
    assert [claim.status for claim in table.match.ledger.claims] == ["pending"]


def test_figures_keep_both_cantes_of_one_suit_on_record() -> None:
    table = Table("guinote", 4, first_dealer=3)
    table.say("deal", turn_up="2O")
    table.plays("1C", "4C", "5C", "6C", first=0)
    table.say("cante", seat=0, value=40)
    table.say("cante", seat=2, value=40)
    on_record = [{"seat": 0, "value": 40}, {"seat": 2, "value": 40}]
    third = {"tricks": [30, 90], "last": 1, "cantes": [*on_record, {"seat": 1, "value": 40}]}
    assert isinstance(table.refusal("count", figures=third), Impossible)
    assert isinstance(table.refusal("count", figures={**third, "cantes": on_record[:1]}), Impossible)
    (score,) = count(table, tricks=[30, 90], last=1, cantes=[*on_record, {"seat": 1, "value": 20}])
    assert score.points == (110, 120)


# The work of figures beside cantes on record that contradict each other

MOST_CALLS = 2_000
"""The most calls of functions that the figures of such a hand may take."""


def contradicting() -> tuple[Table, list[dict[str, Any]]]:
    """An arrastre in which seats 0 and 2 have both sung espadas and bastos, and those four cantes."""
    table = Table("guinote", 4, first_dealer=3)
    table.say("deal", turn_up="2O")
    table.plays("1C", "4C", "5C", "6C", first=0)
    table.plays("1B", "4B", "5B", "6B", "3B", "7B", "2B", "11B", "3C", "7C", "2C", "11C")
    sung = [{"seat": seat, "value": 20, "suit": suit} for seat in (0, 2) for suit in "EB"]
    for cante in sung:
        table.say("cante", **cante)
    return table, sung


def count_in_few_calls(table: Table, cantes: list[dict[str, Any]]) -> list[HandScored]:
    """Enters figures with these cantes; fails as soon as that takes more than `MOST_CALLS`."""
    calls = 0

    def count_call(frame: FrameType, event: str, function: object) -> None:
        nonlocal calls
        calls += event == "call"
        # What a generator raises while it is closed is lost, and the hook with it.
        if calls > MOST_CALLS and not frame.f_code.co_flags & inspect.CO_GENERATOR:
            raise AssertionError(f"more than {MOST_CALLS} calls")

    before = sys.getprofile()
    sys.setprofile(count_call)
    try:
        return count(table, tricks=[70, 50], last=1, cantes=cantes)
    finally:
        sys.setprofile(before)


@pytest.mark.parametrize("more", [1, 20, 196])
def test_more_cantes_than_there_can_be_are_refused_at_once(more: int) -> None:
    table, sung = contradicting()
    fresh: dict[str, Any] = {"seat": 1, "value": 20}
    with pytest.raises(Impossible, match=r"cantes\[6\]"):
        count_in_few_calls(table, [*sung, fresh, {"seat": 1, "value": 40}, *(more * [fresh])])
    with pytest.raises(Impossible):
        count_in_few_calls(table, (more + 4) * [fresh])


def test_figures_have_a_cante_of_each_suit_beside_those_on_record_that_contradict_others() -> None:
    table, sung = contradicting()
    (offer,) = [offer for offer in table.legal() if offer["type"] == "count"]
    assert offer["choose"]["figures"]["cantes"]["max"] == len(sung) + 2
    new: list[dict[str, Any]] = [{"seat": 1, "value": 40}, {"seat": 3, "value": 20, "suit": "C"}]
    (score,) = count_in_few_calls(table, [*new, *reversed(sung)])
    # 70 and 80 in cantes against 50, 60 in cantes and the last trick.
    assert score.points == (150, 120)


def test_cantes_on_record_keep_a_row_each_whatever_the_order_of_the_rows() -> None:
    """A row that names no suit may be either cante of its seat: it takes the one that the other row leaves."""
    table, sung = contradicting()
    rows = [{"seat": 0, "value": 20}, sung[0], {"seat": 2, "value": 20}, sung[3]]
    (score,) = count_in_few_calls(table, rows)
    assert score.points == (150, 60)
    assert sum(item.points for item in score.items if item.rule == "guinote.cante") == 80
