"""Tables of four with the same deals, everybody alone (duplicate.seats): meetings, rests, and scores."""

from collections import Counter, defaultdict
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.contests.contest import Contest, LateEntry, Substitution, Withdrawal
from referee.contests.duplicate.scoring import two_decimals
from referee.contests.duplicate.terms import DuplicateTerms
from referee.contests.formats import follow
from referee.contests.partners import members_of
from referee.contests.rounds.play import entrants_of_pair
from referee.contests.rounds.rotation import FoursStage
from referee.contests.standings.tables import LeagueRow
from tests.support.contests import alphabet
from tests.support.fours import contest_of_fours, meetings_in, rounds_of, tables_of, with_hands
from tests.support.rotating import every_choice, next_round, partners_in


def rows_of(contest: Contest) -> dict[str, LeagueRow]:
    [table] = follow(contest).tables
    return {row.player: row for row in table.rows if isinstance(row, LeagueRow)}


@pytest.mark.parametrize("count", [*range(4, 14), 16, 19, 24])
def test_everybody_is_at_one_table_or_rests_in_turn(count: int) -> None:
    rests = Counter(dict.fromkeys(contest_of_fours(count).order, 0))
    for before, pairing in rounds_of(contest_of_fours(count), 5):
        across, resting = partners_in(pairing), [one.entrant for one in pairing.rests]
        assert sorted([*(one for two in across for one in two), *resting]) == sorted(before.order)
        assert len(resting) == count % 4
        rests.update(resting)
        assert max(rests.values()) - min(rests.values()) <= 1
        # To have been at one table, in any seat, is what repeats.
        meetings = meetings_in(before)
        assert pairing.partners is not None
        assert pairing.partners.repeats == sum(two in meetings for two in across)


@pytest.mark.parametrize(("count", "rounds"), [(16, 2), (24, 3), (32, 3), (40, 4)])
def test_nobody_meets_again_while_others_are_left(count: int, rounds: int) -> None:
    *_, (before, _) = rounds_of(contest_of_fours(count), rounds + 1)
    assert {*meetings_in(before).values()} == {1}


@pytest.mark.parametrize("count", [8, 9])
def test_those_across_are_the_fewest_that_have_met(count: int) -> None:
    for before, pairing in rounds_of(contest_of_fours(count), 4):
        meetings, rests = meetings_in(before), Counter(one for round_ in before.pairings for one in round_.rests)
        turn = min(rests[one] for one in before.order)
        least = min(
            sum(frozenset(two) in meetings for two in pairs)
            for resting, pairs in every_choice(before.order, count % 4)
            if all(rests[one] == turn for one in resting)
        )
        assert pairing.partners is not None
        assert pairing.partners.repeats == least


def test_a_pairing_is_checked_to_be_the_least() -> None:
    *_, (before, pairing) = rounds_of(contest_of_fours(8), 3)
    stage = FoursStage(before)
    field = stage.field(3, "round 3 of 8")
    pairs = [match.entrants for match in pairing.matches]
    assert stage.is_least(field, 3, pairs, None, repeats=False)
    (a, b), (c, d) = pairs
    others = [(f"{members_of(a)[0]}~{members_of(b)[0]}", f"{members_of(a)[1]}~{members_of(b)[1]}"), (c, d)]
    assert not stage.is_least(field, 3, others, None, repeats=False)


def test_high_and_low_of_the_table_sit_in_every_seat() -> None:
    before, pairing = [*rounds_of(contest_of_fours(32, pairing="danish"), 2)][-1]
    after, _ = next_round(before, "round 2 of 32")
    higher = [{*members_of(match.entrants[0])} for match in pairing.matches]
    tables = tables_of(after)[8:]
    for seat in range(4):
        assert sum(table[seat] in high for table, high in zip(tables, higher, strict=True)) == 4
    # Those of a pair sit across from each other.
    assert all({table[0], table[2]} in (high, {*table} - high) for table, high in zip(tables, higher, strict=True))


def test_a_pair_of_a_round_is_the_four_of_a_table() -> None:
    contest, _ = next_round(contest_of_fours(8), "1")
    for pair, table in zip(contest.pairings[-1].pairs, tables_of(contest), strict=True):
        one, other = table[::2], table[1::2]
        four = entrants_of_pair(contest, pair)
        assert {four[:2], four[2:]} <= {one, one[::-1], other, other[::-1]}
        assert entrants_of_pair(replace(contest, duplicate=None), pair) == pair


