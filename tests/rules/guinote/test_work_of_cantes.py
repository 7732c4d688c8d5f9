"""Guiñote: the work that the cantes of a hand make for its readers grows with their number, and does not double with each."""

import sys

from referee.games.guinote.state import GuinoteState
from tests.support.table import Table

MOST_CALLS = 10_000
"""The most calls of functions that the moves of a hand may take in which ten of twelve cantes count."""


def test_moves_beside_unnamed_20s_of_many_seats_take_few_calls() -> None:
    table = Table("guinote", 4, first_dealer=3)
    table.say("deal", dealer=3, turn_up="2O")
    table.plays("1C", "4C", "5C", "6C", first=0)
    for seat in 3 * (0, 2):
        table.say("cante", seat=seat, value=20)
    table.plays("4B", "1B", "5B", "6B")
    for seat in 3 * (1, 3):
        table.say("cante", seat=seat, value=20)
    state = table.match.state
    assert isinstance(state, GuinoteState)
    assert len(state.counting_cantes()) == 10
    calls = 0

    def count_call(frame: object, event: str, function: object) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(count_call)
    try:
        table.match.legal(1)
    finally:
        sys.setprofile(before)
    assert calls < MOST_CALLS
