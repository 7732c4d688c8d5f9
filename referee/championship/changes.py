"""The changes of a contest's tables by corrections, and their reasons: its log folded step by step, before and after each."""

from collections.abc import Iterable
from copy import copy
from itertools import chain
from typing import Annotated, Self, cast

from msgspec import Meta, Struct
from msgspec.structs import replace

from referee.championship.difference import RowChange, changed_rows
from referee.championship.events import (
    REORDERS,
    AnyDecision,
    BoardCorrected,
    BoardMatchFinished,
    BoardMatchReopened,
    BoardWalkoverGiven,
    ContestCancelled,
    ContestDecision,
    DecisionUndone,
    EntrantAdded,
    EntrantSubstituted,
    EntrantWithdrawn,
    FixtureDecision,
    FixtureVoided,
    Id,
    LineupGiven,
    MatchFinished,
    MatchReopened,
    MemberSubstituted,
    MergeUndone,
    NameCorrected,
    PlayerMerged,
    ResultCorrected,
    TieRuled,
    WalkoverGiven,
)
from referee.championship.presenters import ContestPresenter, entrant_view
from referee.championship.recorded_contest import Names
from referee.championship.redaction import secret_results
from referee.championship.state import Championship, DecisionEntry
from referee.championship.views import (
    PodiumView,
    ResultView,
    SettlementView,
    Somebody,
)
from referee.contests.contest import Entrant, Phase
from referee.people.changed_names import ASKED
from referee.work import cancellable


class Correction(Struct, frozen=True, omit_defaults=True):
    """A correction, and all that it changed. What is left out stayed as it was."""

    version: int
    recorded_at: str
    recorded_by: str
    type: str
    rows: tuple[RowChange, ...]
    concerns: Annotated[
        tuple[Somebody, ...],
        Meta(
            description="Both sides of a match; who withdrew; who was replaced, then who came; those tied, in the order"
            " of the ruling; whose name or entry it was. Of an undo, those of the decision that was taken back."
        ),
    ]
    reason: str | None = None
    fixture: Id | None = None
    match: Id | None = None
    result_before: ResultView | None = None
    result_after: ResultView | None = None
    phase_before: Phase | None = None
    phase_after: Phase | None = None
    qualified_before: tuple[Somebody, ...] | None = None
    qualified_after: tuple[Somebody, ...] | None = None
    podium_before: tuple[PodiumView, ...] | None = None
    podium_after: tuple[PodiumView, ...] | None = None
    settlement_before: SettlementView | None = None
    settlement_after: SettlementView | None = None
    voided: tuple[Id, ...] = ()
    undone: Annotated[tuple[int, ...], Meta(description="The versions of the decisions that it took back.")] = ()
    undone_by: Annotated[int | None, Meta(description="The version that took this decision back.")] = None


class ChangesView(Struct, frozen=True):
    """The corrections of a contest, first to last."""

    contest: Id
    items: tuple[Correction, ...]


class ContestChanges:
    """The corrections of the contest `id`, as far as the log of its championship was read.

    `names_of` counts the changes of names with which they were found: after another one they have to be found anew.
    """

    def __init__(self, championship: str, contest: str, names: Names, names_of: int) -> None:
        self.id = contest
        self.names_of = names_of
        self._names = names
        self._now = Championship(championship)
        self._corrections: tuple[Correction, ...] = ()
        self._undone_by: dict[int, int] = {}
        self._has_changed_names = False

    @property
    def version(self) -> int:
        """The version of the championship that was read last."""
        return self._now.version

    def with_entries(self, entries: Iterable[DecisionEntry]) -> Self:
        """The same with further entries; this one stays as it is."""
        twin = copy(self)
        twin._now, twin._undone_by = self._now.copy(), self._undone_by.copy()
        for entry in cancellable(entries):
            twin._follow(entry)
        twin._has_changed_names |= bool(ASKED.is_set())
        return twin

    def view(self) -> ChangesView:
        """The corrections found. Names that have changed are noted for the request, whenever they were asked for."""
        if self._has_changed_names:
            ASKED.set()
        undone_by = self._undone_by
        items = (replace(one, undone_by=undone_by.get(one.version)) for one in self._corrections)
        return ChangesView(self.id, tuple(items))

    def _follow(self, entry: DecisionEntry) -> None:
        event, id_ = entry.event, self.id
        if isinstance(event, DecisionUndone) and event.contest == id_:
            self._undone_by |= dict.fromkeys(event.undone, entry.version)
        if id_ not in self._now.contests or not _concerns(event, id_) or not _corrects(event):
            self._now.follow([entry])
            return
        before = ContestPresenter(self._now, self._now.contests[id_], self._names)
        self._now = self._now.copy()
        self._now.follow([entry])
        change = _change(entry, event, before, ContestPresenter(self._now, self._now.contests[id_], self._names))
        if change.rows or not isinstance(event, REORDERS):
            self._corrections += (change,)


