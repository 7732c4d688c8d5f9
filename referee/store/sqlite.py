"""The recorder of a log in an SQLite file, which writes rows of other tables in the same transaction."""

from collections.abc import Sequence
from threading import Lock
from typing import Any

from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteTransaction,
)

from referee.store.rows import Beside


class SQLiteRecorder(SQLiteApplicationRecorder):
    """The library's recorder, with rows beside the records.

    It writes on one connection that it keeps: another one each time would read again what the one before has written.
    """

    def __init__(self, datastore: SQLiteDatastore, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name)
        self._turn = Lock()
        self._writer: SQLiteConnection | None = None

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        with self._turn:
            if self._writer is None or self._writer.closed:
                self._writer = self.datastore.pool.get_connection()
            with SQLiteTransaction(self._writer, commit=True) as cursor:
                return self._insert_events(cursor, stored_events, **kwargs)

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int] | None:
        rows: Sequence[Beside] = kwargs["rows"]
        for row in rows:
            c.execute(row.sql(lambda _: "?"), tuple(row.values.values()))
        return super()._insert_events(c, stored_events)
