"""The keys of sides in the log: the giver of their PINs, and the version of the match that a confirmation confirms."""

from typing import Any

import pytest

from referee.audit.audit import audit
from referee.errors import Conflict, Impossible
from referee.match.closing.side_keys import PinGiven
from referee.match.entries import CONFIRMS, first_chain_flaw, line
from referee.match.ledger import Ledger
from tests.support.hearts import play_round
from tests.support.logged import LoggedTable


def two() -> LoggedTable:
    return LoggedTable("hearts.castillar", 2, confirm="sides", first_dealer=0, params={"rounds": 2})


def side_confirmation(table: LoggedTable, side: int, version: int | None = None) -> dict[str, Any]:
    return {"side": side, "hand": 1, "version": version or table.match.version}


def close_with_keys() -> LoggedTable:
    """A match of one hand, recorded by its figures, with every kind of key, while the hand is confirmed."""
    table = two()
    table.say("pin_set", side=0, by="referee")
    table.say("pin_set", side=1, by="player")
    table.say("count", figures={"points": [13, 13]})
    table.say("pin_reset", side=0, by="organizer", reason="lo ha olvidado")
    table.say("confirm", **side_confirmation(table, 0))
    table.say("confirm", **side_confirmation(table, 1))
    return table


def test_the_view_says_who_gave_each_pin_also_behind_a_retract() -> None:
    table = close_with_keys()
    pins = (
        PinGiven(0, "referee", 2, None),
        PinGiven(1, "player", 3, None),
        PinGiven(0, "organizer", 5, "lo ha olvidado"),
    )
    assert table.match.view().pins == pins
    table.say("retract", to=1, reason="otra vez")
    assert (table.match.view().pins, table.match.side_keys.is_dealt) == (pins, True)
    assert table.fold().side_keys == table.match.side_keys
    assert "pins" not in LoggedTable("hearts.castillar", 2, first_dealer=0).view()


def test_the_log_folds_to_the_same_keys_at_every_version() -> None:
    table = close_with_keys()
    for version, then in enumerate(table.past, 1):
        assert type(then).fold("match", table.entries[:version]).side_keys == then.side_keys


def test_a_pin_is_of_a_side_that_exists() -> None:
    assert isinstance(two().refusal("pin_set", side=2, by="player"), Impossible)


def test_an_entry_says_which_version_it_confirms_and_the_chain_covers_it() -> None:
    table = close_with_keys()
    lines = [line(entry) for entry in table.entries]
    assert [(entry["version"], entry[CONFIRMS]) for entry in lines if entry["type"] == "confirm"] == [(6, 5), (7, 6)]
    assert first_chain_flaw(lines) == (len(lines), None)
    forgery = [one | {CONFIRMS: 4} if CONFIRMS in one else one for one in lines]
    assert first_chain_flaw(forgery)[0] == 5


@pytest.mark.parametrize(("version", "is_taken"), [(1, False), (3, False), (4, True), (5, True), (6, False)])
def test_a_confirmation_is_of_the_match_as_it_stands_but_for_others_confirmations(version: int, is_taken: bool) -> None:
    table = two()
    table.say("note", text="antes")
    table.say("count", figures={"points": [13, 13]})
    table.say("note", text="después")
    table.say("confirm", **side_confirmation(table, 0))
    if is_taken:
        table.say("confirm", **side_confirmation(table, 1, version))
        assert table.view()["confirmation"]["missing"] == []
    else:
        assert isinstance(table.refusal("confirm", **side_confirmation(table, 1, version)), Conflict)


def test_a_record_from_before_names_no_version() -> None:
    table = two()
    table.say("count", figures={"points": [13, 13]})
    table.say("confirm", side=0, hand=1)
    assert CONFIRMS not in line(table.entries[-1])


def test_the_audit_tells_of_pins_apart_from_the_hands() -> None:
    table = close_with_keys()
    report = audit(table.match, table.entries, [line(entry) for entry in table.entries])
    assert [pin.version for pin in report.pins] == [2, 3, 5]
    notes = [row.note for sheet in report.hands for row in sheet.rows if row.note]
    assert [(note["type"], note.get(CONFIRMS)) for note in notes if note["type"] != "count"] == [
        ("confirm", 5),
        ("confirm", 6),
    ]
    assert (report.differences, report.chain.intact) == ([], True)


def test_a_match_of_one_key_keeps_no_record_of_pins() -> None:
    table = LoggedTable("hearts.castillar", 2, first_dealer=0, params={"rounds": 2})
    play_round(table, 12, 14)
    assert (table.view().get("pins"), table.match.ledger.closing) == (None, Ledger.blank(0, {}).closing)
