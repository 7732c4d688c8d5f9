"""Partners that change from round to round (partners.rotating): plainly again, by hand, and over many rounds."""

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.contests.contest import Contest, LateEntry, Substitution, Withdrawal
from referee.contests.formats import follow
from referee.contests.partners import members_of
from referee.contests.rounds.pairing import Pairing
from referee.contests.rounds.partner_matching import are_least_partners, circle_partners, least_partners
from referee.contests.rounds.rotation import RotatingStage
from referee.contests.standings.tables import LeagueRow
from referee.match.results import Outcome
from tests.support.contests import alphabet
from tests.support.rotating import (
    contest_of_persons,
    every_choice,
    every_matching,
    next_round,
    partners_in,
    rivals_in,
    rounds_of,
    with_results,
)

COUNTS = range(4, 41)


def rows_of(contest: Contest) -> dict[str, LeagueRow]:
    [table] = follow(contest).tables
    return {row.player: row for row in table.rows if isinstance(row, LeagueRow)}


@pytest.mark.parametrize("count", COUNTS)
def test_partners_are_new_while_the_circle_lasts_and_all_rest_in_turn(count: int) -> None:
    partnerships: set[frozenset[str]] = set()
    rests = Counter(dict.fromkeys(contest_of_persons(count).order, 0))
    for number, (before, pairing) in enumerate(rounds_of(count, min(count, 9)), start=1):
        partners, resting = partners_in(pairing), [one.entrant for one in pairing.rests]
        assert sorted([*(one for pair in partners for one in pair), *resting]) == sorted(before.order)
        assert len(resting) == count % 4
        # Of 7 and 11 persons three rest, so that the circle, which has a rest for one alone, does not carry them through.
        if (count % 4 < 2 and number < count) or number <= (count - 1) // 2:
            assert partnerships.isdisjoint(partners)
        partnerships |= {*partners}
        rests.update(resting)
        assert max(rests.values()) - min(rests.values()) <= 1


@pytest.mark.parametrize("count", range(4, 14))
def test_the_circle_has_every_pair_once(count: int) -> None:
    order = [f"p{n}" for n in range(count)]
    rounds = range(1, count + count % 2)
    pairs = [frozenset(pair) for number in rounds for pair in circle_partners(order, number).items()]
    assert {*Counter(pairs).values()} == {2}
    assert len({*pairs}) == count * (count - 1) // 2


def lot(seed: str, *ids: str) -> int:
    return int(sha256("\n".join((seed, *ids)).encode()).hexdigest()[:8], 16)


def plain_partner_costs(before: Contest, seed: str) -> list[tuple[tuple[int, ...], frozenset[frozenset[str]]]]:
    """The costs of all ways to choose partners and rests, worked out from the rounds alone."""
    number, order = len(before.pairings) + 1, before.order
    last: dict[frozenset[str], int] = {}
    for round_ in before.pairings:
        for two in round_.pairs:
            last |= {frozenset(members_of(entrant)): round_.round for entrant in two}
    rests = Counter(dict.fromkeys(order, 0))
    rests.update(one for round_ in before.pairings for one in round_.rests)
    plan = circle_partners(order, number)
    fewest = min(sum((rests[one] for one in resting), 0) for resting, _ in every_choice(order, len(order) % 4))
    return [
        (
            (
                sum(frozenset(pair) in last for pair in pairs),
                sum(last.get(frozenset(pair), 0) for pair in pairs),
                sum(plan.get(one) != other for one, other in pairs),
                sum(lot(seed, *pair) for pair in pairs) + sum(lot(seed, one) for one in resting),
            ),
            frozenset(map(frozenset, pairs)),
        )
        for resting, pairs in every_choice(order, len(order) % 4)
        if sum(rests[one] for one in resting) == fewest
    ]


@pytest.mark.parametrize("count", [4, 5, 6, 7, 8, 9])
def test_no_partners_are_less_by_a_plain_second_computation(count: int) -> None:
    for number, (before, pairing) in enumerate(rounds_of(count, 9 if count < 8 else 4), start=1):
        cost, partners = min(plain_partner_costs(before, f"round {number} of {count}"), key=lambda both: both[0])
        own = pairing.partners
        assert own is not None
        assert (own.repeats, own.ages, own.unplanned, own.lots) == cost
        assert {*partners_in(pairing)} == partners


