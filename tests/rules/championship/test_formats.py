"""Contests of any game: single match, league, groups, knockout; draws and fixtures."""

from hashlib import sha256
from itertools import combinations

import pytest

from referee.contests.draws import bracket, circle, draw, groups
from referee.contests.formats import format_named, formats
from referee.contests.formats.groups import GroupsOptions
from referee.contests.formats.league import LeagueOptions
from referee.contests.knockout_options import KnockoutOptions
from referee.contests.standings.alphabet import spanish
from referee.errors import NotFound
from referee.match.results import PLAIN, ContestRules
from tests.support.contests import Desk, awaits, order, podium, row, steps

LOW = ContestRules(low_wins=True)
"""A game where points are bad."""


def desk(
    players: str, format_: str, options: object = None, rules: ContestRules = PLAIN, sides: tuple[int, ...] = (2,)
) -> Desk:
    return Desk(players, format_, rules, sides, options=options)


# Draws


def test_castillar_draw_anyone_can_repeat() -> None:
    people = ["0190-b", "0190-a", "0190-c", "0190-d"]
    result = draw(people, "tómbola 7")
    by_hand = sorted(people, key=lambda id_: sha256(f"tómbola 7\n{id_}".encode()).hexdigest())
    assert (list(result.order), result.seed, result.algorithm) == (by_hand, "tómbola 7", "sha256")
    assert draw(reversed(people), "tómbola 7") == result and draw(people, "tómbola 8") != result


def test_castillar_draw_circle_of_six() -> None:
    """The first stays and the others go round."""
    assert [round_.pairs for round_ in circle(tuple("ABCDEF"))] == [
        (("A", "F"), ("B", "E"), ("C", "D")),
        (("A", "E"), ("D", "F"), ("B", "C")),
        (("A", "D"), ("C", "E"), ("B", "F")),
        (("A", "C"), ("B", "D"), ("E", "F")),
        (("A", "B"), ("C", "F"), ("D", "E")),
    ]


def test_castillar_draw_circle_of_five_rests_whoever_meets_the_last_place() -> None:
    assert [round_.rests for round_ in circle(tuple("ABCDE"))] == [("A",), ("D",), ("B",), ("E",), ("C",)]


@pytest.mark.parametrize("n", range(2, 13))
def test_castillar_draw_circle_everyone_meets_everyone_once(n: int) -> None:
    order = tuple("ABCDEFGHIJKL"[:n])
    pairs = [frozenset(pair) for round_ in circle(order) for pair in round_.pairs]
    assert sorted(map(sorted, pairs)) == sorted(map(sorted, combinations(order, 2)))
    for round_ in circle(order):
        at_table = [entrant for pair in round_.pairs for entrant in pair]
        assert len(at_table) == len(set(at_table)) == n - n % 2 and not {*round_.rests} & {*at_table}


def test_format_league_second_leg_swaps_the_seats() -> None:
    first, second = circle(tuple("ABCD"))[0], circle(tuple("ABCD"), legs=2)[3]
    assert second.pairs == tuple((b, a) for a, b in first.pairs)
    assert len(circle(tuple("ABCD"), legs=2)) == 6


def test_castillar_draw_groups() -> None:
    assert groups("ABCDEFGH", 2) == [("A", "B", "C", "D"), ("E", "F", "G", "H")]


def test_format_knockout_bracket() -> None:
    assert bracket("ABCDEFGH") == ["A", "H", "D", "E", "B", "G", "C", "F"]
    assert bracket("ABCDE") == ["A", None, "D", "E", "B", None, "C", None]
    assert bracket("AB") == ["A", "B"]


@pytest.mark.parametrize(
    "names",
    [
        ["Ana", "Ángel", "Ángela", "Beatriz"],
        ["nube", "nz", "ñandú", "Oca"],
        ["jamon", "jamón", "Jamones"],
        ["Pena", "Peña", "Peñas"],
        ["cigueña", "cigüeña", "Cigüeñal"],
        ["Oca", "Ødegaard", "Óscar", "Oz"],
        ["Lima", "Lukasz", "Łukasz", "Luz"],
        ["Ada", "Æsir", "Afra"],
        ["Diana", "Đorđe", "Dz"],
    ],
)
def test_league_order_spanish_alphabet(names: list[str]) -> None:
    assert sorted([*names[1:], names[0]], key=spanish) == names