def changes_of(championship_id: str, contest_id: str, entries: Iterable[DecisionEntry], names: Names) -> ChangesView:
    """The corrections in a championship's log that concern a contest."""
    return ContestChanges(championship_id, contest_id, names, 0).with_entries(entries).view()


def _concerns(event: AnyDecision, contest_id: str) -> bool:
    """True if an event is about a contest: one about a person is about every one of the championship."""
    return isinstance(event, REORDERS) or (isinstance(event, ContestDecision) and event.contest == contest_id)


def _corrects(event: AnyDecision) -> bool:
    """True if an event changes earlier records, and does not just add to them."""
    match event:
        case (
            NameCorrected()
            | PlayerMerged()
            | MergeUndone()
            | ResultCorrected()
            | BoardCorrected()
            | MatchReopened()
            | BoardMatchReopened()
            | EntrantWithdrawn()
            | EntrantAdded()
            | EntrantSubstituted()
            | TieRuled()
            | ContestCancelled()
            | DecisionUndone()
        ):
            return True
        case WalkoverGiven() | BoardWalkoverGiven() | MatchFinished() | BoardMatchFinished():
            return event.supersedes is not None
    return False


def subjects_of(event: AnyDecision, contest: ContestPresenter) -> tuple[Somebody, ...]:
    """The subjects of a correction, each once."""
    match event:
        case MemberSubstituted():
            return tuple(
                entrant_view(one, (one,), contest.names)
                for one in map(contest.championship.merges.now, (event.out, event.into))
            )
        case LineupGiven():
            return contest.view_entrants((event.team,))
        case FixtureDecision():
            return contest.view_entrants(contest.recorded_contest.fixtures[event.fixture].entrants)
        case DecisionUndone():
            decision = next(one for at, one in contest.recorded_contest.history if at == event.undone[0])
            return subjects_of(cast(AnyDecision, decision), contest)
        case EntrantWithdrawn():
            return contest.view_entrants((event.entrant,))
        case EntrantAdded():
            return (_comes(event.entrant, contest),)
        case EntrantSubstituted():
            comes = (_comes(Entrant(event.into, event.people), contest),) if event.into else ()
            return (*contest.view_entrants((event.out,)), *comes)
        case TieRuled():
            return contest.view_entrants(tuple(chain.from_iterable(event.order)))
        case NameCorrected():
            return (contest.view_entrant(event.player),)
        case PlayerMerged() | MergeUndone():
            both = tuple(entrant_view(one, (one,), contest.names) for one in (event.player, event.into))
            # Two entries of one person have one name, which is said once.
            return both[1:] if both[0].name == both[1].name else both
    return ()


def _comes(entrant: Entrant, contest: ContestPresenter) -> Somebody:
    """The entrant that comes in, even if the entry was undone and the contest no longer has it."""
    now = contest.championship.merges.now
    people = entrant.players or contest.contest.people(entrant.id)
    return entrant_view(now(entrant.id), tuple(map(now, people)), contest.names, entrant.name)


def _change(entry: DecisionEntry, event: AnyDecision, before: ContestPresenter, after: ContestPresenter) -> Correction:
    change = Correction(
        version=entry.version,
        recorded_at=entry.recorded_at,
        recorded_by=entry.recorded_by,
        type=str(type(event).__struct_config__.tag),
        rows=changed_rows(before, after),
        # A new entrant is there after the decision; one whose entry is undone, before it.
        concerns=subjects_of(event, before if isinstance(event, DecisionUndone) else after),
        # Words about a hand that others had still to play may tell of its cards.
        reason=None if entry.version in secret_results(after.championship).versions else getattr(event, "reason", None),
        undone=event.undone if isinstance(event, DecisionUndone) else (),
        voided=tuple(fact.fixture for fact in entry.facts if isinstance(fact, FixtureVoided)),
    )
    fixture = event.fixture if isinstance(event, FixtureDecision | DecisionUndone) else None
    if fixture is not None:
        change = replace(
            change,
            fixture=fixture,
            match=getattr(event, "match", None),
            result_before=before.fixture(fixture).result,
            result_after=after.fixture(fixture).result,
        )
    if before.state.phase != after.state.phase:
        change = replace(change, phase_before=before.state.phase, phase_after=after.state.phase)
    old, new = before.view_entrants(before.state.qualified), after.view_entrants(after.state.qualified)
    if old != new:
        change = replace(change, qualified_before=old, qualified_after=new)
    podiums = before.podium(), after.podium()
    if podiums[0] != podiums[1]:
        change = replace(change, podium_before=podiums[0], podium_after=podiums[1])
    settlements = before.settlement(), after.settlement()
    if settlements[0] != settlements[1]:
        change = replace(change, settlement_before=settlements[0], settlement_after=settlements[1])
    return change
