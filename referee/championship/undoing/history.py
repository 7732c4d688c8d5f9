"""The decisions about a contest: the subject of each, its standing, and its way back."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct

from referee.championship.changes import subjects_of
from referee.championship.events import (
    AnyDecision,
    BoardCorrected,
    BoardDecision,
    BoardMatchFinished,
    BoardReported,
    BoardWalkoverGiven,
    ContestDecision,
    ContestRenamed,
    DecisionUndone,
    Id,
    MatchFinished,
    ResultCorrected,
    ResultReported,
    WalkoverGiven,
)
from referee.championship.presenters import ContestPresenter
from referee.championship.redaction import NOTHING_SECRET, secret_results
from referee.championship.state import DecisionEntry
from referee.championship.undoing.ways import WAYS, Means
from referee.championship.views import Somebody
from referee.match.registry import tag

_WITH_RESULT = ResultReported | ResultCorrected | BoardReported | BoardCorrected | MatchFinished | BoardMatchFinished


class DecisionOfContest(Struct, frozen=True, omit_defaults=True):
    """A decision about a contest, as it stands in the championship's log."""

    version: int
    type: str
    recorded_at: str
    recorded_by: str
    means: Annotated[
        Means,
        Meta(
            description="How it is taken back: `undo`, by `DELETE` of its version here; `call`, by a call of its own; `again`, "
            "by the same call once more; `never`."
        ),
    ]
    concerns: Annotated[tuple[Somebody, ...], Meta(description="The people it is about.")] = ()
    reason: str | None = None
    fixture: Id | None = None
    match: Id | None = None
    board: Annotated[int | None, Meta(description="The board of an encounter that it is about.")] = None
    points: tuple[int, ...] | None = None
    absent: tuple[Somebody, ...] | None = None
    name: Annotated[
        str | None, Meta(description="What the contest is called from then on; left out: its game's name.")
    ] = None
    undone: Annotated[tuple[int, ...], Meta(description="The versions of the decisions that it took back.")] = ()
    undone_by: Annotated[int | None, Meta(description="The version that took this decision back.")] = None


class ContestDecisions(Struct, frozen=True):
    """The decisions about a contest, first to last."""

    contest: Id
    version: int
    items: tuple[DecisionOfContest, ...]


def decisions_of(presenter: ContestPresenter, entries: Iterable[DecisionEntry]) -> ContestDecisions:
    """The decisions in a championship's log that are about one contest; `presenter` is that contest now."""
    own = [entry for entry in entries if getattr(entry.event, "contest", None) == presenter.recorded_contest.id]
    own = [entry for entry in own if isinstance(entry.event, ContestDecision)]
    undone_by = {
        version: entry.version
        for entry in own
        if isinstance(entry.event, DecisionUndone)
        for version in entry.event.undone
    }
    secret = NOTHING_SECRET if presenter.sees_hands else secret_results(presenter.championship)
    items = tuple(
        _decision_view(entry, presenter, undone_by.get(entry.version), entry.version in secret.versions)
        for entry in own
    )
    return ContestDecisions(presenter.recorded_contest.id, presenter.championship.version, items)


def _decision_view(
    entry: DecisionEntry, presenter: ContestPresenter, undone_by: int | None, is_secret: bool
) -> DecisionOfContest:
    event: AnyDecision = entry.event
    result = event.result if isinstance(event, _WITH_RESULT) and not is_secret else None
    return DecisionOfContest(
        version=entry.version,
        type=tag(type(event)),
        recorded_at=entry.recorded_at,
        recorded_by=entry.recorded_by,
        means=WAYS[type(event)].means,
        concerns=subjects_of(event, presenter),
        reason=None if is_secret else getattr(event, "reason", None) or None,
        fixture=getattr(event, "fixture", None),
        match=getattr(event, "match", None),
        board=event.board if isinstance(event, BoardDecision) else None,
        points=result.points if result else None,
        absent=_absentees(event, presenter),
        name=event.name if isinstance(event, ContestRenamed) else None,
        undone=event.undone if isinstance(event, DecisionUndone) else (),
        undone_by=undone_by,
    )


def _absentees(event: AnyDecision, presenter: ContestPresenter) -> tuple[Somebody, ...] | None:
    """The absent of a walkover; None for any other decision."""
    if isinstance(event, WalkoverGiven):
        return presenter.view_entrants(event.missing or event.absent)
    return presenter.view_entrants(event.absent) if isinstance(event, BoardWalkoverGiven) else None
