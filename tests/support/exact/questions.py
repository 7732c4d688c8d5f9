"""Questions to a match that the walk of every game asks, and the answers that a solver has for them.

A solver says of an event if it `fits` some deal, and if it is `regular` in some deal. It says of each assertion if it is open.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest

from referee.errors import Forbidden, Impossible, Irregular
from referee.match.aggregate import Match
from referee.match.events import Event
from referee.match.judge.players import require_own_knowledge
from referee.match.ledger import ClaimState

Status = Mapping[tuple[str, int, int], str]
"""By rule, seat and version of an assertion: `open`, `proven`, `held`, or `ruled` by the referee."""


@contextmanager
def notes_in_failures(story: object) -> Iterator[None]:
    """Adds the story in words to any failure in it."""
    try:
        yield
    except Exception as failure:
        failure.add_note(str(story))
        raise


def is_taken(match: Match, event: Event) -> bool | None:
    """True if the match takes an event as regular; None if it is impossible."""
    try:
        return match.check(event, match.version + 1) is None
    except Impossible:
        return None


def due(claim: ClaimState, status: Status) -> str | None:
    """The status that a claim must have by the assertions that it is about; None without any, or after a ruling."""
    about = {one for (_, *of), one in status.items() if of == [claim.against, claim.at]}
    if not about or "ruled" in about:
        return None
    return "upheld" if "proven" in about else "pending" if "open" in about else "rejected"


def may_send(match: Match, event: Event, visible: int) -> bool:
    """False if the match leaves a player's event to the referee to record, as it knows more of the cards than the player."""
    try:
        require_own_knowledge(match.state, event, visible)
    except Forbidden:
        return False
    return True


def require_answer(match: Match, event: Event, visible: int, *, fits: bool, regular: bool) -> None:
    """Asserts that a player gets the answer of a solver that knows only the hands in `visible`, or may not send the event."""
    if not may_send(match, event, visible):
        return
    work = match.copy()
    if fits and (regular or match.opening.enforcement != "strict"):
        assert is_taken(match, event) == regular, (event, visible)
        work.decide(event, lambda version: match, visible)
        return
    with pytest.raises(Irregular if fits else Impossible):
        work.decide(event, lambda version: match, visible)


def require_told_later(match: Match, visible: int) -> None:
    """Asserts that a reader is told of no proof in the hand in play, and of no decision on a claim about it."""
    since = match.ledger.hidden_from
    assert since is not None
    assert all(infraction.version < since for infraction in match.infractions(visible))
    assert all(claim.status == "pending" for claim in match.claims(visible) if claim.at >= since)


def require_all_told(match: Match, visible: int) -> None:
    """Asserts that a reader is told every infraction and every decision on a claim, as nothing is hidden."""
    assert match.ledger.hidden_from is None
    assert match.infractions(visible) == match.ledger.infractions
    assert match.claims(visible) == match.ledger.claims
