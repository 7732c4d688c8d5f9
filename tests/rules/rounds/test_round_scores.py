"""Scores and tie-breaks of contests in rounds (rounds.points to rounds.order, tie.*): by hand, and worked out plainly again."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.contests.contest import Contest, Entrant, LateEntry, PairedRound, Withdrawal
from referee.contests.formats import follow
from referee.contests.partners import members_of
from referee.contests.rounds.options import MatchPoints, RoundsOptions, ScaleStep, TieBreak, flaws_of
from referee.contests.rounds.order import Comparison, rank, tie_break_figures
from referee.contests.rounds.play import field_of
from referee.contests.rounds.scoring import RoundScore, Scoring
from referee.contests.standings.tables import LeagueRow
from referee.match.results import PLAIN, ContestRules, Outcome, Result
from tests.support.contest_days import SETTINGS, Day
from tests.support.contests import alphabet

LOW = ContestRules(low_wins=True, walkover_points=52)
EVERY_TIE_BREAK: tuple[TieBreak, ...] = ("buchholz", "median", "sonneborn", "difference", "for", "wins", "progress")


def contest_of(
    rounds: Sequence[Mapping[str, Any]],
    options: RoundsOptions,
    rules: ContestRules = PLAIN,
    players: str = "ABCDE",
) -> Contest:
    """A contest of rounds with matches such as `AB: (3, 1)`, walkovers (`AB: "B"`: B did not come) and rests (`E: ""`)."""
    outcomes, pairings = [], []
    for number, matches in enumerate(rounds, start=1):
        pairs = [name for name in matches if len(name) == 2]
        pairings.append(
            PairedRound(number, tuple((name[0], name[1]) for name in pairs), tuple(n for n in matches if len(n) == 1))
        )
        for table, pair in enumerate(pairs, start=1):
            told = matches[pair]
            result = None if isinstance(told, str) else Result(told)
            absent = tuple(told) if isinstance(told, str) else ()
            key = f"round-{number}-{table}"
            outcomes.append(Outcome(key, tuple(pair), result, absent, at=10 * number + table))
    order = tuple(players)
    return Contest(
        "rounds",
        order,
        rules,
        (2,),
        alphabet(order),
        options=options,
        entrants=tuple(map(Entrant, order)),
        outcomes=tuple(outcomes),
        pairings=tuple(pairings),
    )


def rows_of(contest: Contest) -> dict[str, LeagueRow]:
    """The rows of its table by player."""
    [table] = follow(contest).tables
    return {row.player: row for row in table.rows if isinstance(row, LeagueRow)}


def scores_of(contest: Contest) -> dict[str, float]:
    return {player: row.ptos for player, row in rows_of(contest).items()}


THREE: list[dict[str, Any]] = [
    {"AB": (3, 1), "CD": (2, 2), "E": ""},
    {"AC": (3, 0), "EB": "E", "D": ""},
    {"AE": (1, 3), "DB": (0, 3), "C": ""},
]
"""Five in three rounds: in the second E does not come, in each one rests."""


def test_points_are_two_one_and_nothing_and_a_bye_is_a_win() -> None:
    assert scores_of(contest_of(THREE, RoundsOptions(3))) == {"A": 4, "B": 4, "C": 3, "D": 3, "E": 4}


def test_points_of_the_contest_a_bye_and_an_absence_of_their_own() -> None:
    points = MatchPoints(win=3, level=1, loss=0, bye=2, absent=0)
    assert scores_of(contest_of(THREE, RoundsOptions(3, points=points))) == {"A": 6, "B": 5, "C": 3, "D": 3, "E": 5}
    missing = replace(points, loss=1, absent=0)
    assert scores_of(contest_of(THREE, RoundsOptions(3, points=missing)))["E"] == 5
    assert scores_of(contest_of(THREE, RoundsOptions(3, points=replace(missing, absent=None))))["E"] == 6


def test_game_points_at_most_the_cap_and_turned_round_where_points_are_bad() -> None:
    rounds: list[dict[str, Any]] = [{"AB": (130, 40), "C": ""}]
    options = RoundsOptions(1, score="game_points", cap=121)
    assert scores_of(contest_of(rounds, options, players="ABC")) == {"A": 121, "B": 40, "C": 121}
    assert scores_of(contest_of(rounds, replace(options, cap=None), LOW, "ABC")) == {"A": 40, "B": 130, "C": 52}


SCALE = (ScaleStep(0, 10, 10), ScaleStep(1, 12, 8), ScaleStep(20, 16, 4))


@pytest.mark.parametrize(
    ("points", "victory_points"), [((5, 5), (10, 10)), ((6, 5), (12, 8)), ((5, 24), (8, 12)), ((5, 25), (4, 16))]
)
def test_victory_points_go_by_the_scale(points: tuple[int, int], victory_points: tuple[int, int]) -> None:
    options = RoundsOptions(1, score="victory_points", scale=SCALE)
    scores = scores_of(contest_of([{"AB": points, "C": ""}], options, players="ABC"))
    assert scores == {"A": victory_points[0], "B": victory_points[1], "C": 12}


def test_the_worst_rounds_are_struck_once_all_are_over_but_no_walkover_lost() -> None:
    options = RoundsOptions(3, strike=1, points=MatchPoints(win=2, level=1, loss=0))
    whole = scores_of(contest_of(THREE, RoundsOptions(3)))
    struck = scores_of(contest_of(THREE, options))
    # C struck its loss, A its loss, D its loss, B its loss: nought each. E has a walkover lost, which stays, and strikes a win.
    assert struck == whole | {"E": 2}
    assert scores_of(contest_of(THREE[:2], options)) == scores_of(contest_of(THREE[:2], RoundsOptions(3)))


def test_the_figures_of_tie_breaks_by_hand() -> None:
    contest = contest_of(THREE, RoundsOptions(3, tie_breaks=EVERY_TIE_BREAK))
    # A met B (4), C (3), E (4), and beat B and C; E rested, did not come, and beat A: 4 + 4 + 4.
    assert rows_of(contest)["A"].tie_breaks == {
        "buchholz": 11, "median": 4, "sonneborn": 7, "difference": 3, "for": 7, "wins": 2, "progress": 10,
    }  # fmt: skip
    assert rows_of(contest)["E"].tie_breaks == {
        "buchholz": 12, "median": 4, "sonneborn": 4, "difference": 2, "for": 3, "wins": 1, "progress": 8,
    }  # fmt: skip
    # C levelled with D: half of D's three.
    assert rows_of(contest)["C"].tie_breaks["sonneborn"] == 1.5  # type: ignore[index]


def test_those_level_are_parted_by_the_direct_score_if_each_has_met_every_other() -> None:
    contest = contest_of(THREE, RoundsOptions(3, tie_breaks=("direct",)))
    rows = rows_of(contest)
    # A beat B, E beat A, and B had no match with E on the table, but won it: a walkover is a match between them.
    assert [rows[one].place for one in "ABE"] == [1, 1, 1]
    apart = contest_of([{"AB": (3, 1), "C": ""}, {"CA": (3, 0), "B": ""}], RoundsOptions(2, tie_breaks=("direct",)))
    assert {one: row.place for one, row in rows_of(apart).items() if one in "ABC"} == {"A": 2, "B": 3, "C": 1}


def test_a_late_entrant_has_missed_the_rounds_before_and_a_leaver_is_paired_no_more() -> None:
    contest = contest_of(THREE[:1], RoundsOptions(3, late_until=2))
    entry = LateEntry("F", 2, at=30)
    late = replace(
        contest,
        entrants=(*contest.entrants, Entrant("F")),
        late=(entry,),
        alphabet=alphabet("ABCDEF"),
        withdrawals=(Withdrawal("D", 31),),
    )
    assert scores_of(late)["F"] == 0
    assert rows_of(late)["F"].p == 1
    assert scores_of(late)["D"] == 1
    assert {*field_of(late, 2, "s").entrants} == {*"ABCEF"}


@pytest.mark.parametrize(
    ("options", "path"),
    [
        (RoundsOptions(points=MatchPoints(1, 2, 0)), "$.params.points"),
        (RoundsOptions(score="victory_points"), "$.params.scale"),
        (RoundsOptions(score="victory_points", scale=(SCALE[0], SCALE[2], SCALE[1])), "$.params.scale"),
        (RoundsOptions(scale=SCALE), "$.params.scale"),
        (RoundsOptions(cap=121), "$.params.cap"),
        (RoundsOptions(repeats="always"), "$.params.repeats"),
        (RoundsOptions(3, strike=3), "$.params.strike"),
        (RoundsOptions(tie_breaks=("wins", "wins")), "$.params.tie_breaks"),
    ],
)
def test_choices_that_do_not_fit_each_other_are_refused_at_their_place(options: RoundsOptions, path: str) -> None:
    assert [flaw.path for flaw in flaws_of(options)] == [path]


@st.composite
def whole_contests(draw: st.DrawFn) -> Contest:
    """Contests in rounds after a day with anything that happens."""
    setting = draw(st.sampled_from([setting for setting in SETTINGS if setting.format == "rounds"]))
    day = Day(setting.contest(pairs=False), draw(st.randoms(use_true_random=False)))
    for _ in range(draw(st.integers(0, 15))):
        day.go_on()
    day.finish()
    return replace(day.contest, options=replace(day.contest.options, tie_breaks=EVERY_TIE_BREAK))


@given(contest=whole_contests())
@settings(max_examples=min(60, settings().max_examples))
def test_every_tie_break_equals_a_plain_second_computation(contest: Contest) -> None:
    rows = {row.player: row for row in rows_of(contest).values()}
    holder = {place: contest.line(place, late=False)[-1] for place in contest.places}
    plain = PlainTable(contest)
    for place in contest.places:
        row = rows[holder[place]]
        assert row.ptos == plain.score(place)
        assert row.tie_breaks == {name: plain.figure(name, place) for name in EVERY_TIE_BREAK}
    order = [(-row.ptos, *(-row.tie_breaks[name] for name in EVERY_TIE_BREAK)) for row in rows.values()]  # type: ignore[index]
    assert order == sorted(order)


class PlainTable:
    """The figures of a contest with 2, 1 and 0 points and good game points, worked out match by match from its outcomes."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.matches = follow(contest).fixtures
        place_of = {one: place for place in contest.places for one in contest.line(place, late=False)}
        self.results: dict[str, dict[int, tuple[float, tuple[str, ...], int, int]]] = {
            one: {} for one in contest.places
        }
        self.won: dict[str, int] = dict.fromkeys(contest.places, 0)
        outcomes = {(one.fixture, frozenset(one.entrants)): one for one in contest.outcomes}
        left = {one.entrant for one in contest.withdrawals}
        sides = [
            (fixture, pair[0], pair[1])
            for fixture in self.matches
            for pair in (fixture.entrants, fixture.entrants[::-1])
        ]
        for fixture, mine, other in sides:
            outcome = outcomes.get((fixture.key, frozenset(fixture.entrants)))
            rivals = tuple(place_of[rival] for rival in members_of(other))
            for me in members_of(mine):
                here = place_of[me]
                if outcome is not None and outcome.result is not None:
                    points = dict(zip(outcome.entrants, outcome.result.points, strict=True))
                    own, yours = points[mine], points[other]
                    self.results[here][fixture.round] = (1 + (own > yours) - (own < yours), rivals, own, yours)
                    self.won[here] += own > yours
                else:
                    away = left & {*fixture.members}
                    if outcome is not None:
                        away = {*outcome.missing} or {one for pair in outcome.absent for one in members_of(pair)}
                    assert away or fixture.state == "pending"
                    if away:
                        self.results[here][fixture.round] = (0 if me in away else 2, (), 0, 0)
        for round_ in contest.pairings:
            for place in round_.rests:
                self.results[place][round_.round] = (2, (), 0, 0)

    def score(self, place: str) -> float:
        return sum(score for score, *_ in self.results[place].values())

    def figure(self, name: str, place: str) -> float:
        own = self.results[place]
        alone = (place, place) if self.contest.partners else (place,)
        rivals = sorted(self.score(rival) for _, those, *_ in own.values() for rival in those or alone)
        last = max((number for results in self.results.values() for number in results), default=0)
        return {
            "buchholz": sum(rivals),
            "median": sum(rivals[1:-1]),
            "sonneborn": sum(score / 2 * self.score(rival) for score, those, *_ in own.values() for rival in those),
            "difference": sum(mine - yours for *_, mine, yours in own.values()),
            "for": sum(mine for *_, mine, _ in own.values()),
            "wins": self.won[place],
            "progress": sum(
                sum(score for number, (score, *_) in own.items() if number <= until) for until in range(1, last + 1)
            ),
        }[name]


