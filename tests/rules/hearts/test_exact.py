"""Logical consequences of small logs of Hearts, in `tests/data/exact/hearts*.json`; and the words of a refusal by counting."""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.errors import Breach
from referee.match.ledger import Evidence
from tests.support.hearts import castillar, deal, deal_unseen, lay
from tests.support.table import Table

FILES = sorted((Path(__file__).parents[2] / "data" / "exact").glob("hearts*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_log_is_judged_exactly(file: Path) -> None:
    case = json.loads(file.read_text(encoding="utf-8"))
    table = Table(case["ruleset"], case["seats"], params=case["params"], **case["opening"])
    for event in case["events"]:
        table.tell(event)
    if "said" in case:
        code, seat, version = case["said"]
        assert (code, seat, version) in {one[:3] for one in table.proven_infractions()}
        assert case["exact"] == "proven"
    if "ask" in case:
        event = table.match.codec.read(json.dumps(case["ask"]).encode())
        assert isinstance(table.match.check(event, table.match.version + 1), Breach)
        refusal = table.refusal(**as_arguments(case["ask"]))
        assert refusal.code == case["exact"]
        assert case["ask"] not in table.moves()


def as_arguments(event: dict[str, Any]) -> dict[str, Any]:
    return {"type_" if key == "type" else key: value for key, value in event.items()}


def test_refusal_by_counting_tells_the_count() -> None:
    table = castillar(2, enforcement="strict")
    deal_unseen(table)
    lay(table, "2C AC", first=0)
    refusal = table.refusal("play", seat=1, card="AH")
    assert (refusal.code, refusal.rule) == ("irregular", "hearts.lead-hearts")
    assert "24 cartas sin ver" in refusal.text.es
    assert "de las 49 que faltan por ver sólo 12 cumplirían la regla" in refusal.text.es
    assert "24 more cards unseen" in refusal.text.en


def test_heart_that_breaks_one_of_the_two_rules_of_the_first_trick_is_refused() -> None:
    """Seat 1 may lack clubs, and may hold nothing but points beside clubs; it cannot hold twenty-five cards of points."""
    table = castillar(2, enforcement="strict")
    deal_unseen(table)
    lay(table, "2C", first=0)
    refusal = table.refusal("play", seat=1, card="AH")
    assert (refusal.code, refusal.rule) == ("irregular", "hearts.first-trick")
    assert {card[1] for card in (event["card"] for event in table.moves())} == {"C", "D", "S"}


def test_heart_that_breaks_one_of_two_rules_names_none_in_the_log() -> None:
    table = castillar(2)
    deal_unseen(table)
    lay(table, "2C AH", first=0)
    assert table.proven_infractions() == []


def test_hand_that_is_left_over_is_as_good_as_known() -> None:
    table = castillar(2, enforcement="strict")
    deal(table, "23456789C 23456789D 23456H 23456S", unseen=(1,))
    lay(table, "2C")
    assert {event["card"] for event in table.moves()} == {"TC", "JC", "QC", "KC", "AC"}
    assert table.refusal("play", seat=1, card="AS").rule == "hearts.follow-suit"


def test_card_of_another_seat_proves_what_a_third_said() -> None:
    """Evidence by counting: the cards that were left to see when no room was left."""
    table = castillar()
    deal_unseen(table)
    lay(table, "2C 3C 4C AC AH 2H", first=0)
    table.say("claim", by=0, against=3, kind="revoke", at=11)
    assert table.view()["claims"][0]["status"] == "pending"
    lay(table, "3H")
    assert table.view()["claims"][0]["status"] == "upheld"
    evidence = table.match.ledger.infractions[0].evidence
    assert evidence == Evidence("counted", table.match.state.pack.cards(table.match.state.knowledge.free(0)))
    assert evidence.among(()) == Evidence("counted", None)


def test_claim_on_what_is_true_by_now_is_rejected_at_once() -> None:
    """Every club has been laid by seat 0 or seat 1, so the other seats hold none."""
    table = castillar(2)
    deal(table, "23456789TJQKAC 23456789TJQKAD", "23456789TJQKAH 23456789TJQKAS", unseen=(0, 1))
    lay(table, "2C 2S", first=0)
    for club, spade in zip("3456789TJQKA", "3456789TJQKA", strict=True):
        lay(table, f"{club}C {spade}S")
    table.say("claim", by=0, against=1, kind="revoke", at=4)
    assert table.view()["claims"][0]["status"] == "rejected"
