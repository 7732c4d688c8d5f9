"""The recorder of a log in an SQLite file, which writes rows of other tables in the same transaction."""

from collections.abc import Sequence
from typing import Any

from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteCursor

from referee.store.rows import Beside


class SQLiteRecorder(SQLiteApplicationRecorder):
    """The library's recorder, with rows beside the records."""

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int] | None:
        rows: Sequence[Beside] = kwargs["rows"]
        for row in rows:
            c.execute(row.sql(lambda _: "?"), tuple(row.values.values()))
        return super()._insert_events(c, stored_events)