@given(n=st.integers(3, 40), chance=st.randoms(use_true_random=False), rounds=st.integers(1, 6))
@settings(max_examples=min(15, settings().max_examples))
def test_nobody_meets_twice_nobody_rests_twice_and_sums_are_right(n: int, chance: Random, rounds: int) -> None:
    count = min(rounds, (n - 1) if n % 2 == 0 else n, n // 2)
    options = RoundsOptions(count)
    players = tuple(f"p{number}" for number in range(n))
    contest = Contest(
        "rounds", players, PLAIN, (2,), alphabet(players), options=options, entrants=tuple(map(Entrant, players))
    )
    day = Day(contest, chance)
    while day.pair():
        while day.play():
            day.version += 1
    pairs = [frozenset(pair) for round_ in day.contest.pairings for pair in round_.pairs]
    rests = [one for round_ in day.contest.pairings for one in round_.rests]
    assert len(day.contest.pairings) == count
    assert len({*rests}) == len(rests)
    # `Day` takes repeats only where nothing else is left: up to half as many rounds as there are rivals there always is more.
    assert len({*pairs}) == len(pairs)
    state = follow(day.contest)
    assert state.phase == "finished"
    assert sum(row.ptos for row in state.tables[0].rows if isinstance(row, LeagueRow)) == 2 * len(pairs) + 2 * len(
        rests
    )


def test_a_score_knows_its_round() -> None:
    """An order of two without any round is one tie, whatever tie-breaks there are."""
    records: dict[str, tuple[RoundScore, ...]] = {"A": (), "B": ()}
    options = RoundsOptions(tie_breaks=("direct", *EVERY_TIE_BREAK))
    [tie] = rank(records, dict.fromkeys(records, 0), Scoring(options, PLAIN), lambda place: ((), place)).ties()
    assert tie.left_open
    assert {*tie_break_figures("A", Comparison(records, {"A": 0, "B": 0}, Scoring(options, PLAIN))).values()} == {0}
