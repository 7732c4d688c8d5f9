"""The league of El Castillar: columns, order, ties that matter, and the outcome of ties that nothing parts."""

from typing import Any

import pytest

from referee.contests.standings.alphabet import by_place
from referee.contests.standings.league import Bout, Columns, castillar_order, columns
from referee.contests.standings.ties import in_order, members
from referee.games.hearts.results import CASTILLAR_CONTEST
from tests.support.contests import Desk, alphabet, awaits, order, podium, row, steps

TEN = {
    "ACEITUNA": (7, 655, 830),
    "BRÓCOLI": (7, 795, 870),
    "CEBOLLA": (6, 690, 795),
    "DÁTIL": (6, 810, 855),
    "ESPÁRRAGO": (4, 840, 825),
    "FRESA": (4, 760, 725),
    "GALLETA": (3, 795, 690),
    "HUEVO": (2, 830, 655),
    "JAMÓN": (1, 865, 620),
    "KIWI": (0, 905, 585),
}
"""The paper's league of ten: wins, F, C. Its columns are no real league's, so it shows the order only."""


def test_league_order_published_ten() -> None:
    """Each row is made of nine matches against a rival of its own."""
    bouts = []
    for name, (wins, f, c) in TEN.items():
        rival = f"rival of {name}"
        points = [(f, c), *[(0, 0)] * 8]
        bouts += [Bout((name, rival), points[n], name if n < wins else rival) for n in range(9)]
    everyone = dict.fromkeys(entrant for bout in reversed(bouts) for entrant in bout.entrants)
    by_name = by_place(alphabet(everyone))
    ties = castillar_order([*everyone], bouts, {}, CASTILLAR_CONTEST, (1, 4), by_name)
    assert [entrant for entrant in members(ties, by_name) if entrant in TEN] == [*TEN]
    assert columns(everyone, bouts)["ACEITUNA"].diff == -175


def test_league_columns() -> None:
    table = columns(
        "ABC", [Bout(("A", "B"), (40, 64), "A"), Bout(("C", "A"), (30, 74), "C"), Bout(("A", "Z"), (0, 0), "A")]
    )
    assert table["A"] == Columns(j=2, g=1, p=1, f=40 + 74, c=64 + 30)
    assert (table["A"].ptos, table["A"].diff) == (1, 20)
    assert (table["B"].ptos, table["B"].diff) == (0, 24)
    assert (table["C"].ptos, table["C"].diff) == (1, -44)


def test_league_columns_ptos_is_whole() -> None:
    assert isinstance(row(Desk("ABC").league().state, "A").ptos, int)


def test_league_order_1_diff() -> None:
    state = Desk("ABC").league("C>A:30").state
    assert order(state) == "1 C, 2 B, 3 A"
    assert steps(state) == "C diff/-, B diff/diff, A diff/diff"


def test_league_order_2_f_where_the_numbers_of_matches_differ() -> None:
    """A won and lost, B won by walkover alone: both 1 Ptos and +/- 0, and B has the lower F."""
    bouts = [Bout(("A", "X"), (40, 64), "A"), Bout(("Y", "A"), (40, 64), "Y"), Bout(("B", "Y"), (52, 52), "B")]
    names = by_place({})
    ties = castillar_order("ABXY", bouts, {}, CASTILLAR_CONTEST, (1, 4), names)
    ranking = [(r.entrant, r.decided_by, r.above_by) for r in in_order(ties, names)]
    assert ranking == [("Y", "diff", None), ("B", "f", "diff"), ("A", "f", "f"), ("X", "points", "points")]


@pytest.mark.parametrize("names", [("Ángel", "ana", "Zoe"), ("ñu", "nuria", "Oca")])
def test_league_order_3_alphabetical_is_spanish(names: tuple[str, str, str]) -> None:
    """Places 2 to 4 of a league of five are all through: a tie there goes by the alphabet."""
    a, b, c = names
    state = Desk(["Primo", a, b, c, "Ultimo"]).league(f"{c}>{a}").state
    assert (
        order(state)
        == {
            "Ángel": "1 Primo, 2 ana, 3 Ángel, 4 Zoe, 5 Ultimo",
            "ñu": "1 Primo, 2 nuria, 3 ñu, 4 Oca, 5 Ultimo",
        }[a]
    )
    assert [r.decided_by for r in state.tables[0].rows] == ["points", *["alphabetical"] * 3, "points"]
    assert [r.above_by for r in state.tables[0].rows] == [None, "points", "alphabetical", "alphabetical", "points"]


def test_league_order_3_alphabetical_is_skipped_where_it_matters() -> None:
    """The same three at places 1 to 3: the first place matters, and sanctions part them."""
    state = Desk("ABCDE").league("C>A", cards={"A": (1, 0), "B": (0, 1), "C": (0, 0)}).state
    assert order(state) == "1 C, 2 A, 3 B, 4 D, 5 E"
    assert steps(state).startswith("C sanctions/-, A alphabetical/sanctions, B alphabetical/alphabetical")


