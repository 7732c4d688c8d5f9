"""Absent entrants: walkovers, withdrawals, substitutes, and the cases that wait for the organizer."""

import pytest

from referee.contests.contest import TieRuling, ruling_flaw
from tests.support.contests import Desk, awaits, order, podium, row, steps


def test_league_walkover() -> None:
    desk = Desk("ABC").league(but=["A-B"]).absent("A", "B", absent=["A"])
    a, b = row(desk.state, "A"), row(desk.state, "B")
    assert (a.j, a.g, a.p, a.f, a.c, a.ptos) == (2, 1, 1, 40 + 52, 64 + 52, 1)
    assert (b.j, b.g, b.p, b.f, b.c, b.ptos) == (2, 2, 0, 40 + 52, 64 + 52, 2)
    assert desk.fixture("A", "B").state == "walkover"


def test_league_walkover_moves_no_difference() -> None:
    before = row(Desk("ABC").league(but=["A-B"]).state, "A").diff
    assert row(Desk("ABC").league(but=["A-B"]).absent("A", "B", absent=["B"]).state, "A").diff == before


def test_league_walkover_of_both_is_void() -> None:
    desk = Desk("ABC").league(but=["A-B"]).absent("A", "B", absent=["A", "B"])
    assert (row(desk.state, "A").j, row(desk.state, "B").j, row(desk.state, "C").j) == (1, 1, 2)
    assert desk.fixture("A", "B").state == "void"
    assert awaits(desk.state) == "ruling A B"  # both beat C, and never met


def test_league_walkover_of_a_match_left_midway() -> None:
    """The log's ranking stands, and no point of the broken match moves a difference."""
    desk = Desk("ABC").league(but=["A-B"])
    desk.result({"A": 13, "B": 39}, ranking=((1,), (0,)), withdrawn=True)
    assert (row(desk.state, "B").g, row(desk.state, "B").f, row(desk.state, "A").p) == (2, 40 + 52, 1)


@pytest.mark.parametrize(("players", "matches", "stays"), [("ABCDEF", "AB", False), ("ABCDEF", "ABC", True)])
def test_league_withdrawal_at_half_of_the_matches(players: str, matches: str, stays: bool) -> None:
    """F has five matches: with two played F leaves the table, with three the rest are walkovers."""
    but = [f"{rival}-F" for rival in "ABCDE" if rival not in matches]
    state = Desk(players).league(but=but).withdraw("F").state
    rows = {r.player: r for r in state.tables[0].rows}
    assert ("F" in rows) is stays
    assert row(state, "A").j == (5 if stays else 4)
    states = {f.state for f in state.fixtures if "F" in f.entrants}
    assert states == ({"played", "walkover"} if stays else {"void"})
    assert state.phase == "final"


def test_league_withdrawal_at_exactly_half_stays() -> None:
    state = Desk("ABCDE").league(but=["C-E", "D-E"]).withdraw("E").state
    assert row(state, "E").j == 4 and row(state, "D").g == 1


def test_league_withdrawal_cards_stay() -> None:
    """A's card in the void match against F still counts among A's sanctions."""
    but = [f"{rival}-F" for rival in "BCDE"]
    desk = Desk("ABCDEF").league(but=[*but, "A-F"]).result({"A": 40, "F": 64}, cards={"A": (1, 0), "F": (0, 1)})
    assert row(desk.withdraw("F").state, "A").sanctions == 1


def test_league_withdrawal_of_two_who_stay_voids_their_match() -> None:
    state = Desk("ABCDEFG").league(but=["F-G"]).withdraw("F").withdraw("G").state
    assert next(f for f in state.fixtures if {*f.entrants} == {"F", "G"}).state == "void"
    assert (row(state, "F").j, row(state, "G").j) == (5, 5)


