"""Groups, whose first play on in a last match or a knockout (format.groups)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from referee.contests import draws
from referee.contests.book import Book, Through, every_place
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
from referee.contests.late import LateUntil, Missed, of_group
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
    missed: Missed = "later"
    third_place: Annotated[bool, Meta(description="Whether a knockout has a match for third place.")] = False


class Group(Struct, frozen=True):
    """One group as far as it is played. A tie across `through` that nothing parts is awaited."""

    fixtures: tuple[Fixture, ...]
    table: Table
    ties: tuple[Tie, ...]
    pending: tuple[Pending, ...]
    byes: tuple[Bye, ...] = ()


class Groups(Format):
    """Groups at one table each where the game has seats for them, else leagues."""

    id = "groups"
    title = Text(es="Grupos", en="Groups")
    match_order = "format.groups"
    options = GroupsOptions

    def agreed(self, options: GroupsOptions) -> GroupsOptions:
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
        """Who left a group early, with matches that are void, leaves a free place; at one table only a substitute comes."""
        options = contest.options or GroupsOptions()
        if options.size in contest.sides:
            return {}
        book = Book(contest)
        free: dict[int | None, int] = {}
        for number, entrants in enumerate(draws.groups(contest.order, options.size), start=1):
            drawn, _ = league_fixtures(book, entrants, legs=options.legs, prefix=f"group-{number}", group=number)
            gone = left_early(book, entrants, drawn)
            free[number] = len(gone) - len(of_group(contest, number))
        return free

    def follow(self, contest: Contest) -> ContestState:
        book = Book(contest)
        options = contest.options or GroupsOptions()
        groups = _play_groups(book, options)
        pending = [pending for group in groups for pending in group.pending]
        if pending:
            return _state(book, groups, Progress.awaiting(pending))
        through = book.through([members(group.ties, book.names) for group in groups], options.through)
        first = sum(len(group.fixtures) for group in groups) + 1
        if options.then == "knockout":
            return _knockout(book, groups, through, options, first)
        return _final(book, groups, through, first)


FORMAT = Groups()


def _play_groups(book: Book, options: GroupsOptions) -> list[Group]:
    drawn = draws.groups(book.contest.order, options.size)
    if options.size in book.contest.sides:
        return [_one_match(book, number, entrants, options.through) for number, entrants in enumerate(drawn, start=1)]
    # Those who came in later are numbered after all that was drawn, which so keeps its numbers.
    each = sum(len(round_.pairs) for round_ in draws.circle(drawn[0], options.legs))
    groups: list[Group] = []
    last = each * len(drawn)
    for number, entrants in enumerate(drawn, start=1):
        groups.append(_small_league(book, number, entrants, options, ((number - 1) * each, last - each)))
        last += len(groups[-1].fixtures) - each
    return groups


def _one_match(book: Book, number: int, entrants: Sequence[str], through: int) -> Group:
    fixture = Fixture(
        key=f"group-{number}",
        kind="group",
        round=1,
        order=number,
        entrants=tuple(entrants),
        lines=(through,),
        table=number,
        group=number,
        params=book.contest.params,
    )
    judged = book.judge(fixture)
    ties = judged.ties or (keep_open(Tie(judged.fixture.entrants)),)
    table = match_table(ties, judged.outcome, book.rules, book.names)
    return Group((judged.fixture,), table, ties, judged.pending)


def _small_league(
    book: Book, number: int, entrants: Sequence[str], options: GroupsOptions, before: tuple[int, int]
) -> Group:
    """One group. `before` are the numbers of matches before its own: of those drawn, and of those of who came in later."""
    prefix, legs = f"group-{number}", options.legs
    drawn, byes = league_fixtures(book, entrants, kind="group", prefix=prefix, legs=legs, group=number)
    late = late_fixtures(book, drawn, entrants, legs=legs, missed=options.missed, prefix=prefix, group=number)
    places = (*entrants, *(entry.entrant for entry in of_group(book.contest, number)))
    tables = (number - 1) * max(fixture.table or 0 for fixture in drawn)
    fixtures = [
        *(replace(one, order=one.order + before[0], table=(one.table or 0) + tables) for one in drawn),
        *(replace(fixture, order=fixture.order + before[1]) for fixture in late),
    ]
    league = play_league(book, places, fixtures, resting(byes, late))
    lines: Lines = (options.through,)
    ties = league.order(book)
    pending = league.pending
    if league.over:
        ties = book.ruled(ties, lines)
        pending = tuple(
            book.waiting("ruling", tie)
            for tie in ties
            if tie.left_open and tie.matters(lines) and not book.all_left(tie)
        )
    return Group(league.fixtures, league.table(book, ties), tuple(ties), pending, league.byes)


def _seeds(through: Sequence[Through], options: GroupsOptions) -> list[str | None]:
    """Who plays on: the first of every group, then the second of each, and so on; None where a group has no more."""
    groups, count = len(through), options.through
    # A contest of a release that did not ask keeps the bracket that it was drawn with.
    order = kept_apart(groups, count) if options.apart is True else (*range(groups),) * count
    tables = [through[group].slots for group in order]
    places = [seed // groups for seed in range(len(order))]
    return [slots[place].entrant if place < len(slots) else None for place, slots in zip(places, tables, strict=True)]


def _final(book: Book, groups: Sequence[Group], through: Sequence[Through], order: int) -> ContestState:
    """The last match of those who are through. Who left without anybody to follow is absent, where so few cannot play it."""
    present = [entrant for table in through for entrant in table.present]
    gone = [entrant for table in through for entrant in table.gone]
    entrants = present if len(present) in book.contest.sides else [*present, *gone]
    if len(entrants) < 2:
        return _alone(book, groups, present)
    fixture = Fixture(
        key="final",
        kind="final",
        round=1,
        order=order,
        entrants=book.as_drawn(entrants),
        lines=every_place(len(entrants)) if book.rules.extra_rounds else (),
        params=book.contest.params,
        stage="final",
    )
    final = last_match(book, fixture, GENERAL, "format.podium")
    return _state(book, groups, final.progress(present), [final.judged.fixture])


def _alone(book: Book, groups: Sequence[Group], left: Sequence[str]) -> ContestState:
    """The podium of who is through alone, without a match: nobody has come to play against them."""
    champion = next(iter(left), None)
    podium = book.podium([Tie((champion,))], GENERAL, champion) if champion else ()
    prizes = book.prizes(podium, "format.podium", book.last(fixture for group in groups for fixture in group.fixtures))
    phase: Phase = "finished" if podium else "null"
    return _state(book, groups, Progress(phase, through=tuple(left), podium=podium, awards=prizes))


def _knockout(
    book: Book, groups: Sequence[Group], through: Sequence[Through], options: GroupsOptions, first: int
) -> ContestState:
    seeds, params = _seeds(through, options), book.contest.params
    bracket = play_bracket(book, seeds, third_place=options.third_place, params=params, first=first)
    podium = bracket.podium(book)
    present = tuple(entrant for table in through for entrant in table.present)
    progress = Progress(bracket.phase, bracket.pending, present, podium, bracket.awards(book, podium))
    return _state(book, groups, progress, bracket.fixtures, bracket.byes)


def _state(
    book: Book,
    groups: Sequence[Group],
    progress: Progress,
    fixtures: Iterable[Fixture] = (),
    byes: Iterable[Bye] = (),
) -> ContestState:
    """The state; rows say who is through once that is known."""
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
        grouped=True,
        qualified=progress.through,
        podium=progress.podium,
        awards=progress.awards,
        fallen=book.fallen,
    )