def test_league_order_spanish_alphabet_takes_letters_however_they_are_encoded() -> None:
    assert sorted(["oca", "n\u0303u", "nz"], key=spanish) == ["nz", "n\u0303u", "oca"]


# The registry


def test_formats_are_found() -> None:
    assert {*formats()} == {"single", "league", "groups", "knockout", "rounds", "stages", "castillar"}
    with pytest.raises(NotFound):
        format_named("swiss")


def test_formats_serve_the_games_that_fit() -> None:
    serves = {name: [f for f in sorted(formats()) if formats()[f].serves(rules, sides)] for name, rules, sides in (
        ("of two", PLAIN, (2,)),
        ("of four", LOW, (4,)),
        ("castillar", ContestRules(formats=("castillar",)), (2, 4)),
    )}  # fmt: skip
    assert serves == {
        "of two": ["groups", "knockout", "league", "rounds", "single", "stages"],
        "of four": ["single"],
        "castillar": ["castillar", "groups", "knockout", "league", "rounds", "single", "stages"],
    }


def test_format_groups_possible_numbers() -> None:
    of_four = GroupsOptions(size=4, through=2, then="final")
    assert format_named("groups").possible((4,), of_four) == (8,)
    assert format_named("groups").possible((2,), GroupsOptions(size=3, through=1))[:3] == (4, 5, 6)
    assert format_named("groups").possible((2,), GroupsOptions(size=3, through=3)) == ()
    assert format_named("league").possible((4,), LeagueOptions()) == ()


# Single


def test_format_single_shares_what_the_game_leaves_level() -> None:
    state = desk("ABC", "single", sides=(3,)).result({"A": 5, "B": 11, "C": 5}).state
    assert (state.phase, podium(state), order(state)) == ("finished", "1 B 5, 2 A 3, 2 C 3", "1 B, 2 A C")


def test_format_single_goes_by_the_ranking_of_the_log() -> None:
    """C left the match and is last, for any totals."""
    single = desk("ABC", "single", rules=LOW, sides=(3,)).result(
        {"A": 5, "B": 11, "C": 0}, ranking=((0,), (1,), (2,)), withdrawn=True
    )
    assert podium(single.state) == "1 A 5, 2 B 3, 3 C 2"


def test_format_podium_points_can_be_set() -> None:
    single = Desk("ABC", "single", PLAIN, (3,), podium=(10, 4)).result({"A": 5, "B": 11, "C": 5})
    assert podium(single.state) == "1 B 10, 2 A 4, 2 C 4"


def test_format_podium_points_that_name_few_places_take_no_medal_away() -> None:
    """The third entrant is third, even if only two places have points."""
    single = Desk("ABC", "single", PLAIN, (3,), podium=(10, 4)).result({"A": 5, "B": 11, "C": 3})
    assert podium(single.state) == "1 B 10, 2 A 4, 3 C 0"


# League


def test_format_league_wins_then_difference_higher_where_points_are_good() -> None:
    contest = desk("ABC", "league").result({"A": 9, "B": 1}).result({"B": 9, "C": 2}).result({"C": 6, "A": 5})
    assert steps(contest.state) == "A diff/-, B diff/diff, C diff/diff"
    contest = (
        desk("ABC", "league", rules=LOW).result({"A": 1, "B": 9}).result({"B": 2, "C": 9}).result({"C": 5, "A": 6})
    )
    assert steps(contest.state) == "A diff/-, B diff/diff, C diff/diff"


def test_format_league_half_a_win_each() -> None:
    contest = desk("ABC", "league").result({"A": 5, "B": 5}).result({"B": 9, "C": 2}).result({"C": 3, "A": 6})
    a = row(contest.state, "A")
    assert (a.j, a.g, a.p, a.ptos) == (2, 1, 0, 1.5)
    assert order(contest.state) == "1 B, 2 A, 3 C"


def test_format_league_wins_among_the_tied() -> None:
    """A and B have two wins each and the same difference; B beat A."""
    contest = desk("ABCD", "league").result({"B": 2, "A": 1}).result({"A": 5, "C": 3}).result({"A": 4, "D": 3})
    contest.result({"C": 3, "B": 1}).result({"B": 5, "D": 2}).result({"C": 6, "D": 6})
    assert [(row(contest.state, name).ptos, row(contest.state, name).diff) for name in "AB"] == [(2, 2), (2, 2)]
    assert steps(contest.state).startswith("B average.wins/-, A average.wins/average.wins, C points/points")


