"""Contests in stages for tests: drawn in few words, and played by chance to their end without a log."""

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from referee.contests.contest import Contest, ContestState, Entrant, Fixture, PairedRound, TieRuling, Withdrawal
from referee.contests.formats import follow, format_named
from referee.contests.formats.stages.options import StageOptions, StagesOptions
from referee.match.registry import ruleset
from referee.match.results import Outcome, Result
from tests.support.contests import alphabet

OVER = ("finished", "null")
MOST_ACTS = 100
"""More acts than the contests of these tests take."""


class Stages:
    """A contest in stages that is played in memory; every event has a version of its own."""

    def __init__(
        self, size: int, *stages: StageOptions, seed: int = 0, game: str = "guinote", lots: bool = False
    ) -> None:
        order = tuple(f"e{n:03}" for n in range(size))
        self.chance = Random(seed)
        self.version = 1
        self.contest = Contest(
            format="stages",
            order=order,
            rules=ruleset(game).contest,
            sides=(2,),
            alphabet=alphabet(order),
            options=StagesOptions(stages, "lots" if lots else "ruling"),
            entrants=tuple(map(Entrant, order)),
            seed="a seed",
        )

    @property
    def state(self) -> ContestState:
        return follow(self.contest)

    def next_version(self) -> int:
        self.version += 1
        return self.version

    def pair(self) -> PairedRound:
        """Pairs the next round."""
        stage = format_named(self.contest.format).paired_stage(self.contest)
        assert stage is not None
        number = stage.next_round
        pairing = stage.pair(stage.field(number, f"seed {number}"), number, repeats=True)
        rests = () if pairing.rest is None else (pairing.rest.entrant,)
        pairs = tuple(match.entrants for match in pairing.matches)
        round_ = PairedRound(number, pairs, rests, at=self.next_version())
        earlier = tuple(one for one in self.contest.pairings if one.round < number)
        self.contest = replace(self.contest, pairings=(*earlier, round_))
        return round_

    def tell(self, fixture: Fixture, *points: int) -> None:
        """A result, in place of one of the same match."""
        outcomes = tuple(one for one in self.contest.outcomes if one.fixture != fixture.key)
        outcome = Outcome(fixture.key, fixture.entrants, Result(points), at=self.next_version())
        self.contest = replace(self.contest, outcomes=(*outcomes, outcome))

    def tell_by_chance(self, fixture: Fixture) -> None:
        points = [3, self.chance.randrange(3)]
        self.chance.shuffle(points)
        self.tell(fixture, *points)

    def withdraw(self, entrant: str) -> None:
        withdrawal = Withdrawal(entrant, self.next_version())
        self.contest = replace(self.contest, withdrawals=(*self.contest.withdrawals, withdrawal))

    def rule(self) -> None:
        """Rules on the first tie that waits, by chance."""
        tied = next(one.tied for one in self.state.pending if one.kind == "ruling")
        order = [(one,) for one in self.chance.sample(tied, len(tied))]
        ruling = TieRuling(tied, tuple(order), self.next_version())
        self.contest = replace(self.contest, rulings=(*self.contest.rulings, ruling))

    def go_on(self) -> None:
        """The next act of the organizer: a pairing, a ruling, or all results that are awaited."""
        state = self.state
        kinds = {one.kind for one in state.pending}
        if "ruling" in kinds:
            self.rule()
        elif kinds == {"pairing"}:
            self.pair()
        else:
            for fixture in state.fixtures:
                if fixture.state == "pending":
                    self.tell_by_chance(fixture)

    def play(self, until: Callable[[ContestState], bool] = lambda state: state.phase in OVER) -> ContestState:
        """Plays on until that is so."""
        for _ in range(MOST_ACTS):
            if until(self.state):
                return self.state
            assert self.state.pending, "the contest waits for nothing, and is not over"
            self.go_on()
        raise AssertionError(f"the contest is not over after {MOST_ACTS} acts")


def has_begun(number: int) -> Callable[[ContestState], bool]:
    """Tells whether a stage of this number has begun."""
    return lambda state: len(state.stages) >= number
