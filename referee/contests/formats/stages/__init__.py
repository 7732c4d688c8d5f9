"""A contest in stages: a chain of formats, from each of which the first go on to the next (stages.chain)."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, get_args

import msgspec

from referee.contests.contest import (
    Contest,
    ContestState,
    Pending,
    Phase,
    PodiumPlace,
    StageTables,
    only_rulings,
)
from referee.contests.format import Format
from referee.contests.formats.stages.options import (
    GroupsStageOptions,
    KnockoutStageOptions,
    RoundsStageOptions,
    StagesOptions,
)
from referee.contests.formats.stages.overall import overall_table, podium_alone, podium_behind
from referee.contests.formats.stages.walk import FORMATS, EarlierStage, HeldStage, LastStage, Walk, walk
from referee.contests.rounds.options import TieBreak
from referee.contests.rounds.paired_stage import PairedStage
from referee.contests.teams.terms import TeamTerms
from referee.errors import Flaw
from referee.match.results import ContestRules
from referee.text import Text


class Stages(Format):
    """Stages, each in a format of its own; the order of the last one, and of those left behind before, is the podium."""

    id = "stages"
    title = Text(es="Por fases", en="In stages")
    takes_teams = True
    rule = "stages.chain"
    match_order = "stages.chain"
    league_order = "stages.chain"
    steps = MappingProxyType(
        {"lots": "stages.chain"} | {name: f"tie.{name}" for name in get_args(TieBreak)} | {"boards": "teams.score"}
    )
    options = StagesOptions

    def flaws(self, options: StagesOptions, rules: ContestRules) -> Sequence[Flaw]:
        return tuple(_flaws(options, rules))

    def choices_of_teams(self, params: Mapping[str, Any], terms: TeamTerms) -> dict[str, Any]:
        stages = params.get("stages", _usual_stages())
        if not isinstance(stages, Sequence) or isinstance(stages, str):
            return {**params}
        return {**params, "stages": [_choices_of_teams(one, terms) for one in stages]}

    def possible(self, sides: tuple[int, ...], options: StagesOptions) -> tuple[int, ...]:
        stages = options.stages
        numbers: Sequence[int] = FORMATS[type(stages[-1])].possible(sides, stages[-1])
        for choice in reversed(stages[:-1]):
            format_, cut, goal = FORMATS[type(choice)], getattr(choice, "through", None) or 1, {*numbers}
            numbers = [
                number
                for number in format_.possible(sides, choice)
                if (through := format_.number_through(choice, number, sides, cut)) in goal and through < number
            ]
        return tuple(numbers)

    def paired_stage(self, contest: Contest, first: int = 1, number: int | None = None) -> PairedStage | None:
        now = walk(contest)
        stage = now.stages[-1] if number is None else now.stage_of_round(number)
        return stage.format.paired_stage(stage.contest, stage.place.rounds + 1)

    def goes_on(self, contest: Contest) -> bool:
        now = walk(contest)
        return now.last is None or now.last.format.goes_on(now.last.contest)

    def calls_up(self, contest: Contest) -> bool:
        return walk(contest).last is None

    def lives(self, contest: Contest) -> int:
        now = walk(contest).stages[-1]
        return now.format.lives(now.contest)

    def room(self, contest: Contest) -> Mapping[int | None, int]:
        first = _first(contest)
        return first.format.room(first.contest)

    def entry_round(self, contest: Contest) -> int | None:
        first = _first(contest)
        return first.format.entry_round(first.contest)

    def follow(self, contest: Contest) -> ContestState:
        return _state(walk(contest), contest)


FORMAT = Stages()


def _first(contest: Contest) -> HeldStage:
    """The first stage, in which late entrants come in."""
    return walk(contest).stages[0]


def _state(now: Walk, contest: Contest) -> ContestState:
    """The stages as one contest. It has a podium once the last is over, or the only entrant left is known."""
    stages, last = now.stages, now.last
    pending = tuple(stage.place.pending(one) for stage in stages for one in stage.state.pending)
    front, own_awards = (last.state.podium, last.state.awards) if last else podium_alone(now)
    behind, awards_behind = podium_behind(now) if front else ((), ())
    return ContestState(
        phase=_phase(now, front, pending),
        fixtures=tuple(stage.place.fixture(one) for stage in stages for one in stage.state.fixtures),
        tables=(overall_table(now),),
        byes=tuple(stage.place.bye(one) for stage in stages for one in stage.state.byes),
        pending=pending,
        qualified=now.through,
        podium=(*front, *behind),
        consolation=last.state.consolation if last else (),
        awards=(*(last.place.award(one) if last else one for one in own_awards), *awards_behind),
        fallen=tuple(one for one in contest.rulings if all(one in stage.state.fallen for stage in stages)),
        stages=tuple(map(_tables, stages)),
    )


def _phase(now: Walk, front: Sequence[PodiumPlace], pending: Sequence[Pending]) -> Phase:
    if now.last:
        return now.last.state.phase
    if now.is_left_empty:
        return "finished" if front else "null"
    return "waiting_ruling" if only_rulings(pending) else "playing"


def _tables(stage: EarlierStage | LastStage) -> StageTables:
    return StageTables(
        stage.format.id,
        stage.place.rounds + 1,
        stage.state.tables,
        stage.state.is_grouped,
        stage.state.lines,
        stage.state.repesca,
    )


def _usual_stages() -> list[dict[str, Any]]:
    """The stages of a contest that names none, as a request would."""
    return [
        {name: value for name, value in msgspec.to_builtins(stage).items() if name in {"format", "through"}}
        for stage in StagesOptions().stages
    ]


def _choices_of_teams(stage: Any, terms: TeamTerms) -> Any:
    """The choices of one stage of a request, with those of teams; what is no stage at all stays as it is."""
    name = stage.get("format") if isinstance(stage, Mapping) else None
    format_ = next((one for shape, one in FORMATS.items() if shape.__struct_config__.tag == name), None)
    return stage if format_ is None else format_.choices_of_teams(stage, terms)


def _flaws(options: StagesOptions, rules: ContestRules) -> Iterator[Flaw]:
    """The choices of stages that do not fit, each at its place in `params`."""
    last = len(options.stages) - 1
    for n, choice in enumerate(options.stages):
        format_, cut, path = FORMATS[type(choice)], getattr(choice, "through", None), f"$.params.stages[{n}]"
        for flaw in format_.flaws(choice, rules):
            yield Flaw(flaw.path.replace("$.params", path, 1), flaw.text)
        if n == last and isinstance(choice, GroupsStageOptions):
            yield Flaw(
                f"{path}.format",
                Text(
                    es="unos grupos no son la última fase: no dejan un campeón",
                    en="groups are not the last stage: they leave no champion",
                ),
            )
        elif n == last and cut is not None:
            yield Flaw(
                f"{path}.through",
                Text(
                    es="de la última fase no pasa nadie: quite `through`",
                    en="nobody goes on from the last stage: leave out `through`",
                ),
            )
        if n < last and isinstance(choice, KnockoutStageOptions):
            yield Flaw(
                f"{path}.format",
                Text(
                    es="unas eliminatorias son la última fase: dejan solo a uno",
                    en="a knockout is the last stage: it leaves only one",
                ),
            )
        elif n < last and cut is None:
            yield Flaw(
                f"{path}.through",
                Text(es="falta cuántos pasan a la fase siguiente", en="how many go on to the next stage is missing"),
            )
        if n < last and isinstance(choice, RoundsStageOptions) and choice.champion == "final":
            yield Flaw(
                f"{path}.champion",
                Text(
                    es="de esta fase pasan los primeros de cada línea (`through`): la final es de la última fase",
                    en="the first of each line go on from this stage (`through`): a final is of the last stage",
                ),
            )
        if n > 0 and getattr(choice, "late_until", None) is not None:
            yield Flaw(
                f"{path}.late_until",
                Text(es="solo se entra en la primera fase", en="entries are taken in the first stage only"),
            )
