"""Guiñote: the disputed cante, and the consequences of a false one."""

import pytest

from referee.errors import Impossible
from referee.match.facts import MatchEnded, MatchRestated
from tests.support.guinote_hands import LIAR, PAIRS, accuse, claims, game, partidas
from tests.support.guinote_table import arrastre
from tests.support.table import Table

# Cantes


@pytest.mark.parametrize(("value", "status"), [(20, "rejected"), (40, "upheld")])
def test_cante_claim_of_a_known_hand_is_judged_at_once(value: int, status: str) -> None:
    table = arrastre(*PAIRS, turn_up="3C", leader=0)
    table.say("cante", seat=0, value=value)
    totals = table.match.ledger.totals[:]
    accuse(table, table.match.version, by=1, against=0, kind="cante")
    assert claims(table) == [status]
    assert table.match.ledger.totals == totals
    assert partidas(table) == [0, 0]
    assert table.view()["turn"] == 0


@pytest.mark.parametrize("way", ["reveal", "ruling"])
def test_cante_claim_upheld_takes_the_points_and_the_hand_goes_on(way: str) -> None:
    table = arrastre(*LIAR, turn_up="3C", leader=0, known_seats=())
    start = table.match.ledger.totals[:]
    table.say("cante", seat=0, value=40)
    at = table.match.version
    accuse(table, at, by=1, against=0, kind="cante")
    assert (claims(table), table.match.ledger.totals) == (["pending"], [start[0] + 40, start[1]])
    if way == "reveal":
        table.say("reveal", seat=0, cards=LIAR[0].split())
    else:
        table.say("ruling", claim="c1", upheld=True, reason="enseñó la mano")
    assert (claims(table), table.match.ledger.totals) == (["upheld"], start)
    assert table.view()["turn"] == 0
    table.plays("1B")


def last_cante(partidas_before: tuple[int, int] = (0, 0), known_seats: tuple[int, ...] = ()) -> tuple[Table, int]:
    """Seat 0 sings 40 in the vueltas without the cards, and its side passes 101."""
    table = arrastre(*LIAR, turn_up="3C", leader=0, known_seats=known_seats, vueltas=(-200, -200))
    partidas(table)[:] = partidas_before
    table.match.ledger.totals = [70, 60]
    table.say("cante", seat=0, value=40)
    return table, table.match.version


def test_vueltas_a_cante_shown_before_it_is_sung_closes_for_good() -> None:
    table = arrastre(*LIAR, turn_up="3C", leader=0, known_seats=(), vueltas=(-200, -200))
    table.match.ledger.totals = [85, 60]
    table.say("reveal", seat=0, cards=["10O", "12O"])
    table.say("cante", seat=0, value=20, suit="O")
    at = table.match.version
    assert partidas(table) == [1, 0]
    accuse(table, at, by=1, against=0, kind="cante")
    assert claims(table) == ["rejected"]


def test_vueltas_a_false_cante_that_ended_the_partida_falls_and_the_hand_goes_on() -> None:
    table, at = last_cante()
    assert (partidas(table), table.view()["phase"]) == ([1, 0], "deal")
    assert table.match.ledger.totals == [110, 60]
    accuse(table, at, by=3, against=0, kind="cante")
    assert claims(table) == ["pending"]
    facts = table.say("reveal", seat=0, cards=LIAR[0].split())
    assert claims(table) == ["upheld"]
    assert table.proven_infractions() == [("guinote.cante", 0, at, table.match.version)]
    assert (partidas(table), table.match.ledger.totals) == ([0, 0], [70, 60])
    assert (table.view()["phase"], table.view()["turn"]) == ("arrastre", 0)
    assert len(table.match.ledger.hands) == 1
    assert isinstance(facts[-1], MatchRestated)
    assert table.view(0)["hands"][0] is None
    table.plays("1B", "5B", "2B", "7B")
    assert table.match.ledger.totals == [81, 60]


def test_vueltas_a_false_cante_shown_without_a_claim_falls_too() -> None:
    table, _ = last_cante()
    table.say("reveal", seat=0, cards=LIAR[0].split())
    assert (partidas(table), table.match.ledger.totals, table.view()["turn"]) == ([0, 0], [70, 60], 0)