def test_league_withdrawal_with_fewer_than_five_left_waits_for_a_ruling() -> None:
    desk = Desk("ABCDE").league(but=[f"{rival}-E" for rival in "ABCD"]).withdraw("E")
    assert (desk.state.phase, awaits(desk.state)) == ("waiting_ruling", "ruling A B C D")
    desk.rule("B", "A", "C", "D")
    state = desk.state
    assert (state.phase, state.qualified, state.extras) == ("final", ("B", "A", "C", "D"), {"B": 2})
    assert steps(state).startswith("B ruling/-, A ruling/ruling")


def test_league_withdrawal_leaving_three_makes_the_ruling_the_podium() -> None:
    desk = Desk("ABCDE").league(but=[f"{a}-{b}" for a in "ABC" for b in "DE"] + ["D-E"]).withdraw("D").withdraw("E")
    assert awaits(desk.state) == "ruling A B C"
    state = desk.rule("C", "A", "B").state
    assert (state.phase, podium(state), state.extras) == ("finished", "1 C 5, 2 A 3, 3 B 1", {"C": 2})


def test_league_withdrawal_of_a_finalist_brings_the_next_of_the_table() -> None:
    desk = Desk("ABCDEF").league().withdraw("A")
    state = desk.state
    assert order(state).startswith("1 A, 2 B") and state.qualified == ("B", "C", "D", "E")
    assert state.extras == {"A": 2}
    assert {*desk.fixture("B", "C", "D", "E").entrants} == {*"BCDE"}


def test_league_withdrawal_after_the_final_changes_nothing() -> None:
    desk = Desk("ABCDEF").league().result({"A": 10, "B": 20, "C": 30, "D": 100}, "final")
    before = desk.state
    assert desk.withdraw("D").state == before


def test_league_withdrawal_between_tie_break_and_final() -> None:
    desk = Desk("ABGCDEF").league("E>C F>B F>G").result({"C": 10, "D": 20, "E": 30, "F": 50}, "tie_break")
    assert desk.withdraw("C").state.qualified == ("A", "B", "G", "D")


def test_league_withdrawal_before_the_tie_break_leaves_three_to_the_organizer() -> None:
    desk = Desk("ABGCDEF").league("E>C F>B F>G").withdraw("C")
    assert (desk.state.phase, awaits(desk.state)) == ("waiting_ruling", "ruling D E F")
    assert desk.rule("E", "F", "D").state.qualified == ("A", "B", "G", "E")


def test_substitution_of_a_finalist() -> None:
    desk = Desk("ABCDEF").league().substitute("B", "F")
    assert desk.state.qualified == ("A", "F", "C", "D")
    assert Desk("ABCDEF").league().substitute("B").state.qualified == ("A", "C", "D", "E")


def test_substitution_in_a_group_brings_its_next() -> None:
    desk = Desk("ABCDEFGH").result({"A": 10, "B": 20, "C": 30, "D": 50}).result({"E": 10, "F": 20, "G": 30, "H": 50})
    assert desk.substitute("B").state.qualified == ("A", "C", "E", "F")
    assert desk.state.extras == {"A": 1, "E": 1}


# Cases that wait for the organizer


def two_who_never_met() -> Desk:
    """D and E level at places 4 and 5: both beat F only, and neither came to their match."""
    return Desk("ABCDEF").league(but=["D-E"]).absent("D", "E", absent=["D", "E"])


def test_league_studied_two_who_never_met() -> None:
    desk = two_who_never_met()
    state = desk.state
    assert order(state) == "1 A, 2 B, 3 C, 4 D E, 6 F"
    assert (state.phase, awaits(state), state.qualified) == ("waiting_ruling", "ruling D E", ())
    assert state.open_ties == (("D", "E"),)
    assert steps(state).endswith("D open/points, E open/open, F points/points")


def test_league_studied_ruling_orders_the_tied() -> None:
    desk = two_who_never_met().rule("E", "D")
    state = desk.state
    assert (state.phase, state.qualified) == ("final", ("A", "B", "C", "E"))
    assert steps(state).endswith("E ruling/points, D ruling/ruling, F points/points")
    assert not state.fallen


