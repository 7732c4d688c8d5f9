"""Plays the first half of a league in one write, and corrects each hundredth result: by HTTP each would wait for all tables.

`PYTHONPATH=CHECKOUT CHECKOUT/.venv/bin/python half_played.py DATABASE CONTEST` writes as the tree of that checkout does, also
while a service runs on the database. No table is looked at: nothing follows from results in the middle of a league.
"""

import sys

from api.opening import closing, open_service
from referee.championship.events import AnyDecision, ResultCorrected, ResultReported
from referee.championship.service import Championships
from referee.championship.state import DecisionEntry
from referee.contests.tallies import RecordedResult
from referee.match.entries import chain


def main(database: str, contest: str) -> None:
    """Plays and corrects."""
    with closing(open_service(database)) as service:
        championships = Championships(service)
        work = championships.contest(contest)[0].copy()
        fixtures = list(work.contests[contest].fixtures)
        half, version = fixtures[: len(fixtures) // 2], work.version
        results = [ResultReported(contest, fixture, RecordedResult((40, 64))) for fixture in half]
        corrections = [
            ResultCorrected(contest, fixture, RecordedResult((64, 40)), "al revés", version + number)
            for number, fixture in enumerate(half, 1)
            if number % 100 == 0
        ]
        entries: list[DecisionEntry] = []
        decisions: list[AnyDecision] = [*results, *corrections]
        for event in decisions:
            work.enter(event, work.version + 1)
            entry: DecisionEntry = chain(work.head, work.version, event, (), service.clock(), "organizer", None)
            work.head = bytes.fromhex(entry.hash)
            entries.append(entry)
        service.log.append(championships.records(work.id, entries))


if __name__ == "__main__":
    main(*sys.argv[1:])
