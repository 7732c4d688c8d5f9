"""Position, number beside the log and versions of streams, read in one consistent query."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct


class LogSnapshot(Struct, frozen=True):
    """The last position of a log, the number of the query beside it, and the last version of each stream (0: none)."""

    position: int
    number: int
    versions: Mapping[str, int]


class SnapshotQuery(Struct, frozen=True):
    """A query of a log in a `table`, with positions in a `column`; `count` is a subquery of one number."""

    column: str
    table: str
    count: str
    is_file: bool

    def statement(self, mark: str) -> str:
        """Returns the SQL. `mark` is the placeholder of its one parameter."""
        streams = "json_each({})" if self.is_file else "json_array_elements_text({}::json)"
        return (
            f"SELECT stream, coalesce((SELECT max(originator_version) FROM {self.table} WHERE originator_id = stream), 0)"
            f" AS version, coalesce((SELECT max({self.column}) FROM {self.table}), 0) AS position, ({self.count}) AS number"
            f" FROM (SELECT value AS stream FROM {streams.format(mark)}) AS asked"
        )

    def value(self, streams: Sequence[str]) -> str:
        """Returns the parameter for these streams: a JSON array."""
        return json.dumps([*streams])

    def read(self, rows: Iterable[Sequence[Any]]) -> LogSnapshot:
        """Returns the snapshot that an answer of at least one row gives."""
        all_rows = [*rows]
        _, _, position, number = all_rows[0]
        return LogSnapshot(int(position), int(number), {str(stream): int(version) for stream, version, *_ in all_rows})
