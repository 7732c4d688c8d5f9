"""The end of a match of Hearts: hearts.end, withdraw, and the events that may still come after it."""

from typing import Any

import pytest

from tests.support.hearts import MIXED, SUITS, castillar, deal, deal_unseen, lay, play_round, yppedia
from tests.support.table import Table


def result(table: Table) -> tuple[str, Any, Any]:
    """Status, ranking and winners."""
    view = table.view()
    outcome = view["result"] or {}
    return view["status"], outcome.get("ranking"), outcome.get("winner_sides")


def withdraw(table: Table, *seats: int) -> None:
    for seat in seats:
        table.say("withdraw", seat=seat, reason="se marcha")


# hearts.end


@pytest.mark.parametrize(("highest", "status"), [(86, "open"), (87, "finished"), (88, "finished")])
def test_end_of_four_at_el_castillar_when_a_total_reaches_100(highest: int, status: str) -> None:
    table = castillar()
    table.match.ledger.totals = [10, 20, 30, highest]
    play_round(table, 0, 1, 12, 13)
    assert result(table)[0] == status
    if status == "finished":
        assert result(table) == ("finished", [[0], [1], [2], [3]], [0])
        assert table.view()["result"]["reason"] == "hearts.end"


@pytest.mark.parametrize(
    ("table", "totals", "points", "ranking"),
    [
        (castillar(limit=50), [10, 20, 30, 37], (0, 1, 12, 13), [[0], [1], [2], [3]]),
        (yppedia(closing_score=50), [3, 24, 10, 4], (26, 0, 0, 0), [[0], [3], [2], [1]]),
        (castillar(), [99, 98, 97, 80], (13, 5, 7, 1), [[3], [1], [2], [0]]),
    ],
    ids=["with limit 50", "at yppedia by a moon that the shooter wins", "one at the limit and another beyond it"],
)
def test_end_ranks_by_the_totals(table: Table, totals: list[int], points: tuple[int, ...], ranking: Any) -> None:
    table.match.ledger.totals = totals
    play_round(table, *points)
    assert result(table) == ("finished", ranking, ranking[0])


def test_end_of_two_after_four_rounds_whatever_the_totals() -> None:
    table = castillar(2)
    for _ in range(3):
        play_round(table, 26, 0)
        assert result(table)[0] == "open"
    play_round(table, 12, 14)
    assert result(table) == ("finished", [[0], [1]], [0])
    assert table.view()["score"]["totals"] == [12, 92]


@pytest.mark.parametrize("rounds", [1, 3, 6])
def test_end_of_two_after_as_many_rounds_as_agreed(rounds: int) -> None:
    table = castillar(2, rounds=rounds)
    for n in range(rounds):
        assert (result(table)[0], len(table.view()["score"]["hands"])) == ("open", n)
        play_round(table, 12, 14)
    assert result(table)[0] == "finished"


@pytest.mark.parametrize(("highest", "status"), [(86, "open"), (87, "finished")])
def test_end_at_yppedia_when_a_total_reaches_the_closing_score(highest: int, status: str) -> None:
    table = yppedia()
    table.match.ledger.totals = [10, 20, 30, highest]
    play_round(table, 0, 1, 12, 13)
    assert result(table)[0] == status


def test_end_leaves_nothing_to_play() -> None:
    table = castillar(2, rounds=1)
    play_round(table, 12, 14)
    view = table.view()
    assert (view["phase"], view["turn"], table.moves()) == ("over", None, [])


# Events that may still come


def over() -> Table:
    table = castillar(2, rounds=1)
    play_round(table, 12, 14)
    return table


@pytest.mark.parametrize(
    "event",
    [
        {"type": "deal"},
        {"type": "pass", "seat": 0, "cards": ["2C", "3C", "4C"]},
        {"type": "play", "seat": 0, "card": "2C"},
        {"type": "play", "seat": 7, "card": "2C"},
        {"type": "change", "seat": 0},
        {"type": "redeal", "reason": ""},
        {"type": "withdraw", "seat": 0, "reason": ""},
        {"type": "confirm", "side": 0, "hand": 1},
    ],
    ids=lambda event: event["type"],
)
def test_finished_match_takes_no_event_that_moves_play(event: dict[str, Any]) -> None:
    refusal = over().refusal(event.pop("type"), **event)
    assert (refusal.code, refusal.status) == ("finished", 409)


