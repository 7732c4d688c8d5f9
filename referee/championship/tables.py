"""The tables of the hall: each match is given one at its creation, and keeps it (format.tables).

Paper that hangs on a wall stays true: no number changes later, whatever becomes of other matches.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import count, islice

from referee.championship.recorded_contest import RecordedContest
from referee.championship.state import Championship
from referee.contests.contest import Fixture, FixtureKind
from referee.contests.settlement import OVER

IN_ROUNDS = {"league", "group", "round"}
"""The kinds of matches whose rounds are played one after the other, each at once; others are played as they come."""


class TablesOfContest:
    """The tables of a contest's matches, and the free ones for new matches."""

    def __init__(self, championship: Championship, contest: RecordedContest, fixtures: Sequence[Fixture]) -> None:
        self._elsewhere = _tables_beside(championship, contest)
        of_key = {fixture.key: fixture for fixture in fixtures}
        table_of = {id_: record.drawn_table(of_key.get(record.key)) for id_, record in contest.fixtures.items()}
        self._before = {record.key: table_of[id_] for id_, record in contest.fixtures.items()}
        self._of_round: defaultdict[tuple[FixtureKind, int], set[int]] = defaultdict(set)
        self._to_come: set[int] = set()
        records = contest.by_fixture()
        for fixture in fixtures:
            record = records.get((fixture.key, fixture.entrants))
            if record and (table := table_of[record.id]):
                self._take(table, fixture)

    def of(self, fixture: Fixture) -> int:
        """The table of a new match: that of the match in its place before it, if it is free."""
        occupancy = self._of_round[fixture.kind, fixture.round] | self._elsewhere
        if fixture.kind not in IN_ROUNDS:
            occupancy |= self._to_come
        own = [self._before.get(fixture.key), self._nth(fixture.table)]
        table = next((table for table in own if table is not None and table not in occupancy), None)
        table = table or next(number for number in count(1) if number not in occupancy)
        self._take(table, fixture)
        return table

    def _take(self, table: int, fixture: Fixture) -> None:
        self._of_round[fixture.kind, fixture.round].add(table)
        if fixture.state == "pending" and fixture.kind not in IN_ROUNDS:
            self._to_come.add(table)

    def _nth(self, number: int | None) -> int | None:
        """The table of this number, counted from 1, among those that no other contest has."""
        if number is None:
            return None
        others = (table for table in count(1) if table not in self._elsewhere)
        return next(islice(others, number - 1, None))


def _tables_beside(championship: Championship, contest: RecordedContest) -> set[int]:
    """The tables of matches to come in contests that are held at the same time."""
    own = _people(championship, contest)
    beside = [one for one in championship.contests.values() if one.id != contest.id]
    beside = [one for one in beside if own.isdisjoint(_people(championship, one))]
    return {table for one in beside for table in _tables_to_come(one)}


def _people(championship: Championship, contest: RecordedContest) -> set[str]:
    return {championship.merges.now(one) for entrant in contest.contest.entrants for one in entrant.people}


def _tables_to_come(contest: RecordedContest) -> Iterator[int]:
    state, records = contest.state, contest.by_fixture()
    for fixture in state.fixtures if state.phase not in OVER else ():
        record = records.get((fixture.key, fixture.entrants))
        table = record.table_now(fixture) if record else None
        if fixture.state == "pending" and isinstance(table, int):
            yield table
