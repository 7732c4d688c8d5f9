"""The rounds of a contest prepared for readers: their pairs with what decided each, and what the contest waits for."""

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from referee.championship.events import Break, Id
from referee.championship.pairings import change_of, pairing_of, require_stage, round_of
from referee.championship.presenters import ContestPresenter
from referee.championship.views import Somebody
from referee.contests.contest import PairedRound
from referee.contests.duplicate.terms import RoundDeals
from referee.contests.formats import format_named
from referee.contests.partners import members_of
from referee.contests.rounds.costs import Cost
from referee.contests.rounds.paired_stage import last_round
from referee.contests.rounds.pairing import PairedMatch, PartnersCost, Rest
from referee.contests.rounds.play import entrants_at
from referee.contests.settlement import OVER
from referee.match.events import SeedSource

RoundState = Literal["draft", "published", "over"]
NextStep = Literal["pair", "publish", "results", "over"]


class PairView(Struct, frozen=True):
    """A pair of a round, with what decided it then. `fixture` is null while the round is a draft.

    Of four that play alone the `scores` and `places` are by two: of those who sit across, their scores added up, and the place of
    the better of these two among all such.
    """

    table: int
    fixture: Id | None
    entrants: Annotated[
        tuple[Somebody, ...],
        Meta(min_length=2, max_length=4, description="In the order of the seats; four where everybody plays alone."),
    ]
    scores: Annotated[
        tuple[int, int], Meta(description="What each had before the round; in a knockout the lives that were left.")
    ]
    places: Annotated[tuple[int, int], Meta(description="Where each stood among those in the round, counted from 1.")]
    is_float: Annotated[bool, Meta(description="True if they had not the same score.")]
    rivals: Annotated[
        tuple[tuple[Id, ...], ...],
        Meta(
            min_length=2,
            max_length=4,
            description="The rivals of each of `entrants` in the rounds before, the first first, as they were paired.",
        ),
    ]
    cost: Annotated[Cost, Meta(description="The part of this pair in what the pairing costs.")]
    next: Annotated[
        Cost | None,
        Meta(
            description="What the pairing would cost more after the best exchange of rivals with one other pair; null where no "
            "exchange is allowed."
        ),
    ]
    moved_from: Annotated[
        int | None,
        Meta(
            description="Of two lines, the table from which the second of the two moves on to this one; null in their first "
            "round, and where nobody moves on."
        ),
    ] = None


class RestView(Struct, frozen=True):
    """The rest of a round, with what decided it then."""

    player: Somebody
    score: int
    place: int
    cost: Cost


class PartnersView(Struct, frozen=True):
    """What decided the partners, where these change; or those that sit across where all play alone (partners.rotating)."""

    cost: Annotated[PartnersCost, Meta(description="What they cost, level by level: the first that differs decides.")]
    repeated: Annotated[
        tuple[tuple[Somebody, ...], ...],
        Meta(
            description="The pairs of this round that were partners before; of four that play alone, those across "
            "from each other that were at one table before."
        ),
    ]


class RoundSummary(Struct, frozen=True):
    """A round in the list of them: how many matches it has, and how many of them have a result."""

    round: int
    state: RoundState
    matches: int
    results: int
    version: Annotated[int, Meta(description="The version of the championship that paired it.")]


class RoundList(Struct, frozen=True):
    """The rounds of a contest that are paired, the first first."""

    contest: Id
    version: int
    rounds: Annotated[
        int | None, Meta(description="How many rounds the contest has; null where it is played until one is left.")
    ]
    waits_for: Annotated[
        NextStep | None,
        Meta(
            description="What it waits for: that the next round is paired, the last published, its results told, or nothing, for "
            "the contest is over. Null in a contest of another format."
        ),
    ]
    next_round: Annotated[
        int | None, Meta(description="The number of the round that is to be paired; null where none waits for it.")
    ]
    items: tuple[RoundSummary, ...]


class LeastPairs(Struct, frozen=True):
    """The pairs of a round that repeat fewest meetings, the oldest first; `rest` is null where nobody rests."""

    repeats: int
    pairs: tuple[tuple[Somebody, ...], ...]
    rest: Somebody | None


