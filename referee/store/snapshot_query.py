"""What a database has come to, asked for in one statement: all of it as of one moment."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct


class LogSnapshot(Struct, frozen=True):
    """The last position of a log, the number that a query beside it gave, and the last version of each stream asked for (0: it
    has none).
    """

    position: int
    number: int
    versions: Mapping[str, int]


class SnapshotQuery(Struct, frozen=True):
    """The statement for a log in this `table`, with positions in this `column`; `count` is a query that gives one number."""

    column: str
    table: str
    count: str
    is_file: bool

    def statement(self, mark: str) -> str:
        """The statement, its one parameter written like `mark`."""
        streams = "json_each({})" if self.is_file else "json_array_elements_text({}::json)"
        return (
            f"SELECT stream, coalesce((SELECT max(originator_version) FROM {self.table} WHERE originator_id = stream), 0)"
            f" AS version, coalesce((SELECT max({self.column}) FROM {self.table}), 0) AS position, ({self.count}) AS number"
            f" FROM (SELECT value AS stream FROM {streams.format(mark)}) AS asked"
        )

    def value(self, streams: Sequence[str]) -> str:
        """What its parameter is for these streams."""
        return json.dumps([*streams])

    def read(self, rows: Iterable[Sequence[Any]]) -> LogSnapshot:
        """What the rows of an answer say, of which there is one at least."""
        found = [*rows]
        _, _, position, number = found[0]
        return LogSnapshot(int(position), int(number), {str(stream): int(version) for stream, version, *_ in found})
