"""A card taken back while the fingers hold it: hearts.change."""

import pytest

from tests.support.hearts import MIXED, after, castillar, deal, deal_unseen, lay, play_out, play_round, yppedia
from tests.support.table import Table

RULE = "hearts.change"


def changes(table: Table) -> list[int]:
    versions: list[int] = table.view()["score"]["changes"]
    return versions


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("enforcement", ["record", "strict"])
def test_change_of_one_card_a_match_is_allowed(seats: int, enforcement: str) -> None:
    table = after("2C", seats, enforcement)
    before = table.view()
    table.say("change", seat=0)
    assert (table.proven_infractions(), changes(table)) == ([], [1] + [0] * (seats - 1))
    assert table.view()["table"] == before["table"]
    assert table.view()["turn"] == before["turn"]


def test_change_a_second_time_is_an_infraction_in_record() -> None:
    table = after("2C")
    table.say("change", seat=0)
    lay(table, "3C 4C 5C 6C 7C")
    table.say("change", seat=0)
    at = table.match.version
    assert table.proven_infractions() == [(RULE, 0, at, at)]
    table.say("change", seat=0)
    assert table.proven_infractions() == [(RULE, 0, at, at), (RULE, 0, at + 1, at + 1)]
    assert changes(table) == [3, 0, 0, 0]


def test_change_a_second_time_is_refused_in_strict() -> None:
    table = after("2C", enforcement="strict")
    table.say("change", seat=0)
    lay(table, "3C 4C 5C 6C 7C")
    refusal = table.refusal("change", seat=0)
    assert (refusal.code, refusal.rule, refusal.seat) == ("irregular", RULE, 0)


def test_change_counts_through_the_rounds_of_a_match() -> None:
    table = after("2C", seats=2)
    table.say("change", seat=0)
    play_out(table)
    deal_unseen(table)
    lay(table, "2C", first=0)
    table.say("change", seat=0)
    assert [code for code, *_ in table.proven_infractions() if code == RULE] == [RULE]


def test_change_is_counted_for_each_seat() -> None:
    table = after("2C")
    for seat, card in enumerate(("3C", "4C", "5C")):
        table.say("change", seat=seat)
        lay(table, card)
    table.say("change", seat=3)
    assert (changes(table), table.proven_infractions()) == ([1, 1, 1, 1], [])


@pytest.mark.parametrize("seat", [0, 2, 3])
def test_change_by_another_than_who_laid_last_is_impossible(seat: int) -> None:
    refusal = after("2C 3C").refusal("change", seat=seat)
    assert (refusal.code, refusal.rule, refusal.seat) == ("impossible", RULE, seat)


def test_change_before_any_card_is_laid_is_impossible() -> None:
    table = castillar()
    assert table.refusal("change", seat=0).rule == RULE
    deal_unseen(table)
    assert table.refusal("change", seat=0).rule == RULE


def test_change_of_a_card_of_the_round_before_is_impossible() -> None:
    table = castillar(2)
    play_round(table, 13, 13)
    table.say("deal")
    for seat in (0, 1):
        assert table.refusal("change", seat=seat).rule == RULE


def test_change_of_a_card_of_a_void_round_is_impossible() -> None:
    table = after("2C")
    table.say("redeal", reason="boca arriba")
    assert table.refusal("change", seat=0).rule == RULE


def test_change_of_the_last_card_of_a_trick_or_a_round() -> None:
    table = after("2C 3C 4C 5C")
    table.say("change", seat=3)
    table = castillar(2)
    play_round(table, 13, 13)
    last = next(seat for seat in (0, 1) if table.match.state.author(table.match.version) == seat)
    table.say("change", seat=last)
    assert changes(table)[last] == 1


def test_change_after_a_note_or_a_sanction_is_still_by_who_laid_last() -> None:
    table = after("2C 3C")
    table.say("note", text="duda")
    table.say("sanction", seat=2, card="yellow", reason="habla")
    table.say("change", seat=1)
    assert changes(table) == [0, 1, 0, 0]


def test_change_is_no_legal_event_and_no_sanction_by_itself() -> None:
    table = after("2C")
    table.say("change", seat=0)
    table.say("change", seat=0)
    assert {event["type"] for event in table.moves()} == {"play"}
    assert (table.view()["sanctions"], table.view()["score"]["totals"]) == ([], [0, 0, 0, 0])


def test_change_by_a_seat_that_does_not_exist_is_impossible() -> None:
    refusal = after("2C").refusal("change", seat=4)
    assert (refusal.code, refusal.rule) == ("impossible", None)


def test_change_at_yppedia_is_not_in_this_game() -> None:
    table = yppedia()
    deal(table, *MIXED)
    lay(table, "2C")
    assert table.refusal("change", seat=0).code == "not-in-this-game"
