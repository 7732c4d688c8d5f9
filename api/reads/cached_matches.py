"""The matches in the memory of this process: they can be read while the database is silent and no standby answers.

They are as this process knew them last. Whatever it does not have raises Unavailable at once: nothing here asks a database.
"""

from collections.abc import Callable, Iterable
from typing import Any, NoReturn, ParamSpec, TypeVar

from msgspec import Struct

from api.reads.response_store import ResponseStore, WorkerCache
from referee.championship.decisions import counting_of
from referee.championship.service import Championships
from referee.championship.state import Championship
from referee.errors import Unavailable
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry
from referee.match.view import Counting
from referee.matches.queries import MatchReader
from referee.matches.timing.clocks import Clock, MatchClock, match_clock, turn_clock
from referee.people import changed_names
from referee.people.register import People, RememberedNames, ShownNames

P = ParamSpec("P")
T = TypeVar("T")


def _refuse(*_: object) -> NoReturn:
    raise Unavailable(stored="no")


class CachedFolds:
    """The folded matches in memory. Their logs are not there."""

    def __init__(self, matches: MatchReader) -> None:
        self._matches = matches

    def match(self, id_: str) -> Match:
        """A match as it was known last. Raises Unavailable if it is not in memory."""
        return self._matches.cached_match(id_) or _refuse()

    def match_at(self, id_: str, version: int) -> Match:
        """Raises Unavailable: a past version is folded from the log."""
        _refuse(id_, version)

    def entries(self, id_: str, after: int = 0, through: int | None = None) -> list[AnyEntry]:
        """Raises Unavailable: the entries are in the log."""
        _refuse(id_, after, through)

    def stored_lines(self, id_: str, through: int) -> list[dict[str, Any]]:
        """Raises Unavailable: the entries are in the log."""
        _refuse(id_, through)


class CachedNames:
    """The names and merges in memory."""

    def __init__(self, people: People) -> None:
        self._people = people

    def name(self, id_: str) -> str:
        """A person's name for readers. Raises Unavailable if it is not in memory."""
        cache = self._people.in_memory()
        return _name_in(cache, cache.merges.now(id_))

    def now(self, id_: str) -> str:
        """The present id of a person, as far as merges are known."""
        return self._people.in_memory().merges.now(id_)

    def shown_names(self, ids: Iterable[str]) -> ShownNames:
        """Returns how these people are shown to readers. Raises Unavailable if a name is not in memory."""
        cache = self._people.in_memory()
        present_ids = {id_: cache.merges.now(id_) for id_ in ids}
        return ShownNames({id_: _name_in(cache, now) for id_, now in present_ids.items()}, present_ids)

    def changes(self) -> int:
        """The count of changes of names as of these names."""
        return self._people.in_memory().count


def _name_in(cache: RememberedNames, id_: str) -> str:
    entry = cache.names.get(id_) or _refuse()
    if entry.may_change:
        changed_names.ASKED.set()
    return entry.display_name


class CachedContests:
    """The contests of the championships in memory."""

    def __init__(self, championships: Championships) -> None:
        self._championships = championships

    def counting(self, match: Match) -> tuple[Counting, Championship] | None:
        """Tells if a match counts, as far as known; None where it is of no contest, or its contest is not in memory."""
        fixture = match.opening.fixture
        if fixture is None or (championship := self._championships.in_memory(fixture)) is None:
            return None
        # The championship in memory has the fixture: it was looked for by that.
        contest, record = championship.fixture(fixture) or _refuse()
        return counting_of(contest, record, match.id), championship


class CachedClocks:
    """The clocks that stand: one that runs needs the time of the database."""

    def of(self, match: Match, seat: int | None) -> Clock:
        """The clock of the turn in play. Raises Unavailable if there is a turn in play."""
        return turn_clock(match, seat, _refuse)

    def of_match(self, match: Match) -> MatchClock:
        """The clock of the whole match. Raises Unavailable while the match goes on."""
        return match_clock(match, _refuse)


class CachedMatches(Struct, frozen=True):
    """The matches in memory, as a `MatchSource`."""

    service: CachedFolds
    people: CachedNames
    championships: CachedContests
    turn_clocks: CachedClocks
    answers: ResponseStore
    worker_cache: WorkerCache

    async def ask(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs a read here: it only looks into memory."""
        return call(*args, **kwargs)


def cached_matches(
    matches: MatchReader, people: People, championships: Championships, answers: ResponseStore, reports: WorkerCache
) -> CachedMatches:
    """The matches that these parts have in memory. Bodies that were made of them before are valid for the names in memory."""
    names = CachedNames(people)
    return CachedMatches(
        CachedFolds(matches),
        names,
        CachedContests(championships),
        CachedClocks(),
        answers.with_names(names.changes),
        reports.with_names(names.changes),
    )
