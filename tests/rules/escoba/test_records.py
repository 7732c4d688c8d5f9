"""A log of Escoba under review, and the records that ship as examples, each with the points that it shows."""

from typing import Any

import pytest

from referee.audit import audit as auditing
from referee.match.entries import line
from referee.match.state import ALL
from tests.support.logged import LoggedTable, state
from tests.support.records import play_record


def audit_table(table: LoggedTable) -> auditing.Audit:
    return auditing.audit(table.match, table.entries, [line(entry) for entry in table.entries])


@pytest.mark.parametrize("name", ["escoba-parejas", "scopa-sin-ver"])
def test_a_record_folds_to_the_same_and_the_audit_finds_what_was_stored(name: str) -> None:
    table = play_record(name, LoggedTable)
    assert state(table.fold()) == state(table.match)
    report = audit_table(table)
    assert (report.differences, report.chain.intact) == ([], True)
    totals = [sum(o.points for o in report.points if o.side == side) for side in range(table.match.state.sides)]
    assert totals == table.match.ledger.totals
    assert [sheet.totals for sheet in report.hands][-1] == tuple(totals)
    steps = list(auditing.replay(table.match, table.entries, ALL))
    assert [step.version for step in steps] == list(range(1, table.match.version + 1))


def test_pairs_take_a_wrong_sum_back_and_lift_what_the_others_left() -> None:
    table = play_record("escoba-parejas", LoggedTable)
    assert table.proven_infractions() == []
    assert [fact.card for _, fact in table.facts if type(fact).__name__ == "EscobaCardOwed"]  # type: ignore[attr-defined]
    cells = [cell.text for sheet in audit_table(table).hands for row in sheet.rows for cell in row.cells if cell]
    assert any("↑" in cell for cell in cells)
    assert any("×" in cell for cell in cells)
    result: dict[str, Any] = table.view()["result"]
    assert (table.view()["score"]["totals"], result["winner_sides"], result["margin"]) == ([3, 9], [1], 6)


def test_a_card_that_had_to_take_is_proven_with_no_hand_seen() -> None:
    table = play_record("scopa-sin-ver", LoggedTable)
    assert table.proven_infractions() == [("scopa.must-take", 1, 11, 11)]
    assert table.view()["score"]["totals"] == [5, 7]


def test_the_audit_knows_what_is_owed_after_a_play_taken_back() -> None:
    """Today's rules judge each entry as the stored entry was judged."""
    table = LoggedTable("escoba", 2, first_dealer=1)
    table.say("deal", table=["1O", "2O", "10O", "1B"])
    table.say("take", seat=0, card="7C", cards=["2O"])
    table.say("retract", to=2, reason="reclamada")
    table.say("trail", seat=0, card="5C")
    assert table.proven_infractions() == [("escoba.illegal-play", 0, 5, 5)]
    assert audit_table(table).differences == []
    assert state(table.fold()) == state(table.match)
