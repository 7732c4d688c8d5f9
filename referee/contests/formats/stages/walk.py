"""The walk through the stages of a contest: each a contest of its own, of those that went on from the one before.

Within the whole contest, rounds, groups and matches are counted on from stage to stage, and the keys of matches name the stage.
"""

from collections.abc import Iterable, Mapping
from math import inf

from msgspec import Struct
from msgspec.structs import replace

from referee.cards import drawn_order
from referee.contests.contest import Award, Bye, Contest, ContestState, Fixture, PairedRound, Pending, Source
from referee.contests.format import Format
from referee.contests.formats.knockout import FORMAT as KNOCKOUT
from referee.contests.formats.league import FORMAT as LEAGUE
from referee.contests.formats.rounds import FORMAT as IN_ROUNDS
from referee.contests.formats.stages import groups
from referee.contests.formats.stages.options import (
    GroupsStageOptions,
    KnockoutStageOptions,
    LeagueStageOptions,
    RoundsStageOptions,
    StageOptions,
    StagesOptions,
)
from referee.contests.ledger import ContestLedger
from referee.contests.played_stage import PlayedStage
from referee.match.results import Outcome

PREFIX = "stage-"
_WALK = "walk"
"""The name under which a contest carries its stages; no field, so that it is neither stored nor compared."""
FEWEST = 2
"""The fewest entrants of a stage."""
FORMATS: Mapping[type[StageOptions], Format] = {
    RoundsStageOptions: IN_ROUNDS,
    GroupsStageOptions: groups.IN_ORDER,
    LeagueStageOptions: LEAGUE,
    KnockoutStageOptions: KNOCKOUT,
}
"""The formats of stages, by their choices."""


def format_of(choice: StageOptions, number: int) -> Format:
    """The format of a stage: groups of those that went on from another are made by their strength (groups.uneven)."""
    if number > 1 and isinstance(choice, GroupsStageOptions):
        return groups.BY_STRENGTH
    return FORMATS[type(choice)]