def test_finished_match_still_takes_claims_sanctions_notes_and_a_retract() -> None:
    table = over()
    last = table.match.version
    table.say("note", text="buena partida")
    table.say("sanction", seat=0, card="black", reason="al recoger")
    table.say("claim", by=0, against=1, kind="revoke", at=4)
    assert table.view()["score"]["totals"] == [12, 14]
    table.say("retract", to=last - 1, reason="faltaba una carta")
    assert table.view()["status"] == "open"


def test_finished_match_is_not_changed_by_a_card_given_afterwards() -> None:
    table = castillar()
    play_round(table, 3, 17, 6, 0)
    withdraw(table, 1)
    before = table.view()["result"]
    table.say("sanction", seat=3, card="black", reason="en el pasillo")
    assert table.view()["score"]["totals"] == [3, 17, 6, 0]
    assert table.view()["result"] == before


def test_finished_match_says_so_before_it_says_what_else_is_wrong() -> None:
    table = yppedia(closing_score=13)
    play_round(table, 0, 1, 12, 13)
    assert table.refusal("timeout", seat=9).code == "finished"


# withdraw


def test_withdraw_of_two_finishes_the_match_for_the_other() -> None:
    table = castillar(2)
    play_round(table, 5, 21)
    withdraw(table, 0)
    assert result(table) == ("finished", [[1], [0]], [1])
    assert table.view()["result"]["reason"] == "withdraw"


def test_withdraw_of_four_ranks_the_others_by_their_totals() -> None:
    table = castillar()
    play_round(table, 3, 17, 6, 0)
    withdraw(table, 3)
    assert result(table) == ("finished", [[0], [2], [1], [3]], [0])


def test_withdraw_with_the_best_level_leaves_no_winner() -> None:
    table = castillar()
    play_round(table, 13, 13, 0, 0)
    withdraw(table, 0)
    assert result(table) == ("finished", [[2, 3], [1], [0]], [])


def test_withdraw_of_several_ranks_who_left_last_before_who_left_first() -> None:
    table = castillar()
    play_round(table, 3, 17, 6, 0)
    withdraw(table, 3, 0)
    assert result(table) == ("finished", [[2], [1], [0], [3]], [2])


@pytest.mark.parametrize("seats", [2, 4])
def test_withdraw_of_all_abandons_the_match(seats: int) -> None:
    table = castillar(seats)
    deal_unseen(table)
    withdraw(table, *range(seats))
    assert result(table) == ("abandoned", [[seat] for seat in reversed(range(seats))], [])


def test_withdraw_twice_or_by_nobody_is_impossible() -> None:
    table = castillar()
    assert table.refusal("withdraw", seat=4, reason="").code == "impossible"
    withdraw(table, 2)
    assert table.refusal("withdraw", seat=2, reason="").code == "impossible"


def test_withdraw_in_mid_trick_leaves_the_trick_on_the_table_and_nothing_to_play() -> None:
    table = castillar()
    deal(table, *SUITS)
    lay(table, "2C 2D 2H 2S 3C 3D")
    withdraw(table, 2)
    view = table.view()
    assert (view["phase"], view["turn"], table.moves()) == ("over", None, [])
    assert (view["table"]["trick"], view["table"]["leader"]) == (["3C", "3D"], 0)


def test_withdraw_drops_open_assertions_unless_a_reveal_disproves_them() -> None:
    table = castillar()
    deal_unseen(table)
    lay(table, "2C 5D", first=0)
    withdraw(table, 3)
    assert table.view()["infractions"] == []
    table.say("reveal", seat=1, cards=["6C"])
    assert table.proven_infractions() == [("hearts.follow-suit", 1, 8, 10)]


def test_withdraw_makes_the_hands_public() -> None:
    table = castillar()
    deal(table, *MIXED)
    assert table.view(0)["hands"] == [None] * 4
    withdraw(table, 3)
    assert None not in table.view(0)["hands"]


def test_withdraw_can_be_retracted() -> None:
    table = castillar()
    deal(table, *SUITS)
    lay(table, "2C")
    withdraw(table, 3)
    table.say("retract", to=7, reason="se queda")
    assert (table.view()["status"], table.view()["turn"]) == ("open", 1)
    lay(table, "2D")
