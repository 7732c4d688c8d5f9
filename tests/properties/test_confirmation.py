"""Two keys change only the moment of a match's end: the same events with the confirmations between them end it the same."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.corona_battle import battle
from tests.support.logged import LoggedTable
from tests.support.playout import play_out

GAMES = (
    ("hearts.castillar", 2),
    ("hearts.castillar", 4),
    ("hearts.yppedia", 4),
    ("guinote", 2),
    ("guinote", 4),
    ("casino.classic", 2),
    ("casino.royal", 3),
    ("casino.spades", 4),
    ("casino.draw", 2),
)
seeds = st.integers(0, 2**32 - 1).map(Random)


def close_both_ways(
    chance: Random, ruleset: str, seats: int, events: Any, **opening: Any
) -> tuple[LoggedTable, LoggedTable]:
    """The same match closed with one key and with two: the sides confirm in any order, once play is to go on."""
    plain = LoggedTable(ruleset, seats, **opening)
    confirmable = LoggedTable(ruleset, seats, confirm="sides", **opening)
    for event in events:
        confirm(chance, confirmable)
        for table in (plain, confirmable):
            table.tell(event)
    confirm(chance, confirmable)
    return plain, confirmable


def confirm(chance: Random, table: LoggedTable) -> None:
    """Sends every confirmation that is awaited, and now and then one that is taken back, or a word in between."""
    while table.match.phase == "confirm":
        assert table.match.ledger.status == "open"
        assert table.match.turn() is None
        table.tell(chance.choice(table.moves()))
        if chance.random() < 0.2:
            table.say("note", text="apuntado")
        elif chance.random() < 0.2:
            table.say("retract", to=table.match.version - 1, reason="todavía no")


def same_end(plain: LoggedTable, with_keys: LoggedTable) -> None:
    ours, theirs = with_keys.view(), plain.view()
    assert ours["status"] == theirs["status"] == "finished"
    for field in ("result", "claims", "hands", "phase", "hand", "dealer"):
        assert ours[field] == theirs[field], field
    points = [[hand["points"] for hand in view["score"]["hands"]] for view in (ours, theirs)]
    assert (ours["score"]["totals"], points[0]) == (theirs["score"]["totals"], points[1])
    assert with_keys.match.ledger.tallies == plain.match.ledger.tallies
    assert with_keys.fold().view() == with_keys.match.view()


@pytest.mark.parametrize(("ruleset", "seats"), GAMES)
@settings(max_examples=4)
@given(chance=seeds)
def test_a_match_ends_the_same_with_two_keys(ruleset: str, seats: int, chance: Random) -> None:
    events = play_out(ruleset, seats, str(chance.random()), first_dealer=0)
    same_end(*close_both_ways(chance, ruleset, seats, events, first_dealer=0))


@settings(max_examples=8)
@given(chance=seeds)
def test_a_battle_ends_the_same_with_two_keys(chance: Random) -> None:
    events = [event for _, event in battle(chance, breaks=0.1)]
    same_end(*close_both_ways(chance, "corona", 2, events, params={"jokers": 2}))
