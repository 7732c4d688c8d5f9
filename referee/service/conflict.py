"""The refusal of events that were meant for an older version: what came since, and what each of them would be now."""

from collections.abc import Sequence
from typing import Literal

from referee.errors import Conflict, Refused
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry
from referee.match.views.redaction import shown
from referee.match.vocabulary import Confirm, Event
from referee.service.draft import Draft
from referee.text import Text

Still = Literal["regular", "irregular", "impossible"]


def conflict(draft: Draft, expected: int, since: Sequence[AnyEntry], events: Sequence[Event], visible: int) -> Conflict:
    """The refusal; `draft` is of the match as it is now, and is used up."""
    match = draft.work
    draft.sealing.tried = True
    version, redacted = match.version, [shown(match, entry, visible) for entry in since]
    return Conflict(
        Text(
            es=f"el encuentro va por la versión {version}, no por la {expected}",
            en=f"the match is at version {version}, not {expected}",
        ),
        extra={"version": version, "since": redacted, "still": [_still(draft, event) for event in events]},
    )


def unseen(match: Match, event: Event) -> int | None:
    """The version that a confirmation names, where the match has changed since or never was there; None for anything else."""
    if not isinstance(event, Confirm) or not isinstance(event.version, int):
        return None
    return None if match.side_keys.can_confirm(event.version, match.version) else event.version


def _still(draft: Draft, event: Event) -> Still:
    """What an event would be after those before it; one that would be refused is left out for those after it."""
    try:
        whole = draft.complete(event)
        breach = draft.breach(whole)
        draft.add_complete(whole)
    except Refused as refused:
        return "irregular" if refused.code == "irregular" else "impossible"
    return "irregular" if breach else "regular"