class RoundView(Struct, frozen=True, omit_defaults=True):
    """A round with its pairs, in the order of the tables, and all from which anybody can pair it again."""

    contest: Id
    round: int
    state: RoundState
    version: int
    paired_at: Annotated[int, Meta(description="The version of the championship that paired it.")]
    seed: str
    rule: Annotated[str, Meta(description="The clause by which the round is paired.")]
    cost: Annotated[Cost, Meta(description="What the pairing costs, level by level: the first that differs decides.")]
    pairs: tuple[PairView, ...]
    rest: RestView | None = None
    seed_source: SeedSource | UnsetType = UNSET
    repeats: Annotated[bool, Meta(description="True if two meet again, for nothing else was left.")] = False
    apart: Annotated[
        tuple[tuple[Somebody, ...], ...], Meta(description="Groups whose members were to be kept apart.")
    ] = ()
    reason: Annotated[str | None, Meta(description="Why the pairs were changed by hand; only where they were.")] = None
    breaks: Annotated[
        tuple[Break, ...],
        Meta(
            description="What pairs changed by hand do not keep: a meeting or a bye comes again, those to be kept apart "
            "meet, or others would be less; two are partners again."
        ),
    ] = ()
    rests: Annotated[
        tuple[RestView, ...],
        Meta(
            description="Those that rest where there may be several, as where partners change; there is no `rest` then."
        ),
    ] = ()
    partners: Annotated[
        PartnersView | None,
        Meta(
            description="What decided who plays with whom; only where partners change, or of those across where four play alone."
        ),
    ] = None
    deals: Annotated[
        RoundDeals | None, Meta(description="What binds the deals of the round; only where every table plays the same.")
    ] = None
    deal_seed: Annotated[
        str | None,
        Meta(
            description="The seed of these deals, which that binds; only once nobody has a hand of them still to play."
        ),
    ] = None

    @property
    def resting(self) -> tuple[RestView, ...]:
        """All that rest."""
        return self.rests if self.rest is None else (self.rest,)


def round_list(presenter: ContestPresenter) -> RoundList:
    """The rounds of a contest; one of a format that pairs none has none."""
    format_, last = format_named(presenter.contest.format), last_round(presenter.contest)
    stage = format_.paired_stage(presenter.contest) or format_.paired_stage(
        presenter.contest, number=last.round if last else 1
    )
    summaries = tuple(_summaries(presenter))
    step = _next_step(presenter) if stage else None
    return RoundList(
        contest=presenter.recorded_contest.id,
        version=presenter.championship.version,
        rounds=stage.final_round if stage else 0,
        waits_for=step,
        next_round=stage.next_round if stage and step == "pair" else None,
        items=summaries,
    )


def round_view(presenter: ContestPresenter, number: int) -> RoundView:
    """A round. Raises NotFound, and Impossible for a contest of another format."""
    contest = presenter.recorded_contest
    stage = require_stage(contest, number)
    round_, pairing, change = round_of(contest, number), pairing_of(contest, number), change_of(contest, number)
    now = change or pairing
    rest = None if now.rest is None else _rest(presenter, now.rest)
    rivals = _rivals_before(presenter, number)
    partners = None if now.partners is None else _partners(presenter, round_, now.partners)
    keys = {fixture.table: fixture.key for fixture in presenter.state.fixtures if fixture.round == number}
    pairs = [
        replace(
            _pair(
                presenter,
                keys,
                stage.table_of(number, match.entrants, n),
                match,
                entrants_at(presenter.contest, round_, n),
                rivals,
            ),
            moved_from=stage.moved_from(number, match.entrants),
        )
        for n, match in enumerate(now.pairs, start=1)
    ]
    return RoundView(
        contest=contest.id,
        round=number,
        state=_state(presenter, round_),
        version=presenter.championship.version,
        paired_at=round_.at,
        seed=pairing.seed,
        rule=stage.pairing_rule,
        cost=now.cost,
        pairs=tuple(sorted(pairs, key=lambda pair: pair.table)),
        rest=rest,
        seed_source=pairing.seed_source,
        repeats=pairing.repeats,
        apart=tuple(map(presenter.view_entrants, pairing.apart)),
        reason=change.reason if change else None,
        breaks=change.breaks if change else (),
        rests=tuple(_rest(presenter, one) for one in now.rests),
        partners=partners,
        deals=round_.deals,
        deal_seed=round_.deal_seed,
    )


