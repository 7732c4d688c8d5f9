"""Hypothetical matches: a match without one event, or with another decision on a claim.

Nothing is stored. Up to the event in question the stored facts count; after it today's rules derive the facts again.
"""

from collections.abc import Sequence
from typing import NamedTuple

from referee.audit.dispute import decided_so
from referee.errors import Impossible, NotFound, ServiceRefusal
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, effective_entries
from referee.match.events import Opening, Retract
from referee.match.state import ALL
from referee.text import Text
from referee.work import cancellable


class HypotheticalMatch(NamedTuple):
    """A match as it would be. `stopped_at` is the first later event that could not have happened then, None if all could."""

    match: Match
    stopped_at: int | None

    def keep_hidden(self, real: Match) -> None:
        """Hides the hand that is hidden in the real match: it may be over here, but it is still played at the table."""
        if real.ledger.hidden_from is not None:
            self.match.ledger.hide(real.ledger.hidden_from)


def without(id_: str, entries: Sequence[AnyEntry], version: int) -> HypotheticalMatch:
    """The match as if event `version` had not been recorded. Raises NotFound if the event does not count, Impossible for 1."""
    if version == 1:
        raise Impossible(Text(es="sin la apertura no hay encuentro", en="without its opening there is no match"))
    line = effective_entries(entries)
    if all(entry.version != version for entry in line):
        raise NotFound(
            Text(
                es=f"la versión {version} no cuenta en el encuentro",
                en=f"version {version} does not count in the match",
            )
        )
    opening = entries[0].event
    assert isinstance(opening, Opening)
    match = Match(id_, opening)
    match.follow(entry for entry in line[1:] if entry.version < version)
    for entry in cancellable(line):
        if entry.version > version and not _goes_on(match, entry):
            return HypotheticalMatch(match, entry.version)
    return HypotheticalMatch(match, None)


def _goes_on(match: Match, entry: AnyEntry) -> bool:
    """Moves the match on by an event. Returns false if the event could not have happened then."""
    event = entry.event
    if isinstance(event, Retract):
        return False
    try:
        match.refuse_if_over(event)
        breach = match.check(event, entry.version)
    except ServiceRefusal:
        return False
    if breach is not None and breach.is_enforced:
        return False
    match.derive(event, entry.version)
    return True


def with_claim(
    id_: str, entries: Sequence[AnyEntry], claim: str, *, upheld: bool, visible: int = ALL
) -> HypotheticalMatch:
    """The match with a claim decided as `upheld` says, as of its decision, or as of now while it is pending.

    A claim is pending for a reader if the hands in `visible` do not let the reader see its decision. Raises NotFound.
    """
    match = decided_so(entries, claim, upheld=upheld, visible=visible)
    match.id = id_
    return HypotheticalMatch(match, None)
