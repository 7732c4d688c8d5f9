"""Whole knockouts that are paired round by round, held against a plain second computation (knockout.redraw, knockout.lives)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

import pytest
from msgspec.structs import replace

from referee.contests.contest import Contest, ContestState, Entrant, Fixture, PairedRound, Substitution, Withdrawal
from referee.contests.formats import follow, format_named
from referee.contests.knockout_options import KnockoutOptions
from referee.contests.rounds.paired_stage import PairedStage
from referee.contests.rounds.pairing import Pairing, pair
from referee.contests.substitution import with_substitution
from referee.match.results import PLAIN, Outcome, Result
from tests.support.contests import alphabet
from tests.support.rounds import new_field, pairs_of

REDRAW = KnockoutOptions(redraw=True)
NUMBERS = (*range(2, 18), 31, 32, 33, 64)


class Evening:
    """A knockout in mind of its organizer: rounds are paired, and each match is told by its two letters and the winner."""

    def __init__(self, players: Sequence[str], options: KnockoutOptions) -> None:
        order = tuple(players)
        self.contest = Contest(
            "knockout", order, PLAIN, (2,), alphabet(order), options=options, entrants=tuple(map(Entrant, order))
        )
        self.at = 0

    @property
    def stage(self) -> PairedStage:
        stage = format_named("knockout").paired_stage(self.contest)
        assert stage is not None
        return stage

    def pair(self, seed: str = "s") -> Pairing:
        """Pairs the next round as the service does."""
        number = self.stage.next_round
        pairing = self.stage.pair(self.stage.field(number, f"{seed} {number}"), number, repeats=False)
        self.by_hand([match.entrants for match in pairing.matches], pairing.rest.entrant if pairing.rest else None)
        return pairing

    def by_hand(self, pairs: Sequence[tuple[str, str]], rest: str | None = None) -> None:
        self.at += 1
        round_ = PairedRound(self.stage.next_round, tuple(pairs), () if rest is None else (rest,), at=self.at)
        self.contest = replace(self.contest, pairings=(*self.contest.pairings, round_))

    def tell(self, results: Mapping[str, str]) -> None:
        """Results such as `AB: "A"` (A won), `AB: "-B"` (B did not come), `AB: ""` (both were absent)."""
        for two, way in results.items():
            fixture = next(one for one in reversed(self.fixtures) if {*one.entrants} == {*two})
            self.at += 1
            absent = tuple(way.removeprefix("-")) if way.startswith("-") else () if way else fixture.entrants
            points = tuple(int(one == way) for one in fixture.entrants)
            outcome = Outcome(fixture.key, fixture.entrants, None if absent else Result(points), absent, at=self.at)
            others = (one for one in self.contest.outcomes if one.fixture != fixture.key)
            self.contest = replace(self.contest, outcomes=(*others, outcome))

    def leave(self, entrant: str) -> None:
        self.at += 1
        self.contest = replace(self.contest, withdrawals=(*self.contest.withdrawals, Withdrawal(entrant, self.at)))

    @property
    def state(self) -> ContestState:
        return follow(self.contest)

    @property
    def fixtures(self) -> tuple[Fixture, ...]:
        return self.state.fixtures

    @property
    def podium(self) -> list[tuple[int, str]]:
        return [(step.place, step.player) for step in self.state.podium]

    @property
    def places(self) -> dict[str, int]:
        [table] = self.state.tables
        return {row.player: row.place for row in table.rows}


class Plain:
    """The same knockout once more, plainly: a number of lives for each name, and the round in which they ended."""

    def __init__(self, players: Sequence[str], lives: int) -> None:
        self.lives = dict.fromkeys(players, lives)
        self.out: dict[str, int] = {}

    def lose(self, player: str, number: int) -> None:
        self.lives[player] -= 1
        if self.lives[player] == 0:
            self.out[player] = number

    @property
    def remaining(self) -> set[str]:
        return {player for player, lives in self.lives.items() if lives}


def play_round(evening: Evening, plain: Plain, chance: Random, number: int, missing_share: float) -> None:
    for fixture in evening.fixtures:
        if fixture.round != number or fixture.stage == "third_place":
            continue
        one, other = fixture.entrants
        way = chance.random()
        if way < missing_share / 3:
            evening.tell({one + other: ""})
            plain.lose(one, number)
            plain.lose(other, number)
            continue
        winner, loser = chance.sample([one, other], 2)
        evening.tell({one + other: f"-{loser}" if way < missing_share else winner})
        plain.lose(loser, number)


def letters(n: int) -> str:
    return "".join(chr(ord("А") + i) for i in range(n))


@pytest.mark.parametrize("missing_share", [0.0, 0.3], ids=["played", "some-stay-away"])
@pytest.mark.parametrize("lives", [1, 2, 3])
@pytest.mark.parametrize("n", NUMBERS)
def test_a_whole_knockout_is_what_plain_counting_says(n: int, lives: int, missing_share: float) -> None:
    chance = Random(f"{n} {lives} {missing_share}")
    players = letters(n)
    evening, plain = Evening(players, KnockoutOptions(redraw=True, lives=lives)), Plain(players, lives)
    exempt: Counter[str] = Counter()
    number = 0
    while len(plain.remaining) > 1:
        number += 1
        assert [one.kind for one in evening.state.pending] == ["pairing"]
        assert evening.stage.next_round == number
        pairing = evening.pair(f"{n}")
        round_ = evening.contest.pairings[-1]
        assert sorted(round_.entrants) == sorted(plain.remaining)
        for match in pairing.matches:
            assert match.scores == tuple(plain.lives[one] for one in match.entrants)
        assert evening.stage.is_least(
            evening.stage.field(number, f"{n} {number}"),
            number,
            round_.pairs,
            next(iter(round_.rests), None),
            repeats=False,
        )
        for one in round_.rests:
            assert exempt[one] == 0 or all(exempt[other] for other in plain.remaining), "exempt twice too early"
            exempt[one] += 1
        assert len(round_.rests) == len(plain.remaining) % 2
        before = dict(plain.lives)
        play_round(evening, plain, chance, number, missing_share)
        # A walkover won is a round without a match, as being exempt is.
        for fixture in evening.fixtures:
            if fixture.round == number and fixture.state == "walkover":
                exempt[fixture.ranking[0][0]] += 1
        defeats = sum(before.values()) - sum(plain.lives.values())
        voids = sum(one.round == number and one.state == "void" for one in evening.fixtures)
        assert defeats == len(round_.pairs) + voids
    state = evening.state
    assert state.pending == ()
    assert state.phase == ("finished" if plain.remaining else "null")
    for one, place in evening.places.items():
        ahead = sum(plain.out.get(other, number + 1) > plain.out.get(one, number + 1) for other in players)
        assert place == 1 + ahead
    if plain.remaining:
        assert evening.podium[0] == (1, plain.remaining.pop())


@pytest.mark.parametrize("n", range(2, 65))
def test_rounds_of_a_redrawn_knockout_halve(n: int) -> None:
    """13 → 7 → 4 → 2 → 1."""
    evening, sizes, chance = Evening(letters(n), REDRAW), [n], Random(n)
    while sizes[-1] > 1:
        evening.pair()
        play_round(evening, Plain(letters(n), 9), chance, len(sizes), 0)
        sizes.append(-(-sizes[-1] // 2))
        assert len(evening.stage.field(99, "s").entrants) == sizes[-1]
    assert len(evening.contest.pairings) == len(sizes) - 1
    stages = {16: "round_of_16", 8: "quarterfinal", 4: "semifinal", 2: "final"}
    for number, size in enumerate(sizes[:-1], start=1):
        assert {one.stage for one in evening.fixtures if one.round == number} == {stages.get(size)}


def test_the_two_that_lost_the_semifinals_play_for_third_place_in_the_round_of_the_final() -> None:
    evening = Evening("ABCD", KnockoutOptions(redraw=True, third_place=True))
    evening.by_hand([("A", "B"), ("C", "D")])
    evening.tell({"AB": "A", "CD": "D"})
    final = evening.pair()
    assert [{*match.entrants} for match in final.matches] == [{"A", "D"}, {"B", "C"}]
    assert [one.stage for one in evening.fixtures] == ["semifinal", "semifinal", "final", "third_place"]
    evening.tell({"AD": "D"})
    assert (evening.state.phase, evening.podium) == ("final", []), "the third place is still to be played"
    evening.tell({"BC": "B"})
    assert evening.podium == [(1, "D"), (2, "A"), (3, "B"), (4, "C")]


def test_without_a_rival_for_third_place_there_is_no_match_for_it() -> None:
    evening = Evening("ABC", KnockoutOptions(redraw=True, third_place=True))
    evening.by_hand([("A", "B")], "C")
    evening.tell({"AB": "A"})
    assert [{*match.entrants} for match in evening.pair().matches] == [{"A", "C"}]
    evening.tell({"AC": "C"})
    assert evening.podium == [(1, "C"), (2, "A"), (3, "B")]


def test_the_loser_of_a_semifinal_who_leaves_plays_for_no_third_place() -> None:
    evening = Evening("ABCD", KnockoutOptions(redraw=True, third_place=True))
    evening.by_hand([("A", "B"), ("C", "D")])
    evening.tell({"AB": "A", "CD": "D"})
    evening.leave("B")
    assert [{*match.entrants} for match in evening.pair().matches] == [{"A", "D"}]
    evening.tell({"AD": "D"})
    assert evening.podium == [(1, "D"), (2, "A"), (3, "B"), (3, "C")]


def test_pairs_by_hand_do_not_mix_the_final_and_the_match_for_third_place() -> None:
    evening = Evening("ABCD", KnockoutOptions(redraw=True, third_place=True))
    evening.by_hand([("A", "B"), ("C", "D")])
    evening.tell({"AB": "A", "CD": "D"})
    field = evening.stage.field(2, "s")
    assert evening.stage.refusal_of_pairs(field, 2, [("A", "B"), ("C", "D")])
    assert evening.stage.refusal_of_pairs(field, 2, [("D", "A"), ("C", "B")]) is None


def test_the_last_two_play_on_until_one_has_no_life() -> None:
    evening = Evening("AB", KnockoutOptions(lives=2))
    for number, winner in enumerate("ABA", start=1):
        pairing = evening.pair()
        assert pairing.cost.repeats == (number > 1)
        assert evening.fixtures[-1].stage == "final"
        evening.tell({"AB": winner})
    assert evening.podium == [(1, "A"), (2, "B")]


def test_those_with_the_same_lives_meet_while_there_are_enough_of_each() -> None:
    evening = Evening("ABCDEF", KnockoutOptions(lives=2))
    evening.by_hand([("A", "B"), ("C", "D"), ("E", "F")])
    evening.tell({"AB": "A", "CD": "C", "EF": "E"})
    second = evening.pair()
    differences = sorted(abs(match.scores[0] - match.scores[1]) for match in second.matches)
    # Three with two lives and three with one: one of each meet.
    assert (differences, second.cost.lives) == ([0, 0, 1], 1)


def test_a_rival_comes_again_before_lives_are_mixed() -> None:
    field = new_field(2, 2, 1, 1, meetings="AB1")
    pairing = pair(field, "knockout", repeats=True)
    assert (pairs_of(pairing), pairing.cost.lives, pairing.cost.repeats) == ("AB CD", 0, 1)
    with_least_mixing = pair(new_field(3, 2, 2, 1, meetings="BC1"), "knockout", repeats=True)
    assert (with_least_mixing.cost.lives, with_least_mixing.cost.repeats) == (2, 0)


def test_a_match_missed_by_both_costs_both_a_life() -> None:
    evening = Evening("ABC", KnockoutOptions(lives=2))
    evening.by_hand([("A", "B")], "C")
    evening.tell({"AB": ""})
    assert evening.stage.field(2, "s").scores == {"A": 1, "B": 1, "C": 2}


def test_nobody_is_left_where_the_last_two_stay_away() -> None:
    evening = Evening("AB", REDRAW)
    evening.pair()
    evening.tell({"AB": ""})
    assert (evening.state.phase, evening.podium) == ("null", [])


def test_who_leaves_is_paired_no_more_and_goes_out_in_the_next_round() -> None:
    evening = Evening("ABCDEF", REDRAW)
    evening.by_hand([("A", "B"), ("C", "D"), ("E", "F")])
    evening.tell({"AB": "A", "CD": "C", "EF": "E"})
    evening.leave("E")
    evening.by_hand([("A", "C")])
    evening.tell({"AC": "C"})
    assert evening.podium == [(1, "C"), (2, "A"), (2, "E"), (4, "B"), (4, "D"), (4, "F")]


def test_who_leaves_in_a_round_that_is_paired_loses_the_match_of_it() -> None:
    evening = Evening("ABCD", KnockoutOptions(lives=2))
    evening.by_hand([("A", "B"), ("C", "D")])
    evening.leave("B")
    evening.tell({"CD": "C"})
    assert {*evening.stage.field(2, "s").entrants} == {*"ACD"}
    assert evening.places["B"] == 4


def test_the_only_one_who_has_not_left_is_the_champion_without_another_match() -> None:
    evening = Evening("ABCD", REDRAW)
    evening.by_hand([("A", "B"), ("C", "D")])
    evening.tell({"AB": "A", "CD": "C"})
    evening.leave("A")
    assert (evening.state.phase, evening.podium[:2]) == ("finished", [(1, "C"), (2, "A")])


def test_who_was_exempt_and_left_wins_nothing_where_the_others_stay_away() -> None:
    evening = Evening("ABCDE", REDRAW)
    evening.by_hand([("A", "B"), ("C", "D")], "E")
    evening.leave("E")
    evening.tell({"AB": "A", "CD": "C"})
    evening.pair()
    evening.tell({"AC": ""})
    assert (evening.state.phase, evening.podium) == ("null", [])


def test_a_correction_after_the_next_round_was_paired_lets_its_pairs_stand() -> None:
    evening = Evening("ABCDE", REDRAW)
    evening.by_hand([("A", "B"), ("C", "D")], "E")
    evening.tell({"AB": "A", "CD": "C"})
    evening.by_hand([("A", "E")], "C")
    evening.tell({"AB": "B"})
    assert [one.entrants for one in evening.fixtures] == [("A", "B"), ("C", "D"), ("A", "E")]
    evening.tell({"AE": "A"})
    # A plays that round still, and is in no further one; B has a life again.
    assert {*evening.stage.field(3, "s").entrants} == {"B", "C"}
    evening.pair()
    evening.tell({"BC": "B"})
    assert evening.podium[:2] == [(1, "B"), (2, "C")]


def test_a_level_match_waits_for_the_organizer() -> None:
    evening = Evening("AB", REDRAW)
    evening.pair()
    evening.tell({"AB": "nobody"})
    assert (evening.state.phase, [one.kind for one in evening.state.pending]) == ("waiting_ruling", ["ruling"])


def test_an_outsider_plays_on_in_the_place_of_another() -> None:
    evening = Evening("ABCD", REDRAW)
    evening.by_hand([("A", "B"), ("C", "D")])
    evening.tell({"AB": "A", "CD": "C"})
    evening.at += 1
    evening.contest = with_substitution(evening.contest, Substitution("A", "Z", evening.at), ("Z",))
    evening.pair()
    assert {*evening.fixtures[-1].entrants} == {"C", "Z"}
    evening.tell({"CZ": "Z"})
    assert evening.podium[:2] == [(1, "Z"), (2, "C")]
