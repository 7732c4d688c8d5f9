"""A stage of groups: their matches, tables and ties, and the entrants that go on from each (format.groups).

It takes the order of its entrants from the caller, so a contest of several stages can hold it as any of them.
"""

from collections.abc import Collection, Sequence
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from referee.contests import draws
from referee.contests.contest import Bye, Contest, Fixture, Pending
from referee.contests.draws import kept_apart
from referee.contests.late import LateUntil, MissedMatches, of_group
from referee.contests.ledger import ContestLedger, FixtureStatus, Through
from referee.contests.stages import late_fixtures, league_fixtures, left_early, play_league, resting
from referee.contests.standings.tables import Table, match_table
from referee.contests.standings.ties import Lines, Tie, keep_open, members

PREFIX = "group"
"""How the keys of the matches begin, in a contest with one stage of groups."""


class GroupChoices(Struct, frozen=True, forbid_unknown_fields=True):
    """The choices of the groups alone, without what follows them."""

    size: Annotated[int, Meta(ge=2, le=16, description="Entrants in a group.")] = 4
    through: Annotated[int, Meta(ge=1, le=15, description="How many of each group play on.")] = 2
    legs: Annotated[int, Meta(ge=1, le=2, description="How often every two of a group meet.")] = 1
    late_until: LateUntil | None = None
    missed: MissedMatches = "later"


class Group(Struct, frozen=True):
    """One group as far as it is played. A tie across `through` that nothing splits is pending."""

    statuses: tuple[FixtureStatus, ...]
    table: Table
    ties: tuple[Tie, ...]
    pending: tuple[Pending, ...]
    byes: tuple[Bye, ...] = ()

    @property
    def fixtures(self) -> tuple[Fixture, ...]:
        """Its matches with their states."""
        return tuple(status.fixture for status in self.statuses)


class GroupStage(Struct, frozen=True):
    """The groups as far as they are played. `through` are the qualified of each; empty while anything is pending.

    `count` is how many of each group go on, where it has so many.
    """

    groups: tuple[Group, ...]
    count: int
    through: tuple[Through, ...] = ()

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
        return tuple(pending for group in self.groups for pending in group.pending)

    @property
    def present(self) -> tuple[str, ...]:
        """The qualified that play on, group by group."""
        return tuple(entrant for table in self.through for entrant in table.present)

    @property
    def absentees(self) -> tuple[str, ...]:
        """The qualified that left without a reserve."""
        return tuple(entrant for table in self.through for entrant in table.absentees)

    def seeds(self, *, apart: bool) -> list[str | None]:
        """The qualified by strength: the first of every group, then the second of each; None where a group has no more.

        `apart`: those of one place change among each other, so that no two of a group meet in the first round of a bracket.
        """
        groups = len(self.through)
        order = kept_apart(groups, self.count) if apart else (*range(groups),) * self.count
        slots = [self.through[group].slots for group in order]
        places = [seed // groups for seed in range(len(order))]
        return [own[place].entrant if place < len(own) else None for place, own in zip(places, slots, strict=True)]


def play_groups(
    ledger: ContestLedger,
    order: Sequence[str],
    choices: GroupChoices,
    *,
    prefix: str = PREFIX,
    first: int = 1,
    played_on: Collection[str] | None = None,
) -> GroupStage:
    """Plays the groups of these entrants, in this order.

    `prefix` begins the keys of the matches, `first` numbers the first of them. `played_on`: the entrants that came to a match
    after the groups, who are not replaced any more; None: those of a last match or a knockout.
    """
    groups = tuple(_groups(ledger, order, choices, prefix, first - 1))
    if any(group.pending for group in groups):
        return GroupStage(groups, choices.through)
    tables = [members(group.ties, ledger.names) for group in groups]
    return GroupStage(groups, choices.through, tuple(ledger.through(tables, choices.through, played_on)))


def free_places(contest: Contest, order: Sequence[str], choices: GroupChoices) -> dict[int | None, int]:
    """The free places of each group: early withdrawals with void matches leave one; at one table only a substitute comes."""
    if choices.size in contest.sides:
        return {}
    ledger = ContestLedger(contest)
    free: dict[int | None, int] = {}
    for number, entrants in enumerate(draws.groups(order, choices.size), start=1):
        rounds = draws.circle(entrants, choices.legs)
        fixtures, _ = league_fixtures(ledger, rounds, prefix=f"{PREFIX}-{number}", group=number)
        vacancies = left_early(ledger, entrants, fixtures)
        free[number] = len(vacancies) - len(of_group(contest, number))
    return free


def _groups(
    ledger: ContestLedger, order: Sequence[str], choices: GroupChoices, prefix: str, before: int
) -> list[Group]:
    draw = draws.groups(order, choices.size)
    if choices.size in ledger.contest.sides:
        return [
            _one_match(ledger, number, entrants, choices.through, prefix, before)
            for number, entrants in enumerate(draw, start=1)
        ]
    # Late entrants' matches are numbered after all that was drawn, so that drawn matches keep their numbers.
    each = sum(len(round_.pairs) for round_ in draws.circle(draw[0], choices.legs))
    groups: list[Group] = []
    last = before + each * len(draw)
    for number, entrants in enumerate(draw, start=1):
        numbers = before + (number - 1) * each, last - each
        groups.append(_small_league(ledger, number, entrants, choices, prefix, numbers))
        last += len(groups[-1].statuses) - each
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
    ties = status.ties or (keep_open(Tie(status.fixture.entrants)),)
    table = match_table(ties, status.outcome, ledger.rules, ledger.names)
    return Group((status,), table, ties, status.pending)


def _small_league(
    ledger: ContestLedger,
    number: int,
    entrants: Sequence[str],
    choices: GroupChoices,
    stage: str,
    before: tuple[int, int],
) -> Group:
    """One group. `before` are the numbers of matches before its own: of those drawn, and of those of late entrants."""
    prefix, legs = f"{stage}-{number}", choices.legs
    rounds = draws.circle(tuple(entrants), legs)
    draw_fixtures, byes = league_fixtures(ledger, rounds, kind="group", prefix=prefix, group=number)
    late = late_fixtures(
        ledger, draw_fixtures, entrants, legs=legs, missed_as=choices.missed, prefix=prefix, group=number
    )
    places = (*entrants, *(entry.entrant for entry in of_group(ledger.contest, number)))
    tables = (number - 1) * max(fixture.table or 0 for fixture in draw_fixtures)
    fixtures = [
        *(replace(one, order=one.order + before[0], table=(one.table or 0) + tables) for one in draw_fixtures),
        *(replace(fixture, order=fixture.order + before[1]) for fixture in late),
    ]
    league = play_league(ledger, places, fixtures, resting(byes, late))
    lines: Lines = (choices.through,)
    ties = league.order(ledger)
    pending = league.pending
    if league.over:
        ties = ledger.apply_rulings(ties, lines)
        pending = tuple(
            ledger.pending_tie("ruling", tie)
            for tie in ties
            if tie.left_open and tie.matters(lines) and not ledger.all_left(tie)
        )
    return Group(league.statuses, league.table(ledger, ties), tuple(ties), pending, league.byes)