def test_format_league_difference_among_the_tied() -> None:
    """A circle, even over all matches; among the three A is ahead."""
    contest = desk("ABCD", "league").result({"A": 5, "B": 0}).result({"B": 3, "C": 0}).result({"C": 2, "A": 0})
    contest.result({"A": 1, "D": 0}).result({"B": 6, "D": 0}).result({"C": 5, "D": 0})
    assert steps(contest.state).startswith("A average.diff/-, C average.diff/average.diff, B average.diff/average.diff")


@pytest.mark.parametrize(("rules", "first"), [(PLAIN, "B"), (LOW, "A")])
def test_format_league_points_scored_come_last(rules: ContestRules, first: str) -> None:
    """Level with each other, and by one point against C, with the same wins and losses: B played for more points."""
    win, lose = (9, 8) if rules is PLAIN else (8, 9)
    contest = desk("ABC", "league", rules=rules).result({"A": 4, "B": 4})
    contest.result({"A": win, "C": lose}).result({"B": win + 1, "C": lose + 1})
    second = "AB".replace(first, "")
    assert steps(contest.state).startswith(f"{first} f/-, {second} f/f")


def test_format_league_shared_place_and_podium() -> None:
    contest = desk("ABC", "league").result({"A": 2, "B": 1}).result({"B": 2, "C": 1}).result({"C": 2, "A": 1})
    state = contest.state
    assert (state.phase, order(state), podium(state)) == ("finished", "1 A B C", "1 A 5, 1 B 5, 1 C 5")
    assert state.pending == () and state.qualified == ()


def test_format_league_two_legs() -> None:
    contest = desk("ABC", "league", LeagueOptions(legs=2))
    assert (len(contest.state.fixtures), max(f.round for f in contest.state.fixtures)) == (6, 6)
    assert [(bye.round, bye.player) for bye in contest.state.byes] == [*enumerate("ABCABC", start=1)]


def test_format_league_walkover_gives_a_win_and_no_difference() -> None:
    contest = desk("ABC", "league").absent("A", "B", absent=["A"]).result({"A": 9, "C": 1}).result({"B": 9, "C": 1})
    assert order(contest.state) == "1 B, 2 A, 3 C" and row(contest.state, "B").diff == 8


# Knockout


def test_format_knockout_goes_on_round_by_round() -> None:
    contest = desk("ABCD", "knockout")
    assert [(f.key, f.entrants) for f in contest.state.fixtures] == [
        ("knockout-1-1", ("A", "D")),
        ("knockout-1-2", ("B", "C")),
    ]
    contest.result({"A": 1, "D": 2}).result({"B": 2, "C": 1})
    assert (contest.state.phase, awaits(contest.state)) == ("final", "final")
    contest.result({"D": 2, "B": 1})
    assert podium(contest.state) == "1 D 5, 2 B 3, 3 A 2, 3 C 2" and order(contest.state) == "1 D, 2 B, 3 A C"


def test_format_knockout_third_place_by_choice() -> None:
    contest = (
        desk("ABCD", "knockout", KnockoutOptions(third_place=True)).result({"A": 2, "D": 1}).result({"B": 2, "C": 1})
    )
    assert [f.entrants for f in contest.state.fixtures][2:] == [("D", "C"), ("A", "B")]
    contest.result({"A": 2, "B": 1}, "final")
    assert (contest.state.phase, contest.state.podium) == ("final", ())
    assert podium(contest.result({"D": 1, "C": 2}).state) == "1 A 5, 2 B 3, 3 C 2, 4 D 1"


def test_a_knockout_of_4096_is_drawn_and_everybody_plays_or_rests_in_its_first_round() -> None:
    possible = format_named("knockout").possible((2,), KnockoutOptions())
    assert (min(possible), max(possible)) == (2, 4096)
    order = tuple(f"p{n}" for n in range(4095))
    contest = Desk(order, "knockout", PLAIN, (2,), options=KnockoutOptions(third_place=True))
    fixtures = contest.state.fixtures
    assert len(fixtures) == 2047
    assert [bye.player for bye in contest.state.byes] == ["p0"]
    assert (
        len({fixture.table for fixture in fixtures}) == len({one for f in fixtures for one in f.entrants}) // 2 == 2047
    )


