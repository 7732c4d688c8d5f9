"""Records of the log, and what an append takes and comes to."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Literal

from eventsourcing.persistence import StoredEvent
from msgspec import Struct

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


class Commit(Struct):
    """Writes as they are sent to be stored in one transaction, and the progress of that.

    `is_sent` is true once a COMMIT may have reached the server; `seconds` were spent on it so far.
    """

    writes: Sequence[Write]
    is_sent: bool = False
    seconds: float = 0.0

    @property
    def records(self) -> list[Record]:
        """The records of all writes."""
        return [record for write in self.writes for record in write.records]

    @property
    def rows(self) -> list[RowWrite]:
        """The rows of all writes."""
        return [row for write in self.writes for row in write.rows]

    def ends(self, positions: Sequence[int]) -> list[int]:
        """Returns the position of the last record of each write, given the positions of all records."""
        return [positions[end - 1] for end in accumulate(len(write.records) for write in self.writes)]


class PoolState(Struct, frozen=True):
    """The most connections of a process, those in use, and the requests that wait for one; None if not counted."""

    most: int
    in_use: int
    waiting: int | None
