"""The changes by a decision: the tables of its contest, the qualified, the podium, the general table, and matches voided.

A decision's answer carries them, and so does that of its dry run: the effect of a correction is shown before it is made.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from referee.championship.double_booking import MOST, DoubleBooking, Warnings
from referee.championship.events import FixtureVoided, Id
from referee.championship.pairings import would_be_others
from referee.championship.people import NamesakeWarning
from referee.championship.presenters import ContestPresenter, general_rows
from referee.championship.recorded_contest import Names
from referee.championship.state import Championship, DecisionEntry
from referee.championship.views import (
    ChampionshipView,
    ContestView,
    FixtureView,
    GeneralRowView,
    PodiumView,
    RowView,
    SettlementView,
    Somebody,
)
from referee.contests.contest import (
    FixtureKind,
    FixtureStage,
    Phase,
    changed_outcomes,
    has_same_matches,
    rows_that_differ,
)
from referee.contests.rounds.play import entrants_of_pair
from referee.match.results import Outcome

V = TypeVar("V", bound=Struct)
Outcomes = Mapping[str, tuple[tuple[Outcome, ...], tuple[Outcome, ...]]]
"""The outcomes that a decision changed, then and now, by the keys of their matches."""


class RowChange(Struct, frozen=True):
    """A row of a contest's table before and after; null where a player has none."""

    player: Somebody
    before: RowView | None
    after: RowView | None


class GeneralRowChange(Struct, frozen=True):
    """A row of the general table before and after; null where a player has none."""

    player: Somebody
    before: GeneralRowView | None
    after: GeneralRowView | None


class PhaseChange(Struct, frozen=True):
    """Where the contest stood before, and where it stands after; the same where nothing changed."""

    before: Phase
    after: Phase


class ThroughChange(Struct, frozen=True):
    """Who went through before, and who goes through after; the same where nothing changed."""

    before: tuple[Somebody, ...]
    after: tuple[Somebody, ...]


class PodiumChange(Struct, frozen=True):
    """The podium before and after; the same where nothing changed, empty while it is not decided."""

    before: tuple[PodiumView, ...]
    after: tuple[PodiumView, ...]


class SettlementChange(Struct, frozen=True):
    """How the stakes came out before, and how they come out after; null while the podium is not decided."""

    before: SettlementView | None
    after: SettlementView | None


class VoidedMatch(Struct, frozen=True):
    """A match that had begun, and that other people are through to now."""

    fixture: Id
    kind: FixtureKind
    match: Id | None
    entrants: tuple[Somebody, ...]
    stage: FixtureStage | None = None


class OtherPairs(Struct, frozen=True):
    """Pairs that a round would have by the results of now, and has not: what is published stands (rounds.standing)."""

    round: int
    pairs: tuple[tuple[Somebody, ...], ...]


class GeneralDifference(Struct, frozen=True):
    """What a decision changed in the general table: the rows that are not as they were."""

    general: tuple[GeneralRowChange, ...]


class ContestDifference(Struct, frozen=True):
    """What a decision changed in its contest and in the general table; `rows` and `general` hold only rows that changed."""

    phase: PhaseChange
    rows: tuple[RowChange, ...]
    through: ThroughChange
    podium: PodiumChange
    general: tuple[GeneralRowChange, ...]
    voids: tuple[VoidedMatch, ...]
    settlement: Annotated[
        SettlementChange | UnsetType, Meta(description="How the stakes come out; only where the contest has stakes.")
    ] = UNSET
    pairings: Annotated[
        tuple[OtherPairs, ...] | UnsetType,
        Meta(
            description="In a contest in rounds, the pairs that later rounds would have if they were paired by what is known "
            "now, where those are others. No pair changes."
        ),
    ] = UNSET


class FixtureDecided(FixtureView, frozen=True, omit_defaults=True, kw_only=True):
    """A match of a contest after a decision about it, and what the decision changed."""

    difference: ContestDifference
    warnings: Warnings = ()


class ContestDecided(ContestView, frozen=True, omit_defaults=True, kw_only=True):
    """A contest after a decision about it, and what the decision changed."""

    difference: ContestDifference
    warnings: Annotated[
        tuple[DoubleBooking | NamesakeWarning, ...],
        Meta(
            description=f"At most {MOST} matches that it changed, at the same time as others with the same people or at the same "
            "table; and people of other championships who have the name of somebody new. Only where there are any."
        ),
    ] = ()


class ChampionshipDecided(ChampionshipView, frozen=True, kw_only=True):
    """A championship after a decision about it, and what the decision changed."""

    difference: GeneralDifference


def with_difference(shape: type[V], view: Struct, difference: Struct) -> V:
    """A view and the difference in one struct: `shape` has the fields of the view, and `difference`."""
    return shape(**msgspec.structs.asdict(view), difference=difference)