def test_league_order_4_sanctions_before_average() -> None:
    """Two level at the head: A won their match, and B is ahead with fewer cards."""
    state = Desk("ABCDE").league("E>A", cards={"A": (1, 0)}).state
    assert order(state) == "1 B, 2 A, 3 C, 4 D, 5 E"
    assert steps(state).startswith("B sanctions/-, A sanctions/sanctions, C points/points")


def test_league_sanctions_count_one_each_whatever_the_colour() -> None:
    state = Desk("ABCDE").league("E>A", cards={"A": (1, 1), "B": (2, 0)}).state
    assert (row(state, "A").sanctions, row(state, "B").sanctions) == (2, 2)
    assert steps(state).startswith("A average.wins/-, B average.wins/average.wins")


def test_league_sanctions_of_the_final_do_not_count_in_the_league() -> None:
    desk = Desk("ABCDE").league("E>A")
    before = steps(desk.state)
    desk.result({"A": 30, "B": 50, "C": 70, "D": 100}, "final", cards={"A": (3, 0)})
    assert (steps(desk.state), row(desk.state, "A").sanctions) == (before, 0)


def test_league_sanctions_given_after_a_match_count_in_the_league() -> None:
    """Sanctions part the league's tie, though they changed nothing in their match."""
    desk = Desk("ABCDE").league("E>A")
    state = desk.result({"A": 40, "B": 64}, late_cards=((1, 0), (0, 0))).state
    assert steps(state).startswith("B sanctions/-, A sanctions/sanctions")


def test_league_order_5_average_wins() -> None:
    state = Desk("ABCDE").league("E>A").state
    assert steps(state).startswith("A average.wins/-, B average.wins/average.wins")
    assert steps(state).endswith("D average.wins/points, E average.wins/average.wins")


def test_league_order_5_average_diff() -> None:
    """A circle at the head, unequal in itself and evened out against the others: A -20, C 0, B +20."""
    state = Desk("ABCDE").league("A>B:30 C>A A>D:50 B>D:30").state
    assert steps(state).startswith("A average.diff/-, C average.diff/average.diff, B average.diff/average.diff")


def test_league_order_5_average_f() -> None:
    """A circle of won matches level in points: equal wins and differences among the three, unequal F."""
    circle = [Bout(("A", "B"), (50, 50), "A"), Bout(("B", "C"), (60, 60), "B"), Bout(("C", "A"), (70, 70), "C")]
    bouts = [Bout(("A", "Y"), (20, 20), "Y"), Bout(("B", "Y"), (30, 30), "Y"), Bout(("C", "Y"), (10, 10), "Y")]
    names = by_place({})
    ranking = in_order(castillar_order("ABCY", circle + bouts, {}, CASTILLAR_CONTEST, (2,), names), names)
    assert [(r.entrant, r.decided_by, r.above_by) for r in ranking] == [
        ("Y", "points", None),
        ("B", "average.f", "points"),
        ("A", "average.f", "average.f"),
        ("C", "average.f", "average.f"),
    ]


def test_league_order_5_new_table_of_those_still_level() -> None:
    """A and B are level in the circle, C behind; the table of A and B alone is their own match."""
    state = Desk("ABCDE").league("B>C:38 C>A:42 C>E:34").state
    assert steps(state).startswith("A average.wins/-, B average.wins/average.wins, C average.diff/average.diff")


def test_league_order_5_is_one_step() -> None:
    """X and Y are level in wins among the four and out of the final: the same table's difference parts them."""
    state = Desk("ABGCDYX").league("X>C Y>B:50 X>G:30 Y>X:30").state
    assert order(state) == "1 A, 2 B, 3 G, 4 C, 5 D, 6 Y, 7 X"
    assert steps(state).endswith(
        "C average.wins/points, D average.wins/average.wins, Y average.diff/average.wins, X average.diff/average.diff"
    )


def test_league_matters_each_part_anew() -> None:
    """Cards put one of three at the head; the other two are second and third, and go by the alphabet."""
    state = Desk("ABCDE").league("C>A", cards={"A": (1, 0), "B": (1, 0)}).state
    assert order(state) == "1 C, 2 A, 3 B, 4 D, 5 E"
    assert steps(state).startswith("C sanctions/-, A alphabetical/sanctions, B alphabetical/alphabetical")


def test_league_matters_below_the_line_goes_by_the_alphabet() -> None:
    state = Desk(["A", "B", "C", "D", "Z", "Y", "X"]).league("X>Z").state
    assert order(state) == "1 A, 2 B, 3 C, 4 D, 5 X, 6 Y, 7 Z"
    assert steps(state).endswith("X alphabetical/points, Y alphabetical/alphabetical, Z alphabetical/alphabetical")


