"""The refusal of events for an older version: with the entries since, and the verdict on each event now."""

from collections.abc import Sequence
from typing import Literal

from referee.errors import Conflict, ServiceRefusal
from referee.match.entries import AnyEntry
from referee.match.events import Event
from referee.match.redaction import visible_line
from referee.matches.draft import Draft
from referee.text import Text

Still = Literal["regular", "irregular", "impossible"]


def conflict(
    draft: Draft, old_version: int, since: Sequence[AnyEntry], events: Sequence[Event], visible: int
) -> Conflict:
    """Returns the refusal. `draft` is of the current match, and cannot be used afterwards."""
    match = draft.work
    draft.seeds.is_trial = True
    version, entries = match.version, [visible_line(match, entry, visible) for entry in since]
    return Conflict(
        Text(
            es=f"el encuentro va por la versión {version}, no por la {old_version}",
            en=f"the match is at version {version}, not {old_version}",
        ),
        extra={"version": version, "since": entries, "still": [_still(draft, event) for event in events]},
    )


def _still(draft: Draft, event: Event) -> Still:
    """Returns the verdict on an event after those before it. A refused event is skipped for those after it."""
    try:
        whole = draft.complete(event)
        breach = draft.breach(whole)
        draft.add_complete(whole)
    except ServiceRefusal as refused:
        return "irregular" if refused.code == "irregular" else "impossible"
    return "irregular" if breach else "regular"
