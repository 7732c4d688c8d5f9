"""confirm.sides: a hand is final once each side has confirmed it, and the match is over with the last of them."""

import pytest

from referee.audit.audit import audit
from referee.audit.dispute import dispute_record
from referee.audit.whatif import without
from referee.errors import Impossible, Irregular, MatchOver
from referee.match.entries import line
from referee.match.registry import tag
from tests.support.confirming import four, stands, tags, two, waiting
from tests.support.guinote_hands import CUT
from tests.support.guinote_table import arrastre
from tests.support.hearts import deals, play_out, play_round
from tests.support.logged import LoggedTable, state
from tests.support.table import Table

CARD = {"seat": 1, "card": "black", "reason": "insulta"}


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
    assert table.moves() == [
        {"type": "confirm", "side": side, "hand": 1, "version": table.match.version} for side in (0, 1)
    ]
    assert table.moves(0) == table.moves()


@pytest.mark.parametrize("enforcement", ["record", "strict"])
def test_no_hand_is_dealt_before(enforcement: str) -> None:
    table = two(enforcement=enforcement)
    table.say("deal")
    play_out(table)
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
    assert table.moves() == [{"type": "confirm", "side": 1, "hand": 1, "version": table.match.version}]
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
    assert isinstance(table.refusal("confirm", side=0, hand=2), MatchOver)


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
    table = arrastre(*CUT, turn_up="3C", leader=0, known_seats=(), confirm="sides")
    table.plays("1O", "2O", "6O", "7O")
    while table.match.state.in_hand():
        table.tell(next(event for event in table.moves() if event["type"] == "play"))
    assert waiting(table) == (1, [0, 1])
    assert isinstance(table.refusal("confirm", side=2, hand=1), Impossible)


# Events that may come meanwhile


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
    assert state(table.fold()) == state(table.match)
    table.confirm()
    assert state(table.fold()) == state(table.match)
    for version, then in enumerate(table.past, 1):
        fold = type(then).fold("match", table.entries[:version])
        assert (fold.view(), fold.legal()) == (then.view(), then.legal())


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
    version = table.match.version
    table.say("deal")
    hypothesis = without("match", table.entries, version)
    assert hypothesis.stopped_at == version + 1
    assert hypothesis.match.phase == "confirm"


def test_a_dispute_is_told_also_while_its_hand_awaits() -> None:
    table = two()
    play_round(table, 12, 14)
    table.say("claim", by=0, against=1, kind="revoke", at=4)
    report = dispute_record(table.entries, "c1")
    assert (report.score_with.phase, report.score_without.phase) == ("confirm", "confirm")
