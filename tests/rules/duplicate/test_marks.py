"""Matchpoints and differences (duplicate.matchpoints, duplicate.difference): by hand, and worked out plainly again."""

from collections import Counter, defaultdict
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.contests.contest import Contest, Entrant, LateEntry, PairedRound
from referee.contests.duplicate.marks import HandAtTable, marks_of_hand, total
from referee.contests.duplicate.scoring import differences, hundredths, matchpoints, mean, two_decimals
from referee.contests.duplicate.terms import DuplicateTerms
from referee.contests.formats import follow
from referee.contests.rounds.hands import outcome_of_hands
from referee.contests.rounds.options import RoundsOptions
from referee.contests.standings.tables import LeagueRow
from referee.contests.teams.encounters import BoardOutcome
from referee.match.results import ContestRules, Result
from tests.support.contests import alphabet


def test_two_for_each_that_did_worse_and_one_for_each_that_did_the_same() -> None:
    assert [(one.points, one.most) for one in matchpoints([5, 3, 3, -2])] == [(6, 6), (3, 6), (3, 6), (0, 6)]
    assert [one.percent for one in matchpoints([5, 3, 3, -2])] == [100, 50, 50, 0]


def test_a_side_alone_with_its_cards_has_half() -> None:
    [alone] = matchpoints([7])
    assert (alone.points, alone.most) == (0, 0)
    assert alone.percent == 50
    assert differences([7]) == [0]


def test_the_mean_leaves_out_the_highest_and_the_lowest_from_five_tables_on() -> None:
    assert mean([0, 0, 0, 100]) == 25
    assert mean([0, 0, 0, 100, 3]) == 1
    assert differences([1, 2, 4]) == [Fraction(-4, 3), Fraction(-1, 3), Fraction(5, 3)]


def test_who_does_not_come_has_the_worst_of_the_hand_and_the_rival_the_own_average() -> None:
    tables = [HandAtTable((4, -4)), HandAtTable((-2, 2)), HandAtTable(absent=(False, True)), HandAtTable()]
    pairs, worst = marks_of_hand(tables, "difference")
    assert [[mark.score for mark in pair] for pair in pairs] == [[3, -3], [-3, 3], [None, -3], [None, None]]
    assert worst.score == -3
    assert total([pairs[0][0], pairs[2][0]], "difference") == 6
    pairs, worst = marks_of_hand(tables, "matchpoints")
    assert [[mark.score for mark in pair] for pair in pairs] == [[100, 0], [0, 100], [None, 0], [None, None]]
    assert total([pairs[0][0], pairs[2][0]], "matchpoints") == 100
    assert total([], "matchpoints") == total([pairs[3][0]], "matchpoints") == 50


@pytest.mark.parametrize(("number", "text"), [(Fraction(200, 3), 66.67), (Fraction(50), 50), (Fraction(-1, 3), -0.33)])
def test_fractions_are_shown_with_two_decimals(number: Fraction, text: float) -> None:
    assert two_decimals(number) == text
    assert hundredths(number) == round(text * 100)


def random_contest(random: Random, terms: DuplicateTerms, rules: ContestRules) -> Contest:
    """A contest of a few rounds in which hands are missing, not played, or missed by a side."""
    size, rounds = random.randint(3, 9), random.randint(1, 3)
    order = tuple(f"p{n}" for n in range(size))
    pairings, boards, outcomes = [], [], []
    for number in range(1, rounds + 1):
        sample = random.sample(order, size)
        pairs = tuple((sample[n], sample[n + 1]) for n in range(0, size - 1, 2))
        pairings.append(PairedRound(number, pairs, tuple(sample[2 * len(pairs) :]), at=number))
        for table, pair in enumerate(pairs, start=1):
            key, own = f"round-{number}-{table}", []
            for k in range(1, terms.hands + 1):
                chance = random.random()
                if chance < 0.1 and number == rounds:
                    continue
                absent = tuple(random.sample(pair, random.randint(1, 2))) if chance > 0.9 else ()
                result = None if absent else Result((random.randint(-3, 9), random.randint(0, 9)))
                own.append(BoardOutcome(key, pair, k, result, absent, at=10 * number))
            boards += own
            outcome = outcome_of_hands(terms, rules, key, pair, own)
            outcomes += [outcome] if outcome else []
    return Contest(
        "rounds",
        order,
        rules,
        (2,),
        alphabet(order),
        options=RoundsOptions(5),
        entrants=tuple(map(Entrant, order)),
        outcomes=tuple(outcomes),
        pairings=tuple(pairings),
        boards=tuple(boards),
        duplicate=terms,
    )


