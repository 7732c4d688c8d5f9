"""confirm.sides: rulings, claims and proofs that change a confirmed hand, or the end of the match."""

import json
from pathlib import Path

import pytest
from msgspec import UNSET

from referee.errors import Irregular
from referee.match.closing.confirmation import with_confirmations
from referee.match.events import Note
from referee.match.facts import HandAwaitsConfirmation, PointsScored
from tests.support.casino import CasinoTable
from tests.support.confirming import stands, tags, two, waiting
from tests.support.guinote_hands import CUT, LIAR, accuse
from tests.support.guinote_table import arrastre
from tests.support.hearts import play_round
from tests.support.table import Table

FALSE_CANTE = Path(__file__).parents[2] / "data" / "played" / "guinote-false-cante.jsonl"


def cut_short(*partidas: int) -> Table:
    """Guiñote: 101 in the vueltas stops the hand, and a claim that a reveal would prove is withdrawn."""
    table = arrastre(*CUT, turn_up="3C", leader=0, known_seats=(), vueltas=(-200, -200), confirm="sides")
    table.match.ledger.totals = [95, 60]
    table.match.ledger.tallies["partidas"] = list(partidas) or [0, 0]
    table.plays("1O", "2O", "5B")
    accuse(table, table.match.version, by=3, against=2)
    table.plays("7O")
    assert (stands(table), waiting(table)) == (("open", "confirm"), (2, [0, 1]))
    return table


def test_a_claim_upheld_voids_what_was_confirmed() -> None:
    table = cut_short()
    table.confirm(0)
    assert table.match.ledger.tallies["partidas"] == [1, 0]
    facts = table.say("reveal", seat=2, cards=["6O"])
    assert tags(facts)[-2:] == ["hand_awaits_confirmation", "match_restated"]
    assert (table.match.ledger.tallies["partidas"], waiting(table)) == ([0, 1], (2, [0, 1]))
    table.confirm()
    assert table.moves()[0]["type"] == "deal"


def test_a_claim_upheld_after_both_have_confirmed_asks_them_again() -> None:
    table = cut_short()
    table.confirm()
    assert waiting(table) == (2, [])
    table.say("reveal", seat=2, cards=["6O"])
    assert waiting(table) == (2, [0, 1])


def test_a_reveal_that_proves_nothing_voids_nothing() -> None:
    table = cut_short()
    table.confirm(1)
    table.say("reveal", seat=2, cards=["4C", "5C"])
    assert waiting(table) == (2, [0])


@pytest.mark.parametrize("sides", [(), (1,), (0, 1)])
@pytest.mark.parametrize("partidas", [(0, 0), (2, 1)], ids=["a partida", "the coto"])
def test_a_hand_that_goes_on_is_confirmed_by_nobody(sides: tuple[int, ...], partidas: tuple[int, int]) -> None:
    """A false cante had ended it: once proven, the hand stands as before."""
    table = arrastre(*LIAR, turn_up="3C", leader=0, known_seats=(), vueltas=(-200, -200), confirm="sides")
    table.match.ledger.tallies["partidas"][:] = partidas
    table.match.ledger.totals = [70, 60]
    table.say("cante", seat=0, value=40)
    over = partidas == (2, 1)
    assert (stands(table), waiting(table)) == (("open", "confirm"), (2, [0, 1]))
    for side in sides:
        table.confirm(side)
    assert table.view()["status"] == ("finished" if over and len(sides) == 2 else "open")
    facts = table.say("reveal", seat=0, cards=LIAR[0].split())
    goes_on = over and len(sides) == 2
    assert ("confirmation_void" in tags(facts), "match_restated" in tags(facts)) == (not goes_on, goes_on)
    assert (stands(table), waiting(table)) == (("open", "arrastre"), (None, None))
    assert table.match.ledger.tallies["partidas"] == list(partidas)
    assert table.moves()[0]["type"] == "play"
    table.plays("1B", "5B", "2B", "7B")
    assert table.match.ledger.totals == [81, 60]


def test_a_match_whose_last_hand_was_ended_by_a_false_cante_goes_on() -> None:
    """The log runs from the first deal on; the hands of the second are unseen."""
    table = Table("guinote", 4, first_dealer=3, confirm="sides")
    *before, reveal = map(json.loads, FALSE_CANTE.read_text(encoding="utf-8").splitlines())
    for event in before:
        table.tell(event)
    assert (stands(table), waiting(table)) == (("open", "confirm"), (2, [0, 1]))
    assert tags(table.tell(reveal))[-2:] == ["partida_reopened", "confirmation_void"]
    assert (stands(table), waiting(table)) == (("open", "arrastre"), (None, None))


def test_a_claim_that_ends_the_hand_early_awaits_confirmation() -> None:
    table = arrastre(*CUT, turn_up="3C", leader=0, confirm="sides")
    table.plays("1O", "2O", "5B")
    facts = table.say("claim", by=3, against=2, kind="renuncio", at=table.match.version)
    assert "hand_awaits_confirmation" in tags(facts) and tags(facts)[-1] == "match_restated"
    assert (table.match.ledger.hands[-1].points, waiting(table)) == (None, (1, [0, 1]))
    assert isinstance(table.refusal("deal", turn_up="1B"), Irregular)
    table.confirm()
    table.say("deal", turn_up="1B")


def test_what_the_referee_decides_once_the_match_is_over_is_not_confirmed() -> None:
    table = cut_short(2, 2)
    table.confirm()
    assert table.view()["result"]["winner_sides"] == [0]
    table.say("reveal", seat=2, cards=["6O"])
    assert (stands(table), table.view()["result"]["winner_sides"]) == (("finished", "over"), [1])


def test_what_changes_the_end_before_it_is_confirmed_changes_it_to_the_other_side() -> None:
    table = cut_short(2, 2)
    table.confirm(0)
    facts = table.say("reveal", seat=2, cards=["6O"])
    assert "match_ended" not in tags(facts)
    assert (stands(table), waiting(table)) == (("open", "confirm"), (2, [0, 1]))
    table.confirm()
    assert table.view()["result"]["winner_sides"] == [1]


def test_a_match_lost_at_once_is_lost_no_more_while_it_awaits_confirmation() -> None:
    """Casino, a single deal of two: seat 1 lost by looking; the build of seat 0, which would have lost too, shows later."""
    table = CasinoTable(single_deal=True, confirm="sides")
    table.deal(table="7C 3C KC KD")
    table.build("2C", "7C", 9)
    table.say("looked", seat=1)
    assert (stands(table), waiting(table)) == (("open", "confirm"), (1, [0, 1]))
    table.confirm(0)
    table.say("reveal", seat=0, cards=["JC", "JD", "JH"])
    assert [code for code, *_ in table.proven_infractions()] == ["casino.improper-build"]
    assert (waiting(table), len(table.match.ledger.hands)) == ((1, [1]), 1)
    table.confirm(1)
    result = table.view()["result"]
    assert (result["winner_sides"], result["reason"], table.view()["score"]["totals"]) == ([0], "casino.loses", [0, 0])


def test_an_end_that_awaits_confirmation_stays_where_only_figures_change() -> None:
    """No game of today moves points so late; the end is kept for one that will."""
    table = two(params={"rounds": 1})
    play_round(table, 12, 14)
    table.confirm(0)
    closing, at = table.match.ledger.closing, table.match.version + 1
    assert closing is not UNSET and closing.result is not None
    late = PointsScored(1, 5, "hearts.points")
    facts = with_confirmations(Note("x"), [late], table.match.ledger, at)
    assert facts == [late, HandAwaitsConfirmation(1, (0, 1), closing.result)]
