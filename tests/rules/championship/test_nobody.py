"""Absent entrants: walkovers and withdrawals until one entrant or none is left, in every format, for persons and for pairs."""

import pytest
from msgspec.structs import replace

from referee.contests.contest import Contest, ContestState, Withdrawal
from referee.contests.formats import follow
from referee.contests.formats.groups import GroupsOptions
from referee.contests.formats.league import LeagueOptions
from referee.match.results import PLAIN, Outcome, Result
from tests.support.contest_days import SETTINGS, Setting
from tests.support.contests import Desk, awaits, podium


def knockout(players: str, **fields: object) -> Desk:
    return Desk(players, "knockout", PLAIN, (2,), **fields)


def groups(players: str, options: GroupsOptions, sides: tuple[int, ...] = (2,)) -> Desk:
    return Desk(players, "groups", PLAIN, sides, options=options)


def test_in_a_knockout_of_three_who_has_the_bye_is_alone() -> None:
    desk = knockout("ABC").absent("B", "C", absent="BC")
    assert (desk.state.phase, podium(desk.state)) == ("finished", "1 A 5")
    assert desk.state.awards[0].source is not None


def test_in_a_knockout_of_four_where_nobody_plays_nobody_wins() -> None:
    desk = knockout("ABCD")
    for fixture in desk.state.fixtures:
        desk.absent(*fixture.entrants, absent=fixture.entrants)
    assert (desk.state.phase, desk.state.podium, desk.state.awards) == ("null", (), ())


@pytest.mark.parametrize("players", ["AB", "ABC", "ABCD", "ABCDE", "ABCDEF", "ABCDEFGH"])
@pytest.mark.parametrize("format_", ["castillar", "knockout", "league", "groups"])
def test_a_contest_to_which_nobody_came_asks_for_no_order_of_the_absent(format_: str, players: str) -> None:
    desk = Desk(players, format_)
    while to_play := [one for one in desk.state.fixtures if one.state == "pending"]:
        desk.absent(*to_play[0].entrants, absent=to_play[0].entrants, kind=to_play[0].kind)
    state = desk.state
    assert (awaits(state), state.awards if state.phase == "null" else ()) == ("", ())
    # An entrant that is alone goes through by walkover, and may win a knockout so.
    assert state.phase == "null" or {step.player for step in state.podium} <= {bye.player for bye in state.byes}


def test_an_empty_semifinal_gives_no_bronze() -> None:
    desk = knockout("ABCD").result({"A": 1, "D": 0}).absent("B", "C", absent="BC")
    assert (desk.state.phase, podium(desk.state)) == ("finished", "1 A 5, 2 D 3")


def test_who_lost_without_coming_has_no_medal_and_who_came_for_nothing_has() -> None:
    desk = knockout("ABCD").absent("A", "D", absent="D").absent("B", "C", absent="C").result({"A": 1, "B": 0})
    assert podium(desk.state) == "1 A 5, 2 B 3"


def test_a_final_of_one_is_no_match() -> None:
    """One of two groups is empty: the entrant that goes through from the other is alone."""
    desk = groups("ABCD", GroupsOptions(size=2, through=1, then="final"))
    desk.result({"A": 1, "B": 0}).withdraw("C").withdraw("D")
    assert (desk.state.phase, podium(desk.state), awaits(desk.state)) == ("finished", "1 A 5", "")
    assert all(len(fixture.entrants) > 1 for fixture in desk.state.fixtures)


def test_a_final_that_nobody_comes_to_waits_for_the_organizer() -> None:
    desk = groups("ABCD", GroupsOptions(size=2, through=1, then="final"))
    desk.result({"A": 1, "B": 0}).result({"C": 1, "D": 0}).absent("A", "C", absent="AC")
    assert (desk.state.phase, awaits(desk.state)) == ("waiting_ruling", "ruling A C")
    assert podium(desk.rule("C", "A").state) == "1 C 5, 2 A 3"


def test_who_came_to_a_table_of_four_is_ordered_by_the_organizer() -> None:
    desk = Desk("ABCD", "single", PLAIN, (2, 3, 4)).absent(*"ABCD", absent="D")
    assert awaits(desk.state) == "ruling A B C"
    assert podium(desk.rule("B", "A", "C").state) == "1 B 5, 2 A 3, 3 C 2"


def test_in_a_league_that_nobody_plays_nobody_wins() -> None:
    desk = Desk("ABC", "league", PLAIN, (2,), options=LeagueOptions())
    for fixture in desk.state.fixtures:
        desk.absent(*fixture.entrants, absent=fixture.entrants)
    assert (desk.state.phase, desk.state.podium) == ("null", ())