def contest_difference(
    before: ContestPresenter, after: ContestPresenter, entries: Iterable[DecisionEntry]
) -> ContestDifference:
    """The changes that these entries of a championship's log made in one of its contests."""
    fixtures = [fact.fixture for entry in entries for fact in entry.facts if isinstance(fact, FixtureVoided)]
    outcomes = changed_outcomes(before.contest, after.contest)
    return ContestDifference(
        phase=PhaseChange(before.state.phase, after.state.phase),
        rows=changed_rows(before, after),
        through=ThroughChange(before.view_entrants(before.state.qualified), after.view_entrants(after.state.qualified)),
        podium=PodiumChange(before.podium(), after.podium()),
        general=_general_after(before, after, outcomes),
        voids=tuple(_void_view(before, fixture) for fixture in fixtures),
        settlement=UNSET if after.contest.stakes is None else SettlementChange(before.settlement(), after.settlement()),
        pairings=_other_pairs(after, outcomes) if after.contest.pairings else UNSET,
    )


def general_difference(before: Championship, after: Championship, names: Names) -> GeneralDifference:
    """The changes of the general table from one state of a championship to the other."""
    return GeneralDifference(
        _changed_general(
            general_rows(before, _presenters(before, names), names),
            general_rows(after, _presenters(after, names), names),
        )
    )


def _other_pairs(after: ContestPresenter, outcomes: Outcomes) -> tuple[OtherPairs, ...]:
    """The pairs that later rounds would have, where a decision changed the outcome of an earlier one."""
    first = _first_changed_round(after, outcomes)
    if first is None:
        return ()
    return tuple(
        OtherPairs(number, tuple(after.view_entrants(entrants_of_pair(after.contest, pair)) for pair in pairs))
        for number, pairs in would_be_others(after.recorded_contest, first)
    )


def _first_changed_round(after: ContestPresenter, outcomes: Outcomes) -> int | None:
    """The first round in which a decision changed an outcome; None where it changed none, or only of the last round."""
    last = max(one.round for one in after.contest.pairings)
    rounds = (fixture.round for key in outcomes if (fixture := after.state.fixture(key)))
    return min((number for number in rounds if number < last), default=None)


def changed_rows(before: ContestPresenter, after: ContestPresenter) -> tuple[RowChange, ...]:
    """The rows of a contest's tables that are not as they were, in the order of the tables after."""
    rows_then, rows_now = rows_that_differ(before.state, after.state)
    old_rows, new_rows = {row.player: row for row in rows_then}, {row.player: row for row in rows_now}
    # Where nobody was merged, rows that are the same look the same: most are, and are not looked at further.
    if before.championship.merges is after.championship.merges:
        same = [id_ for id_, row in new_rows.items() if old_rows.get(id_) == row]
        for id_ in same:
            del old_rows[id_], new_rows[id_]
    old, new = before.view_rows(old_rows.values()), after.view_rows(new_rows.values())
    return tuple(
        RowChange((new.get(id_) or old[id_]).player, old.get(id_), new.get(id_))
        for id_ in dict.fromkeys((*new, *old))
        if old.get(id_) != new.get(id_)
    )


def _general_after(
    before: ContestPresenter, after: ContestPresenter, outcomes: Outcomes
) -> tuple[GeneralRowChange, ...]:
    """The changes of the general table. Most results change nothing there, and then no other contest is read."""
    if before.championship.players == after.championship.players and gives_the_same(before, after, outcomes):
        return ()
    names, own = after.names, after.recorded_contest.id
    others = [presenter for presenter in _presenters(after.championship, names) if presenter.recorded_contest.id != own]
    return _changed_general(
        general_rows(before.championship, [*others, before], names),
        general_rows(after.championship, [*others, after], names),
    )


def gives_the_same(before: ContestPresenter, after: ContestPresenter, outcomes: Outcomes) -> bool:
    """True if a contest gives the general table the same after a decision as before."""
    has_cards = any(
        one.result is not None and one.result.has_cards for then, now in outcomes.values() for one in (*then, *now)
    )
    is_same = before.contest.entrants is after.contest.entrants and has_same_matches(before.state, after.state)
    if is_same and not has_cards and before.state.awards == after.state.awards:
        return True
    return before.entries() == after.entries()


def _presenters(championship: Championship, names: Names) -> list[ContestPresenter]:
    return [ContestPresenter(championship, contest, names) for contest in championship.contests.values()]


def _changed_general(before: Sequence[GeneralRowView], after: Sequence[GeneralRowView]) -> tuple[GeneralRowChange, ...]:
    old = {row.player.id: row for row in before}
    new = {row.player.id: row for row in after}
    return tuple(
        GeneralRowChange((new.get(id_) or old[id_]).player, old.get(id_), new.get(id_))
        for id_ in dict.fromkeys((*new, *old))
        if old.get(id_) != new.get(id_)
    )


def _void_view(before: ContestPresenter, fixture: str) -> VoidedMatch:
    record = before.recorded_contest.fixtures[fixture]
    return VoidedMatch(
        *(record.id, record.kind, record.match, before.view_entrants(record.entrants)),
        record.stage(before.state.fixture(record.key)),
    )
