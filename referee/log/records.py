"""Records of the log, and what an append takes and comes to."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Literal

from eventsourcing.persistence import StoredEvent
from msgspec import Struct, field

from referee.log.row_writes import RowWrite

Record = StoredEvent
"""`originator_id`: the stream; `originator_version`; `topic`: the event's tag; `state`: the JSON of the entry."""
AppendOutcome = Literal["stored", "clash", "unavailable"]
"""The outcome of an append."""


class Clash(Exception):
    """This version of the stream exists already: another writer was first."""


class Write(Struct, frozen=True):
    """One record or more, and the rows to write in the same transaction."""

    records: Sequence[Record]
    rows: Sequence[RowWrite] = ()


class CommitProgress(Struct):
    """The progress of an attempt: `commit_sent` is true once a COMMIT may have reached the server."""

    commit_sent: bool = False


class CommitAttempt(Struct):
    """The records of several writes as they are sent, the progress of that, and the seconds spent on it."""

    writes: Sequence[Sequence[Record]]
    progress: CommitProgress = field(default_factory=CommitProgress)
    seconds: float = 0.0

    @property
    def records(self) -> list[Record]:
        """The records of all of them."""
        return [record for records in self.writes for record in records]


class PoolState(Struct, frozen=True):
    """The most connections of a process, those in use, and the requests that wait for one; None if not counted."""

    most: int
    in_use: int
    waiting: int | None


def last_of_each(writes: Sequence[Sequence[Record]], positions: Sequence[int]) -> list[int]:
    """Returns the position of the last record of each write, given the positions of all their records."""
    return [positions[end - 1] for end in accumulate(map(len, writes))]