def leaving(contest: Contest, *entrants: str) -> ContestState:
    withdrawals = tuple(Withdrawal(one, at) for at, one in enumerate(entrants, start=10))
    return follow(replace(contest, withdrawals=withdrawals))


@pytest.mark.parametrize("pairs", [False, True], ids=["persons", "pairs"])
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_one_after_the_other_leaves(setting: Setting, pairs: bool) -> None:
    """The entrant left at the end has won; if that one leaves too, there is no winner and the contest awaits nothing."""
    contest = setting.contest(pairs=pairs)
    *others, last = contest.order
    alone = leaving(contest, *others)
    assert (alone.phase, [step.player for step in alone.podium]) == ("finished", [last])
    empty = leaving(contest, *others, last)
    assert (empty.phase, empty.podium, empty.pending) == ("null", (), ())


# A withdrawal in a knockout


def two_groups() -> Desk:
    """Groups of three at tables of two, two through: A, B of one, D, E of the other."""
    desk = groups("ABCDEF", GroupsOptions(size=3, through=2))
    for a, b in ("AB", "AC", "BC", "DE", "DF", "EF"):
        desk.result({a: 1, b: 0})
    return desk


def test_a_withdrawal_moves_nobody_else_in_the_bracket() -> None:
    desk = two_groups()
    assert [fixture.entrants for fixture in desk.state.fixtures[-2:]] == [("A", "E"), ("D", "B")]
    desk.result({"D": 1, "B": 0}, "knockout")
    state = desk.withdraw("A").state
    assert [fixture.entrants for fixture in state.fixtures[-2:]] == [("C", "E"), ("D", "B")]
    assert state.fixtures[-1].state == "played"
    assert {*state.qualified} == {*"BCDE"}


def test_who_withdraws_after_the_semifinal_leaves_the_final_to_the_rival() -> None:
    desk = two_groups().result({"D": 1, "B": 0}, "knockout").result({"A": 1, "E": 0}, "knockout")
    state = desk.withdraw("A").state
    assert state.fixtures[-1].state == "walkover"
    assert podium(state) == "1 D 5, 2 A 3, 3 B 2, 3 E 2"


def test_where_nobody_follows_the_rival_goes_on() -> None:
    desk = two_groups().result({"D": 1, "B": 0}, "knockout").withdraw("C")
    state = desk.withdraw("A").state
    semifinal, other_semifinal, final = state.fixtures[-3:]
    assert (semifinal.entrants, semifinal.state, other_semifinal.state) == (("A", "E"), "walkover", "played")
    assert final.entrants == ("E", "D")


def test_one_after_the_other_takes_the_place_of_the_group() -> None:
    """C follows B, plays, and stays where C is when A leaves too."""
    desk = two_groups().withdraw("B").result({"D": 1, "C": 0}, "knockout")
    state = desk.withdraw("A").state
    assert [fixture.entrants for fixture in state.fixtures if fixture.key.startswith("knockout")][:2] == [
        ("A", "E"),
        ("D", "C"),
    ]
    assert state.fixtures[-2].state == "played"


def test_of_a_finalist_one_after_the_other_and_back() -> None:
    """Z for A, Y for Z, A for Y, and then the next of the group for A."""
    desk = two_groups()
    for out, into, plays in (("A", "Z", "Z"), ("Z", "Y", "Y"), ("Y", "A", "A"), ("A", None, "C")):
        desk.substitute(out, into)
        assert desk.state.fixtures[-2].entrants == (plays, "E")


# Matches that count as played


@pytest.mark.parametrize(("absent", "stays"), [("A", True), ("E", False), ("AE", False)])
def test_who_came_has_played_and_who_did_not_has_not(absent: str, stays: bool) -> None:
    """E has four matches: one is played, and in one an entrant was absent."""
    desk = Desk("ABCDE", "league", PLAIN, (2,), options=LeagueOptions())
    desk.result({"B": 1, "E": 0}).absent("A", "E", absent=absent)
    rows = {row.player for row in desk.withdraw("E").state.tables[0].rows}
    assert ("E" in rows) is stays


@pytest.mark.parametrize("low", [False, True])
def test_points_are_compared_by_match_played(low: bool) -> None:
    """A and B are level but for points: A's win is a walkover, and in its one match A did as well as B in two."""
    desk = Desk("ABC", "league", replace(PLAIN, low_wins=low), (2,), options=LeagueOptions())
    desk.absent("A", "C", absent="C").tell(Outcome(desk.fixture("B", "C").key, ("B", "C"), Result((30, 30), winner=0)))
    desk.result({"A": 30, "B": 30})
    assert [(row.place, row.player) for row in desk.state.tables[0].rows][:2] == [(1, "A"), (1, "B")]
