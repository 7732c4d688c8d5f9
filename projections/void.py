"""Matches that do not count any more, as their contests go on without them, and the matches in their place."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from sqlalchemy import Column, ColumnElement, Connection, select

from projections.championships import decided_versions
from projections.projection import Past, Projection
from projections.rows import Batch, Id, RowTable
from referee.championship.decisions import played_instead
from referee.championship.state import Championship
from referee.followers.feed import LogRecord
from referee.match.view import Counting, PlayedInstead


class VoidRow(Struct, frozen=True):
    """A match that does not count any more. `fixture` is played in its place, and `instead` is the match open for it, if any."""

    championship: Id
    match: Id
    fixture: Id | None
    instead: Id | None

    @property
    def counting(self) -> Counting:
        """The row as lists of matches show it."""
        return Counting(counts=False, instead=PlayedInstead(self.fixture, self.instead) if self.fixture else None)


VOID = RowTable(VoidRow, "void_match", key=2, index=("match",))


def take(batch: Batch, records: Sequence[LogRecord], past: Past) -> None:
    """Finds the matches that do not count any more in every championship with a decision among these records."""
    versions = decided_versions(records)
    batch.load(VOID, versions)
    for id_, version in versions.items():
        batch.set(VOID, id_, rows(past.championship(id_, version), past))


def rows(championship: Championship, past: Past) -> Iterator[VoidRow]:
    """The matches of a championship that do not count any more, contest by contest."""
    for contest in championship.contests.values():
        for record, match in contest.void_matches():
            instead = played_instead(contest, past.page(championship, contest.id).state, record, match)
            fixture_and_match = (None, None) if instead is None else (instead.fixture, instead.match)
            yield VoidRow(championship.id, match, *fixture_and_match)


PROJECTION = Projection("void", (VOID,), take)


def is_void(match: Column[str]) -> ColumnElement[bool]:
    """The condition that the match of this id does not count any more."""
    return select(VOID.c.match).where(VOID.c.match == match).exists()


def of_matches(connection: Connection, matches: Sequence[str]) -> dict[str, Counting]:
    """The matches, of these, that do not count any more, by id."""
    result = connection.execute(select(VOID.table).where(VOID.c.match.in_(matches)))
    return {row.match: row.counting for row in map(VOID.of, result)}
