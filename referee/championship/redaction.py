"""The log of a championship for one reader: without what was made in hands that others have still to play (duplicate.deals)."""

from collections.abc import Iterator

from msgspec import Struct

from referee.championship.events import BoardDecision, DecisionUndone
from referee.championship.recorded_contest import RecordedContest
from referee.championship.state import Championship, DecisionEntry
from referee.contests.rounds.hands import open_hands
from referee.match.entries import Line, line


class SecretResults(Struct, frozen=True):
    """The versions of a championship's log that tell of results of hands that a table has still to play, and the first."""

    versions: frozenset[int] = frozenset()
    first: int = 0

    def hides(self, version: int) -> bool:
        """True if the entry at this version is not whole for readers that may not know those results.

        From the first of them on hashes are left out: each is made of all before it, and there are few scores to try.
        """
        return bool(self.versions) and version >= self.first

    def line(self, entry: DecisionEntry) -> Line:
        """An entry as a line, without what it may not tell."""
        whole = line(entry)
        if not self.hides(entry.version):
            return whole
        if entry.version in self.versions:
            whole |= {field: None for field in entry.event.SECRET if field in whole}
        return whole | {"hash": None}


NOTHING_SECRET = SecretResults()


def secret_results(championship: Championship) -> SecretResults:
    """The results in this championship that only its staff may read for now."""
    versions = [version for contest in championship.contests.values() for version in _secret_versions(contest)]
    return SecretResults(frozenset(versions), min(versions)) if versions else NOTHING_SECRET


def _secret_versions(contest: RecordedContest) -> Iterator[int]:
    if contest.contest.duplicate is None:
        return
    fixtures = contest.state.fixtures
    # By its key alone: of who sits there now others may have come since.
    rounds = {one.key: one.round for one in fixtures}
    common = open_hands(contest.contest, fixtures)
    versions: set[int] = set()
    for version, event in contest.history:
        if isinstance(event, BoardDecision) and event.SECRET:
            round_ = rounds.get(contest.fixtures[event.fixture].key)
            if round_ is not None and (round_, event.board) not in common:
                versions.add(version)
        elif isinstance(event, DecisionUndone) and not versions.isdisjoint(event.undone):
            versions.add(version)
    yield from versions
