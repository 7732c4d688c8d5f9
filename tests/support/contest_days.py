"""Days of a contest as they come: results, absences, withdrawals, substitutions, corrections, rulings in any order.

A `Day` is a contest and its acts, without a log or a service.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from referee.contests.contest import (
    Contest,
    ContestState,
    Entrant,
    Fixture,
    PairedRound,
    Substitution,
    TieRuling,
    Withdrawal,
    removed_fixtures,
)
from referee.contests.formats import follow, format_named
from referee.contests.formats.groups import GroupsOptions
from referee.contests.formats.league import LeagueOptions
from referee.contests.knockout_options import KnockoutOptions
from referee.contests.partners import Partners, members_of
from referee.contests.rounds.options import RoundsOptions
from referee.contests.substitution import is_replaced, require_possible, with_substitution
from referee.errors import ServiceRefusal
from referee.games.hearts.results import CASTILLAR_CONTEST
from referee.match.results import PLAIN, ContestRules, Outcome, Result
from tests.support.contests import WHOLE, alphabet


class Setting(Struct, frozen=True):
    """A contest to be held: its format, for how many, of one player each or of pairs."""

    name: str
    format: str
    entrants: int
    options: Any = None
    rules: ContestRules = PLAIN
    sides: tuple[int, ...] = (2,)
    partners: Partners | None = None

    def contest(self, *, pairs: bool) -> Contest:
        """The contest as drawn. Players are called p0, p1, ...; a pair is called by both: `p0+p1`."""
        entrants = tuple(_entrant(n, pairs=pairs and self.partners is None) for n in range(self.entrants))
        order = tuple(entrant.id for entrant in entrants)
        return Contest(
            self.format,
            order,
            self.rules,
            self.sides,
            alphabet(order),
            options=self.options,
            entrants=entrants,
            partners=self.partners,
        )


def _entrant(n: int, *, pairs: bool) -> Entrant:
    return Entrant(f"p{2 * n}+p{2 * n + 1}", (f"p{2 * n}", f"p{2 * n + 1}")) if pairs else Entrant(f"p{n}")


AT_ONE_TABLE = (2, 3, 4)
SETTINGS = (
    *(Setting(f"single of {n}", "single", n, sides=AT_ONE_TABLE) for n in (2, 3, 4)),
    *(Setting(f"league of {n}", "league", n, LeagueOptions()) for n in (2, 3, 4, 5)),
    Setting("league of 3, two legs", "league", 3, LeagueOptions(legs=2)),
    *(Setting(f"knockout of {n}", "knockout", n, KnockoutOptions()) for n in (2, 3, 4, 5, 8)),
    Setting("knockout of 4 with a third place", "knockout", 4, KnockoutOptions(third_place=True)),
    Setting("redrawn knockout of 7", "knockout", 7, KnockoutOptions(redraw=True, third_place=True)),
    Setting("knockout of 6 with two lives", "knockout", 6, KnockoutOptions(lives=2)),
    Setting("knockout of 7 with a consolation", "knockout", 7, KnockoutOptions(consolation=True)),
    Setting("groups of 2 and a final", "groups", 4, GroupsOptions(size=2, through=1, then="final")),
    Setting("groups of 3 and a knockout", "groups", 6, GroupsOptions(size=3, through=2)),
    Setting("groups of 4 and a knockout", "groups", 8, GroupsOptions(size=4, through=2, third_place=True)),
    Setting("three groups and a knockout", "groups", 9, GroupsOptions(size=3, through=1)),
    Setting("groups of 3 and 4 and a knockout", "groups", 7, GroupsOptions(size=4, through=1, apart=True)),
    Setting("groups of 3 and 2, one more and a knockout", "groups", 5, GroupsOptions(size=3, through=1, repesca=1)),
    Setting("three groups, one more and a knockout", "groups", 9, GroupsOptions(3, 1, repesca=1, apart=True)),
    Setting(
        "groups of 3 and 2 at one table, one more and a final", "groups", 5,
        GroupsOptions(size=3, through=1, repesca=1, then="final"), sides=AT_ONE_TABLE,
    ),
    Setting(
        "groups at one table and a final at one", "groups", 8, GroupsOptions(size=4, through=2, then="final"),
        sides=AT_ONE_TABLE,
    ),
    Setting("groups at one table and a knockout", "groups", 8, GroupsOptions(size=4, through=2), sides=AT_ONE_TABLE),
    Setting("swiss rounds of 5", "rounds", 5, RoundsOptions(3)),
    Setting("danish rounds of 6", "rounds", 6, RoundsOptions(3, pairing="danish")),
    Setting("random rounds of 7", "rounds", 7, RoundsOptions(3, pairing="random")),
    Setting("partners of 6 that change", "rounds", 6, RoundsOptions(4), partners="rotating"),
    Setting("partners of 9 that change", "rounds", 9, RoundsOptions(3), partners="rotating"),
    *(
        Setting(f"castillar of {n}", "castillar", n, rules=CASTILLAR_CONTEST, sides=(2, 4))
        for n in (2, 3, 4, 5, 6, 8)
    ),
)  # fmt: skip


class Day:
    """A contest with its acts so far. `version` is that of the last act; `acts` describes them in words."""

    def __init__(self, contest: Contest, chance: Random) -> None:
        self.contest = contest
        self.chance = chance
        self.version = 1
        self.acts: list[str] = []

    @property
    def state(self) -> ContestState:
        return follow(self.contest)

    def go_on(self) -> None:
        """Does one thing that can be done now, most often a play."""
        acts: Sequence[Callable[[], str | None]] = (
            *(self.pair,) * 3,
            *(self.play,) * 8, *(self.rule,) * 4, *(self.stay_away,) * 2, self.leave, self.replace_one, self.correct,
        )  # fmt: skip
        act = self.chance.choice(acts)
        before = self.state
        self.version += 1
        outcome = act()
        if outcome is None:
            self.version -= 1
            return
        self.acts.append(outcome)
        self._void(before)

    def finish(self) -> None:
        """Plays and rules on everything that is awaited, as long as anything can be done."""
        for _ in range(200):
            before = self.state
            if not before.pending:
                return
            self.version += 1
            outcome = self.play() or self.rule() or self.pair()
            if outcome is None:
                return
            self.acts.append(outcome)
            self._void(before)

    def _void(self, before: ContestState) -> None:
        """Removes the results of matches that have other entrants now, as `reopen` does."""
        while gone := self._outcomes_lost(before):
            outcomes = tuple(one for one in self.contest.outcomes if one not in gone)
            self.contest = replace(self.contest, outcomes=outcomes)

    def _outcomes_lost(self, before: ContestState) -> list[Outcome]:
        lost_keys = {(fixture.key, frozenset(fixture.entrants)) for fixture in removed_fixtures(before, self.state)}
        return [one for one in self.contest.outcomes if (one.fixture, frozenset(one.entrants)) in lost_keys]

    def play(self) -> str | None:
        """A result of an awaited match. A level result comes with its extra round, if there is one."""
        open_ = [one for one in self.state.fixtures if one.needs or (one.state == "pending" and self._all_in(one))]
        return self._tell(self.chance.choice(open_)) if open_ else None

    def correct(self) -> str | None:
        """Another result of a match that has one."""
        candidates = [
            one for one in self.state.fixtures if one.state in {"played", "walkover", "void"} and self._all_in(one)
        ]
        return self._tell(self.chance.choice(candidates)) if candidates else None

    def stay_away(self) -> str | None:
        """A walkover, of one entrant or of all."""
        open_ = [one for one in self.state.fixtures if one.state == "pending"]
        if not open_:
            return None
        fixture = self.chance.choice(open_)
        absent = self.chance.sample(fixture.entrants, self.chance.randint(1, len(fixture.entrants)))
        missing: tuple[str, ...] = ()
        if self.contest.partners and self.chance.randrange(3):
            missing = tuple(self.chance.choice(members_of(pair)) for pair in absent)
        self._keep(Outcome(fixture.key, fixture.entrants, absent=tuple(absent), at=self.version, missing=missing))
        return f"walkover {fixture.key}: {' '.join(absent)}"

    def leave(self) -> str | None:
        """A withdrawal."""
        left = {withdrawal.entrant for withdrawal in self.contest.withdrawals}
        there = [one for one in self.contest.entrants if one.id not in left and not is_replaced(self.contest, one.id)]
        if not there:
            return None
        entrant = self.chance.choice(there).id
        withdrawals = (*self.contest.withdrawals, Withdrawal(entrant, self.version))
        self.contest = replace(self.contest, withdrawals=withdrawals)
        return f"{entrant} leaves"

    def replace_one(self) -> str | None:
        """A substitution: of a player, of one partner, of a pair, by the next of the table, by another entrant."""
        contest = self.contest
        there = [one for one in contest.entrants if not is_replaced(contest, one.id)]
        out = self.chance.choice(there)
        people = self._who_comes(out)
        into = (
            None if people is None else next((e.id for e in contest.entrants if e.people == people), "+".join(people))
        )
        change = Substitution(out.id, into, self.version)
        try:
            require_possible(contest, self.state, change, people or ())
        except ServiceRefusal:
            return None
        self.contest = with_substitution(contest, change, people or ())
        return f"{into or 'the next'} for {out.id}"

    def _who_comes(self, out: Entrant) -> tuple[str, ...] | None:
        fresh = tuple(f"s{self.version}.{n}" for n, _ in enumerate(out.people))
        choices = [fresh, None, self.chance.choice(self.contest.entrants).people]
        if len(fresh) > 1:
            choices += [(fresh[0], out.people[1]), (out.people[0], fresh[0])] * 2
        return self.chance.choice(choices)

    def rule(self) -> str | None:
        """The organizer's order for a tie that awaits one."""
        ties = self.state.open_ties
        if not ties:
            return None
        tie = self.chance.choice(ties)
        order = tuple((one,) for one in self.chance.sample(tie, len(tie)))
        rulings = (*self.contest.rulings, TieRuling(tie, order, self.version))
        self.contest = replace(self.contest, rulings=rulings)
        return f"ruling {order}"

    def pair(self) -> str | None:
        """The next round of a contest in rounds that awaits it."""
        if all(one.kind != "pairing" for one in self.state.pending):
            return None
        stage = format_named(self.contest.format).paired_stage(self.contest)
        assert stage is not None
        number = stage.next_round
        pairing = stage.pair(stage.field(number, f"seed {self.version}"), number, repeats=True)
        rests = tuple(one.entrant for one in pairing.rests or filter(None, [pairing.rest]))
        pairs = tuple(match.entrants for match in pairing.matches)
        round_ = PairedRound(number, pairs, rests, at=self.version)
        self.contest = replace(self.contest, pairings=(*self.contest.pairings, round_))
        return f"round {number}: {pairs}"

    def _tell(self, fixture: Fixture) -> str:
        result = self._result(len(fixture.entrants))
        self._keep(Outcome(fixture.key, fixture.entrants, result, at=self.version))
        return f"{fixture.key}: {fixture.entrants} {result.points}"

    def _result(self, sides: int) -> Result:
        """Points from a few values, so that ties are frequent. Level results often have a tie-break."""
        if self.contest.rules is CASTILLAR_CONTEST and sides == 2:
            first = self.chance.choice((40, 52, 64))
            return Result((first, WHOLE - first), winner=self.chance.randrange(2) if first * 2 == WHOLE else None)
        points = tuple(self.chance.choice((0, 10, 20, 30)) for _ in range(sides))
        extra = tuple(self.chance.sample(range(sides), sides))
        return Result(points, extra_rounds=(extra,) if self.contest.rules.extra_rounds else ())

    def _keep(self, outcome: Outcome) -> None:
        own = self.contest.outcomes_of(outcome.fixture)
        others = (one for one in own if {*one.entrants} != {*outcome.entrants})
        self.contest = self.contest.with_outcomes(outcome.fixture, (*others, outcome))

    def _all_in(self, fixture: Fixture) -> bool:
        left = {withdrawal.entrant for withdrawal in self.contest.withdrawals}
        return left.isdisjoint(fixture.members)
