"""What corrections changed in a contest's tables, and why: its log folded step by step, before and after each."""

from collections.abc import Iterable
from itertools import chain
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from referee.championship.difference import RowChange, changed_rows
from referee.championship.events import (
    REORDERS,
    AnyDecision,
    ContestDecision,
    EntrantSubstituted,
    EntrantWithdrawn,
    FixtureDecision,
    FixtureVoided,
    Id,
    MatchFinished,
    MatchReopened,
    MergeUndone,
    NameCorrected,
    PlayerMerged,
    ResultCorrected,
    TieRuled,
    WalkoverGiven,
)
from referee.championship.record.contest import Names
from referee.championship.shown import ContestPage, somebody
from referee.championship.state import Championship, DecisionEntry
from referee.championship.views import (
    PodiumView,
    ResultView,
    SettlementView,
    Somebody,
)
from referee.contests.contest import Phase


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
            " of the ruling; whose name or entry it was."
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


class ChangesView(Struct, frozen=True):
    """The corrections of a contest, first to last."""

    contest: Id
    items: tuple[Correction, ...]


def changes_of(championship_id: str, contest_id: str, entries: Iterable[DecisionEntry], names: Names) -> ChangesView:
    """The corrections in a championship's log that concern a contest."""
    now = Championship(championship_id)
    found = []
    for entry in entries:
        event = entry.event
        if contest_id in now.contests and _concerns(event, contest_id) and _corrects(event):
            before = ContestPage(now, now.contests[contest_id], names)
            now = now.copy()
            now.follow([entry])
            change = _change(entry, event, before, ContestPage(now, now.contests[contest_id], names))
            if change.rows or not isinstance(event, REORDERS):
                found.append(change)
        else:
            now.follow([entry])
    return ChangesView(contest_id, tuple(found))


def _concerns(event: AnyDecision, contest_id: str) -> bool:
    """Whether an event is about a contest: one about a person is about every one of the championship."""
    return isinstance(event, REORDERS) or (isinstance(event, ContestDecision) and event.contest == contest_id)


def _corrects(event: AnyDecision) -> bool:
    """Whether an event changes what was on record, and does not just add to it."""
    match event:
        case (
            NameCorrected()
            | PlayerMerged()
            | MergeUndone()
            | ResultCorrected()
            | MatchReopened()
            | EntrantWithdrawn()
            | EntrantSubstituted()
            | TieRuled()
        ):
            return True
        case WalkoverGiven() | MatchFinished():
            return event.supersedes is not None
    return False


def _concerned(event: AnyDecision, contest: ContestPage) -> tuple[Somebody, ...]:
    """Who a correction is about, each once."""
    match event:
        case FixtureDecision():
            return contest.whole(contest.on_record.fixtures[event.fixture].entrants)
        case EntrantWithdrawn():
            return contest.whole((event.entrant,))
        case EntrantSubstituted():
            return contest.whole((event.out, event.into) if event.into else (event.out,))
        case TieRuled():
            return contest.whole(tuple(chain.from_iterable(event.order)))
        case NameCorrected():
            return (contest.who(event.player),)
        case PlayerMerged() | MergeUndone():
            both = tuple(somebody(one, (one,), contest.names) for one in (event.player, event.into))
            # Two entries of one person have one name, which is said once.
            return both[1:] if both[0].name == both[1].name else both
    return ()


def _change(entry: DecisionEntry, event: AnyDecision, before: ContestPage, after: ContestPage) -> Correction:
    old, new = before.view(), after.view()
    change = Correction(
        version=entry.version,
        recorded_at=entry.recorded_at,
        recorded_by=entry.recorded_by,
        type=str(type(event).__struct_config__.tag),
        rows=changed_rows(before, after),
        concerns=_concerned(event, before),
        reason=getattr(event, "reason", None),
        voided=tuple(fact.fixture for fact in entry.facts if isinstance(fact, FixtureVoided)),
    )
    if isinstance(event, FixtureDecision):
        change = replace(
            change,
            fixture=event.fixture,
            match=getattr(event, "match", None),
            result_before=before.fixture(event.fixture).result,
            result_after=after.fixture(event.fixture).result,
        )
    if old.phase != new.phase:
        change = replace(change, phase_before=old.phase, phase_after=new.phase)
    if old.qualified != new.qualified:
        change = replace(change, qualified_before=old.qualified, qualified_after=new.qualified)
    if old.podium != new.podium:
        change = replace(change, podium_before=old.podium, podium_after=new.podium)
    if old.settlement != new.settlement:
        change = replace(change, settlement_before=old.settlement, settlement_after=new.settlement)
    return change
