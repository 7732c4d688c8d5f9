"""What is at stake: a match as it would be without one event, or with a claim decided otherwise.

Nothing is stored. Up to the event in question the stored facts count; from there on today's rules derive them again.
"""

from collections.abc import Sequence
from typing import NamedTuple

from referee.cancellation import cancellable
from referee.errors import Impossible, NotFound, Refused
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, path
from referee.match.state import ALL
from referee.match.vocabulary import Opening, Retract
from referee.review.dispute import decided_so
from referee.text import Text


class Supposed(NamedTuple):
    """A match as it would be; `stopped_at` is the first later event that could then not have happened."""

    match: Match
    stopped_at: int | None

    def keep_hidden(self, real: Match) -> None:
        """Hides what is hidden in the real match: a hand that would be over is still being played at the table."""
        if real.ledger.hidden_from is not None:
            self.match.ledger.hide(real.ledger.hidden_from)


def without(id_: str, entries: Sequence[AnyEntry], version: int) -> Supposed:
    """The match as if event `version` had not been recorded. Raises NotFound where it counts not, Impossible for 1."""
    if version == 1:
        raise Impossible(Text(es="sin la apertura no hay encuentro", en="without its opening there is no match"))
    line = path(entries)
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
            return Supposed(match, entry.version)
    return Supposed(match, None)


def _goes_on(match: Match, entry: AnyEntry) -> bool:
    """Moves the match on by an event, if it could still have happened."""
    event = entry.event
    if isinstance(event, Retract):
        return False
    try:
        match.refuse_if_over(event)
        breach = match.check(event, entry.version)
    except Refused:
        return False
    if breach is not None and breach.enforced:
        return False
    match.derive(event, entry.version)
    return True


def with_claim(id_: str, entries: Sequence[AnyEntry], claim: str, *, upheld: bool, visible: int = ALL) -> Supposed:
    """The match with a claim decided so, as of its decision, or as of now while it is pending for who sees the hands in
    `visible`. Raises NotFound.
    """
    match = decided_so(entries, claim, upheld=upheld, visible=visible)
    match.id = id_
    return Supposed(match, None)
