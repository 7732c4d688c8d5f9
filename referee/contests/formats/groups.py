"""Groups, followed by a last match or a knockout of their first (format.groups)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from referee.contests import draws
from referee.contests.bracket import play_bracket
from referee.contests.contest import (
    Bye,
    Contest,
    ContestState,
    Fixture,
    Pending,
    Phase,
)
from referee.contests.draws import kept_apart
from referee.contests.format import MOST, Format
from referee.contests.late import LateUntil, MissedMatches, of_group
from referee.contests.ledger import ContestLedger, FixtureStatus, Through, every_place
from referee.contests.stages import (
    Progress,
    last_match,
    late_fixtures,
    league_fixtures,
    left_early,
    play_league,
    resting,
)
from referee.contests.standings.podium import GENERAL
from referee.contests.standings.tables import Table, match_table
from referee.contests.standings.ties import Lines, Tie, keep_open, members
from referee.text import Text


class GroupsOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """How groups are held."""

    size: Annotated[int, Meta(ge=2, le=16, description="Entrants in a group.")] = 4
    through: Annotated[int, Meta(ge=1, le=15, description="How many of each group play on.")] = 2
    then: Annotated[
        Literal["final", "knockout"], Meta(description="What they play: one last match, or a knockout.")
    ] = "knockout"
    legs: Annotated[int, Meta(ge=1, le=2, description="How often every two of a group meet.")] = 1
    apart: (
        Annotated[
            bool, Meta(description="Whether no two of a group meet in the first round of a knockout, where it can be.")
        ]
        | UnsetType
    ) = UNSET
    late_until: LateUntil | None = None
    missed: MissedMatches = "later"
    third_place: Annotated[bool, Meta(description="Whether a knockout has a match for third place.")] = False


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


class Groups(Format):
    """Groups at one table each where the game has seats for them, else leagues."""

    id = "groups"
    title = Text(es="Grupos", en="Groups")
    match_order = "format.groups"
    options = GroupsOptions

    def options_for_new_draw(self, options: GroupsOptions) -> GroupsOptions:
        return options if options.apart is not UNSET else replace(options, apart=True)

    def possible(self, sides: tuple[int, ...], options: GroupsOptions) -> tuple[int, ...]:
        playable = options.size in sides or 2 in sides
        if not playable or options.through >= options.size:
            return ()
        numbers = range(2, MOST // options.size + 1)
        if options.then == "final":
            return tuple(n * options.size for n in numbers if n * options.through in sides)
        return tuple(n * options.size for n in numbers) if 2 in sides else ()

    def goes_on(self, contest: Contest) -> bool:
        return True

    def room(self, contest: Contest) -> Mapping[int | None, int]:
        """An early withdrawal with void matches leaves a free place; at one table only a substitute comes."""
        options = contest.options or GroupsOptions()
        if options.size in contest.sides:
            return {}
        ledger = ContestLedger(contest)
        free: dict[int | None, int] = {}
        for number, entrants in enumerate(draws.groups(contest.order, options.size), start=1):
            rounds = draws.circle(entrants, options.legs)
            fixtures, _ = league_fixtures(ledger, rounds, prefix=f"group-{number}", group=number)
            vacancies = left_early(ledger, entrants, fixtures)
            free[number] = len(vacancies) - len(of_group(contest, number))
        return free

    def follow(self, contest: Contest) -> ContestState:
        ledger = ContestLedger(contest)
        options = contest.options or GroupsOptions()
        groups = _play_groups(ledger, options)
        pending = [pending for group in groups for pending in group.pending]
        if pending:
            return _state(ledger, groups, Progress.awaiting(pending))
        through = ledger.through([members(group.ties, ledger.names) for group in groups], options.through)
        first = sum(len(group.fixtures) for group in groups) + 1
        if options.then == "knockout":
            return _knockout(ledger, groups, through, options, first)
        return _final(ledger, groups, through, first)


FORMAT = Groups()


def _play_groups(ledger: ContestLedger, options: GroupsOptions) -> list[Group]:
    draw = draws.groups(ledger.contest.order, options.size)
    if options.size in ledger.contest.sides:
        return [_one_match(ledger, number, entrants, options.through) for number, entrants in enumerate(draw, start=1)]
    # Late entrants' matches are numbered after all that was drawn, so that drawn matches keep their numbers.
    each = sum(len(round_.pairs) for round_ in draws.circle(draw[0], options.legs))
    groups: list[Group] = []
    last = each * len(draw)
    for number, entrants in enumerate(draw, start=1):
        groups.append(_small_league(ledger, number, entrants, options, ((number - 1) * each, last - each)))
        last += len(groups[-1].fixtures) - each
    return groups


def _one_match(ledger: ContestLedger, number: int, entrants: Sequence[str], through: int) -> Group:
    fixture = Fixture(
        key=f"group-{number}",
        kind="group",
        round=1,
        order=number,
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
    ledger: ContestLedger, number: int, entrants: Sequence[str], options: GroupsOptions, before: tuple[int, int]
) -> Group:
    """One group. `before` are the numbers of matches before its own: of those drawn, and of those of late entrants."""
    prefix, legs = f"group-{number}", options.legs
    rounds = draws.circle(tuple(entrants), legs)
    draw_fixtures, byes = league_fixtures(ledger, rounds, kind="group", prefix=prefix, group=number)
    late = late_fixtures(
        ledger, draw_fixtures, entrants, legs=legs, missed_as=options.missed, prefix=prefix, group=number
    )
    places = (*entrants, *(entry.entrant for entry in of_group(ledger.contest, number)))
    tables = (number - 1) * max(fixture.table or 0 for fixture in draw_fixtures)
    fixtures = [
        *(replace(one, order=one.order + before[0], table=(one.table or 0) + tables) for one in draw_fixtures),
        *(replace(fixture, order=fixture.order + before[1]) for fixture in late),
    ]
    league = play_league(ledger, places, fixtures, resting(byes, late))
    lines: Lines = (options.through,)
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


def _seeds(through: Sequence[Through], options: GroupsOptions) -> list[str | None]:
    """The qualified: the first of every group, then the second of each, and so on; None where a group has no more."""
    groups, count = len(through), options.through
    # A contest of a release without this option keeps the bracket that it was drawn with.
    order = kept_apart(groups, count) if options.apart is True else (*range(groups),) * count
    tables = [through[group].slots for group in order]
    places = [seed // groups for seed in range(len(order))]
    return [slots[place].entrant if place < len(slots) else None for place, slots in zip(places, tables, strict=True)]


def _final(ledger: ContestLedger, groups: Sequence[Group], through: Sequence[Through], order: int) -> ContestState:
    """The last match of the qualified. An absentee without a reserve is absent, where so few cannot play it."""
    present = [entrant for table in through for entrant in table.present]
    absent = [entrant for table in through for entrant in table.absentees]
    entrants = present if len(present) in ledger.contest.sides else [*present, *absent]
    if len(entrants) < 2:
        return _alone(ledger, groups, present)
    fixture = Fixture(
        key="final",
        kind="final",
        round=1,
        order=order,
        entrants=ledger.as_drawn(entrants),
        lines=every_place(len(entrants)) if ledger.rules.extra_rounds else (),
        params=ledger.contest.params,
        stage="final",
    )
    final = last_match(ledger, fixture, GENERAL, "format.podium")
    return _state(ledger, groups, final.progress(present), [final.status.fixture])


def _alone(ledger: ContestLedger, groups: Sequence[Group], left: Sequence[str]) -> ContestState:
    """The podium of the only one left, without a match: there is no rival to play."""
    champion = next(iter(left), None)
    podium = ledger.podium([Tie((champion,))], GENERAL, champion) if champion else ()
    prizes = ledger.prizes(podium, "format.podium", ledger.last(one for group in groups for one in group.statuses))
    phase: Phase = "finished" if podium else "null"
    return _state(ledger, groups, Progress(phase, through=tuple(left), podium=podium, awards=prizes))


def _knockout(
    ledger: ContestLedger, groups: Sequence[Group], through: Sequence[Through], options: GroupsOptions, first: int
) -> ContestState:
    seeds, params = _seeds(through, options), ledger.contest.params
    bracket = play_bracket(ledger, seeds, third_place=options.third_place, params=params, first=first)
    podium = bracket.podium(ledger)
    present = tuple(entrant for table in through for entrant in table.present)
    progress = Progress(bracket.phase, bracket.pending, present, podium, bracket.awards(ledger, podium))
    return _state(ledger, groups, progress, bracket.fixtures, bracket.byes)


def _state(
    ledger: ContestLedger,
    groups: Sequence[Group],
    progress: Progress,
    fixtures: Iterable[Fixture] = (),
    byes: Iterable[Bye] = (),
) -> ContestState:
    """The state; rows say which entrants are qualified once that is known."""
    through = progress.through
    tables = [
        Table(tuple(replace(row, qualified=row.player in through) for row in group.table.rows), group.table.provisional)
        for group in groups
    ]
    return ContestState(
        phase=progress.phase,
        fixtures=(*(fixture for group in groups for fixture in group.fixtures), *fixtures),
        tables=tuple(tables),
        byes=(*(bye for group in groups for bye in group.byes), *byes),
        pending=progress.pending,
        is_grouped=True,
        qualified=progress.through,
        podium=progress.podium,
        awards=progress.awards,
        fallen=ledger.unused_rulings,
    )