def plain_scores(contest: Contest) -> dict[str, float]:
    """The scores of everybody, worked out by comparing every two that held the same cards."""
    assert contest.duplicate is not None
    by_percent = contest.duplicate.scoring == "matchpoints"
    scores: dict[str, list[Fraction]] = defaultdict(list)
    averages: Counter[str] = Counter()
    for round_ in contest.pairings:
        averages.update(dict.fromkeys(round_.rests, contest.duplicate.hands))
        for k in range(1, contest.duplicate.hands + 1):
            hand = [
                one for one in contest.boards if one.fixture.startswith(f"round-{round_.round}-") and one.board == k
            ]
            of_hand: dict[str, Fraction] = {}
            for seat in range(4):
                own = {one.entrants[seat]: one.result.points[seat] for one in hand if one.result}
                middle = sorted(own.values())[1:-1] if len(own) > 4 else [*own.values()]
                for who, points in own.items():
                    others = [other for name, other in own.items() if name != who]
                    better = sum(2 * (points < other) + (points == other) for other in others)
                    percent = Fraction(100 * better, 2 * len(others)) if others else Fraction(50)
                    of_hand[who] = percent if by_percent else Fraction(sum(middle), len(middle)) - points
            worst = Fraction() if by_percent else min(of_hand.values(), default=Fraction())
            for one in hand:
                for who in one.entrants:
                    if one.result:
                        scores[who].append(of_hand[who])
                    elif who in one.absent and len(one.absent) < 4:
                        scores[who].append(worst)
                    else:
                        averages[who] += 1
    empty = 50 if by_percent else 0
    return {
        who: two_decimals(sum(own, Fraction()) / len(own) * (1 if by_percent else len(own) + averages[who]))
        if own
        else empty
        for who, own in ((one, scores[one]) for one in contest.order)
    }


@given(seed=st.integers(0, 2**32), scoring=st.sampled_from(["matchpoints", "difference"]))
def test_the_table_equals_a_plain_comparison_seat_by_seat(seed: int, scoring: Any) -> None:
    random = Random(seed)
    contest = contest_of_fours(random.choice((4, 8, 9, 14, 24)), DuplicateTerms(random.randint(1, 2), scoring))
    for number in range(random.randint(1, 3)):
        contest = with_hands(next_round(contest, f"{seed} {number}")[0], random, absent=0.2)
    rows = rows_of(contest)
    assert {who: row.ptos for who, row in rows.items()} == plain_scores(contest)
    for who, row in rows.items():
        balances = [
            sum(hand.result.points) - 2 * hand.result.points[hand.entrants.index(who)]
            for hand in contest.boards
            if hand.result and who in hand.entrants
        ]
        assert row.c - row.f == sum(balances)


def test_the_last_round_gives_the_podium() -> None:
    contest = contest_of_fours(9, round_count=2)
    for number in (1, 2):
        contest = with_hands(next_round(contest, str(number))[0], Random(number))
    state = follow(contest)
    assert state.phase == "finished"
    assert [step.player for step in state.podium][:1] == [state.tables[0].rows[0].player]
    assert Counter(bye.player for bye in state.byes).total() == 2


def test_who_leaves_is_absent_at_the_table_and_paired_no_more() -> None:
    contest, _ = next_round(contest_of_fours(8), "1")
    [leaver, *others] = tables_of(contest)[0]
    contest = with_hands(contest, Random(1))
    key, boards = "round-1-1", contest.boards
    contest = replace(
        contest,
        boards=tuple(one for one in boards if one.fixture != key),
        outcomes=tuple(one for one in contest.outcomes if one.fixture != key),
        withdrawals=(Withdrawal(leaver, at=300),),
    )
    first, second = follow(contest).fixtures
    assert (first.state, second.state) == ("walkover", "played")
    rows = rows_of(contest)
    assert (rows[leaver].ptos, {rows[one].ptos for one in others}) == (0, {50})
    after, pairing = next_round(contest, "2")
    assert leaver not in after.pairings[-1].entrants
    assert len(pairing.rests) == 3


def test_another_takes_a_seat_over_and_one_more_enters() -> None:
    contest, _ = next_round(contest_of_fours(8), "1")
    [leaver, *_] = tables_of(contest)[0]
    names = alphabet((*contest.order, "new", "late"))
    now = replace(contest, alphabet=names, substitutions=(Substitution(leaver, "new", at=150),))
    assert follow(now).fixtures[0].entrants[0] == "new"
    later = replace(with_hands(contest, Random(3)), alphabet=names, late=(LateEntry("late", 2, at=300),))
    after, pairing = next_round(later, "2")
    assert "late" in {*after.pairings[-1].entrants}
    # It has missed a round and is the first of those that have rested; the one that rests now has not.
    assert [one.entrant for one in pairing.rests] != ["late"]
    assert rows_of(later)["late"].ptos == 0
