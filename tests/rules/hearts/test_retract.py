"""Retractions: the effect of a `retract`, and the cards that stay hidden though they no longer count."""

from typing import Any

from tests.support.hearts import SUITS, deal, deal_unseen, lay, play_on, play_out, play_round
from tests.support.logged import LoggedTable, state
from tests.support.table import Table


def table(**params: int) -> LoggedTable:
    return LoggedTable("hearts.castillar", 4, params=params, first_dealer=0)


def retract(match: Table, to: int) -> None:
    match.say("retract", to=to, reason="mal apuntado")


def counts(match: Table) -> dict[str, Any]:
    """Everything that counts, without the position in the log and without the secrets."""
    account = state(match.match)
    account.pop("version")
    ledger = account["ledger"].copy()
    ledger.hidden_from = ledger.never_over = None
    return {**account, "ledger": ledger}


def public_hands(match: LoggedTable) -> list[Any]:
    """The public's view of each deal's hands in the log."""
    return [line.get("hands") for line in match.lines(0) if line["type"] == "deal"]


def test_retract_equals_never_having_been() -> None:
    ours, theirs = table(), table()
    for match in (ours, theirs):
        deal(match, *SUITS)
        lay(match, "2C 3D 4H 5S")
    before = ours.match.version
    lay(ours, "3C 4D 5H")
    ours.say("sanction", seat=1, card="black", reason="conducta")
    ours.say("change", seat=2)
    ours.say("claim", by=0, against=1, kind="revoke", at=before + 2)
    retract(ours, before)
    assert counts(ours) == counts(theirs)


def test_retract_takes_an_infraction_back_and_the_hand_goes_on_as_if_the_card_had_not_been_laid() -> None:
    match = table()
    deal(match, *SUITS)
    lay(match, "2C 3D 4H 5S 3C 4D")
    match.say("play", seat=2, card="KH")
    retract(match, match.match.version - 1)
    assert "KH" in match.view()["hands"][2]
    assert match.view()["turn"] == 2
    match.say("play", seat=2, card="KH")
    assert match.view()["table"]["trick"] == ["3C", "4D", "KH"]


def test_retract_opens_a_finished_match_again() -> None:
    match = table(limit=26)
    play_round(match, 0, 1, 12, 13)
    play_round(match, 26, 0, 0, 0)
    assert match.view()["status"] == "finished"
    retract(match, match.match.version - 1)
    view = match.view()
    assert (view["status"], view["result"], view["score"]["totals"]) == ("open", None, [0, 1, 12, 13])
    assert (view["score"]["stars"], view["score"]["rounds_won"]) == ([1, 0, 0, 0], [1, 0, 0, 0])


def test_retract_of_a_retract_brings_back_what_the_first_took() -> None:
    match = table()
    deal(match, *SUITS)
    lay(match, "2C 3D 4H 5S 3C")
    version = match.match.version
    was = counts(match)
    retract(match, version - 3)
    lay(match, "TH")
    retract(match, version)
    assert counts(match) == was
    assert state(match.fold()) == state(match.match)


def test_retract_beyond_the_last_version_is_impossible() -> None:
    match = table()
    deal_unseen(match)
    for to in (match.match.version + 1, 1000):
        assert match.refusal("retract", to=to, reason="").code == "impossible"


def test_retract_to_the_opening_leaves_the_first_dealer_to_deal() -> None:
    match = LoggedTable("hearts.castillar", 4, first_dealer=3)
    play_round(match, 13, 13, 0, 0)
    assert match.view()["dealer"] == 2
    retract(match, 1)
    assert (match.view()["dealer"], match.view()["hand"], match.view()["phase"]) == (3, 1, "deal")


def test_retract_gives_a_claim_its_number_again() -> None:
    match = table()
    deal(match, *SUITS)
    lay(match, "2C 2D")
    version = match.match.version
    match.say("claim", by=0, against=1, kind="revoke", at=version)
    retract(match, version)
    match.say("claim", by=2, against=1, kind="revoke", at=version)
    assert [(c["claim"], c["by"]) for c in match.view()["claims"]] == [("c1", 2)]


def test_retract_to_before_a_change_gives_the_seat_its_one_change_back() -> None:
    match = table()
    deal(match, *SUITS)
    lay(match, "2C")
    match.say("change", seat=0)
    retract(match, match.match.version - 1)
    match.say("change", seat=0)
    assert match.proven_infractions() == []
    assert match.view()["score"]["changes"] == [1, 0, 0, 0]


def test_hands_retracted_stay_hidden_when_the_match_is_folded_again() -> None:
    match = table()
    deal(match, *SUITS)
    retract(match, 1)
    assert match.fold().ledger.hidden_from == match.match.ledger.hidden_from == 2
    assert public_hands(match) == [None]


def test_hands_retracted_are_public_once_that_hand_is_over() -> None:
    match = table()
    deal(match, *SUITS)
    retract(match, 1)
    deal(match, *SUITS)
    assert public_hands(match) == [None, None]
    play_out(match)
    assert None not in public_hands(match)


def last_card_taken_back() -> Any:
    """A match with a second hand dealt before the last card of the first turned out to be wrong."""
    match = table()
    deal_unseen(match)
    play_on(match, (26, 0, 0, 0))
    deal(match, *SUITS)
    retract(match, 57)
    return match


def test_hands_dealt_stay_hidden_when_the_end_of_the_hand_before_is_corrected() -> None:
    """The second hand is on the table when the last card of the first turns out to be wrong; then it is dealt as it was."""
    match = last_card_taken_back()
    assert public_hands(match) == [None, None]
    match.tell(match.moves()[0])
    assert match.view()["phase"] == "deal"
    assert public_hands(match) == [None, None]
    deal(match, *SUITS)
    assert public_hands(match) == [None, None, None]
    play_out(match)
    assert [hands is not None for hands in public_hands(match)] == [False, True, True]
    assert state(match.fold()) == state(match.match)


def test_hands_dealt_stay_hidden_when_the_hand_before_is_corrected_twice() -> None:
    match = last_card_taken_back()
    retract(match, 56)
    play_out(match)
    assert (match.view()["phase"], public_hands(match)) == ("deal", [None, None])


def test_hands_never_over_are_public_once_the_match_is() -> None:
    match = table(limit=26)
    play_round(match, 0, 0, 13, 13)
    deal(match, *SUITS)
    retract(match, 1)
    match.say("withdraw", seat=1, reason="se marcha")
    assert public_hands(match)[1] is not None