def test_league_studied_ruling_of_another_tie_rules_nothing() -> None:
    desk = two_who_never_met().rule("E", "D", "F")
    assert desk.state.phase == "waiting_ruling" and len(desk.state.fallen) == 1


def test_league_studied_ruling_falls_when_its_tie_dissolves() -> None:
    """A correction: D lost to F after all, so D and E are no longer level."""
    desk = two_who_never_met().rule("E", "D").result({"F": 50, "D": 54})
    state = desk.state
    assert len(state.fallen) == 1
    assert all(r.decided_by != "ruling" for r in state.tables[0].rows)


@pytest.mark.parametrize(
    ("tie", "order_", "path"),
    [
        ("DE", [("E",), ("D",)], None),
        ("ED", [("D", "E")], None),
        ("D", [("D",)], "$.tie"),
        ("DEF", [("D",), ("E",), ("F",)], "$.tie"),
        ("AB", [("A",), ("B",)], "$.tie"),
        ("DE", [("D",)], "$.order"),
        ("DE", [("D",), ("E",), ("D",)], "$.order"),
        ("DE", [("D",), ("A",)], "$.order"),
    ],
)
def test_league_studied_ruling_names_exactly_the_open_tie(
    tie: str, order_: list[tuple[str, ...]], path: str | None
) -> None:
    flaw = ruling_flaw(two_who_never_met().state, TieRuling(tuple(tie), tuple(order_)))
    assert (flaw.path if flaw else None) == path


def test_league_studied_ruling_may_leave_the_tie() -> None:
    desk = two_who_never_met().rule(("E", "D"))
    assert (desk.state.phase, awaits(desk.state)) == ("waiting_ruling", "ruling D E")


def test_league_studied_table_of_four_without_one() -> None:
    """Three came to a group: only the organizer can order them; the absent entrant is last."""
    desk = Desk("ABCDEFGH").result({"E": 10, "F": 20, "G": 30, "H": 50}).absent("A", "B", "C", "D", absent=["B"])
    state = desk.state
    assert (state.phase, awaits(state)) == ("waiting_ruling", "ruling A C D")
    assert order(state) == "1 A C D, 4 B"
    state = desk.rule("D", "A", "C").state
    assert (state.phase, state.qualified) == ("final", ("D", "A", "E", "F"))
    assert state.extras == {"D": 1, "E": 1}


def test_league_studied_waits_with_results_still_missing_as_playing() -> None:
    state = Desk("ABCDEFGH").absent("A", "B", "C", "D", absent=["B"]).state
    assert (state.phase, awaits(state)) == ("playing", "ruling A C D, result")


def test_league_walkover_of_a_single_match() -> None:
    state = Desk("AB").absent("A", "B", absent=["A"]).state
    assert podium(state) == "1 B 5"  # A never stood at a table
    nobody = Desk("AB").absent("A", "B", absent=["A", "B"])
    assert (nobody.state.phase, awaits(nobody.state), podium(nobody.state)) == ("null", "", "")
    assert nobody.fixture("A", "B").state == "void"


@pytest.mark.parametrize("winner", "AB")
@pytest.mark.parametrize("format_", ["castillar", "knockout"])
def test_who_withdraws_from_a_level_match_stands_behind_who_would_play_the_extra_round(
    format_: str, winner: str
) -> None:
    """**[ruling]** An absent entrant loses the extra round; the contest does not wait for a round that cannot be played."""
    desk = Desk("AB", format_).result({"A": 52, "B": 52})
    assert awaits(desk.state) == "extra_round A B"
    loser = "B" if winner == "A" else "A"
    state = desk.withdraw(loser).state
    assert (awaits(state), podium(state)) == ("", f"1 {winner} 5, 2 {loser} 3")


def test_nothing_waits_for_an_extra_round_of_two_who_left() -> None:
    state = Desk("AB").result({"A": 52, "B": 52}).withdraw("A").withdraw("B").state
    assert awaits(state) == ""
