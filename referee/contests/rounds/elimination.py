"""A knockout that is paired round by round, as far as it is played: the lives of each, and the field of the next round.

Who has lost the last life is out, in the round of that match. A result that is corrected when the next round is paired already
changes no pair of it: it is played, and whoever has no life left is in no further one (knockout.redraw).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import count

from msgspec import Struct
from msgspec.structs import replace

from referee.contests.bracket import THIRD_PLACE, Bracket, bracket_order
from referee.contests.contest import Bye, Contest, Fixture, FixtureStage, PairedRound, Pending
from referee.contests.knockout_options import KnockoutOptions
from referee.contests.ledger import ContestLedger, FixtureStatus
from referee.contests.rounds.costs import Field

STAGES: Mapping[int, FixtureStage] = {2: "final", 4: "semifinal", 8: "quarterfinal", 16: "round_of_16"}
"""The names of a round by how many are still in. With several lives only the last two have one: the others may lose and stay."""
LAST_TWO = 2


class PlayedRound(Struct, frozen=True):
    """A round with its matches, in the order of its pairs, and its name, where it has one."""

    pairing: PairedRound
    statuses: tuple[FixtureStatus, ...]
    stage: FixtureStage | None

    @property
    def matches(self) -> Iterable[tuple[FixtureStatus, tuple[str, str]]]:
        """Its matches with their pairs."""
        return zip(self.statuses, self.pairing.pairs, strict=True)

    @property
    def is_over(self) -> bool:
        """True if every match of it is decided."""
        return all(status.over for status in self.statuses)


class Elimination:
    """The rounds of a knockout that are no drafts, by the places of the draw."""

    def __init__(self, ledger: ContestLedger, options: KnockoutOptions) -> None:
        self.ledger = ledger
        self.options = options
        self.contest = ledger.contest
        self.lives = dict.fromkeys(self.contest.places, options.lives)
        """What each has left."""
        self.rests: dict[str, int] = {}
        """Byes, and matches won because the rival did not come."""
        self.meetings: dict[frozenset[str], tuple[int, ...]] = {}
        """The rounds in which two met at the table."""
        self.out_in: dict[str, int] = {}
        """The round in which the last life of each was lost."""
        self.rounds: list[PlayedRound] = []
        self.third: tuple[FixtureStatus, tuple[str, str]] | None = None
        """The match for third place of the last round, and its places."""
        for one in sorted(self.contest.pairings, key=lambda one: one.round):
            if not one.is_draft:
                self._play(one)
        self.alive = [place for place in self.contest.places if self.lives[place]]
        self.present = [place for place in self.alive if self.holder(place) not in ledger.withdrawal_of]
        """Those that have a life and have not left."""
        at_last = {place for one in self.rounds[-1:] for pair in one.pairing.pairs for place in pair}
        self.standing = [place for place in self.alive if place in self.present or place in at_last]
        """These, and who left with a life after a match of the last round."""

    def _play(self, round_: PairedRound) -> None:
        """Plays a round: its defeats cost their lives once all its matches are seated."""
        in_play = [place for place in round_.entrants if self.lives[place]]
        stage = STAGES.get(len(in_play)) if self.options.lives == 1 or len(in_play) == LAST_TWO else None
        statuses: list[FixtureStatus] = []
        beaten: list[str] = []
        self.third = None
        for table, pair in enumerate(round_.pairs, start=1):
            is_third = stage == "final" and not any(self.lives[place] for place in pair)
            status = self._status(round_.round, table, pair, "third_place" if is_third else stage)
            statuses.append(status)
            if is_third:
                self.third = status, pair
            beaten += self._beaten(status, pair, round_.round)
        for place in round_.rests:
            self.rests[place] = self.rests.get(place, 0) + 1
        for place in beaten:
            if self.lives[place]:
                self.lives[place] -= 1
                if not self.lives[place]:
                    self.out_in[place] = round_.round
        self.rounds.append(PlayedRound(round_, tuple(statuses), stage))

    def _status(self, number: int, table: int, pair: tuple[str, str], stage: FixtureStage | None) -> FixtureStatus:
        return self.ledger.status_of(
            Fixture(
                key=f"knockout-{number}-{table}",
                kind="knockout",
                round=number,
                order=table,
                entrants=pair,
                lines=(1,),
                table=table,
                params=self.contest.params,
                stage=stage,
            )
        )

    def _beaten(self, status: FixtureStatus, pair: tuple[str, str], number: int) -> Sequence[str]:
        """The places that a match costs a life: the loser, or both where nobody came."""
        if not status.over:
            return ()
        if status.nobody_won:
            return pair
        place_of = dict(zip(status.fixture.entrants, pair, strict=True))
        winner, loser = (place_of[one] for one in status.order(self.ledger))
        if status.fixture.state == "played":
            both = frozenset(pair)
            self.meetings[both] = (*self.meetings.get(both, ()), number)
        else:
            self.rests[winner] = self.rests.get(winner, 0) + 1
        return (loser,)

    def holder(self, place: str) -> str:
        """The one that plays in a place now."""
        return self.contest.line(place)[-1]

    @property
    def is_over(self) -> bool:
        """True if every match is decided, and one at most could play on."""
        return all(one.is_over for one in self.rounds) and (
            len(self.standing) < LAST_TWO or len(self.present) < LAST_TWO
        )

    @property
    def champion(self) -> str | None:
        """The place of the winner; None while it is not over, and where nobody is left."""
        if not self.is_over:
            return None
        return next(iter(self.standing if len(self.standing) == 1 else self.present), None)

    def waits(self) -> tuple[Pending, ...]:
        """The pending item of a round to be paired, or published."""
        return () if self.is_over or not all(one.is_over for one in self.rounds) else (Pending("pairing"),)

    def losers_by_round(self) -> list[list[str]]:
        """Those that are out, by the round in which they went, first to last.

        One that leaves with a life goes out in the round that their match was lost by it, or else in the next one.
        """
        out_in = dict(self.out_in)
        for place in self.alive:
            if place not in self.present and place != self.champion:
                out_in[place] = self._left_in(place)
        rounds: list[list[str]] = [[] for _ in range(max(out_in.values(), default=0) + 1)]
        for place, number in out_in.items():
            rounds[number].append(place)
        return rounds

    def _left_in(self, place: str) -> int:
        for one in reversed(self.rounds):
            if place in one.pairing.entrants:
                own = (status.outcome for status, pair in one.matches if place in pair)
                is_missed = any(outcome and self.holder(place) in outcome.absent for outcome in own)
                return one.pairing.round + (not is_missed)
        return 1

    def bracket(self) -> Bracket:
        """Its matches, its order and its champion, as of a bracket."""
        statuses = tuple(status for one in self.rounds for status in one.statuses)
        own: dict[str, list[FixtureStatus]] = {}
        for one in self.rounds:
            for status, pair in one.matches:
                for place in pair:
                    own.setdefault(place, []).append(status)
        losers = self.losers_by_round()
        out = {place for places in losers for place in places}
        is_over, champion = self.is_over, self.champion
        holders = {
            place: self.ledger.holder(place, own.get(place, ()), over=is_over or place in out)
            for place in self.contest.places
        }
        best: list[list[str]] = []
        if is_over and champion is not None:
            best = [[champion], *self._third_place(losers)]
        open_statuses = [status for status in statuses if not status.over]
        return Bracket(
            statuses=statuses,
            byes=tuple(
                Bye(one.pairing.round, holders[place], "knockout", stage=one.stage)
                for one in self.rounds
                for place in one.pairing.rests
            ),
            order=bracket_order(self.contest.places, holders, best, losers),
            over=is_over,
            only_last=bool(open_statuses)
            and all(status.fixture.stage in {"final", "third_place"} for status in open_statuses),
            champion=None if champion is None else holders[champion],
            rows={entrant: holders[place] for place in self.contest.places for entrant in self.contest.line(place)},
        )

    def _third_place(self, losers: Sequence[Sequence[str]]) -> list[list[str]]:
        """The second, then the two of the match for third place in its order, where it was won."""
        if self.third is None:
            return []
        status, pair = self.third
        if status.nobody_won:
            return []
        place_of = dict(zip(status.fixture.entrants, pair, strict=True))
        return [[*losers[-1]], *([place_of[one]] for one in status.order(self.ledger))]

    def field(self, seed: str, apart: Sequence[Sequence[str]] = (), entrants: Collection[str] | None = None) -> Field:
        """The field of the round after these: all that are in, those with most lives first, or these `entrants`."""
        present = self.entrants_beside(()) if entrants is None else [*entrants]
        draw = dict(zip(self.contest.places, count(), strict=False))
        return Field(
            entrants=tuple(sorted(present, key=lambda place: (-self.lives[place], draw[place]))),
            scores={place: self.lives[place] for place in present},
            meetings=self.meetings,
            rests=self.rests,
            order=self.contest.places,
            seed=seed,
            apart=tuple(map(tuple, apart)),
        )

    def entrants_beside(self, entrants: Collection[str]) -> list[str]:
        """Those that are in: also one that has left since, if it is among these `entrants`."""
        in_play = [place for place in self.alive if place in self.present or place in entrants]
        return [*in_play, *(self._for_third_place() if len(in_play) == LAST_TWO else ())]

    def _for_third_place(self) -> list[str]:
        """The two that lost before the last two play, where they play for third place and both are still there."""
        if not self.options.third_place or not self.rounds:
            return []
        last = self.rounds[-1].pairing.round
        losers = [
            place
            for place, number in self.out_in.items()
            if number == last and self.holder(place) not in self.ledger.withdrawal_of
        ]
        return losers if len(losers) == THIRD_PLACE else []


def eliminate(contest: Contest, options: KnockoutOptions, number: int | None = None) -> Elimination:
    """The rounds of a knockout as far as they are played, or only those before round `number`."""
    pairings = tuple(one for one in contest.pairings if number is None or one.round < number)
    return Elimination(ContestLedger(replace(contest, pairings=pairings)), options)
