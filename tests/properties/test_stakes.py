"""Properties of every settlement, for any places: sums, whole parts, seats, ties; in every game and contest."""

from fractions import Fraction
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.contests.contest import Contest
from referee.contests.format import Format
from referee.contests.formats import follow, formats
from referee.contests.settlement import OVER, contest_settlement
from referee.games.hearts.results import CASTILLAR_CONTEST
from referee.match.results import PLAIN, Outcome, Result
from referee.match.terms.stakes import RETURNED, Settlement, Stakes, settle
from tests.properties.test_championship import blank, full_leagues, leagues
from tests.support.contests import WHOLE, alphabet
from tests.support.grown import TABLES, Grown
from tests.support.logged import LoggedTable

few = settings(max_examples=max(3, settings().max_examples // 15))
weights = st.lists(st.integers(0, 9), min_size=1, max_size=6).map(tuple).filter(any)
stakes = st.builds(Stakes, st.integers(1, 50), st.just("winner_takes_all") | weights)


@st.composite
def places(draw: Any) -> list[list[list[int]]]:
    """The holders of each place: sides of one or of two, some of them level."""
    sides, size = draw(st.integers(1, 6)), draw(st.integers(1, 2))
    order = draw(st.permutations(range(sides)))
    ranking: list[list[list[int]]] = []
    for n, side in enumerate(order):
        people = [side + sides * partner for partner in range(size)]
        if n == 0 or draw(st.booleans()):
            ranking.append([people])
        else:
            ranking[-1].append(people)
    return ranking


def people(ranking: list[list[list[int]]]) -> list[int]:
    return [person for sides in ranking for side in sides for person in side]


def parts(stakes: Stakes, ranking: list[list[list[int]]]) -> dict[int, Fraction]:
    """The exact part of each, from the words of the rule: the weight of a place as a part of the weight of all held places."""
    weights = [*stakes.weights, *(0 for _ in range(64))]
    place, parts_by_person = 0, {}
    for sides in ranking:
        pool = sum(weights[place : place + len(sides)])
        place += len(sides)
        for side in sides:
            for person in side:
                parts_by_person[person] = Fraction(pool, len(sides) * len(side))
    pot, whole = stakes.each * len(parts_by_person), sum(weights[:place])
    return {person: Fraction(pot) * weight / whole for person, weight in parts_by_person.items()} if whole else {}


@given(stakes, places())
def test_the_shares_come_to_the_pot_and_the_nets_to_nothing(stakes: Stakes, ranking: list[list[list[int]]]) -> None:
    settlement_ = settle(stakes, len(people(ranking)), ranking)
    assert sum(settlement_.shares) == settlement_.pot == stakes.each * len(people(ranking))
    assert sum(settlement_.net) == 0
    assert min(settlement_.shares) >= 0
    assert [share - net for share, net in zip(settlement_.shares, settlement_.net, strict=True)] == [stakes.each] * len(
        settlement_.net
    )


@given(stakes, places())
def test_nobody_is_a_point_away_from_their_exact_part(stakes: Stakes, ranking: list[list[list[int]]]) -> None:
    settlement_ = settle(stakes, len(people(ranking)), ranking)
    exact = parts(stakes, ranking)
    if not exact:
        assert settlement_.rule == RETURNED
        return
    for person, part in exact.items():
        assert abs(settlement_.shares[person] - part) < 1
        if part.denominator == 1:
            assert settlement_.shares[person] == part


@given(stakes, places())
def test_of_those_who_share_a_place_the_lower_seat_never_has_less(
    stakes: Stakes, ranking: list[list[list[int]]]
) -> None:
    shares = settle(stakes, len(people(ranking)), ranking).shares
    for sides in ranking:
        level = [shares[person] for person in sorted(person for side in sides for person in side)]
        assert level == sorted(level, reverse=True)
        assert level[0] - level[-1] <= 1


@given(stakes, places(), st.randoms(use_true_random=False))
def test_other_seats_change_only_who_has_what_is_left_over(
    stakes: Stakes, ranking: list[list[list[int]]], chance: Any
) -> None:
    """Each keeps its part but for the rounding; and where all parts are whole, exactly."""
    seats = [*range(len(people(ranking)))]
    chance.shuffle(seats)
    other_ranking = [[[seats[person] for person in side] for side in sides] for sides in ranking]
    one, other = settle(stakes, len(seats), ranking), settle(stakes, len(seats), other_ranking)
    apart = [abs(one.shares[person] - other.shares[seats[person]]) for person in range(len(seats))]
    assert max(apart) <= 1
    if all(part.denominator == 1 for part in parts(stakes, ranking).values()):
        assert not any(apart)


@given(stakes, st.integers(1, 8))
def test_an_abandoned_match_moves_nothing(stakes: Stakes, people: int) -> None:
    settlement_ = settle(stakes, people, [])
    assert (settlement_.rule, {*settlement_.net}, {*settlement_.shares}) == (RETURNED, {0}, {stakes.each})


def settlement(table: LoggedTable) -> Settlement:
    result = table.match.ledger.result
    assert result is not None
    assert result.settlement is not msgspec.UNSET
    return result.settlement


@pytest.mark.parametrize(("ruleset", "seats"), TABLES)
@few
@given(st.integers(0, 10**6), stakes)
def test_every_game_settles_by_its_ranking(ruleset: str, seats: int, seed: int, stakes: Stakes) -> None:
    table = Grown(ruleset, seats, seed, stakes=stakes).grow()
    settlement_, result = settlement(table), table.match.ledger.result
    assert result is not None
    side = table.match.state.side
    place_sides = [
        [[seat for seat in place if side(seat) == one] for one in {*map(side, place)}] for place in result.ranking
    ]
    exact = parts(stakes, place_sides)
    assert sum(settlement_.shares) == stakes.each * seats
    assert sum(settlement_.net) == 0
    assert all(abs(settlement_.shares[seat] - part) < 1 for seat, part in exact.items())
    assert table.fold().ledger.result == result
    table.say("retract", to=1, reason="otra vez")
    for side_that_leaves in range(table.match.state.sides):
        table.say("withdraw", seat=side_that_leaves, reason="todos fuera")
    assert table.match.ledger.status == "abandoned"
    assert settlement(table).net == (0,) * seats


@given(leagues() | full_leagues(), stakes)
def test_every_league_settles_its_pot_once_its_podium_stands(contest: Any, stakes: Stakes) -> None:
    state = follow(contest)
    settlement_ = contest_settlement(stakes, contest, state)
    assert (settlement_ is None) == (state.phase not in OVER)
    if settlement_ is not None:
        assert sum(one.share for one in settlement_.players) == settlement_.pot == stakes.each * len(contest.order)
        assert sum(one.net for one in settlement_.players) == 0
        assert {one.player for one in settlement_.players} == {*contest.order}
        first = {one.share for one in settlement_.players if one.place == 1}
        others = {one.share for one in settlement_.players if one.place is None}
        assert others <= {0} if state.podium else others == {stakes.each}
        if isinstance(stakes.split, str) and first:
            assert sum(one.share for one in settlement_.players if one.place == 1) == settlement_.pot


def played_out(format_: Format, n: int, chance: Random) -> Contest:
    """A contest of a format with results of all kinds until it awaits none: wins, level matches, and absences."""
    general = format_.general
    order = tuple(f"p{i}" for i in range(n))
    rules, sides = (PLAIN, (2,)) if general else (CASTILLAR_CONTEST, (2, 4))
    contest = Contest(format_.id, order, rules, sides, alphabet(order), options=format_.options())
    for _ in range(8 * n * n):
        pending = [fixture for fixture in follow(contest).fixtures if fixture.state == "pending"]
        if not pending:
            break
        fixture = chance.choice(pending)
        # A match without entrants would leave a contest open for good: one entrant is always there.
        absent = fixture.entrants[:1] if chance.random() < 0.1 else ()
        points = [chance.choice((20, 40, 52)) for _ in fixture.entrants]
        if not general and len(points) == 2:
            points = [points[0], WHOLE - points[0]]
        result = None if absent else Result(tuple(points), winner=chance.randrange(len(points)))
        outcome = Outcome(fixture.key, fixture.entrants, result, absent, at=len(contest.outcomes) + 2)
        contest = replace(contest, outcomes=(*contest.outcomes, outcome))
    return contest


@pytest.mark.parametrize("name", sorted(formats()))
@few
@given(stakes, st.randoms(use_true_random=False), st.data())
def test_a_contest_of_every_format_settles_by_its_podium(name: str, stakes: Stakes, chance: Random, data: Any) -> None:
    format_ = formats()[name]
    sides = (2,) if format_.general else (2, 4)
    n = data.draw(st.sampled_from([n for n in format_.possible(sides, format_.options()) if n <= 10]))
    contest = played_out(format_, n, chance)
    state = follow(contest)
    settlement_ = contest_settlement(stakes, contest, state)
    assert (settlement_ is None) == (state.phase not in OVER)
    if settlement_ is None:
        return
    assert [one.player for one in settlement_.players] == [*contest.order]
    assert sum(one.share for one in settlement_.players) == settlement_.pot == stakes.each * n
    assert sum(one.net for one in settlement_.players) == 0
    assert {one.player: one.place for one in settlement_.players if one.place} == {
        step.player: step.place for step in state.podium
    }
    of_place = [sorted(one.share for one in settlement_.players if one.place == place) for place in {*range(1, n + 1)}]
    assert all(level[-1] - level[0] <= 1 for level in of_place if level)


def test_a_blank_contest_settles_nothing() -> None:
    contest = blank("castillar", 5)
    assert contest_settlement(Stakes(1, "winner_takes_all"), contest, follow(contest)) is None