class PlainScores:
    """The scores of everybody, worked out by comparing every two."""

    def __init__(self, contest: Contest) -> None:
        assert contest.duplicate is not None
        self.contest, self.terms = contest, contest.duplicate
        self.by_percent = contest.duplicate.scoring == "matchpoints"
        self.scores: dict[str, list[Fraction]] = defaultdict(list)
        self.averages: Counter[str] = Counter()
        self.matchpoints: Counter[str] = Counter()
        for round_ in contest.pairings:
            self.averages.update(dict.fromkeys(round_.rests, self.terms.hands))
            keys = [f"round-{round_.round}-{table}" for table in range(1, len(round_.pairs) + 1)]
            for k in range(1, self.terms.hands + 1):
                hand = [one for one in contest.boards if one.fixture in keys and one.board == k]
                if len(hand) == len(keys):
                    self.enter(hand)

    def enter(self, hand: list[BoardOutcome]) -> None:
        sign = -1 if self.contest.rules.low_wins else 1
        results = [(one.entrants, one.result.points) for one in hand if one.result]
        of_hand = self.compare({pair[0]: sign * (own - other) for pair, (own, other) in results})
        of_hand |= self.compare({pair[1]: sign * (own - other) for pair, (other, own) in results})
        worst = Fraction() if self.by_percent else min(of_hand.values(), default=Fraction())
        for one in hand:
            for who in one.entrants:
                if one.result:
                    self.scores[who].append(of_hand[who])
                elif one.absent == (who,):
                    self.scores[who].append(worst)
                else:
                    self.averages[who] += 1

    def compare(self, balances: dict[str, int]) -> dict[str, Fraction]:
        in_order = sorted(balances.values())
        middle = in_order[1:-1] if len(in_order) > 4 else in_order
        scores = {}
        for who, balance in balances.items():
            others = [other for name, other in balances.items() if name != who]
            points = sum(2 * (balance > other) + (balance == other) for other in others)
            self.matchpoints[who] += points
            share = Fraction(100 * points, 2 * len(others)) if others else Fraction(50)
            scores[who] = share if self.by_percent else balance - Fraction(sum(middle), len(middle))
        return scores

    def score(self, entrant: str) -> float:
        own = self.scores[entrant]
        if not own:
            return 50 if self.by_percent else 0
        average = sum(own, Fraction()) / len(own)
        return two_decimals(average if self.by_percent else average * (len(own) + self.averages[entrant]))


@given(seed=st.integers(0, 2**32), scoring=st.sampled_from(["matchpoints", "difference"]), low=st.booleans())
def test_the_table_equals_a_plain_comparison_of_every_two(seed: int, scoring: Any, low: bool) -> None:
    random = Random(seed)
    terms = DuplicateTerms(random.randint(1, 3), scoring)
    contest = random_contest(random, terms, ContestRules(low_wins=low))
    [table] = follow(contest).tables
    rows = {row.player: row for row in table.rows if isinstance(row, LeagueRow)}
    plain = PlainScores(contest)
    assert {who: row.ptos for who, row in rows.items()} == {who: plain.score(who) for who in contest.order}
    for who, row in rows.items():
        figures = row.tie_breaks
        assert isinstance(figures, dict)
        assert figures["hands"] == len(plain.scores[who])
        assert figures.get("matchpoints", plain.matchpoints[who]) == plain.matchpoints[who]
    # In the order of the scores.
    scores = [row.ptos for row in table.rows if isinstance(row, LeagueRow)]
    assert scores == sorted(scores, reverse=True)


def test_a_late_entry_has_the_worst_of_the_hands_it_missed() -> None:
    terms = DuplicateTerms(1)
    hands = [BoardOutcome("round-1-1", ("a", "b"), 1, Result((3, 2)), at=2)]
    outcome = outcome_of_hands(terms, ContestRules(), "round-1-1", ("a", "b"), hands)
    assert outcome is not None
    contest = Contest(
        "rounds",
        ("a", "b"),
        ContestRules(),
        (2,),
        alphabet(("a", "b", "c")),
        options=RoundsOptions(3),
        entrants=tuple(map(Entrant, "abc")),
        outcomes=(outcome,),
        pairings=(PairedRound(1, (("a", "b"),), at=1),),
        boards=tuple(hands),
        late=(LateEntry("c", 2, at=5),),
        duplicate=terms,
    )
    rows = {row.player: row.ptos for row in follow(contest).tables[0].rows if isinstance(row, LeagueRow)}
    assert rows == {"a": 50, "b": 50, "c": 0}
