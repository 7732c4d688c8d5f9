"""Scores of teams in rounds, by hand and worked out plainly again from every board (teams.score, rounds.score)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.contests.contest import Contest, Entrant, PairedRound
from referee.contests.formats import follow
from referee.contests.rounds.options import USUAL_OF_TEAMS, MatchPoints, RoundsOptions, ScaleStep, Score
from referee.contests.standings.tables import LeagueRow
from referee.contests.teams.encounters import ENCOUNTER, BoardOutcome, encounter_outcome
from referee.contests.teams.terms import Board, TeamTerms
from referee.match.results import Result
from tests.support.contests import alphabet

TERMS = TeamTerms((Board("escoba"), Board("hearts.castillar", weight=2), Board("escoba")))
"""Three boards, of four board points; points are bad at the second."""
WHOLE = 4
SCALE = (ScaleStep(0, 10, 10), ScaleStep(1, 13, 7), ScaleStep(4, 18, 2))
BoardCase = tuple[int, int] | str
"""The points of a board, or the teams that did not come to it."""


def contest_of(
    rounds: Sequence[dict[str, Sequence[BoardCase]]],
    options: RoundsOptions,
    terms: TeamTerms = TERMS,
    teams: str = "ABC",
) -> Contest:
    """A contest of these rounds: `AB: ((21, 5), (40, 64), "B")` are the boards of an encounter, `C: ()` is a bye."""
    outcomes, pairings = [], []
    for number, encounters in enumerate(rounds, start=1):
        pairs = [name for name in encounters if len(name) == 2]
        rests = tuple(name for name in encounters if len(name) == 1)
        pairings.append(PairedRound(number, tuple((name[0], name[1]) for name in pairs), rests))
        for table, pair in enumerate(pairs, start=1):
            key, both = f"round-{number}-{table}", tuple(pair)
            boards = [
                BoardOutcome(key, both, n, None, tuple(cases), at=number)
                if isinstance(cases, str)
                else BoardOutcome(key, both, n, Result(cases), at=number)
                for n, cases in enumerate(encounters[pair], start=1)
            ]
            outcome = encounter_outcome(terms, key, both, boards)
            assert outcome is not None
            outcomes.append(outcome)
    order = tuple(teams)
    return Contest(
        "rounds",
        order,
        ENCOUNTER,
        (2,),
        alphabet(order),
        options=options,
        entrants=tuple(Entrant(team, (team.lower(),), team) for team in order),
        outcomes=tuple(outcomes),
        pairings=tuple(pairings),
        teams=terms,
    )


def rows_of(contest: Contest) -> dict[str, LeagueRow]:
    [table] = follow(contest).tables
    return {row.player: row for row in table.rows if isinstance(row, LeagueRow)}


def figure(row: LeagueRow, name: str) -> float:
    assert isinstance(row.tie_breaks, Mapping)
    return row.tie_breaks[name]


TWO_ROUNDS: list[dict[str, Sequence[BoardCase]]] = [
    {"AB": ((21, 5), (64, 40), (21, 20)), "C": ()},
    {"AC": ((21, 5), (52, 52), "C"), "B": ()},
]
"""A levels with B, two board points to two, and beats C by three to one; each of the others rests once."""
USUAL = RoundsOptions(2, tie_breaks=USUAL_OF_TEAMS)


def figures_of(options: RoundsOptions) -> dict[str, tuple[float, float]]:
    return {team: (row.ptos, figure(row, "boards")) for team, row in rows_of(contest_of(TWO_ROUNDS, options)).items()}


def test_an_encounter_gives_the_points_of_its_round_and_a_bye_all_boards() -> None:
    assert figures_of(USUAL) == {"A": (3, 5), "B": (3, 6), "C": (2, 5)}
    three = replace(USUAL, points=MatchPoints(win=3, level=1, loss=0, bye=2))
    assert figures_of(three) == {"A": (4, 5), "B": (3, 6), "C": (2, 5)}


def test_game_points_are_those_of_all_boards_and_victory_points_go_by_board_points() -> None:
    by_points = replace(USUAL, score="game_points", cap=60)
    # Of Hearts each team has what the rival took: 21 + 40 + 21 is over the cap; C rests for the cap.
    assert {team: points for team, (points, _) in figures_of(by_points).items()} == {"A": 120, "B": 120, "C": 117}
    without_cap = replace(by_points, cap=None)
    # The walkover of the game with points of its own for it, Hearts, is what a bye gives.
    assert {team: points for team, (points, _) in figures_of(without_cap).items()} == {"A": 155, "B": 141, "C": 109}
    by_scale = replace(USUAL, score="victory_points", scale=SCALE)
    assert {team: points for team, (points, _) in figures_of(by_scale).items()} == {"A": 23, "B": 23, "C": 20}


def test_the_winner_of_an_encounter_has_the_better_of_the_scale_with_fewer_game_points() -> None:
    rounds: list[dict[str, Sequence[BoardCase]]] = [{"AB": ((21, 20), (52, 52), (21, 20)), "C": ()}]
    lost_points: list[dict[str, Sequence[BoardCase]]] = [{"AB": ((21, 20), (51, 53), (0, 21)), "C": ()}]
    options = replace(USUAL, round_count=1, score="victory_points", scale=SCALE)
    assert [rows_of(contest_of(one, options))["A"].ptos for one in (rounds, lost_points)] == [13, 13]
    assert rows_of(contest_of(lost_points, options))["A"].diff < 0


def test_a_team_that_does_not_come_has_no_board_points_and_its_rival_has_all() -> None:
    rounds: list[dict[str, Sequence[BoardCase]]] = [{"AB": ("B", "B", "B"), "C": ()}]
    rows = rows_of(contest_of(rounds, replace(USUAL, round_count=1)))
    assert {team: (row.ptos, figure(row, "boards")) for team, row in rows.items()} == {
        "A": (2, WHOLE),
        "B": (0, 0),
        "C": (2, WHOLE),
    }
    nobody: list[dict[str, Sequence[BoardCase]]] = [{"AB": ("AB", "AB", "AB"), "C": ()}]
    rows = rows_of(contest_of(nobody, replace(USUAL, round_count=1)))
    assert {team: (row.ptos, figure(row, "boards")) for team, row in rows.items()} == {
        "A": (0, 0),
        "B": (0, 0),
        "C": (2, WHOLE),
    }


TELLING: dict[str, st.SearchStrategy[BoardCase]] = {
    "escoba": st.sampled_from([(21, 5), (5, 21), (21, 20), (20, 21), "X", "Y", "XY"]),
    "hearts.castillar": st.sampled_from([(40, 64), (64, 40), (52, 52), "X", "Y"]),
}


def plain_boards(cases: Sequence[BoardCase], pair: str) -> tuple[dict[str, Fraction], dict[str, int]]:
    """Board points and game points of an encounter, board by board as the clause says."""
    boards, points = {team: Fraction() for team in pair}, dict.fromkeys(pair, 0)
    for one, board in zip(cases, TERMS.boards, strict=True):
        if isinstance(one, str):
            came = [team for team in pair if team not in one]
            for team in came:
                boards[team] += Fraction(board.weight, len(came))
            continue
        points_of = dict(zip(pair, one[::-1] if board.ruleset == "hearts.castillar" else one, strict=True))
        best = [team for team in pair if points_of[team] == max(points_of.values())]
        for team in pair:
            points[team] += points_of[team]
        for team in best:
            boards[team] += Fraction(board.weight, len(best))
    return boards, points


def plain_score(options: RoundsOptions, own: Fraction, other: Fraction, points: int) -> int:
    """The score of an encounter that was played."""
    if options.score == "match_points":
        return options.points.win if own > other else options.points.level if own == other else options.points.loss
    if options.score == "game_points":
        return min(points, options.cap or points)
    step = [step for step in options.scale if step.difference <= abs(own - other)][-1]
    return step.winner if own >= other else step.loser


@pytest.mark.parametrize("score", ["match_points", "game_points", "victory_points"])
@given(data=st.data(), seed=st.integers(0, 1000))
def test_every_table_of_teams_equals_a_plain_sum_of_its_boards(score: Score, data: st.DataObject, seed: int) -> None:
    options = replace(
        USUAL,
        round_count=3,
        score=score,
        scale=SCALE if score == "victory_points" else (),
        cap=90 if score == "game_points" else None,
    )
    chance, rounds = Random(seed), list[dict[str, Sequence[BoardCase]]]()
    plain: dict[str, dict[str, Any]] = {team: {"score": 0, "boards": Fraction(), "difference": 0} for team in "ABCDE"}
    bye = {"match_points": 2, "game_points": 90, "victory_points": SCALE[1].winner}[score]
    for _ in range(3):
        order = chance.sample("ABCDE", 5)
        round_: dict[str, Sequence[BoardCase]] = {order[4]: ()}
        plain[order[4]]["score"] += bye
        plain[order[4]]["boards"] += WHOLE
        for pair in ("".join(order[:2]), "".join(order[2:4])):
            samples = [data.draw(TELLING[board.ruleset]) for board in TERMS.boards]
            cases: list[BoardCase] = [
                one.replace("X", pair[0]).replace("Y", pair[1]) if isinstance(one, str) else one for one in samples
            ]
            round_[pair] = cases
            boards, points = plain_boards(cases, pair)
            absent = [team for team in pair if all(isinstance(one, str) and team in one for one in cases)]
            for team, other in ((pair[0], pair[1]), (pair[1], pair[0])):
                if absent:
                    came = team not in absent
                    plain[team]["score"] += bye if came else 0
                    plain[team]["boards"] += WHOLE if came else 0
                    continue
                plain[team]["score"] += plain_score(options, boards[team], boards[other], points[team])
                plain[team]["boards"] += boards[team]
                plain[team]["difference"] += points[team] - points[other]
        rounds.append(round_)
    rows = rows_of(contest_of(rounds, options, teams="ABCDE"))
    assert {team: (row.ptos, figure(row, "boards"), figure(row, "difference")) for team, row in rows.items()} == {
        team: tuple(own.values()) for team, own in plain.items()
    }
    for one, other in combinations(plain, 2):
        own, others = [*plain[one].values()], [*plain[other].values()]
        assert own == others or (own > others) == (rows[one].place < rows[other].place)