def test_vueltas_a_claim_of_the_last_cante_ends_with_the_next_deal() -> None:
    table, at = last_cante()
    accuse(table, at, by=3, against=0, kind="cante")
    table.say("deal", turn_up="1B")
    assert (claims(table), partidas(table)) == (["rejected"], [1, 0])
    assert isinstance(table.refusal("claim", by=3, against=0, kind="cante", at=at), Impossible)


def test_vueltas_a_false_cante_that_won_the_coto_opens_the_match_again() -> None:
    table, at = last_cante((2, 1))
    assert table.match.ledger.status == "finished"
    accuse(table, at, by=3, against=0, kind="cante")
    table.say("reveal", seat=0, cards=LIAR[0].split())
    assert (table.match.ledger.status, table.match.ledger.result) == ("open", None)
    assert partidas(table) == [2, 1]
    table.plays("1B")


def test_vueltas_a_false_cante_that_was_not_needed_leaves_the_partida() -> None:
    table = arrastre(*LIAR, turn_up="3C", leader=0, known_seats=(), vueltas=(-200, -200))
    table.match.ledger.totals = [50, 60]
    table.say("cante", seat=0, value=40)
    at = table.match.version
    table.match.ledger.totals = [135, 60]
    table.plays("1B", "5B", "2B", "7B")
    points = table.match.ledger.hands[-1].points
    assert (partidas(table), table.match.ledger.totals) == ([1, 0], [146, 60])
    table.say("reveal", seat=0, cards=["10O", "12O", "10E", "12E", "4B"])
    assert table.proven_infractions() == [("guinote.cante", 0, at, table.match.version)]
    assert (partidas(table), table.match.ledger.totals) == ([1, 0], [106, 60])
    assert points is not None
    assert table.match.ledger.hands[-1].points == (points[0] - 40, points[1])
    assert [type(fact) for _, fact in table.facts].count(MatchEnded) == 0


def reopen_hand() -> Table:
    """Seat 0 reached 101 by a false cante at 10, which stopped the hand and rejected a claim against seat 1. It fell at 11."""
    table = Table("guinote", 2, params={"pack": 48}, first_dealer=0)
    for event in (
        {"type": "count", "figures": {"tricks": [70, 50], "last": 0, "cantes": []}},
        {"type": "deal", "turn_up": "9C"},
        {"type": "play", "seat": 1, "card": "9O"},
        {"type": "play", "seat": 0, "card": "7O"},
        {"type": "cante", "seat": 1, "value": 20},
        {"type": "play", "seat": 1, "card": "12B"},
        {"type": "claim", "by": 0, "against": 1, "kind": "cante", "at": 6},
        {"type": "play", "seat": 0, "card": "12C"},
        {"type": "cante", "seat": 0, "value": 20},
        {"type": "reveal", "seat": 0, "cards": ["4B", "10C", "9B", "8O", "2E", "5B"]},
    ):
        table.tell(event)
    assert (table.match.state.in_hand(), claims(table)) == (True, ["rejected"])
    return table


def test_vueltas_a_claim_that_101_rejected_is_upheld_by_a_proof_in_the_hand_that_goes_on() -> None:
    table = reopen_hand()
    version = table.match.version
    table.tell({"type": "reveal", "seat": 1, "cards": ["4E", "5E", "6E", "7E", "2O", "4O"]})
    claim = table.match.ledger.claims[0]
    assert (claim.status, claim.ruled_at) == ("upheld", version + 1)


def test_vueltas_figures_of_the_hand_that_goes_on_leave_its_undone_end_undone_until_the_next_deal() -> None:
    table = reopen_hand()
    assert game(table).undone_ends == (10,)
    table.say("count", figures={"tricks": [20, 100], "last": 1, "cantes": [{"seat": 1, "value": 20, "suit": "E"}]})
    assert game(table).undone_ends == (10,)
    table.say("deal", turn_up="1B")
    assert game(table).undone_ends == ()
