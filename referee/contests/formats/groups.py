"""Groups, followed by a last match or a knockout of their first (format.groups)."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from referee.contests.bracket import play_bracket
from referee.contests.contest import Bye, Contest, ContestState, Fixture, Phase
from referee.contests.format import Format
from referee.contests.group_stage import NUMBERS, GroupChoices, GroupStage, free_places, play_groups
from referee.contests.ledger import ContestLedger, every_place
from referee.contests.stages import Progress, last_match
from referee.contests.standings.podium import GENERAL
from referee.contests.standings.tables import with_qualified
from referee.contests.standings.ties import Tie
from referee.errors import Flaw
from referee.match.results import ContestRules
from referee.text import Text


class GroupsOptions(GroupChoices, frozen=True, forbid_unknown_fields=True):
    """The choices of groups and of what follows them."""

    then: Annotated[
        Literal["final", "knockout"], Meta(description="What they play: one last match, or a knockout.")
    ] = "knockout"
    apart: (
        Annotated[
            bool, Meta(description="Whether no two of a group meet in the first round of a knockout, where it can be.")
        ]
        | UnsetType
    ) = UNSET
    third_place: Annotated[bool, Meta(description="Whether a knockout has a match for third place.")] = False


class Groups(Format):
    """Groups at one table each where the game has seats for them, else leagues."""

    id = "groups"
    title = Text(es="Grupos", en="Groups")
    takes_teams = True
    match_order = "format.groups"
    rule = "groups.uneven"
    options = GroupsOptions
    steps = MappingProxyType({"boards": "teams.score"})

    def options_for_new_draw(self, options: GroupsOptions) -> GroupsOptions:
        return options if options.apart is not UNSET else replace(options, apart=True)

    def flaws(self, options: GroupsOptions, rules: ContestRules) -> Sequence[Flaw]:
        text = options.flaw
        return () if text is None else (Flaw("$.params.through", text),)

    def possible(self, sides: tuple[int, ...], options: GroupsOptions) -> tuple[int, ...]:
        return tuple(number for number in NUMBERS if self.obstacle(number, sides, options) is None)

    def obstacle(self, number: int, sides: tuple[int, ...], options: GroupsOptions) -> Text | None:
        if options.then == "knockout" and 2 not in sides:
            return Text(es="no hay encuentros de dos para unas eliminatorias", en="no match is of two, for a knockout")
        return options.obstacle(number, sides) or _obstacle_to_final(number, sides, options)

    def goes_on(self, contest: Contest) -> bool:
        return True

    def room(self, contest: Contest) -> Mapping[int | None, int]:
        return free_places(contest, contest.order, contest.options or GroupsOptions())

    def follow(self, contest: Contest) -> ContestState:
        ledger = ContestLedger(contest)
        options = contest.options or GroupsOptions()
        stage = play_groups(ledger, contest.order, options)
        if stage.pending:
            return _state(ledger, stage, Progress.awaiting(stage.pending))
        first = len(stage.statuses) + 1
        return _knockout(ledger, stage, options, first) if options.then == "knockout" else _final(ledger, stage, first)


FORMAT = Groups()


def _obstacle_to_final(number: int, sides: tuple[int, ...], options: GroupsOptions) -> Text | None:
    """Why a last match cannot be played by as many as go on from so many entrants."""
    finalists = options.number_through(number, sides)
    if options.then != "final" or finalists in sides:
        return None
    at_table = ", ".join(map(str, sides))
    return Text(
        es=f"el último encuentro sería de {finalists}, y es de {at_table}",
        en=f"the last match would be of {finalists}, and it is of {at_table}",
    )


def _final(ledger: ContestLedger, stage: GroupStage, order: int) -> ContestState:
    """The last match of the qualified. An absentee without a reserve is absent, where so few cannot play it."""
    present = stage.present
    entrants = present if len(present) in ledger.contest.sides else (*present, *stage.absentees)
    if len(entrants) < 2:
        return _alone(ledger, stage, present)
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
    return _state(ledger, stage, final.progress(present), [final.status.fixture])


def _alone(ledger: ContestLedger, stage: GroupStage, left: Sequence[str]) -> ContestState:
    """The podium of the only one left, without a match: there is no rival to play."""
    champion = next(iter(left), None)
    podium = ledger.podium([Tie((champion,))], GENERAL, champion) if champion else ()
    prizes = ledger.prizes(podium, "format.podium", ledger.last(stage.statuses))
    phase: Phase = "finished" if podium else "null"
    return _state(ledger, stage, Progress(phase, through=tuple(left), podium=podium, awards=prizes))


def _knockout(ledger: ContestLedger, stage: GroupStage, options: GroupsOptions, first: int) -> ContestState:
    # A contest of a release without this option keeps the bracket that it was drawn with.
    seeds, params = stage.seeds(apart=options.apart is True), ledger.contest.params
    bracket = play_bracket(ledger, seeds, third_place=options.third_place, params=params, first=first)
    podium = bracket.podium(ledger)
    progress = Progress(bracket.phase, bracket.pending, stage.present, podium, bracket.awards(ledger, podium))
    return _state(ledger, stage, progress, bracket.fixtures, bracket.byes)


def _state(
    ledger: ContestLedger,
    stage: GroupStage,
    progress: Progress,
    fixtures: Iterable[Fixture] = (),
    byes: Iterable[Bye] = (),
) -> ContestState:
    """The state; rows say which entrants are qualified once that is known."""
    through = {*progress.through}
    return ContestState(
        phase=progress.phase,
        fixtures=(*stage.fixtures, *fixtures),
        tables=tuple(with_qualified(table, through) for table in stage.tables),
        byes=(*stage.byes, *byes),
        pending=progress.pending,
        is_grouped=True,
        repesca=stage.comparison(ledger, through),
        qualified=progress.through,
        podium=progress.podium,
        awards=progress.awards,
        fallen=ledger.unused_rulings,
    )
