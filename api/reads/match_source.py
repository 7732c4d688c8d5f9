"""The source of four reads of one match: the match, what is legal now, its replay, and its audit.

They need no list of other things, and ask nothing but a `MatchSource`, so that they can be answered without the database. The
parts of the running service are one as they stand (`api.context.AppContext`); the matches in memory are another one
(`api.reads.cached_matches`).
"""

from collections.abc import Callable, Iterable
from typing import Any, ParamSpec, Protocol, TypeVar

from api.reads.response_store import ResponseStore, WorkerCache
from referee.championship.state import Championship
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry
from referee.match.view import Counting
from referee.matches.timing.clocks import Clock, MatchClock
from referee.people.register import ShownNames

FROM_MEMORY = "from_memory"
"""Key of a route's `opt`: it asks a `MatchSource` alone."""
P = ParamSpec("P")
T = TypeVar("T")


class MatchQueries(Protocol):
    """The matches and their logs. The methods raise NotFound for an unknown match or version."""

    def match(self, id_: str) -> Match:
        """A match as it is now. Do not change it."""

    def match_at(self, id_: str, version: int) -> Match:
        """A match as it was at a version."""

    def entries(self, id_: str, after: int = 0, through: int | None = None) -> list[AnyEntry]:
        """The entries of a match above version `after`."""

    def stored_lines(self, id_: str, through: int) -> list[dict[str, Any]]:
        """The entries of a match up to a version, to the letter."""


class NameQueries(Protocol):
    """The names and the merges of people."""

    def name(self, id_: str) -> str | None:
        """A person's name for readers; None for an erased person."""

    def now(self, id_: str) -> str:
        """The present id of a person: another one after a merge."""

    def shown_names(self, ids: Iterable[str]) -> ShownNames:
        """Returns how these people are shown to readers."""


class ContestQueries(Protocol):
    """The contests for which matches are played."""

    def counting(self, match: Match) -> tuple[Counting, Championship] | None:
        """Tells if a match counts in its contest, with the championship; None where it is of no contest known here."""


class ClockQueries(Protocol):
    """The clocks of matches."""

    def of(self, match: Match, seat: int | None) -> Clock:
        """The clock of the turn in play, for a reader that sees the turn at `seat`."""

    def of_match(self, match: Match) -> MatchClock:
        """The clock of the whole match."""


class MatchSource(Protocol):
    """The source of the four reads of a match. Its parts raise Unavailable, or an error of the database, if it is silent."""

    @property
    def service(self) -> MatchQueries: ...
    @property
    def people(self) -> NameQueries: ...
    @property
    def championships(self) -> ContestQueries: ...
    @property
    def turn_clocks(self) -> ClockQueries: ...
    @property
    def answers(self) -> ResponseStore: ...
    @property
    def worker_cache(self) -> WorkerCache: ...

    async def ask(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs a read of these parts where it keeps no other request waiting."""
