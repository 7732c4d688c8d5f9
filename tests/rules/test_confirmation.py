"""confirm.sides: a hand is final once each side has confirmed it, and the match is over with the last of them."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from referee.errors import Finished, Impossible, Irregular
from referee.match.confirmation import held
from referee.match.entries import line
from referee.match.facts import Fact, HandAwaitsConfirmation, Scored
from referee.match.registry import tag
from referee.match.vocabulary import Note
from referee.review.audit import audit
from referee.review.dispute import dispute_record
from referee.review.whatif import without
from tests.support.casino import CasinoTable
from tests.support.guinote_hands import CUT, LIAR, accuse
from tests.support.guinote_table import arrastre
from tests.support.hearts import deals, play_round
from tests.support.logged import LoggedTable, state
from tests.support.table import Table

FALSE_CANTE = Path(__file__).parents[1] / "data" / "played" / "guinote-false-cante.jsonl"
CARD = {"seat": 1, "card": "black", "reason": "insulta"}


def two(**opening: Any) -> LoggedTable:
    """Hearts of two over two rounds, closed with two keys."""
    opening = {"confirm": "sides", "first_dealer": 0, "params": {"rounds": 2}} | opening
    return LoggedTable("hearts.castillar", 2, **opening)


def four() -> LoggedTable:
    return LoggedTable("hearts.castillar", 4, confirm="sides", first_dealer=0, params={})


def tags(facts: list[Fact]) -> list[str]:
    return [tag(type(fact)) for fact in facts]


def waiting(table: Table) -> tuple[Any, Any]:
    """Which hand is being closed, and who is missing."""
    found = table.view()["confirmation"]
    return (found["hand"], found["missing"]) if found else (None, None)


def stands(table: Table) -> tuple[str, str]:
    view = table.view()
    return view["status"], view["phase"]


# A hand awaits each side


def test_a_counted_hand_awaits_every_side() -> None:
    table = two()
    assert table.view()["confirmation"] is None
    play_round(table, 12, 14)
    assert tags([fact for version, fact in table.facts if version == table.match.version])[-1] == (
        "hand_awaits_confirmation"
    )
    view = table.view()
    assert view["confirmation"] == {"hand": 1, "confirmed": [], "missing": [0, 1]}
    assert (view["phase"], view["turn"], view["hand"], view["score"]["totals"]) == ("confirm", None, 1, [12, 14])
    assert table.moves() == [{"type": "confirm", "side": side, "hand": 1} for side in (0, 1)]
    assert table.moves(0) == table.moves()


@pytest.mark.parametrize("enforcement", ["record", "strict"])
def test_no_hand_is_dealt_before(enforcement: str) -> None:
    table = two(enforcement=enforcement)
    play_round(table, 12, 14)
    table.confirm(1)
    for deal in ({}, {"shuffle": True}):
        refusal = table.refusal("deal", **deal)
        assert (type(refusal), refusal.rule, refusal.seat) == (Irregular, "confirm.sides", None)
        assert [(event.side, event.hand) for event in refusal.extra["alternatives"]] == [(0, 1)]
        assert refusal.text.es and "0" in refusal.text.en
    table.confirm(0)
    table.say("deal")
    assert (table.view()["phase"], waiting(table)) == ("play", (None, None))


def test_what_no_deal_could_be_is_impossible_all_the_same() -> None:
    table = two()
    play_round(table, 12, 14)
    assert isinstance(table.refusal("deal", hands=[["2C"], ["2C"]]), Impossible)
    assert isinstance(table.refusal("play", seat=0, card="2C"), Impossible)
    assert isinstance(table.refusal("redeal", reason="x"), Impossible)


def test_each_side_confirms_once_the_hand_that_is_awaited() -> None:
    table = two()
    assert isinstance(table.refusal("confirm", side=0, hand=1), Impossible)
    play_round(table, 12, 14)
    assert tags(table.confirm(0)) == ["side_confirmed"]
    assert table.view()["confirmation"] == {"hand": 1, "confirmed": [0], "missing": [1]}
    assert table.moves() == [{"type": "confirm", "side": 1, "hand": 1}]
    for side, hand in ((0, 1), (2, 1), (1, 2), (0, 2)):
        assert isinstance(table.refusal("confirm", side=side, hand=hand), Impossible)
    assert tags(table.confirm(1)) == ["side_confirmed", "hand_confirmed"]
    assert table.view()["confirmation"] == {"hand": 1, "confirmed": [0, 1], "missing": []}
    assert table.view()["phase"] == "deal"
    assert table.moves() == deals(1)
    assert isinstance(table.refusal("confirm", side=1, hand=1), Impossible)
    play_round(table, 12, 14)
    assert isinstance(table.refusal("confirm", side=0, hand=1), Impossible)
    assert waiting(table) == (2, [0, 1])


def test_the_match_ends_with_the_last_confirmation() -> None:
    table = two()
    for _ in (1, 2):
        play_round(table, 12, 14)
        assert (table.view()["status"], table.view()["result"]) == ("open", None)
        table.confirm(0)
        facts = table.confirm(1)
    assert tags(facts) == ["side_confirmed", "hand_confirmed", "match_ended"]
    assert stands(table) == ("finished", "over")
    assert table.view()["result"]["ranking"] == [[0], [1]]
    assert waiting(table) == (None, None)
    assert isinstance(table.refusal("confirm", side=0, hand=2), Finished)


def test_where_nobody_asked_for_it_nothing_awaits() -> None:
    table = Table("hearts.castillar", 2, first_dealer=0, params={"rounds": 2})
    play_round(table, 12, 14)
    assert "confirmation" not in table.view()
    assert table.say("confirm", side=0, hand=1) == []
    table.say("confirm", side=0, hand=1)
    play_round(table, 12, 14)
    assert table.view()["status"] == "finished"
    assert not [fact for _, fact in table.facts if "confirm" in tag(type(fact))]


def test_pairs_confirm_as_one_side() -> None:
    table = arrastre(*CUT, turn_up="3C", leader=0, known=(), confirm="sides")
    table.plays("1O", "2O", "6O", "7O")
    while table.match.state.in_hand():
        table.tell(next(event for event in table.moves() if event["type"] == "play"))
    assert waiting(table) == (1, [0, 1])
    assert isinstance(table.refusal("confirm", side=2, hand=1), Impossible)


# What may come meanwhile


def test_notes_cards_and_claims_still_come_and_void_nothing() -> None:
    table = two()
    play_round(table, 12, 14)
    table.confirm(0)
    table.say("note", text="cuentan otra vez")
    table.say("sanction", **CARD)
    table.say("claim", by=0, against=1, kind="revoke", at=4)
    assert waiting(table) == (1, [1])


def test_a_card_that_costs_points_voids_the_confirmations() -> None:
    table = four()
    play_round(table, 3, 17, 6, 0)
    table.confirm(0, 2)
    facts = table.say("sanction", **CARD)
    assert tags(facts) == ["sanctioned", "scored", "hand_awaits_confirmation"]
    assert (waiting(table), table.match.ledger.totals) == ((1, [0, 1, 2, 3]), [3, 43, 6, 0])
    table.confirm()
    table.say("sanction", **CARD | {"card": "yellow"})
    assert waiting(table) == (1, [])
    table.say("sanction", **CARD)
    assert waiting(table) == (1, [0, 1, 2, 3])


def test_a_retract_into_the_hand_takes_the_confirmations_back() -> None:
    table = two()
    play_round(table, 12, 14)
    last = table.match.version
    table.confirm(0)
    table.say("retract", to=last - 1, reason="mal leída")
    assert (stands(table), waiting(table)) == (("open", "play"), (None, None))
    table.tell(table.moves()[0])
    assert waiting(table) == (1, [0, 1])
    table.confirm(1, 0)
    table.say("retract", to=table.match.version - 1, reason="no era ella")
    assert waiting(table) == (1, [0])


def test_a_retract_of_the_last_confirmation_opens_the_match_again() -> None:
    table = two(params={"rounds": 1})
    play_round(table, 12, 14)
    table.confirm()
    assert stands(table) == ("finished", "over")
    table.say("retract", to=table.match.version - 1, reason="no era él")
    assert (stands(table), waiting(table), table.view()["result"]) == (("open", "confirm"), (1, [1]), None)
    table.confirm(1)
    assert table.view()["result"]["winner_sides"] == [0]


def test_a_withdrawal_waits_for_nobody() -> None:
    table = two(params={"rounds": 1})
    play_round(table, 12, 14)
    table.confirm(1)
    table.say("withdraw", seat=0, reason="se va")
    result = table.view()["result"]
    assert (stands(table), result["reason"], result["winner_sides"]) == (("finished", "over"), "withdraw", [1])
    assert waiting(table) == (None, None)
    table.say("withdraw", seat=1, reason="también")
    assert table.view()["status"] == "abandoned"


def test_a_deal_taken_back_leaves_the_hand_before_it_confirmed() -> None:
    table = two()
    play_round(table, 12, 14)
    table.confirm()
    table.say("deal")
    table.say("retract", to=table.match.version - 1, reason="baraja incompleta")
    assert (waiting(table), table.moves()[0]["type"]) == ((1, []), "deal")


# Rulings and claims that change what was confirmed


def cut_short(*partidas: int) -> Table:
    """Guiñote: 101 in the vueltas stops the hand, and with it falls a claim that a reveal would prove."""
    table = arrastre(*CUT, turn_up="3C", leader=0, known=(), vueltas=(-200, -200), confirm="sides")
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


@pytest.mark.parametrize("confirmed", [(), (1,), (0, 1)])
@pytest.mark.parametrize("partidas", [(0, 0), (2, 1)], ids=["a partida", "the coto"])
def test_a_hand_that_goes_on_is_confirmed_by_nobody(confirmed: tuple[int, ...], partidas: tuple[int, int]) -> None:
    """A false cante had ended it: proven, the hand stands where it was."""
    table = arrastre(*LIAR, turn_up="3C", leader=0, known=(), vueltas=(-200, -200), confirm="sides")
    table.match.ledger.tallies["partidas"][:] = partidas
    table.match.ledger.totals = [70, 60]
    table.say("cante", seat=0, value=40)
    over = partidas == (2, 1)
    assert (stands(table), waiting(table)) == (("open", "confirm"), (2, [0, 1]))
    for side in confirmed:
        table.confirm(side)
    assert table.view()["status"] == ("finished" if over and len(confirmed) == 2 else "open")
    facts = table.say("reveal", seat=0, cards=LIAR[0].split())
    assert ("confirmation_void" in tags(facts)) == (not (over and len(confirmed) == 2))
    assert (stands(table), waiting(table)) == (("open", "arrastre"), (None, None))
    assert table.match.ledger.tallies["partidas"] == list(partidas)
    assert table.moves()[0]["type"] == "play"
    table.plays("1B", "5B", "2B", "7B")
    assert table.match.ledger.totals == [81, 60]


def test_a_match_whose_last_hand_was_ended_by_a_false_cante_goes_on() -> None:
    """From the first deal on; nobody saw the hands of the second."""
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
    assert [code for code, *_ in table.proven()] == ["casino.improper-build"]
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
    late = Scored(1, 5, "hearts.points")
    facts = held(Note("x"), [late], table.match.ledger, at)
    assert facts == [late, HandAwaitsConfirmation(1, (0, 1), closing.result)]


# The log


def whole() -> LoggedTable:
    """A match with everything in it: confirmations taken back, a card, an end."""
    table = two()
    play_round(table, 12, 14)
    table.confirm(0)
    table.say("retract", to=table.match.version - 1, reason="no era él")
    table.confirm(1, 0)
    play_round(table, 0, 26)
    table.say("sanction", **CARD)
    table.confirm(1)
    return table


def test_the_fold_of_the_log_stands_as_it_was_played() -> None:
    table = whole()
    assert state(table.folded()) == state(table.match)
    table.confirm()
    assert state(table.folded()) == state(table.match)
    for version, then in enumerate(table.past, 1):
        folded = type(then).fold("match", table.entries[:version])
        assert (folded.view(), folded.legal()) == (then.view(), then.legal())


def test_the_audit_agrees_and_names_who_confirmed() -> None:
    table = whole()
    table.confirm()
    report = audit(table.match, table.entries, [line(entry) for entry in table.entries])
    assert (report.differences, report.chain.intact) == ([], True)
    notes = [row.note for sheet in report.hands for row in sheet.rows if row.note and row.note["type"] == "confirm"]
    assert [(note["hand"], note["side"], note["recorded_by"]) for note in notes] == [
        (1, 1, "referee"),
        (1, 0, "referee"),
        (2, 1, "referee"),
        (2, 0, "referee"),
    ]


def test_without_a_confirmation_the_next_hand_could_not_have_been_dealt() -> None:
    table = two()
    play_round(table, 12, 14)
    table.confirm()
    confirmed = table.match.version
    table.say("deal")
    supposed = without("match", table.entries, confirmed)
    assert supposed.stopped_at == confirmed + 1
    assert supposed.match.phase == "confirm"


def test_a_dispute_is_told_also_while_its_hand_awaits() -> None:
    table = two()
    play_round(table, 12, 14)
    table.say("claim", by=0, against=1, kind="revoke", at=4)
    found = dispute_record(table.entries, "c1")
    assert (found.score_with.phase, found.score_without.phase) == ("confirm", "confirm")
