"""Fields of the sizes that are held, added up plainly: capped game points, a league of peñas, partners that change."""

from collections import Counter

import pytest
from msgspec.structs import replace

from referee.contests.contest import Contest, Entrant, Fixture
from referee.contests.formats import follow
from referee.contests.formats.league import LeagueOptions
from referee.contests.formats.stages.options import KnockoutStageOptions, RoundsStageOptions
from referee.contests.partners import members_of
from referee.contests.standings.tables import LeagueRow
from referee.contests.teams.encounters import ENCOUNTER, BoardOutcome, encounter_outcome
from referee.contests.teams.terms import Board, EncounterPoints, TeamTerms
from referee.match.results import Result
from tests.support.contests import alphabet
from tests.support.in_stages import Stages
from tests.support.rotating import contest_of_persons, next_round, rivals_in, with_results

CAP = 121
BOTIFARRA = RoundsStageOptions(round_count=6, score="game_points", cap=CAP, through=16)
FIELDS = {"200 pairs of botifarra": 200, "an odd field": 61}


class Hall(Stages):
    """A field in which the points of a winner are above the cap now and then."""

    def tell_by_chance(self, fixture: Fixture) -> None:
        points = [self.chance.randrange(101, 160), self.chance.randrange(101)]
        self.chance.shuffle(points)
        self.tell(fixture, *points)


@pytest.mark.parametrize("entrants", FIELDS.values(), ids=FIELDS)
def test_a_table_of_game_points_is_what_the_matches_gave_up_to_the_cap(entrants: int) -> None:
    hall = Hall(entrants, BOTIFARRA, KnockoutStageOptions(redraw=True), lots=True)
    state = hall.play()
    points: Counter[str] = Counter()
    results = {one.fixture: one for one in hall.contest.outcomes}
    above = 0
    for fixture in state.fixtures:
        if fixture.kind == "round":
            result = results[fixture.key].result
            assert result is not None
            above += max(result.points) > CAP
            for entrant, own in zip(results[fixture.key].entrants, result.points, strict=True):
                points[entrant] += min(own, CAP)
    # A bye is worth as much as a match can give.
    points.update({bye.player: CAP for bye in state.byes if bye.kind == "round"})
    assert above > 100
    rows = [row for row in state.stages[0].tables[0].rows if isinstance(row, LeagueRow)]
    assert {row.player: row.ptos for row in rows} == points
    through = {row.player for row in rows if row.qualified}
    assert len(through) == 16
    assert min(points[one] for one in through) >= max(points[one] for one in points if one not in through)
    assert [step.place for step in state.podium][:2] == [1, 2]


def test_a_league_of_ten_penas_on_three_boards_there_and_back() -> None:
    terms = TeamTerms(
        (Board("guinote", per_team=2), Board("escoba"), Board("guinote", per_team=2)), EncounterPoints(3, 1, 0)
    )
    order = tuple(f"peña {n}" for n in range(10))
    contest = Contest(
        "league",
        order,
        ENCOUNTER,
        (2,),
        alphabet(order),
        options=LeagueOptions(legs=2),
        entrants=tuple(map(Entrant, order)),
        teams=terms,
    )
    fixtures = follow(contest).fixtures
    assert Counter(fixture.round for fixture in fixtures) == dict.fromkeys(range(1, 19), 5)
    meetings = Counter(frozenset(fixture.entrants) for fixture in fixtures)
    assert (len(meetings), {*meetings.values()}) == (45, {2})
    boards, outcomes = [], []
    ptos: Counter[str] = Counter()
    halves: Counter[str] = Counter()
    for n, fixture in enumerate(fixtures):
        # The first wins one, two or three of the boards in turn; of escoba there may be a level one.
        results = [(3, n % 3), (21, 21) if n % 5 == 0 else (n % 20, 21), (1, 3) if n % 2 else (3, 2)]
        own = [
            BoardOutcome(fixture.key, fixture.entrants, k, Result(points), at=n)
            for k, points in enumerate(results, start=1)
        ]
        outcome = encounter_outcome(terms, fixture.key, fixture.entrants, own)
        assert outcome is not None
        boards += own
        outcomes.append(outcome)
        one, other = fixture.entrants
        for first, second in results:
            halves[one] += 2 if first > second else int(first == second)
            halves[other] += 2 if second > first else int(first == second)
        difference = sum((first > second) - (second > first) for first, second in results)
        ptos.update({one: 3 * (difference > 0) + (difference == 0), other: 3 * (difference < 0) + (difference == 0)})
    state = follow(replace(contest, boards=tuple(boards), outcomes=tuple(outcomes)))
    assert state.phase == "finished"
    rows = [row for row in state.tables[0].rows if isinstance(row, LeagueRow)]
    assert {row.player: row.ptos for row in rows} == {one: ptos[one] for one in order}
    assert sum(halves.values()) == 2 * 3 * 90
    assert [(row.ptos, halves[row.player]) for row in rows] == sorted(
        ((row.ptos, halves[row.player]) for row in rows), reverse=True
    )
    assert {step.player for step in state.podium if step.place == 1} >= {rows[0].player}


@pytest.mark.parametrize("persons", [32, 46])
def test_burraco_in_danish_rounds_with_partners_that_change(persons: int) -> None:
    """Six rounds of a hall: all play or rest in turn, no partner comes again, and everybody has what their pairs made."""
    contest = contest_of_persons(persons, round_count=6, pairing="danish")
    scores: Counter[str] = Counter()
    partners: Counter[frozenset[str]] = Counter()
    rests: Counter[str] = Counter()
    for number in range(1, 7):
        contest, pairing = next_round(contest, f"round {number}")
        points = {n: (5 + n % 3, 4 + number % 3) for n in range(1, len(pairing.matches) + 1)}
        contest = with_results(contest, points)
        for n, match in enumerate(pairing.matches, start=1):
            own, other = points[n]
            for entrant, better in zip(match.entrants, (own - other, other - own), strict=True):
                partners[frozenset(members_of(entrant))] += 1
                scores.update(dict.fromkeys(members_of(entrant), 2 if better > 0 else int(better == 0)))
        rests.update(rest.entrant for rest in pairing.rests)
    scores.update({one: 2 * count for one, count in rests.items()})
    state = follow(contest)
    assert state.phase == "finished"
    assert {*partners.values()} == {1}
    assert rests.total() == 6 * (persons % 4)
    assert max(rests.values(), default=0) <= 1
    assert sum(rivals_in(contest).values()) == 6 * (persons // 4) * 4
    rows = [row for row in state.tables[0].rows if isinstance(row, LeagueRow)]
    assert {row.player: row.ptos for row in rows} == {one: scores[one] for one in contest.order}
    assert state.podium
