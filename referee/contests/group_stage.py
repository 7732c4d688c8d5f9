"""A stage of groups: their matches, tables and ties, and the entrants that go on from each (format.groups).

It takes the order of its entrants from the caller, so a contest of several stages can hold it as any of them.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from referee.contests import draws
from referee.contests.contest import Bye, Contest, Fixture, Pending, only_rulings
from referee.contests.draws import best_apart
from referee.contests.late import LateUntil, MissedMatches, of_group
from referee.contests.ledger import ContestLedger, FixtureStatus, Through
from referee.contests.stages import late_fixtures, league_fixtures, left_early, play_league, resting
from referee.contests.standings.averages import (
    Averages,
    ComparedEntrant,
    across_groups,
    compared_entrant,
    in_league,
    in_match,
)
from referee.contests.standings.league import Bout
from referee.contests.standings.tables import Table, match_table
from referee.contests.standings.ties import Tie, in_order, keep_open, members
from referee.contests.teams.table import team_averages
from referee.text import Text

PREFIX = "group"
"""The beginning of the keys of the matches, in a contest with one stage of groups."""
MOST_ENTRANTS = 512
NUMBERS = range(4, MOST_ENTRANTS + 1)
"""The numbers of entrants that groups can have, from two groups of two on."""
Deal = Literal["in_order", "snake"]
"""The way from an order of entrants to groups: one part after another, as in a draw, or by strength (groups.uneven)."""


class GroupChoices(Struct, frozen=True, forbid_unknown_fields=True):
    """The choices of the groups alone, without what follows them."""

    size: Annotated[int, Meta(ge=2, le=16, description="Entrants in a group.")] = 4
    through: Annotated[int, Meta(ge=1, le=15, description="How many of each group play on.")] = 2
    repesca: Annotated[
        int,
        Meta(
            ge=0,
            le=255,
            description="How many more play on: the best of all groups that are not among the first (`groups.repesca`).",
        ),
    ] = 0
    legs: Annotated[int, Meta(ge=1, le=2, description="How often every two of a group meet.")] = 1
    late_until: LateUntil | None = None
    missed: MissedMatches = "later"

    def count(self, entrants: int, sides: Collection[int]) -> int:
        """The number of groups of so many entrants, for matches of these numbers of sides; 0 where there can be none."""
        if self.through >= self.size:
            return 0
        return draws.group_count(entrants, self.size, self.through, sides if self.size in sides else ())

    @property
    def flaw(self) -> Text | None:
        """Why these choices hold no group, whatever the number of entrants."""
        if self.through < self.size:
            return None
        return Text(
            es=f"de un grupo de {self.size} no pasan {self.through}: alguien tiene que quedar fuera",
            en=f"of a group of {self.size}, {self.through} cannot go through: somebody has to be left out",
        )

    def obstacle(self, entrants: int, sides: Collection[int]) -> Text | None:
        """Why so many entrants make no groups of about this size (groups.uneven); None where they do."""
        at_table = ", ".join(map(str, sides))
        if self.flaw is not None:
            return self.flaw
        if entrants > MOST_ENTRANTS:
            return Text(es=f"como mucho son {MOST_ENTRANTS}", en=f"{MOST_ENTRANTS} is the most")
        if self.size not in sides and 2 not in sides:
            return Text(
                es=f"un encuentro es de {at_table}: ni de {self.size}, ni de dos para una liga",
                en=f"a match is of {at_table}: neither of {self.size}, nor of two for a league",
            )
        if self.count(entrants, sides):
            if self.repesca and self.number_through(entrants, sides) >= entrants:
                return Text(es="con la repesca nadie quedaría fuera", en="with the repesca nobody would be left out")
            return None
        count = draws.group_count(entrants, self.size, self.through)
        if not count:
            least = draws.FEWEST_GROUPS * (self.through + 1)
            return Text(
                es=f"dos grupos, de los que pasan {self.through} y alguien no, son al menos {least}",
                en=f"two groups, of which {self.through} go through and somebody does not, are at least {least}",
            )
        sizes = [*dict.fromkeys(draws.group_sizes(entrants, count))]
        return Text(
            es=f"un grupo es un encuentro de {at_table}, y saldrían grupos de {' y '.join(map(str, sizes))}",
            en=f"a group is one match of {at_table}, and the groups would be of {' and '.join(map(str, sizes))}",
        )

    def number_through(self, entrants: int, sides: Collection[int]) -> int:
        """The number of entrants that play on, of so many."""
        return self.count(entrants, sides) * self.through + self.repesca


class Group(Struct, frozen=True):
    """One group as far as it is played. A tie across `through` that nothing splits is pending.

    `bouts` are its matches of two that count, where it is a league.
    """

    statuses: tuple[FixtureStatus, ...]
    table: Table
    ties: tuple[Tie, ...]
    pending: tuple[Pending, ...]
    byes: tuple[Bye, ...] = ()
    bouts: tuple[Bout, ...] | None = None

    @property
    def fixtures(self) -> tuple[Fixture, ...]:
        """Its matches with their states."""
        return tuple(status.fixture for status in self.statuses)

    def averages(self, ledger: ContestLedger) -> Mapping[str, Averages]:
        """The figures by which its entrants are compared with those of other groups, the first first."""
        places = {row.entrant: row.place for row in in_order(self.ties, ledger.names)}
        if self.bouts is None:
            return in_match(places, self.statuses[0].outcome, ledger.rules)
        if ledger.contest.teams is not None:
            return team_averages(places, self.bouts, ledger.contest.teams.points)
        return in_league(places, self.bouts, ledger.rules)


class GroupStage(Struct, frozen=True):
    """The groups as far as they are played.

    `through` are the qualified of each and, after them, those of the repesca; empty while anything is pending. `count` is how
    many of each group go on, where it has so many. `repesca` are the groups of those that came through it, the best first,
    and `ruling` is the tie that decides who they are. `rest` is the order of all that are not among the first of their groups,
    and `averages` are theirs: empty without a repesca, and until the groups are over.
    """

    groups: tuple[Group, ...]
    count: int
    through: tuple[Through, ...] = ()
    repesca: tuple[int, ...] = ()
    ruling: tuple[Pending, ...] = ()
    rest: tuple[Tie, ...] = ()
    averages: Mapping[str, Averages] = {}

    @property
    def statuses(self) -> tuple[FixtureStatus, ...]:
        """The matches with their outcomes."""
        return tuple(status for group in self.groups for status in group.statuses)

    @property
    def fixtures(self) -> tuple[Fixture, ...]:
        """The matches with their states."""
        return tuple(fixture for group in self.groups for fixture in group.fixtures)

    @property
    def tables(self) -> tuple[Table, ...]:
        """The table of each group."""
        return tuple(group.table for group in self.groups)

    @property
    def byes(self) -> tuple[Bye, ...]:
        """The rests in groups of an odd number."""
        return tuple(bye for group in self.groups for bye in group.byes)

    @property
    def pending(self) -> tuple[Pending, ...]:
        """The results and rulings that the stage waits for."""
        return (*(pending for group in self.groups for pending in group.pending), *self.ruling)

    @property
    def present(self) -> tuple[str, ...]:
        """The qualified that play on, group by group, then those of the repesca."""
        return tuple(entrant for table in self.through for entrant in table.present)

    @property
    def absentees(self) -> tuple[str, ...]:
        """The qualified that left without a reserve."""
        return tuple(entrant for table in self.through for entrant in table.absentees)

    def comparison(self, ledger: ContestLedger, through: Collection[str]) -> tuple[ComparedEntrant, ...]:
        """The rest with the figures that were compared for the repesca, best first. `through` are all that play on."""
        group_of = {row.player: number for number, table in enumerate(self.tables, start=1) for row in table.rows}
        return tuple(
            compared_entrant(
                rank,
                self.averages[rank.entrant],
                ledger.rules,
                group=group_of[rank.entrant],
                of_matches=self.groups[0].bouts is not None,
                is_through=rank.entrant in through,
            )
            for rank in in_order(self.rest, ledger.names)
        )

    def seeds(self, *, apart: bool) -> list[str | None]:
        """The qualified by strength: the first of every group, then the second of each, then the repesca; None: no more.

        `apart`: those of one place change among each other, so that no two of a group meet in the first round of a bracket.
        """
        number = len(self.groups)
        order, last = best_apart(number, self.count, self.repesca) if apart else ((*range(number),) * self.count, ())
        slots = [self.through[group].slots for group in order]
        places = [seed // number for seed in range(len(order))]
        first = [own[place].entrant if place < len(own) else None for place, own in zip(places, slots, strict=True)]
        more = [slot.entrant for through in self.through[number:] for slot in through.slots]
        return [*first, *([more[place] for place in last] or more)]


def play_groups(
    ledger: ContestLedger,
    order: Sequence[str],
    choices: GroupChoices,
    *,
    deal: Deal = "in_order",
    prefix: str = PREFIX,
    first: int = 1,
    played_on: Collection[str] | None = None,
) -> GroupStage:
    """Plays the groups of these entrants, in this order.

    `prefix` begins the keys of the matches, `first` numbers the first of them. `played_on`: the entrants that came to a match
    after the groups, who are not replaced any more; None: those of a last match or a knockout.
    """
    groups = tuple(_groups(ledger, _deal(ledger.contest, order, choices, deal), choices, prefix, first - 1))
    count, more = choices.through, choices.repesca
    if any(group.pending for group in groups):
        return GroupStage(groups, count)
    averages = averages_of_rest(ledger, groups, count) if more else {}
    rest = order_of_rest(ledger, averages, more)
    if ruling := _pending(ledger, rest, more):
        return GroupStage(groups, count, ruling=ruling, rest=rest, averages=averages)
    tables = [members(group.ties, ledger.names) for group in groups]
    best = members(rest, ledger.names)
    through = ledger.through(tables, count, best=best, more=more, played_on=played_on)
    group_of = {entrant: number for number, table in enumerate(tables) for entrant in table}
    repesca = tuple(group_of[one] for one in best[:more])
    return GroupStage(groups, count, tuple(through), repesca, rest=rest, averages=averages)


def averages_of_rest(ledger: ContestLedger, groups: Sequence[Group], count: int) -> Mapping[str, Averages]:
    """The averages of the entrants that are not among the first `count` of groups that are over (groups.uneven)."""
    averages: dict[str, Averages] = {}
    for group in groups:
        for entrant, own in [*group.averages(ledger).items()][count:]:
            # A tie of leavers alone may span the last place that goes through: it is level with the one below.
            averages[entrant] = replace(own, place=max(own.place, count + 1))
    return averages


def order_of_rest(ledger: ContestLedger, averages: Mapping[str, Averages], more: int = 0) -> tuple[Tie, ...]:
    """The order of those with these averages, best first: by the place in the group, then by averages (groups.repesca).

    A ruling splits a tie across the first `more`.
    """
    ties, _ = ledger.part_at(across_groups(averages), more)
    return tuple(ties)


def free_places(contest: Contest, order: Sequence[str], choices: GroupChoices) -> dict[int | None, int]:
    """The free places of each group: early withdrawals with void matches leave one; at one table only a substitute comes."""
    if choices.size in contest.sides:
        return {}
    ledger = ContestLedger(contest)
    free: dict[int | None, int] = {}
    for number, entrants in enumerate(_deal(contest, order, choices, "in_order"), start=1):
        rounds = draws.circle(entrants, choices.legs)
        fixtures, _ = league_fixtures(ledger, rounds, prefix=f"{PREFIX}-{number}", group=number)
        vacancies = left_early(ledger, entrants, fixtures)
        free[number] = len(vacancies) - len(of_group(contest, number))
    return free


def _deal(contest: Contest, order: Sequence[str], choices: GroupChoices, deal: Deal) -> list[tuple[str, ...]]:
    """The entrants of each group. A stage that is reached by too few for two groups is one."""
    count = max(choices.count(len(order), contest.sides), 1)
    return draws.snake(order, count) if deal == "snake" else draws.groups(order, count)


def _pending(ledger: ContestLedger, ties: Sequence[Tie], cut: int) -> tuple[Pending, ...]:
    """The ruling that a tie across this line waits for."""
    _, pending = ledger.part_at(ties, cut)
    return pending


def _groups(
    ledger: ContestLedger, draw: Sequence[tuple[str, ...]], choices: GroupChoices, prefix: str, before: int
) -> list[Group]:
    # Two teams of a group have a table of encounters too.
    if choices.size in ledger.contest.sides and ledger.contest.teams is None:
        return [
            _one_match(ledger, number, entrants, choices.through, prefix, before)
            for number, entrants in enumerate(draw, start=1)
        ]
    # Late entrants' matches are numbered after all that was drawn, so that drawn matches keep their numbers.
    own = [sum(len(round_.pairs) for round_ in draws.circle(entrants, choices.legs)) for entrants in draw]
    first, last, tables = before, before + sum(own), 0
    groups: list[Group] = []
    for number, entrants in enumerate(draw, start=1):
        each = own[number - 1]
        groups.append(_small_league(ledger, number, entrants, choices, prefix, (first, last - each, tables)))
        first += each
        last += len(groups[-1].statuses) - each
        tables += len(entrants) // 2
    return groups


def _one_match(
    ledger: ContestLedger, number: int, entrants: Sequence[str], through: int, prefix: str, before: int
) -> Group:
    fixture = Fixture(
        key=f"{prefix}-{number}",
        kind="group",
        round=1,
        order=before + number,
        entrants=tuple(entrants),
        lines=(through,),
        table=number,
        group=number,
        params=ledger.contest.params,
    )
    status = ledger.status_of(fixture)
    ties: Sequence[Tie] = status.ties or (keep_open(Tie(status.fixture.entrants)),)
    pending = status.pending
    if only_rulings(pending):
        ties, pending = ledger.part_at(ties, through)
    table = match_table(ties, status.outcome, ledger.rules, ledger.names)
    return Group((status,), table, tuple(ties), pending)


def _small_league(
    ledger: ContestLedger,
    number: int,
    entrants: Sequence[str],
    choices: GroupChoices,
    stage: str,
    before: tuple[int, int, int],
) -> Group:
    """One group. `before` are the numbers of matches before its own, of those drawn and of late entrants, and of tables."""
    prefix, legs = f"{stage}-{number}", choices.legs
    rounds = draws.circle(tuple(entrants), legs)
    draw_fixtures, byes = league_fixtures(ledger, rounds, kind="group", prefix=prefix, group=number)
    late = late_fixtures(
        ledger, draw_fixtures, entrants, legs=legs, missed_as=choices.missed, prefix=prefix, group=number
    )
    places = (*entrants, *(entry.entrant for entry in of_group(ledger.contest, number)))
    fixtures = [
        *(replace(one, order=one.order + before[0], table=(one.table or 0) + before[2]) for one in draw_fixtures),
        *(replace(fixture, order=fixture.order + before[1]) for fixture in late),
    ]
    league = play_league(ledger, places, fixtures, resting(byes, late))
    ties = league.order(ledger)
    pending = league.pending
    if league.over:
        ties, pending = ledger.part_at(ties, choices.through)
    return Group(league.statuses, league.table(ledger, ties), tuple(ties), pending, league.byes, league.bouts)