class StagePlace(Struct, frozen=True):
    """The place of a stage in its contest: its number, from 1, and how many rounds, groups and matches come before it.

    `is_paired`: its rounds are paired one by one, and have the numbers of the whole contest by themselves. `last_paired` is the
    last of them, or that of the stages before; None where it is played until one is left.
    """

    number: int
    rounds: int = 0
    groups: int = 0
    matches: int = 0
    is_paired: bool = False
    last_paired: int | None = None

    def is_round_later(self, number: int) -> bool:
        """True if a round that was paired is of a later stage."""
        return self.last_paired is not None and number > self.last_paired

    @property
    def prefix(self) -> str:
        """The beginning of the keys of its matches. Those of the first stage, and of paired rounds, need none."""
        return "" if self.number == 1 or self.is_paired else f"{PREFIX}{self.number}-"

    def own_outcomes(self, outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
        """The outcomes of its matches, by the keys that these have in the stage alone."""
        prefix = self.prefix
        if not prefix:
            return tuple(one for one in outcomes if not one.fixture.startswith(PREFIX))
        return tuple(
            replace(one, fixture=one.fixture.removeprefix(prefix)) for one in outcomes if one.fixture.startswith(prefix)
        )

    def fixture(self, fixture: Fixture) -> Fixture:
        """A match of the stage as one of the whole contest."""
        if self.is_paired:
            return fixture
        return replace(
            fixture,
            key=self.prefix + fixture.key,
            round=fixture.round + self.rounds,
            order=fixture.order + self.matches,
            group=None if fixture.group is None else fixture.group + self.groups,
        )

    def bye(self, bye: Bye) -> Bye:
        """A bye of the stage as one of the whole contest."""
        if self.is_paired:
            return bye
        group = None if bye.group is None else bye.group + self.groups
        return replace(bye, round=bye.round + self.rounds, group=group)

    def pending(self, pending: Pending) -> Pending:
        """An item that the stage waits for, as one of the whole contest."""
        return pending if pending.fixture is None else replace(pending, fixture=self.prefix + pending.fixture)

    def award(self, award: Award) -> Award:
        """An award of the stage as one of the whole contest."""
        return replace(award, source=self.source(award.source))

    def source(self, source: Source | None) -> Source | None:
        """The event that gave something, with the key that its match has in the whole contest."""
        if source is None or source.fixture is None:
            return source
        return replace(source, fixture=self.prefix + source.fixture)


class HeldStage(Struct, frozen=True):
    """A stage that has begun: its place, and its contest, which is one of those that are in it."""

    place: StagePlace
    format: Format
    contest: Contest


class EarlierStage(HeldStage, frozen=True):
    """A stage from which entrants go on."""

    state: PlayedStage
    ledger: ContestLedger


class LastStage(HeldStage, frozen=True):
    """The last stage, whose podium is that of the contest."""

    state: ContestState


class Walk(Struct, frozen=True):
    """The stages that have begun, first to last. `last` is None until all before it are decided.

    `is_left_empty`: fewer than two went on, so that no further stage is held; `alone` is the only one, if there is one.
    """

    earlier: tuple[EarlierStage, ...]
    last: LastStage | None = None
    is_left_empty: bool = False
    alone: str | None = None

    @property
    def stages(self) -> tuple[EarlierStage | LastStage, ...]:
        """All of them."""
        return (*self.earlier, self.last) if self.last else self.earlier

    @property
    def through(self) -> tuple[str, ...]:
        """Those that went on from the latest stage that is decided."""
        return next((stage.state.through for stage in reversed(self.earlier) if stage.state.through), ())

    def stage_of_round(self, number: int) -> HeldStage:
        """The stage in which a round is, by its number in the whole contest, counted from 1."""
        return next(stage for stage in reversed(self.stages) if stage.place.rounds < number)


def walk(contest: Contest) -> Walk:
    """The stages of a contest as far as it is played. They are worked out once for a contest, which never changes."""
    memory = vars(contest)
    if _WALK not in memory:
        memory[_WALK] = _worked_out(contest)
    result: Walk = memory[_WALK]
    return result


def _worked_out(contest: Contest) -> Walk:
    options: StagesOptions = contest.options or StagesOptions()
    contest = replace(contest, lots=_lots(contest)) if options.ties == "lots" else contest
    order, place = contest.order, StagePlace(1)
    stages: list[EarlierStage] = []
    for choice in options.stages:
        format_ = format_of(choice, place.number)
        own = replace(
            contest,
            format=format_.id,
            options=choice,
            order=order,
            late=contest.late if place.number == 1 else (),
            rounds=contest.rounds if place.number == 1 else (),
        )
        rounds = format_.paired_stage(own, place.rounds + 1)
        place = replace(place, is_paired=rounds is not None, last_paired=rounds.final_round if rounds else place.rounds)
        began = _began_after(contest, place)
        own = replace(
            own,
            outcomes=place.own_outcomes(contest.outcomes),
            pairings=_pairings(contest, order, place),
            # A place that changes hands in a later stage keeps the holder that it had in this one.
            substitutions=tuple(one for one in contest.substitutions if one.into is None or one.at < began),
        )
        cut = getattr(choice, "through", None)
        if cut is None:
            return Walk(tuple(stages), LastStage(place, format_, own, format_.follow(own)))
        ledger = ContestLedger(own, busy_later=_busy_later(contest, own, place))
        state = format_.as_stage(ledger, cut)
        assert state is not None  # Such choices are refused where the contest is drawn.
        stages.append(EarlierStage(place, format_, own, state, ledger))
        order = state.through
        if state.pending:
            return Walk(tuple(stages))
        if len(order) < FEWEST:
            return Walk(tuple(stages), is_left_empty=True, alone=next(iter(order), None))
        place = _next_place(place, state)
    raise AssertionError("the last stage of a contest lets nobody through")


def _next_place(place: StagePlace, state: PlayedStage) -> StagePlace:
    fixtures = [place.fixture(fixture) for fixture in state.fixtures]
    return StagePlace(
        number=place.number + 1,
        rounds=max((fixture.round for fixture in fixtures), default=place.rounds),
        groups=max((fixture.group or 0 for fixture in fixtures), default=place.groups),
        matches=place.matches + len(fixtures),
    )


def _pairings(contest: Contest, order: tuple[str, ...], place: StagePlace) -> tuple[PairedRound, ...]:
    """The rounds that were paired in a stage: all after those of the stages before, if they are of those that are in it.

    Where a correction lets others through, nothing of what was paired before is played: the stage is paired again.
    """
    if not place.is_paired:
        return ()
    rounds = tuple(one for one in contest.pairings if one.round > place.rounds and not place.is_round_later(one.round))
    if place.number > 1 and rounds and not {*rounds[0].entrants} <= {*order}:
        return ()
    return rounds


def _is_later(key: str, place: StagePlace) -> bool:
    """True if a match is of a later stage than this one."""
    if key.startswith(PREFIX):
        return int(key.removeprefix(PREFIX).partition("-")[0]) > place.number
    return False


def _later(contest: Contest, place: StagePlace) -> tuple[list[Outcome], list[PairedRound]]:
    """What was played and paired in later stages than this one."""
    outcomes = [one for one in contest.outcomes if _is_later(one.fixture, place)]
    pairings = [one for one in contest.pairings if place.is_round_later(one.round)]
    return outcomes, pairings


def _began_after(contest: Contest, place: StagePlace) -> float:
    """The version with which the stages after this one began: infinity while nothing of them was played or paired."""
    outcomes, pairings = _later(contest, place)
    return min([*(one.at for one in outcomes), *(one.at for one in pairings)], default=inf)


def _busy_later(contest: Contest, own: Contest, place: StagePlace) -> set[str]:
    """The entrants that have played on in later stages, or were paired there: they are not replaced in this one."""
    outcomes, pairings = _later(contest, place)
    places = {entrant for round_ in pairings for entrant in round_.entrants}
    return {entrant for one in outcomes for entrant in one.entrants} | {
        one for entrant in places for one in own.line(entrant)
    }


def _lots(contest: Contest) -> dict[str, int]:
    """The places of all entrants among lots by the seed of the draw; without one, the order of the draw, which was by lots."""
    places = contest.places
    order = places if contest.seed is None else drawn_order(places, contest.seed, "lots")
    return {one: n for n, place in enumerate(order) for one in contest.line(place)}