def test_format_knockout_byes_for_the_first() -> None:
    contest = desk("ABCDE", "knockout")
    assert [(bye.round, bye.player) for bye in contest.state.byes] == [(1, "A"), (1, "B"), (1, "C")]
    assert [f.entrants for f in contest.state.fixtures] == [("D", "E"), ("B", "C")]
    assert contest.state.phase == "playing"


def test_format_knockout_level_match_waits_for_a_ruling() -> None:
    contest = desk("AB", "knockout").result({"A": 1, "B": 1})
    assert (contest.state.phase, awaits(contest.state)) == ("waiting_ruling", "ruling A B")
    assert podium(contest.rule("B", "A").state) == "1 B 5, 2 A 3"


def test_format_knockout_withdrawal_brings_the_rival_on() -> None:
    contest = desk("ABCD", "knockout").withdraw("A").result({"B": 2, "C": 1})
    assert [f.entrants for f in contest.state.fixtures if f.kind == "final"] == [("D", "B")]
    nobody = desk("ABCD", "knockout").absent("A", "D", absent=["A", "D"]).result({"B": 2, "C": 1})
    assert (nobody.state.phase, order(nobody.state)) == ("finished", "1 B, 2 C, 3 A D")


# Groups


def played_groups() -> Desk:
    contest = desk("ABCDEF", "groups", GroupsOptions(size=3, through=2))
    for trio in ("ABC", "DEF"):
        for a, b in combinations(trio, 2):
            contest.result({a: 2, b: 1})
    return contest


def test_format_groups_of_leagues_then_a_knockout() -> None:
    contest = played_groups()
    state = contest.state
    assert (order(state), order(state, 1), state.qualified) == ("1 A, 2 B, 3 C", "1 D, 2 E, 3 F", ("A", "B", "D", "E"))
    semis = [f.entrants for f in state.fixtures if f.kind == "knockout"]
    assert semis == [("A", "E"), ("D", "B")] and state.is_grouped
    contest.result({"A": 1, "E": 0}).result({"D": 1, "B": 0}).result({"A": 0, "D": 1}, "final")
    assert podium(contest.state) == "1 D 5, 2 A 3, 3 B 2, 3 E 2"


def test_format_groups_fixture_keys_and_orders_are_unique() -> None:
    fixtures = played_groups().state.fixtures
    assert len({f.key for f in fixtures}) == len({f.order for f in fixtures}) == len(fixtures) == 8


def test_format_groups_tie_that_decides_who_is_through_waits() -> None:
    contest = desk("ABCDEF", "groups", GroupsOptions(size=3, through=1))
    contest.result({"A": 2, "B": 1}).result({"B": 2, "C": 1}).result({"C": 2, "A": 1})
    assert (contest.state.phase, awaits(contest.state).count("result")) == ("playing", 3)
    contest.result({"D": 2, "E": 1}).result({"D": 2, "F": 1}).result({"E": 1, "F": 1})
    assert (contest.state.phase, awaits(contest.state)) == ("waiting_ruling", "ruling A B C")
    assert order(contest.state, 1) == "1 D, 2 E F"
    assert contest.rule("C", "A", "B").state.qualified == ("C", "D")


def test_format_groups_at_one_table_then_a_final() -> None:
    contest = desk("ABCDEFGH", "groups", GroupsOptions(then="final"), LOW, (4,))
    contest.result({"A": 3, "B": 9, "C": 1, "D": 5}).result({"E": 3, "F": 9, "G": 1, "H": 5})
    state = contest.state
    assert (state.phase, state.qualified) == ("final", ("C", "A", "G", "E"))
    assert podium(contest.result({"A": 1, "C": 1, "E": 3, "G": 4}, "final").state) == "1 A 5, 1 C 5, 3 E 2, 4 G 1"


def test_format_groups_at_one_table_level_across_the_line_waits() -> None:
    contest = desk("ABCDEFGH", "groups", GroupsOptions(then="final"), LOW, (4,))
    contest.result({"A": 3, "B": 9, "C": 3, "D": 1}).result({"E": 3, "F": 9, "G": 1, "H": 5})
    assert (contest.state.phase, awaits(contest.state)) == ("waiting_ruling", "ruling A C")
