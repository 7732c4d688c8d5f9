"""Queries of the log in SQL, beyond those of the eventsourcing library."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

LOG_TABLE = "stored_events"
"""The library's name of the log's table in an SQLite file."""
POSTGRES_LOG_TABLE = "referee_events"
"""Its name on a PostgreSQL server: after the name of the log (`Log.name`)."""


class LogTable(NamedTuple):
    """The table of the log in the SQL of one backend."""

    name: str
    position: str
    """The column of positions."""
    mark: str
    """The placeholder of a parameter."""
    items: str
    """The table of the items of a JSON array; `{}` stands for the array."""


class LogSnapshot(Struct, frozen=True):
    """The last position of a log, the number of the query beside it, and the last version of each stream (0: none)."""

    position: int
    number: int
    versions: Mapping[str, int]


class SnapshotQuery(Struct, frozen=True):
    """A query of position, number beside the log and versions of streams; `count` is a subquery of that number."""

    table: LogTable
    count: str

    def statement(self, mark: str) -> str:
        """Returns the SQL. `mark` is the placeholder of its one parameter."""
        name, position, _, items = self.table
        return (
            f"SELECT stream, coalesce((SELECT max(originator_version) FROM {name} WHERE originator_id = stream), 0)"
            f" AS version, coalesce((SELECT max({position}) FROM {name}), 0) AS position, ({self.count}) AS number"
            f" FROM (SELECT value AS stream FROM {items.format(mark)}) AS asked"
        )

    def value(self, streams: Sequence[str]) -> str:
        """Returns the parameter for these streams: a JSON array."""
        return json.dumps([*streams])

    def read(self, rows: Iterable[Sequence[Any]]) -> LogSnapshot:
        """Returns the snapshot that an answer of at least one row gives."""
        all_rows = [*rows]
        _, _, position, number = all_rows[0]
        return LogSnapshot(int(position), int(number), {str(stream): int(version) for stream, version, *_ in all_rows})
