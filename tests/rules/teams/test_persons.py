"""The persons of a contest of teams, worked out plainly again over leagues by chance (teams.persons)."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.contests.standings.alphabet import by_place
from referee.contests.teams.encounters import BoardOutcome
from referee.contests.teams.lineups import Lineup
from referee.contests.teams.persons import person_table
from referee.contests.teams.terms import Board, TeamTerms
from referee.match.results import Result

BOARDS = (Board("guinote", per_team=2), Board("escoba"), Board("hearts.castillar", weight=3))
TERMS = TeamTerms(BOARDS)
"""Two of each team sit at the first board; points are bad at the last."""
POINTS: tuple[tuple[tuple[int, int], ...], ...] = (
    ((3, 1), (0, 3), (2, 2)),
    ((21, 15), (3, 21), (21, 21)),
    ((40, 64), (90, 14), (52, 52)),
)
"""Results of each board: the first team wins, the second wins, it is level."""
MEMBERS = {team: tuple(f"{team}{n}" for n in range(6)) for team in "ABCD"}
ALPHABET = {one: (n,) for n, one in enumerate(sorted(one for own in MEMBERS.values() for one in own))}


class League:
    """Encounters of teams by chance: line-ups with substitutes before each board, walkovers, boards without players.

    `sat` has the people at each board when it was decided, noted apart from the line-ups.
    """

    def __init__(self, seed: int) -> None:
        chance = Random(seed)
        self.boards: list[BoardOutcome] = []
        self.lineups: list[Lineup] = []
        self.played: set[tuple[str, frozenset[str]]] = set()
        self.sat: dict[tuple[str, int, str], Sequence[str]] = {}
        at = 0
        for n, teams in enumerate(combinations(MEMBERS, 2)):
            both = teams if chance.random() < 0.5 else teams[::-1]
            key = f"league-{n}"
            is_named = chance.random() < 0.8
            lineups = {team: Lineup(key, both, team, "", at, self._members(team, chance)) for team in both}
            for number in range(1, len(BOARDS) + 1):
                for team, lineup in lineups.items() if is_named else ():
                    if chance.random() < 0.4:
                        now = lineup.members[number - 1]
                        out = chance.choice(now)
                        lineups[team] = lineup.with_substitute(
                            number, out, chance.choice([one for one in MEMBERS[team] if one not in now])
                        )
                    self.sat[key, number, team] = lineups[team].members[number - 1]
                at += 1
                kind = chance.randrange(6)
                absent = both if kind == 5 else (chance.choice(both),) if kind == 4 else ()
                result = None if absent else Result(chance.choice(POINTS[number - 1]))
                self.boards.append(BoardOutcome(key, both, number, result, absent, at=at))
            if is_named:
                self.lineups += lineups.values()
            elif chance.random() < 0.5:
                # They wait, and are not shown.
                self.lineups.append(Lineup(key, both, both[0], "", at))
            if chance.random() < 0.8:
                self.played.add((key, frozenset(both)))

    @staticmethod
    def _members(team: str, chance: Random) -> tuple[tuple[str, ...], ...]:
        people = iter(chance.sample(MEMBERS[team], 4))
        return tuple(tuple(next(people) for _ in range(board.per_team or 1)) for board in BOARDS)

    def rows(self, now: dict[str, str]) -> list[tuple[Any, ...]]:
        table = person_table(
            TERMS, self.boards, self.lineups, self.played, by_place(ALPHABET), lambda one: now.get(one, one)
        )
        return [
            (
                *(one.place, one.person, one.figures.j, one.figures.g, one.figures.e, one.figures.p),
                *(Fraction(one.figures.halves, 2), one.figures.f, one.figures.c),
            )
            for one in table
        ]

    def plainly(self, now: dict[str, str]) -> list[tuple[Any, ...]]:
        """The same rows, counted board by board from the people there."""
        counts: dict[str, list[Any]] = {}
        for outcome in self.boards:
            if (outcome.fixture, frozenset(outcome.entrants)) not in self.played or len(outcome.absent) == 2:
                continue
            for side, team in enumerate(outcome.entrants):
                rival = outcome.entrants[1 - side]
                own = theirs = 0
                if outcome.result is None:
                    score = Fraction(team not in outcome.absent)
                else:
                    own, theirs = outcome.result.points[side], outcome.result.points[1 - side]
                    if outcome.board == 3:
                        own, theirs = theirs, own
                    score = Fraction(1, 2) if own == theirs else Fraction(own > theirs)
                assert rival != team
                for person in self.sat.get((outcome.fixture, outcome.board, team), ()):
                    row = counts.setdefault(now.get(person, person), [0, 0, 0, 0, Fraction(0), 0, 0])
                    weight = 3 if outcome.board == 3 else 1
                    more = (1, score == 1, score == Fraction(1, 2), score == 0, score * weight, own, theirs)
                    row[:] = [
                        one + int(other) if isinstance(other, bool) else one + other
                        for one, other in zip(row, more, strict=True)
                    ]
        worth = {person: (row[4], row[1], row[5] - row[6]) for person, row in counts.items()}
        places = {person: 1 + sum(other > own for other in worth.values()) for person, own in worth.items()}
        return [
            (places[one], one, *counts[one]) for one in sorted(counts, key=lambda one: (places[one], ALPHABET[one]))
        ]


@given(st.integers(0, 2**32))
def test_persons_are_those_of_a_plain_count(seed: int) -> None:
    league = League(seed)
    assert league.rows({}) == league.plainly({})
    # Two entries of one person are one row with all their boards.
    merges = {"A0": "A1", "B5": "B0"}
    assert league.rows(merges) == league.plainly(merges)


@given(st.integers(0, 2**32))
def test_the_order_of_what_was_recorded_changes_nothing(seed: int) -> None:
    league = League(seed)
    rows = league.rows({})
    league.boards.reverse()
    league.lineups.reverse()
    assert league.rows({}) == rows


def test_leagues_by_chance_have_what_the_rule_tells_apart() -> None:
    """These leagues have shared places, boards without players, and persons parted by each figure."""
    peers = voids = 0
    deciders: set[str] = set()
    for seed in range(60):
        league = League(seed)
        table = person_table(TERMS, league.boards, league.lineups, league.played, by_place(ALPHABET), str)
        deciders |= {one.decided_by for one in table}
        peers += len(table) - len({one.place for one in table})
        voids += sum(len(one.absent) == 2 for one in league.boards)
    assert deciders == {"boards", "wins", "diff", "open"}
    assert peers
    assert voids


@pytest.mark.parametrize(
    ("absent", "rows"),
    [
        pytest.param(("B",), [("a", 1, 0), ("b", 0, 1)], id="one does not come"),
        pytest.param(("A", "B"), [], id="nobody comes"),
    ],
)
def test_a_walkover_counts_as_a_board_without_game_points(absent: tuple[str, ...], rows: list[Any]) -> None:
    boards = [BoardOutcome("league-1", ("A", "B"), 1, None, absent)]
    lineups = [Lineup("league-1", ("A", "B"), team, "", 0, ((team.lower(),),)) for team in "AB"]
    encounters = {("league-1", frozenset("AB"))}
    table = person_table(TeamTerms((Board("escoba"),)), boards, lineups, encounters, by_place({}), str)
    assert [(one.person, one.figures.g, one.figures.p) for one in table] == rows
    assert all((one.figures.f, one.figures.c) == (0, 0) for one in table)
