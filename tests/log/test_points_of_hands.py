"""Points of sides in their hands: the read model adds them up record by record, and ends at the account of the match."""

from collections.abc import Iterator, Sequence
from typing import cast

import pytest
import sqlalchemy as sa
from eventsourcing.persistence import Notification

from projections import records
from projections.projection import Past
from projections.records import HANDS, HandsRow
from projections.rows import META, Batch
from referee.followers.feed import LogRecord
from referee.log.log import Log
from referee.match.registry import rulesets, tag
from tests.support import stored


class OneMatch:
    """A log of one match."""

    def __init__(self, match: str, states: Sequence[bytes], topics: Sequence[str]) -> None:
        self.records = [
            LogRecord(Notification(match, n, topic, state, id=n))
            for n, (state, topic) in enumerate(zip(states, topics, strict=True), start=1)
        ]

    def read(self, match: str, after: int = 0, through: int | None = None) -> list[LogRecord]:
        return self.records[after:through]


@pytest.fixture(scope="module")
def connection() -> Iterator[sa.Connection]:
    engine = sa.create_engine("sqlite://")
    META.create_all(engine)
    with engine.connect() as connection:
        yield connection
    engine.dispose()


@pytest.mark.parametrize("name", rulesets())
def test_they_are_those_of_the_account(name: str, connection: sa.Connection) -> None:
    count = 0
    for file, (match, entries) in zip(stored.files(name), stored.matches(name), strict=True):
        log = OneMatch(match.id, stored.read(file)[1], [tag(type(entry.event)) for entry in entries])
        batch = Batch(connection)
        for record in log.records:
            records.take(batch, [record], Past(cast(Log, log)))
        hands = [one.points for one in match.ledger.hands if one.points is not None and not one.extra]
        assert batch.rows(HANDS, match.id) == [
            HandsRow(match.id, side, len(hands), sum(points)) for side, points in enumerate(zip(*hands, strict=True))
        ]
        count += len(hands)
    assert count, "some of its samples have hands"