def test_league_matters_with_three_players_every_place() -> None:
    """Second and third level: with three the average decides, not the alphabet."""
    state = Desk(["Ana", "Zoe", "Eva"]).league("Ana>Zoe:38 Eva>Ana:42").state
    assert steps(state) == "Ana diff/-, Zoe average.wins/diff, Eva average.wins/average.wins"
    assert podium(state) == "1 Ana 5, 2 Zoe 3, 3 Eva 1"


# The outcome of ties that nothing parts

CIRCLE_AT_LINE = "E>C"
FOUR_AT_LINE = "E>C F>B F>G"
"""A, B, G ahead; C, D, E in a circle, each ahead of F; F beat B and G: four level at places 4 to 7."""


def four_at_line() -> Desk:
    return Desk("ABGCDEF").league(FOUR_AT_LINE)


def test_league_tie_four_plays_whole() -> None:
    """The average puts F behind the circle; as the circle stays open at the line, all four play."""
    state = four_at_line().state
    assert order(state) == "1 A, 2 B, 3 G, 4 C D E F"
    assert steps(state).endswith("C open/points, D open/open, E open/open, F open/open")
    assert (state.phase, awaits(state), state.qualified) == ("tie_break", "tie_break C D E F", ())
    fixture = next(f for f in state.fixtures if f.kind == "tie_break")
    assert (fixture.entrants, fixture.params, fixture.lines) == (("C", "D", "E", "F"), {"limit": 50}, (1,))
    assert state.extras == {"A": 2}


def test_league_tie_four_goes_on_to_the_final() -> None:
    desk = four_at_line().result({"C": 50, "D": 20, "E": 30, "F": 10}, "tie_break")
    state = desk.state
    assert order(state) == "1 A, 2 B, 3 G, 4 F, 5 D, 6 E, 7 C"
    assert steps(state).endswith(
        "F tie_break_of_four/points, D tie_break_of_four/tie_break_of_four, "
        "E tie_break_of_four/tie_break_of_four, C tie_break_of_four/tie_break_of_four"
    )
    assert (state.phase, state.qualified, awaits(state)) == ("final", ("A", "B", "G", "F"), "final")


def test_league_tie_four_parted_by_the_average_does_not_play() -> None:
    """C and D beat two of the four, and C beat D; E and F, level, are below the line."""
    state = Desk("ABGCDEF").league("F>C E>B F>G").state
    assert steps(state).endswith(
        "C average.wins/points, D average.wins/average.wins, E alphabetical/average.wins, F alphabetical/alphabetical"
    )
    assert (state.phase, state.qualified) == ("final", ("A", "B", "G", "C"))


def test_league_tie_four_counts_whole_with_one_already_ahead() -> None:
    """P beat the other three, and they are a circle across the line: P, third by the average, plays too."""
    state = Desk("ABPQRSG").league("R>A S>A Q>B G>P S>Q").state
    assert order(state) == "1 A, 2 B, 3 P Q R S, 7 G"
    fixture = next(f for f in state.fixtures if f.kind == "tie_break")
    assert (state.phase, fixture.entrants, fixture.lines) == ("tie_break", ("P", "Q", "R", "S"), (2,))


def test_league_tie_four_extra_round_across_the_line_only() -> None:
    """Level for the first place of the tie-break with one to go on: an extra round; level below it: none."""
    desk = four_at_line().result({"C": 20, "D": 20, "E": 30, "F": 50}, "tie_break")
    assert (desk.state.phase, awaits(desk.state)) == ("tie_break", "extra_round C D")
    assert desk.fixture("C", "D", "E", "F", kind="tie_break").needs == "extra_round"
    desk.result({"C": 20, "D": 20, "E": 30, "F": 50}, "tie_break", extra_rounds=((20, 6, 0, 0),))
    assert desk.state.qualified == ("A", "B", "G", "D")
    below = four_at_line().result({"C": 10, "D": 20, "E": 20, "F": 50}, "tie_break").state
    assert below.qualified == ("A", "B", "G", "C") and order(below).endswith("5 D, 6 E, 7 F")


TIED_TOP = "C>A o5>A o6>A o3>B o4>B o1>C o2>C o6>o1 o5>o1"
"""A, B, C in a circle, each ahead of D; all four won six matches."""


def tied_top() -> Desk:
    return Desk(["A", "B", "C", "D", "o1", "o2", "o3", "o4", "o5", "o6"]).league(TIED_TOP)


def test_league_tie_top_plays_the_final_at_once() -> None:
    state = tied_top().state
    assert order(state).startswith("1 A B C D, 5 ")
    assert (state.phase, state.qualified, state.extras) == ("final", ("A", "B", "C", "D"), {})
    assert all(r.decided_by == "open" for r in state.tables[0].rows[:4])


