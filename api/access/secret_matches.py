"""Matches of hands that a table has still to play: the staff reads them, and who plays at them while they last (duplicate.deals).

Nobody else is told anything of such a match: not its cards, its plays, its score, nor how many entries its log has.
"""

from collections.abc import Callable
from typing import Protocol

from msgspec import UNSET

from api.access.policy import Principal, reads_hand_to_play, require_to_read_hand
from referee.match.aggregate import Match
from referee.match.events import Opening


class HandQueries(Protocol):
    """The contests whose tables play the same hands."""

    def is_to_play(self, opening: Opening) -> bool:
        """True if a match is a hand that a table has still to play."""

    def plays_same_deals(self, fixture: str) -> bool:
        """True if every table plays the same deals in the contest of a fixture."""


def is_hidden(contests: HandQueries, principal: Principal, match: Match) -> bool:
    """True if this reader may know nothing of a match yet."""
    if match.opening.shared_hand is UNSET or reads_hand_to_play(principal, match):
        return False
    return contests.is_to_play(match.opening)


def is_row_hidden(
    contests: HandQueries, principal: Principal, fixture: str | None, id_: str, match: Callable[[str], Match]
) -> bool:
    """The same for a match in a list, by its fixture and its id; `match` is asked for it only where the contest may have such."""
    return fixture is not None and contests.plays_same_deals(fixture) and is_hidden(contests, principal, match(id_))


def require_shown(contests: HandQueries, principal: Principal, match: Match) -> None:
    """Raises NotAuthenticated or Forbidden for a reader that may know nothing of a match yet."""
    if is_hidden(contests, principal, match):
        require_to_read_hand(principal, match)