@pytest.mark.parametrize(("count", "rounds"), [(8, 9), (11, 8), (12, 12), (16, 6)])
@pytest.mark.parametrize("method", ["swiss", "danish", "random"])
def test_rivals_are_repeated_as_seldom_as_can_be_with_these_partners(count: int, rounds: int, method: str) -> None:
    for before, pairing in rounds_of(count, rounds, pairing=method):
        pairs = tuple(entrant for match in pairing.matches for entrant in match.entrants)
        earlier = rivals_in(before)

        def repeats(one: str, other: str, meetings: Counter[frozenset[str]] = earlier) -> int:
            return sum(meetings[frozenset((a, b))] for a in members_of(one) for b in members_of(other))

        least = min(sum(repeats(*two) for two in matching) for matching in every_matching(pairs))
        assert pairing.cost.repeats == sum(repeats(*match.entrants) for match in pairing.matches) == least


@given(st.integers(4, 9), st.data())
def test_other_pairs_are_not_least(count: int, data: st.DataObject) -> None:
    contest = contest_of_persons(count)
    for _ in range(data.draw(st.integers(0, 3))):
        contest, _pairing = next_round(contest, "s")
        contest = with_results(contest)
    stage = RotatingStage(contest)
    field = stage.field(stage.next_round, "check")
    own = least_partners(field, stage.next_round)
    assert are_least_partners(field, stage.next_round, own.pairs, own.rests)
    order = data.draw(st.permutations([one for pair in own.pairs for one in pair]))
    place = contest.order.index
    others = [tuple(sorted(two, key=place)) for two in zip(order[::2], order[1::2], strict=True)]
    is_same = {*map(frozenset, others)} == {*map(frozenset, own.pairs)}
    assert are_least_partners(field, stage.next_round, [(a, b) for a, b in others], own.rests) == is_same


def test_a_person_has_the_score_of_the_pair_and_the_table_adds_up() -> None:
    contest = contest_of_persons(6, round_count=3)
    expected: Counter[str] = Counter()
    for number in range(1, 4):
        contest, pairing = next_round(contest, f"seed {number}")
        contest = with_results(contest, {1: (3, 1)})
        [match] = pairing.matches
        expected.update(dict.fromkeys(members_of(match.entrants[0]), 2))
        expected.update(dict.fromkeys((one.entrant for one in pairing.rests), 2))
    rows = rows_of(contest)
    assert {player: row.ptos for player, row in rows.items()} == {player: expected[player] for player in contest.order}
    assert {row.j for row in rows.values()} == {3}
    assert follow(contest).phase == "finished"
    assert {place.player for place in follow(contest).podium} <= {*contest.order}
    assert sum(row.f for row in rows.values()) == 3 * 2 * (3 + 1)


def test_both_of_the_other_pair_are_rivals_and_a_rest_counts_the_own_score_for_each() -> None:
    contest, pairing = next_round(contest_of_persons(5, round_count=1, tie_breaks=("buchholz", "sonneborn")), "five")
    contest = with_results(contest)
    [match], [rest] = pairing.matches, pairing.rests
    figures = {player: row.tie_breaks for player, row in rows_of(contest).items()}
    winner, loser = members_of(match.entrants[0])[0], members_of(match.entrants[1])[0]
    # Both rivals of a winner have 0, both rivals of a loser 2; who rests has 2 for a win, for each of two rivals.
    assert figures[winner] == {"buchholz": 0, "sonneborn": 0}
    assert figures[loser] == {"buchholz": 4, "sonneborn": 0}
    assert figures[rest.entrant] == {"buchholz": 4, "sonneborn": 0}


def with_outcome(contest: Contest, **outcome: object) -> Contest:
    last = contest.pairings[-1]
    given_outcome = replace(Outcome(f"round-{last.round}-1", last.pairs[0], at=999), **outcome)
    return replace(contest, outcomes=(*contest.outcomes, given_outcome))


def test_a_partner_of_an_absentee_has_a_walkover_won_as_the_rivals_have() -> None:
    contest, pairing = next_round(contest_of_persons(4, round_count=1), "four")
    pair, other = pairing.matches[0].entrants
    absent, partner = members_of(pair)
    own = with_outcome(contest, absent=(pair,), missing=(absent,))
    assert scores(own) == {absent: 0, partner: 2} | dict.fromkeys(members_of(other), 2)
    assert {place.player for place in follow(own).podium} == {*contest.order} - {absent}
    both = with_outcome(contest, absent=(pair, other), missing=(absent, members_of(other)[0]))
    assert scores(both) == {absent: 0, partner: 2, members_of(other)[0]: 0, members_of(other)[1]: 2}
    whole = with_outcome(contest, absent=(pair,))
    assert scores(whole) == {absent: 0, partner: 0} | dict.fromkeys(members_of(other), 2)