def test_podium_tied_top() -> None:
    state = tied_top().result({"A": 90, "B": 100, "C": 20, "D": 10}, "final").state
    assert podium(state) == "1 D 5, 2 C 3, 3 A 1, 4 B 0"
    assert state.extras == {"D": 2, "C": 1, "A": 1, "B": 1}
    assert {award.rule for award in state.awards} == {"podium.tied-top"}
    assert order(state).startswith("1 A B C D, 5 ")


def test_league_null_at_the_line() -> None:
    state = Desk("ABCDEF").league(CIRCLE_AT_LINE).state
    assert order(state) == "1 A, 2 B, 3 C D E, 6 F"
    assert (state.phase, state.qualified, state.podium, state.pending) == ("null", (), (), ())
    assert state.extras == {"A": 2, "B": 2, "C": 2, "D": 2, "E": 2}
    assert not [f for f in state.fixtures if f.kind != "league"]


def test_league_null_five_level_from_first_across_the_line() -> None:
    state = Desk("ABCDE").league("D>A E>A E>B").state
    assert order(state) == "1 A B C D E" and state.phase == "null"
    assert state.extras == dict.fromkeys("ABCDE", 2)


def test_league_null_first_place_alone_is_shared() -> None:
    """Three in a circle at places 1 to 3 of five: the final is played, and each has the champion's 2."""
    desk = Desk("ABCDE").league("C>A")
    state = desk.state
    assert order(state) == "1 A B C, 4 D, 5 E"
    assert (state.phase, state.qualified) == ("final", ("A", "B", "C", "D"))
    assert state.extras == {"A": 2, "B": 2, "C": 2}
    state = desk.result({"A": 100, "B": 50, "C": 60, "D": 10}, "final").state
    assert podium(state) == "1 D 5, 2 B 3, 3 C 2, 4 A 1"
    assert {award.rule for award in state.awards if award.kind == "extra"} == {"league.null"}


def test_league_null_three_players() -> None:
    state = Desk("ABC").league("C>A").state
    assert (order(state), state.phase, state.podium) == ("1 A B C", "null", ())
    assert state.extras == {"A": 2, "B": 2, "C": 2}


def test_league_null_in_place_of_the_champions_points() -> None:
    """Two circles: one at the head, one across the line. Everyone above the line's tie has 2, once."""
    state = Desk("ABCDEFG").league("C>A F>D").state
    assert order(state) == "1 A B C, 4 D E F, 7 G"
    assert state.phase == "null" and state.extras == dict.fromkeys("ABCDEF", 2)


def test_league_provisional_until_the_last_result() -> None:
    """Cards and the average part no entrants while a match is missing."""
    desk = Desk("ABCDE").league("E>A", but=["D-E"], cards={"A": (1, 0)})
    state = desk.state
    assert state.tables[0].provisional and state.phase == "playing" and state.qualified == ()
    assert order(state).startswith("1 A B, 3 C") and steps(state).startswith("A open/-, B open/open")
    assert [p.kind for p in state.pending] == ["result"]
    assert not desk.result({"D": 40, "E": 64}).state.tables[0].provisional


def test_league_provisional_before_anything() -> None:
    state = Desk(["b", "á", "c"]).state
    assert order(state) == "1 á b c" and len(state.pending) == 3


def test_league_level_match_keeps_the_contest_playing() -> None:
    """52 to 52, with nothing to part them: stored, an extra round is needed, and the match does not count yet."""
    desk = Desk("ABC").league(but=["A-B"])
    desk.result({"A": 52, "B": 52}, stars=(0, 0), rounds_won=(2, 2))
    state = desk.state
    assert (state.phase, awaits(state), row(state, "A").j) == ("playing", "extra_round A B", 1)
    assert desk.fixture("A", "B").needs == "extra_round"
    desk.result({"A": 52, "B": 52}, stars=(0, 0), rounds_won=(2, 2), extra_rounds=((26, 0),))
    assert (desk.state.phase, row(desk.state, "B").g) == ("finished", 2)


@pytest.mark.parametrize(
    ("figures", "winner"),
    [
        ({"stars": (0, 1), "rounds_won": (3, 1)}, "B"),
        ({"stars": (1, 1), "rounds_won": (3, 1)}, "A"),
        ({"stars": (1, 1), "rounds_won": (2, 2), "cards": {"A": (1, 0)}}, "B"),
        ({"rounds_won": (2, 2), "extra_rounds": ((13, 13), (6, 20))}, "A"),
        ({"winner": "B"}, "B"),
    ],
)
def test_league_level_match_is_parted_as_the_tie_break_says(figures: dict[str, Any], winner: str) -> None:
    desk = Desk("AB").result({"A": 52, "B": 52}, **figures)
    assert podium(desk.state).startswith(f"1 {winner} 5")
