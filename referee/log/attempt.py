"""The attempts to store records on a server, and how far they came: the lost answer may have been that of a commit."""

from collections.abc import Sequence
from itertools import accumulate
from secrets import token_urlsafe

from eventsourcing.persistence import StoredEvent
from msgspec import Struct, field

MARK_BYTES = 12
"""Random bytes in the mark of an append: two equal marks are less likely than an undetected error of a disk."""


class CommitProgress(Struct):
    """The progress of an attempt: `commit_sent` is true once a COMMIT may have reached the server."""

    commit_sent: bool = False


class CommitAttempt(Struct):
    """The records of several writes as they are sent, the progress of that, and the seconds spent on it."""

    writes: Sequence[Sequence[StoredEvent]]
    progress: CommitProgress = field(default_factory=CommitProgress)
    seconds: float = 0.0

    @property
    def records(self) -> list[StoredEvent]:
        """The records of all of them."""
        return [record for records in self.writes for record in records]


def attempt_at(writes: Sequence[Sequence[StoredEvent]]) -> CommitAttempt:
    """Returns an attempt to store the records of several writes. A random mark in its first record identifies each write."""
    return CommitAttempt([[_marked(records[0]), *records[1:]] for records in writes])


def last_of_each(writes: Sequence[Sequence[StoredEvent]], positions: Sequence[int]) -> list[int]:
    """Returns the position of the last record of each write, given the positions of all their records."""
    return [positions[end - 1] for end in accumulate(map(len, writes))]


def _marked(record: StoredEvent) -> StoredEvent:
    """Returns the record with a random mark added: no hash includes the mark, and no reader of entries sees it."""
    mark = f',"write":"{token_urlsafe(MARK_BYTES)}"}}'.encode()
    return StoredEvent(record.originator_id, record.originator_version, record.topic, bytes(record.state)[:-1] + mark)
