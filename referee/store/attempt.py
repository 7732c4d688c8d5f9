"""One try after the other to store records on a server, and how far it came: an answer that is lost may have been of a commit."""

from collections.abc import Sequence
from itertools import accumulate
from secrets import token_urlsafe

from eventsourcing.persistence import StoredEvent
from msgspec import Struct, field

MARK_BYTES = 12
"""Chance in the mark of an append: that two are alike is less likely than that a disk lies."""


class CommitProgress(Struct):
    """Whether a COMMIT may have reached the server."""

    commit_sent: bool = False


class CommitAttempt(Struct):
    """The records of several writes as they are sent, how far that came, and the seconds that were spent on it."""

    writes: Sequence[Sequence[StoredEvent]]
    progress: CommitProgress = field(default_factory=CommitProgress)
    seconds: float = 0.0

    @property
    def records(self) -> list[StoredEvent]:
        """The records of all of them."""
        return [record for records in self.writes for record in records]


def attempt_at(writes: Sequence[Sequence[StoredEvent]]) -> CommitAttempt:
    """What is sent to store the records of several writes: each write is known again by its first record's mark."""
    return CommitAttempt([[_marked(records[0]), *records[1:]] for records in writes])


def last_of_each(sent: Sequence[Sequence[StoredEvent]], positions: Sequence[int]) -> list[int]:
    """Of the positions of the records of several writes, those of the last one of each."""
    return [positions[end - 1] for end in accumulate(map(len, sent))]


def _marked(record: StoredEvent) -> StoredEvent:
    """The record with a mark by chance beside what it holds: no hash counts it, and no reader of entries sees it."""
    mark = f',"write":"{token_urlsafe(MARK_BYTES)}"}}'.encode()
    return StoredEvent(record.originator_id, record.originator_version, record.topic, bytes(record.state)[:-1] + mark)