def scores(contest: Contest) -> dict[str, float]:
    return {player: row.ptos for player, row in rows_of(contest).items()}


def test_a_walkover_makes_nobody_partners_or_rivals() -> None:
    contest, pairing = next_round(contest_of_persons(4), "four")
    pair = pairing.matches[0].entrants[0]
    contest = with_outcome(contest, absent=(pair,), missing=members_of(pair)[:1])
    field = RotatingStage(contest).field(2, "next")
    assert (dict(field.partnerships), dict(field.meetings)) == ({}, {})


def test_who_withdraws_leaves_the_partner_a_walkover_and_is_paired_no_more() -> None:
    contest, pairing = next_round(contest_of_persons(9), "nine")
    leaver, partner = members_of(pairing.matches[0].entrants[0])
    contest = replace(contest, withdrawals=(Withdrawal(leaver, 150),))
    contest = with_result_of_second_table(contest)
    table = scores(contest)
    assert (table[leaver], table[partner]) == (0, 2)
    later, pairing = next_round(contest, "next")
    assert leaver not in later.pairings[-1].entrants
    assert (len(pairing.matches), len(pairing.rests)) == (2, 0)


def with_result_of_second_table(contest: Contest) -> Contest:
    whole = with_results(contest)
    return replace(whole, outcomes=whole.outcomes[1:])


def test_a_late_entrant_is_paired_and_the_rounds_before_count_as_rests() -> None:
    contest = contest_of_persons(5)
    contest, first = next_round(contest, "one")
    contest = with_results(contest)
    names = (*contest.order, "late")
    contest = replace(
        contest,
        late=(LateEntry("late", 2, at=180),),
        entrants=(*contest.entrants, replace(contest.entrants[0], id="late")),
        alphabet=alphabet(names),
    )
    later, second = next_round(contest, "two")
    assert sorted(later.pairings[-1].entrants) == sorted(names)
    # The newcomer and the one that rested have not been paired once: it is the turn of others.
    assert {one.entrant for one in second.rests}.isdisjoint({"late", first.rests[0].entrant})
    assert rows_of(later)["late"].j == 1


def test_a_substitute_plays_with_the_partner_and_the_place_keeps_its_row() -> None:
    contest, pairing = next_round(contest_of_persons(4), "four")
    pair, other = pairing.matches[0].entrants
    out, partner = members_of(pair)
    contest = replace(
        contest,
        substitutions=(Substitution(out, "new", 150),),
        entrants=(*contest.entrants, replace(contest.entrants[0], id="new")),
    )
    [fixture] = follow(contest).fixtures
    assert {*fixture.members} == {"new", partner, *members_of(other)}
    finish = replace(contest, outcomes=(replace(with_results(contest).outcomes[0], entrants=fixture.entrants),))
    has_won = "new" in members_of(fixture.entrants[0])
    assert scores(finish) == dict.fromkeys(("new", partner), 2 * has_won) | dict.fromkeys(
        members_of(other), 2 * (not has_won)
    )


def test_fewer_than_four_are_no_round_and_the_contest_is_over() -> None:
    contest = with_results(next_round(contest_of_persons(5), "five")[0])
    leavers = tuple(Withdrawal(one, 190 + n) for n, one in enumerate(contest.order[:2]))
    contest = replace(contest, withdrawals=leavers)
    refusal = RotatingStage(contest).refusal()
    assert refusal is not None
    assert refusal.en == "3 are left: a table needs 4"
    assert follow(contest).phase == "finished"


def test_the_groups_to_keep_apart_are_rivals_only() -> None:
    contest = contest_of_persons(8)
    stage = RotatingStage(contest)
    family = contest.order[:2]
    for seed in map(str, range(8)):
        pairing: Pairing = stage.pair(stage.field(1, seed, [family]), 1, repeats=False)
        sides = [{*members_of(entrant)} for match in pairing.matches for entrant in match.entrants]
        for one, other in zip(sides[::2], sides[1::2], strict=True):
            is_across = bool(one & {*family}) and bool(other & {*family})
            assert not is_across