def last_number(presenter: ContestPresenter) -> int:
    """The number of the last round; 0 before the first."""
    round_ = last_round(presenter.contest)
    return round_.round if round_ else 0


def _pair(
    presenter: ContestPresenter,
    keys: Mapping[int | None, str],
    table: int,
    match: PairedMatch,
    entrants: tuple[str, ...],
    rivals: dict[str, tuple[Id, ...]],
) -> PairView:
    fixture = presenter.fixture_of(keys[table]) if table in keys else None
    return PairView(
        table=table,
        fixture=fixture.id if fixture else None,
        entrants=fixture.entrants if fixture else presenter.view_entrants(entrants),
        scores=match.scores,
        places=match.places,
        is_float=match.scores[0] != match.scores[1],
        rivals=tuple(_of_members(rivals, one) for one in entrants),
        cost=match.cost,
        next=match.next,
    )


def _rest(presenter: ContestPresenter, rest: Rest) -> RestView:
    return RestView(presenter.view_entrant(rest.entrant), rest.score, rest.place, rest.cost)


def _rivals_before(presenter: ContestPresenter, number: int) -> dict[str, tuple[Id, ...]]:
    """The rivals of each in the rounds before this one."""
    rivals: dict[str, tuple[Id, ...]] = {}
    for round_ in presenter.contest.pairings:
        if round_.round >= number:
            continue
        for table in range(1, len(round_.pairs) + 1):
            entrants = entrants_at(presenter.contest, round_, table)
            for one in entrants:
                others = tuple(member for other in entrants if other != one for member in members_of(other))
                for member in members_of(one):
                    rivals[member] = (*rivals.get(member, ()), *others)
    return rivals


def _of_members(rivals: dict[str, tuple[Id, ...]], entrant: str) -> tuple[Id, ...]:
    """The rivals of an entrant; of a pair of one round, those of both."""
    return tuple(rival for one in members_of(entrant) for rival in rivals.get(one, ()))


def _partners(presenter: ContestPresenter, round_: PairedRound, cost: PartnersCost) -> PartnersView:
    """The cost of the partners of a round, and those that were partners before; where all play alone, at one table."""
    contest = presenter.contest
    groups = [
        group
        for one in contest.pairings
        if one.round < round_.round
        for table, pair in enumerate(one.pairs, start=1)
        for group in ([entrants_at(contest, one, table)] if contest.is_each_alone else map(members_of, pair))
    ]
    before = {frozenset(two) for group in groups for two in combinations(group, 2)}
    repeated = [two for pair in round_.pairs for two in map(members_of, pair) if frozenset(two) in before]
    return PartnersView(cost, tuple(tuple(map(presenter.view_entrant, two)) for two in repeated))


def _summaries(presenter: ContestPresenter) -> list[RoundSummary]:
    results = Counter(fixture.round for fixture in presenter.state.fixtures if fixture.state != "pending")
    return [
        RoundSummary(one.round, _state(presenter, one), len(one.pairs), results[one.round], one.at)
        for one in presenter.contest.pairings
    ]


def _state(presenter: ContestPresenter, round_: PairedRound) -> RoundState:
    if round_.is_draft:
        return "draft"
    open_keys = {one.fixture for one in presenter.state.pending}
    waits = any(one.round == round_.round and one.key in open_keys for one in presenter.state.fixtures)
    return "published" if waits else "over"


def _next_step(presenter: ContestPresenter) -> NextStep:
    if presenter.state.phase in OVER:
        return "over"
    last = last_round(presenter.contest)
    if last is not None and last.is_draft:
        return "publish"
    return "pair" if any(one.kind == "pairing" for one in presenter.state.pending) else "results"
